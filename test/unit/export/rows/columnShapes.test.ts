import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trlDpoText } from '../../../../src/core/export/formats/pairs/trl';
import { ColumnShapes, featuresOf, mergeShape } from '../../../../src/core/export/rows/columnShapes';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

type Row = Readonly<Record<string, unknown>>;

function featuresIn(rows: readonly Row[]): ReturnType<typeof featuresOf> {
  const shapes = new ColumnShapes();
  for (const row of rows) shapes.look(row);
  return featuresOf(shapes.root);
}

describe('the types of columns, as a card names them', () => {
  it.each<[string, readonly Row[], unknown]>([
    ['numbers with a fraction anywhere', [{ margin: 1 }, { margin: 0.5 }], [{ name: 'margin', dtype: 'float64' }]],
    [
      'whole numbers, true and false, text',
      [{ n: 1, b: true, t: 'x' }],
      [
        { name: 'n', dtype: 'int64' },
        { name: 'b', dtype: 'bool' },
        { name: 't', dtype: 'string' },
      ],
    ],
    ['what is null at first', [{ note: null }, { note: 'why' }], [{ name: 'note', dtype: 'string' }]],
    [
      'what is empty in every row: texts',
      [{ note: null, tags: [] }],
      [
        { name: 'note', dtype: 'string' },
        { name: 'tags', list: 'string' },
      ],
    ],
    [
      'fields that few messages have',
      [{ m: [{ role: 'user', content: 'Hi' }] }, { m: [{ role: 'tool', content: 'x', name: 'f' }] }],
      [
        {
          name: 'm',
          list: [
            { name: 'content', dtype: 'string' },
            { name: 'name', dtype: 'string' },
            { name: 'role', dtype: 'string' },
          ],
        },
      ],
    ],
    [
      'lists of lists, and objects',
      [{ prefix: [['a'], []], input: { messages: [{ role: 'user' }] } }],
      [
        { name: 'prefix', list: { list: 'string' } },
        { name: 'input', struct: [{ name: 'messages', list: [{ name: 'role', dtype: 'string' }] }] },
      ],
    ],
    ['nothing, where one place holds several types', [{ value: 'yes' }, { value: 3 }], undefined],
    ['nothing, where an object has no field in any row', [{ value: {} }], undefined],
    [
      'nothing, where an object is keyed by whatever there is',
      [{ value: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`k${n}`, n])) }],
      undefined,
    ],
  ])('%s', (_, rows, features) => {
    expect(featuresIn(rows)).toEqual(features);
  });

  it('are seen at each place that shares a value with another', () => {
    const message = { role: 'user', content: 'Hi' };
    const list = [
      { name: 'content', dtype: 'string' },
      { name: 'role', dtype: 'string' },
    ];
    expect(
      featuresIn([
        { chosen: [message], rejected: [message] },
        { chosen: [message], rejected: [message] },
      ]),
    ).toEqual([
      { name: 'chosen', list },
      { name: 'rejected', list },
    ]);
  });

  it('are the same in parts of the rows as in all of them, in whatever order the parts come', () => {
    const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom(null, 1, 0.5, true, 'x'),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.record({ x: value, y: value }), { maxLength: 3 }), { maxLength: 4 }),
        (parts) => {
          const put = new ColumnShapes();
          for (const rows of [...parts].reverse()) {
            const part = new ColumnShapes();
            for (const row of rows) part.look(row);
            mergeShape(put.root, structuredClone(part.root));
          }
          expect(featuresOf(put.root)).toEqual(featuresIn(parts.flat()));
        },
      ),
    );
  });
});

it('texts that are all dates are refused in JSON, and stay texts in Parquet', async () => {
  const study = await studyOf(temporaryFolder(), [
    { id: 'q', prompt: 'When?', responses: ['2024-01-31', '2024-02-01'] },
  ]);
  await judge(study, 0, { ranking: { tiers: [['r1'], ['r2']] } });
  const out = join(temporaryFolder(), 'out');
  await expect(writeExport(study, { format: trlDpoText }, out)).rejects.toThrow(
    'In train, all texts in the column “chosen” are dates',
  );
  const { files } = await writeExport(study, { format: trlDpoText, file: 'parquet' }, out);
  expect((await validateExport(files[0] ?? '', 'trl-dpo-text')).problems).toEqual([]);
  await study.close();
});
