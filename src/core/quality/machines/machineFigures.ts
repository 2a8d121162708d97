import type { MachineFigures, MachinesFigures } from '../../model/report/quality';
import { people } from '../../model/annotation/judgeKind';
import { cohenKappa } from '../agreement/cohenKappa';
import { estimateOf, type Estimate } from '../estimate';
import { RowSums } from '../rowSums';
import {
  areCategories,
  categoriesOf,
  firstBy,
  kindsIn,
  ofWhole,
  valuesOf,
  type ValuedByAnnotation,
  type Wanted,
} from '../judgements/valuesOf';
import { ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { pairOf } from '../judgements/units';
import { majorityOf, type Majority } from './majority';
import { positionFigures } from './positionFigures';
import { scoreFigures } from './scoreFigures';
import { shownPairs } from './shownPairs';
import { verifierFigures } from './verifierFigures';

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);
const unit = [0, 1] as const;

/**
 * Machine labels audited: each model that judged, the labels that the dataset came with, and each verifier,
 * against the majority of people on the same. What people judged with a suggestion before them is no audit, and is left
 * out and counted: they judge blind first.
 */
export function machinesOf(judgements: StudyJudgements): MachinesFigures {
  const { annotators, facts } = judgements;
  const models = annotators.flatMap(({ kind }, number) => (kind === 'model' ? [number] : []));
  const sources = annotators.flatMap(({ kind }, number) => (kind === 'imported' ? [number] : []));
  const { verifiers, otherResults } = facts.texts;
  if (models.length === 0 && sources.length === 0 && verifiers.length === 0)
    return { machines: [], suggested: 0, otherResults, why: 'no-machines' };
  const { suggested } = judgements.annotations;
  const isOfPerson = firstBy(judgements, people);
  const isHuman = firstBy(judgements, ['human']);
  const left = {
    suggested: suggested.filter((one, annotation) => one === 1 && isOfPerson(annotation)).length,
    otherResults,
  };
  const byPeople = majoritiesOf(judgements, (annotation) => isOfPerson(annotation) && suggested[annotation] === 0);
  // What the source says is held against those who judged here.
  const byHumans = majoritiesOf(judgements, (annotation) => isHuman(annotation) && suggested[annotation] === 0);
  // Verifiers say something of whole responses.
  const isWhole = ofWhole(judgements);
  const byPeopleOfWhole: Majorities =
    verifiers.length === 0
      ? new Map()
      : majoritiesOf(
          judgements,
          (annotation) => isOfPerson(annotation) && suggested[annotation] === 0 && isWhole(annotation),
        );
  const ofWholes = (kind: string): Majority => byPeopleOfWhole.get(kind) ?? new Map();
  const machines = [
    ...models.map((number) => modelFigures(judgements, number, byPeople)),
    ...sources.map((number) => modelFigures(judgements, number, byHumans)),
    ...verifiers.map((each) => verifierFigures(each, ofWholes('acceptable'), ofWholes('preferences'))),
  ].filter(({ units, firstWins, bothOrders }) => units > 0 || firstWins !== null || bothOrders !== null);
  if (machines.length > 0) return { machines, ...left };
  return { machines, ...left, why: models.length === annotators.length ? 'no-people' : 'no-overlap' };
}

type Majorities = ReadonlyMap<string, Majority>;

/** What most of those who count say, by kind of value; of categories only. */
const majoritiesOf = (judgements: StudyJudgements, wanted: Wanted): Majorities =>
  new Map(
    kindsIn(judgements)
      .filter(areCategories)
      .map((kind) => [kind, majorityOf(valuesOf(judgements, kind, wanted))]),
  );

function modelFigures(judgements: StudyJudgements, number: number, majorities: Majorities): MachineFigures {
  const { annotations, annotators } = judgements;
  const own = (annotation: number): boolean =>
    annotations.annotator[annotation] === number &&
    annotations.repeat[annotation] === 0 &&
    annotations.skipped[annotation] === 0;
  // κ is of the kind of value of which both said most.
  const [best] = [...majorities]
    .map(([kind, majority]) => kappaOf(valuesOf(judgements, kind, own), majority))
    .sort((a, b) => b.units - a.units);
  const preferences: Majority = majorities.get('preferences') ?? new Map();
  const preferred = valuesOf(judgements, 'preferences', own);
  const isWhole = ofWhole(judgements);
  // Its own ratings, each aspect by itself: what people rate has no part in it.
  const scores = kindsIn(judgements)
    .filter((kind) => kind.startsWith(ratingKind('')))
    .flatMap((kind) => {
      const { units: valued, values } = valuesOf(judgements, kind, own);
      const acceptable: Majority = majorities.get('acceptable') ?? new Map();
      return scoreFigures(kind.slice(ratingKind('').length), { units: valued, values }, acceptable, preferences) ?? [];
    });
  const units = best?.units ?? 0;
  return {
    name: annotators[number]?.name ?? '',
    kind: annotators[number]?.kind === 'imported' ? 'source' : 'model',
    kappa: best?.kappa ?? null,
    same: best?.same ?? null,
    units: units > 0 ? units : Math.max(0, ...scores.map(({ pairs, responses }) => Math.max(pairs, responses))),
    confirmed: confirmedIn(preferred, preferences),
    ...lengthBias(
      judgements,
      valuesOf(judgements, 'preferences', (at) => own(at) && isWhole(at)),
      preferences,
    ),
    ...positionFigures(shownPairs(judgements, number), preferences),
    falsePass: null,
    falseFail: null,
    scores,
  };
}

/** Cohen's κ of what a machine says with the majority of people. */
function kappaOf(valued: ValuedByAnnotation, majority: Majority): Pick<MachineFigures, 'kappa' | 'same' | 'units'> {
  const own = Array.from(valued.values);
  const said = own.map((_, at) => majority.get(valued.units[at] ?? 0));
  const { categories, opposites } = categoriesOf({
    ...valued,
    values: [...own, ...said.flatMap((each) => each?.value ?? [])],
  });
  const numbers = new Map(categories.map((value, at) => [value, at]));
  const numbered = (value: number): number => numbers.get(value) ?? 0;
  const pairs = said.flatMap((each, at) =>
    each ? [{ item: each.item, first: numbered(own[at] ?? 0), second: numbered(each.value) }] : [],
  );
  return cohenKappa(Math.max(2, categories.length), pairs, opposites);
}

/** Of a machine's strict preferences on what people prefer strictly, those that they confirm. */
function confirmedIn(valued: ValuedByAnnotation, majority: Majority): Estimate | null {
  const confirmed = new RowSums(2);
  for (let at = 0; at < valued.values.length; at++) {
    const [value, said] = [valued.values[at] ?? 0, majority.get(valued.units[at] ?? 0)?.value ?? 0];
    if (value !== 0 && said !== 0) confirmed.count(valued.items[at] ?? 0, value === said ? 1 : 0);
  }
  return estimateOf(confirmed.sums, share, unit);
}

function lengthBias(
  { facts }: StudyJudgements,
  valued: ValuedByAnnotation,
  majority: Majority,
): Pick<MachineFigures, 'longerWins' | 'longerWinsPeople'> {
  const { lengths } = facts.texts;
  const [machine, human] = [new RowSums(2), new RowSums(2)];
  for (let at = 0; at < valued.values.length; at++) {
    const key = valued.units[at] ?? 0;
    const said = majority.get(key);
    const [first, second] = pairOf(key);
    const difference = Math.sign((lengths[first] ?? 0) - (lengths[second] ?? 0));
    if (!said || difference === 0) continue;
    if (valued.values[at] !== 0) machine.count(said.item, valued.values[at] === difference ? 1 : 0);
    if (said.value !== 0) human.count(said.item, said.value === difference ? 1 : 0);
  }
  return { longerWins: estimateOf(machine.sums, share, unit), longerWinsPeople: estimateOf(human.sums, share, unit) };
}
