import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import type { Fields } from '../../../src/core/export/format';
import type { ExportOptions } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { turnsOf, type Item } from '../../../src/core/model/item';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { pairsIn, pairsOfLabels, plainTurns, readBack, said, type Told } from '../made/exported';
import { anyWholeStudy, wholeAspects, wholeStudy, type JudgedItem } from '../made/wholeStudy';

/** Whole studies through every format that an importer reads: what it can hold comes back, in the layout that its file is detected to be. */

type Read = readonly { readonly item: Item; readonly labels: readonly Label[] }[];

interface Way {
  readonly layout: string;
  /** The items that one file holds, and the options that ask for them, where a file holds some of them only. */
  readonly files?: readonly { readonly options: Partial<ExportOptions>; readonly holds: (judged: JudgedItem) => boolean }[];
  /** What there is to be held, and what came back of it, in words that compare; in no order. */
  readonly held: (judged: readonly JudgedItem[]) => readonly string[];
  readonly back: (read: Read) => readonly string[];
}

const keyed = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));
const answerOf = (item: Item, id: string): string => plainTurns(turnsOf(item.responses.find((response) => response.id === id) ?? { id, text: '' }));

const pairs = (layout: string, holds: (pair: Told) => boolean = () => true): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => pairsIn(item, judgement.ranking?.tiers ?? []).filter(holds))),
  back: (read) => keyed(pairsOfLabels(read)),
});

const labelsIn = (item: Item, acceptable: Readonly<Record<string, boolean>> = {}): [string, string, boolean][] => Object.entries(acceptable).map(([id, good]) => [plainTurns(item.prompt), answerOf(item, id), good]);
const labels = (layout: string, holds: (answer: string, good: boolean) => boolean = () => true): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => labelsIn(item, judgement.acceptable).filter(([, answer, good]) => holds(answer, good)))),
  back: (read) => keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => labelsIn(item, judgement.acceptable)))),
});

const ratingsIn = (item: Item, { ratings = [] }: JudgedItem['judgement']): unknown[] => item.responses.flatMap(({ id }) => {
  const own = ratings.filter(({ response }) => response === id);
  return own.length === 0 ? [] : [[plainTurns(item.prompt), answerOf(item, id), wholeAspects.map((name) => own.find(({ aspect }) => aspect === name)?.value)]];
});
const ratings = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => ratingsIn(item, judgement))),
  back: (read) => keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => ratingsIn(item, judgement)))),
});

const sides = (item: Item, tiers: readonly (readonly string[])[]): unknown[] => tiers.flatMap((tier, depth) => tier.flatMap((one, i) => [
  ...tier.slice(i + 1).map((other) => [plainTurns(item.prompt), ...[answerOf(item, one), answerOf(item, other)].sort(), 'tie']),
  ...tiers.slice(depth + 1).flat().map((other) => [plainTurns(item.prompt), answerOf(item, one), answerOf(item, other)]),
]));
/** Of every two responses which is better, ties included. Where a file has what all annotators come to beside what each of them said, as HelpSteer2-Preference has, that of one annotator is theirs. */
const votes = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => sides(item, judgement.ranking?.tiers ?? []))),
  back: (read) => [...new Set(keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement: { ranking, comparisons = [] } }) => [
    ...sides(item, ranking?.tiers ?? []),
    ...comparisons.flatMap(({ a, b, outcome }) => sides(item, outcome === 'a' ? [[a], [b]] : outcome === 'b' ? [[b], [a]] : [[a, b]])),
  ]))))],
});

/** Orders of lists of one length: a file for each length that a generated study has. */
const orders = (layout: string): Way => ({ ...votes(layout), files: [2, 5, 64].map((listSize) => ({ options: { listSize }, holds: ({ item }: JudgedItem) => item.responses.length === listSize })) });

/** Which responses are good and which are bad, where an item has some of both; of those of which nothing was said, the best against all others. */
const twoSides = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement: { acceptable = {}, ranking } }) => {
    const said = Object.keys(acceptable).length > 0 ? acceptable : Object.fromEntries((ranking?.tiers ?? []).flatMap((tier, place) => tier.map((id) => [id, place === 0] as const)));
    return new Set(Object.values(said)).size === 2 ? labelsIn(item, said) : [];
  })),
  back: labels(layout).back,
});

const empty = plainTurns([{ role: 'assistant', content: '' }]);
const isFull = ([, chosen, rejected]: Told): boolean => chosen !== empty && rejected !== empty;

/** Formats that hold conversations, and those that hold plain prompts as they are. */
const ways: Readonly<Record<string, Way>> = {
  'trl-dpo': pairs('preference-pairs'),
  'full-conversations': pairs('preference-pairs'),
  'openai-preference': pairs('openai-preference', isFull),
  'llama-factory': pairs('sharegpt-pairs'),
  'ms-swift': pairs('ms-swift'),
  'nemo-rl': pairs('nemo-rl'),
  'nemo-aligner-dpo': pairs('nemo-aligner'),
  halos: pairs('halos'),
  'trl-reward': pairs('preference-pairs'),
  'trl-kto': labels('kto'),
  'llama-factory-kto': labels('kto-messages', (answer, good) => !good || answer !== empty),
  'ms-swift-kto': labels('kto-messages'),
  'nemo-aligner-kto': labels('nemo-aligner-kto'),
  'halos-kto': labels('halos'),
  nectar: votes('nectar'),
  pro: orders('pro'),
  'ms-swift-reranker': twoSides('ms-swift-reranker'),
  'nemo-aligner-rm': pairs('nemo-aligner-rm'),
  arena: votes('arena-battles'),
};
const plainWays: Readonly<Record<string, Way>> = {
  ...ways,
  'trl-dpo-text': pairs('preference-pairs'),
  'trl-reward-text': pairs('preference-pairs'),
  'trl-kto-text': labels('kto'),
  rrhf: orders('rrhf'),
  lipo: orders('lipo'),
  helpsteer2: ratings('helpsteer2'),
  ultrafeedback: ratings('ultrafeedback'),
  'helpsteer2-preference': votes('helpsteer2-preference'),
};

describe.each([['conversations', ways, false], ['plain prompts', plainWays, true]] as const)('a study of %s, with ties, lines, empty answers and critiques, Unicode of all planes and 64 responses to a prompt', (_, all, isPlain) => {
  it('comes back from every format that holds it', async () => {
    await fc.assert(
      fc.asyncProperty(anyWholeStudy(isPlain), async (sources) => {
        const { study, judged } = await wholeStudy(sources);
        for (const [name, way] of Object.entries(all)) {
          const format = exportFormatNamed(name)!;
          for (const { options, holds } of way.files ?? [{ options: {}, holds: () => true }]) {
            const { rows } = await previewExport(study, { format, ...options }, Infinity);
            const values = rows.map(({ json }) => JSON.parse(json) as Fields);
            const held = way.held(judged.filter(holds));
            if (held.length === 0) {
              expect(values, name).toEqual([]);
              continue;
            }
            expect((await said(format, values)).filter((each) => !each.startsWith('warning')), name).toEqual([]);
            const { layout, items } = await readBack(values, format.files[0] === 'json');
            expect(layout, name).toBe(way.layout);
            expect([...way.back(items)].sort(), name).toEqual([...held].sort());
          }
        }
        await study.close();
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
