import { expect, it } from 'vitest';
import { recipeFields, recipeForms, recipeFrom } from '../../../src/core/model/study/recipeText';
import { exportFormats } from '../../../src/core/export';
import { exportOptionsOf } from '../../../src/core/export/options';
import { defaultsTaken } from '../../../src/core/export/builders/defaults';
import { formatChoices } from '../../../src/host/export/formatChoices';
import { fieldGroups, fileField } from '../../../webview/export/fields';

const fields = [
  ...fieldGroups({ annotators: ['ana'], flags: [], criteria: ['better'] }, 'better', {
    isText: false,
    isSoft: true,
    own: {},
  }).flatMap((group) => group.fields),
  fileField(['jsonl', 'json', 'parquet']),
];

it('the export view has a field for each option of a recipe, once', () => {
  expect(fields.map(({ field }) => field).sort()).toEqual(recipeFields.filter((field) => field !== 'format').sort());
});

it.each(fields.map(({ field, control }) => [field, control] as const))(
  'what can be chosen for %s is what a recipe takes',
  (field, control) => {
    const form = recipeForms[field];
    if (control.kind === 'check') expect(form.kind === 'choice' ? form.choices : ['yes']).toContain(control.value);
    if (control.kind !== 'choice' || form.kind !== 'choice') return;
    const values = control.options.map(([value]) => value);
    if (field !== 'file') expect(values).toEqual(['', ...form.choices]);
  },
);

it.each(formatChoices().formats.map((each) => [each.name, each] as const))(
  'what %s has where nobody chooses is what its manifests tell',
  (name, { defaults, isText }) => {
    const format = exportFormats.find((each) => each.name === name)!;
    const taken = Object.entries(defaultsTaken({ format }, undefined)).map(([field, value]) => [field, String(value)]);
    expect(Object.entries(defaults)).toEqual(taken);
    const groups = fieldGroups({ annotators: [], flags: [], criteria: [] }, '', {
      isText,
      isSoft: true,
      own: defaults,
    });
    for (const { field, control } of groups.flatMap((group) => group.fields)) {
      if (control.kind !== 'choice' || defaults[field] === undefined) continue;
      expect(control.options[0]).toEqual([
        '',
        `${control.options.find(([value]) => value === defaults[field])?.[1] ?? ''} (default)`,
      ]);
    }
  },
);

it.each(formatChoices().formats.map((each) => [each.name, each] as const))(
  'no choice is offered that %s does not take',
  (name, { takes, files, isText, defaults }) => {
    const groups = fieldGroups({ annotators: ['ana'], flags: ['odd'], criteria: ['better'] }, '', {
      isText,
      isSoft: takes.includes('softLabel'),
      own: defaults,
    });
    for (const { field, control } of [...groups.flatMap((group) => group.fields), fileField(files)]) {
      if (formatChoices().special.includes(field) && !takes.includes(field)) continue;
      const values =
        control.kind === 'choice'
          ? control.options.map(([value]) => value).filter((value) => value !== '')
          : control.kind === 'check'
            ? [control.value]
            : [];
      for (const value of values) {
        const read = recipeFrom({
          format: name,
          [field]: value,
          ...(['groupBy', 'stratify'].includes(field) && { split: 'train=0.9,test=0.1' }),
        });
        expect('recipe' in read && (() => exportOptionsOf(read.recipe)), `${field} ${value}`).not.toThrow();
      }
    }
  },
);
