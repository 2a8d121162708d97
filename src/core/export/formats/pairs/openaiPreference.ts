import * as z from 'zod';
import { turnsOf, type Message, type Response } from '../../../model/item/item';
import type { Frozen } from '../../columns';
import { trainerMessage, type TrainerMessage } from '../../texts/messages';
import { pairFormat } from '../../builders/pairFormat';
import type { DropReason } from '../../dropReasons';
import { withoutSystem } from '../../texts/turns';
import { openAi, together } from '../../commands/researchAndHosted';

/**
 * `{input: {messages, tools?, parallel_tool_calls?}, preferred_output: [assistant], non_preferred_output: [assistant]}`
 * and nothing else: what the hosted services take (OpenAI, direct preference optimization guide; together-python
 * `utils/files.py:442 validate_preference_openai` and `:640 _check_jsonl`). Together stops at the first row that it
 * refuses, so none is written that it would: turns of tools and developers, two turns by one role, a prompt that ends
 * with the assistant's turn, several messages for an output. An item with images gives no row: the guide says that
 * preferences are tuned on for text alone.
 */
export const openaiPreference = pairFormat({
  name: 'openai-preference',
  title: 'Preferred and non-preferred output, for hosted fine-tuning services',
  files: ['jsonl'],
  toolsIn: 'column',
  trainers: [
    { name: 'OpenAI', command: openAi },
    { name: 'Azure OpenAI' },
    { name: 'Together', command: together },
    { name: 'Fireworks (at least 3 rows)' },
  ],
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
      value: ({ item: { prompt, tools } }) => ({
        messages: prompt.map(said),
        ...(tools && { tools, parallel_tool_calls: true }),
      }),
    },
    preferred_output: { rule: output('preferred_output'), value: ({ chosen }) => turnsOf(chosen).map(said) },
    non_preferred_output: {
      rule: output('non_preferred_output'),
      value: ({ rejected }) => turnsOf(rejected).map(said),
    },
  },
  rules: {
    silent: ({ preferred_output: preferred, non_preferred_output: other }) =>
      JSON.stringify(preferred) === JSON.stringify(other)
        ? "both outputs are the same: Together's validator accepts this, but the model learns nothing from it"
        : undefined,
    whole: (rows) =>
      rows < 3
        ? { warning: `holds ${rows === 1 ? 'one row' : `${rows} rows`}: Fireworks asks for at least 3 examples` }
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

/** A message as OpenAI has it: calls of tools have an id, and their arguments as JSON text. */
function said(message: Message): Frozen<z.infer<ReturnType<typeof aMessage>>> {
  const { tool_calls: _, ...rest } = trainerMessage(message) as TrainerMessage & { readonly role: 'user' };
  if (!message.toolCalls) return rest;
  const calls = message.toolCalls.map(({ id, name, arguments: given }, i) => ({
    id: id ?? `call_${i + 1}`,
    type: 'function' as const,
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
  return { ...rest, tool_calls: calls };
}

function aMessage() {
  return z.strictObject({
    role: z.enum(['system', 'user', 'assistant'], {
      error: ({ input }) =>
        `Together says 'Found invalid role \`${String(input)}\` in the messages'; it knows system, user and assistant`,
    }),
    content: z.string('must be text: Together and Fireworks refuse null'),
    weight: z.union([z.literal(0), z.literal(1)]).optional(),
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string(),
          type: z.literal('function'),
          function: z.looseObject({ name: z.string().min(1), arguments: z.string('must be JSON text') }),
        }),
      )
      .optional(),
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
