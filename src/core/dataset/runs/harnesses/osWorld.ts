import { basename, dirname, sep } from 'node:path';
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
 * file, which is not there; few writers have it in each line (`instruction`). Rewards of steps are those of the
 * environment, of which only the end is evaluated. A run that broke off ends in `{"Error": text}`. The model is named by
 * the folders: `<actions>/<observations>/<model>/<domain>/<example>`.
 *
 * Seen in real files: lines without `response` (gpt-4o, 2025), with a text, and with an object
 * `{model, status, raw_response, usage, …}` (gpt-5.5, 2026); several actions of one response, each a line; an `Error` as
 * the only line.
 */
export const osWorld: Harness = {
  name: 'osworld',
  title: 'OSWorld trajectories (traj.jsonl)',
  origin: 'xlang-ai/OSWorld, lib_run_single.py (run_single_example)',
  markers: ['"screenshot_file"', '"action_timestamp"', '{"Error": "'],
  matches: ({ name, first }) => {
    const head = objectIn(first);
    return head !== undefined && (isStep(head) || (name === 'traj.jsonl' && isError(head)));
  },
  async *runs(file) {
    const unread = new Unread();
    const turns: Message[] = [];
    const steps: JsonObject[] = [];
    let last: JsonObject | undefined;
    let error: string | undefined;
    for await (const value of file.lines()) {
      const step = objectIn(value);
      error = textIn(step?.Error) ?? error;
      if (step && isError(step)) continue;
      if (!step || !isStep(step)) {
        unread.line();
        continue;
      }
      turns.push(...turnsIn(step, last, unread));
      if (!isSameResponse(step, last)) steps.push(step);
      last = step;
    }
    const asked = textIn(last?.instruction);
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else
      yield {
        task: {
          id: basename(dirname(file.path)),
          prompt: asked === undefined ? [] : [{ role: 'user', content: asked }],
        },
        run: present<RunAttempt>({
          turns,
          model: steps.map(({ response }) => textIn(objectIn(response)?.model)).find((name) => name) ?? modelIn(file),
          exit: error ?? endIn(last),
          verifiers: await resultOf(file),
          usage: usageIn(steps),
        }),
      };
    yield* unread.told();
  },
};

const isStep = (value: JsonObject): boolean =>
  typeof value.step_num === 'number' && 'action' in value && 'action_timestamp' in value;

/** The word with which the agent ends its run; one that waited last had no more steps. */
function endIn(last: JsonObject | undefined): string | undefined {
  const action = textIn(last?.action);
  return action !== undefined && /^[A-Z_]+$/.test(action) && action !== 'WAIT' ? action : undefined;
}

const isError = (value: JsonObject): boolean => typeof value.Error === 'string' && Object.keys(value).length === 1;

/** The folders between those of what a model sees and of the domain of the example. */
function modelIn(file: RunFile): string | undefined {
  const folders = dirname(file.path).split(sep).slice(0, -2);
  const seen = folders.findLastIndex((folder) => /^(?:screenshot|a11y_tree|screenshot_a11y_tree|som)$/.test(folder));
  return seen < 0 ? undefined : textIn(folders.slice(seen + 1).join('/'));
}

function usageIn(steps: readonly JsonObject[]): RunAttempt['usage'] {
  const sum = (name: string): number | undefined => {
    const counts = steps.flatMap(({ response }) => numberIn(objectIn(objectIn(response)?.usage)?.[name]) ?? []);
    return counts.length > 0 ? counts.reduce((all, each) => all + each, 0) : undefined;
  };
  const usage = present<NonNullable<RunAttempt['usage']>>({
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

async function resultOf(file: RunFile): Promise<readonly VerifierResult[] | undefined> {
  const text = (await file.textBeside('result.txt'))?.trim();
  const score = text === undefined || text === '' ? undefined : numberIn(Number(text));
  return score === undefined ? undefined : [{ name: 'result', score }];
}

/** What a model says once may be several actions, each a line. */
const isSameResponse = (step: JsonObject, before: JsonObject | undefined): boolean =>
  before !== undefined &&
  before.step_num === step.step_num &&
  JSON.stringify(before.response) === JSON.stringify(step.response);

function turnsIn(step: JsonObject, before: JsonObject | undefined, unread: Unread): readonly Message[] {
  const said = textIn(step.response) ?? textIn(objectIn(step.response)?.raw_response) ?? '';
  const isSame = isSameResponse(step, before);
  if (said === '' && objectIn(step.response)) unread.part('response');
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
