import { expect, it } from 'vitest';
import { recipeFields, recipeForms } from '../../../src/core/model/recipeText';
import { fieldGroups, fileField } from '../../../webview/export/fields';

const fields = [...fieldGroups({ annotators: ['ana'], flags: [], criteria: ['better'] }, 'better', false).flatMap((group) => group.fields), fileField(['jsonl', 'json', 'parquet'])];

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
