import type { JudgeKind } from '../../model/annotation/judgeKind';
import { people } from '../../model/annotation/judgeKind';
import { agreementOn, mainKind } from '../agreement/agreementFigures';
import type { ItemsQuestion } from '../../model/report/itemsQuestion';
import { contradictions, disputedOn } from '../agreement/disagreements';
import { settledByOthers, type KnownPreferences } from '../judgements/knownPreferences';
import { firstBy, kindsIn, valuesOf, type Wanted } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { itemsWithWins, itemsWonBy } from './itemsOfPreferences';
import { itemsInCell } from '../work/crossedSlices';

/**
 * The 0-based places of the items behind a figure: in the order of the dataset, and those that wait for an adjudicator
 * by how much annotators contradict each other on them, the most first.
 */
export function itemsBehind(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  question: ItemsQuestion,
): number[] {
  const rows = rowsBehind(judgements, voters, known, question);
  const ordinals = [...rows].map((row) => judgements.facts.ordinals[row] ?? 0);
  return question.of === 'unsettled' ? ordinals : ordinals.sort((a, b) => a - b);
}

function rowsBehind(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  question: ItemsQuestion,
): ReadonlySet<number> {
  const { annotations, annotators } = judgements;
  const wanted = firstBy(judgements, voters);
  const all = (isOf: (annotation: number) => boolean): Set<number> =>
    new Set(annotations.row.filter((_, at) => isOf(at)));
  const isBy = (name: string, kinds = voters) => {
    const numbers = annotators.map((own) => own.name === name && kinds.includes(own.kind));
    return (annotation: number): boolean => numbers[annotations.annotator[annotation] ?? -1] === true;
  };
  switch (question.of) {
    case 'disputed': {
      const kind = question.kind ?? compared(judgements, voters);
      if (kind === null) return new Set();
      return question.criterion === undefined
        ? disputedRows(judgements, kind, wanted)
        : disputedOn(judgements, kind, wanted, question.criterion);
    }
    case 'unsettled': {
      const kind = compared(judgements, voters);
      const costs = kind === null ? [] : [...contradictions(judgements, kind, wanted)];
      return new Set(
        costs
          .filter(([row]) => !judgements.adjudicated.rows.has(row))
          .sort(([row, cost], [other, most]) => most - cost || row - other)
          .map(([row]) => row),
      );
    }
    case 'settled':
      return opposed(
        judgements,
        settledByOthers(judgements, question.annotator),
        (at) => wanted(at) && isBy(question.annotator)(at),
      );
    case 'judged': {
      const own = isBy(question.annotator);
      return all((at) => own(at) && annotations.skipped[at] === 0);
    }
    case 'differs': {
      const kind = compared(judgements, voters);
      return kind === null ? new Set() : disputedRows(judgements, kind, wanted, isBy(question.annotator));
    }
    case 'machine': {
      const isModel = annotators.some(({ name, kind }) => name === question.annotator && kind === 'model');
      const own = isBy(question.annotator, [isModel ? 'model' : 'imported']);
      const kind = kindsIn(judgements)[0] ?? 'preferences';
      const isPerson = firstBy(judgements, isModel ? people : ['human']);
      return disputedRows(judgements, kind, (at) => isPerson(at) || own(at), own);
    }
    case 'controls': {
      const own = isBy(question.annotator);
      return opposed(judgements, known, (at) => wanted(at) && own(at));
    }
    case 'repeats': {
      const own = isBy(question.annotator);
      return disputedRows(judgements, 'preferences', (at) => own(at) && annotations.skipped[at] === 0, own);
    }
    case 'bias':
      return itemsWithWins(judgements, wanted, question.trait);
    case 'wins':
      return itemsWonBy(judgements, wanted, question.model, question.over);
    case 'slice': {
      const kind = compared(judgements, voters);
      if (kind === null) return new Set();
      const rows = disputedRows(judgements, kind, wanted);
      return new Set([...itemsInCell(judgements, [question])].filter((row) => rows.has(row)));
    }
    case 'none-acceptable':
      return all((at) => wanted(at) && annotations.noneAcceptable[at] === 1);
    case 'cell': {
      const judged = all(wanted);
      return new Set([...itemsInCell(judgements, question.fields)].filter((row) => !judged.has(row)));
    }
    case 'unjudged': {
      const judged = all(wanted);
      return new Set(Array.from({ length: judgements.facts.count }, (_, row) => row).filter((row) => !judged.has(row)));
    }
  }
}

const compared = (judgements: StudyJudgements, voters: readonly JudgeKind[]): string | null =>
  mainKind(kindsIn(judgements).map((kind) => agreementOn(judgements, kind, firstBy(judgements, voters), false)));

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

/** Rows of items on which annotators contradict each other. */
const disputedRows = (...asked: Parameters<typeof contradictions>): Set<number> =>
  new Set(contradictions(...asked).keys());
