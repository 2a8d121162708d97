import type { JudgeKind } from '../../model/annotation/judgeKind';
import { people } from '../../model/annotation/judgeKind';
import { agreementOn, mainKind } from '../agreement/agreementFigures';
import type { ItemsQuestion } from '../../model/report/itemsQuestion';
import type { KnownPreferences } from '../judgements/knownPreferences';
import { eachUnit, firstBy, kindsIn, valuesOf } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';

/** The 0-based places of the items behind a figure, rising. */
export function itemsBehind(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  known: KnownPreferences,
  question: ItemsQuestion,
): number[] {
  const rows = rowsBehind(judgements, voters, known, question);
  return [...rows].map((row) => judgements.facts.ordinals[row] ?? 0).sort((a, b) => a - b);
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
      return kind === null ? new Set() : disagreeing(judgements, kind, wanted, () => true);
    }
    case 'unsettled': {
      const disputed = rowsBehind(judgements, voters, known, { of: 'disputed' });
      return new Set([...disputed].filter((row) => !judgements.adjudicated.has(row)));
    }
    case 'judged': {
      const own = isBy(question.annotator);
      return all((at) => own(at) && annotations.skipped[at] === 0);
    }
    case 'differs': {
      const kind = compared(judgements, voters);
      return kind === null ? new Set() : disagreeing(judgements, kind, wanted, isBy(question.annotator));
    }
    case 'machine': {
      const own = isBy(question.annotator, ['model']);
      const kind = kindsIn(judgements)[0] ?? 'preferences';
      const isPerson = firstBy(judgements, people);
      return disagreeing(judgements, kind, (at) => isPerson(at) || own(at), own);
    }
    case 'controls': {
      const own = isBy(question.annotator);
      const { units, values, items } = valuesOf(judgements, 'preferences', (at) => wanted(at) && own(at));
      return new Set(
        Array.from(items).filter((_, at) => {
          const right = known.get(units[at] ?? -1);
          return right !== undefined && right !== 0 && values[at] !== 0 && values[at] !== right;
        }),
      );
    }
    case 'repeats': {
      const own = isBy(question.annotator);
      return disagreeing(judgements, 'preferences', (at) => own(at) && annotations.skipped[at] === 0, own);
    }
    case 'none-acceptable':
      return all((at) => wanted(at) && annotations.noneAcceptable[at] === 1);
    case 'unjudged': {
      const judged = all(wanted);
      return new Set(Array.from({ length: judgements.facts.count }, (_, row) => row).filter((row) => !judged.has(row)));
    }
  }
}

const compared = (judgements: StudyJudgements, voters: readonly JudgeKind[]): string | null =>
  mainKind(kindsIn(judgements).map((kind) => agreementOn(judgements, kind, firstBy(judgements, voters), false)));

/** Rows with a unit of which one of `isOf` says something else than another one; a tie is no opposite of a preference. */
function disagreeing(
  judgements: StudyJudgements,
  kind: string,
  wanted: (annotation: number) => boolean,
  isOf: (annotation: number) => boolean,
): Set<number> {
  const valued = valuesOf(judgements, kind, wanted);
  const rows = new Set<number>();
  eachUnit(valued, (begin, end) => {
    for (let a = begin; a < end; a++) {
      if (!isOf(valued.annotations[a] ?? 0)) continue;
      for (let b = begin; b < end; b++) {
        const [one, other] = [valued.values[a] ?? 0, valued.values[b] ?? 0];
        if (one !== other && (kind !== 'preferences' || one * other < 0)) rows.add(valued.items[a] ?? 0);
      }
    }
  });
  return rows;
}
