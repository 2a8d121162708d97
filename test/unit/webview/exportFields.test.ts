import { expect, it } from 'vitest';
import { recipeFields, recipeForms } from '../../../src/core/model/recipeText';
import { exportFormats } from '../../../src/core/export';
import { defaultsTaken } from '../../../src/core/export/builders/defaults';
import { choices } from '../../../src/host/export/exportChoices';
import { fieldGroups, fileField } from '../../../webview/export/fields';

const fields = [...fieldGroups({ annotators: ['ana'], flags: [], criteria: ['better'] }, 'better', { isText: false, own: {} }).flatMap((group) => group.fields), fileField(['jsonl', 'json', 'parquet'])];

it('the export view has a field for each option of a recipe, once', () => {
  expect(fields.map(({ field }) => field).sort()).toEqual(recipeFields.filter((field) => field !== 'format').sort());
});

it.each(fields.map(({ field, control }) => [field, control] as const))('what can be chosen for %s is what a recipe takes', (field, control) => {
  const form = recipeForms[field];
  if (control.kind === 'check') expect(form.kind === 'choice' ? form.choices : ['yes']).toContain(control.value);
  if (control.kind !== 'choice' || form.kind !== 'choice') return;
  const values = control.options.map(([value]) => value);
  if (field !== 'file') expect(values).toEqual(['', ...form.choices]);
});

it.each(choices().formats.map((each) => [each.name, each] as const))('what %s has where nobody chooses is what its manifests tell', (name, { defaults, isText }) => {
  const format = exportFormats.find((each) => each.name === name)!;
  const taken = Object.entries(defaultsTaken({ format }, undefined)).map(([field, value]) => [field, String(value)]);
  expect(Object.entries(defaults)).toEqual(taken);
  const groups = fieldGroups({ annotators: [], flags: [], criteria: [] }, '', { isText, own: defaults });
  for (const { field, control } of groups.flatMap((group) => group.fields)) {
    if (control.kind !== 'choice' || defaults[field] === undefined) continue;
    expect(control.options[0]).toEqual(['', `${control.options.find(([value]) => value === defaults[field])?.[1] ?? ''} (default)`]);
  }
});
