import { isObject } from '../../dataset/fields/recordFields';
import type { Fields } from '../fields';
import { toolsHeading } from '../texts/promptAsShown';

/** Kinds of text in a row, in the order in which a conversation has them; `past-…` stands in the prompt. */
export const rowParts = [
  'system',
  'tools',
  'user',
  'past-text',
  'past-calls',
  'past-observations',
  'text',
  'calls',
  'observations',
  'replies',
  'answer',
] as const;
export type RowPart = (typeof rowParts)[number];

/** What rows are like, as far as trainers treat them differently; the small studies in test/trainers/shapes have one of each. */
export const rowShapes = [
  'plain',
  'turns',
  'system',
  'tools',
  'image',
  'run',
  'run-user-last',
  'step',
  'step-call',
  'step-text',
  'long',
] as const;
export type RowShape = (typeof rowShapes)[number];

/** A text of a row, with what kind it is. */
export interface RowSpan {
  readonly part: RowPart;
  readonly text: string;
}

/** A row taken apart: the texts of each answer with its prompt, and what the row is like. */
export interface TakenRow {
  readonly shape: RowShape;
  readonly sides: readonly {
    readonly side: 'chosen' | 'rejected' | 'completion';
    readonly spans: readonly RowSpan[];
  }[];
}

type Role = 'system' | 'user' | 'assistant' | 'tool';

interface Turn {
  readonly role: Role;
  readonly text: string;
  readonly calls: readonly string[];
  readonly hasMedia: boolean;
}

interface Sides {
  readonly prompt: readonly Turn[];
  readonly answers: readonly (readonly [side: 'chosen' | 'rejected' | 'completion', turns: readonly Turn[]])[];
}

const roles: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  function_call: 'assistant',
  tool_call: 'assistant',
  tool: 'tool',
  observation: 'tool',
  tool_response: 'tool',
};

/** Takes a row of a training file apart; undefined where it holds no conversation with answers to learn from. */
export function takeApart(row: Fields): TakenRow | undefined {
  const sides = sidesIn(row);
  if (!sides) return undefined;
  const prompt = [...systemIn(row), ...sides.prompt];
  const tools = typeof row.tools === 'string' && row.tools !== '' ? row.tools : undefined;
  const hasMedia = ['images', 'videos', 'audios'].some((name) => Array.isArray(row[name]) && row[name].length > 0);
  return {
    shape: shapeOf(prompt, sides.answers[0]?.[1] ?? [], hasMedia),
    sides: sides.answers.map(([side, turns]) => ({
      side,
      spans: [
        ...(tools === undefined ? [] : [{ part: 'tools' as const, text: tools }]),
        ...prompt.flatMap((turn) => spansBefore(turn)),
        ...spansOfAnswer(turns),
      ],
    })),
  };
}

function sidesIn(row: Fields): Sides | undefined {
  const { chosen, rejected } = row;
  if (Array.isArray(row.completions) && Array.isArray(row.context)) {
    const byRank = row.completions.filter(isObject).sort((a, b) => Number(a.rank) - Number(b.rank));
    return {
      prompt: turnsIn(row.context, 'user'),
      answers: [
        ['chosen', turnsIn(byRank[0]?.completion, 'assistant')],
        ['rejected', turnsIn(byRank[1]?.completion, 'assistant')],
      ],
    };
  }
  if (chosen !== undefined && rejected !== undefined) {
    const asked = row.prompt ?? row.conversations ?? row.input;
    const pair = [turnsIn(chosen, 'assistant'), turnsIn(rejected, 'assistant')] as const;
    return asked === undefined ? parted(...pair) : paired(turnsIn(asked, 'user'), ...pair);
  }
  if (Array.isArray(row.messages)) {
    const whole = turnsIn(row.messages, 'user');
    if (row.rejected_messages !== undefined) return parted(whole, turnsIn(row.rejected_messages, 'user'));
    if (row.rejected_response !== undefined)
      return paired(whole.slice(0, -1), whole.slice(-1), turnsIn(row.rejected_response, 'assistant'));
    const start = startOfAnswer(whole, labelled(row) !== 'completion');
    return start < 0 ? undefined : { prompt: whole.slice(0, start), answers: [[labelled(row), whole.slice(start)]] };
  }
  const completion = row.completion ?? (Array.isArray(row.conversations) ? row.conversations.slice(-1) : undefined);
  if (completion === undefined) return undefined;
  const asked = row.completion === undefined ? (row.conversations as unknown[]).slice(0, -1) : row.prompt;
  return { prompt: turnsIn(asked, 'user'), answers: [[labelled(row), turnsIn(completion, 'assistant')]] };
}

/**
 * Where the answer begins in a conversation that does not say it: what is labelled is the last of the assistant's turns,
 * with the calls before it; of a demonstration it is all that the assistant did with tools, or the last answer.
 */
function startOfAnswer(turns: readonly Turn[], isLabelled: boolean): number {
  if (isLabelled) return turns.findLastIndex(({ role }) => role !== 'assistant') + 1;
  const usesTools = turns.some(({ role, calls }) => role === 'tool' || calls.length > 0);
  return usesTools ? turns.findIndex(({ role }) => role === 'assistant') : lastAnswer(turns);
}

const lastAnswer = (turns: readonly Turn[]): number => turns.findLastIndex(({ role }) => role === 'assistant');

const labelled = (row: Fields): 'chosen' | 'rejected' | 'completion' => {
  const label = row.label ?? row.kto_tag;
  return label === undefined ? 'completion' : label ? 'chosen' : 'rejected';
};

const paired = (prompt: readonly Turn[], chosen: readonly Turn[], rejected: readonly Turn[]): Sides => ({
  prompt,
  answers: [
    ['chosen', chosen],
    ['rejected', rejected],
  ],
});

/** Two whole conversations: what both begin with is their prompt, up to the first answer that differs. */
function parted(chosen: readonly Turn[], rejected: readonly Turn[]): Sides {
  const differs = chosen.findIndex((turn, at) => JSON.stringify(turn) !== JSON.stringify(rejected[at]));
  const at = differs < 0 ? Math.max(0, chosen.length - 1) : differs;
  return paired(chosen.slice(0, at), chosen.slice(at), rejected.slice(at));
}

const systemIn = (row: Fields): Turn[] =>
  typeof row.system === 'string' && row.system !== ''
    ? [{ role: 'system', text: row.system, calls: [], hasMedia: false }]
    : [];

function turnsIn(value: unknown, role: Role): Turn[] {
  if (typeof value === 'string') return [{ role, text: value, calls: [], hasMedia: false }];
  if (Array.isArray(value)) return withCalls(value.flatMap((each) => turnsIn(each, role)));
  if (!isObject(value)) return [];
  const own = value.role ?? value.from;
  const named = typeof own === 'string' ? own : role;
  const { text, hasMedia } = contentIn(value.content ?? value.value);
  const isCall = named === 'function_call' || named === 'tool_call';
  const calls = Array.isArray(value.tool_calls) ? value.tool_calls.map((call) => JSON.stringify(call)) : [];
  return [{ role: roles[named] ?? 'user', text: isCall ? '' : text, calls: isCall ? [text] : calls, hasMedia }];
}

/** Calls that stand behind what the assistant said, as turns of their own, belong to it. */
function withCalls(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const turn of turns) {
    const before = merged.at(-1);
    if (before?.role === 'assistant' && turn.role === 'assistant' && turn.text === '' && turn.calls.length > 0)
      merged[merged.length - 1] = { ...before, calls: [...before.calls, ...turn.calls] };
    else merged.push(turn);
  }
  return merged;
}

function contentIn(content: unknown): { text: string; hasMedia: boolean } {
  if (typeof content === 'string') return { text: content, hasMedia: false };
  if (!Array.isArray(content)) return { text: '', hasMedia: false };
  const parts = content.filter(isObject);
  return {
    text: parts.map(({ text }) => (typeof text === 'string' ? text : '')).join(''),
    hasMedia: parts.some(({ type }) => type !== 'text'),
  };
}

function shapeOf(prompt: readonly Turn[], answer: readonly Turn[], hasMedia: boolean): RowShape {
  if (answer.some(({ role }) => role === 'user')) return answer.at(-1)?.role === 'user' ? 'run-user-last' : 'run';
  if (answer.some(({ role }) => role === 'tool')) return 'tools';
  const calls = answer.some((turn) => turn.calls.length > 0);
  if (calls) return answer.some(({ text }) => text !== '') ? 'step' : 'step-call';
  if (prompt.some((turn) => turn.role === 'tool' || turn.calls.length > 0)) return 'step-text';
  if (hasMedia || prompt.some((turn) => turn.hasMedia)) return 'image';
  if (prompt.some(({ role }) => role === 'assistant') || answer.length > 1) return 'turns';
  return prompt.some(({ role }) => role === 'system') ? 'system' : 'plain';
}

function spansBefore({ role, text, calls }: Turn): RowSpan[] {
  const part = ({ system: 'system', user: 'user', assistant: 'past-text', tool: 'past-observations' } as const)[role];
  const list = role === 'system' ? text.indexOf(toolsHeading) : -1;
  const said = list < 0 ? text : text.slice(0, list).trimEnd();
  return [
    ...(said === '' ? [] : [{ part, text: said }]),
    ...(list < 0 ? [] : [{ part: 'tools' as const, text: text.slice(list) }]),
    ...calls.map((call) => ({ part: 'past-calls' as const, text: call })),
  ];
}

function spansOfAnswer(turns: readonly Turn[]): RowSpan[] {
  const last = lastAnswer(turns);
  const spans: RowSpan[] = [];
  for (const [at, { role, text, calls }] of turns.entries()) {
    const isBefore = !turns.slice(0, at).some((turn) => turn.role === 'assistant');
    const said =
      role === 'assistant' ? (at === last ? 'answer' : 'text') : role === 'tool' ? 'observations' : 'replies';
    // The task of a run that begins with it is asked, as a prompt is.
    if (text !== '') spans.push({ part: said === 'replies' && isBefore ? 'user' : said, text });
    for (const call of calls) spans.push({ part: 'calls', text: call });
  }
  return spans;
}
