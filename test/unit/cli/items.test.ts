import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundlesCommandLine, commandLine, tiebreak } from '../made/commandLine';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { root } from '../made/bundle';

bundlesCommandLine();

const folderWith = (text: string, name = 'data.jsonl'): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  return folder;
};
const linesOf = (out: string): unknown[] =>
  out
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));

describe('tiebreak items of a dataset that a person has to look at', () => {
  const rows = Array.from({ length: 6 }, (_, n) => ({
    question: `What is the answer to number ${n}?`,
    "bot's own answer": `This is what one says of ${n}.`,
    'other answer': `This is what the other says of ${n}.`,
    story: `A long and untold story of number ${n}, which nobody uses.`,
  }));

  it('prints a command that reads it as proposed', async () => {
    const folder = folderWith(jsonl(rows), 'my data.jsonl');
    const refused = await tiebreak(folder, 'items', 'my data.jsonl');
    expect([refused.code, refused.out]).toEqual([1, '']);
    const [, options = ''] = /^ {2}tiebreak items '.*my data\.jsonl' (.*)$/m.exec(refused.err) ?? [];
    const args = [...options.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll("'\\''", "'") ?? plain ?? '',
    );
    expect(args).toContain("first=bot's own answer");
    expect(await tiebreak(folder, 'items', 'my data.jsonl', ...args, '--json')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('This is what the other says of 5.') as string,
    });
  });

  it('takes no field for prompt and response', async () => {
    expect(
      await tiebreak(
        folderWith(jsonl(rows)),
        'items',
        'data.jsonl',
        '--layout',
        'paired-responses',
        '--map',
        'prompt=question',
        '--map',
        'first=question',
        '--map',
        'second=other answer',
      ),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '“question” cannot be both the prompt and a response. Choose another field for one of them (--map prompt=question, --map first=question).',
      ) as string,
    });
  });

  it('has no prompt where that is said, and tells of rows that were put together', async () => {
    const folder = folderWith(
      jsonl(
        rows.flatMap(({ question }) =>
          ['a', 'b'].map((model) => ({ question, model, reply: `${model} says of it: ${question}` })),
        ),
      ),
    );
    expect(await tiebreak(folder, 'items', 'data.jsonl', '--json')).toMatchObject({
      code: 0,
      err: expect.stringContaining(
        'Rows with the same prompt are one item. Number of rows: 12. Number of prompts: 6',
      ) as string,
    });
    const apart = await tiebreak(folder, 'items', 'data.jsonl', '--json', '--no-gather');
    expect([linesOf(apart.out).length, apart.err]).toEqual([12, '']);
    const without = await tiebreak(
      folder,
      'items',
      'data.jsonl',
      '--json',
      '--layout',
      'single-responses',
      '--map',
      'prompt=',
      '--map',
      'completion=reply',
    );
    expect(linesOf(without.out)).toHaveLength(12);
    expect(await tiebreak(folder, 'items', 'data.jsonl', '--map', 'completion=')).toMatchObject({
      code: 2,
      err: expect.stringContaining('If there is no prompt, write prompt=') as string,
    });
  });
});

describe('tiebreak items --json', () => {
  it('prints every item with its labels, one a line', async () => {
    const folder = folderWith(
      jsonl([
        { id: 'a', prompt: 'One', chosen: 'good', rejected: 'bad' },
        {
          prompt: 'Two',
          chosen: [{ role: 'assistant', content: 'better' }],
          rejected: [{ role: 'assistant', content: 'worse' }],
        },
      ]),
    );
    const run = await tiebreak(folder, 'items', 'data.jsonl', '--json');
    expect([run.code, run.err]).toEqual([0, '']);
    expect(linesOf(run.out)).toMatchObject([
      {
        item: {
          id: 'a',
          prompt: [{ role: 'user', content: 'One' }],
          responses: [
            { id: 'chosen', text: 'good' },
            { id: 'rejected', text: 'bad' },
          ],
        },
        labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
      },
      { item: { responses: [{ text: 'better' }, { text: 'worse' }] } },
    ]);
    expect(run.out).toMatch(/^\{"item":\{"id":"a",/);
  });

  it('gives the text of a response that is several messages', async () => {
    const turns = [
      { role: 'assistant', content: 'Which one?' },
      { role: 'user', content: 'The first.' },
      { role: 'assistant', content: 'Red.' },
    ];
    const run = await tiebreak(
      folderWith(jsonl([{ prompt: 'Colour?', responses: [turns, 'Blue.'] }])),
      'items',
      'data.jsonl',
      '--json',
    );
    expect(linesOf(run.out)).toMatchObject([
      { item: { responses: [{ text: 'Which one?\n\nThe first.\n\nRed.', turns }, { text: 'Blue.' }] } },
    ]);
  });

  it('names who judged', async () => {
    const run = await tiebreak(root, 'items', 'test/fixtures/argilla.json', '--json');
    expect(run.code).toBe(0);
    expect(linesOf(run.out)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          labels: expect.arrayContaining([
            expect.objectContaining({ annotator: expect.any(String) as string }),
          ]) as unknown,
        }),
      ]),
    );
  });

  it.each([
    ['the replies of a message tree', 'oasst-trees.jsonl'],
    ['the messages of a tree that stand one by one', 'oasst-messages.jsonl'],
  ])('prints the items of %s as a study has them', async (_, name) => {
    const run = await tiebreak(root, 'items', `test/fixtures/${name}`, '--json');
    const items = linesOf(run.out) as { item: { responses: unknown[] } }[];
    const { out } = await tiebreak(root, 'inspect', `test/fixtures/${name}`, '--json');
    const { items: count } = JSON.parse(out) as { items: number };
    expect(items).toHaveLength(count);
    expect(items.every(({ item }) => item.responses.length > 0)).toBe(true);
  });

  it('takes over labels whose codes are explained, and leaves out the others', async () => {
    const folder = folderWith(
      jsonl(
        [1, 2].map((label) => ({
          prompt: `What is ${label}+${label}, please?`,
          response_1: 'It is two, I think.',
          response_2: 'It is four, I think.',
          label,
        })),
      ),
    );
    const labelsWith = async (...args: string[]): Promise<unknown[]> =>
      linesOf((await tiebreak(folder, 'items', 'data.jsonl', ...args, '--json')).out).map(
        (line) => (line as { labels: unknown }).labels,
      );
    expect(await labelsWith()).toEqual([[], []]);
    expect(await labelsWith('--map', 'label=label', '--values', '1=first,2=second')).toMatchObject([
      [{ judgement: { comparisons: [{ outcome: 'a' }] } }],
      [{ judgement: { comparisons: [{ outcome: 'b' }] } }],
    ]);
  });

  it('makes one item of rows with the same prompt where it is asked to', async () => {
    const folder = folderWith(
      jsonl([
        { prompt: 'P', completion: 'yes', label: true },
        { prompt: 'Q', completion: 'no', label: false },
        { prompt: 'P', completion: 'no', label: false },
      ]),
    );
    const run = await tiebreak(folder, 'items', 'data.jsonl', '--gather', '--json');
    expect(linesOf(run.out)).toMatchObject([
      {
        item: { responses: [{ text: 'yes' }, { text: 'no' }] },
        labels: [{ judgement: { acceptable: { r1: true, r2: false } } }],
      },
      { item: { responses: [{ text: 'no' }] } },
    ]);
  });

  it('tells records that cannot be read with file and line, counts them, and exits with 1', async () => {
    const run = await tiebreak(
      folderWith(`${jsonl([{ prompt: 'P', chosen: 'a', rejected: 'b' }])}{"prompt":\n{"prompt":"x","chosen":"y"}\n`),
      'items',
      'data.jsonl',
      '--json',
    );
    expect([run.code, linesOf(run.out).length]).toEqual([1, 1]);
    expect(run.err.split('\n')).toEqual([
      expect.stringMatching(/^data\.jsonl:2: This is not JSON: /),
      expect.stringMatching(
        /^data\.jsonl:3: “rejected” must be text, a message or a list of messages\. Found: no value\./,
      ),
      '2 records could not be read',
      '',
    ]);
  });

  it('tells labels that were left out, as what they mean is not certain', async () => {
    const run = await tiebreak(
      folderWith(
        jsonl(
          [1, 2, 1].map((label, row) => ({
            question: `Which is it, ${row}?`,
            response_a: `This one, ${row}.`,
            response_b: `That one, ${row}.`,
            label,
          })),
        ),
      ),
      'items',
      'data.jsonl',
      '--json',
    );
    expect(run.code).toBe(0);
    expect(linesOf(run.out)).toMatchObject([
      { labels: [], unread: { path: 'label', value: 1 } },
      { labels: [], unread: { path: 'label', value: 2 } },
      { labels: [] },
    ]);
    expect(run.err).toMatch(
      /warning: “label” seems to say which response is better, but the meaning of its values is unknown: 1 \(2\), 2 \(1\)/,
    );
  });

  it('refuses what a study cannot be made of, as init does', async () => {
    const folder = folderWith(jsonl([{ name: 'x', age: 3 }]));
    const [items, init] = [
      await tiebreak(folder, 'items', 'data.jsonl', '--json'),
      await tiebreak(folder, 'init', 's.tiebreak', '--dataset', 'data.jsonl'),
    ];
    expect([items.code, items.out, items.err]).toEqual([init.code, '', init.err]);
  });

  it.each([['0'], ['-1'], ['two'], ['']])('exits with 2 for --limit %j', async (limit) => {
    const run = await tiebreak(
      folderWith(jsonl([{ prompt: 'P', chosen: 'a', rejected: 'b' }])),
      'items',
      'data.jsonl',
      '--limit',
      limit,
    );
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(/Use a whole number, 1 or more/);
  });

  it('prints no more than --limit items', async () => {
    const folder = folderWith(
      jsonl(Array.from({ length: 20 }, (_, n) => ({ prompt: `P${n}`, chosen: 'a', rejected: 'b' }))),
    );
    expect(linesOf((await tiebreak(folder, 'items', 'data.jsonl', '--json', '--limit', '7')).out)).toHaveLength(7);
  });
});

describe('tiebreak items of a large dataset', () => {
  /** 120 MB of pairs, which take 1 MB of disk. */
  const large = (): string =>
    temporaryFile(
      'large.jsonl.gz',
      gzipSync(
        Buffer.alloc(
          120e6,
          `${JSON.stringify({ prompt: 'Why is the sky blue?'.repeat(50), chosen: 'It scatters.', rejected: 'It is paint.' })}\n`,
        ),
      ),
    );
  const items = (path: string, options: readonly string[] = []): ReturnType<typeof spawn> =>
    spawn(process.execPath, [...options, commandLine(), 'items', path, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const textOf = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
    let text = '';
    for await (const chunk of stream ?? []) text += String(chunk);
    return text;
  };

  it('takes no memory for what was printed', async () => {
    const child = items(large(), ['--max-old-space-size=48']);
    let bytes = 0;
    child.stdout?.on('data', (chunk: Buffer) => (bytes += chunk.length));
    const err = textOf(child.stderr);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, (await err).split('\n').length]).toEqual([1, 3]);
    expect(bytes).toBeGreaterThan(120e6);
  });

  it('ends quietly when the pipe is closed, as by head', async () => {
    const child = items(large());
    const err = textOf(child.stderr);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = (await once(child, 'close')) as [number];
    expect([code, await err]).toEqual([0, '']);
  });

  it('stops with Ctrl-C, and leaves nothing behind', async () => {
    // A folder of its own: other programs write into that of the machine meanwhile.
    const temporary = temporaryFolder();
    const copies = (): string[] => readdirSync(temporary);
    const path = large();
    const child = spawn(process.execPath, [commandLine(), 'items', path, '--json', '--gather'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: temporary },
    });
    const err = textOf(child.stderr);
    // As soon as it writes down what it gathers.
    const waiting = setInterval(() => {
      if (copies().length === 0) return;
      clearInterval(waiting);
      child.kill('SIGINT');
    }, 20);
    child.once('close', () => clearInterval(waiting));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, await err]).toEqual([130, 'stopped; the remaining items were not read\n']);
    expect(copies()).toEqual([]);
  });
});

describe('tiebreak items for people', () => {
  it('shows the first items, shortened, and says how to see more', async () => {
    const folder = folderWith(
      jsonl(
        Array.from({ length: 5 }, (_, n) => ({
          id: `q${n}`,
          prompt: `Why?\n${'So long. '.repeat(50)}`,
          chosen: 'Because.',
          rejected: 'No idea.',
          context: 'At sea.',
        })),
      ),
    );
    const { code, out, err } = await tiebreak(folder, 'items', 'data.jsonl');
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines.slice(0, 7)).toEqual([
      'q0  (data.jsonl:1)',
      expect.stringMatching(/^ {2}user {6}Why\? So long\. .*…$/),
      '  context   At sea.',
      '  chosen    Because.',
      '  rejected  No idea.',
      '  label     chosen > rejected',
      '',
    ]);
    expect(lines.every((line) => line.length <= 100)).toBe(true);
    expect(lines.filter((line) => /^q\d/.test(line))).toHaveLength(3);
    expect(lines.at(-2)).toBe(
      'There are more items. Use --limit N to print N of them, or --json to print all of them in full.',
    );
  });

  it('tells what was made of a file also where it is not read to its end', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'data.csv'),
      Buffer.from(`prompt,chosen,rejected\n${'Wo?,Köln,Bonn\n'.repeat(9)}`, 'latin1'),
    );
    const { out, err } = await tiebreak(folder, 'items', 'data.csv', '--limit', '1');
    expect(out).toMatch(/chosen +Köln/);
    expect(err).toMatch(/^data\.csv: warning: The file is not UTF-8 and was read as Windows-1252/);
  });

  it('says nothing of more where there is none', async () => {
    const { out } = await tiebreak(
      folderWith(jsonl([{ prompt: 'Why?', chosen: 'Because.', rejected: 'No idea.' }])),
      'items',
      'data.jsonl',
    );
    expect(out).not.toMatch(/more items/);
  });
});
