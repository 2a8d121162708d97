import { people } from '../../model/annotation/judgeKind';
import { contradictions } from '../agreement/disagreements';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairOf, settingOf, valueUnit } from '../judgements/units';
import { firstBy, kindsIn, valuesOf } from '../judgements/valuesOf';
import { majorityOf } from '../machines/majority';
import { eachInBothOrders } from '../machines/positionFigures';
import { scoreAt, type Scores } from '../machines/scoreFigures';
import { shownPairs } from '../machines/shownPairs';
import { passesOf, scoresOf } from '../machines/verifierFigures';
import { rowsWhere } from './itemsOfWork';

/** Rows on which a model says something else than a person; labels of the dataset, than somebody who judged here. */
export function itemsOfMachine(judgements: StudyJudgements, name: string): Set<number> {
  const { annotations, annotators } = judgements;
  const numbers = machinesNamed(judgements, name);
  const own = (annotation: number): boolean => numbers.includes(annotations.annotator[annotation] ?? -1);
  const isModel = annotators[numbers[0] ?? -1]?.kind === 'model';
  const isPerson = firstBy(judgements, isModel ? people : ['human']);
  const of = kindsIn(judgements)[0] ?? 'preferences';
  return new Set(contradictions(judgements, of, (at) => isPerson(at) || own(at), own).keys());
}

/** Rows on which a judge takes the response that it was shown first, as far as that is known. */
export function itemsFirstShown(judgements: StudyJudgements, name: string): Set<number> {
  const rows = new Set<number>();
  for (const number of machinesNamed(judgements, name)) {
    const shown = shownPairs(judgements, number);
    for (const [at, row] of shown.rows.entries()) if (shown.outcomes[at] === shown.orders[at]) rows.add(row);
  }
  return rows;
}

/** Rows on which a judge turns round with the order of two responses. */
export function itemsFlipped(judgements: StudyJudgements, name: string): Set<number> {
  const rows = new Set<number>();
  for (const number of machinesNamed(judgements, name))
    eachInBothOrders(shownPairs(judgements, number), (row, listed, reversed) => {
      if (listed * reversed < 0) rows.add(row);
    });
  return rows;
}

/** The numbers of models with a name; of labels of the dataset where no model has it. */
function machinesNamed({ annotators }: StudyJudgements, name: string): number[] {
  const of = (kind: 'model' | 'imported'): number[] =>
    annotators.flatMap((own, number) => (own.name === name && own.kind === kind ? [number] : []));
  const models = of('model');
  return models.length > 0 ? models : of('imported');
}

/** Rows on which a verifier and most people say otherwise: of one that passes or fails, or of which of two is better. */
export function itemsOfVerifiers(
  judgements: StudyJudgements,
  wrongly: 'pass' | 'fail' | 'order',
  name: string | undefined,
): Set<number> {
  const { annotations, facts } = judgements;
  const isOfPerson = firstBy(judgements, people);
  const majority = majorityOf(
    valuesOf(
      judgements,
      wrongly === 'order' ? 'preferences' : 'acceptable',
      (at) => isOfPerson(at) && annotations.suggested[at] === 0 && annotations.turn[at] === -1,
    ),
  );
  const rows = new Set<number>();
  for (const verifier of facts.texts.verifiers) {
    if (name !== undefined && verifier.name !== name) continue;
    const [passed, scored] = [passesOf(verifier), scoresOf(verifier)];
    for (const [unit, { value, item }] of majority) {
      const isWrong =
        wrongly === 'order'
          ? signBy(scored, unit) * value < 0 || signBy(passed, unit) * value < 0
          : scoreAt(passed, unit) === (wrongly === 'pass' ? 1 : 0) && value === (wrongly === 'pass' ? 0 : 1);
      if (isWrong) rows.add(item);
    }
  }
  return rowsWhere(facts.count, (row) => rows.has(row));
}

/** Which of two responses scores higher: 1 the first, -1 the second, 0 where that is not told. */
function signBy(scores: Scores, unit: number): number {
  const [a, b] = pairOf(unit).map((place) => scoreAt(scores, valueUnit(place, settingOf(unit))));
  return a === undefined || b === undefined ? 0 : Math.sign(a - b);
}
