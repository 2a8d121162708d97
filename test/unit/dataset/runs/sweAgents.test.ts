import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const step = (n: number): object => ({
  action: `ls ${n}\n`,
  observation: `file ${n}`,
  response: `Look.\n\`\`\`\nls ${n}\n\`\`\``,
  thought: 'Look.',
  state: '{}',
});
const called = (n: number): object => ({
  role: 'assistant',
  content: `Look.\n\`\`\`\nls ${n}\n\`\`\``,
  thought: 'Look.',
  action: `ls ${n}\n`,
  agent: 'primary',
});
const written = {
  environment: 'swe_main',
  trajectory: [step(1), step(2)],
  history: [
    { role: 'system', content: 'You are an agent.', agent: 'primary' },
    { role: 'user', content: 'Here is a demonstration.', is_demo: true },
    { role: 'user', content: 'Mend the bug.', agent: 'primary' },
    called(1),
    { role: 'user', content: 'file 1\nbash-$', agent: 'primary' },
    called(2),
  ],
  info: { exit_status: 'submitted', submission: 'diff --git a/a b/a\n', model_stats: { instance_cost: 0.5 } },
};

describe('SWE-agent', () => {
  it('shows what the model saw, without demonstrations, and what its last action gave', async () => {
    const { items } = await readRuns(temporaryFile('acme__tool-1.traj', JSON.stringify(written, null, 2)));
    const [item] = items;
    expect(item?.id).toBe('acme__tool-1');
    expect(item?.prompt.map(({ content }) => content)).toEqual(['You are an agent.', 'Mend the bug.']);
    expect(item?.responses).toMatchObject([
      {
        turns: [
          { role: 'assistant', content: 'Look.', toolCalls: [{ name: 'bash', arguments: { command: 'ls 1\n' } }] },
          { role: 'tool', content: 'file 1\nbash-$' },
          { role: 'assistant', toolCalls: [{ name: 'bash' }] },
          { role: 'tool', content: 'file 2' },
        ],
        run: { patch: 'diff --git a/a b/a\n', exit: 'submitted', usage: { cost: 0.5 }, harness: 'swe-agent' },
      },
    ]);
  });

  it('makes a response of each attempt, and one of two that did the same', async () => {
    const other = { ...written, info: { ...written.info, submission: 'diff --git a/b b/b\n' } };
    const attempts = { ...written, attempts: [written, other, written] };
    const { items, told } = await readRuns(temporaryFile('acme__tool-1.traj', JSON.stringify(attempts)));
    expect(items.map(({ responses }) => responses.map(({ run }) => run?.patch))).toEqual([
      ['diff --git a/a b/a\n', 'diff --git a/b b/b\n'],
    ]);
    expect(told).toEqual([expect.stringMatching(/acme__tool-1.*: 1$/)]);
  });

  it('gathers the attempts of several files, and names none by its model', async () => {
    const withModel = (model: string, patch: string): string =>
      temporaryFile(
        `${model}.traj`,
        JSON.stringify({
          ...written,
          info: { ...written.info, submission: patch },
          replay_config: { problem_statement: { id: 'acme__tool-1' }, agent: { model: { name: model } } },
        }),
      );
    const { items } = await readRuns(withModel('gpt-5', 'diff a'), withModel('claude-5', 'diff b'));
    expect(items.map(({ id, responses }) => [id, responses.map(({ model }) => model)])).toEqual([
      ['acme__tool-1', ['gpt-5', 'claude-5']],
    ]);
    for (const { id } of items[0]?.responses ?? []) expect(id).toMatch(/^run-[0-9a-f]{8}$/);
  });

  it('is not what has a trajectory among other fields', async () => {
    const rows = [1, 2, 3].map((n) => ({ prompt: `p${n}`, response: `r${n}`, trajectory: [{ action: 'ls' }] }));
    await expect(readRuns(temporaryFile('a.jsonl', jsonl(rows)))).rejects.toThrow('trajectory');
  });
});

describe('a folder with predictions and reports', () => {
  const instance = (id: string, folder: string, patch: string): void => {
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(
      join(folder, id, `${id}.traj`),
      JSON.stringify({ ...written, info: { ...written.info, submission: patch } }),
    );
  };
  const report = (folder: string, id: string, resolved: boolean, patch: string): void => {
    const own = join(folder, 'logs/run_evaluation/run/m', id);
    mkdirSync(own, { recursive: true });
    const tests = { FAIL_TO_PASS: { success: ['a'], failure: resolved ? [] : ['b'] } };
    writeFileSync(
      join(own, 'report.json'),
      JSON.stringify({ [id]: { patch_exists: true, resolved, tests_status: tests } }),
    );
    writeFileSync(join(own, 'patch.diff'), patch);
  };

  it('has each run with its outcome, a patch that no trajectory left, and says what it passed over', async () => {
    const folder = temporaryFolder();
    instance('acme__tool-1', folder, 'diff one\r\n');
    instance('acme__tool-2', folder, 'diff two');
    report(folder, 'acme__tool-1', true, 'diff one\n');
    report(folder, 'acme__tool-2', false, 'diff other');
    const predictions = { 'acme__tool-1': 'diff one', 'acme__tool-3': 'diff three', 'acme__tool-4': '' };
    writeFileSync(
      join(folder, 'preds.json'),
      JSON.stringify(
        Object.fromEntries(
          Object.entries(predictions).map(([id, model_patch]) => [
            id,
            { instance_id: id, model_name_or_path: 'm', model_patch },
          ]),
        ),
        null,
        2,
      ),
    );
    writeFileSync(join(folder, 'settings.json'), '{"temperature": 0}');
    const { items, told } = await readRuns(folder);
    expect(
      items.map(({ id, responses }) => [
        id,
        responses.map(({ turns, verifiers, run }) => [turns?.length ?? 0, run?.patch?.trim(), verifiers?.[0]?.passed]),
      ]),
    ).toEqual([
      ['acme__tool-1', [[4, 'diff one', true]]],
      [
        'acme__tool-2',
        [
          [4, 'diff two', undefined],
          [0, 'diff other', false],
        ],
      ],
      ['acme__tool-3', [[0, 'diff three', undefined]]],
    ]);
    expect(told.sort()).toEqual([
      expect.stringContaining('settings.json'),
      expect.stringMatching(/without a patch.*: 1$/),
    ]);
  });
});

it('two models that left the same patch are two runs, folded and told', async () => {
  const folder = temporaryFolder();
  for (const [model, patch] of [
    ['m', 'diff one'],
    ['n', 'diff one'],
    ['o', 'diff two'],
  ] as const)
    writeFileSync(
      join(folder, `${model}.json`),
      JSON.stringify([{ instance_id: 'acme__tool-1', model_name_or_path: model, model_patch: patch }]),
    );
  const { items, told } = await readRuns(folder);
  expect(items.map(({ responses }) => responses.map(({ run }) => run?.patch))).toEqual([['diff one', 'diff two']]);
  expect(told).toEqual([expect.stringMatching(/acme__tool-1/)]);
});

describe('mini-swe-agent', () => {
  const block = (command: string): string => `THOUGHT: look\n\n\`\`\`bash\n${command}\n\`\`\``;
  const messages = [
    { role: 'system', content: 'Be an agent.' },
    { role: 'user', content: 'Mend it.' },
    { role: 'assistant', content: block('ls') },
    { role: 'user', content: '<returncode>0</returncode>' },
    { role: 'assistant', content: 'No command here.' },
    { role: 'user', content: 'Please give one command.' },
  ];

  it('takes the one block of a message for its call, and what follows for what it gave', async () => {
    const { items } = await readRuns(temporaryFile('x-1.traj.json', JSON.stringify(messages)));
    expect(items[0]?.id).toBe('x-1');
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { content: 'THOUGHT: look', toolCalls: [{ arguments: { command: 'ls' } }] },
      { role: 'tool', content: '<returncode>0</returncode>' },
      { role: 'assistant', content: 'No command here.' },
      { role: 'user', content: 'Please give one command.' },
    ]);
  });

  it('reads a version that is not known as far as it is, and says so', async () => {
    const whole = {
      trajectory_format: 'mini-swe-agent-9',
      instance_id: 'x-2',
      info: { exit_status: 'Submitted', submission: 'diff', config: { model: { model_name: 'm' } } },
      messages: [
        ...messages.slice(0, 2),
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'bash', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'ok' },
        { role: 'exit', content: 'diff', extra: { exit_status: 'Submitted' } },
      ],
    };
    const { items, told } = await readRuns(temporaryFile('x.traj.json', JSON.stringify(whole)));
    expect(items[0]?.responses).toMatchObject([
      { model: 'm', turns: [{ toolCalls: [{ id: 'c1' }] }, { toolCallId: 'c1' }], run: { exit: 'Submitted' } },
    ]);
    expect(told).toEqual([expect.stringContaining('mini-swe-agent-9')]);
  });
});
