import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  defaultSpanTypes,
  leafNames,
  typeNamed,
  type SpanType,
} from '../../../src/core/model/annotation/taxonomy';
import { spanTypesSchema } from '../../../src/core/model/annotation/taxonomySchema';

const types: SpanType[] = [
  {
    name: 'wrong',
    polarity: 'negative',
    types: [
      { name: 'fact' },
      { name: 'sum', polarity: 'positive' },
      { name: 'source', of: 'missing' },
      { name: 'deep', types: [{ name: 'deeper', of: 'span' }] },
    ],
  },
  { name: 'nice', of: 'span' },
  { name: 'gap', of: 'missing', types: [{ name: 'step' }] },
];

describe('a taxonomy of spans', () => {
  it('offers for a passage, or for what is missing, the types that are for it', () => {
    const names = (kind: 'span' | 'missing', path: number[] = []): unknown[] =>
      choicesOf(types, kind, path).map(({ name, within }) => [name, within]);
    expect(names('span')).toEqual([
      ['wrong', 3],
      ['nice', 0],
    ]);
    expect(names('span', [0])).toEqual([
      ['fact', 0],
      ['sum', 0],
      ['deep', 1],
    ]);
    expect(names('span', [0, 2])).toEqual([['deeper', 0]]);
    expect(names('span', [7])).toEqual([]);
    expect(names('missing')).toEqual([
      ['wrong', 3],
      ['gap', 1],
    ]);
    expect(names('missing', [1])).toEqual([['step', 0]]);
  });

  it('hands down from a group what its types do not say', () => {
    expect([
      typeNamed(types, 'fact')?.polarity,
      typeNamed(types, 'sum')?.polarity,
      typeNamed(types, 'deeper')?.polarity,
      typeNamed(types, 'step')?.of,
      typeNamed(types, 'no'),
    ]).toEqual(['negative', 'positive', 'negative', 'missing', undefined]);
  });

  it('is counted by its types without the groups', () =>
    expect(leafNames(types)).toEqual(['fact', 'sum', 'source', 'deeper', 'nice', 'step']));

  it.each([
    ['one name twice', [{ name: 'a' }, { name: 'b', types: [{ name: 'a' }] }]],
    ['a blank name', [{ name: ' ' }]],
    ['an empty group', [{ name: 'a', types: [] }]],
    ['no type', []],
    ['another polarity', [{ name: 'a', polarity: 'bad' }]],
  ])('with %s is refused', (_, value) => expect(spanTypesSchema.safeParse(value).success).toBe(false));

  it('is a sensible one where a study has none: at most nine a level, so that each has a key', () => {
    expect(spanTypesSchema.safeParse(defaultSpanTypes).success).toBe(true);
    const levels = (all: readonly SpanType[]): number[] => [
      all.length,
      ...all.flatMap(({ types: within }) => (within ? levels(within) : [])),
    ];
    expect(Math.max(...levels(defaultSpanTypes))).toBeLessThanOrEqual(9);
  });
});
