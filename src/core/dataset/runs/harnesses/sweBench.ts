import { basename, dirname } from 'node:path';
import type { VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { codeFields } from '../codeFields';
import type { Harness, RunAttempt, RunFile, RunRecord, RunTask } from '../harness';
import { recordsIn } from '../records';
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

/** What holds more of a run than its patch is no prediction: another reader has all of it. */
const whole = ['responses_create_params', 'trajectory', 'messages', 'conversations'];

const isPrediction = (value: JsonObject): boolean =>
  typeof value.instance_id === 'string' && 'model_patch' in value && whole.every((name) => !(name in value));

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
      if (isObject(report))
        yield outcomeIn(id, report, reports.length === 1 ? textIn(patch) : undefined, modelAt(file.path, id));
  },
};

/**
 * The model that a report's place names: `run_evaluation/<run>/<model>/<instance>/report.json`, in which `__` stands for
 * the `/` of a name (swebench/harness/run_evaluation.py, run_instance), or `<model>.<instance>.report.json`; undefined
 * elsewhere, as what other folders mean is not known.
 */
function modelAt(path: string, id: string): string | undefined {
  const parts = path.split(/[/\\]/);
  const name = parts.at(-1) ?? '';
  const end = `.${id}.report.json`;
  if (name.endsWith(end) && name.length > end.length) return name.slice(0, -end.length);
  const [, model, instance, ...rest] = parts.slice(parts.lastIndexOf('run_evaluation') + 1);
  return parts.includes('run_evaluation') && rest.length === 1 && instance === id ? model : undefined;
}

const isReport = (value: JsonObject): boolean =>
  typeof value.resolved === 'boolean' && ('patch_exists' in value || 'tests_status' in value);

const outcomeIn = (
  id: string,
  report: JsonObject,
  patch: string | undefined,
  model: string | undefined,
): RunRecord => ({
  task: { id, prompt: [] },
  run: present<RunAttempt>({
    turns: [],
    patch,
    model: textIn(report.model_name_or_path) ?? model,
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

/**
 * The tasks themselves, `{repo, instance_id, base_commit, problem_statement, patch, test_patch, FAIL_TO_PASS}`: what was
 * asked, and the patch that is right. In those of SWE-smith (`repo` is a mirror of its own) `patch` is what brought the
 * bug in. They hold no run, and say more of those in other files.
 */
export const sweBenchInstances: Harness = {
  name: 'swe-bench-instances',
  title: 'SWE-bench, SWE-Gym and SWE-smith instances',
  origin:
    'SWE-bench/SWE-bench, swebench/harness/utils.py (load_swebench_dataset); SWE-bench/SWE-smith, swesmith/constants.py',
  markers: ['"instance_id"'],
  tasksOnly: true,
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? (first as readonly unknown[])[0] : first);
    return head !== undefined && isInstance(head);
  },
  async *runs(file) {
    const unread = new Unread();
    for await (const instance of recordsIn(file, isInstance)) {
      const id = textIn(instance?.instance_id);
      if (!instance || id === undefined) {
        unread.line();
        continue;
      }
      const statement = textIn(instance.problem_statement);
      const patch = textIn(instance.patch);
      yield {
        task: present<RunTask>({
          id,
          prompt: statement === undefined ? [] : [{ role: 'user', content: statement }],
          truth: patch !== undefined && isOfSmith(instance) ? JSON.stringify({ bug_patch: patch }, null, 2) : patch,
          metadata: codeFields(instance),
        }),
      };
    }
    yield* unread.told();
  },
};

/** What only a record of a run, or of an answer, has. */
const ofRun =
  /^(messages|conversations?|traj|trajectory|trajectory_steps|history|responses?|completions?|output|prediction|generated.*|model_patch|model_name_or_path|model|chosen|rejected|test_result|git_patch|responses_create_params)$/;

/** What only records with several patches have, or with what somebody said of them. */
const ofJudgement =
  /answer|better|candidate|label|prefer|rank|rating|rejected|response|winner|worse|patch_|patches|_patch_?[ab\d]/i;

const isInstance = (value: JsonObject): boolean =>
  typeof value.instance_id === 'string' &&
  typeof value.repo === 'string' &&
  ['problem_statement', 'patch', 'test_patch'].some((name) => name in value) &&
  Object.keys(value).every((name) => !ofRun.test(name) && !ofJudgement.test(name));

const isOfSmith = ({ repo, image_name: image }: JsonObject): boolean =>
  String(repo).startsWith('swesmith/') || String(image).startsWith('swesmith');

/**
 * What the tests say of all instances of a run, `{total_instances, resolved_ids, unresolved_ids, empty_patch_ids,
 * error_ids, schema_version}`, of SWE-smith `{resolved, unresolved, total, ids_resolved, ids_unresolved}`. An empty patch
 * resolves nothing; of one whose tests could not be run nothing is known, which is told.
 */
export const sweBenchRunReport: Harness = {
  name: 'swe-bench-run-report',
  title: 'SWE-bench and SWE-smith reports of a run',
  origin:
    'SWE-bench/SWE-bench, swebench/harness/reporting.py (make_run_report); SWE-bench/SWE-smith, swesmith/harness/eval.py',
  markers: ['"resolved_instances"', '"ids_resolved"'],
  matches: ({ first }) => {
    const head = objectIn(first) ?? {};
    return (
      (typeof head.total_instances === 'number' && typeof head.resolved_instances === 'number') ||
      (Array.isArray(head.ids_resolved) && typeof head.total === 'number')
    );
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const ids = (...names: readonly string[]): readonly string[] =>
      names.flatMap((name) => listIn(whole[name]).flatMap((id) => textIn(id) ?? []));
    const model = await modelOfRun(file);
    for (const [passed, tasks] of [
      [true, ids('resolved_ids', 'ids_resolved')],
      [false, ids('unresolved_ids', 'ids_unresolved', 'empty_patch_ids')],
    ] as const)
      for (const id of tasks)
        yield {
          task: { id, prompt: [] },
          run: present<RunAttempt>({ turns: [], model, verifiers: [{ name: 'resolved', passed }] }),
        };
    const errors = ids('error_ids');
    if (errors.length > 0)
      yield { told: problem('runs.notTested', { count: errors.length, tasks: errors.slice(0, 8) }) };
  },
};

/**
 * The model in the name of a run's report, `<model>.<run>.json`: both may have dots in them, so that the folders of the
 * same run beside it (`logs/run_evaluation/<run>/<model>`) tell where one ends.
 */
async function modelOfRun(file: RunFile): Promise<string | undefined> {
  const parts = file.name.replace(/\.json$/i, '').split('.');
  for (let at = 1; at < parts.length; at++) {
    const model = parts.slice(0, at).join('.');
    if ((await file.names(`logs/run_evaluation/${parts.slice(at).join('.')}`)).includes(model)) return model;
  }
  return undefined;
}
