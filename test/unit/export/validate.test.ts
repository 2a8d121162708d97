import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { refuseFile } from '../../../src/core/export/folder/earlierExport';
import type { ExportTarget } from '../../../src/core/export/folder/exportTarget';
import { exportFormatOf, validateExport } from '../../../src/core/export/validate';
import { writeExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import { createStudy } from '../../../src/core/study/create';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { opened } from '../made/study';

const user = { role: 'user', content: 'Hi' };
const a = { role: 'assistant', content: 'A' };
const b = { role: 'assistant', content: 'B' };
const good: Readonly<Record<string, object>> = {
  'trl-dpo': { prompt: [user], chosen: [a], rejected: [b] },
  'trl-dpo-text': { prompt: 'Hi', chosen: 'A', rejected: 'B' },
  'full-conversations': { chosen: [user, a], rejected: [user, b] },
};

describe('checking an exported file', () => {
  it.each(Object.entries(good))(
    'finds nothing wrong with a good %s, and knows it by its fields',
    async (format, row) => {
      const path = temporaryFile('train.jsonl', jsonl([row, row]));
      expect(await validateExport(path, format)).toMatchObject({ rows: 2, problems: [] });
      expect(await exportFormatOf(path)).toBe(format);
    },
  );

  it.each<[string, string, unknown, string]>([
    [
      'text beside message lists (ultrafeedback_binarized)',
      'trl-dpo',
      { ...good['trl-dpo'], prompt: 'Hi' },
      'prompt: must be a list of messages (text beside message lists stops TRL 0.29 and later)',
    ],
    [
      'an empty prompt list',
      'trl-dpo',
      { ...good['trl-dpo'], prompt: [] },
      'prompt: is an empty list: TRL stops with an IndexError or trains on empty text, depending on a random order',
    ],
    [
      'content that is not text',
      'trl-dpo',
      { ...good['trl-dpo'], chosen: [{ role: 'assistant', content: null }] },
      'chosen.0.content: must be text: trainers for text models stop at anything else',
    ],
    [
      'null for text',
      'trl-dpo-text',
      { ...good['trl-dpo-text'], rejected: null },
      'rejected: must be text: TRL cannot join it to the prompt',
    ],
    ['an empty prompt', 'trl-dpo-text', { ...good['trl-dpo-text'], prompt: '' }, 'prompt: is empty'],
    [
      'an answer without its prompt',
      'full-conversations',
      { chosen: [a], rejected: [user, b] },
      'chosen: needs a prompt and an answer: torchtune and open-instruct stop below two messages',
    ],
    [
      'two conversations that begin differently',
      'full-conversations',
      { chosen: [user, a], rejected: [{ ...user, content: 'Ho' }, b] },
      'chosen and rejected begin with different messages, so there is no common prompt',
    ],
  ])('tells %s by its line', async (_, format, row, message) => {
    const path = temporaryFile('train.jsonl', `${jsonl([good[format]])}\n${jsonl([row])}`);
    expect(await validateExport(path, format)).toMatchObject({
      rows: 2,
      problems: [{ severity: 'error', file: path, line: 3, message }],
    });
  });

  it('reads CSV as HF datasets does, 10,000 rows at a time, and knows it by its columns', async () => {
    const rows = (count: number, chosen: string): string => `"a, b",${chosen},none\n`.repeat(count);
    const path = temporaryFile(
      'train.csv',
      `prompt,chosen,rejected\n${rows(9999, '7')}${rows(1, 'seven')}${rows(10_000, '7')}${rows(1, 'true')}`,
    );
    const { rows: count, kinds } = await validateExport(path, 'trl-dpo-text');
    expect(count).toBe(20_001);
    expect(kinds.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        count: 10_001,
        line: 10_002,
        message:
          'chosen: must be text: TRL cannot join it to the prompt (HF datasets reads a CSV column as numbers if every cell is a number)',
      },
    ]);
    expect(await exportFormatOf(path)).toBe('trl-dpo-text');
  });

  it('tells half a surrogate pair, but takes a whole one that is escaped', async () => {
    const path = temporaryFile(
      'train.jsonl',
      String.raw`{"prompt":"Hi","chosen":"\ud83d\ude42","rejected":"b"}` +
        '\n' +
        String.raw`{"prompt":"Hi","chosen":"\ud83d","rejected":"b"}` +
        '\n',
    );
    expect((await validateExport(path, 'trl-dpo-text')).problems).toMatchObject([
      {
        severity: 'error',
        file: path,
        line: 2,
        message: expect.stringContaining('half of a surrogate pair') as string,
      },
    ]);
  });

  it('tells bytes that are not UTF-8, but takes a replacement character that is', async () => {
    const row = Buffer.from('{"prompt":"Hi \ufffd","chosen":"a","rejected":"b"}\n');
    const half = Buffer.concat([
      Buffer.from('{"prompt":"Hi '),
      Buffer.from([0xed, 0xa0, 0xbd]),
      Buffer.from('","chosen":"a","rejected":"b"}\n'),
    ]);
    expect((await validateExport(temporaryFile('train.jsonl', row), 'trl-dpo-text')).problems).toEqual([]);
    expect(
      (await validateExport(temporaryFile('train.jsonl', Buffer.concat([row, half, row])), 'trl-dpo-text')).problems,
    ).toMatchObject([
      { severity: 'error', line: 2, message: 'is not UTF-8: HF datasets and Python reject the whole file' },
    ]);
  });

  it('refuses CSV in Windows-1252, which Tiebreak reads and trainers do not', async () => {
    const { problems } = await validateExport(
      temporaryFile('train.csv', Buffer.from('prompt,chosen,rejected\nWhy?,Caf\u00e9,tea\n', 'latin1')),
      'trl-dpo-text',
    );
    expect(problems).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        line: 2,
        message: 'is not UTF-8: HF datasets and Python reject the whole file',
      }),
    );
  });

  it('tells a byte order mark where the trainer stops at it, and takes CRLF', async () => {
    const row = JSON.stringify({ input: { messages: [user] }, preferred_output: [a], non_preferred_output: [b] });
    const text = `${row}\r\n${row}\r\n${row}\r\n`;
    expect((await validateExport(temporaryFile('train.jsonl', text), 'together-preference')).problems).toEqual([]);
    expect(
      (await validateExport(temporaryFile('train.jsonl', `\ufeff${text}`), 'together-preference')).problems,
    ).toMatchObject([
      { severity: 'error', line: 1, message: expect.stringContaining('byte order mark: Together') as string },
    ]);
    expect(
      (await validateExport(temporaryFile('train.jsonl', `\ufeff${jsonl([good['trl-dpo']])}`), 'trl-dpo')).problems,
    ).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'refuses a pipe, which would give nothing until somebody writes to it, and no export goes into one',
    async () => {
      const pipe = join(temporaryFolder(), 'rows');
      execFileSync('mkfifo', [pipe]);
      await expect(validateExport(pipe, 'trl-dpo')).rejects.toThrow('is a pipe, a socket or a device');
      await expect(exportFormatOf(pipe)).rejects.toThrow('is a pipe, a socket or a device');
      await expect(
        refuseFile({
          folder: pipe,
          isFolder: true,
          data: {},
          manifest: join(pipe, 'm'),
          provenance: join(pipe, 'p'),
        } as unknown as ExportTarget),
      ).rejects.toThrow('is a pipe, a socket or a device. Choose a folder');
    },
  );

  it('reads Parquet, and names its rows', async () => {
    const folder = temporaryFolder();
    const projectFile = join(folder, 'study.tiebreak');
    writeFileSync(
      join(folder, 'pairs.jsonl'),
      jsonl([
        { prompt: 'One', chosen: 'good', rejected: 'bad' },
        { prompt: 'Two', chosen: 'better', rejected: 'worse' },
      ]),
    );
    await createStudy({ projectFile, datasets: [join(folder, 'pairs.jsonl')] });
    const study = await opened(projectFile);
    await importLabels(study, { annotator: 'source' });
    const { files } = await writeExport(
      study,
      { format: exportFormatNamed('trl-dpo')!, file: 'parquet' },
      join(folder, 'out'),
    );
    await study.close();
    expect(await exportFormatOf(files[0]!)).toBe('trl-dpo');
    expect(await validateExport(files[0]!, 'trl-dpo')).toMatchObject({ rows: 2, problems: [] });
    expect((await validateExport(files[0]!, 'trl-dpo-text')).problems).toMatchObject([
      { line: 1, unit: 'row', message: expect.stringContaining('prompt: must be text') as string },
      { line: 2, unit: 'row' },
    ]);
  });

  it('says of a column that is missing that it is', async () => {
    const path = temporaryFile('train.jsonl', jsonl([{ chosen: [a], rejected: [b] }]));
    expect((await validateExport(path, 'trl-dpo')).problems).toMatchObject([
      { line: 1, message: expect.stringMatching(/^the column “prompt” is missing: prompt: must be/) as string },
    ]);
  });

  it('warns of two answers that are the same', async () => {
    const path = temporaryFile('train.jsonl', jsonl([{ prompt: 'Hi', chosen: 'A', rejected: 'A' }]));
    expect((await validateExport(path, 'trl-dpo-text')).problems).toMatchObject([{ severity: 'warning', line: 1 }]);
  });

  it('tells an empty file, a line that is no JSON, and a cut array', async () => {
    expect((await validateExport(temporaryFile('train.jsonl', '\n'), 'trl-dpo')).problems).toMatchObject([
      { message: expect.stringContaining('trainers stop at an empty file') as string },
    ]);
    expect((await validateExport(temporaryFile('train.jsonl', '// made by hand\n'), 'trl-dpo')).problems).toMatchObject(
      [{ line: 1, message: expect.stringContaining('is not JSON') as string }],
    );
    expect(
      (await validateExport(temporaryFile('train.json', JSON.stringify([good['trl-dpo']]).slice(0, -1)), 'trl-dpo'))
        .problems,
    ).toMatchObject([{ line: 1, message: expect.stringContaining('cut off') as string }]);
  });

  it('knows none of ours in other files', async () => {
    expect(await exportFormatOf(temporaryFile('a.jsonl', '{"nothing":"x"}\n'))).toBeUndefined();
    expect(await exportFormatOf(temporaryFile('a.jsonl', ''))).toBeUndefined();
  });
});
