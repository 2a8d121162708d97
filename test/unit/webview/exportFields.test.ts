import { expect, it } from 'vitest';
import { defaultsTaken } from '../../../src/core/export/builders/defaults';
import { exportFormatNamed } from '../../../src/core/export';
import { exportOptionsOf } from '../../../src/core/export/options';
import { recipeFrom } from '../../../src/core/model/study/recipeText';
import { formatChoices } from '../../../src/host/export/formatChoices';
import type { ExportSetting, FormatChoice, FormField } from '../../../src/protocol/export';
import { shownGroups } from '../../../webview/export/fields';

const { form, formats } = formatChoices();
const split = 'train=0.9,test=0.1';

function shown(format: FormatChoice, criteria: readonly string[] = []): readonly FormField[] {
  const setting = { form } as ExportSetting;
  const now = { texts: { split }, known: { annotators: ['ana'], flags: ['odd'], criteria } };
  return shownGroups(setting, now, format).flatMap(({ fields }) => fields);
}

const each = formats.map((format) => [format.name, format] as const);

it.each(each)('what %s has where nobody chooses is what its manifests tell', (name, format) => {
  const known = exportFormatNamed(name);
  if (!known) throw new Error('no such format');
  const taken = Object.entries(defaultsTaken({ format: known }, undefined)).map(([field, value]) => [
    field,
    String(value),
  ]);
  expect(format.defaults).toEqual(Object.fromEntries(taken));
  for (const { field, control } of shown(format)) {
    const own = format.defaults[field];
    if (control.kind === 'choice' && own !== undefined)
      expect(control.unset).toBe(`${control.values.find(([value]) => value === own)?.[1] ?? ''} (default)`);
    if (control.kind === 'text' && own !== undefined) expect(control.example).toBe(own);
  }
});

it.each(each)('no choice is offered that %s does not take', (name, format) => {
  for (const { field, control } of shown(format, ['better'])) {
    const values =
      control.kind === 'check' ? [control.on] : control.kind === 'text' ? [] : control.values.map(([value]) => value);
    for (const value of values) {
      const read = recipeFrom({ format: name, split, [field]: value });
      expect('recipe' in read && (() => exportOptionsOf(read.recipe)), `${field} ${value}`).not.toThrow();
    }
  }
});

it('a choice among one thing is not offered', () => {
  for (const [, format] of each)
    for (const { control } of shown(format)) if (control.kind === 'choice') expect(control.values).not.toEqual([]);
});

it('options that depend on another one come with it', () => {
  const [first] = formats;
  if (!first) throw new Error('no formats');
  const fields = (texts: object): string[] =>
    shownGroups(
      { form } as ExportSetting,
      { texts, known: { annotators: [], flags: [], criteria: [] } },
      first,
    ).flatMap((group) => group.fields.map(({ field }) => field));
  expect(fields({})).not.toEqual(expect.arrayContaining(['seed']));
  expect(fields({ split })).toEqual(expect.arrayContaining(['seed', 'groupBy', 'stratify']));
  expect(fields({ contamination: 'a.jsonl' })).toEqual(expect.arrayContaining(['overlap', 'gram']));
});
