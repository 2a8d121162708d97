import { describe, expect, it } from 'vitest';
import { hasFailed } from '../../../../src/core/model/item/run';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const rules = { role: 'system', content: 'Be an agent.' };
const asked = { role: 'user', content: 'Which port?' };
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ports', arguments: '{"all":true}' } }],
};
const gave = { role: 'tool', tool_call_id: 'c1', content: 'Nouméa' };
const said = { role: 'assistant', content: 'Nouméa it is.' };

/** What each file below holds: a request that is repeated in the next one, and a tool between them. */
const turns = [
  { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'ports', arguments: { all: true } }] },
  { role: 'tool', content: 'Nouméa', toolCallId: 'c1' },
  { role: 'assistant', content: 'Nouméa it is.' },
];

describe('Langfuse', () => {
  const observation = (id: string, at: number, beside: object): object => ({
    id,
    traceId: 't',
    parentObservationId: 'root',
    type: 'GENERATION',
    startTime: `2026-01-01T00:00:0${at}.000Z`,
    endTime: `2026-01-01T00:00:0${at + 1}.000Z`,
    model: 'm-1',
    usageDetails: { input: 5, output: 2 },
    totalCost: 0.25,
    ...beside,
  });
  const trace = (beside: object = {}): object => ({
    trace: {
      id: 't',
      projectId: 'p',
      name: 'agent of m-1',
      input: JSON.stringify(JSON.stringify({ prompt: 'Which port?', system: 'Be an agent.' })),
      scores: [],
      ...beside,
    },
    observations: [
      observation('g2', 4, { input: [rules, asked, called, gave], output: JSON.stringify(said) }),
      observation('g1', 1, { input: JSON.stringify([rules, asked]), output: called }),
      observation('t1', 3, { type: 'TOOL', name: 'ports', input: '{"all":true}', output: 'Nouméa', model: null }),
      observation('g3', 5, {
        parentObservationId: 'judge',
        input: [{ role: 'system', content: 'Be a judge.' }, asked],
        output: 'Good.',
      }),
      observation('judge', 5, { type: 'AGENT', name: 'judge', model: null }),
      observation('root', 0, { type: 'SPAN', name: 'root', model: null, parentObservationId: null }),
    ],
  });

  it('takes each turn once, in the order of time, and other conversations as those of helpers', async () => {
    const { items, told } = await readRuns(temporaryFile('t.json', JSON.stringify(trace())));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        prompt: [rules, asked],
        responses: [
          {
            model: 'm-1',
            turns,
            run: {
              usage: { inputTokens: 15, outputTokens: 6, cost: 0.75, seconds: 6 },
              subagents: [{ name: 'judge' }],
            },
          },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.turns).toHaveLength(3);
    expect(`${items[0]?.id} ${items[0]?.responses[0]?.id}`).not.toContain('m-1');
  });

  it('takes scores of programs as outcomes that say of no run that it failed, and tells those of people', async () => {
    const score = (name: string, source: string, beside: object): object => ({
      name,
      source,
      dataType: 'NUMERIC',
      ...beside,
    });
    const scored = trace({
      scores: [
        score('toxicity', 'EVAL', { value: 0, comment: 'Polite.', observationId: 'g2' }),
        score('correctness', 'API', { value: 0, observationId: null }),
        score('kind', 'EVAL', { value: null, stringValue: 'short', dataType: 'CATEGORICAL' }),
        score('helpful', 'ANNOTATION', { value: 1, comment: 'I like it.' }),
      ],
    });
    const { items, told } = await readRuns(temporaryFile('t.jsonl', jsonl([scored, trace()])));
    expect(told).toEqual([expect.stringContaining('did the same'), expect.stringContaining('helpful')]);
    const [response] = items[0]?.responses ?? [];
    expect(response?.verifiers).toEqual([
      { name: 'correctness', score: 0, direction: 'unknown' },
      { name: 'kind', detail: 'short' },
      { name: 'toxicity', score: 0, direction: 'unknown', detail: 'Polite.' },
    ]);
    expect(response && hasFailed(response)).toBe(false);
    expect(items[0]?.notes).toContain('I like it.');
  });
});

describe('OpenTelemetry', () => {
  const parts = (role: string, ...own: readonly object[]): object => ({ role, parts: own });
  const text = (content: string): object => ({ type: 'text', content });
  const callPart = { type: 'tool_call', id: 'c1', name: 'ports', arguments: { all: true } };
  const attributes = (given: Readonly<Record<string, string | number>>): readonly object[] =>
    Object.entries(given).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
  const span = (
    spanId: string,
    at: number,
    given: Readonly<Record<string, string | number>>,
    beside: object = {},
  ): object => ({
    traceId: 'aa',
    spanId,
    parentSpanId: 'root',
    name: spanId,
    startTimeUnixNano: `${1_767_225_600 + at}000000000`,
    endTimeUnixNano: `${1_767_225_601 + at}000000000`,
    attributes: attributes(given),
    ...beside,
  });
  const otlp = (...spans: readonly object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const chat = (input: readonly object[], output: readonly object[]): Record<string, string | number> => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.response.model': 'm-1',
    'gen_ai.system_instructions': JSON.stringify([text('Be an agent.')]),
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify(output),
    'gen_ai.usage.input_tokens': 5,
  });

  it('gathers a trace over lines of OTLP JSON, with what a program says of it', async () => {
    const user = parts('user', text('Which port?'));
    const lines = [
      otlp(span('chat 1', 1, chat([user], [parts('assistant', callPart)]))),
      otlp(
        span('tool', 2, {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'ports',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.result': 'Nouméa',
        }),
        span('embed', 2, { 'gen_ai.operation.name': 'embeddings' }, { traceId: 'bb' }),
        span(
          'old',
          2,
          { 'gen_ai.operation.name': 'chat' },
          { traceId: 'cc', events: [{ name: 'gen_ai.user.message' }] },
        ),
      ),
      otlp(
        span(
          'chat 2',
          3,
          chat(
            [
              user,
              parts('assistant', callPart),
              parts('tool', { type: 'tool_call_response', id: 'c1', response: 'Nouméa' }),
            ],
            [parts('assistant', text('Nouméa it is.'))],
          ),
          {
            events: [
              {
                name: 'gen_ai.evaluation.result',
                attributes: [
                  { key: 'gen_ai.evaluation.name', value: { stringValue: 'relevance' } },
                  { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.5 } },
                ],
              },
            ],
          },
        ),
      ),
    ];
    const { items, told } = await readRuns(temporaryFile('traces.jsonl', jsonl(lines)));
    expect(told).toEqual([
      expect.stringContaining('no runs: 2 (“embed”, “old”)'),
      expect.stringContaining('1 (“gen_ai.user.message”)'),
    ]);
    expect(items).toMatchObject([
      {
        prompt: [rules, asked],
        responses: [
          {
            turns,
            verifiers: [{ name: 'relevance', score: 0.5, direction: 'unknown' }],
            run: { usage: { inputTokens: 10, seconds: 3 } },
          },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.turns).toHaveLength(3);
  });

  it('reads what OpenInference counts in the names of attributes, as an SDK prints spans', async () => {
    const message = (name: string, i: number, given: object): [string, unknown][] =>
      Object.entries(given).map(([key, value]) => [`llm.${name}_messages.${i}.message.${key}`, value]);
    const call = {
      role: 'assistant',
      'tool_calls.0.tool_call.id': 'c1',
      'tool_calls.0.tool_call.function.name': 'ports',
      'tool_calls.0.tool_call.function.arguments': '{"all":true}',
    };
    const dumped = (id: string, at: number, given: readonly [string, unknown][]): object => ({
      name: id,
      context: { trace_id: '0xaa', span_id: id },
      parent_id: '0x1',
      start_time: `2026-01-01T00:00:0${at}.000000Z`,
      end_time: `2026-01-01T00:00:0${at + 1}.000000Z`,
      attributes: Object.fromEntries([['openinference.span.kind', 'LLM'], ['llm.model_name', 'm-1'], ...given]),
    });
    const spans = [
      dumped('one', 1, [...message('input', 0, rules), ...message('input', 1, asked), ...message('output', 0, call)]),
      dumped('two', 2, [
        ...message('input', 0, rules),
        ...message('input', 1, asked),
        ...message('input', 2, call),
        ...message('input', 3, gave),
        ...message('output', 0, {
          'contents.0.message_content.type': 'text',
          'contents.0.message_content.text': 'Nouméa it is.',
          role: 'assistant',
        }),
      ]),
    ];
    const { items, told } = await readRuns(temporaryFile('spans.json', JSON.stringify(spans, null, 2)));
    expect(told).toEqual([]);
    expect(items).toMatchObject([{ prompt: [rules, asked], responses: [{ model: 'm-1', turns }] }]);
    expect(items[0]?.responses[0]?.turns).toHaveLength(3);
  });

  it('takes what was said before the first request as the prompt', async () => {
    const spans = [
      {
        name: 'ai.generateText.doGenerate',
        spanContext: { traceId: 'aa', spanId: 'a' },
        startTime: [1, 0],
        endTime: [2, 0],
        attributes: {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.model.id': 'm-1',
          'ai.prompt.messages': JSON.stringify([
            asked,
            said,
            { role: 'user', content: [{ type: 'text', text: 'Sure?' }] },
          ]),
          'ai.response.toolCalls': JSON.stringify([{ toolCallId: 'c1', toolName: 'ports', input: '{"all":true}' }]),
        },
      },
    ];
    const { items } = await readRuns(temporaryFile('spans.json', JSON.stringify(spans)));
    expect(items).toMatchObject([
      { prompt: [asked, said, { role: 'user', content: 'Sure?' }], responses: [{ turns: [turns[0]] }] },
    ]);
  });
});
