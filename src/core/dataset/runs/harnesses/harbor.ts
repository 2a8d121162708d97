import type { VerifierResult } from '../../../model/item/item';
import { isObject } from '../../fields/recordFields';
import type { Harness, RunFile } from '../harness';
import { numberIn, objectIn, present, textIn } from '../values';

/** What a trial's folder says of its run. */
export interface Trial {
  readonly task: string;
  readonly model?: string;
  readonly exit?: string;
  readonly seconds?: number;
  readonly verifiers?: readonly VerifierResult[];
}

/**
 * A trial's `result.json`, `{task_name, trial_name, agent_info, verifier_result: {rewards: {name: number}},
 * exception_info, started_at, finished_at}`, beside `agent/trajectory.json`. With its trajectory it is read there; without
 * one it is an outcome of which there is no run.
 */
export const harbor: Harness = {
  name: 'harbor',
  title: 'Harbor trials: their outcomes',
  origin: 'Harbor, src/harbor/models/trial/result.py and paths.py',
  markers: ['"verifier_result"', '"trial_name"'],
  matches: ({ first }) =>
    isObject(first) &&
    typeof first.task_name === 'string' &&
    typeof first.trial_name === 'string' &&
    'agent_info' in first,
  async *runs(file) {
    if (await file.has('agent/trajectory.json')) return;
    const trial = trialIn(await file.json());
    if (trial)
      yield {
        task: { id: trial.task, prompt: [] },
        run: present({ turns: [], model: trial.model, exit: trial.exit, verifiers: trial.verifiers }),
      };
  },
};

/** What the result of a trial says, in the folder at `up` from a file; undefined where there is none. */
export async function trialOf(file: RunFile, up: string): Promise<Trial | undefined> {
  return trialIn((await file.beside(`${up}result.json`)) ?? (await file.beside(`${up}results.json`)));
}

function trialIn(value: unknown): Trial | undefined {
  const result = objectIn(value);
  const task = textIn(result?.task_name);
  if (!result || task === undefined) return undefined;
  const rewards = Object.entries(objectIn(objectIn(result.verifier_result)?.rewards) ?? {});
  const info = objectIn(result.agent_info);
  const [start, end] = [result.started_at, result.finished_at].map((time) =>
    typeof time === 'string' ? Date.parse(time) : NaN,
  ) as [number, number];
  return present<Trial>({
    task,
    model: textIn(objectIn(info?.model_info)?.name),
    exit: textIn(objectIn(result.exception_info)?.exception_type),
    seconds: numberIn((end - start) / 1000),
    verifiers: rewards.flatMap(([name, value]) => {
      const score = numberIn(value);
      return score === undefined ? [] : [{ name, score }];
    }),
  });
}
