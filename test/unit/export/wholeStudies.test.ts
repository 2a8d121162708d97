import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import type { Fields } from '../../../src/core/export/format';
import type { ExportOptions } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { turnsOf, type Item } from '../../../src/core/model/item';
import { TextOffsets } from '../../../src/core/model/codePoints';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { pairsIn, pairsOfLabels, plainTurns, readBack, said, type Told } from '../made/exported';
import { anyWholeStudy, wholeAspects, wholeQuestion, wholeScale, wholeSizes, wholeStudy, type JudgedItem } from '../made/wholeStudy';

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
const orders = (layout: string): Way => ({ ...votes(layout), files: wholeSizes.map((listSize) => ({ options: { listSize }, holds: ({ item }: JudgedItem) => item.responses.length === listSize })) });

/** Which responses are good and which are bad, where an item has some of both; of those of which nothing was said, the best against all others. */
const twoSides = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement: { acceptable = {}, ranking } }) => {
    const said = Object.keys(acceptable).length > 0 ? acceptable : Object.fromEntries((ranking?.tiers ?? []).flatMap((tier, place) => tier.map((id) => [id, place === 0] as const)));
    return new Set(Object.values(said)).size === 2 ? labelsIn(item, said) : [];
  })),
  back: labels(layout).back,
});

const textOf = (item: Item, id: string): string => item.responses.find((response) => response.id === id)?.text ?? '';
const promptIn = ({ prompt }: Item): string => prompt.map(({ content }) => content).join('\n').trimEnd();

/** The steps of each response with what is thought of them; what a step says without the number that a format gives it. */
const stepsIn = (item: Item, { steps = [] }: JudgedItem['judgement']): unknown[] => [...new Set(steps.map(({ response }) => response))].map((id) => {
  const offsets = new TextOffsets(textOf(item, id));
  return [promptIn(item), steps.filter(({ response }) => response === id).map(({ start, end, label }) => {
    const range = offsets.utf16({ start, end });
    return [textOf(item, id).slice(range?.start, range?.end).replace(/^Step \d+: /, '').trim(), label];
  })];
});
const steps = (layout: string): Way => ({ layout, ...comparing(stepsIn) });

/** A way that looks at each judgement alike, before and after. */
function comparing(told: (item: Item, judgement: JudgedItem['judgement']) => readonly unknown[]): Pick<Way, 'held' | 'back'> {
  return {
    held: (judged) => keyed(judged.flatMap(({ item, judgement }) => told(item, judgement))),
    back: (read) => keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => told(item, judgement)))),
  };
}

/** Each edit with the text that it was made of. */
const edits = (layout: string): Way => ({ layout, ...comparing((item, { refinements = [] }) => refinements.map(({ response, text }) => [plainTurns(item.prompt), textOf(item, response), text])) });
const editedPairs = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement: { refinements = [] } }) => refinements.map(({ response, text }): Told => [plainTurns(item.prompt), plainTurns([{ role: 'assistant', content: text }]), answerOf(item, response)]))),
  back: (read) => keyed(pairsOfLabels(read)),
});

/** What was written on responses, in words. */
const written = (layout: string): Way => ({ layout, files: [{ options: {}, holds: ({ item, judgement }) => item.responses.length === 2 && (judgement.critiques ?? []).some(({ text }) => text.trim() !== '') }], ...comparing((item, { critiques = [] }) => critiques.filter(({ text }) => text.trim() !== '').map(({ response, text }) => [plainTurns(item.prompt), textOf(item, response), text])) });

/** Whether each response meets the one criterion that is a question. */
const meets = (layout: string): Way => ({ layout, ...comparing((item, { verdicts = [] }) => verdicts.flatMap(({ response, criterion, value }) => {
  const text = item.criteria?.find(({ id }) => id === criterion)?.text ?? (criterion === wholeQuestion.id ? wholeQuestion.text : undefined);
  return typeof value === 'boolean' && text !== undefined ? [[plainTurns(item.prompt), textOf(item, response), text, value]] : [];
})) });

/** Each response's grade by the scale, with its levels and the words that explain it. */
const grades = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement: { verdicts = [] } }) => verdicts.flatMap(({ response, criterion, value, note }) => (criterion === wholeScale.id ? [[promptIn(item), textOf(item, response), wholeScale.text, wholeScale.levels, value, note]] : [])))),
  back: (read) => keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement: { ratings: rated = [], critiques = [] } }) => rated.map(({ response, value }) => [promptIn(item), textOf(item, response), item.criteria?.[0]?.text, item.criteria?.[0]?.levels, value, critiques[0]?.text])))),
});

/** Pairs that somebody explained: by a rationale, or by critiques of both. */
const explained = (layout: string): Way => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement: { ranking, rationale = '', critiques = [] } }) => {
    const words = new Map(critiques.map(({ response, text }) => [answerOf(item, response), text]));
    return pairsIn(item, ranking?.tiers ?? []).filter(([, chosen, rejected]) => rationale.trim() !== '' || [chosen, rejected].every((answer) => words.get(answer)?.trim()));
  })),
  back: (read) => keyed(pairsOfLabels(read)),
});

/** What is marked in the first of four responses and missing from it, its edit, and all that is preferred. */
const marked = (layout: string): Way => ({
  layout,
  files: [{ options: {}, holds: ({ item }) => item.responses.length === 4 }],
  ...comparing((item, { critiques = [], refinements = [], ranking, comparisons = [] }) => [
    ...critiques.slice(0, 1).flatMap(({ spans = [], missing = [] }) => [...spans.map(({ start, end, quote, type, note }) => ['marked', start, end, quote, type, note?.trim()]), ...missing.map(({ type, sentences }) => ['missing', type, sentences])]),
    ...refinements.slice(0, 1).map(({ text }) => ['edited', textOf(item, item.responses[0]?.id ?? ''), text]),
    ...sides(item, ranking?.tiers ?? []),
    ...comparisons.flatMap(({ a, b, outcome }) => sides(item, outcome === 'a' ? [[a], [b]] : outcome === 'b' ? [[b], [a]] : [[a, b]])),
  ]),
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
  'refinement-pairs': editedPairs('preference-pairs'),
  'helpsteer3-preference': votes('helpsteer3-preference'),
  'helpsteer3-edit': edits('helpsteer3-edit'),
  'helpsteer3-feedback': written('helpsteer3-feedback'),
  'helpsteer3-principle': meets('helpsteer3-principle'),
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
  'trl-prm': steps('stepwise'),
  'math-shepherd': steps('math-shepherd'),
  'fg-rlhf': marked('fine-grained-rlhf'),
  'feedback-collection': grades('feedback-collection'),
  'preference-collection': explained('preference-collection'),
  'auto-j': votes('auto-j'),
  lipo: orders('lipo'),
  helpsteer2: ratings('helpsteer2'),
  ultrafeedback: ratings('ultrafeedback'),
  'helpsteer2-preference': votes('helpsteer2-preference'),
};

describe.each([['conversations', ways, false], ['plain prompts', plainWays, true]] as const)('a study of %s, with ties, lines, empty answers and critiques, steps, marked passages, edits and grades, Unicode of all planes and 64 responses to a prompt', (_, all, isPlain) => {
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
