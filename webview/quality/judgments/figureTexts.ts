import * as l10n from '@vscode/l10n';
import { percent, whole } from '../../ui/numbers';
import type { FigureName, JudgmentKind, MatteringFigure } from '../../../src/core/model/report/figureNames';

/** What kinds of judgments are called. */
export function kindOfJudgmentText(kind: JudgmentKind): string {
  const texts: Readonly<Record<JudgmentKind, string>> = {
    rankings: l10n.t('Rankings'),
    acceptable: l10n.t('Good and bad'),
    scorers: l10n.t('Scores by programs'),
    winners: l10n.t('Best by a criterion'),
    strengths: l10n.t('Strengths of preferences'),
    ratings: l10n.t('Ratings'),
    critiques: l10n.t('Critiques'),
    reasons: l10n.t('Reasons'),
    refinements: l10n.t('Edited responses'),
    steps: l10n.t('Steps'),
    evidence: l10n.t('Evidence'),
    critiqueJudgments: l10n.t('Judgments on critiques'),
    demonstrations: l10n.t('Answers of annotators'),
    clarifications: l10n.t('Questions about prompts'),
    contexts: l10n.t('Contexts'),
    turns: l10n.t('Turns'),
    rounds: l10n.t('Rounds'),
    sampling: l10n.t('Sampling'),
    media: l10n.t('Images, audio and video'),
    looks: l10n.t('Looks of what is chosen'),
    flagged: l10n.t('Flags against preferences'),
    diversity: l10n.t('Diversity of the chosen set'),
    served: l10n.t('Reasons to be served'),
    metadata: l10n.t('Completeness of metadata'),
  };
  return texts[kind];
}

/** What a figure is called. */
export function figureNameText(name: FigureName): string {
  const texts: Readonly<Record<FigureName, string>> = {
    'rankings.length': l10n.t('Responses in a list'),
    'rankings.time': l10n.t('Time per list'),
    'acceptable.good': l10n.t('Good, of what was judged so'),
    'acceptable.perPrompt': l10n.t('Good for each bad one'),
    'acceptable.oneSided': l10n.t('Prompts with one side only'),
    'scorers.mean': l10n.t('Score, on average'),
    'scorers.spread': l10n.t('Spread within a prompt'),
    'scorers.correlation': l10n.t('Correlation of two programs'),
    'winners.overall': l10n.t('Best by it and preferred'),
    'reasons.notes': l10n.t('Notes for each judgment'),
    'steps.type': l10n.t('Wrong steps of the type'),
    'critiqueJudgments.ranked': l10n.t('Critiques that were ranked'),
    'critiqueJudgments.rewritten': l10n.t('Critiques that were rewritten'),
    'rankings.diversity': l10n.t('Difference within a list'),
    'rankings.tied': l10n.t('Tied pairs of a list'),
    'rankings.unranked': l10n.t('Left unranked'),
    'strengths.stated': l10n.t('Preferences with a strength'),
    'strengths.mean': l10n.t('Strength, on average'),
    'strengths.rankGap': l10n.t('Strength against rank gap'),
    'strengths.ambiguous': l10n.t('Too close or unsure'),
    'ratings.missing': l10n.t('Cells without a value'),
    'ratings.notApplicable': l10n.t('Does not apply'),
    'ratings.mean': l10n.t('Value, on average'),
    'ratings.correlation': l10n.t('Correlation of two aspects'),
    'ratings.withPreference': l10n.t('Higher one preferred'),
    'ratings.flips': l10n.t('Winner hangs on weights'),
    'ratings.flipsBy': l10n.t('Winner hangs on the weight of'),
    'critiques.share': l10n.t('Responses with a critique'),
    'critiques.length': l10n.t('Characters of a critique'),
    'critiques.part': l10n.t('Critiques with this part'),
    'reasons.share': l10n.t('Comparisons with a reason'),
    'reasons.length': l10n.t('Characters of a reason'),
    'reasons.because': l10n.t('Comparisons that name criteria'),
    'refinements.improved': l10n.t('Better than before'),
    'refinements.same': l10n.t('The same as before'),
    'refinements.worse': l10n.t('Worse than before'),
    'refinements.unknown': l10n.t('Not judged again'),
    'refinements.rounds': l10n.t('Rounds, on average'),
    'steps.judged': l10n.t('Steps with a label'),
    'steps.perResponse': l10n.t('Steps of a response'),
    'steps.wrong': l10n.t('Wrong steps'),
    'steps.redundant': l10n.t('Steps that are no help'),
    'steps.outcome': l10n.t('Steps go with the outcome'),
    'steps.goodDespiteError': l10n.t('Acceptable with a wrong step'),
    'steps.badWithoutError': l10n.t('Not acceptable without a wrong step'),
    'steps.siblings': l10n.t('Sibling steps'),
    'steps.siblingsDiffer': l10n.t('Sibling steps of which one is wrong'),
    'evidence.ticks': l10n.t('Passages ticked for a response'),
    'evidence.precision': l10n.t('Ticks that others made, too'),
    'evidence.recall': l10n.t('Ticks of others that are made'),
    'evidence.precisionByLength': l10n.t('Ticks that others made, too, by characters of the evidence'),
    'evidence.recallByLength': l10n.t('Ticks of others that are made, by characters of the evidence'),
    'critiqueJudgments.flawed': l10n.t('Critiques that do not hold'),
    'critiqueJudgments.accepted': l10n.t('Critiques that would do'),
    'critiqueJudgments.right': l10n.t('Verdicts of critiques that are right'),
    'demonstrations.share': l10n.t('Judgments with an answer'),
    'demonstrations.length': l10n.t('Characters of an answer'),
    'clarifications.share': l10n.t('Judgments with a question'),
    'contexts.used': l10n.t('Contexts used'),
    'contexts.flips': l10n.t('Flips under another context'),
    'contexts.within': l10n.t('The same under one context'),
    'contexts.across': l10n.t('The same across contexts'),
    'turns.perItem': l10n.t('Turns judged per item'),
    'turns.flips': l10n.t('Flips between turns'),
    'turns.asWhole': l10n.t('As the whole'),
    'rounds.wins': l10n.t('Wins by round'),
    'sampling.wins': l10n.t('Wins by sampling parameters'),
    'media.items': l10n.t('Items'),
    'media.judged': l10n.t('Judged'),
    'looks.lengthChosen': l10n.t('Characters of the chosen'),
    'looks.lengthRejected': l10n.t('Characters of the rejected'),
    'looks.chosen': l10n.t('Of the chosen'),
    'looks.rejected': l10n.t('Of the rejected'),
    'flagged.set': l10n.t('Flagged'),
    'flagged.chosen': l10n.t('Flagged and chosen'),
    'diversity.chosen': l10n.t('Word pairs shared among the chosen'),
    'diversity.rejected': l10n.t('Word pairs shared among the rejected'),
    'diversity.more': l10n.t('More among the chosen'),
    'served.share': l10n.t('Served as'),
    'served.value': l10n.t('Value of the reason'),
    'served.same': l10n.t('The same as others'),
    'metadata.items': l10n.t('Items with'),
    'metadata.models': l10n.t('Responses with a model'),
    'metadata.judgments': l10n.t('Judgments with'),
  };
  return texts[name];
}

/** What is so, with its number, and what settles it. */
export const findingTexts: Readonly<
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
