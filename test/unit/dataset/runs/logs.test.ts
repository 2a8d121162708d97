import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRuns } from '../../made/readRuns';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const image = 'data:image/png;base64,aGk=';
const sample = (epoch: number, value: unknown): object => ({
  id: 'a',
  epoch,
  input: 'Guess.',
  target: '42',
  messages: [
    { id: 'm1', role: 'system', content: 'Use tools.' },
    {
      id: 'm2',
      role: 'user',
      source: 'input',
      content: [
        { type: 'text', text: 'Guess.' },
        { type: 'image', image },
      ],
    },
    {
      id: `m3-${epoch}`,
      role: 'assistant',
      content: [
        { type: 'reasoning', reasoning: 'Hm.' },
        { type: 'text', text: `I look ${epoch}.` },
      ],
      tool_calls: [{ id: 'c', function: 'bash', arguments: { cmd: 'attachment://0123456789abcdef0123456789abcdef' } }],
    },
    {
      id: `m4-${epoch}`,
      role: 'tool',
      tool_call_id: 'c',
      function: 'bash',
      content: '',
      error: { type: 'timeout', message: 'Timed out.' },
    },
  ],
  scores: { includes: { value, explanation: 'it says so' } },
  attachments: { '0123456789abcdef0123456789abcdef': 'cat /long/command' },
  model_usage: { m: { input_tokens: 5, output_tokens: 2 }, judge: { input_tokens: 1, output_tokens: 1 } },
  total_time: 9,
  limit: { type: 'message', limit: 4 },
});
const log = { version: 2, status: 'success', eval: { task: 'guess', model: 'openai/m', run_id: 'r' } };

/** A zstd frame of one block as it stands (RFC 8878, 3.1.1): of a text of 256 bytes or more. */
function zstdFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60, 0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length - 256, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 7, 3);
  return Buffer.concat([head, bytes]);
}

/** A zip archive with entries in this order, packed as a method of the format says; crc32 may be missing from an older Node. */
function zip(entries: readonly (readonly [name: string, text: string])[], method: 8 | 93): Buffer {
  const checksum = (crc32 as ((bytes: Buffer) => number) | undefined) ?? (() => 0);
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of entries) {
    const packed = method === 8 ? deflateRawSync(text) : zstdFrame(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(checksum(Buffer.from(text)), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(text), 18);
    fields.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, place, Buffer.from(name)]));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
}

describe('Inspect AI', () => {
  it('makes attempts of epochs, with attachments in their place and scores as outcomes', async () => {
    const whole = { ...log, samples: [sample(1, 'C'), sample(2, { safe: true, fast: 0.5 })] };
    const { items } = await readRuns(temporaryFile('log.json', JSON.stringify(whole)));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: 'guess/a',
      notes: '42',
      prompt: [{ role: 'system' }, { role: 'user', media: [{ kind: 'image', source: image, at: 6 }] }],
      responses: [
        {
          model: 'openai/m',
          turns: [
            {
              key: 'm3-1',
              content: '<think>\nHm.\n</think>\n\nI look 1.',
              toolCalls: [{ id: 'c', name: 'bash', arguments: { cmd: 'cat /long/command' } }],
            },
            { role: 'tool', content: 'Timed out.', toolName: 'bash' },
          ],
          run: { exit: 'limit: message', usage: { inputTokens: 6, outputTokens: 3, seconds: 9 } },
          verifiers: [{ name: 'includes', passed: true, detail: 'it says so' }],
        },
        {
          verifiers: [
            { name: 'includes.safe', passed: true },
            { name: 'includes.fast', score: 0.5 },
          ],
        },
      ],
    });
  });

  it.each([8, 93] as const)(
    'reads an archive that broke off before its header, and the last entry of a name (packed by method %i)',
    async (method) => {
      const entries = [
        ['_journal/start.json', JSON.stringify({ ...log, plan: { steps: 'x'.repeat(300) } })],
        ['samples/a_epoch_1.json', JSON.stringify(sample(1, 'I'))],
        ['samples/a_epoch_1.json', JSON.stringify(sample(1, 'C'))],
      ] as const;
      const { items } = await readRuns(temporaryFile('log.eval', zip(entries, method)));
      expect(items.map(({ responses }) => responses.map(({ verifiers }) => verifiers?.[0]?.passed))).toEqual([[true]]);
      expect(items[0]?.responses[0]?.model).toBe('openai/m');
    },
  );
});

describe('ATIF', () => {
  const step = (n: number, beside: object): object => ({ step_id: n, timestamp: '2026-01-01T00:00:00Z', ...beside });
  const trajectory = (steps: readonly object[], beside: object = {}): string =>
    JSON.stringify({
      schema_version: 'ATIF-v1.7',
      session_id: 's',
      agent: { name: 'a', model_name: 'm' },
      steps,
      ...beside,
    });

  it('is joined with the outcome of its trial, under the name of the task', async () => {
    const folder = temporaryFolder();
    for (const [trial, reward] of [
      ['t__1', 1],
      ['t__2', 0],
    ] as const) {
      mkdirSync(join(folder, trial, 'agent'), { recursive: true });
      writeFileSync(
        join(folder, trial, 'result.json'),
        JSON.stringify({ task_name: 't', trial_name: trial, agent_info: {}, verifier_result: { rewards: { reward } } }),
      );
      writeFileSync(
        join(folder, trial, 'agent/trajectory.json'),
        trajectory([
          step(1, { source: 'user', message: 'Do it.' }),
          step(2, {
            source: 'agent',
            message: `Try ${trial}.`,
            reasoning_content: 'Hm.',
            tool_calls: [{ tool_call_id: 'c', function_name: 'bash', arguments: { command: 'ls' } }],
            observation: { results: [{ source_call_id: 'c', content: 'a.txt' }] },
          }),
        ]),
      );
    }
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 't',
        prompt: [{ role: 'user', content: 'Do it.' }],
        responses: [
          {
            turns: [
              { content: '<think>\nHm.\n</think>\n\nTry t__1.', toolCalls: [{ id: 'c', name: 'bash' }] },
              { role: 'tool', content: 'a.txt', toolCallId: 'c' },
            ],
            verifiers: [{ name: 'reward', score: 1 }],
          },
          { verifiers: [{ name: 'reward', score: 0 }] },
        ],
      },
    ]);
  });

  it.each(['../secret.json', '/etc/secret.json', 'C:\\secret.json', 'parts\\..\\..\\secret.json'])(
    'goes on in files of its own folder only, and not in %s',
    async (path) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'run'));
      writeFileSync(
        join(folder, 'secret.json'),
        trajectory([step(1, { source: 'agent', message: 'What nobody asked for.' })]),
      );
      const file = join(folder, 'run/a.json');
      const steps = [step(1, { source: 'user', message: 'Do it.' }), step(2, { source: 'agent', message: 'Done.' })];
      writeFileSync(file, trajectory(steps, { continued_trajectory_ref: path }));
      const { items, told } = await readRuns(file);
      expect(items[0]?.responses[0]?.text).toBe('Done.');
      expect(told).toEqual([expect.stringContaining(path)]);
    },
  );

  it('tells an outcome without its trajectory, a version and a source that it does not know', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'a.json'),
      trajectory([step(1, { source: 'agent', message: 'x' }), step(2, { source: 'oracle', message: 'y' })], {
        schema_version: 'ATIF-v9.9',
      }),
    );
    mkdirSync(join(folder, 'lost'));
    writeFileSync(
      join(folder, 'lost/result.json'),
      JSON.stringify({
        task_name: 'gone',
        trial_name: 'g',
        agent_info: {},
        verifier_result: { rewards: { reward: 1 } },
      }),
    );
    const { items, told } = await readRuns(folder);
    expect(items).toHaveLength(1);
    expect(told.sort()).toEqual([
      expect.stringContaining('gone'),
      expect.stringContaining('oracle'),
      expect.stringContaining('ATIF-v9.9'),
    ]);
  });
});
