import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

describe('pi', () => {
  const head = { type: 'session', version: 3, id: 's-1', cwd: '/w' };
  const entry = (id: string, parentId: string | null, message: object): object => ({
    type: 'message',
    id,
    parentId,
    message,
  });
  const text = (said: string): readonly object[] => [{ type: 'text', text: said }];

  it('takes what hangs on a call, or on the session, for what follows', async () => {
    const lines = [
      head,
      entry('u1', 's-1', { role: 'user', content: 'List files.' }),
      entry('a1', 'u1', {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } }],
      }),
      entry('t1', 'c1', { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: 'a.txt' }),
    ];
    const { items, told } = await readRuns(temporaryFile('x.jsonl', jsonl(lines)));
    expect(told).toEqual([]);
    expect(items[0]).toMatchObject({
      prompt: [{ content: 'List files.' }],
      responses: [{ turns: [{ toolCalls: [{ id: 'c1' }] }, { role: 'tool', content: 'a.txt' }] }],
    });
    expect(items[0]?.responses[0]?.run).not.toHaveProperty('branches');
  });

  it('reads the path to the last entry, what was left as branches, and summaries as told once more', async () => {
    const lines = [
      head,
      { type: 'model_change', id: 'm', parentId: null, modelId: 'm-1' },
      entry('u1', 'm', { role: 'user', content: 'Mend it.' }),
      entry('a1', 'u1', {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look.' },
          { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } },
        ],
        model: 'm-1',
        usage: { input: 10, output: 5, cacheRead: 2, cost: { total: 0.5 } },
        stopReason: 'toolUse',
      }),
      entry('t1', 'a1', { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: text('a.txt') }),
      entry('a2', 't1', { role: 'assistant', content: text('Wrong way.'), stopReason: 'stop' }),
      { type: 'branch_summary', id: 'b', parentId: 't1', fromId: 'a2', summary: 'Was wrong.' },
      { type: 'hologram', id: 'h', parentId: 'b' },
      entry('a3', 'h', { role: 'assistant', content: text('Done.'), stopReason: 'stop' }),
    ];
    const { items, told } = await readRuns(temporaryFile('x.jsonl', jsonl(lines)));
    expect(told).toEqual([expect.stringContaining('hologram')]);
    expect(items).toMatchObject([
      {
        id: 's-1',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        responses: [
          {
            model: 'm-1',
            turns: [
              { key: 'a1', content: '<think>\nLook.\n</think>\n\n', toolCalls: [{ id: 'c1', name: 'bash' }] },
              { key: 't1', role: 'tool', content: 'a.txt', toolCallId: 'c1' },
              { key: 'b', role: 'user', content: 'Was wrong.' },
              { key: 'a3', content: 'Done.' },
            ],
            run: {
              exit: 'stop',
              branches: [{ after: 1, turns: [{ content: 'Wrong way.' }] }],
              copied: ['b'],
              usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 2, cost: 0.5 },
            },
          },
        ],
      },
    ]);
  });

  it('reads a session of version 1 in its order, and tells a version that is not known', async () => {
    const lines = (version: number): readonly object[] => [
      { ...head, version },
      { type: 'message', message: { role: 'user', content: 'Mend it.' } },
      { type: 'message', message: { role: 'assistant', content: text('Done.') } },
    ];
    const one = await readRuns(temporaryFile('1.jsonl', jsonl(lines(1))));
    expect([one.told, one.items[0]?.responses[0]?.text]).toEqual([[], 'Done.']);
    const nine = await readRuns(temporaryFile('9.jsonl', jsonl(lines(9))));
    expect(nine.told).toEqual([expect.stringContaining('“9”')]);
  });
});

describe('opencode', () => {
  const message = (id: string, sessionID: string, role: string, beside: object = {}): object => ({
    id,
    sessionID,
    role,
    time: { created: 1 },
    ...beside,
  });
  const part = (id: string, messageID: string, beside: object): object => ({
    id,
    sessionID: 's',
    messageID,
    ...beside,
  });
  const session = { id: 's', projectID: 'p', directory: '/w', version: '1', title: 'T' };
  const answerParts = [
    part('p1', 'm2', { type: 'step-start' }),
    part('p2', 'm2', { type: 'reasoning', text: 'Look.' }),
    part('p3', 'm2', {
      type: 'tool',
      callID: 'c',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'ls' }, output: 'a.txt' },
    }),
    part('p4', 'm2', { type: 'step-finish', reason: 'tool-calls' }),
    part('p5', 'm2', { type: 'step-start' }),
    part('p6', 'm2', { type: 'text', text: 'Done.' }),
  ];
  const answer = message('m2', 's', 'assistant', {
    modelID: 'm',
    cost: 0.5,
    tokens: { input: 9, output: 3, cache: { read: 1 } },
    finish: 'stop',
  });
  const response = {
    model: 'm',
    turns: [
      { key: 'p2', content: '<think>\nLook.\n</think>\n\n', toolCalls: [{ name: 'bash' }] },
      { role: 'tool', content: 'a.txt', toolCallId: 'c' },
      { key: 'p6', content: 'Done.' },
    ],
    run: { exit: 'stop', usage: { cost: 0.5, inputTokens: 9, outputTokens: 3, cachedTokens: 1 } },
  };
  const write = (folder: string, files: Readonly<Record<string, object>>): void => {
    for (const [name, value] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), JSON.stringify(value));
    }
  };

  it('reads an export, with what was reverted as a branch', async () => {
    const exported = {
      info: { ...session, revert: { messageID: 'm3' } },
      messages: [
        { info: message('m1', 's', 'user'), parts: [part('p0', 'm1', { type: 'text', text: 'Mend it.' })] },
        { info: answer, parts: answerParts },
        { info: message('m3', 's', 'user'), parts: [part('p7', 'm3', { type: 'text', text: 'Worse.' })] },
      ],
    };
    const { items, told } = await readRuns(temporaryFile('export.json', JSON.stringify(exported)));
    expect(told).toEqual([]);
    expect(items).toMatchObject([{ id: 's', prompt: [{ content: 'Mend it.' }], responses: [response] }]);
    expect(items[0]?.responses[0]?.run?.branches).toMatchObject([
      { after: 2, turns: [{ role: 'user', content: 'Worse.' }] },
    ]);
  });

  it('gathers a session from its storage, with the session of one who helped', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'session/p/s.json': session,
      'session/p/h.json': { ...session, id: 'h', parentID: 's', title: 'Helper' },
      'message/s/m1.json': message('m1', 's', 'user'),
      'message/s/m2.json': answer,
      'message/h/m8.json': message('m8', 'h', 'assistant'),
      'part/m1/p0.json': part('p0', 'm1', { type: 'text', text: 'Mend it.' }),
      'part/m8/p8.json': { ...part('p8', 'm8', { type: 'text', text: 'Looked.' }), sessionID: 'h' },
      ...Object.fromEntries(answerParts.map((each, i) => [`part/m2/p${i + 1}.json`, each])),
    });
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items).toMatchObject([{ id: 's', prompt: [{ content: 'Mend it.' }], responses: [response] }]);
    expect(items[0]?.responses[0]?.run?.subagents).toMatchObject([{ name: 'Helper', turns: [{ content: 'Looked.' }] }]);
  });

  it('reads no parts outside of its storage, whatever an id says', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'secret/p.json': part('p', 'x', { type: 'text', text: 'secret' }),
      'storage/message/s/m1.json': message('../../secret', 's', 'assistant'),
      'storage/message/s/m2.json': message('m2', 's', 'assistant'),
      'storage/part/m2/p.json': part('p', 'm2', { type: 'text', text: 'Done.' }),
    });
    const { items, told } = await readRuns(join(folder, 'storage'));
    expect(told).toEqual([expect.stringContaining('missing')]);
    expect(items[0]?.responses[0]?.text).toBe('Done.');
  });

  it('tells parts of a message that are not there', async () => {
    const file = temporaryFile('m2.json', JSON.stringify(answer));
    const { items, told } = await readRuns(file);
    expect(items).toEqual([]);
    expect(told[0]).toContain('part/m2');
  });
});

describe('models of opencode', () => {
  it('names all that answered in a session', async () => {
    const message = (role: string, text: string, modelID?: string): object => ({
      info: { id: text, sessionID: 'ses_1', role, time: {}, ...(modelID !== undefined && { modelID }) },
      parts: [{ type: 'text', text }],
    });
    const session = {
      info: { id: 'ses_1', projectID: 'p', directory: '/w' },
      messages: [
        message('user', 'Mend it.'),
        message('assistant', 'One.', 'm-1'),
        message('assistant', 'Two.', 'm-2'),
        message('assistant', 'Three.', 'm-1'),
      ],
    };
    const { items } = await readRuns(temporaryFile('export.json', JSON.stringify(session)));
    expect(items[0]?.responses).toMatchObject([{ model: 'm-1, m-2' }]);
  });
});

describe('what opencode prints', () => {
  const event = (type: string, beside: object): object => ({ type, timestamp: 1, sessionID: 'ses_1', ...beside });
  const part = (type: string, beside: object = {}): object => ({
    part: { type, id: 'prt', messageID: 'msg', ...beside },
  });

  it('reads the events of a session, step by step, and how it ended', async () => {
    const lines = [
      event('step_start', part('step-start')),
      event('text', part('text', { text: 'I look.' })),
      event(
        'tool_use',
        part('tool', { tool: 'bash', callID: 'c1', state: { input: { command: 'ls' }, output: 'a.py' } }),
      ),
      event('step_finish', part('step-finish', { reason: 'tool-calls', cost: 0.5, tokens: { input: 5, output: 2 } })),
      event('step_start', part('step-start')),
      event('text', part('text', { text: 'Done.' })),
      event('step_finish', part('step-finish', { reason: 'stop', cost: 0.25, tokens: { input: 7, output: 1 } })),
    ];
    const { items, told } = await readRuns(temporaryFile('events.jsonl', `${jsonl(lines)}timed out\n`));
    expect(told).toEqual([expect.stringContaining('1')]);
    expect(items).toMatchObject([
      {
        id: 'ses_1',
        prompt: [],
        responses: [
          {
            turns: [
              { content: 'I look.', toolCalls: [{ id: 'c1', name: 'bash', arguments: { command: 'ls' } }] },
              { role: 'tool', content: 'a.py', toolCallId: 'c1' },
              { content: 'Done.' },
            ],
            run: { exit: 'stop', usage: { inputTokens: 12, outputTokens: 3, cost: 0.75 } },
          },
        ],
      },
    ]);
  });

  it('names the error that ended a session', async () => {
    const lines = [event('text', part('text', { text: 'I try.' })), event('error', { error: { name: 'APIError' } })];
    const { items } = await readRuns(temporaryFile('events.jsonl', jsonl(lines)));
    expect(items[0]?.responses[0]?.run?.exit).toBe('APIError');
  });
});

describe('Cursor', () => {
  const line = (role: string, ...content: readonly object[]): object => ({ role, message: { content } });
  const text = (said: string): object => ({ type: 'text', text: said });

  it('reads a transcript with its calls, and what others did to help it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 's-1', 'subagents'), { recursive: true });
    const lines = [
      line('user', text('Mend it.')),
      line('assistant', text('I look.'), { type: 'tool_use', name: 'Shell', input: { command: 'ls' } }),
      line('assistant', text('Done.'), { type: 'hologram' }),
      { type: 'turn_ended', status: 'success' },
    ];
    writeFileSync(join(folder, 's-1', 's-1.jsonl'), jsonl(lines));
    writeFileSync(
      join(folder, 's-1', 'subagents', 'h.jsonl'),
      jsonl([line('user', text('Look.')), line('assistant', text('Looked.'))]),
    );
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([expect.stringContaining('hologram')]);
    expect(items).toMatchObject([
      {
        id: 's-1',
        prompt: [{ role: 'user', content: 'Mend it.' }],
        responses: [
          {
            turns: [
              { content: 'I look.', toolCalls: [{ name: 'Shell', arguments: { command: 'ls' } }] },
              { content: 'Done.' },
            ],
            run: { exit: 'success', subagents: [{ turns: [{ content: 'Look.' }, { content: 'Looked.' }] }] },
          },
        ],
      },
    ]);
  });

  it('shows no mark in the place of what the model thought, and tells how often it stands there', async () => {
    const lines = [
      line('user', text('<user_query>\nMend it.\n</user_query>')),
      line('assistant', text('I patch.\n\n[REDACTED]'), {
        type: 'tool_use',
        name: 'ApplyPatch',
        input: '*** Begin Patch',
      }),
      line('assistant', text('[REDACTED]')),
      { type: 'turn_ended', status: 'error', error: 'Too long.' },
    ];
    const { items, told } = await readRuns(temporaryFile('s-2.jsonl', jsonl(lines)));
    expect(told).toEqual([expect.stringContaining('2 (“[REDACTED]”)')]);
    expect(items[0]?.responses).toMatchObject([
      {
        turns: [{ content: 'I patch.', toolCalls: [{ name: 'ApplyPatch', arguments: '*** Begin Patch' }] }],
        run: { exit: 'Too long.' },
      },
    ]);
    expect(items[0]?.responses[0]?.turns).toHaveLength(1);
  });
});
