import { basename, dirname } from 'node:path';
import type { Message, ToolCall, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import type { Harness, RunAttempt, RunFile } from '../harness';
import { Unread } from '../unread';
import { isBelow, numberIn, objectIn, present, textIn } from '../values';

/**
 * A step a line, `{step_num, action_timestamp, action, response, reward, done, info, screenshot_file}`, in the folder of
 * its example, with the screenshots and what the evaluation says of the end (`result.txt`) beside it. An action is the
 * code that moves the mouse and types, a word (DONE, FAIL, WAIT), or an object. What was asked is in the example's own
 * file, which is not there. Rewards of steps are those of the environment, of which only the end is evaluated.
 */
export const osWorld: Harness = {
  name: 'osworld',
  title: 'OSWorld trajectories (traj.jsonl)',
  origin: 'xlang-ai/OSWorld, lib_run_single.py (run_single_example)',
  markers: ['"screenshot_file"', '"action_timestamp"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return head !== undefined && isStep(head);
  },
  async *runs(file) {
    const unread = new Unread();
    const turns: Message[] = [];
    let last: JsonObject | undefined;
    for await (const value of file.lines()) {
      const step = objectIn(value);
      if (!step || !isStep(step)) {
        unread.line();
        continue;
      }
      turns.push(...turnsIn(step, last, unread));
      last = step;
    }
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else
      yield {
        task: { id: basename(dirname(file.path)), prompt: [] },
        run: present<RunAttempt>({
          turns,
          exit: typeof last?.action === 'string' && /^[A-Z]+$/.test(last.action) ? last.action : undefined,
          verifiers: await resultOf(file),
        }),
      };
    yield* unread.told();
  },
};

const isStep = (value: JsonObject): boolean =>
  typeof value.step_num === 'number' && 'action' in value && 'action_timestamp' in value;

async function resultOf(file: RunFile): Promise<readonly VerifierResult[] | undefined> {
  const text = (await file.textBeside('result.txt'))?.trim();
  const score = text === undefined || text === '' ? undefined : numberIn(Number(text));
  return score === undefined ? undefined : [{ name: 'result', score }];
}

/** What a model says once may be several actions, each a line. */
function turnsIn(step: JsonObject, before: JsonObject | undefined, unread: Unread): readonly Message[] {
  const said = textIn(step.response) ?? '';
  const isSame = before !== undefined && before.step_num === step.step_num && before.response === step.response;
  const call = callIn(step.action);
  if (!call) unread.part('action');
  const screenshot = textIn(step.screenshot_file);
  const isInside = screenshot !== undefined && isBelow(screenshot);
  if (screenshot !== undefined && !isInside) unread.part('screenshot_file');
  return [
    { role: 'assistant', content: isSame ? '' : said, ...(call && { toolCalls: [call] }) },
    ...(isInside ? [{ role: 'tool', content: '', media: [{ kind: 'image' as const, source: screenshot }] }] : []),
  ];
}

function callIn(action: unknown): ToolCall | undefined {
  if (typeof action === 'string' && action !== '') return { name: 'computer', arguments: { action } };
  const given = objectIn(action);
  if (!given) return undefined;
  const name = textIn(given.action_type) ?? textIn(given.type) ?? textIn(given.name) ?? 'computer';
  const calls = callsOf({ tool_calls: [{ function: { name, arguments: given } }] });
  return Array.isArray(calls) ? calls[0] : undefined;
}
