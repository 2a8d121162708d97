import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesFastCheck } from '../../../src/core/journal/annotationFastCheck';
import { journalLineSchema, type Judgement, type JournalLine } from '../../../src/core/model/annotation/annotation';
import { annotation, anyLines } from '../made/journalLines';

/** Every place in a value, as a path of keys, and one more in each object. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries({ ...value, more: undefined }).flatMap(([key, each]) => pathsIn(each, [...path, key]))
      : [];
  return [path, ...below];
}

/** A copy in which another value stands at `path`, or nothing at all. */
function changedAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length === 0 && put === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = changedAt(copy[key], rest, put);
  return copy;
}

const settled = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
/** The schema takes a flag of a response that was not shown; that is left to it. */
const hasFlagOfUnshown = (line: JournalLine): boolean =>
  line.type === 'annotation' &&
  line.judgement.flags?.some(({ response }) => response !== undefined && !line.shown.includes(response)) === true;

const odds: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1,
  1.5,
  2,
  3,
  4,
  1e308,
  2 ** 53,
  '',
  'a',
  'z',
  true,
  [],
  ['a'],
  ['a', 'a'],
  [['a', 'a']],
  [[]],
  {},
  { kind: 'model' },
  { more: 1 },
  { reason: '' },
  { tiers: [] },
  { version: '' },
  '2026-02-30T00:00:00Z',
  '2026-11-21T08:00:00Z',
];
const odd = fc.constantFrom(...odds);

const anyValue = fc
  .tuple(
    anyLines(['ana', 'ben'], 4),
    fc.array(fc.tuple(fc.nat(), odd), { maxLength: 2 }),
    fc.constantFrom('', 'extra', 'context', 'repeat', 'turn', '__proto__'),
  )
  .map(([lines, changes, key]) => {
    let value: unknown = lines.at(-1) ?? annotation(1);
    for (const [place, put] of changes) {
      const paths = pathsIn(value);
      value = changedAt(value, paths[place % paths.length] ?? [], put);
    }
    const json = settled(value);
    return key === ''
      ? json
      : (JSON.parse(
          JSON.stringify(json)
            .replace(/\{/, `{${JSON.stringify(key)}:1,`)
            .replace(',}', '}'),
        ) as unknown);
  });

describe('what is told to be an annotation without the schema', () => {
  it('is taken by the schema too, which gives it back as it is', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        if (!passesFastCheck(value)) return;
        const { success, data } = journalLineSchema.safeParse(value);
        expect(success).toBe(true);
        expect(data).toStrictEqual(value);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is so wherever the schema takes it as it is, with any other value at any one place', () => {
    const first = annotation(1, {
      context: 'in winter',
      repeat: 1,
      turn: 0,
      role: 'adjudicator',
      mode: 'rank',
      group: 'nurses',
      offsets: 'code-points',
      guidelines: { version: 'd2f1' },
      texts: { rubrics: { 'style@2': 'h' }, rules: { 'short@1': 'i' } },
      rubrics: [{ id: 'style', version: 2 }],
      origin: { kind: 'imported', from: 'labels' },
      judgement: {
        ranking: { tiers: [['b'], ['a', 'c']] },
        rationale: 'short',
        critiques: [{ response: 'a', text: 'long', strengths: 'short' }],
        because: ['clear'],
        acceptable: { a: true },
        confidence: 0.5,
      },
    });
    const others: readonly Judgement[] = [
      { comparisons: [{ a: 'a', b: 'b', outcome: 'both-bad', strength: 2, criterion: 'x' }] },
      {
        ratings: [{ response: 'a', aspect: 'clear', value: 1, note: 'x' }],
        flags: [{ flag: 'unsafe', response: 'a' }, { flag: 'ambiguous' }],
        verdicts: [{ response: 'a', criterion: 'x', value: true, note: 'n' }],
        winners: [{ criterion: 'x', responses: ['a', 'b'] }],
        rules: [
          { rule: 'short', version: 2, scope: 'near' },
          { rule: 'plain', version: 1, scope: 'in' },
        ],
      },
      { skip: { reason: 'unclear' } },
    ];
    const places = [
      ...pathsIn(first).map((path) => ({ line: first, path })),
      ...others.flatMap((judgement) =>
        pathsIn(judgement, ['judgement']).map((path) => ({ line: annotation(1, { judgement }), path })),
      ),
      ...pathsIn({ kind: 'human' }, ['origin']).map((path) => ({ line: annotation(1), path })),
    ];
    let [taken, refused] = [0, 0];
    for (const { line, path } of places) {
      for (const value of odds.map((put) => settled(changedAt(line, path, put)))) {
        const { success, data } = journalLineSchema.safeParse(value);
        const isTaken = success && isDeepStrictEqual(data, value) && !hasFlagOfUnshown(data);
        if (passesFastCheck(value) !== isTaken) expect.fail(`${path.join('.')}: ${JSON.stringify(value)}`);
        if (isTaken) taken++;
        else refused++;
      }
    }
    expect(taken).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(1000);
  });

  it.each([
    [
      'a ranking with its reason and critiques',
      { ranking: { tiers: [['b'], ['a', 'c']] }, rationale: 'short', critiques: [{ response: 'a', text: 'long' }] },
    ],
    [
      'a judgement with critiques in parts and the criteria it rests on',
      {
        ranking: { tiers: [['b'], ['a', 'c']] },
        critiques: [
          { response: 'a', text: '', strengths: 'short' },
          { response: 'b', text: 'x', weaknesses: 'long', suggestion: 'cut' },
        ],
        because: ['clear', 'true'],
      },
    ],
    ['a skipped item', { skip: { reason: 'unclear' } }],
    ['a comparison', { comparisons: [{ a: 'a', b: 'b', outcome: 'a' as const }] }],
    [
      'a comparison with its strength, by a criterion, and how sure its annotator is',
      {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'both-bad' as const, strength: 2 },
          { a: 'a', b: 'b', outcome: 'b' as const, criterion: 'safer' },
        ],
        confidence: 0.8,
      },
    ],
    [
      'ratings and flags',
      {
        ratings: [
          { response: 'a', aspect: 'clear', value: 4.5, note: 'short' },
          { response: 'b', aspect: 'clear', value: null },
        ],
        flags: [{ flag: 'unsafe', response: 'c' }, { flag: 'ambiguous' }],
      },
    ],
    [
      'verdicts',
      {
        verdicts: [
          { response: 'a', criterion: 'x', value: true },
          { response: 'b', criterion: 'x', value: null, note: 'not asked' },
          { response: 'c', criterion: 'y', value: 1.5 },
          { response: 'c', criterion: 'z', value: 'good' },
        ],
      },
    ],
    [
      'best responses per criterion',
      {
        winners: [
          { criterion: 'x', responses: ['a'] },
          { criterion: 'y', responses: ['c', 'b'] },
        ],
        rationale: '',
      },
    ],
    [
      'rule marks',
      {
        rules: [
          { rule: 'short', version: 2, scope: 'near' as const },
          { rule: 'plain', version: 1, scope: 'in' as const },
        ],
      },
    ],
  ])('is %s, as Tiebreak writes it', (_, judgement) => {
    expect(passesFastCheck(settled(annotation(1, { judgement })))).toBe(true);
    expect(
      passesFastCheck(
        settled(
          annotation(1, {
            judgement,
            duration: null,
            seed: null,
            context: 'x',
            repeat: 1,
            turn: 0,
            guidelines: { version: 'v' },
            rubrics: [{ id: 'style', version: 2 }],
            origin: { kind: 'imported', from: 'labels' },
          }),
        ),
      ),
    ).toBe(true);
  });
});
