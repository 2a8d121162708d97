import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { progressLine, shownProgress } from '../../../src/cli/output/progress';
import { bundlesCommandLine, commandLine, started, type Run } from '../made/commandLine';
import { judge, studyOf } from '../made/study';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { eventually } from '../made/eventually';

bundlesCommandLine();

/** Runs `tiebreak` as a program of its own. */
const tiebreak = (cwd: string, ...args: string[]): Promise<Run> => started({ cwd }, ...args);

const good = { prompt: 'Hi', chosen: 'A', rejected: 'B' };
const lines = (text: string): string[] => text.trimEnd().split('\n');

async function validated(
  content: string | Buffer,
  format: string,
  name = 'train.jsonl',
  ...more: string[]
): Promise<{ code: number; out: string; err: string[] }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  const { code, out, err } = await tiebreak(folder, 'validate', name, '--format', format, ...more);
  return { code, out, err: lines(err) };
}

describe('tiebreak validate', () => {
  it('tells the first few of 100,000 rows with the same fault, and how many more there are', async () => {
    const text = `${JSON.stringify({ ...good, rejected: null })}\n`.repeat(100_000);
    const { code, out, err } = await validated(text, 'trl-dpo-text');
    expect([code, out]).toEqual([1, 'trl-dpo-text: 100,000 rows, 100,000 problems\n']);
    expect(err).toEqual([
      ...[1, 2, 3, 4, 5].map((line) => `train.jsonl:${line}: rejected: must be text: TRL cannot join it to the prompt`),
      '  and 99,995 more like this',
    ]);
    const { kinds, totals, problems } = JSON.parse(
      (await validated(text, 'trl-dpo-text', 'train.jsonl', '--json')).out,
    ) as { kinds: { count: number }[]; totals: object; problems: object[] };
    expect([totals, problems.length, kinds]).toEqual([
      { errors: 100_000, warnings: 0 },
      5,
      [
        {
          severity: 'error',
          file: expect.any(String) as string,
          line: 1,
          message: 'rejected: must be text: TRL cannot join it to the prompt',
          code: 'validation.breaksRule',
          count: 100_000,
        },
      ],
    ]);
  });

  it.each<[string, string | Buffer, string, string, number, RegExp[]]>([
    [
      'a line that is not JSON',
      `${jsonl([good])}{"prompt":\n`,
      'trl-dpo-text',
      'a.jsonl',
      1,
      [
        /^a\.jsonl:2: This is not JSON: it ends too early.* HF datasets stops with an error and reads no row of the file/,
      ],
    ],
    [
      'a line that is a list',
      `${jsonl([good])}[1]\n`,
      'trl-dpo-text',
      'a.jsonl',
      1,
      [/^a\.jsonl:2: is not an object with fields: HF datasets stops/],
    ],
    [
      'CSV that HF datasets does not know for it',
      'prompt;chosen;rejected\na;b;c\nd;e;f\n',
      'trl-dpo-text',
      'a.csv',
      1,
      [/^a\.csv:1: is CSV \(prompt, chosen, rejected\).*Save it as JSONL/],
    ],
    [
      'CSV whose readers open the file themselves',
      'input,preferred_output,non_preferred_output\na,b,c\n',
      'together-preference',
      'a.csv',
      1,
      [/^a\.csv:1: is CSV \(input, .*Save it as JSONL/],
    ],
    [
      'CSV',
      'prompt,chosen,rejected,margin\na,b,c,1\nd,"e\n",c,2.5\n',
      'trl-dpo-text',
      'a.csv',
      0,
      [/^a\.csv: warning: is CSV, but the format trl-dpo-text is read as JSONL, JSON, Parquet \(TRL, .*\)$/],
    ],
    [
      'cells of CSV that become others',
      'prompt\tchosen\trejected\na\t1\tNone\nb\t2\t"NA"\nc\t\td\n',
      'trl-dpo-text',
      'a.tsv',
      1,
      [
        /^a\.tsv: warning: is CSV/,
        /^a\.tsv:2: chosen: must be text: .* \(HF datasets reads a CSV column as numbers if every cell is a number\)$/,
        /^a\.tsv:3: chosen: must be text/,
        /^a\.tsv:4: chosen: must be text: .* \(HF datasets reads empty CSV cells, NA, None, null and similar as null\)$/,
      ],
    ],
    [
      'a row of CSV with a cell too many',
      'prompt,chosen,rejected\na,b,c\nd,e,f,g\n',
      'trl-dpo-text',
      'a.csv',
      1,
      [
        /^a\.csv: warning: is CSV/,
        /^a\.csv:3: The row has more cells than the header \(4 and 3\)\. Quote cells that contain the separator “,”\. Trainers stop here\.$/,
      ],
    ],
    [
      'CSV of lists',
      'prompt,chosen,rejected\n"[{}]","[{}]","[]"\n',
      'trl-dpo',
      'a.csv',
      1,
      [/^a\.csv: warning: is CSV/, /^a\.csv:2: prompt: must be a list of messages/],
    ],
    [
      'rows of several lines',
      JSON.stringify(good, undefined, 1),
      'trl-dpo-text',
      'a.jsonl',
      1,
      [/^a\.jsonl:1: a row spans several lines, .*Write each row on one line/],
    ],
    [
      'one object that holds the rows',
      JSON.stringify({ data: [good] }, undefined, 1),
      'trl-dpo-text',
      'a.json',
      1,
      [/^a\.json:1: is one JSON object with rows at “data”, which HF datasets reads as a single row/],
    ],
    [
      'a cut array',
      '[{}',
      'trl-dpo-text',
      'a.json',
      1,
      [
        /./,
        /The JSON array is cut off: its closing “]” is missing\. No trainer can read a row of this file \(“JSON parse error”\)\.$/,
      ],
    ],
    [
      'gzip',
      gzipSync(jsonl([good])),
      'trl-dpo-text',
      'a.jsonl.gz',
      0,
      [
        /^a\.jsonl\.gz: warning: is compressed with gzip: HF datasets reads it, but trainers that open the file themselves do not/,
      ],
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeff${jsonl([good])}`, 'utf16le'),
      'trl-dpo-text',
      'a.jsonl',
      1,
      [/^a\.jsonl: is UTF-16: HF datasets and Python read UTF-8/],
    ],
    [
      'an empty file',
      '',
      'trl-dpo-text',
      'a.jsonl',
      1,
      [/^a\.jsonl: is empty, and trainers stop at an empty file \(“StopIteration”\)$/],
    ],
    [
      'lines where the trainer reads an array',
      jsonl([good]),
      'halos',
      'a.jsonl',
      1,
      [
        /^a\.jsonl: is JSONL, but the format halos is read as JSON \(HALOs\)/,
        /the column “prompt_id” is missing/,
        /the first row has the format trl-dpo-text/,
      ],
    ],
    [
      'JSONL for verl',
      jsonl([good]),
      'verl',
      'a.jsonl',
      1,
      [/the format verl is read as Parquet, JSON \(verl\)/, /./, /./],
    ],
    [
      'another format',
      jsonl([good]),
      'ms-swift',
      'a.jsonl',
      1,
      [
        /^a\.jsonl:1: the column “messages” is missing: .*\. Other columns of the row: prompt, chosen, rejected$/,
        /^a\.jsonl: warning: the first row has the format trl-dpo-text\. .*--format trl-dpo-text/,
      ],
    ],
  ])('says of %s what its readers do, and leaves nothing out', async (_, content, format, name, expected, messages) => {
    const { code, err } = await validated(content, format, name);
    expect([code, err]).toEqual([expected, messages.map((message) => expect.stringMatching(message) as string)]);
    expect(err.join('\n')).not.toContain('left out');
  });

  it('knows a file whose rows have a column too many', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), jsonl([{ ...good, source: 'x' }]));
    expect(await tiebreak(folder, 'validate', 'a.jsonl')).toMatchObject({
      code: 0,
      out: 'trl-dpo-text: 1 row, 1 problem\n',
      err: expect.stringMatching(
        /^a\.jsonl:1: warning: “source” is not a column of trl-dpo-text: TRL and Unsloth drop it;/,
      ) as string,
    });
  });

  it('shows how far it is, and how fast, in a terminal', async () => {
    expect(progressLine('a.jsonl', 400e6, 1000e6, 4000)).toBe('a.jsonl: 400 of 1,000 MB, 100 MB/s, 6 s left');
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), 'x'.repeat(100));
    const written: string[] = [];
    const stream = { isTTY: true, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
    vi.useFakeTimers({ toFake: ['performance'] });
    const { onBytes, end } = await shownProgress(join(folder, 'a.jsonl'), stream);
    onBytes(1);
    vi.advanceTimersByTime(600);
    onBytes(50);
    end();
    vi.useRealTimers();
    expect(written).toEqual([expect.stringContaining(`\r\u001b[K${join(folder, 'a.jsonl')}: 0 of 0 MB`), '\r\u001b[K']);
  });
});

describe('the recipes of a project', () => {
  const project = (exports: unknown): string =>
    JSON.stringify({
      version: 1,
      dataset: { sources: ['a.jsonl'], layout: 'preference-pairs', mapping: {} },
      task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: [] },
      round: 0,
      seed: 1,
      exports,
    });
  it.each<[string, unknown, string]>([
    [
      'a list',
      [],
      'study.tiebreak: exports: is a list. It must be an object of recipes by name, for example {"nightly": {"format": "trl-dpo"}}',
    ],
    [
      'a value that there is not',
      { nightly: { format: 'trl-dpo', pairs: 'bets' } },
      'study.tiebreak: exports.nightly.pairs: Must be one of all, neighbours, best-rest, best-worst, acceptable, but is "bets"',
    ],
    [
      'an option that there is not',
      { nightly: { format: 'trl-dpo', paris: 'all' } },
      'study.tiebreak: exports.nightly: Unknown fields: “paris”. Correct or remove them. The fields are format, file, ',
    ],
    [
      'a format that there is not',
      { nightly: { format: 'trl-dop' } },
      'study.tiebreak: exports.nightly: The format “trl-dop” does not exist. Similar formats: ',
    ],
    [
      'an option of another format',
      { nightly: { format: 'trl-dpo', listSize: 4 } },
      'study.tiebreak: exports.nightly: The format trl-dpo does not support the option “--list-size”. Remove it, or choose a format that supports it: ',
    ],
  ])('say of %s what it is, where, and what there is, to export and validate', async (_, exports, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), jsonl([good]));
    writeFileSync(join(folder, 'study.tiebreak'), project(exports));
    for (const args of [
      ['export', 'study.tiebreak', '--recipe', 'nightly'],
      ['validate', 'study.tiebreak'],
    ]) {
      const { code, err } = await tiebreak(folder, ...args);
      expect([code > 0, err.replace(`${folder}/`, '')]).toEqual([true, expect.stringContaining(message) as string]);
    }
  });
});

describe('tiebreak export that is stopped or cannot go on', () => {
  const records = [...Array(8000).keys()].map((n) => ({
    prompt: `Q${n} ${'long '.repeat(60)}`,
    chosen: `a${n}`,
    rejected: `b${n}`,
    topic: 'x',
  }));
  async function study(count = records.length): Promise<string> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pairs.jsonl'), jsonl(records.slice(0, count)));
    await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl');
    await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'source');
    return folder;
  }

  it('ends with 130 or 143, takes away the folders that it made, and leaves those that were there', async () => {
    const folder = await study();
    mkdirSync(join(folder, 'mine'));
    for (const [signal, code, out, made] of [
      ['SIGINT', 130, 'new/deep/out', 'new'],
      ['SIGTERM', 143, 'mine/out', 'mine/out'],
    ] as const) {
      const child = spawn(
        process.execPath,
        [commandLine(), 'export', 'study.tiebreak', '--format', 'trl-dpo', '--out', out],
        { cwd: folder },
      );
      let err = '';
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      await eventually(() => expect(existsSync(join(folder, out))).toBe(true), 2);
      child.kill(signal);
      expect([await ended, err]).toEqual([code, 'stopped; nothing was written\n']);
      expect(existsSync(join(folder, made))).toBe(false);
    }
    expect(existsSync(join(folder, 'mine'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('takes away the folder that it made where the disk is full', async () => {
    const folder = await study();
    // A limit on the size of files refuses a write as a full disk does, part of the way through.
    const run = await new Promise<{ code: number | null; err: string }>((resolve) => {
      const child = spawn(
        '/bin/sh',
        [
          '-c',
          `trap '' XFSZ; ulimit -f 200; exec "$0" "$@"`,
          process.execPath,
          commandLine(),
          'export',
          'study.tiebreak',
          '--format',
          'trl-dpo',
          '--out',
          'new/out',
        ],
        { cwd: folder },
      );
      let err = '';
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      child.on('close', (code) => resolve({ code, err }));
    });
    expect(run).toEqual({
      code: 1,
      err: expect.stringContaining('new/out: the export could not be written, and no files were changed: ') as string,
    });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  it('refuses strata that no item has, and names the fields that there are', async () => {
    const folder = await study(200);
    const run = await tiebreak(
      folder,
      'export',
      'study.tiebreak',
      '--format',
      'trl-dpo',
      '--out',
      'out',
      '--split',
      'train=0.9,test=0.1',
      '--stratify',
      'domain',
    );
    expect([run.code, run.err]).toEqual([
      2,
      'None of the 200 judged items has the field “domain”, so it cannot be used for the split. Choose one of these as “--stratify”: topic\n',
    ]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
    expect(
      (
        await tiebreak(
          folder,
          'export',
          'study.tiebreak',
          '--format',
          'trl-dpo',
          '--out',
          'out',
          '--split',
          'train=0.9,test=0.1',
          '--stratify',
          'topic',
        )
      ).code,
    ).toBe(0);
    // The same size and another byte: the line is told.
    const path = join(folder, 'out/train.jsonl');
    const text = readFileSync(path, 'utf8').split('\n');
    text[2] = text[2]!.replace('long', 'lonG');
    writeFileSync(path, text.join('\n'));
    const check = await tiebreak(folder, 'export', 'study.tiebreak', '--check', 'out');
    expect([check.code, check.out]).toEqual([
      1,
      expect.stringMatching(
        /train\.jsonl was edited since it was written \(size still [\d,]+, but other bytes\): line 3 is the first that differs/,
      ) as string,
    ]);
  });
});

it('tells what judgments point at that is no longer there, each at its line, and export leaves it out', async () => {
  const folder = temporaryFolder();
  const study = await studyOf(folder, [{ id: 'pole', prompt: 'Who?', responses: ['Scott came second.', 'Amundsen.'] }]);
  const span = { type: 'error', polarity: 'negative' as const };
  const first = await judge(
    study,
    0,
    {
      critiques: [
        {
          response: 'r1',
          text: 'The wrong man.',
          spans: [
            { ...span, start: 0, end: 5, quote: 'Scott' },
            { ...span, start: 0, end: 4, quote: 'came' },
            { ...span, start: 90, end: 95, quote: 'Peary' },
          ],
        },
      ],
    },
    { offsets: 'code-points' },
  );
  await judge(study, 0, { critiques: [{ response: 'r1', text: 'Rewritten.' }] }, { annotator: 'ben' });
  await judge(
    study,
    0,
    {
      metaCritiques: [
        {
          response: 'r1',
          seed: 1,
          critiques: [{ annotation: first.id, hash: 'of a former text', soundness: 'sound' }],
        },
      ],
    },
    { annotator: 'cem' },
  );
  await study.close();
  const { code, err } = await tiebreak(folder, 'validate', 'data.tiebreak');
  expect(code).toBe(0);
  expect(lines(err)).toEqual([
    expect.stringContaining(
      'ana.jsonl:1: warning: item "pole" (judged by ana on 2026-11-21): 1 marked passage or step is not found in the text any more. Exports leave it out. Judge the item again',
    ),
    expect.stringContaining(
      'ana.jsonl:1: warning: item "pole" (judged by ana on 2026-11-21): 1 marked passage or step is not at the offsets of this line, but found by quote at another place. Exports use that place',
    ),
    expect.stringContaining(
      'cem.jsonl:1: warning: item "pole" (judged by cem on 2026-11-21): 1 judged critique was rewritten or taken back since. What was said of it does not count. Judge the critiques again',
    ),
  ]);
  const { out } = await tiebreak(folder, 'export', 'data.tiebreak', '--format', 'spans', '--out', 'spans');
  expect(out).toContain('dropped 1: the quote of a marked passage is no longer in its text');
  const rows = lines(readFileSync(join(folder, 'spans', 'train.jsonl'), 'utf8')).map(
    (row) => JSON.parse(row) as object,
  );
  expect(rows).toMatchObject([
    { start: 0, end: 5, quote: 'Scott' },
    { start: 6, end: 10, quote: 'came' },
  ]);
});

it('looks at what judgments of changed items point at as well, and never at the text of another record with their id', async () => {
  const folder = temporaryFolder();
  const write = (...records: object[]): void => writeFileSync(join(folder, 'data.jsonl'), jsonl(records));
  const was = { id: 'pole', prompt: 'Who?', responses: ['Scott came second.', 'Amundsen.'] };
  const now = { ...was, responses: ['Amundsen came first.', 'Amundsen.'] };
  const study = await studyOf(folder, [was]);
  const spans = [
    { start: 0, end: 5, quote: 'Scott' },
    { start: 6, end: 10, quote: 'came' },
  ];
  await judge(study, 0, { critiques: [{ response: 'r1', text: 'No.', spans }] }, { offsets: 'code-points' });
  await study.close();
  const told = async (): Promise<string[]> => lines((await tiebreak(folder, 'validate', 'data.tiebreak')).err);
  write(now);
  const place = 'ana.jsonl:1: warning: item "pole" (judged by ana on 2026-11-21)';
  expect(await told()).toEqual(
    [': 1 marked passage or step is not found', ': 1 marked passage or step is not at', ': it has changed since'].map(
      (text) => expect.stringContaining(`${place}${text}`) as string,
    ),
  );
  write(now, was);
  expect((await told()).filter((line) => line.includes('marked passage'))).toEqual([]);
});
