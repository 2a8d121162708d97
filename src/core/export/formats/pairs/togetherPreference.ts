import * as z from 'zod';
import { turnsOf, type Message, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import type { DropReason } from '../../dropReasons';
import { hostedFields, hostedInput, hostedTurns } from './openaiPreference';
import { withoutSystem } from '../../texts/turns';
import { together } from '../../commands/researchAndHosted';

/**
 * The shape of `openai-preference` as Together takes it (together-python `utils/files.py:442 validate_preference_openai`
 * and `:640 _check_jsonl`). It stops at the first row that it refuses, so none is written that it would: turns of tools
 * and developers, two turns by one role, a prompt that ends with the assistant's turn, several messages for an output. An
 * item with images gives no row: preferences are tuned on for text alone.
 */
export const togetherPreference = pairFormat({
  name: 'together-preference',
  title: 'Preferred and non-preferred output, for Together',
  files: ['jsonl'],
  toolsIn: 'column',
  trainers: [{ name: 'Together', command: together }],
  refuses: ({ item, chosen, rejected }) =>
    refusedPrompt(item.prompt) ?? refusedOutput(chosen) ?? refusedOutput(rejected),
  columns: {
    input: {
      rule: z.strictObject(
        {
          messages: turns(),
          tools: z.array(z.looseObject({})).optional(),
          parallel_tool_calls: z.boolean().optional(),
        },
        {
          error: ({ code }) =>
            code === 'invalid_type' ? "Together says 'The `input` field must be a dictionary.'" : undefined,
        },
      ),
      // No turn of a tool is in a prompt that is not refused.
      value: ({ item }) =>
        hostedInput(item) as ReturnType<typeof hostedInput> & { messages: readonly TogetherMessage[] },
    },
    preferred_output: { rule: output('preferred_output'), value: ({ chosen }) => answerOf(chosen) },
    non_preferred_output: {
      rule: output('non_preferred_output'),
      value: ({ rejected }) => answerOf(rejected),
    },
  },
  rules: {
    silent: ({ preferred_output: preferred, non_preferred_output: other }) =>
      JSON.stringify(preferred) === JSON.stringify(other)
        ? "both outputs are the same: Together's validator accepts this, but the model learns nothing from it"
        : undefined,
    blankLine: "Together's validator stops with 'Error parsing json payload. Unexpected format'",
  },
});

const known = ['system', 'user', 'assistant'];

function refusedPrompt(prompt: readonly Message[]): DropReason | undefined {
  if (prompt.some(({ role, toolCalls }) => !known.includes(role) || toolCalls !== undefined)) return 'unknown-role';
  if (prompt.at(-1)?.role === 'assistant') return 'last-from-assistant';
  if (withoutSystem(prompt).length === 0 || prompt.some(({ role }, i) => role === prompt[i - 1]?.role))
    return 'same-role';
  return prompt.some(({ content }) => content === '') ? 'empty-turn' : undefined;
}

function refusedOutput(response: Response): DropReason | undefined {
  const [turn, ...further] = turnsOf(response);
  if (further.length > 0) return 'not-one-message';
  if (turn?.role !== 'assistant') return 'unknown-role';
  return turn.content === '' && turn.toolCalls === undefined ? 'empty-turn' : undefined;
}

type TogetherMessage = z.infer<ReturnType<typeof aMessage>>;
const answerOf = (response: Response) => hostedTurns(turnsOf(response)) as readonly TogetherMessage[];

function aMessage() {
  return z.strictObject({
    role: z.enum(['system', 'user', 'assistant'], {
      error: ({ input }) =>
        `Together says 'Found invalid role \`${String(input)}\` in the messages'; it knows system, user and assistant`,
    }),
    content: z.string('must be text: Together refuses null'),
    ...hostedFields,
  });
}

function turns() {
  return z
    .array(aMessage(), 'must be a list of messages')
    .min(1, 'is an empty list')
    .refine(
      (list) => list.at(-1)?.role !== 'assistant',
      "Together says 'The last message in the input conversation must not be from the assistant'",
    )
    .refine(
      (list) => list.every(({ role }, i) => role !== list[i - 1]?.role),
      "Together says 'Invalid role turns': user and assistant must alternate",
    )
    .refine((list) => list.every(({ content }) => content !== ''), 'holds an empty message');
}

function output(name: string) {
  return z
    .array(aMessage(), `Together says 'The \`${name}\` field must be a list.'`)
    .length(1, `Together says 'The \`${name}\` list must contain exactly one message.'`)
    .refine(
      (list) => list[0]?.role === 'assistant',
      `Together says 'The \`${name}\` must contain an assistant message.'`,
    )
    .refine(
      (list) => list.every(({ content, tool_calls: calls }) => content !== '' || calls !== undefined),
      'holds an empty message',
    );
}
