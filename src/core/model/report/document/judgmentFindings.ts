import * as l10n from '@vscode/l10n';
import { percent, whole } from '../../text/numbers';
import { declarationOf, type MatteringFigure } from '../figureNames';
import type { JudgmentFinding } from '../judgments';
import { valueText } from './values';

/** A finding of a kind of judgment in a sentence or two. */
export const judgmentText = ({ name, value, what, numbers }: JudgmentFinding): string =>
  findingTexts[name](valueText(declarationOf(name).as, value), what ?? '', numbers);

/** What is so, with its number, and what settles it. */
const findingTexts: Readonly<
  Record<MatteringFigure, (value: string, what: string, numbers: Readonly<Record<string, number>>) => string>
> = {
  'acceptable.good': (value) =>
    l10n.t(
      'Good, of the responses judged good or bad: {0}. Judge more of the rarer side, or weigh the two sides when you train.',
      value,
    ),
  'strengths.rankGap': (value) =>
    l10n.t(
      'Strength hardly follows the order of the list: correlation {0}. Open the pairs in which the order says the opposite, and explain each strength in the guidelines.',
      value,
    ),
  'strengths.ambiguous': (value) =>
    l10n.t(
      'Comparisons left open, as too close or unsure: {0}. They train nothing. Look at some: are the pairs alike, or is it unclear what is asked?',
      value,
    ),
  'ratings.missing': (value, what) =>
    l10n.t('No value on “{1}”: {0} of the responses. Rate them, or say that the aspect does not apply.', value, what),
  'ratings.correlation': (value, what) =>
    l10n.t(
      'These aspects say nearly the same: {1}, correlation {0}. Keep one, or say in the guidelines how they differ.',
      value,
      what,
    ),
  'ratings.withPreference': (value, what) =>
    l10n.t(
      'Preferences go against “{1}”: the higher one is preferred in {0}. Open them: is the scale read the wrong way round, or does the aspect not matter?',
      value,
      what,
    ),
  'ratings.flips': (value) =>
    l10n.t(
      'The winner hangs on the weights in {0} of the judgments. Set the weights of aspects before you train on their sum.',
      value,
    ),
  'reasons.share': (value) =>
    l10n.t(
      'Preferences with a reason: {0}. Ask for a reason, if critiques or judges are to be trained on them.',
      value,
    ),
  'refinements.worse': (value) =>
    l10n.t(
      'Edits that are worse than what was edited: {0}. Open them before they are exported as the better ones.',
      value,
    ),
  'steps.goodDespiteError': (value) =>
    l10n.t(
      'Acceptable responses with a wrong step: {0}. Trained by outcome alone, a model learns these steps. Train on steps, or look at those answers again.',
      value,
    ),
  'evidence.recallByLength': (value, what, numbers) =>
    l10n.t(
      'Of what most others ticked, found where the evidence has this length, in characters ({1}): {0} (all: {2}). Split long evidence, or let two people tick it.',
      value,
      what,
      percent(numbers['all'] ?? 0),
    ),
  'critiqueJudgments.flawed': (value) =>
    l10n.t(
      'Judged critiques that do not hold: {0}. Leave them out of what critics are trained on, and look at whose they are.',
      value,
    ),
  'clarifications.share': (value) =>
    l10n.t(
      'Judgments with a question about the prompt: {0}. Write what is missing into the context or the guidelines, or take such prompts out.',
      value,
    ),
  'winners.overall': (value, what) =>
    l10n.t(
      'Best by “{1}” and preferred as a whole: {0}. Open the others: say in the guidelines how much the criterion counts, or give it less weight.',
      value,
      what,
    ),
  'contexts.flips': (value) =>
    l10n.t(
      'Preferences that turn round under another context: {0}. Export with the context in the prompt, and judge under the other contexts what was judged under one.',
      value,
    ),
  'turns.asWhole': (value) =>
    l10n.t(
      'Preferences on a turn that are those on the whole: {0}. Look at the items where they part, and train on one of the two.',
      value,
    ),
  'rounds.wins': (value, what, { before = 0 }) =>
    l10n.t(
      'Round and model {0}: wins {1}, after {2} in the round before. Judge some items of the earlier round again to tell whether the judging changed.',
      what,
      value,
      percent(before),
    ),
  'sampling.wins': (value, what, { pairs = 0 }) =>
    l10n.t(
      'Responses sampled with {0} win {1} of {2} pairs. Sample with the other parameters, or judge fewer of these.',
      what,
      value,
      whole(pairs),
    ),
  'media.judged': (_, what, { items = 0 }) =>
    l10n.t(
      'Items of {0} that nobody judged: all {1}. Send them to annotators, or say in the card that they are not covered.',
      what,
      whole(items),
    ),
  'flagged.chosen': (value, what, { items = 0 }) =>
    l10n.t(
      'Flagged “{0}” and preferred over one that is not: {1}, on items: {2}. Look at them, or leave them out of the export by the flag.',
      what,
      value,
      whole(items),
    ),
  'diversity.more': (value) =>
    l10n.t(
      'Chosen responses share more of their word pairs with each other than rejected ones, by {0}. Training on them teaches fewer ways to say things: look at the most alike.',
      value,
    ),
  'served.same': (value, what, { rest = 0 }) =>
    l10n.t(
      'The same as others on items that came as {0}: {1}, on the rest {2}. The order does not find what is uncertain: order anew, or shuffle.',
      what,
      value,
      percent(rest),
    ),
  'metadata.items': (value, what, { missing = 0 }) =>
    l10n.t(
      'Items with {0}: {1}; missing for {2}. Slices and filters by it leave these out: add it to the dataset.',
      what,
      value,
      whole(missing),
    ),
  'metadata.models': (value, _, { missing = 0 }) =>
    l10n.t(
      'Responses that name their model: {0}; items with one that does not: {1}. They are in no win rate: add the model to the dataset.',
      value,
      whole(missing),
    ),
};
