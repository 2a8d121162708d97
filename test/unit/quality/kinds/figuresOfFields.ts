import { scaleNames } from '../../../../src/core/model/annotation/fields/scales';
import type { FigureName } from '../../../../src/core/model/report/figureNames';

type Section = 'agreement' | 'annotators' | 'noise' | 'bias' | 'models' | 'machines' | 'work' | 'leftOut' | 'coverage';

/**
 * What measures a field of the journal: figures of kinds of judgments by their names, others by where they stand in the
 * quality report (`work.time`) or that of coverage (`coverage.…`). A field that needs none says why.
 */
export type Measured =
  | {
      readonly figures: readonly (FigureName | `${Section}${string}`)[];
      /** Another value that the field could have: figures must then be others. */
      readonly other?: (value: unknown) => unknown;
    }
  | { readonly none: string }
  | { readonly parts: true };

const of = (...figures: (FigureName | `${Section}${string}`)[]): Measured => ({ figures });
/** The same where not every other text or number would do. */
const other = (value: (value: unknown) => unknown, ...figures: (FigureName | `${Section}${string}`)[]): Measured => ({
  figures,
  other: value,
});
const none = (why: string): Measured => ({ none: why });
/** What is in it is measured. */
const parts: Measured = { parts: true };

const id = 'tells which one is spoken of';
const hash = 'tells whether a text is still the one that was judged';
const place = 'tells where in a text, or which passage of it';
const swapped =
  (a: unknown, b: unknown) =>
  (value: unknown): unknown =>
    value === a ? b : a;
const gone = (): undefined => undefined;

/** A field stands for all below it where it needs no figure. */
export const figuresOfFields: Readonly<Record<string, Measured>> = {
  v: none('the version of the form of lines'),
  type: none('tells annotations from retractions'),
  id: none(id),
  item: none(id),
  hash: none(hash),
  texts: none(hash),
  annotator: other(() => 'dora', 'annotators.annotators', 'agreement.pairs'),
  time: other(() => '2026-12-01T08:00:00.000Z', 'annotators.annotators', 'work.annotators'),
  group: other(() => 'others', 'agreement.slices'),
  context: other(() => 'For children', 'agreement.rows', 'contexts.used'),
  turn: other(() => 0, 'leftOut.turns', 'turns.perItem'),
  served: parts,
  'served.why': other(swapped('uncertain', 'shuffled'), 'served.share', 'served.same'),
  'served.value': of('served.value'),
  repeat: other(() => 1, 'work.annotations'),
  role: other(() => 'adjudicator', 'leftOut.adjudications'),
  mode: none('tells with which keys it was made; what it gave is measured'),
  duration: of('work.time', 'rankings.time'),
  origin: parts,
  'origin.kind': none('tells whose figures they are: people’s or a machine’s, each by its name'),
  'origin.from': none(id),
  'origin.by': none(id),
  'origin.name': none(id),
  round: of('agreement.slices'),
  question: none('tells which words were asked; rounds part the figures of several'),
  guidelines: other(gone, 'metadata.judgments'),
  'guidelines.version': none(id),
  rubrics: of('coverage.criteria'),
  'rubrics[].id': none(id),
  'rubrics[].version': of('coverage.criteria'),
  shown: other((value) => (value as string[]).toReversed(), 'bias.rows'),
  seed: other(() => null, 'bias.ordered'),
  views: none('how a text was shown, for who looks at single judgments'),
  offsets: none('the unit of offsets'),
  suggestion: other(gone, 'machines.suggested'),
  'suggestion.by': none(id),
  'suggestion.judgement': none('what was seen before it was judged; that something was seen is counted'),
  judgement: parts,
  'judgement.ranking': parts,
  'judgement.ranking.tiers': other((value) => (value as unknown[]).slice(0, 1), 'rankings.unranked', 'agreement.rows'),
  'judgement.comparisons': parts,
  'judgement.comparisons[].a': none(id),
  'judgement.comparisons[].b': none(id),
  'judgement.comparisons[].outcome': other(
    (value) => (value === 'a' ? 'unsure' : value),
    'strengths.ambiguous',
    'agreement.rows',
  ),
  'judgement.comparisons[].strength': other(swapped(1, 3), 'strengths.mean', 'work.strengths'),
  'judgement.comparisons[].criterion': other(() => 'kind', 'work.preferences'),
  'judgement.acceptable': other(() => ({ r1: false, r2: false }), 'acceptable.good'),
  'judgement.ratings': parts,
  'judgement.ratings[].response': none(id),
  'judgement.ratings[].aspect': of('ratings.mean'),
  'judgement.ratings[].value': other((value) => 6 - Number(value), 'ratings.mean', 'ratings.withPreference'),
  'judgement.ratings[].note': other(gone, 'reasons.notes'),
  'judgement.verdicts': parts,
  'judgement.verdicts[].response': none(id),
  'judgement.verdicts[].criterion': none(id),
  'judgement.verdicts[].value': other((value) => value !== true, 'agreement.rows'),
  'judgement.verdicts[].note': other(gone, 'reasons.notes'),
  'judgement.winners': of('winners.overall'),
  'judgement.winners[].criterion': none(id),
  'judgement.winners[].responses': none(id),
  'judgement.critiques': parts,
  'judgement.critiques[].response': none(id),
  'judgement.critiques[].text': of('critiques.length'),
  'judgement.critiques[].strengths': other(gone, 'critiques.part'),
  'judgement.critiques[].weaknesses': other(gone, 'critiques.part'),
  'judgement.critiques[].suggestion': other(gone, 'critiques.part'),
  'judgement.critiques[].spans': of('coverage.critiques'),
  'judgement.critiques[].spans[].start': none(place),
  'judgement.critiques[].spans[].end': none(place),
  'judgement.critiques[].spans[].quote': none(place),
  'judgement.critiques[].spans[].type': of('coverage.critiques'),
  'judgement.critiques[].spans[].polarity': of('coverage.critiques'),
  'judgement.critiques[].spans[].severity': of('coverage.critiques'),
  'judgement.critiques[].spans[].note': other(gone, 'reasons.notes'),
  'judgement.critiques[].spans[].about': none(place),
  'judgement.critiques[].spans[].lost': of('coverage.critiques'),
  'judgement.critiques[].missing': of('coverage.critiques'),
  'judgement.critiques[].missing[].type': of('coverage.critiques'),
  'judgement.critiques[].missing[].note': other(gone, 'reasons.notes'),
  'judgement.critiques[].missing[].evidence': none(place),
  'judgement.critiques[].missing[].sentences': none(place),
  'judgement.metaCritiques': parts,
  'judgement.metaCritiques[].response': none(id),
  'judgement.metaCritiques[].seed': none('the order on the screen'),
  'judgement.metaCritiques[].critiques': parts,
  'judgement.metaCritiques[].critiques[].annotation': none(id),
  'judgement.metaCritiques[].critiques[].hash': none(hash),
  'judgement.metaCritiques[].critiques[].accepted': of('critiqueJudgments.accepted'),
  'judgement.metaCritiques[].critiques[].soundness': other(swapped('flawed', 'sound'), 'critiqueJudgments.flawed'),
  'judgement.metaCritiques[].critiques[].agrees': of('critiqueJudgments.right'),
  'judgement.metaCritiques[].critiques[].lost': other(() => true, 'critiqueJudgments.accepted'),
  'judgement.metaCritiques[].ranking': other(gone, 'critiqueJudgments.ranked'),
  'judgement.metaCritiques[].ranking.tiers': none('which is best is a preference for those who train critics'),
  'judgement.metaCritiques[].texts': other(gone, 'critiqueJudgments.rewritten'),
  'judgement.metaCritiques[].texts[].of': none(id),
  'judgement.metaCritiques[].texts[].text': none('that it was written is counted'),
  'judgement.metaCritiques[].texts[].strengths': none('that it was written is counted'),
  'judgement.metaCritiques[].texts[].weaknesses': none('that it was written is counted'),
  'judgement.metaCritiques[].texts[].suggestion': none('that it was written is counted'),
  'judgement.steps': parts,
  'judgement.steps[].response': none(id),
  'judgement.steps[].start': none(place),
  'judgement.steps[].end': none(place),
  'judgement.steps[].quote': other(gone, 'steps.siblings'),
  'judgement.steps[].label': other(
    (value) => (value === 'incorrect' ? 'unnecessary' : value),
    'steps.wrong',
    'steps.redundant',
    'steps.outcome',
  ),
  'judgement.steps[].type': other(() => 'logic', 'steps.type'),
  'judgement.steps[].note': other(gone, 'reasons.notes'),
  'judgement.steps[].lost': other(() => true, 'leftOut.lostSteps'),
  'judgement.runSteps': parts,
  'judgement.runSteps[].response': none(id),
  'judgement.runSteps[].step': none(id),
  'judgement.runSteps[].at': other((value) => Number(value) + 5, 'runSteps.sameError'),
  'judgement.runSteps[].quote': none('for people who read the journal'),
  'judgement.runSteps[].label': other(() => -1, 'runSteps.wrong', 'agreement.rows'),
  'judgement.runSteps[].firstError': other(gone, 'runSteps.withError', 'runSteps.sameError'),
  'judgement.runSteps[].category': other(() => 'other', 'runSteps.category'),
  'judgement.runSteps[].severity': other(() => 2, 'runSteps.severity'),
  'judgement.runSteps[].fault': other(() => 'user', 'runSteps.fault'),
  'judgement.runSteps[].note': other(gone, 'reasons.notes'),
  'judgement.runSteps[].lost': other(() => true, 'runSteps.sameError'),
  'judgement.rationale': of('reasons.length'),
  'judgement.because': other(gone, 'reasons.because'),
  'judgement.refinements': other(gone, 'refinements.rounds'),
  'judgement.refinements[].response': none(id),
  'judgement.refinements[].text': none('what came of it is measured by judging it: under its id'),
  'judgement.refinements[].round': of('refinements.rounds'),
  'judgement.refinements[].of': none(id),
  'judgement.refinements[].ofHash': none(hash),
  'judgement.refinements[].id': other(gone, 'refinements.unknown'),
  'judgement.refinements[].rule': of('coverage.rules'),
  'judgement.refinements[].rule.id': none(id),
  'judgement.refinements[].rule.version': none(id),
  'judgement.rules': of('coverage.rules'),
  'judgement.rules[].rule': none(id),
  'judgement.rules[].version': none(id),
  'judgement.rules[].scope': of('coverage.rules'),
  'judgement.demonstrations': other(gone, 'demonstrations.share'),
  'judgement.demonstrations[].turns': parts,
  'judgement.demonstrations[].turns[].role': none('tells who speaks'),
  'judgement.demonstrations[].turns[].content': of('demonstrations.length'),
  'judgement.demonstrations[].turns[].media': none('stands for what cannot be counted in characters'),
  'judgement.demonstrations[].turns[].toolCalls': none('stands for what cannot be counted in characters'),
  'judgement.demonstrations[].turns[].toolName': none(id),
  'judgement.demonstrations[].turns[].toolCallId': none(id),
  'judgement.flags': other(gone, 'agreement.rows', 'flagged.set'),
  'judgement.flags[].flag': none(id),
  'judgement.flags[].response': none(id),
  'judgement.supports': other(gone, 'evidence.ticks'),
  'judgement.supports[].response': none(id),
  'judgement.supports[].passage': other(() => 'p2', 'evidence.precision', 'evidence.recall'),
  'judgement.skip': other(() => ({ reason: 'I cannot judge it' }), 'work.skips'),
  'judgement.skip.reason': of('work.skips'),
  ...Object.fromEntries(scaleNames.map((name) => [`judgement.${name}`, other(gone, 'metadata.judgments')])),
  'judgement.confidence': other(() => 0.1, 'annotators.annotators'),
  'judgement.clarification': other(gone, 'clarifications.share'),
};
