import * as z from 'zod';
import { turnsOf, type Item, type Message, type Response, type ToolCall } from '../../../model/item/item';
import { rowFormat } from '../../builders/rowFormat';
import { axolotl, trl } from '../../commands/fineTuningTools';
import { labelsOf } from '../../derive/labels';
import { sameColumns } from '../../formatRules';

// The texts are those of SWE-Gym's verifier, so that a row is what its model was trained on
// (`scripts/openhands-verifier/create_rm_data.ipynb`, commit b681068, `convert_traj_to_rm_conversations`).
const system = `You are an expert judge evaluating AI assistant interactions. Your task is to determine if the assistant successfully resolved the user's request.

Key evaluation criteria:
1. Did the assistant complete the main task requested by the user?
2. Did the assistant handle all edge cases and requirements specified?
3. Were there any errors or issues in the final solution?
4. Did the assistant verify the solution works as intended?

Respond only with "<judgement>YES</judgement>" or "<judgement>NO</judgement>".`;
const before =
  'Please evaluate the following interaction between an AI assistant and a user:\n\n=== INTERACTION LOG ===\n';
const after =
  "\n=== END INTERACTION ===\n\nBased on the above interaction, did the assistant successfully resolve the user's initial request? Respond with YES or NO.";
const line = `${'-'.repeat(100)}\n`;

/**
 * `{messages: [system, user: the run as a log, assistant: "<judgement>YES</judgement>" | NO]}`: what a verifier of runs
 * learns from, which scores a run by the probability of its YES (SWE-Gym, arXiv 2412.21139, section 5).
 */
export const runVerifier = rowFormat({
  name: 'run-verifier',
  title: 'Verifier of runs: a run as a log, then whether it did what was asked',
  family: 'judges',
  trainers: [
    { name: 'TRL SFT', command: trl('sft') },
    {
      name: 'any trainer that reads conversations',
      command: axolotl(['type: chat_template', 'field_messages: messages']),
    },
  ],
  agreesOn: 'labels',
  takes: ['criterion', 'aggregate', 'context', 'evidence', 'media'],
  writesCalls: true,
  tells: 'context',
  *find(judged, options, notify) {
    for (const label of labelsOf(judged, options, notify)) {
      if (label.good) notify.good();
      yield label;
    }
  },
  columns: {
    messages: {
      rule: z.tuple(
        [
          z.strictObject({ role: z.literal('system'), content: z.string() }),
          z.strictObject({
            role: z.literal('user'),
            content: z
              .string()
              .regex(
                /=== INTERACTION LOG ===\n[^]*\n=== END INTERACTION ===/,
                'does not hold the run between "=== INTERACTION LOG ===" and "=== END INTERACTION ==="',
              ),
          }),
          z.strictObject({
            role: z.literal('assistant'),
            content: z
              .string()
              .regex(
                /^<judgement>(?:YES|NO)<\/judgement>$/,
                'must be "<judgement>YES</judgement>" or "<judgement>NO</judgement>": SWE-Gym reads the probability of YES there',
              ),
          }),
        ],
        'must be the task of the verifier (system), the run (user) and the answer (assistant)',
      ),
      value: ({ item, response, good }) => [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: `${before}${interactionLog(item, response)}${after}` },
        { role: 'assistant' as const, content: `<judgement>${good ? 'YES' : 'NO'}</judgement>` },
      ],
    },
  },
  rules: { across: sameColumns },
});

/**
 * A run as the verifier reads it: first what the agent was told to be, then its turns, under their roles and counted in
 * twos; what users say one after the other is one turn (`format_traj` there).
 */
function interactionLog({ prompt }: Pick<Item, 'prompt'>, response: Response): string {
  const turns = [...prompt, ...turnsOf(response)];
  const [first] = turns;
  const told = first?.role === 'system' ? first : undefined;
  const head = told ? `*** System Message that describes the assistant's behavior ***\n${told.content}\n` : '';
  const merged = mergedUsers(told ? turns.slice(1) : turns);
  return `${head}${merged.map((turn, at) => `${line}${turnText(turn, at)}`).join('')}${line}`;
}

function mergedUsers(turns: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (turn.role === 'user' && last?.role === 'user')
      merged[merged.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
    else merged.push(turn);
  }
  return merged;
}

function turnText({ role, content, toolCalls = [] }: Message, at: number): string {
  const heading = role === 'tool' ? 'TOOL EXECUTION RESULT' : role.toUpperCase();
  const calls = toolCalls.map((call, nth) => `### Tool Call ${nth}\n${callText(call)}\n`);
  return `*** Turn ${Math.floor(at / 2) + 1} - ${heading} ***\n${content}\n${calls.join('')}`;
}

/** A call as OpenHands writes it in text (`convert_tool_call_to_string` there, which has values that are no text as Python
 * prints them; here they are JSON). */
function callText({ name, arguments: given }: ToolCall): string {
  const values = typeof given === 'string' ? undefined : given;
  const parameters =
    values === undefined
      ? `${given as string}\n`
      : Object.entries(values)
          .map(([key, value]) => {
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            const around = text.includes('\n') && typeof value === 'string' ? '\n' : '';
            return `<parameter=${key}>${around}${text}${around}</parameter>\n`;
          })
          .join('');
  return `<function=${name}>\n${parameters}</function>`;
}
