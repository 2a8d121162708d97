import * as z from 'zod';
import { turnsOf, type Item, type Message, type Response } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { openAi } from '../../commands/researchAndHosted';
import type { DropReason } from '../../dropReasons';

/** Roles of a prompt (openai/openai-openapi, the preference input of fine-tuning). */
const roles = ['system', 'user', 'assistant', 'tool'] as const;

/** What a message of a hosted service has beside its role and its text. */
export const hostedFields = {
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
};

const hostedMessage = z.strictObject({
  role: z.enum(roles, `is none of ${roles.join(', ')}`),
  content: z.string('must be text: Fireworks refuses null'),
  ...hostedFields,
  tool_call_id: z.string('must be the id of the call that it answers').optional(),
});
type HostedMessage = z.infer<typeof hostedMessage>;

/**
 * `{input: {messages, tools?, parallel_tool_calls?}, preferred_output: [assistant], non_preferred_output: [assistant]}`
 * and nothing else: what the hosted services take (OpenAI, direct preference optimization guide, and
 * the preference input of its API: the prompt is any conversation with calls of tools and their answers, an
 * output one message of the assistant, which may call tools). An item with images gives no row: the guide says that
 * preferences are tuned on for text alone.
 */
export const openaiPreference = pairFormat({
  name: 'openai-preference',
  title: 'Preferred and non-preferred output, for hosted fine-tuning services',
  files: ['jsonl'],
  toolsIn: 'column',
  trainers: [{ name: 'OpenAI', command: openAi }, { name: 'Azure OpenAI' }, { name: 'Fireworks (at least 3 rows)' }],
  refuses: ({ item, chosen, rejected }) =>
    refusedPrompt(item.prompt) ?? refusedOutput(chosen) ?? refusedOutput(rejected),
  columns: {
    input: {
      rule: z.strictObject({
        messages: z
          .array(hostedMessage, 'must be a list of messages')
          .min(1, 'is an empty list')
          .refine(
            (list) => list.at(-1)?.role !== 'assistant',
            'ends with the message of an assistant: the outputs are the last one',
          )
          .refine(
            (list) => areAnswered(list),
            'has a call of a tool without its answer, or an answer without its call: OpenAI refuses the file',
          ),
        tools: z.array(z.looseObject({})).optional(),
        parallel_tool_calls: z.boolean().optional(),
      }),
      value: ({ item }) => hostedInput(item),
    },
    preferred_output: { rule: output(), value: ({ chosen }) => hostedTurns(turnsOf(chosen)) },
    non_preferred_output: { rule: output(), value: ({ rejected }) => hostedTurns(turnsOf(rejected)) },
  },
  rules: {
    silent: ({ preferred_output: preferred, non_preferred_output: other }) =>
      JSON.stringify(preferred) === JSON.stringify(other)
        ? 'both outputs are the same: the model learns nothing from it'
        : undefined,
    whole: (rows) =>
      rows < 3
        ? { warning: `holds ${rows === 1 ? 'one row' : `${rows} rows`}: Fireworks asks for at least 3 examples` }
        : undefined,
  },
});

function refusedPrompt(prompt: readonly Message[]): DropReason | undefined {
  if (prompt.some(({ role }) => !roles.includes(role as (typeof roles)[number]))) return 'unknown-role';
  if (prompt.at(-1)?.role === 'assistant') return 'last-from-assistant';
  if (prompt.every(({ role }) => role === 'system')) return 'no-user-turn';
  if (prompt.some(({ role, content, toolCalls }) => content === '' && role !== 'tool' && !toolCalls))
    return 'empty-turn';
  return areAnswered(hostedTurns(prompt)) ? undefined : 'call-unanswered';
}

function refusedOutput(response: Response): DropReason | undefined {
  const [turn, ...further] = turnsOf(response);
  if (further.length > 0) return 'not-one-message';
  if (turn?.role !== 'assistant') return 'unknown-role';
  return turn.content === '' && turn.toolCalls === undefined ? 'empty-turn' : undefined;
}

function output() {
  return z
    .array(hostedMessage, 'must be a list of messages')
    .length(1, 'must hold exactly one message')
    .refine((list) => list[0]?.role === 'assistant', 'must be the message of an assistant')
    .refine(
      (list) => list.every(({ content, tool_calls: calls }) => content !== '' || calls !== undefined),
      'holds an empty message',
    );
}

/** Whether each call is answered before anybody else speaks, and each answer is of such a call. */
function areAnswered(messages: readonly Pick<HostedMessage, 'role' | 'tool_calls' | 'tool_call_id'>[]): boolean {
  let open = new Set<string>();
  for (const { role, tool_calls: calls = [], tool_call_id: id } of messages) {
    if (role === 'tool') {
      if (id === undefined || !open.delete(id)) return false;
    } else {
      if (open.size > 0) return false;
      open = new Set(calls.map((call) => call.id));
    }
  }
  return open.size === 0;
}

/** The prompt of a row, with its tools as objects. */
export const hostedInput = ({ prompt, tools }: Pick<Item, 'prompt' | 'tools'>) => ({
  messages: hostedTurns(prompt),
  ...(tools && { tools, parallel_tool_calls: true }),
});

/**
 * Turns as OpenAI has them: calls of tools have an id and their arguments as JSON text, and an answer the id of its call.
 * Where the source has none, calls are numbered, and answers are of the calls before them in their order.
 */
export function hostedTurns(turns: readonly Message[]): HostedMessage[] {
  let calls = 0;
  let open: string[] = [];
  return turns.map(({ role, content, toolCalls, toolCallId }): HostedMessage => {
    const said = { role: role as HostedMessage['role'], content };
    if (role === 'tool') {
      const id = toolCallId ?? open[0];
      open = open.filter((each) => each !== id);
      return id === undefined ? said : { ...said, tool_call_id: id };
    }
    if (!toolCalls) return said;
    const made = toolCalls.map(({ id, name, arguments: given }) => ({
      id: id ?? `call_${++calls}`,
      type: 'function' as const,
      function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
    }));
    open = made.map(({ id }) => id);
    return { ...said, tool_calls: made };
  });
}
