import * as z from 'zod';
import { patchOfResponse } from '../../../code/patchOfResponse';
import { rowFormat } from '../../builders/rowFormat';
import { bestOf } from '../../derive/bestResponse';

/**
 * `{instance_id, model_name_or_path, model_patch}`: the patch of the best run of each task, to be tested by SWE-bench
 * (SWE-bench/SWE-bench at 7a21e05, `swebench/harness/utils.py get_predictions_from_file`,
 * `swebench/harness/run_evaluation.py`). Its tests say how often people chose a run that resolves the task, so those
 * that failed stay. A task has one row, and none where annotators differ and no rule for several (`aggregate`) is given.
 */
export const sweBenchPredictions = rowFormat({
  name: 'swe-bench-predictions',
  title: 'The patch of the best run of each task, for the tests of SWE-bench',
  family: 'texts',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'SWE-bench (run_evaluation)' }],
  takes: ['criterion', 'aggregate'],
  tells: 'nothing',
  perItem: true,
  *find(judged, options, notify) {
    const best = [...bestOf(judged, options, notify)];
    const [first, ...others] = best;
    if (!first) return;
    const { response } = first;
    const patch = patchOfResponse(response);
    if (others.some((each) => each.response.id !== response.id)) notify.drop('best-differs', best.length);
    else if (patch === undefined) notify.drop('no-patch');
    else yield { annotations: best.flatMap(({ annotations }) => annotations), response, patch };
  },
  columns: {
    instance_id: { rule: z.string().min(1, 'is empty: SWE-bench finds no task'), value: ({ item }) => item.id },
    model_name_or_path: {
      rule: z.string().min(1, 'is empty: SWE-bench writes its logs into a folder of this name'),
      value: () => 'tiebreak',
    },
    model_patch: {
      rule: z.string().min(1, 'is empty: SWE-bench does not test it'),
      value: ({ patch }) => patch,
    },
  },
  rules: {
    blankLine: 'stops SWE-bench, which reads every line as JSON',
    across: () => {
      const seen = new Set<unknown>();
      return ({ instance_id: id }) => {
        if (seen.has(id)) return 'is another row of its instance_id: SWE-bench tests the last one alone';
        seen.add(id);
        return undefined;
      };
    },
  },
});
