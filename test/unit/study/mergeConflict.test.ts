import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rubricSchema, versionInForce, type Rubric } from '../../../src/core/model/rubric/rubric';
import { sidesOf } from '../../../src/core/study/mergeConflict/conflict';
import { mergeJson, type MergeChoice } from '../../../src/core/study/mergeConflict/mergeJson';
import { mergeVersions, hashOfVersion } from '../../../src/core/study/mergeConflict/mergeVersions';
import { inOrder, placesOf } from '../../../src/core/study/library/order';
import { fileNameOf } from '../../../src/core/study/library/fileName';
import { criterion } from '../made/rubrics';

const isRubric = (each: Rubric): boolean => rubricSchema.safeParse(each).success;
const both = (first: Rubric, second: Rubric): Rubric =>
  mergeVersions(first, second, undefined, () => undefined, isRubric);

/** Rubrics that go on from a first version, each in its own way. */
const edits = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    text: fc.constantFrom('x', 'y', 'z'),
    author: fc.constantFrom('ana', 'ben'),
  }),
  { minLength: 1, maxLength: 3 },
);
const rubricOf = (steps: readonly { id: string; text: string; author: string }[]): Rubric => ({
  id: 'style',
  title: 'Style',
  versions: [
    { version: 1, criteria: [criterion('a')] },
    ...steps.map(({ id, text, author }, at) => ({
      version: at + 2,
      author,
      time: `2026-01-0${at + 1}T00:00:00.000Z`,
      criteria: [
        criterion('a'),
        ...steps.slice(0, at).map((step, n) => criterion(`${step.id}${n}`, { text: step.text })),
        criterion(`${id}${at}`, { text }),
      ],
    })),
  ],
});

describe('two sides of a rubric', () => {
  it('come to the same whichever is first, have every version of both under a number of its own, and stay so with either of them again', () => {
    fc.assert(
      fc.property(edits, edits, (one, other) => {
        const [first, second] = [rubricOf(one), rubricOf(other)];
        const found = both(first, second);
        expect(both(second, first)).toEqual(found);
        expect(new Set(found.versions.map(({ version }) => version)).size).toBe(found.versions.length);
        const hashes = found.versions.map(hashOfVersion);
        for (const version of [...first.versions, ...second.versions])
          expect(
            found.versions.some(
              (each) =>
                hashOfVersion(each) === hashOfVersion(version) &&
                [each.version, ...(each.was ?? [])].includes(version.version),
            ),
            JSON.stringify(version),
          ).toBe(true);
        expect(hashes).toContain(hashOfVersion(versionInForce(found)));
        const ids = new Set(versionInForce(found).criteria.map(({ id }) => id));
        for (const { id } of [...versionInForce(first).criteria, ...versionInForce(second).criteria])
          expect(ids).toContain(id);
        expect(both(found, first)).toEqual(found);
        expect(both(second, found)).toEqual(found);
      }),
    );
  });

  it('are the longer one where that goes on from the other', () => {
    const [short, long] = [
      rubricOf([{ id: 'a', text: 'x', author: 'ana' }]),
      rubricOf([
        { id: 'a', text: 'x', author: 'ana' },
        { id: 'b', text: 'y', author: 'ben' },
      ]),
    ];
    expect(both(short, long)).toEqual(long);
  });

  it('are in force as one of them says where their changes do not go together', () => {
    const kinds = (at: number, changes: object): Rubric => ({
      id: 'r',
      title: 'R',
      versions: [
        { version: 1, criteria: [criterion('a', { kind: 'scale', min: 1, max: 5 })] },
        {
          version: 2,
          time: `2026-01-0${at}T00:00:00.000Z`,
          criteria: [{ ...criterion('a', { kind: 'scale', min: 1, max: 5 }), ...changes }],
        },
      ],
    });
    const found = both(kinds(1, { max: 3 }), kinds(2, { min: 4 }));
    expect([found.versions.length, versionInForce(found).criteria[0]]).toMatchObject([3, { min: 4, max: 5 }]);
  });
});

describe('a text with conflict markers', () => {
  it.each<[string, string, unknown]>([
    [
      'has both sides',
      'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n',
      { ours: 'a\nb\nd\n', theirs: 'a\nc\nd\n', base: undefined, line: 2 },
    ],
    [
      'may say what both came from',
      'a\n<<<<<<< HEAD\nb\n||||||| 1234\no\n=======\nc\n>>>>>>> x\n',
      { ours: 'a\nb\n', theirs: 'a\nc\n', base: 'a\no\n', line: 2 },
    ],
    [
      'may have several, and ends of lines of Windows',
      '<<<<<<< HEAD\r\nb\r\n=======\r\n>>>>>>> x\r\nd\r\n<<<<<<< HEAD\r\n=======\r\ne\r\n>>>>>>> x\r\n',
      { ours: 'b\r\nd\r\n', theirs: 'd\r\ne\r\n', base: undefined, line: 1 },
    ],
    ['is none without markers', '{"text": "<<<<<<< HEAD"}', undefined],
    ['is none where they are not whole', '<<<<<<< HEAD\nb\n', undefined],
  ])('%s', (_, text, sides) => {
    expect(sidesOf(text)).toEqual(sides);
  });
});

describe('two sides of a value', () => {
  it.each<[string, unknown, unknown, unknown, unknown, MergeChoice[]]>([
    ['have what each changed', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }, []],
    ['lose what one took out', { a: 1, b: 1 }, { a: 1 }, { a: 2, b: 1 }, { a: 2 }, []],
    ['keep what one took out and the other changed', { b: 1 }, {}, { b: 2 }, { b: 2 }, []],
    [
      'have all parts of a list where nothing is known of before',
      undefined,
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'b', 'c'],
      [],
    ],
    [
      'have the parts of a list by name',
      [{ id: 'a', x: 1 }],
      [{ id: 'a', x: 2 }],
      [{ id: 'b' }, { id: 'a', x: 1, y: 1 }],
      [{ id: 'b' }, { id: 'a', x: 2, y: 1 }],
      [],
    ],
    [
      'have the second where both changed the same',
      { a: { b: 1 } },
      { a: { b: 2 } },
      { a: { b: 3 } },
      { a: { b: 3 } },
      [{ path: 'a.b', taken: 3, left: 2 }],
    ],
  ])('%s', (_, base, first, second, value, chosen) => {
    const choices: MergeChoice[] = [];
    expect(mergeJson(base, first, second, { path: [], choose: (choice) => choices.push(choice) })).toEqual(value);
    expect(choices).toEqual(chosen);
  });
});

describe('the order of what lies in files of its own', () => {
  it('is the one wished for, and only what is moved gets another number', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 12 }),
        fc.array(fc.nat({ max: 5 }), { minLength: 12, maxLength: 12 }),
        fc.nat(),
        (ids, numbers, move) => {
          const orders = new Map(ids.map((id, at) => [id, numbers[at] ?? 0]));
          const entries = ids.map((id) => ({ id }));
          const currentAnnotation = inOrder(entries, orders).map(({ id }) => id);
          expect(placesOf(currentAnnotation, orders)).toEqual(orders);
          const wanted = currentAnnotation.toSorted(
            (a, b) => ((a.charCodeAt(0) * move) % 7) - ((b.charCodeAt(0) * move) % 7),
          );
          const places = placesOf([...wanted, 'new one'], orders);
          expect(inOrder([...entries, { id: 'new one' }], places).map(({ id }) => id)).toEqual([...wanted, 'new one']);
        },
      ),
    );
    const orders = new Map([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    expect(placesOf(['c', 'a', 'b', 'd'], orders)).toEqual(
      new Map([
        ['c', -0.5],
        ['a', 0],
        ['b', 1],
        ['d', 2],
      ]),
    );
  });

  it('stays whatever is moved how often', () => {
    let orders = new Map([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    for (let move = 0; move < 500; move++) {
      const ids = move % 2 === 0 ? ['a', 'c', 'b'] : ['a', 'b', 'c'];
      orders = placesOf(ids, orders);
      expect(
        inOrder(
          ids.toSorted().map((id) => ({ id })),
          orders,
        ).map(({ id }) => id),
      ).toEqual(ids);
    }
  });
});

it('files have names that every file system takes, and no two ids one', () => {
  expect(
    ['style', 'item-q7-x2', 'Style', 'STYLE', 'con', '読みやすい', '../up', 'a'.repeat(200), ''].map(fileNameOf),
  ).toEqual([
    'style.json',
    'item-q7-x2.json',
    expect.stringMatching(/^style-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^style-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^con-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^up-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^a{40}-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^[0-9a-f]{8}\.json$/),
  ]);
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      (a, b) => a === b || fileNameOf(a).toLowerCase() !== fileNameOf(b).toLowerCase(),
    ),
  );
});
