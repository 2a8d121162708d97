import type { JudgeKind } from '../../model/annotation/judgeKind';
import { singleName, type Verdict } from '../../judge/judgeAnnotations';
import type { Certificate, CertificateAgreement, CertificatePart } from '../../model/report/certificate';
import { cohenKappa } from '../agreement/cohenKappa';
import { hasTrait, type Trait } from '../bias/responseTraits';
import { estimateOf, type Estimate } from '../estimate';
import { isWithin } from '../judgements/firstErrors';
import { ratingKind, type StudyJudgements } from '../judgements/studyJudgements';
import { criterionOf, pairOf } from '../judgements/units';
import { categoriesOf, firstBy, ofWhole, valuesOf, type Wanted } from '../judgements/valuesOf';
import { positionFigures } from '../machines/positionFigures';
import { shownPairs } from '../machines/shownPairs';
import { RowSums } from '../rowSums';

/** The half-width of the interval of κ after which no more labels are asked for. */
export const wantedHalfWidth = 0.05;
/** Fewer units than this give no figure of a slice. */
const fewestOfSlice = 20;
/** Bins of confidence of equal width (C. Guo et al., On Calibration of Modern Neural Networks, 2017, arXiv 1706.04599). */
const bins = 10;
/** What is seen of a text that is styled. */
const style: readonly Trait[] = ['list', 'heading', 'bold'];
const unit = [0, 1] as const;
const share = ([partOf = 0, all = 0]: Float64Array): number | null => (all > 0 ? partOf / all : null);

/** What somebody says of one thing. */
interface Vote {
  readonly item: number;
  readonly annotation: number;
  readonly annotator: number;
  readonly value: number;
}

/** One thing of which both the judge and people say something. */
interface Unit {
  readonly item: number;
  readonly unit: number;
  readonly judge: number;
  readonly confidence: number | undefined;
  readonly people: readonly Vote[];
}

/** Everything that a judge and people say of one thing that it is asked. */
interface Part {
  readonly of: string;
  readonly units: readonly Unit[];
  readonly isSigned: boolean;
  readonly isYesNo: boolean;
}

/** What is measured of a judge. */
export type CertificateFigures = Pick<Certificate, 'parts' | 'slices' | 'biases'> & {
  /** Annotations of people that count. */
  readonly counted: ReadonlySet<number>;
};

/**
 * Measures a judge against people who judged blind: in the first sitting, themselves, and with no suggestion before
 * them.
 * @param judgements with the judge's verdicts and single answers among the annotations, ids counting up from 0
 * @param verdicts of the judge, by these ids
 * @param yesNo ids of criteria that are answered with yes or no
 * @param kinds whose judgments count
 */
export function certificateFigures(
  judgements: StudyJudgements,
  judge: string,
  verdicts: readonly Verdict[],
  yesNo: ReadonlySet<string>,
  kinds: readonly JudgeKind[] = ['human'],
): CertificateFigures {
  const parts = partsOf(judgements, judge, verdicts, yesNo, kinds);
  const counted = new Set(
    parts.flatMap(({ units }) => units.flatMap(({ people }) => people.map((each) => each.annotation))),
  );
  return {
    counted,
    parts: parts.map(partFigures),
    slices: slicesOf(judgements, parts),
    biases: biasesOf(
      judgements,
      judge,
      parts.find(({ of, isSigned }) => isSigned && of === 'preferences'),
    ),
  };
}

/** Who counts: those of some kinds, in the first sitting, with no suggestion before them. */
function blindly(judgements: StudyJudgements, kinds: readonly JudgeKind[]): Wanted {
  const isFirst = firstBy(judgements, kinds);
  return (annotation) => isFirst(annotation) && judgements.annotations.suggested[annotation] === 0;
}

/** The number of an annotator that is a model. */
const modelNamed = ({ annotators }: StudyJudgements, wanted: string): number =>
  annotators.findIndex(({ name, kind }) => kind === 'model' && name === wanted);

function partsOf(
  judgements: StudyJudgements,
  judge: string,
  verdicts: readonly Verdict[],
  yesNo: ReadonlySet<string>,
  kinds: readonly JudgeKind[],
): Part[] {
  const own = modelNamed(judgements, judge);
  const isWhole = ofWhole(judgements);
  const isBlind = blindly(judgements, kinds);
  const { annotations, criteria } = judgements;
  const byJudge: Wanted = (annotation) => annotations.annotator[annotation] === own;
  const byPeople: Wanted = (annotation) => isBlind(annotation) && isWhole(annotation);
  const sure = (annotation: number): number | undefined => verdicts[Number(annotations.id[annotation])]?.confidence;
  const parts: Part[] = [];
  const add = (kind: string, nameOf: (unitOf: number) => string): void => {
    const people = valuesOf(judgements, kind, byPeople);
    const votes = new Map<number, Vote[]>();
    for (const [at, key] of Array.from(people.units).entries()) {
      const vote = {
        item: people.items[at] ?? 0,
        annotation: people.annotations[at] ?? 0,
        annotator: people.annotators[at] ?? 0,
        value: people.values[at] ?? 0,
      };
      const known = votes.get(key);
      if (known) known.push(vote);
      else votes.set(key, [vote]);
    }
    const said = valuesOf(judgements, kind, byJudge);
    const byName = new Map<string, Unit[]>();
    for (const [at, key] of Array.from(said.units).entries()) {
      const found = votes.get(key);
      if (!found) continue;
      const name = nameOf(key);
      const units = byName.get(name) ?? [];
      byName.set(name, units);
      units.push({
        item: said.items[at] ?? 0,
        unit: key,
        judge: said.values[at] ?? 0,
        confidence: sure(said.annotations[at] ?? 0),
        people: found,
      });
    }
    for (const [of, units] of byName)
      parts.push({ of, units, isSigned: kind === 'preferences', isYesNo: kind === 'verdicts' && yesNo.has(of) });
  };
  add('preferences', () => 'preferences');
  add('verdicts', (key) => criteria[criterionOf(key)] ?? '');
  for (const kind of judgements.values.keys())
    if (kind.startsWith(ratingKind(''))) add(kind, () => kind.slice(ratingKind('').length));
  parts.push(...firstErrors(judgements, byJudge, byPeople, sure));
  return parts;
}

/** First errors are kept by run, and not among values. */
function firstErrors(
  { said, annotations }: StudyJudgements,
  byJudge: Wanted,
  byPeople: Wanted,
  sure: (annotation: number) => number | undefined,
): Part[] {
  const columns = said.get('run first error');
  if (!columns) return [];
  const votes = new Map<number, Vote[]>();
  const own = new Map<number, Vote>();
  for (const [at, annotation] of columns.annotation.entries()) {
    const place = columns.place[at] ?? -1;
    const vote = {
      item: annotations.row[annotation] ?? 0,
      annotation,
      annotator: annotations.annotator[annotation] ?? 0,
      value: columns.value[at] ?? 0,
    };
    if (byJudge(annotation)) own.set(place, vote);
    else if (byPeople(annotation)) votes.set(place, [...(votes.get(place) ?? []), vote]);
  }
  const units = [...own].flatMap(([place, { item, annotation, value }]) => {
    const people = votes.get(place);
    return people ? [{ item, unit: place, judge: value, confidence: sure(annotation), people }] : [];
  });
  return units.length === 0
    ? []
    : [{ of: firstErrorPart, units: units.sort((a, b) => a.item - b.item), isSigned: false, isYesNo: false }];
}

/** What first errors are called among the parts of a certificate. */
export const firstErrorPart = 'first error';

/** What most say; undefined where as many say something else. */
function mostOf(votes: readonly Vote[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { value } of votes) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? first[0] : undefined;
}

interface SaidByTwo {
  readonly item: number;
  readonly first: number;
  readonly second: number;
}

/** Agreement and κ of two columns of values. */
function agreementOf(pairs: readonly SaidByTwo[], isSigned: boolean): CertificateAgreement {
  const { categories, opposites } = categoriesOf({
    values: Float64Array.from(pairs.flatMap(({ first, second }) => [first, second])),
    isSigned,
  });
  const numbers = new Map(categories.map((value, at) => [value, at]));
  return cohenKappa(
    Math.max(2, categories.length),
    pairs.map(({ item, first, second }) => ({
      item,
      first: numbers.get(first) ?? 0,
      second: numbers.get(second) ?? 0,
    })),
    opposites,
  );
}

function partFigures({ of, units, isSigned, isYesNo }: Part): CertificatePart {
  const decided = units.flatMap((each) => {
    const said = mostOf(each.people);
    return said === undefined ? [] : [{ ...each, said }];
  });
  const withPeople = agreementOf(
    decided.map(({ item, judge, said }) => ({ item, first: judge, second: said })),
    isSigned,
  );
  // Each person with each other, as published agreement is counted (L. Zheng et al., Judging LLM-as-a-Judge with
  // MT-Bench and Chatbot Arena, 2023, arXiv 2306.05685, section 4).
  const others = units.flatMap(({ item, judge, people }) =>
    people.flatMap((one) =>
      people.flatMap((other) =>
        one.annotator === other.annotator ? [] : [{ item, judge, value: one.value, said: other.value }],
      ),
    ),
  );
  const difference = new RowSums(2);
  for (const { item, judge, value, said } of others)
    difference.count(item, (judge === said ? 1 : 0) - (value === said ? 1 : 0));
  return {
    of,
    withPeople,
    withEach: agreementOf(
      units.flatMap(({ item, judge, people }) => people.map(({ value }) => ({ item, first: judge, second: value }))),
      isSigned,
    ),
    amongPeople: {
      ...agreementOf(
        others.map(({ item, value, said }) => ({ item, first: value, second: said })),
        isSigned,
      ),
      units: units.filter(({ people }) => new Set(people.map(({ annotator }) => annotator)).size > 1).length,
    },
    difference: estimateOf(difference.sums, share, [-1, 1]),
    falsePass: isYesNo
      ? shareOf(
          decided,
          ({ said }) => said === 0,
          ({ judge }) => judge === 1,
        )
      : null,
    falseFail: isYesNo
      ? shareOf(
          decided,
          ({ said }) => said === 1,
          ({ judge }) => judge === 0,
        )
      : null,
    within3:
      of === firstErrorPart
        ? shareOf(
            decided,
            () => true,
            ({ judge, said }) => isWithin(judge, said),
          )
        : null,
    calibration: calibrationOf(decided),
    more: moreUnits(withPeople),
  };
}

type Decided = Unit & { readonly said: number };

/** Of the units that are `among`, the share that is `counted`. */
function shareOf(
  units: readonly Decided[],
  among: (each: Decided) => boolean,
  counted: (each: Decided) => boolean,
): Estimate | null {
  const sums = new RowSums(2);
  for (const each of units) if (among(each)) sums.count(each.item, counted(each) ? 1 : 0);
  return estimateOf(sums.sums, share, unit);
}

/**
 * How many more units are needed until the interval of κ is ±`wantedHalfWidth`: its width goes with 1/√n. Null where
 * there is no interval yet.
 */
function moreUnits({ units, kappa }: CertificateAgreement): number | null {
  if (!kappa || kappa.low === null || kappa.high === null) return null;
  const halfWidth = (kappa.high - kappa.low) / 2;
  return Math.max(0, Math.ceil(units * (halfWidth / wantedHalfWidth) ** 2) - units);
}

/** Expected calibration error: the mean over bins of |confidence − share that is right|, weighed by their size. */
function calibrationOf(units: readonly Decided[]): CertificatePart['calibration'] {
  const known = units.filter(({ confidence }) => confidence !== undefined);
  if (known.length === 0) return null;
  const [binned, over] = [new RowSums(3 * bins), new RowSums(2)];
  for (const { item, judge, said, confidence = 0 } of known) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    const isRight = judge === said ? 1 : 0;
    const own = binned.of(item);
    for (const [column, value] of [1, confidence, isRight].entries())
      own[3 * bin + column] = (own[3 * bin + column] ?? 0) + value;
    over.count(item, confidence - isRight);
  }
  const totals = binned.sums.totals();
  return {
    units: known.length,
    ece: estimateOf(binned.sums, expectedError, unit),
    over: estimateOf(over.sums, share, [-1, 1]),
    bins: Array.from({ length: bins }, (_, bin) => {
      const [n = 0, sum = 0, right = 0] = totals.subarray(3 * bin, 3 * bin + 3);
      return n === 0 ? { units: 0, confidence: 0, right: 0 } : { units: n, confidence: sum / n, right: right / n };
    }),
  };
}

function expectedError(totals: Float64Array): number | null {
  let [all, error] = [0, 0];
  for (let bin = 0; bin < totals.length; bin += 3) {
    all += totals[bin] ?? 0;
    error += Math.abs((totals[bin + 1] ?? 0) - (totals[bin + 2] ?? 0));
  }
  return all > 0 ? error / all : null;
}

/** The same of items of each slice that has enough. */
function slicesOf({ slices, slicesOf: slicesIn }: StudyJudgements, parts: readonly Part[]): Certificate['slices'] {
  return parts.flatMap(({ of, units, isSigned }) => {
    const bySlice = new Map<number, SaidByTwo[]>();
    for (const { item, judge, people } of units) {
      const said = mostOf(people);
      if (said === undefined) continue;
      for (const slice of slicesIn(people[0]?.annotation ?? 0)) {
        const own = bySlice.get(slice) ?? [];
        bySlice.set(slice, own);
        own.push({ item, first: judge, second: said });
      }
    }
    return [...bySlice].flatMap(([slice, pairs]) => {
      const { by, value } = slices[slice] ?? { by: '', value: '' };
      return pairs.length < fewestOfSlice ? [] : [{ by, value, of, withPeople: agreementOf(pairs, isSigned) }];
    });
  });
}

function biasesOf(judgements: StudyJudgements, judge: string, preferences: Part | undefined): Certificate['biases'] {
  const single = modelNamed(judgements, singleName(judge));
  const { bothOrders } = single < 0 ? { bothOrders: null } : positionFigures(shownPairs(judgements, single), new Map());
  if (!preferences && !bothOrders) return null;
  const { lengths, traits } = judgements.facts.texts;
  const isStyled = (place: number): number => (style.some((trait) => hasTrait(traits[place] ?? 0, trait)) ? 1 : 0);
  const leaning = (by: (place: number) => number): Estimate | null => {
    const sums = new RowSums(2);
    for (const { item, unit: key, judge: own, people } of preferences?.units ?? []) {
      const said = mostOf(people);
      const [first, second] = pairOf(key);
      const more = Math.sign(by(first) - by(second));
      if (said === undefined || said === 0 || own === 0 || more === 0) continue;
      sums.count(item, (own === more ? 1 : 0) - (said === more ? 1 : 0));
    }
    return estimateOf(sums.sums, share, [-1, 1]);
  };
  return {
    consistent: bothOrders?.consistent ?? null,
    toFirst: bothOrders?.toFirst ?? null,
    pairs: bothOrders?.pairs ?? 0,
    longer: leaning((place) => lengths[place] ?? 0),
    styled: leaning(isStyled),
  };
}
