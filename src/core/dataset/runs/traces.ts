import type { Message, Run, RunPart, ToolCall } from '../../model/item/item';
import { shortHash } from '../../model/text/shortHash';
import type { RunAttempt, RunTask } from './harness';
import { present } from './values';

/** What a trace has of one thing that was done. */
export interface TraceSpan {
  readonly id: string;
  readonly parent?: string | undefined;
  readonly name: string;
  /** In milliseconds. */
  readonly start: number;
  readonly end?: number | undefined;
  /** The agent whose work it is. */
  readonly agent?: string | undefined;
  /** A request to a model, with all that was said so far in most, and what it answered. */
  readonly request?: {
    readonly input: readonly Message[];
    readonly output: readonly Message[];
    readonly model?: string | undefined;
  };
  /** A tool that was called, and what it gave. */
  readonly call?: { readonly call: ToolCall; readonly result?: string | undefined };
  readonly usage?: Run['usage'];
}

/**
 * The run in the spans of a trace, in the order of their time. Each request repeats what was said before, so that a turn
 * is taken once. Requests that begin otherwise (another system prompt, another first message) are conversations of their
 * own: the longest one is the run, the others are those of agents that helped. Undefined where no model was asked.
 * @param asked what the trace itself was asked, where its requests do not say so
 */
export function runOfTrace(
  spans: readonly TraceSpan[],
  asked: readonly Message[] = [],
): { readonly task: RunTask; readonly run: RunAttempt } | undefined {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const talks: Conversation[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.request) {
      const { input, output } = span.request;
      const talk =
        talks.find((each) => each.goesOn(input)) ??
        talks.find((each) => each.isNear(span, input)) ??
        opened(span, input);
      talk.hear(input);
      for (const turn of output) talk.say(turn);
    } else if (span.call) {
      const { call, result } = span.call;
      const talk =
        talks.findLast((each) => each.awaits(call)) ??
        talks.findLast((each) => each.parent === span.parent) ??
        talks.at(-1) ??
        opened(span, []);
      talk.answer(call, result);
    }
  }
  function opened(span: TraceSpan, input: readonly Message[]): Conversation {
    const talk = new Conversation(input, span.parent, agentOf(span, byId));
    talks.push(talk);
    return talk;
  }
  if (!spans.some(({ request }) => request)) return undefined;
  const [main, ...helpers] = talks.toSorted((a, b) => b.turns.length - a.turns.length);
  if (!main || main.turns.length === 0) return undefined;
  const start = main.given;
  const own = main.turns.slice(0, start);
  const prompt = own.some(({ role }) => role === 'user')
    ? [...asked.filter(({ role }) => role === 'system' && !own.some((turn) => turn.role === 'system')), ...own]
    : [...own, ...asked.filter(({ role }) => role !== 'system' || own.length === 0)];
  const models = spans.flatMap(({ request }) => request?.model ?? []);
  return {
    // Whoever was asked the same did the same task: a trace has an id of its own, that no other attempt shares.
    task: { id: `trace-${shortHash(JSON.stringify(prompt)).slice(0, 8)}`, prompt },
    run: present<RunAttempt>({
      turns: main.turns.slice(start),
      model: models[0],
      usage: usageOf(spans),
      subagents:
        helpers.length > 0
          ? helpers.map(({ name, turns }): RunPart => ({ ...(name !== undefined && { name }), turns }))
          : undefined,
    }),
  };
}

/** The agent whose work a span is: the next one above it that is named. */
function agentOf(span: TraceSpan, byId: ReadonlyMap<string, TraceSpan>): string | undefined {
  const passed = new Set<TraceSpan>();
  for (
    let at: TraceSpan | undefined = span;
    at && !passed.has(at);
    at = at.parent === undefined ? undefined : byId.get(at.parent)
  ) {
    if (at.agent !== undefined) return at.agent;
    passed.add(at);
  }
  return undefined;
}

function usageOf(spans: readonly TraceSpan[]): Run['usage'] {
  const usages = spans.flatMap(({ usage }) => usage ?? []);
  const sum = (name: 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cost'): number | undefined => {
    const counts = usages.flatMap((usage) => usage[name] ?? []);
    return counts.length > 0 ? counts.reduce((all, each) => all + each, 0) : undefined;
  };
  const ends = spans.flatMap(({ end }) => end ?? []);
  const seconds = ends.length > 0 ? (latest(ends) + latest(spans.map(({ start }) => -start))) / 1000 : undefined;
  return present({
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedTokens: sum('cachedTokens'),
    cost: sum('cost'),
    seconds: seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  });
}

const latest = (times: readonly number[]): number => times.reduce((most, each) => Math.max(most, each), -Infinity);

/** What is said in requests that repeat each other. */
class Conversation {
  readonly turns: Message[] = [];
  /** So many turns stood in its first request: what was said before, and is no decision of the run. */
  given = 0;
  private readonly said = new Map<string, number>();
  private readonly open: { readonly turn: Message; readonly call: ToolCall }[] = [];
  private readonly start: string;

  constructor(
    input: readonly Message[],
    readonly parent: string | undefined,
    readonly name: string | undefined,
  ) {
    this.start = startOf(input);
  }

  /** Whether a request begins as this one does. */
  goesOn(input: readonly Message[]): boolean {
    return input.some(({ role }) => role !== 'system') && startOf(input) === this.start;
  }

  /** Whether a request that does not begin alike is a part of it: of the same agent, told no other rules. */
  isNear(span: TraceSpan, input: readonly Message[]): boolean {
    const system = systemOf(input);
    return (
      span.parent !== undefined && span.parent === this.parent && (system === '' || system === systemOf(this.turns))
    );
  }

  /** Takes what of a request was not said yet. */
  hear(input: readonly Message[]): void {
    const isFirst = this.turns.length === 0;
    const heard = new Map<string, number>();
    for (const turn of input) {
      const name = nameOf(turn);
      const times = (heard.get(name) ?? 0) + 1;
      heard.set(name, times);
      if (times > (this.said.get(name) ?? 0)) this.say(turn);
    }
    if (isFirst) this.given = this.turns.length;
  }

  say(turn: Message): void {
    const called =
      turn.role === 'tool'
        ? this.open.findIndex(({ call }) => call.id !== undefined && call.id === turn.toolCallId)
        : -1;
    if (called >= 0) this.put(turn, called);
    else this.turns.push(turn);
    this.count(turn);
    for (const call of turn.toolCalls ?? []) this.open.push({ turn, call });
  }

  awaits(call: ToolCall): boolean {
    return this.openCall(call) >= 0;
  }

  /** Takes what a tool gave: for a call that waits for it, else for one that nobody wrote down. */
  answer(call: ToolCall, result: string | undefined): void {
    const at = this.openCall(call);
    const id = (at < 0 ? undefined : this.open[at]?.call.id) ?? call.id;
    const turn: Message = { role: 'tool', content: result ?? '', ...(id !== undefined && { toolCallId: id }) };
    if (this.said.has(nameOf(turn))) return;
    if (at < 0) this.say({ role: 'assistant', content: '', toolCalls: [call] });
    if (result === undefined) return;
    this.put(turn, at < 0 ? this.open.length - 1 : at);
    this.count(turn);
  }

  /** Which call waits for what a tool gave: by its id, else by its name and what it was called with. */
  private openCall({ id, name, arguments: given }: ToolCall): number {
    const byId = this.open.findIndex(({ call }) => id !== undefined && call.id === id);
    if (byId >= 0) return byId;
    const named = (each: { readonly call: ToolCall }): boolean =>
      each.call.name === name && (id === undefined || each.call.id === undefined);
    const same = this.open.findIndex(
      (each) => named(each) && JSON.stringify(each.call.arguments) === JSON.stringify(given),
    );
    return same >= 0 ? same : this.open.findIndex(named);
  }

  /** Puts an answer behind its call, where those to the calls of the same turn stand as well. */
  private put(turn: Message, at: number): void {
    const [called] = this.open.splice(at, 1);
    let place = called ? this.turns.indexOf(called.turn) + 1 : this.turns.length;
    while (place < this.turns.length && this.turns[place]?.role === 'tool') place++;
    this.turns.splice(place, 0, turn);
  }

  private count(turn: Message): void {
    const name = nameOf(turn);
    this.said.set(name, (this.said.get(name) ?? 0) + 1);
  }
}

const systemOf = (turns: readonly Message[]): string =>
  turns
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n');

const startOf = (input: readonly Message[]): string => {
  const first = input.find(({ role }) => role !== 'system');
  return JSON.stringify([systemOf(input), first && nameOf(first)]);
};

/** What tells a turn from others, also where it is repeated without its reasoning. */
const nameOf = ({ role, content, toolCallId, toolCalls }: Message): string =>
  role === 'tool' && toolCallId !== undefined
    ? `tool ${toolCallId}`
    : JSON.stringify([
        role,
        content.replace(/^<think>\n[\s\S]*?\n<\/think>\n\n/, '').trim(),
        toolCalls?.map((call) => call.id ?? [call.name, call.arguments]) ?? [],
      ]);
