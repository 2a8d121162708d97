import type { MachineFigures, MachinesFigures } from '../../model/report/quality';
import { people } from '../../model/annotation/judgeKind';
import { cohenKappa } from '../agreement/cohenKappa';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { categoriesOf, firstBy, kindsIn, metricOf, valuesOf, type ValuedByAnnotation } from '../judgements/valuesOf';
import { pairOf, ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { majorityOf, type Majority } from './majority';
import { positionFigures } from './positionFigures';
import { shownPairs } from './shownPairs';

/** Bands of a score's difference, each with as many pairs. */
const bandCount = 5;
const minBandPairs = 20;

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);
const unit = [0, 1] as const;

/**
 * Machine labels audited (C22, C31): each model that judged, the labels that the dataset came with, and what verifiers say,
 * against the majority of people on the same. What people judged with a suggestion before them is no audit, and is left out and counted: they judge blind first.
 */
export function machinesOf(judgements: StudyJudgements): MachinesFigures {
  const models = judgements.annotators.flatMap(({ kind }, number) => (kind === 'model' ? [number] : []));
  const sources = judgements.annotators.flatMap(({ kind }, number) => (kind === 'imported' ? [number] : []));
  const hasVerifiers = judgements.facts.texts.verified.some((verified) => verified !== 0);
  if (models.length === 0 && sources.length === 0 && !hasVerifiers)
    return { machines: [], suggested: 0, why: 'no-machines' };
  const { suggested } = judgements.annotations;
  const isOfPerson = firstBy(judgements, people);
  const isBlind = (annotation: number): boolean => isOfPerson(annotation) && suggested[annotation] === 0;
  const left = suggested.filter((one, annotation) => one === 1 && isOfPerson(annotation)).length;
  const kinds = kindsIn(judgements).filter((kind) => metricOf(kind) === 'nominal');
  const majorities = new Map(kinds.map((kind) => [kind, majorityOf(valuesOf(judgements, kind, isBlind))]));
  // What the source says is held against those who judged here.
  const isHuman = firstBy(judgements, ['human']);
  const ofHumans = new Map(
    kinds.map((kind) => [
      kind,
      majorityOf(valuesOf(judgements, kind, (annotation) => isHuman(annotation) && suggested[annotation] === 0)),
    ]),
  );
  const machines = [
    ...models.map((number) => modelFigures(judgements, number, majorities)),
    ...sources.map((number) => modelFigures(judgements, number, ofHumans)),
    ...(hasVerifiers ? [verifierFigures(judgements, majorities.get('acceptable') ?? new Map())] : []),
  ].filter(({ units, firstWins, bothOrders }) => units > 0 || firstWins !== null || bothOrders !== null);
  if (machines.length > 0) return { machines, suggested: left };
  const why = models.length === judgements.annotators.length ? 'no-people' : 'no-overlap';
  return { machines, suggested: left, why };
}

function modelFigures(
  judgements: StudyJudgements,
  number: number,
  majorities: ReadonlyMap<string, Majority>,
): MachineFigures {
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
  const bands = bandsOf(judgements, own, preferences);
  const units = best?.units ?? 0;
  return {
    name: annotators[number]?.name ?? '',
    kind: annotators[number]?.kind === 'imported' ? 'source' : 'model',
    kappa: best?.kappa ?? null,
    same: best?.same ?? null,
    units: units > 0 ? units : bands.reduce((sum, { confirmed }) => sum + confirmed.items, 0),
    confirmed: confirmedIn(preferred, preferences),
    ...lengthBias(judgements, preferred, preferences),
    ...positionFigures(shownPairs(judgements, number), preferences),
    falsePass: null,
    falseFail: null,
    bands,
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
  const confirmed = new ItemSums(2);
  for (let at = 0; at < valued.values.length; at++) {
    const [value, said] = [valued.values[at] ?? 0, majority.get(valued.units[at] ?? 0)?.value ?? 0];
    if (value !== 0 && said !== 0) confirmed.item().set([value === said ? 1 : 0, 1]);
  }
  return estimateOf(confirmed, share, unit);
}

function lengthBias(
  { facts }: StudyJudgements,
  valued: ValuedByAnnotation,
  majority: Majority,
): Pick<MachineFigures, 'longerWins' | 'longerWinsPeople'> {
  const { lengths } = facts.texts;
  const [machine, human] = [new ItemSums(2), new ItemSums(2)];
  for (let at = 0; at < valued.values.length; at++) {
    const key = valued.units[at] ?? 0;
    const said = majority.get(key);
    const [first, second] = pairOf(key);
    const difference = Math.sign((lengths[first] ?? 0) - (lengths[second] ?? 0));
    if (!said || difference === 0) continue;
    if (valued.values[at] !== 0) machine.item().set([valued.values[at] === difference ? 1 : 0, 1]);
    if (said.value !== 0) human.item().set([said.value === difference ? 1 : 0, 1]);
  }
  return { longerWins: estimateOf(machine, share, unit), longerWinsPeople: estimateOf(human, share, unit) };
}

/** How often people prefer the response with the higher score, by how far the scores lie apart. */
function bandsOf(
  judgements: StudyJudgements,
  own: (annotation: number) => boolean,
  preferences: Majority,
): MachineFigures['bands'] {
  const kind = [...judgements.values.keys()].find((each) => each.startsWith(ratingKind('')));
  if (kind === undefined || preferences.size === 0) return [];
  const scores = new Map<number, number>();
  const valued = valuesOf(judgements, kind, own);
  for (let at = 0; at < valued.values.length; at++) scores.set(valued.units[at] ?? 0, valued.values[at] ?? 0);
  const gaps: { gap: number; isConfirmed: boolean }[] = [];
  for (const [key, { value }] of preferences) {
    const [first, second] = pairOf(key);
    const [a, b] = [scores.get(first), scores.get(second)];
    if (a === undefined || b === undefined || a === b || value === 0) continue;
    gaps.push({ gap: Math.abs(a - b), isConfirmed: Math.sign(a - b) === value });
  }
  if (gaps.length < minBandPairs) return [];
  gaps.sort((a, b) => a.gap - b.gap);
  const size = Math.ceil(gaps.length / bandCount);
  return Array.from({ length: bandCount }, (_, band) => gaps.slice(band * size, (band + 1) * size)).flatMap((own) => {
    const sums = new ItemSums(2);
    for (const { isConfirmed } of own) sums.item().set([isConfirmed ? 1 : 0, 1]);
    const confirmed = estimateOf(sums, share, unit);
    return confirmed ? [{ from: own[0]?.gap ?? 0, to: own.at(-1)?.gap ?? 0, confirmed }] : [];
  });
}

/** What verifiers say against what people accept. */
function verifierFigures({ facts }: StudyJudgements, acceptable: Majority): MachineFigures {
  const { verified } = facts.texts;
  const [passes, fails] = [new ItemSums(2), new ItemSums(2)];
  const pairs: { item: number; first: number; second: number }[] = [];
  for (const [place, { value, item }] of acceptable) {
    const said = verified[place] ?? 0;
    if (said === 0) continue;
    pairs.push({ item, first: said > 0 ? 1 : 0, second: value });
    if (said > 0) passes.item().set([value === 0 ? 1 : 0, 1]);
    else fails.item().set([value === 1 ? 1 : 0, 1]);
  }
  const rate = (sums: ItemSums): Estimate | null => estimateOf(sums, share, unit);
  return {
    name: '',
    kind: 'verifier',
    ...cohenKappa(2, pairs),
    confirmed: null,
    longerWins: null,
    longerWinsPeople: null,
    shownAsListed: null,
    firstWins: null,
    firstWinsPeople: null,
    firstOverPeople: null,
    bothOrders: null,
    falsePass: rate(passes),
    falseFail: rate(fails),
    bands: [],
  };
}
