import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readRuns } from '../../made/readRuns';
import { realRuns } from '../../made/realRuns';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const patch = (line: string): string => `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n+${line}\n`;
const messages = [
  { role: 'system', content: 'You are an agent.' },
  { role: 'user', content: 'Mend a.py.' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } }],
  },
  { role: 'tool', content: 'a.py', tool_call_id: 'c1', name: 'bash', tool_calls: null },
];
const smith = (at: number): object => ({
  messages: JSON.stringify(messages),
  instance_id: 'pandas.1',
  resolved: at === 0,
  model: 'm',
  traj_id: `pandas.1.${at}`,
  patch: patch(String(at)),
});
const call = { content: 'I look.', toolCalls: [{ id: 'c1', name: 'bash', arguments: { command: 'ls' } }] };

const shared = realRuns ?? '';
const golden = join(shared, 'atif/terminus2-ctxsum.traces.json');

describe('runs as rows of a dataset', () => {
  it('are attempts at the task of their instance, with their outcome (SWE-smith)', async () => {
    const { items, told } = await readRuns(temporaryFile('rows.jsonl', jsonl([smith(0), smith(1)])));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 'pandas.1',
        prompt: [
          { role: 'system', content: 'You are an agent.' },
          { role: 'user', content: 'Mend a.py.' },
        ],
        responses: [
          {
            model: 'm',
            turns: [call, { role: 'tool', content: 'a.py', toolCallId: 'c1' }],
            verifiers: [{ name: 'resolved', passed: true }],
            run: { patch: patch('0') },
          },
          { verifiers: [{ passed: false }], run: { patch: patch('1') } },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.turns?.every(({ key }) => key !== undefined)).toBe(true);
  });

  it('say who wrote them, as far as their columns and tools tell', async () => {
    const rowOf = (tool: string, more: object): object => ({
      instance_id: `a-${tool}`,
      messages: [
        { role: 'user', content: 'Mend it.' },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: tool, arguments: '{}' } }] },
      ],
      ...more,
    });
    const rows = [
      smith(0),
      rowOf('execute_bash', { run_id: 'r' }),
      rowOf('run', { trial_name: 't__1', episode: 'episode-0' }),
      rowOf('look', { trajectory_id: 't' }),
    ];
    const { items } = await readRuns(temporaryFile('rows.jsonl', jsonl(rows)));
    expect(items.map(({ responses }) => responses[0]?.run?.harness)).toEqual([
      'swe-agent',
      'openhands',
      'harbor',
      'unknown',
    ]);
  });

  it.each([
    ['first', [{ ...smith(0), messages: "[{'role': 'user'" }, smith(1)]],
    ['second', [smith(1), { ...smith(0), messages: 'cut off' }]],
  ])('are told what to do about messages that are no JSON in the %s row', async (_, rows) => {
    const { items, told } = await readRuns(temporaryFile('rows.jsonl', jsonl(rows)));
    expect(items).toHaveLength(1);
    expect(told.join()).toMatch(/field “messages”.+is not JSON.+json\.dumps\. The record was left out/);
    expect(told.join()).not.toContain('--map');
  });

  it('are read from a table as from lines', async () => {
    const rows = [smith(0), smith(1)] as Record<string, unknown>[];
    const columnData = Object.keys(rows[0]!).map((name) => ({ name, data: rows.map((row) => row[name]) }));
    const table = temporaryFile('rows.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
    const lines = temporaryFile('rows.jsonl', jsonl(rows));
    const [fromTable, fromLines] = [await readRuns(table), await readRuns(lines)];
    expect(fromTable.items).toEqual(fromLines.items);
    expect(fromTable.totals).toMatchObject({ runs: 2, tasks: 1 });
  });

  it('have commands in the words of the model, and what came of them in the name of the user (nebius)', async () => {
    const said = (role: string, text: string | null, system_prompt: string | null = null): object => ({
      role,
      system_prompt,
      text,
      mask: false,
      cutoff_date: null,
    });
    const row = {
      instance_id: 'a__b-1',
      model_name: 'm',
      target: false,
      trajectory: [
        said('system', null, 'SETTING'),
        said('user', 'An issue.'),
        said('ai', 'Like this:\n```\nexample\n```\nNow I look.\n```\nls -la\n```'),
        said('user', 'a.py'),
        said('ai', 'Done.'),
      ],
      exit_status: 'submitted',
      generated_patch: patch('b'),
      eval_logs: '',
    };
    const { items } = await readRuns(temporaryFile('rows.jsonl', jsonl([row])));
    expect(items).toMatchObject([
      {
        id: 'a__b-1',
        prompt: [
          { role: 'system', content: 'SETTING' },
          { role: 'user', content: 'An issue.' },
        ],
        responses: [
          {
            turns: [
              {
                content: 'Like this:\n```\nexample\n```\nNow I look.',
                toolCalls: [{ name: 'bash', arguments: { command: 'ls -la' } }],
              },
              { role: 'tool', content: 'a.py' },
              { role: 'assistant', content: 'Done.' },
            ],
            verifiers: [{ name: 'resolved', passed: false }],
            run: { exit: 'submitted', patch: patch('b') },
          },
        ],
      },
    ]);
  });

  it('are those of OpenHands with outcomes as numbers, and rewards of those of CoderForge', async () => {
    const openHands = {
      trajectory_id: 't',
      instance_id: 'a__b-1',
      repo: 'a/b',
      trajectory: messages,
      tools: [{ type: 'function', function: { name: 'bash' } }],
      model_patch: patch('c'),
      exit_status: 'submit',
      resolved: 1,
    };
    const [read] = (await readRuns(temporaryFile('rows.jsonl', jsonl([openHands])))).items;
    expect(read).toMatchObject({
      tools: [{ function: { name: 'bash' } }],
      metadata: { repo: 'a/b' },
      responses: [{ verifiers: [{ name: 'resolved', passed: true }] }],
    });
    const coderForge = {
      trajectory_id: 'x',
      finish_reason: 'stop',
      image: 'i',
      messages: JSON.stringify(messages),
      reward: 0.5,
      tools: '[{"type": "function", "function": {"name": "bash"}}]',
      license: 'mit',
    };
    const [forged] = (await readRuns(temporaryFile('rows.jsonl', jsonl([coderForge])))).items;
    expect(forged).toMatchObject({
      id: expect.stringMatching(/^task-/) as unknown,
      responses: [{ verifiers: [{ name: 'reward', score: 0.5 }], run: { exit: 'stop' } }],
    });
  });

  it('are told by the last request of each trial (Harbor), and the others are counted', async () => {
    const row = (trial: string, number: number): object => ({
      conversations: [
        { role: 'user', content: 'Do it.' },
        ...Array.from({ length: number + 1 }, (_, at) => [
          { role: 'assistant', content: `${trial} ${at}` },
          { role: 'user', content: `output ${at}` },
        ])
          .flat()
          .slice(0, -1),
      ],
      agent: 'terminus-2',
      model: 'm',
      task: 'hello',
      episode: `episode-${number}`,
      run_id: 'r',
      trial_name: trial,
      result: trial === 'x' ? '1.0' : 'AgentTimeoutError',
    });
    const rows = [row('x', 0), row('x', 1), row('x', 10), row('x', 2), row('y', 0)];
    const { items, told } = await readRuns(temporaryFile('rows.jsonl', jsonl(rows)));
    expect(told).toEqual([expect.stringMatching(/left out: 3$/)]);
    expect(items).toMatchObject([
      {
        id: 'hello',
        responses: [
          { verifiers: [{ name: 'reward', score: 1 }] },
          { turns: [{ content: 'y 0' }], run: { exit: 'AgentTimeoutError' } },
        ],
      },
    ]);
    expect(items[0]?.responses[0]?.turns).toHaveLength(21);
  });

  it.skipIf(!existsSync(golden))('are those that Harbor itself wrote', async () => {
    const { items, told } = await readRuns(golden);
    expect(items).toMatchObject([{ id: 'hello-world', responses: [{ model: 'openai/gpt-4o' }] }]);
    expect(told).toContainEqual(expect.stringMatching(/left out: 6$/));
  });
});
