import { describe, expect, it } from 'vitest';
import { versionInForce, type Rubrics, type Scope } from '../../../src/core/model/rubric/rubric';
import { addPacks, type AddedPack } from '../../../src/core/rubric/addPacks';
import type { EditContext } from '../../../src/core/rubric/versions';
import { packOf, type Pack } from '../../../src/core/rubric/packs/pack';
import { criterion, inUse, library, rubric } from '../made/rubrics';

const unused = { used: new Map<string, Set<number>>() };
const file = { title: 'house style' };
const idsOf = ({ rubrics }: Rubrics, id: string): string[] =>
  versionInForce(rubrics.find((each) => each.id === id)!).criteria.map((each) => each.id);
const addPack = (
  rubrics: Rubrics,
  pack: Pack,
  { title, scope }: { title: string; scope?: Scope },
  editing: EditContext,
): AddedPack & { rubrics: Rubrics } => {
  const { rubrics: after, added } = addPacks(rubrics, [pack], { titleOf: () => title, scope }, editing);
  return { ...added[0]!, rubrics: after };
};
const pack = {
  title: 'House style',
  criteria: [
    { text: 'Is it short?', weight: 2 },
    { title: 'Clear', text: 'Is it clear?', weight: 1 },
  ],
};

describe('a pack that is added', () => {
  it('is a rubric with ids of titles and texts, for the items that are wished for', () => {
    const added = addPack(
      library(),
      pack,
      { ...file, scope: { kind: 'slice', fields: { domain: 'law' } } },
      { ...unused, time: '2026-11-22T08:00:00.000Z' },
    );
    expect(added).toMatchObject({ id: 'house-style', version: 1, outcome: 'added', renamed: [] });
    expect(added.rubrics.rubrics).toEqual([
      {
        id: 'house-style',
        title: 'House style',
        scope: { kind: 'slice', fields: { domain: 'law' } },
        versions: [
          {
            version: 1,
            time: '2026-11-22T08:00:00.000Z',
            criteria: [
              { id: 'is-it-short', text: 'Is it short?', weight: 2 },
              { id: 'clear', title: 'Clear', text: 'Is it clear?', weight: 1 },
            ],
          },
        ],
      },
    ]);
  });

  it('is called as its file where it has no title', () => {
    expect(addPack(library(), { criteria: pack.criteria }, file, unused)).toMatchObject({
      id: 'house-style',
      rubrics: { rubrics: [{ title: 'house style' }] },
    });
  });

  it('stands already where the same one does', () => {
    const first = addPack(library(), pack, file, unused);
    const again = addPack(first.rubrics, pack, file, { used: inUse({ 'house-style': [1] }) });
    expect(again).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(again.rubrics).toBe(first.rubrics);
  });

  it('is a new version of the one with its id where that is in use, in which the same criteria have the same ids', () => {
    const { rubrics } = addPack(library(), pack, file, unused);
    const changed = {
      ...pack,
      criteria: [
        { text: 'Is it kind?', weight: 1 },
        { title: 'Clear', text: 'Can it be followed?', weight: 1 },
        { text: 'Is it short?', weight: 3 },
      ],
    };
    const added = addPack(rubrics, changed, file, { used: inUse({ 'house-style': [1] }) });
    expect(added).toMatchObject({ outcome: 'new-version', version: 2 });
    expect(idsOf(added.rubrics, 'house-style')).toEqual(['is-it-kind', 'clear', 'is-it-short']);
    expect(addPack(rubrics, changed, file, unused)).toMatchObject({ outcome: 'changed', version: 1 });
  });

  it('stands already where what is there says the same in more words', () => {
    const before = library(rubric('style', [[criterion('clear', { kind: 'scale', min: 1, max: 5, tags: [] })]]));
    expect(addPack(before, packOf(before.rubrics[0]!), file, { used: inUse({ style: [1] }) })).toEqual({
      rubrics: before,
      id: 'style',
      version: 1,
      outcome: 'unchanged',
      renamed: [],
    });
  });

  it('leaves the scope of a rubric that is there, unless another is wished for', () => {
    const scope = { kind: 'item', item: 'q1' } as const;
    const before = library(rubric('house-style', [[criterion('short')]], { scope }));
    expect(addPack(before, pack, file, unused).rubrics.rubrics[0]?.scope).toEqual(scope);
    expect(addPack(before, pack, { ...file, scope: { kind: 'study' } }, unused).rubrics.rubrics[0]?.scope).toEqual({
      kind: 'study',
    });
  });

  it('has other ids where another rubric has them, and says so', () => {
    const before = library(rubric('old', [[criterion('clear')], []]));
    const added = addPack(before, { ...pack, criteria: [{ id: 'clear', text: 'Clear?', weight: 1 }] }, file, unused);
    expect(added.renamed).toEqual([{ from: 'clear', to: 'clear-2' }]);
    expect(idsOf(added.rubrics, 'house-style')).toEqual(['clear-2']);
  });

  it('goes on counting where annotations name versions of a rubric that was lost', () => {
    expect(addPack(library(), pack, file, { used: inUse({ 'house-style': [1, 4] }) })).toMatchObject({
      outcome: 'added',
      version: 5,
    });
  });

  it('is what was taken from a library', () => {
    const before = library(
      rubric(
        'style',
        [[criterion('short')], [criterion('short', { weight: 2, gate: { threshold: 0.5 } }), criterion('kind')]],
        { description: 'x', scope: { kind: 'item', item: 'q1' } },
      ),
    );
    const added = addPack(library(), packOf(before.rubrics[0]!), file, unused);
    expect(added.rubrics.rubrics).toEqual([
      { ...before.rubrics[0], versions: [{ version: 1, criteria: before.rubrics[0]?.versions[1]?.criteria }] },
    ]);
  });

  it('is one of many, whose criteria have ids of their own', () => {
    const many = [1, 2, 3].map((n) => ({
      scope: { kind: 'item', item: `q${n}` } as const,
      criteria: [{ text: 'Is it kind?', weight: n }],
    }));
    const { rubrics, added } = addPacks(library(), many, { titleOf: (at) => `prompt ${at + 1}` }, unused);
    expect(added.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['prompt-1', 'added'],
      ['prompt-2', 'added'],
      ['prompt-3', 'added'],
    ]);
    expect(rubrics.rubrics.map((each) => versionInForce(each).criteria.map(({ id }) => id))).toEqual([
      ['is-it-kind'],
      ['is-it-kind-2'],
      ['is-it-kind-3'],
    ]);
  });

  it('is never of the rubric of another pack, however alike they are called', () => {
    const named = (title: string, text: string, item?: string): Pack => ({
      title,
      ...(item !== undefined && { scope: { kind: 'item', item } }),
      criteria: [{ text, weight: 1 }],
    });
    const long = 'all the prompts of the benchmark as they were published';
    const many = [
      named('Style', 'one'),
      named('Style', 'two'),
      named('style!', 'three'),
      ...['p1', 'p-1', 'p 1'].map((item) => named(`${long} ${item}`, item, item)),
    ];
    const first = addPacks(library(), many, { titleOf: () => '' }, unused);
    expect(first.added.map(({ outcome }) => outcome)).toEqual(many.map(() => 'added'));
    expect(first.added.map(({ id }) => id)).toEqual([
      'style',
      'style-2',
      'style-3',
      'all-the-prompts-of-the-benchmark-as-they',
      'all-the-prompts-of-the-benchmark-as-they-2',
      'all-the-prompts-of-the-benchmark-as-they-3',
    ]);
    // Whatever of them comes again, and in whatever order, finds its own.
    for (const order of [[0, 1, 2, 3, 4, 5], [5, 4, 3, 0], [4], [1, 0].slice(1)]) {
      const again = addPacks(
        first.rubrics,
        order.map((at) => many[at]!),
        { titleOf: () => '' },
        unused,
      );
      expect(again.added.map(({ id, outcome }) => [id, outcome])).toEqual(
        order.map((at) => [first.added[at]!.id, 'unchanged']),
      );
      expect(again.rubrics).toBe(first.rubrics);
    }
    // One more prompt under a name that is cut to the same id.
    const { rubrics, added } = addPacks(
      first.rubrics,
      [named(`${long} p0`, 'p0', 'p0')],
      { titleOf: () => '' },
      unused,
    );
    expect([added[0]?.outcome, rubrics.rubrics.length]).toEqual(['added', 7]);
    expect(rubrics.rubrics.slice(0, 6)).toEqual(first.rubrics.rubrics);
  });

  it('is of the rubric with its id, whoever else is called like that', () => {
    const before = library(rubric('style', [[criterion('short')]], { title: 'Tone' }));
    const { rubrics, added } = addPacks(
      before,
      [
        { title: 'Tone', criteria: [{ text: 'Is it kind?', weight: 1 }] },
        { id: 'style', criteria: [{ id: 'short', text: 'Is it long?', weight: 1 }] },
      ],
      { titleOf: () => 'x' },
      unused,
    );
    expect(added.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['tone', 'added'],
      ['style', 'changed'],
    ]);
    expect(rubrics.rubrics.map(({ title }) => title)).toEqual(['Tone', 'Tone']);
  });

  it('is found under the title that somebody gave it since', () => {
    const { rubrics } = addPack(library(), pack, file, unused);
    const renamed = library({ ...rubrics.rubrics[0]!, title: 'Our style' });
    expect(addPack(renamed, pack, file, unused)).toMatchObject({ id: 'house-style', outcome: 'changed' });
  });

  it('takes no longer for each of thousands that are alike', () => {
    const many = Array.from({ length: 4000 }, (_, n): Pack => ({
      scope: { kind: 'item', item: `q${n}` },
      criteria: [{ text: 'Is it kind?', weight: 1 }],
    }));
    const { rubrics } = addPacks(library(), many, { titleOf: (at) => `prompt ${at}` }, unused);
    expect(new Set(rubrics.rubrics.flatMap((each) => idsOf(rubrics, each.id))).size).toBe(4000);
  });
});
