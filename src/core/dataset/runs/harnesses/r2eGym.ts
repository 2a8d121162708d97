import type { Message, VerifierResult } from '../../../model/item/item';
import { shortHash } from '../../../model/text/shortHash';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunRecord, RunTask } from '../harness';
import { recordsIn } from '../records';
import { Unread } from '../unread';
import { numberIn, objectIn, objectsInList, present, textIn, withReasoning } from '../values';

/**
 * A trajectory a line, `{trajectory_steps: [{thought, action, observation, token_usage_prompt}], problem_statement,
 * docker_image, ds, agent_args, exit_reason, output_patch, reward, test_output}`. An action is
 * `<function=name><parameter=key>value</parameter></function>`. `ds` is the record of the task, of SWE-bench or of
 * R2E-Gym, whose tasks are named by their image.
 *
 * Seen in real files of copies of R2E-Gym: what a model thought (`reasoning`); actions without a name, where the model
 * called in another form; lines without steps, whose model did not answer (`exit_reason: llm_query_error`), with the
 * messages that it was given (`history`).
 */
export const r2eGym: Harness = {
  name: 'r2e-gym',
  title: 'R2E-Gym trajectories (.jsonl)',
  origin: 'R2E-Gym/R2E-Gym, src/r2egym/agenthub/trajectory/trajectory.py (Trajectory) and action/action.py',
  markers: ['"trajectory_steps"'],
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? (first as readonly unknown[])[0] : first);
    return head !== undefined && isTrajectory(head);
  },
  async *runs(file) {
    const unread = new Unread();
    for await (const row of recordsIn(file, isTrajectory)) {
      if (row && isTrajectory(row)) yield trajectoryIn(row, unread);
      else unread.line();
    }
    yield* unread.told();
  },
};

const isTrajectory = (value: JsonObject): boolean => {
  const [step] = objectsInList(value.trajectory_steps);
  return Array.isArray(value.trajectory_steps) && (step === undefined || 'action' in step || 'thought' in step);
};

function trajectoryIn(row: JsonObject, unread: Unread): RunRecord {
  const ds = objectIn(row.ds) ?? {};
  const statement = textIn(row.problem_statement) ?? textIn(ds.problem_statement);
  const steps = objectsInList(row.trajectory_steps);
  const sum = (name: string): number | undefined => {
    const counts = steps.flatMap((step) => numberIn(step[name]) ?? []);
    return counts.length > 0 ? counts.reduce((all, each) => all + each, 0) : undefined;
  };
  return {
    task: present<RunTask>({
      id:
        textIn(ds.instance_id) ??
        textIn(ds.docker_image) ??
        textIn(row.docker_image) ??
        `problem-${shortHash(statement ?? '').slice(0, 8)}`,
      prompt: statement === undefined ? [] : [{ role: 'user', content: statement }],
      truth: textIn(ds.patch),
      metadata: present<JsonObject>({
        repository: textIn(ds.repo) ?? textIn(ds.repo_name),
        commit: textIn(ds.base_commit),
      }),
    }),
    run: present<RunAttempt>({
      turns: steps.flatMap((step) => turnsIn(step, unread)),
      patch: textIn(row.output_patch),
      model: textIn(objectIn(row.agent_args)?.llm_name),
      exit: textIn(row.exit_reason),
      verifiers: resultsIn(row),
      usage: present({
        inputTokens: sum('token_usage_prompt'),
        outputTokens: sum('token_usage_completion'),
        seconds: numberIn(steps.at(-1)?.total_time_traj),
      }),
    }),
  };
}

function resultsIn({ reward, test_output: output }: JsonObject): readonly VerifierResult[] {
  const score = numberIn(reward);
  const detail = textIn(output);
  return score === undefined ? [] : [{ name: 'reward', score, ...(detail !== undefined && { detail }) }];
}

function turnsIn({ thought, reasoning, action, observation }: JsonObject, unread: Unread): readonly Message[] {
  if (typeof action !== 'string' && typeof thought !== 'string') unread.part('step');
  const text = typeof action === 'string' ? action : '';
  const name = /<function\s*=\s*([^>]+)>/.exec(text)?.[1]?.trim();
  // One without a name is written where the model called nothing, or in another form.
  if (name === undefined && text.trim() !== '' && !/^\s*<function\s*=\s*>\s*<\/function>\s*$/.test(text))
    unread.part('action');
  const given = [...text.matchAll(/<parameter\s*=\s*([^>]+)>(.*?)<\/parameter>/gs)].map(
    ([, key = '', value = '']): [string, string] => [key.trim(), value.trim()],
  );
  return [
    {
      role: 'assistant',
      content: withReasoning(textIn(reasoning), typeof thought === 'string' ? thought : ''),
      ...(name !== undefined && { toolCalls: [{ name, arguments: Object.fromEntries(given) }] }),
    },
    ...(typeof observation === 'string' && observation !== '' ? [{ role: 'tool', content: observation }] : []),
  ];
}
