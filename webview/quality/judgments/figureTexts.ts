import * as l10n from '@vscode/l10n';
import type { FigureName, JudgmentKind, MatteringFigure } from '../../../src/core/model/report/figureNames';
import { percent } from '../../ui/numbers';

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
};
