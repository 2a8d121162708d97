import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

describe('R2E-Gym', () => {
  const step = (action: string, beside: object = {}): object => ({
    step_idx: 0,
    thought: 'Look.',
    action,
    observation: 'a.txt',
    token_usage_prompt: 10,
    token_usage_completion: 5,
    total_time_traj: 7.5,
    ...beside,
  });
  const trajectory = (beside: object): object => ({
    trajectory_steps: [
      step(
        '<function=execute_bash>\n  <parameter=command>ls\n-a</parameter>\n  <parameter=n>1</parameter>\n</function>',
      ),
      step('<function=finish>\n</function>', { thought: 'Done.', observation: '' }),
    ],
    problem_statement: 'Mend it.',
    docker_image: 'image:abc',
    agent_args: { llm_name: 'm-1' },
    exit_reason: 'agent',
    output_patch: 'diff',
    reward: 1,
    test_output: 'ok',
    ...beside,
  });

  it('reads the steps, the patch and what the tests say of attempts at a task', async () => {
    const lines = [
      trajectory({ ds: { instance_id: 'acme__tool-1', repo: 'acme/tool', base_commit: 'abc', patch: 'gold' } }),
      trajectory({ ds: { instance_id: 'acme__tool-1' }, reward: 0, test_output: null, output_patch: 'other' }),
      trajectory({ ds: { docker_image: 'image:abc', commit_hash: 'the fix' } }),
    ];
    const { items, told } = await readRuns(temporaryFile('exp.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 'acme__tool-1',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        notes: 'gold',
        metadata: { repository: 'acme/tool', commit: 'abc' },
        responses: [
          {
            model: 'm-1',
            verifiers: [{ name: 'reward', score: 1, detail: 'ok' }],
            turns: [
              { content: 'Look.', toolCalls: [{ name: 'execute_bash', arguments: { command: 'ls\n-a', n: '1' } }] },
              { role: 'tool', content: 'a.txt' },
              { content: 'Done.', toolCalls: [{ name: 'finish', arguments: {} }] },
            ],
            run: { patch: 'diff', exit: 'agent', usage: { inputTokens: 20, outputTokens: 10, seconds: 7.5 } },
          },
          { verifiers: [{ name: 'reward', score: 0 }], run: { patch: 'other' } },
        ],
      },
      { id: 'image:abc' },
    ]);
    expect(items[1]?.metadata ?? {}).not.toHaveProperty('commit');
  });
});

describe('R2E-Gym with a model that thinks', () => {
  it('keeps what it thought apart, takes an action without a name for none, and tells one that is no call', async () => {
    const step = (beside: object): object => ({ thought: 'I look.', observation: 'You forgot a call.', ...beside });
    const lines = [
      {
        trajectory_steps: [
          step({ reasoning: 'Hm.', action: '<function=>\n</function>' }),
          step({ action: 'call nothing known' }),
        ],
        problem_statement: 'Mend it.',
      },
    ];
    const { items, told } = await readRuns(temporaryFile('exp.jsonl', jsonl(lines)));
    expect(told).toEqual([expect.stringContaining('1 (“action”)')]);
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { role: 'assistant', content: '<think>\nHm.\n</think>\n\nI look.' },
      { role: 'tool' },
      { role: 'assistant', content: 'I look.' },
      { role: 'tool' },
    ]);
  });
});

describe('SWE-Together', () => {
  const header = {
    _is_header: true,
    schema: 'agent_session/2.0',
    _task_name: 'mend-it',
    _session_id: 's-1',
    _base_commit: 'abc',
    repo_id: 'acme/tool',
    _grading_patch: 'gold',
  };
  const turn = (beside: object): object => ({
    turn: 0,
    user_message: 'Mend it.',
    agent_text: 'Mended.',
    ops: [{ kind: 'bash', tool: 'bash', target: 'ls', detail: '' }],
    cumulative_patch: 'diff',
    replay_warnings_this_turn: [],
    ...beside,
  });
  const original = {
    session_id: 's-1',
    model: 'm-1',
    messages: [
      { role: 'user', content: 'Mend it.' },
      {
        role: 'assistant',
        thinking: 'Look.',
        tool_uses: [{ tool: 'bash', input: { command: 'ls' }, output: { text: 'a.txt' } }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Edit.' },
          { type: 'tool_use', id: 'c', name: 'edit', input: { path: 'a.txt' } },
        ],
        tool_uses: [{ tool: 'edit', input: { path: 'a.txt' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'edited' }] },
    ],
    stats: { input_tokens: 10, output_tokens: 5 },
  };

  it('joins a session with what is known of its task', async () => {
    const folder = join(temporaryFolder(), 'mend-it');
    mkdirSync(folder);
    writeFileSync(join(folder, 'original_session.json'), JSON.stringify(original));
    writeFileSync(join(folder, 'oracle_session.jsonl'), jsonl([header, turn({})]));
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 'mend-it',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        notes: 'gold',
        metadata: { repository: 'acme/tool', commit: 'abc' },
        responses: [
          {
            model: 'm-1',
            turns: [
              { content: '<think>\nLook.\n</think>\n\n', toolCalls: [{ name: 'bash' }] },
              { role: 'tool', content: 'a.txt' },
              { content: 'Edit.', toolCalls: [{ id: 'c', name: 'edit' }] },
              { role: 'tool', content: 'edited', toolCallId: 'c' },
            ],
            run: { patch: 'diff', usage: { inputTokens: 10, outputTokens: 5 } },
          },
        ],
      },
    ]);
    expect(items[0]?.responses).toHaveLength(1);
    expect(items[0]?.responses[0]?.turns?.[2]?.toolCalls).toHaveLength(1);
  });

  it('reads the turns of the person where the session is not there, and no patch that could not be replayed', async () => {
    const file = temporaryFile(
      'oracle_session.jsonl',
      jsonl([header, turn({}), turn({ user_message: 'Again.', replay_warnings_this_turn: ['no old text'] })]),
    );
    const { items, told } = await readRuns(file);
    expect(told).toEqual([expect.stringContaining('could not be replayed: 1')]);
    expect(items[0]?.responses).toMatchObject([
      {
        turns: [
          { content: 'Mended.', toolCalls: [{ name: 'bash', arguments: { target: 'ls' } }] },
          { role: 'user', content: 'Again.' },
          { content: 'Mended.' },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.run).not.toHaveProperty('patch');
  });
});
