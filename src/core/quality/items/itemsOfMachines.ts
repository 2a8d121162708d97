import { people } from '../../model/annotation/judgeKind';
import { contradictions } from '../agreement/disagreements';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { firstBy, kindsIn, valuesOf } from '../judgements/valuesOf';
import { majorityOf } from '../machines/machineFigures';
import { rowsWhere } from './itemsOfWork';

/** Rows on which a model says something else than a person; labels of the dataset, than somebody who judged here. */
export function itemsOfMachine(judgements: StudyJudgements, name: string): Set<number> {
  const { annotations, annotators } = judgements;
  const kind = annotators.some((own) => own.name === name && own.kind === 'model') ? 'model' : 'imported';
  const isMachine = annotators.map((own) => own.name === name && own.kind === kind);
  const own = (annotation: number): boolean => isMachine[annotations.annotator[annotation] ?? -1] === true;
  const isPerson = firstBy(judgements, kind === 'model' ? people : ['human']);
  const of = kindsIn(judgements)[0] ?? 'preferences';
  return new Set(contradictions(judgements, of, (at) => isPerson(at) || own(at), own).keys());
}

/** Rows with a response that programs pass and most people do not accept, or that programs fail and they do. */
export function itemsOfVerifiers(judgements: StudyJudgements, wrongly: 'pass' | 'fail'): Set<number> {
  const { annotations, facts } = judgements;
  const isOfPerson = firstBy(judgements, people);
  const acceptable = majorityOf(
    valuesOf(judgements, 'acceptable', (at) => isOfPerson(at) && annotations.suggested[at] === 0),
  );
  const rows = new Set<number>();
  for (const [place, { value, item }] of acceptable) {
    const said = facts.texts.verified[place] ?? 0;
    if (wrongly === 'pass' ? said > 0 && value === 0 : said < 0 && value === 1) rows.add(item);
  }
  return rowsWhere(facts.count, (row) => rows.has(row));
}
