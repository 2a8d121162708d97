import { basename, dirname } from 'node:path';
import type { VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunRecord } from '../harness';
import { Unread } from '../unread';
import { listIn, objectIn, present, resolvedOf, textIn } from '../values';

/**
 * Patches that were handed in, `{instance_id, model_name_or_path, model_patch}`: lines, a list, or by their ids
 * (`preds.json`). One that a trajectory has as well joins it, the others are runs of which only the patch is known.
 */
export const sweBenchPredictions: Harness = {
  name: 'swe-bench-predictions',
  title: 'SWE-bench predictions (preds.json, all_preds.jsonl)',
  origin: 'SWE-bench/SWE-bench, swebench/harness/utils.py (get_predictions_from_file)',
  markers: ['"model_patch"'],
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? first[0] : first);
    return head !== undefined && (isPrediction(head) || isPrediction(objectIn(Object.values(head)[0]) ?? {}));
  },
  async *runs(file) {
    const unread = new Unread();
    const predictions: unknown[] = [];
    for await (const line of file.lines()) predictions.push(line);
    // A file of one value over several lines has none that is a prediction by itself.
    const areLines = predictions.length > 0 && predictions.every((line) => isPrediction(objectIn(line) ?? {}));
    const whole = areLines ? predictions : await file.json();
    if (whole === undefined) yield { told: problem('runs.notReadable', {}) };
    const list =
      isObject(whole) && !isPrediction(whole) ? Object.values(whole) : Array.isArray(whole) ? listIn(whole) : [whole];
    let empty = 0;
    for (const value of list) {
      const prediction = objectIn(value);
      const id = textIn(prediction?.instance_id);
      const patch = textIn(prediction?.model_patch);
      if (!prediction || id === undefined) unread.line();
      else if (patch === undefined) empty++;
      else
        yield {
          task: { id, prompt: [] },
          run: present<RunAttempt>({
            turns: [],
            patch,
            model: textIn(prediction.model_name_or_path),
          }),
        };
    }
    if (empty > 0) yield { told: problem('runs.withoutPatch', { count: empty }) };
    yield* unread.told();
  },
};

const isPrediction = (value: JsonObject): boolean =>
  typeof value.instance_id === 'string' && 'model_patch' in value && !('responses_create_params' in value);

/**
 * What the tests say of a patch, `{id: {patch_exists, patch_successfully_applied, resolved, tests_status: {FAIL_TO_PASS:
 * {success, failure}, PASS_TO_PASS}}}`, of SWE-smith without the ids; the patch is `patch.diff` beside it. Whether a patch
 * was applied is not said by whether it resolved: of SWE-smith one may be false and the other true.
 */
export const sweBenchReport: Harness = {
  name: 'swe-bench-report',
  title: 'SWE-bench and SWE-smith reports of one instance (report.json)',
  origin: 'SWE-bench/SWE-bench, swebench/harness/grading.py (get_eval_report)',
  markers: ['"tests_status"', '"patch_successfully_applied"'],
  matches: ({ first }) => {
    const head = objectIn(first) ?? {};
    return isReport(head) || isReport(objectIn(Object.values(head)[0]) ?? {});
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const patch = await file.textBeside(file.name.replace(/report\.json$/i, 'patch.diff'));
    const reports = isReport(whole) ? [[basename(dirname(file.path)), whole] as const] : Object.entries(whole);
    for (const [id, report] of reports)
      if (isObject(report)) yield outcomeIn(id, report, reports.length === 1 ? textIn(patch) : undefined);
  },
};

const isReport = (value: JsonObject): boolean =>
  typeof value.resolved === 'boolean' && ('patch_exists' in value || 'tests_status' in value);

const outcomeIn = (id: string, report: JsonObject, patch: string | undefined): RunRecord => ({
  task: { id, prompt: [] },
  run: present<RunAttempt>({
    turns: [],
    patch,
    model: textIn(report.model_name_or_path),
    verifiers: [...resolvedOf(report.resolved), ...testsIn(report, 'FAIL_TO_PASS'), ...testsIn(report, 'PASS_TO_PASS')],
  }),
});

function testsIn(report: JsonObject, kind: 'FAIL_TO_PASS' | 'PASS_TO_PASS'): readonly VerifierResult[] {
  const status = objectIn(objectIn(report.tests_status)?.[kind]);
  const [success, failure] = [listIn(status?.success), listIn(status?.failure)];
  const total = success.length + failure.length;
  return total === 0
    ? []
    : [
        {
          name: kind,
          passed: failure.length === 0,
          detail: [`${success.length}/${total}`, ...failure.map(String)].join('\n'),
        },
      ];
}
