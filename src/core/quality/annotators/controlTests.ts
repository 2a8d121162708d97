import { isTestPassed, type ControlTest } from '../../model/desk/controlTest';
import type { Plan } from '../../model/study/planSchema';
import { knownAcceptable, knownPreferences } from '../judgements/knownPreferences';
import { isWithin, knownFirstErrors } from '../judgements/firstErrors';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { pairUnit, plainSetting } from '../judgements/units';
import type { Wanted } from '../judgements/valuesOf';

/**
 * The qualification test of each annotator: of the control items with known answers that they judged, the first so many in
 * time, and those that say nothing that is opposite to what is known (`agreesWithKnown`). By the annotator's number; empty
 * where the study has no test.
 */
export function controlTests(
  judgements: StudyJudgements,
  wanted: Wanted,
  controls: Plan['controls'],
): ReadonlyMap<number, ControlTest> {
  const { first, pass, answers = {} } = controls ?? {};
  if (first === undefined) return new Map();
  const { annotations, pairs, values } = judgements;
  const wrong = new Set<number>();
  const known = knownPreferences(judgements, answers);
  for (let at = 0; at < pairs.annotation.length; at++) {
    const setting = annotations.setting[pairs.annotation[at] ?? 0] ?? plainSetting;
    const right = known.get(pairUnit(pairs.first[at] ?? 0, pairs.second[at] ?? 0, setting)) ?? 0;
    if (right * (pairs.outcome[at] ?? 0) < 0) wrong.add(pairs.annotation[at] ?? 0);
  }
  const acceptable = knownAcceptable(judgements, answers);
  const said = values.get('acceptable');
  for (let at = 0; at < (said?.annotation.length ?? 0); at++)
    if ((acceptable.get(said?.unit[at] ?? -1) ?? said?.value[at]) !== said?.value[at])
      wrong.add(said?.annotation[at] ?? 0);
  const errors = knownFirstErrors(judgements);
  const found = judgements.said.get('run first error');
  for (let at = 0; at < (found?.annotation.length ?? 0); at++) {
    const error = errors.get(found?.place[at] ?? -1);
    if (error !== undefined && !isWithin(found?.value[at] ?? 0, error)) wrong.add(found?.annotation[at] ?? 0);
  }
  const judged = new Map<number, number[]>();
  for (const [at, item] of annotations.item.entries()) {
    // Answers are known of an item as it stands.
    if (!wanted(at) || annotations.setting[at] !== plainSetting || !Object.hasOwn(answers, item)) continue;
    const annotator = annotations.annotator[at] ?? 0;
    judged.set(annotator, [...(judged.get(annotator) ?? []), at]);
  }
  return new Map(
    [...judged].map(([annotator, own]) => {
      const test = own.sort((a, b) => (annotations.time[a] ?? 0) - (annotations.time[b] ?? 0)).slice(0, first);
      const right = test.filter((at) => !wrong.has(at)).length;
      return [
        annotator,
        { of: first, done: test.length, right, passed: isTestPassed(first, test.length, right, pass) },
      ];
    }),
  );
}
