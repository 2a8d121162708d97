import { describe, expect, it } from 'vitest';
import { figureNames } from '../../../../src/core/model/report/figureNames';
import { figuresOfFields, unmeasured } from './figuresOfFields';
import { journalFields } from './journalFields';

const fields = journalFields();
/** Whether a field above it says that nothing below it needs a figure. */
const isBelowNone = (field: string): boolean =>
  Object.entries(figuresOfFields).some(
    ([path, measured]) => 'none' in measured && measured.none !== 'its entries are measured' && isPartOf(field, path),
  );
const isPartOf = (field: string, path: string): boolean =>
  [`${path}.`, `${path}[]`].some((start) => field.startsWith(start));

describe('the fields of the journal', () => {
  it('are all measured by a figure, or say why they need none', () => {
    const missing = fields.filter(
      (field) => !(field in figuresOfFields) && !unmeasured.includes(field) && !isBelowNone(field),
    );
    expect(missing).toEqual([]);
  });

  it('are all in the schema, where a figure is named for them', () => {
    expect([...Object.keys(figuresOfFields), ...unmeasured].filter((field) => !fields.includes(field))).toEqual([]);
  });

  it('are measured by figures that there are', () => {
    const named = Object.values(figuresOfFields).flatMap((measured) => ('figures' in measured ? measured.figures : []));
    const kinds = new Set(figureNames.map((name) => name.slice(0, name.indexOf('.'))));
    const names: readonly string[] = figureNames;
    expect(named.filter((name) => kinds.has(name.slice(0, name.indexOf('.'))) && !names.includes(name))).toEqual([]);
  });
});
