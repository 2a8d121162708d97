import { people, type JudgeKind } from '../../model/annotation/judgeKind';
import type { ItemsQuestion } from '../../model/report/itemsQuestion';
import { agreementOn, mainKind } from '../agreement/agreementFigures';
import { contradictions, differingVerdicts, disputedOn } from '../agreement/disagreements';
import { settledByOthers, type KnownPreferences } from '../judgements/knownPreferences';
import { within } from '../judgements/parts';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { plainSetting, valueUnit } from '../judgements/units';
import { rowsOfFigure } from '../kinds';
import { firstBy, kindsIn, valuesOf, type Wanted } from '../judgements/valuesOf';
import { itemsFirstShown, itemsFlipped, itemsOfMachine, itemsOfVerifiers } from './itemsOfMachines';
import {
  itemsComparing,
  itemsLongerBy,
  itemsOfStrength,
  itemsWithWins,
  itemsWonBy,
  itemsWonOverReference,
} from './itemsOfPreferences';
import { inOrderOf, itemsInCell, judgedBy, repeatedItems, rowsByTime, rowsOf, rowsWhere } from './itemsOfWork';

/** Judgements that figures are of: whose count, and what is known of control items. */
interface Counted {
  readonly judgements: StudyJudgements;
  readonly voters: readonly JudgeKind[];
  readonly known: KnownPreferences;
}

type Asked<K extends ItemsQuestion['of']> = Extract<ItemsQuestion, { of: K }>;

/**
 * The 0-based places of the items behind a figure: in the order of the dataset, but for questions that have an order of
 * their own. Those that wait for an adjudicator come by how much annotators contradict each other, the most first.
 */
export function itemsBehind(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  question: ItemsQuestion,
): number[] {
  const rows = rowsBehind({ judgements, voters, known }, question);
  const ordinals = [...rows].map((row) => judgements.facts.ordinals[row] ?? 0);
  return isOrdered(question) ? ordinals : ordinals.sort((a, b) => a - b);
}

const isOrdered = (question: ItemsQuestion): boolean =>
  question.of === 'unsettled' ||
  question.of === 'figure' ||
  (question.of === 'judged' && question.first !== undefined) ||
  (question.of === 'differs' && question.stated === true);

function rowsBehind(counted: Counted, question: ItemsQuestion): ReadonlySet<number> {
  const { judgements, voters, known } = counted;
  const wanted = firstBy(judgements, voters);
  switch (question.of) {
    case 'disputed':
      return disputedItems(counted, question);
    case 'verdicts':
      return differingVerdicts(judgements, wanted, question.criterion);
    case 'unsettled':
      return unsettledItems(counted);
    case 'differs':
      return itemsOfDifference(counted, question);
    case 'settled':
      return opposed(
        judgements,
        settledByOthers(judgements, question.annotator),
        both(wanted, by(counted, question.annotator)),
      );
    case 'controls':
      return opposed(judgements, known, both(wanted, by(counted, question.annotator)));
    case 'repeats':
      return repeatedOtherwise(counted, question);
    case 'machine':
      return itemsOfMachine(judgements, question.annotator);
    case 'flips':
      return itemsFlipped(judgements, question.annotator);
    case 'verifiers':
      return itemsOfVerifiers(judgements, question.wrongly, question.verifier);
    case 'judged': {
      const own = both(notSkipped(judgements), by(counted, question.annotator), inPart(judgements, question.within));
      return question.first === undefined ? rowsOf(judgements, own) : rowsByTime(judgements, own, question.first);
    }
    case 'judged-by':
      return judgedBy(judgements, wanted, question);
    case 'skipped':
      return rowsOf(
        judgements,
        both(
          (at) => judgements.annotations.skipped[at] === 1,
          by(counted, question.annotator),
          (at) => question.reason === undefined || judgements.annotations.skipReason[at] === question.reason,
        ),
      );
    case 'bias':
      return biasedItems(counted, question);
    case 'wins':
      return itemsWonBy(judgements, both(wanted, inPart(judgements, question.within)), question.model, question.over);
    case 'wins-over-reference':
      return itemsWonOverReference(judgements, wanted, question.model);
    case 'ties':
      return itemsComparing(judgements, wanted, question.model, null, true);
    case 'compared':
      return itemsComparing(judgements, wanted, question.model, question.other);
    case 'strength':
      return itemsOfStrength(judgements, wanted, question.strength);
    case 'longer-by':
      return itemsLongerBy(judgements, wanted, question.from, question.to);
    case 'none-acceptable':
      return rowsOf(
        judgements,
        both(wanted, (at) => judgements.annotations.noneAcceptable[at] === 1, inPart(judgements, question.within)),
      );
    case 'figure':
      return rowsOfFigure(judgements, voters, question);
    case 'repeated':
      return repeatedItems(judgements, question.what);
    case 'cell': {
      const judged = rowsOf(judgements, wanted);
      return new Set([...itemsInCell(judgements, question.fields)].filter((row) => !judged.has(row)));
    }
    case 'unjudged': {
      const judged = rowsOf(judgements, wanted);
      return rowsWhere(judgements.facts.count, (row) => !judged.has(row));
    }
  }
}

const both =
  (...all: readonly Wanted[]): Wanted =>
  (annotation) =>
    all.every((each) => each(annotation));

/** Annotations that are not skips, of all repeats. */
const notSkipped =
  ({ annotations }: StudyJudgements): Wanted =>
  (annotation) =>
    annotations.skipped[annotation] === 0;

/** Annotations of those whose judgements count: of one of them, or of all. */
function by({ judgements, voters }: Counted, name: string | undefined): Wanted {
  const { annotations, annotators } = judgements;
  const isOf = annotators.map((own) => voters.includes(own.kind) && (name === undefined || own.name === name));
  return (annotation) => isOf[annotations.annotator[annotation] ?? -1] === true;
}

const inPart = (judgements: StudyJudgements, part: Parameters<typeof within>[1] | undefined): Wanted =>
  part === undefined ? () => true : within(judgements, part);

/** The kind of value by which annotators are compared. */
const compared = ({ judgements, voters }: Counted): string | null =>
  mainKind(kindsIn(judgements).map((kind) => agreementOn(judgements, kind, firstBy(judgements, voters), false)));

/** Rows of items on which annotators contradict each other. */
const disputedRows = (...asked: Parameters<typeof contradictions>): Set<number> =>
  new Set(contradictions(...asked).keys());

function disputedItems(
  counted: Counted,
  { kind: named, criterion, between, within: part }: Asked<'disputed'>,
): Set<number> {
  const { judgements, voters } = counted;
  const kind = named ?? compared(counted);
  if (kind === null) return new Set();
  const isOfThem = between?.map((name) => by(counted, name));
  const wanted = both(
    firstBy(judgements, voters),
    inPart(judgements, part),
    (annotation) => isOfThem?.some((isOf) => isOf(annotation)) ?? true,
  );
  return criterion === undefined
    ? disputedRows(judgements, kind, wanted)
    : disputedOn(judgements, kind, wanted, criterion);
}

function unsettledItems(counted: Counted): Set<number> {
  const { judgements, voters } = counted;
  const kind = compared(counted);
  if (kind === null) return new Set();
  const { annotations, adjudicated } = judgements;
  const isOpen: Wanted = (at) =>
    !adjudicated.cases.has(valueUnit(annotations.row[at] ?? 0, annotations.setting[at] ?? plainSetting));
  const costs = [...contradictions(judgements, kind, both(firstBy(judgements, voters), isOpen))];
  return inOrderOf(new Map(costs.map(([row, cost]) => [row, -cost])));
}

function itemsOfDifference(counted: Counted, { annotator, stated }: Asked<'differs'>): Set<number> {
  const { judgements, voters } = counted;
  const kind = compared(counted);
  if (kind === null) return new Set();
  const [wanted, own] = [firstBy(judgements, voters), by(counted, annotator)];
  const rows = disputedRows(judgements, kind, wanted, own);
  if (stated !== true) return rows;
  const {
    row,
    onScale: { confidence },
  } = judgements.annotations;
  const unsure = new Map<number, number>();
  for (let at = 0; at < row.length; at++)
    if (rows.has(row[at] ?? -1) && wanted(at) && own(at) && (confidence[at] ?? NaN) >= 0)
      unsure.set(row[at] ?? 0, -(confidence[at] ?? 0));
  return inOrderOf(unsure);
}

/** Rows on which an annotator prefers, when the item comes again, the opposite of what they did. */
function repeatedOtherwise(counted: Counted, { annotator }: Asked<'repeats'>): Set<number> {
  const { judgements } = counted;
  const names = annotator === undefined ? judgements.annotators.map(({ name }) => name) : [annotator];
  return new Set(
    [...new Set(names)].flatMap((name) => [
      ...disputedRows(judgements, 'preferences', both(notSkipped(judgements), by(counted, name))),
    ]),
  );
}

/** Of one annotator, who may be a machine: then of what people judged too, but for its own order, as the figures are. */
function biasedItems(counted: Counted, { trait, annotator }: Asked<'bias'>): Set<number> {
  const { judgements, voters } = counted;
  if (annotator === undefined) return itemsWithWins(judgements, firstBy(judgements, voters), trait);
  const kinds = judgements.annotators.filter(({ name }) => name === annotator).map(({ kind }) => kind);
  const counts = kinds.filter((kind) => voters.includes(kind));
  if (trait === 'position' && !kinds.includes('human')) return itemsFirstShown(judgements, annotator);
  const own = by({ ...counted, voters: counts.length > 0 ? counts : kinds }, annotator);
  const found = itemsWithWins(judgements, both(firstBy(judgements, kinds), own), trait);
  if (counts.length > 0) return found;
  const judged = rowsOf(judgements, firstBy(judgements, people));
  return new Set([...found].filter((row) => judged.has(row)));
}

/** Rows on which one of these annotations prefers the opposite of what is known. */
function opposed(judgements: StudyJudgements, known: KnownPreferences, isOf: Wanted): Set<number> {
  const { units, values, items } = valuesOf(judgements, 'preferences', isOf);
  return new Set(
    Array.from(items).filter((_, at) => {
      const right = known.get(units[at] ?? -1);
      return right !== undefined && right !== 0 && values[at] !== 0 && values[at] !== right;
    }),
  );
}
