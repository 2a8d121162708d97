import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const rollout = (n: number, beside: object = {}, output: readonly object[] = said(n)): object => ({
  responses_create_params: {
    input: [{ role: 'user', content: 'Mend it.' }],
    tools: [],
    metadata: { instance_id: 'a-1' },
  },
  response: { object: 'response', model: `model-${n}`, output },
  reward: n % 2,
  _ng_task_index: 0,
  _ng_rollout_index: n,
  ...beside,
});
const said = (n: number): readonly object[] => [
  { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look first.' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `Try ${n}.` }] },
  { type: 'function_call', call_id: 'c1', name: 'bash', arguments: '{"command":"ls"}' },
  { type: 'function_call', call_id: 'c2', name: 'bash', arguments: '{"command":"pwd"}' },
  { type: 'function_call_output', call_id: 'c1', output: 'a.txt' },
  { type: 'function_call_output', call_id: 'c2', output: '/app' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
];

describe('NeMo Gym', () => {
  it('makes one turn of reasoning, words and calls, and an outcome of the reward of the whole', async () => {
    const rows = [rollout(0, { resolved: false, model_patch: 'diff a', f2p_passed: 1, f2p_total: 2 }), rollout(1)];
    const { items } = await readRuns(temporaryFile('rollouts.jsonl', jsonl(rows)));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: 'a-1',
      prompt: [{ role: 'user', content: 'Mend it.' }],
      responses: [
        {
          model: 'model-0',
          turns: [
            {
              role: 'assistant',
              content: '<think>\nLook first.\n</think>\n\nTry 0.',
              toolCalls: [{ id: 'c1' }, { arguments: { command: 'pwd' } }],
            },
            { role: 'tool', content: 'a.txt', toolCallId: 'c1' },
            { role: 'tool', content: '/app' },
            { role: 'assistant', content: 'Done.' },
          ],
          run: { patch: 'diff a' },
          verifiers: [
            { name: 'reward', score: 0 },
            { name: 'resolved', passed: false },
            { name: 'f2p', passed: false, detail: '1/2' },
          ],
        },
        { verifiers: [{ name: 'reward', score: 1 }] },
      ],
    });
    expect(JSON.stringify(items[0]?.responses.map(({ turns }) => turns))).not.toContain('reward');
  });

  it('has calls of tools that the server runs, with what they gave', async () => {
    const output = [
      { type: 'web_search_call', id: 'w1', status: 'completed', action: { type: 'search', query: 'tides' } },
      { type: 'code_interpreter_call', id: 'i1', code: 'print(1)', outputs: [{ type: 'logs', text: '1' }] },
      { type: 'tool_search_call', call_id: 's1', arguments: { query: 'maps' } },
      { type: 'tool_search_output', call_id: 's1', tools: [{ name: 'map' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Twice a day.' }] },
    ];
    const { items } = await readRuns(temporaryFile('rollouts.jsonl', jsonl([rollout(0, {}, output)])));
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      {
        toolCalls: [
          { name: 'web_search', arguments: { query: 'tides' } },
          { id: 'i1', name: 'code_interpreter', arguments: { code: 'print(1)' } },
        ],
      },
      { role: 'tool', content: '1', toolCallId: 'i1' },
      { toolCalls: [{ id: 's1', name: 'tool_search', arguments: { query: 'maps' } }] },
      { role: 'tool', content: '[{"name":"map"}]', toolCallId: 's1' },
      { content: 'Twice a day.' },
    ]);
  });

  it('takes the last of several lists of all that was said so far, and its beginning for the prompt', async () => {
    const asked = (n: number): object => ({ type: 'message', role: 'user', content: `Question ${n}.` });
    const rows = [0, 1].map((n) => ({
      ...rollout(n, {}, [
        [asked(n), ...said(n).slice(0, 3)],
        [asked(n), ...said(n)],
      ]),
      responses_create_params: { input: [] },
    }));
    const { items } = await readRuns(temporaryFile('rollouts.jsonl', jsonl(rows)));
    expect(items.map(({ prompt, responses }) => [prompt[0]?.content, responses[0]?.turns?.length])).toEqual([
      ['Question 0.', 4],
      ['Question 1.', 4],
    ]);
  });

  it('keeps tasks apart that ask the same of different things', async () => {
    const rows = [0, 1].map((n) => ({
      ...rollout(n, { _ng_task_index: n }),
      responses_create_params: { input: [{ role: 'user', content: 'Transcribe it.' }] },
    }));
    const { items } = await readRuns(temporaryFile('rollouts.jsonl', jsonl(rows)));
    expect(items).toHaveLength(2);
  });

  it('is known by its request alone where that is longer than what is looked at', async () => {
    const long = {
      ...rollout(0),
      responses_create_params: { input: [{ role: 'user', content: 'x'.repeat(1 << 17) }] },
    };
    const told = {
      ...rollout(0),
      response: { id: 'r', metadata: { audio: 'x'.repeat(1 << 17) }, object: 'response', output: said(0) },
    };
    for (const row of [long, told]) {
      const { items } = await readRuns(temporaryFile('rollouts.jsonl', jsonl([row])));
      expect(items[0]?.responses[0]?.turns).toHaveLength(4);
    }
  });

  it('tells what it does not know, with how often', async () => {
    const rows = [rollout(0, {}, [...said(0), { type: 'hologram' }, { type: 'hologram' }]), { no: 'rollout' }];
    const { items, told } = await readRuns(temporaryFile('rollouts.jsonl', jsonl(rows)));
    expect(items[0]?.responses[0]?.turns).toHaveLength(4);
    expect(told).toEqual([expect.stringMatching(/: 2 .*hologram/), expect.stringMatching(/: 1$/)]);
  });

  it('is no run where only requests are there', async () => {
    const rows = [1, 2, 3].map((n) => ({ responses_create_params: { input: `ask ${n}` }, answer: `words of ${n}` }));
    await expect(readRuns(temporaryFile('requests.jsonl', jsonl(rows)))).rejects.toThrow();
  });
});

describe('tau-bench', () => {
  const attempt = (task: number, trial: number, user = 'mia'): object => ({
    task_id: task,
    reward: trial,
    trial,
    info: {
      task: { user_id: user, instruction: `You are ${user}.`, actions: [{ name: 'book', kwargs: {} }], outputs: [] },
      user_cost: 0.1,
    },
    traj: [
      { role: 'system', content: 'Policy.' },
      { role: 'user', content: `Hello from trial ${trial}` },
      { role: 'assistant', content: null, tool_calls: [{ id: 'x', function: { name: 'find', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'x', name: 'find', content: 'found' },
    ],
  });

  it('gathers trials of a task, not tasks of the same number', async () => {
    const { items } = await readRuns(
      temporaryFile('airline.json', JSON.stringify([attempt(0, 0), attempt(0, 1)])),
      temporaryFile('retail.json', JSON.stringify([attempt(0, 0, 'raj')])),
    );
    expect(items.map(({ responses }) => responses.length)).toEqual([2, 1]);
    expect(items[0]).toMatchObject({
      prompt: [{ role: 'system', content: 'Policy.' }],
      responses: [
        { turns: [{ role: 'user' }, { toolCalls: [{ name: 'find' }] }, { role: 'tool', toolName: 'find' }] },
        {},
      ],
    });
    // The agent is not told: it must get into no prompt of a row.
    expect(items[0]?.context).toBeUndefined();
    expect(items[0]?.notes).toMatch(/^You are mia\.[^]*book/);
  });
});

describe('tau2-bench', () => {
  const results = {
    timestamp: '2026-01-01',
    info: { agent_info: { llm: 'm' }, environment_info: { domain_name: 'retail', policy: 'Policy.' } },
    tasks: [
      {
        id: '7',
        user_scenario: { instructions: { reason_for_call: 'A refund.' } },
        evaluation_criteria: { actions: [{ name: 'refund' }] },
      },
    ],
    simulations: [
      {
        id: 's',
        task_id: '7',
        trial: 0,
        termination_reason: 'user_stop',
        duration: 3,
        agent_cost: 0.5,
        reward_info: {
          reward: 0,
          db_check: { db_match: false },
          action_checks: [{ action: { name: 'refund' }, action_match: true }],
          nl_assertions: [{ nl_assertion: 'is kind', met: true, justification: 'it was' }],
        },
        messages: [
          { role: 'user', content: '', tool_calls: [{ id: 'u', name: 'look', arguments: {}, requestor: 'user' }] },
          { role: 'tool', id: 'u', content: 'seen', requestor: 'user' },
          { role: 'assistant', content: 'Refunded.' },
        ],
      },
    ],
  };

  it('has calls of both sides, and what each check says', async () => {
    const { items } = await readRuns(temporaryFile('results.json', JSON.stringify(results)));
    expect(items[0]).toMatchObject({
      id: 'retail-7',
      prompt: [{ role: 'system', content: 'Policy.' }],
      responses: [
        {
          model: 'm',
          turns: [{ role: 'user', toolCalls: [{ name: 'look' }] }, { role: 'tool', toolCallId: 'u' }, {}],
          run: { exit: 'user_stop', usage: { cost: 0.5, seconds: 3 } },
          verifiers: [
            { name: 'reward', score: 0 },
            { name: 'database', passed: false },
            { name: 'action', passed: true, detail: 'refund' },
            { name: 'nl_assertion', passed: true, detail: 'is kind: it was' },
          ],
        },
      ],
    });
  });
});
