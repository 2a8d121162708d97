import type { Message } from '../../model/item/item';
import { isObject } from '../../dataset/fields/recordFields';
import type { DropReason } from '../dropReasons';

/** A turn that a model was told, as OpenAI's Responses API has it. */
interface ToldItem {
  readonly type: 'message';
  readonly role: 'user' | 'assistant' | 'system' | 'developer';
  readonly content: string;
}

/** What a model said. */
interface SaidItem {
  readonly type: 'message';
  readonly id: string;
  readonly role: 'assistant';
  readonly status: 'completed';
  readonly content: readonly {
    readonly type: 'output_text';
    readonly text: string;
    readonly annotations: readonly [];
  }[];
}

interface CallItem {
  readonly type: 'function_call';
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

interface AnswerItem {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string;
}

export type InputItem = ToldItem | CallItem | AnswerItem;
export type OutputItem = SaidItem | InputItem;

/** A function that a model can call, as the Responses API defines it. */
export interface FunctionTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly strict: false;
}

const roles: readonly string[] = ['user', 'assistant', 'system', 'developer'] satisfies ToldItem['role'][];

/** Why turns are none of the Responses API: a speaker that it does not know, or what a tool says without a call. */
export function itemsFault(turns: readonly Message[]): DropReason | undefined {
  if (turns.some(({ role }) => role !== 'tool' && !roles.includes(role))) return 'unknown-role';
  let open = 0;
  for (const { role, toolCalls, toolCallId } of turns) {
    open += toolCalls?.length ?? 0;
    if (role === 'tool' && toolCallId === undefined && open === 0) return 'call-unanswered';
    if (role === 'tool') open = Math.max(0, open - 1);
  }
  return undefined;
}

/**
 * A prompt and what follows it as items of OpenAI's Responses API (openai/openai-python, `src/openai/types/responses`):
 * what is said, then the calls beside it; what the prompt says is told, and what the assistant says behind it is output.
 * A call without an id gets one by its place, and an answer that names none is that of the first call without an answer.
 */
export function responsesItems(
  prompt: readonly Message[],
  turns: readonly Message[],
): { readonly input: readonly InputItem[]; readonly output: readonly OutputItem[] } {
  const open: string[] = [];
  let calls = 0;
  const rest = ({ role, content, toolCalls = [], toolCallId }: Message): InputItem[] => {
    if (role === 'tool') {
      const at = toolCallId === undefined ? 0 : open.indexOf(toolCallId);
      const [first] = at < 0 ? [] : open.splice(at, 1);
      return [{ type: 'function_call_output', call_id: toolCallId ?? first ?? '', output: content }];
    }
    return toolCalls.map(({ id, name, arguments: given }): CallItem => {
      const callId = id ?? `call_${calls}`;
      calls++;
      open.push(callId);
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      return { type: 'function_call', call_id: callId, name, arguments: text };
    });
  };
  const isSaid = ({ role, content, toolCalls }: Message): boolean =>
    role !== 'tool' && (content !== '' || toolCalls === undefined);
  const told = ({ role, content }: Message): ToldItem => ({
    type: 'message',
    role: role as ToldItem['role'],
    content,
  });
  const input = prompt.flatMap((turn): InputItem[] => [...(isSaid(turn) ? [told(turn)] : []), ...rest(turn)]);
  const output = turns.flatMap((turn, at): OutputItem[] => {
    const said: OutputItem[] = !isSaid(turn) ? [] : turn.role === 'assistant' ? [saidItem(turn, at)] : [told(turn)];
    return [...said, ...rest(turn)];
  });
  return { input, output };
}

const saidItem = ({ content }: Message, at: number): SaidItem => ({
  type: 'message',
  id: `msg_${at}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: content, annotations: [] }],
});

/** Tools as the Responses API defines functions; undefined where one is no function with a name. */
export function functionTools(
  tools: readonly Readonly<Record<string, unknown>>[],
): readonly FunctionTool[] | undefined {
  const made = tools.map((tool) => functionTool(isObject(tool.function) ? tool.function : tool));
  return made.every((tool) => tool !== undefined) ? made : undefined;
}

function functionTool({ name, description, ...rest }: Readonly<Record<string, unknown>>): FunctionTool | undefined {
  if (typeof name !== 'string') return undefined;
  const parameters = [rest.parameters, rest.input_schema, rest.inputSchema].find(isObject) ?? {};
  return {
    type: 'function',
    name,
    description: typeof description === 'string' ? description : '',
    parameters,
    strict: false,
  };
}
