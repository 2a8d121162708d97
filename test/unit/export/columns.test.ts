import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pairFormat } from '../../../src/core/export/builders/pairFormat';
import { rowFormat } from '../../../src/core/export/builders/rowFormat';
import { exportFormats } from '../../../src/core/export';
import type { Item } from '../../../src/core/model/item/item';

const said = { name: 'made', title: 'Made', family: 'texts', trainers: [{ name: 'nobody' }] } as const;
const item: Item = { id: 'i', hash: 'h', prompt: [{ role: 'user', content: 'Hi' }], responses: [] };
const judged = {
  item,
  source: item,
  context: undefined,
  annotations: [],
  study: { rubrics: { rubrics: [] } },
} as never;
const notify = { drop: () => undefined, note: () => undefined, good: () => undefined, criterion: () => undefined };

describe('the columns of a format', () => {
  const format = rowFormat({
    ...said,
    find: () => [{ given: 1, missing: undefined }],
    columns: {
      id: { rule: z.string('must be text'), value: ({ item: { id } }) => id, isName: true },
      score: { rule: z.number(), value: ({ given }) => given, isReal: true },
      tools: { rule: z.string().optional(), value: ({ missing }) => missing },
    },
    rules: { between: (row) => row.refine(({ id, score }) => id !== String(score), 'are the same') },
  });

  it('make its rows, without those that have no value, and where it holds real numbers and names', () => {
    const rows = [...format.rows(judged, { format }, { tools: false }, notify)].map(({ value }) => value);
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ['id', 'i'],
        ['score', 1],
      ],
    ]);
    expect(format).toMatchObject({ reals: ['score'], names: ['id'], dates: [] });
  });

  it.each<[row: unknown, says: string | undefined]>([
    [{ id: 'i', score: 1 }, undefined],
    [{ id: 'i', score: 1, tools: '[]' }, undefined],
    [{ id: 2, score: 1 }, 'must be text'],
    [{ id: 'i', score: 1, other: 1 }, 'Unrecognized key: "other"'],
    [{ id: '1', score: 1 }, 'are the same'],
  ])('are its rules: %j', (row, says) => {
    expect(format.rules.row.safeParse(row).error?.issues[0]?.message).toBe(says);
  });

  it('have a value and a rule of one type each, or do not compile', () => {
    const value = (): string => 'a';
    const made = [
      // @ts-expect-error a column without a rule
      () => pairFormat({ ...said, columns: { text: { value } } }),
      // @ts-expect-error a column without a value
      () => pairFormat({ ...said, columns: { text: { rule: z.string() } } }),
      // @ts-expect-error a value that its rule refuses
      () => pairFormat({ ...said, columns: { text: { rule: z.number(), value } } }),
      // @ts-expect-error a value of what was not found
      () => rowFormat({ ...said, find: () => [{}], columns: { a: { rule: z.string(), value: ({ b }) => typeof b } } }),
      () => pairFormat({ ...said, columns: { text: { rule: z.string(), value } } }),
    ];
    expect(made).toHaveLength(5);
  });

  it('say which of the options for numbers a format of pairs takes', () => {
    const takes = (name: string): unknown =>
      exportFormats
        .find((each) => each.name === name)
        ?.takes.filter((option) => ['margin', 'weight', 'softLabel'].includes(option));
    expect(takes('trl-dpo')).toEqual(['margin', 'weight', 'softLabel']);
    expect(takes('ms-swift')).toEqual(['margin']);
    expect(takes('nemo-aligner-dpo')).toEqual(['margin']);
    expect(takes('nemo-rl')).toEqual([]);
  });
});
