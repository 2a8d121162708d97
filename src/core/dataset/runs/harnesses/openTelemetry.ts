import type { Message, ToolCall, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt } from '../harness';
import { recordsIn } from '../records';
import { textOfValue, turnsOfValue, unpacked } from '../traceMessages';
import { runOfTrace, type TraceSpan } from '../traces';
import { Unread } from '../unread';
import { idIn, listIn, numberIn, objectIn, objectsInList, present, textIn } from '../values';

/**
 * Spans of OpenTelemetry: OTLP JSON, `{resourceSpans: [{scopeSpans: [{spans: [{traceId, spanId, parentSpanId, attributes:
 * [{key, value: {stringValue}}]}]}]}]}`, also a line each, or as an SDK prints them, `{name, spanContext | context,
 * attributes: {}}`. What was said stands in attributes of the GenAI conventions (`gen_ai.input.messages`, since 1.37), of
 * OpenInference (`llm.input_messages.0.message.content`) or of Vercel's AI SDK (`ai.prompt.messages`). A trace is a run;
 * `gen_ai.evaluation.result` is what a program says of it. One without a message is told, as are
 * messages in events, as they were until 1.36.
 */
export const openTelemetry: Harness = {
  name: 'opentelemetry',
  title: 'OpenTelemetry GenAI, OpenInference and AI SDK spans (OTLP JSON, SDK dumps)',
  origin:
    'open-telemetry/semantic-conventions, docs/gen-ai; Arize-ai/openinference, spec/semantic_conventions.md; vercel/ai, packages/ai/core/telemetry',
  markers: ['"resourceSpans"', '"spanContext"', '"trace_id"', '"traceId"'],
  matches: ({ first }) => {
    const head = objectIn(Array.isArray(first) ? (first as readonly unknown[])[0] : first) ?? {};
    return Array.isArray(head.resourceSpans) || isSpan(head);
  },
  async *runs(file) {
    const unread = new Unread();
    const traces = new Map<string, Span[]>();
    for await (const record of recordsIn(file, (value) => isSpan(value) || Array.isArray(value.resourceSpans))) {
      if (!record) unread.line();
      else
        for (const span of spansIn(record)) {
          const read = spanOf(span, unread);
          const own = read && traces.get(read.trace);
          if (!read) unread.line();
          else if (own) own.push(read);
          else traces.set(read.trace, [read]);
        }
    }
    const silent: string[] = [];
    for (const spans of traces.values()) {
      const found = runOfTrace(spans);
      if (found)
        yield {
          task: found.task,
          run: present<RunAttempt>({ ...found.run, verifiers: spans.flatMap(({ results }) => results) }),
        };
      else silent.push(spans[0]?.name ?? '');
    }
    if (silent.length > 0)
      yield { told: problem('runs.tracesAlone', { count: silent.length, names: [...new Set(silent)].slice(0, 8) }) };
    yield* unread.told();
  },
};

type Span = TraceSpan & { readonly trace: string; readonly results: readonly VerifierResult[] };

/** What an SDK prints of a span has its attributes by name. */
const isSpan = (value: JsonObject): boolean =>
  typeof value.name === 'string' &&
  isObject(value.attributes) &&
  (isObject(value.spanContext) || isObject(value.context) || typeof value.traceId === 'string');

function spansIn(record: JsonObject): readonly JsonObject[] {
  if (!Array.isArray(record.resourceSpans)) return [record];
  return objectsInList(record.resourceSpans).flatMap((resource) =>
    objectsInList(resource.scopeSpans ?? resource.instrumentationLibrarySpans).flatMap((scope) =>
      objectsInList(scope.spans),
    ),
  );
}

function spanOf(span: JsonObject, unread: Unread): Span | undefined {
  const context = objectIn(span.spanContext) ?? objectIn(span.context) ?? span;
  const trace = textIn(context.traceId) ?? textIn(context.trace_id);
  const id = textIn(context.spanId) ?? textIn(context.span_id) ?? textIn(span.id);
  if (trace === undefined || id === undefined) return undefined;
  const attributes = attributesIn(span.attributes);
  // Until 1.36 messages were events.
  for (const { name } of objectsInList(span.events))
    if (typeof name === 'string' && /^gen_ai\.(choice$|\w+\.message$)/.test(name)) unread.part(name);
  const [input, output] = [inputIn(attributes, unread), outputIn(attributes, unread)];
  const model = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.model.id']
    .map((name) => textIn(attributes[name]))
    .find((each) => each !== undefined);
  const isRequest = isModelSpan(attributes) && (input.length > 0 || output.length > 0);
  return {
    trace,
    results: resultsIn(objectsInList(span.events)),
    ...present<TraceSpan>({
      id,
      parent:
        textIn(span.parentSpanId) ??
        textIn(objectIn(span.parentSpanContext)?.spanId) ??
        textIn(span.parent_id) ??
        textIn(span.parentId),
      name: textIn(span.name) ?? '',
      start: timeIn(span.startTimeUnixNano ?? span.startTime ?? span.start_time ?? span.timestamp) ?? 0,
      end: timeIn(span.endTimeUnixNano ?? span.endTime ?? span.end_time),
      agent: textIn(attributes['gen_ai.agent.name']) ?? textIn(attributes['agent.name']),
      request: isRequest ? { input, output, model } : undefined,
      call: isRequest ? undefined : callIn(attributes),
      usage: isRequest ? usageIn(attributes) : undefined,
    }),
  };
}

/** Operations in which a model is asked; an agent's own span repeats what those below it say. */
const requests: ReadonlySet<unknown> = new Set(['chat', 'text_completion', 'generate_content']);

const isModelSpan = (attributes: JsonObject): boolean =>
  requests.has(attributes['gen_ai.operation.name']) ||
  attributes['openinference.span.kind'] === 'LLM' ||
  /^ai\.\w+\.do(Generate|Stream)$/.test(String(attributes['ai.operationId']));

function inputIn(attributes: JsonObject, unread: Unread): readonly Message[] {
  const rules = turnsOfRules(attributes['gen_ai.system_instructions']);
  const given = attributes['gen_ai.input.messages'] ?? attributes['ai.prompt.messages'];
  if (given !== undefined) return [...rules, ...turnsOfValue(given, 'user', unread)];
  return [...rules, ...numbered(attributes, 'llm.input_messages', unread)];
}

function outputIn(attributes: JsonObject, unread: Unread): readonly Message[] {
  const given = attributes['gen_ai.output.messages'];
  if (given !== undefined) return turnsOfValue(given, 'assistant', unread);
  const listed = numbered(attributes, 'llm.output_messages', unread);
  if (listed.length > 0) return listed;
  const text = textIn(attributes['ai.response.text']) ?? textIn(attributes['ai.response.object']);
  const calls = listIn(unpacked(attributes['ai.response.toolCalls']));
  if (text === undefined && calls.length === 0) return [];
  const reasoning = textIn(attributes['ai.response.reasoning']);
  const content = [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...objectsInList(calls).map((call) => ({ ...call, type: 'tool-call' })),
  ];
  return turnsOfValue([{ role: 'assistant', content }], 'assistant', unread);
}

function turnsOfRules(value: unknown): readonly Message[] {
  const rules = unpacked(value);
  if (rules === undefined) return [];
  const content =
    typeof rules === 'string'
      ? rules
      : objectsInList(rules)
          .map((part) => textIn(part.content) ?? textIn(part.text) ?? '')
          .join('\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

/** The messages in attributes that count them, `llm.input_messages.0.message.content`, as OpenInference has them. */
function numbered(attributes: JsonObject, name: string, unread: Unread): readonly Message[] {
  const nested: Tree = {};
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith(`${name}.`)) place(nested, key.slice(name.length + 1).split('.'), value);
  return inOrder(nested).flatMap((entry) => {
    const message = objectIn(objectIn(entry)?.message);
    if (!message) return [];
    const parts = inOrder(objectIn(message.contents)).map((part) => {
      const content = objectIn(objectIn(part)?.message_content) ?? {};
      return content.type === 'image'
        ? { type: 'image_url', image_url: objectIn(objectIn(content.image)?.image) ?? content.image }
        : content;
    });
    const calls = inOrder(objectIn(message.tool_calls)).map((call) => objectIn(objectIn(call)?.tool_call) ?? {});
    return turnsOfValue(
      [
        {
          role: message.role,
          content: parts.length > 0 ? parts : (message.content ?? ''),
          ...(calls.length > 0 && { tool_calls: calls }),
          ...(typeof message.tool_call_id === 'string' && { tool_call_id: message.tool_call_id }),
        },
      ],
      'user',
      unread,
    );
  });
}

interface Tree {
  [key: string]: unknown;
}

function place(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  // A name of an attribute, which must not reach the prototype of all objects.
  if (key === '__proto__') return;
  if (rest.length === 0) tree[key] = value;
  else {
    const inner = Object.hasOwn(tree, key) && isObject(tree[key]) ? (tree[key] as Tree) : {};
    tree[key] = inner;
    place(inner, rest, value);
  }
}

const inOrder = (tree: JsonObject | undefined): readonly unknown[] =>
  Object.entries(tree ?? {})
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value);

function callIn(attributes: JsonObject): TraceSpan['call'] {
  const isTool =
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['openinference.span.kind'] === 'TOOL' ||
    attributes['ai.operationId'] === 'ai.toolCall';
  const name = ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name']
    .map((key) => textIn(attributes[key]))
    .find((each) => each !== undefined);
  if (!isTool || name === undefined) return undefined;
  const value = (...names: readonly string[]): unknown =>
    names.map((key) => attributes[key]).find((each) => each !== undefined);
  const given = unpacked(value('gen_ai.tool.call.arguments', 'ai.toolCall.args', 'tool.parameters', 'input.value'));
  const result = unpacked(value('gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value'));
  const call: ToolCall = {
    ...present<{ id: string }>({ id: idIn(value('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id')) }),
    name,
    arguments: objectIn(given) ?? (given === undefined ? {} : textOfValue(given)),
  };
  return { call, ...(result !== undefined && { result: textOfValue(result) }) };
}

function usageIn(attributes: JsonObject): TraceSpan['usage'] {
  const count = (...names: readonly string[]): number | undefined =>
    names.map((name) => numberIn(Number(attributes[name] ?? NaN))).find((each) => each !== undefined);
  return present({
    inputTokens: count('gen_ai.usage.input_tokens', 'llm.token_count.prompt', 'ai.usage.promptTokens'),
    outputTokens: count('gen_ai.usage.output_tokens', 'llm.token_count.completion', 'ai.usage.completionTokens'),
    cachedTokens: count('gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'),
  });
}

/** `gen_ai.evaluation.result`, whose scores do not say whether more is better. */
function resultsIn(events: readonly JsonObject[]): readonly VerifierResult[] {
  return events.flatMap((event): readonly VerifierResult[] => {
    if (event.name !== 'gen_ai.evaluation.result') return [];
    const attributes = attributesIn(event.attributes);
    const name = textIn(attributes['gen_ai.evaluation.name']) ?? 'evaluation';
    const score = numberIn(attributes['gen_ai.evaluation.score.value']);
    const detail = ['gen_ai.evaluation.score.label', 'gen_ai.evaluation.explanation']
      .flatMap((key) => textIn(attributes[key]) ?? [])
      .join('\n');
    if (score === undefined && detail === '') return [];
    return [
      {
        name,
        ...(score !== undefined && { score, direction: 'unknown' }),
        ...(detail !== '' && { detail }),
      },
    ];
  });
}

/** Attributes by their names, of which OTLP has a list. */
function attributesIn(attributes: unknown): JsonObject {
  if (isObject(attributes)) return attributes;
  return Object.fromEntries(
    objectsInList(attributes).flatMap(({ key, value }) => (typeof key === 'string' ? [[key, valueIn(value)]] : [])),
  );
}

function valueIn(value: unknown): unknown {
  const [kind, inner] = Object.entries(objectIn(value) ?? {})[0] ?? [];
  if (kind === 'intValue') return Number(inner);
  if (kind === 'arrayValue') return objectsInList(objectIn(inner)?.values).map(valueIn);
  if (kind === 'kvlistValue') return attributesIn(objectIn(inner)?.values);
  return inner;
}

/** A time in milliseconds: nanoseconds since 1970, seconds and nanoseconds, or as ISO 8601 has it. */
function timeIn(value: unknown): number | undefined {
  if (Array.isArray(value)) {
    const [seconds, nanoseconds] = value.map(Number);
    return numberIn((seconds ?? NaN) * 1000 + (nanoseconds ?? 0) / 1e6);
  }
  const count = typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? NaN);
  if (!Number.isFinite(count)) return undefined;
  // Microseconds, as Node's console exporter has them, have 16 digits today.
  return count > 1e17 ? count / 1e6 : count > 1e14 ? count / 1e3 : count;
}
