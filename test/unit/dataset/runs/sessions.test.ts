import { describe, expect, it } from 'vitest';
import { hasFailed } from '../../../../src/core/model/item/run';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

describe('Claude Code', () => {
  const line = (uuid: string, parentUuid: string | null, beside: object): object => ({
    uuid,
    parentUuid,
    sessionId: 's-1',
    isSidechain: false,
    version: '2.1.0',
    ...beside,
  });
  const user = (content: unknown): object => ({ type: 'user', message: { role: 'user', content } });
  const said = (id: string, block: object): object => ({
    type: 'assistant',
    message: { id, role: 'assistant', model: 'm', content: [block], usage: { input_tokens: 10, output_tokens: 5 } },
  });
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } });
  const result = (id: string): object => user([{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }]);

  it('puts a message together that stands on several lines, with its usage once and its calls together', async () => {
    const lines = [
      line('u1', null, user('Mend it.')),
      line('a1', 'u1', said('msg', { type: 'thinking', thinking: '', signature: 'x' })),
      line('a2', 'a1', said('msg', { type: 'text', text: 'Both at once.' })),
      line('a3', 'a2', said('msg', call('one'))),
      line('a4', 'a3', said('msg', call('two'))),
      line('r1', 'a3', result('one')),
      line('r2', 'a4', result('two')),
      line('a5', 'r2', said('msg2', { type: 'text', text: 'Done.' })),
      { type: 'file-history-snapshot', messageId: 'x' },
    ];
    const { items, told } = await readRuns(temporaryFile('s-1.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 's-1',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        responses: [
          {
            model: 'm',
            turns: [
              { key: 'a1', content: 'Both at once.', toolCalls: [{ id: 'one' }, { id: 'two' }] },
              { key: 'r1', role: 'tool', content: 'of one', toolCallId: 'one' },
              { key: 'r2', role: 'tool', content: 'of two' },
              { key: 'a5', content: 'Done.' },
            ],
            run: { usage: { inputTokens: 20, outputTokens: 10 } },
          },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.run?.branches).toBeUndefined();
  });

  it('keeps what was rewound as a branch, and what sub-agents did apart', async () => {
    const lines = [
      line('u1', null, user('Mend it.')),
      line('a1', 'u1', said('m1', { type: 'text', text: 'First try.' })),
      line('s1', null, { ...user('Look around.'), isSidechain: true, agentId: 'g' }),
      line('s2', 's1', { ...said('m9', { type: 'text', text: 'Looked.' }), isSidechain: true, agentId: 'g' }),
      line('a2', 'u1', said('m2', { type: 'text', text: 'Second try.' })),
      line('u2', 'a2', { ...user('<local-command>'), isMeta: true }),
      line('u3', 'u2', { ...user('Summary.'), isCompactSummary: true }),
      { type: 'hologram' },
    ];
    const { items, told } = await readRuns(temporaryFile('s-1.jsonl', jsonl(lines)));
    const [response] = items[0]?.responses ?? [];
    expect(response?.turns?.map(({ content }) => content)).toEqual(['Second try.', 'Summary.']);
    expect(response?.run).toMatchObject({
      branches: [{ after: -1, turns: [{ content: 'First try.' }] }],
      subagents: [{ turns: [{ content: 'Look around.' }, { content: 'Looked.' }] }],
      copied: ['u3'],
    });
    expect(told).toEqual([expect.stringContaining('hologram')]);
  });
});

describe('OpenHands', () => {
  const events: readonly object[] = [
    { id: 0, source: 'agent', action: 'system', args: { content: 'Be an agent.' } },
    { id: 1, source: 'user', action: 'message', args: { content: 'Mend it.' } },
    { id: 2, source: 'environment', observation: 'agent_state_changed', content: '' },
    {
      id: 3,
      source: 'agent',
      action: 'run',
      args: { command: 'ls', thought: 'Look.' },
      tool_call_metadata: {
        function_name: 'execute_bash',
        tool_call_id: 'c',
        model_response: {
          choices: [{ message: { tool_calls: [{ id: 'c', function: { arguments: '{"command": "ls"}' } }] } }],
        },
      },
    },
    {
      id: 4,
      source: 'agent',
      observation: 'run',
      content: 'a.txt',
      cause: 3,
      tool_call_metadata: { tool_call_id: 'c' },
    },
    { id: 5, source: 'agent', action: 'edit', args: { path: 'a.txt' } },
    { id: 6, source: 'agent', observation: 'edit', content: 'edited', cause: 5 },
    { id: 7, source: 'agent', action: 'finish', args: { thought: 'Done.' } },
  ];
  const output = {
    instance_id: 'acme__tool-1',
    instruction: 'Mend it.',
    instance: { repo: 'acme/tool', base_commit: 'abc', patch: 'gold' },
    test_result: { git_patch: 'diff', report: { resolved: false } },
    metadata: { agent_class: 'CodeActAgent', llm_config: { model: 'm' } },
    metrics: { accumulated_cost: 0.25 },
    error: null,
  };
  const turns = [
    {
      role: 'assistant',
      content: 'Look.',
      toolCalls: [{ id: 'c', name: 'execute_bash', arguments: { command: 'ls' } }],
    },
    { role: 'tool', content: 'a.txt', toolCallId: 'c' },
    { toolCalls: [{ id: '5', name: 'edit', arguments: { path: 'a.txt' } }] },
    { role: 'tool', content: 'edited', toolCallId: '5' },
    { content: 'Done.', toolCalls: [{ name: 'finish' }] },
  ];

  it('reads a line of its evaluation with patch, outcome and what is known to be right', async () => {
    const { items, told } = await readRuns(temporaryFile('output.jsonl', jsonl([{ ...output, history: events }])));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 'acme__tool-1',
        prompt: [{ role: 'system' }, { role: 'user', content: 'Mend it.' }],
        notes: 'gold',
        metadata: { repository: 'acme/tool', commit: 'abc' },
        responses: [
          {
            model: 'm',
            turns,
            run: { patch: 'diff', usage: { cost: 0.25 } },
            verifiers: [{ name: 'resolved', passed: false }],
          },
        ],
      },
    ]);
  });

  it('reads pairs of an action and what came of it, and a list of events alone', async () => {
    const pairs = [
      [events[1], {}],
      [events[3], events[4]],
    ];
    const paired = await readRuns(temporaryFile('output.jsonl', jsonl([{ ...output, history: pairs }])));
    expect(paired.items[0]?.responses[0]?.turns).toMatchObject(turns.slice(0, 2));
    const alone = await readRuns(temporaryFile('events.json', JSON.stringify(events, null, 2)));
    expect(alone.items).toMatchObject([{ id: 'events', responses: [{ turns }] }]);
  });
});

describe('Codex', () => {
  const items: readonly object[] = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List files.' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'x' },
    { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["ls"]}' },
    { type: 'function_call_output', call_id: 'c', output: '{"output":"a.txt","metadata":{"exit_code":0}}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One file.' }] },
  ];
  const read = {
    id: 'session',
    prompt: [{ role: 'user', content: 'List files.' }],
    metadata: { commit: 'abc' },
    responses: [
      {
        turns: [
          { content: '<think>\nHm.\n</think>\n\n', toolCalls: [{ id: 'c', arguments: { command: ['ls'] } }] },
          { role: 'tool', content: 'a.txt', toolCallId: 'c' },
          { content: 'One file.' },
        ],
      },
    ],
  };

  it('reads items, and none of the events that tell them once more', async () => {
    const lines = [
      { type: 'session_meta', payload: { id: 'session', git: { commit_hash: 'abc' } } },
      { type: 'turn_context', payload: { model: 'm' } },
      { type: 'event_msg', payload: { type: 'user_message', message: 'List files.' } },
      ...items.map((payload) => ({ type: 'response_item', payload })),
      { type: 'event_msg', payload: { type: 'token_count', info: { total_token_usage: { input_tokens: 7 } } } },
      { type: 'compacted', payload: { message: 'short', replacement_history: items } },
    ];
    const { items: found, told } = await readRuns(temporaryFile('rollout-1.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(found).toMatchObject([read]);
    expect(found[0]?.responses[0]).toMatchObject({ model: 'm', run: { usage: { inputTokens: 7 } } });
  });

  it('reads the lines of before September 2025', async () => {
    const lines = [
      { id: 'session', timestamp: 't', instructions: null, git: { commit_hash: 'abc' } },
      ...items.flatMap((item) => [{ record_type: 'state' }, item]),
    ];
    const { items: found, told } = await readRuns(temporaryFile('rollout-1.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(found).toMatchObject([read]);
  });
});

describe('Gemini CLI', () => {
  it('replaces a message that grew, and takes back what was rewound as a branch', async () => {
    const lines = [
      { sessionId: 's', projectHash: 'h', kind: 'main' },
      { id: 'u1', type: 'user', content: [{ text: 'List files.' }] },
      { id: 'g1', type: 'gemini', content: 'Wro', model: 'm' },
      { id: 'g1', type: 'gemini', content: 'Wrong.', model: 'm' },
      { $rewindTo: 'g1' },
      {
        id: 'g2',
        type: 'gemini',
        content: '',
        model: 'm',
        thoughts: [{ subject: 'Look', description: 'there' }],
        tokens: { input: 3, output: 2, cached: 1 },
        toolCalls: [
          {
            id: 'c',
            name: 'ls',
            args: { path: '.' },
            result: [{ functionResponse: { id: 'c', name: 'ls', response: { output: 'a.txt' } } }],
          },
        ],
      },
      { $set: { lastUpdated: 'later' } },
    ];
    const { items, told } = await readRuns(temporaryFile('session-1.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 's',
        prompt: [{ role: 'user', content: 'List files.' }],
        responses: [
          {
            turns: [
              { key: 'g2', content: '<think>\nLook: there\n</think>\n\n', toolCalls: [{ name: 'ls' }] },
              { role: 'tool', content: 'a.txt', toolCallId: 'c' },
            ],
            run: {
              usage: { inputTokens: 3, outputTokens: 2, cachedTokens: 1 },
              branches: [{ after: -1, turns: [{ content: 'Wrong.' }] }],
            },
          },
        ],
      },
    ]);
  });
});

describe('Copilot CLI', () => {
  it('reads messages with their requests, and what a sub-agent did apart', async () => {
    const event = (id: string, type: string, data: object): object => ({ type, data, id, parentId: null });
    const lines = [
      event('e1', 'session.start', { sessionId: 's', copilotVersion: '1.0' }),
      event('e2', 'user.message', { content: 'List files.' }),
      event('e3', 'assistant.message', {
        content: 'Look.',
        model: 'm',
        toolRequests: [{ toolCallId: 'c', name: 'shell', arguments: '{"command":"ls"}' }],
      }),
      event('e4', 'assistant.message', { content: 'I help.', parentToolCallId: 'c' }),
      event('e5', 'tool.execution_complete', { toolCallId: 'c', success: true, result: { content: 'a.txt' } }),
      event('e6', 'hologram', {}),
    ];
    const { items, told } = await readRuns(temporaryFile('events.jsonl', jsonl(lines)));
    expect(items).toMatchObject([
      {
        id: 's',
        responses: [
          {
            model: 'm',
            turns: [
              { key: 'e3', toolCalls: [{ id: 'c', arguments: { command: 'ls' } }] },
              { key: 'e5', role: 'tool', content: 'a.txt' },
            ],
            run: { subagents: [{ turns: [{ content: 'I help.' }] }] },
          },
        ],
      },
    ]);
    expect(told).toEqual([expect.stringContaining('hologram')]);
  });
});

describe('a run', () => {
  const run = { harness: 'x' };

  it('failed where its first result says so', () => {
    expect(hasFailed({ run, verifiers: [{ name: 'resolved', passed: false }] })).toBe(true);
    expect(hasFailed({ run, verifiers: [{ name: 'reward', score: 0 }] })).toBe(true);
    expect(
      hasFailed({
        run,
        verifiers: [
          { name: 'reward', score: 1 },
          { name: 'action', passed: false },
        ],
      }),
    ).toBe(false);
    expect(hasFailed({ run })).toBe(false);
    expect(hasFailed({ verifiers: [{ name: 'tests', passed: false }] })).toBe(false);
  });
});
