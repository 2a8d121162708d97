import { dirname, sep } from 'node:path';
import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { Unread } from '../unread';
import { isBelow, objectIn, objectsInList, present, rewardOf, textIn } from '../values';

/**
 * A run in a browser, `{benchmark, agent, goal, steps: [{url, action, reasoning, axtree, screenshot_path}],
 * summary_info: {cum_reward}}`, in `trajectories/cleaned/<benchmark>/<agent>/<experiment>/<task>.json`, with screenshots
 * by their path from the folder of `trajectories`. The reward is what the benchmark's own check says; what people said
 * (annotations.csv) is no outcome, and is not in these files. A step shows what the agent saw, then what it did.
 */
export const agentRewardBench: Harness = {
  name: 'agent-reward-bench',
  title: 'AgentRewardBench trajectories',
  origin:
    'McGill-NLP/agent-reward-bench, scripts/clean_processed_trajectories.py and agent_reward_bench/judge/__init__.py',
  markers: ['"screenshot_path"', '"axtree"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    const [step] = objectsInList(head?.steps);
    return (
      typeof head?.benchmark === 'string' &&
      typeof head.goal === 'string' &&
      step !== undefined &&
      ('axtree' in step || 'screenshot_path' in step)
    );
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    const steps = objectsInList(whole.steps);
    const turns: Message[] = [];
    for (const step of steps) turns.push(...(await turnsIn(file, step, unread)));
    yield {
      task: present<RunTask>({
        id: textIn(whole.task_id) ?? file.name.replace(/\.json$/i, ''),
        prompt: [{ role: 'user', content: String(whole.goal) }],
        metadata: { benchmark: whole.benchmark },
      }),
      run: present<RunAttempt>({
        turns,
        model: textIn(whole.model) ?? textIn(whole.agent),
        verifiers: rewardOf(objectIn(whole.summary_info)?.cum_reward),
      }),
    };
    yield* unread.told();
  },
};

async function turnsIn(file: RunFile, step: JsonObject, unread: Unread): Promise<Message[]> {
  const seen = [textIn(step.url), textIn(step.axtree)].filter((text) => text !== undefined).join('\n\n');
  const source = await screenshotOf(file, textIn(step.screenshot_path), unread);
  const action = textIn(step.action);
  return [
    ...(seen === '' && source === undefined
      ? []
      : [
          {
            role: 'tool',
            content: seen,
            toolName: 'browser',
            ...(source !== undefined && { media: [{ kind: 'image' as const, source }] }),
          },
        ]),
    ...(action === undefined && textIn(step.reasoning) === undefined
      ? []
      : [
          {
            role: 'assistant',
            content: textIn(step.reasoning) ?? '',
            ...(action !== undefined && { toolCalls: [{ name: 'browser', arguments: { action } }] }),
          },
        ]),
  ];
}

const root = 'trajectories';

/** The path of a screenshot from the file's own folder, in the same `trajectories`; undefined where it is not there. */
async function screenshotOf(file: RunFile, path: string | undefined, unread: Unread): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const folders = dirname(file.path).split(sep);
  const up = folders.length - 1 - folders.lastIndexOf(root);
  if (isBelow(path) && path.startsWith(`${root}/`) && folders.includes(root)) {
    const found = [...Array.from({ length: up }, () => '..'), path.slice(root.length + 1)].join('/');
    if (await file.has(found)) return found;
  }
  unread.part('screenshot_path');
  return undefined;
}
