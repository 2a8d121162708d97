import type { Estimate } from '../../../core/model/report/estimate';
import { declarationOf, type MatteringFigure, type ToldAs } from '../../../core/model/report/figureNames';
import type { JudgmentFigure, JudgmentFinding } from '../../../core/model/report/judgments';
import { formatNumber } from '../../output/print';
import { decimals, percent, timeText } from '../valueTexts';
import { figureTexts } from './figureTexts';

/** What a figure of a kind of judgment is called: with its aspect, flag, … where there is one of each. */
export const labelOf = ({ name, what }: Pick<JudgmentFigure, 'name' | 'what'>): string =>
  what === null ? figureTexts[name].label : `${figureTexts[name].label}: ${what}`;

const formats: Readonly<Record<ToldAs, (value: number) => string>> = {
  share: percent,
  time: timeText,
  correlation: (value) => decimals(value),
  count: formatNumber,
  number: (value) => (Math.abs(value) >= 100 ? formatNumber(Math.round(value)) : decimals(value)),
};

/** A figure with its interval, by what it is. */
export function valueText({ name, value }: Pick<JudgmentFigure, 'name' | 'value'>): string {
  if (value === null) return '–';
  const format = formats[declarationOf(name).as];
  if (typeof value === 'number') return format(value);
  const { low, high } = value;
  return low === null || high === null
    ? format(value.value)
    : `${format(value.value)} (${format(low)} to ${format(high)})`;
}

/** How many items a figure rests on; its count counts them itself. */
export const itemsText = (value: Estimate | number | null): string =>
  value === null || typeof value === 'number' ? '–' : formatNumber(value.items);

/** A finding as what is so, with its number, and what settles it. */
export const findingText = (finding: JudgmentFinding): string =>
  findingTexts[finding.name](valueText(finding), finding.what ?? '', finding.numbers);

const findingTexts: Readonly<
  Record<MatteringFigure, (value: string, what: string, numbers: Readonly<Record<string, number>>) => string>
> = {
  'acceptable.good': (value) =>
    `${value} of the responses judged good or bad are good: a trainer on such labels (KTO) learns little of the other side. Judge more responses of the rarer side, or weigh the two sides when you train.`,
  'strengths.rankGap': (value) =>
    `Strengths hardly follow the order of the list: correlation ${value} with how far two responses lie apart. Open the pairs in which the order says the opposite, and say in the guidelines what each strength means.`,
  'strengths.ambiguous': (value) =>
    `${value} of the comparisons are left open (too close to call, or unsure), and train nothing. Look at some of them: are the pairs alike, or is it unclear what is asked?`,
  'ratings.missing': (value, what) =>
    `${value} of the responses have no value on "${what}". Rate them, or say that it does not apply, so that a trainer does not take a gap for a value.`,
  'ratings.correlation': (value, what) =>
    `The aspects ${what} say nearly the same: correlation ${value}. Keep one of them, or say in the guidelines what only the one of them is.`,
  'ratings.withPreference': (value, what) =>
    `Preferences go against the ratings of "${what}": the higher one is preferred in ${value}. Open them: either the scale is read the wrong way round, or the aspect is not what is preferred by.`,
  'ratings.flips': (value) =>
    `In ${value} of the judgments another response wins where one aspect counts twice or not at all. Set the weights of the aspects before you train on their sum, or train on the overall preference.`,
  'reasons.share': (value) =>
    `Only ${value} of the judgments that prefer something say why. Ask for a reason ("rationale" of the task), if critiques or judges are to be trained on them.`,
  'refinements.worse': (value) =>
    `${value} of the edits are worse than the text that was edited. Open them before they are exported as the better ones.`,
  'steps.goodDespiteError': (value) =>
    `${value} of the acceptable responses have a wrong step: trained by outcome alone, a model learns these steps. Train on steps, or look at those answers again.`,
  'evidence.recallByLength': (value, what, numbers) =>
    `Of what most others ticked, ${value} is found in evidence of ${what} characters (all: ${percent(numbers['all'] ?? 0)}). Split long evidence, or let two people tick it.`,
  'critiqueJudgments.flawed': (value) =>
    `${value} of the judged critiques do not hold. Leave them out of what critics are trained on (export by their judgments), and look at whose they are.`,
  'clarifications.share': (value) =>
    `In ${value} of the judgments the annotator asks something about the prompt. Open them: write what is missing into the context or the guidelines, or take such prompts out.`,
  'winners.overall': (value, what) =>
    `The best by "${what}" is the one preferred in only ${value} of the judgments. Open the others: say in the guidelines how much the criterion counts, or give it less weight.`,
  'contexts.flips': (value, _, { within = -1 }) =>
    `${value} of the preferences turn round under another context${within < 0 ? '' : ` (annotators agree in ${percent(within)} under the same one)`}: the label is of the context too. Export with --context system, and judge what is under one context only under the others.`,
  'turns.asWhole': (value) =>
    `Only ${value} of the preferences on a turn are those on the whole: turns and whole are not one label. Look at the items where they part, and train on one of the two.`,
  'rounds.wins': (value, what, { before = 0 }) =>
    `${what} wins ${value}, after ${percent(before)} in the round before: the model, its opponents or the judging changed. Judge some items of the earlier round again to tell which.`,
  'sampling.wins': (value, what, { pairs = 0 }) =>
    `Responses sampled with ${what} win ${value} of ${formatNumber(pairs)} pairs. Sample with the other parameters, or judge fewer of these.`,
  'media.judged': (_, what, { items = 0 }) =>
    `Nobody judged any of the ${formatNumber(items)} items of ${what}. Send them to annotators, or say in the card that they are not covered.`,
  'flagged.chosen': (value, what, { items = 0 }) =>
    `Responses flagged "${what}" win ${value} of the pairs with one that is not, on ${formatNumber(items)} items. Look at them: the flag or the preference is wrong, or the export needs --without-flags.`,
  'diversity.more': (value) =>
    `Chosen responses share more of their word pairs with each other than rejected ones do, by ${value}: training on them teaches fewer ways to say things. Look at the most alike, and at what they have in common.`,
  'served.same': (value, what, { rest = 0 }) =>
    `Annotators say the same in ${value} on items that came as ${what}, and in ${percent(rest)} on the rest: the order does not find what is uncertain. Order by "informative" anew, or shuffle.`,
  'metadata.items': (value, what, { missing = 0 }) =>
    `${what} is there for ${value} of the items, and missing for ${formatNumber(missing)}: slices and filters by it leave these out. Add it to the dataset.`,
  'metadata.models': (value, _, { missing = 0 }) =>
    `${value} of the responses name their model, and those of ${formatNumber(missing)} items do not: they are in no win rate. Add the model to the dataset.`,
};
