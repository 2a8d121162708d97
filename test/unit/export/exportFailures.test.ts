import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import type { ExportOptions } from '../../../src/core/export/format';
import { validateExport } from '../../../src/core/export/validate';
import { writeExport, type ExportResult } from '../../../src/core/export/write';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Study } from '../../../src/core/study/study';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { fullDisk } from '../made/fullDisk';
import { judge, studyOf } from '../made/study';

/**
 * What can go wrong with an export into a folder that holds an earlier one, of another format: a clear message, and the
 * earlier export whole to the byte.
 */

const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });
const records = [1, 2].map((n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: [`first ${n}`, `second ${n}`] }));
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );

async function studyWith(judgements: readonly Judgement[], items: readonly object[] = records): Promise<Study> {
  const study = await studyOf(temporaryFolder(), items);
  for (const [n, judgement] of judgements.entries()) await judge(study, n, judgement);
  return study;
}

const exportTo = (
  out: string,
  study: Study,
  name: string,
  options: Partial<ExportOptions> = {},
): Promise<ExportResult> => writeExport(study, { format: exportFormatNamed(name)!, ...options }, out);

let out = '';
let earlier: Record<string, string> = {};

beforeEach(async () => {
  out = join(temporaryFolder(), 'out');
  const study = await studyWith([ranked(['r2'], ['r1'])]);
  await exportTo(out, study, 'llama-factory');
  await study.close();
  earlier = contentOf(out);
  expect(Object.keys(earlier)).toContain('dataset_info.json');
});
afterEach(() => vi.restoreAllMocks());

describe('an export is refused, and the earlier one stays', () => {
  const dated = [{ id: 'd', prompt: 'When?', responses: ['2024-01-31', 'Never.'] }];
  const cut = [{ id: 'c', prompt: 'Which?', responses: ['cut \ud83d', 'whole 🙂'] }];
  it.each<[string, readonly object[], readonly Judgement[], string, Partial<ExportOptions>, string]>([
    [
      'nothing was judged',
      records,
      [],
      'trl-dpo',
      {},
      'There is nothing to export: no item has been judged yet. Judge some items, or import labels.',
    ],
    [
      'everything is tied',
      records,
      [ranked(['r1', 'r2']), ranked(['r1', 'r2'])],
      'trl-dpo',
      {},
      'there is nothing to export: of 2 annotations none gives a row (2 × tied: trainers for pairs cannot use ties)',
    ],
    [
      'everything is tied, for lists with a best',
      records,
      [ranked(['r1', 'r2'])],
      'best-of-n',
      {},
      'there is nothing to export: of 1 annotation none gives a row (1 × no response is the best: all are tied, or the preferences form a circle)',
    ],
    [
      'no row has a margin',
      records,
      [{ comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' }] }],
      'trl-reward',
      { margin: 'strength' },
      '1 × the margin is unknown',
    ],
    [
      'every text is cut within a character',
      cut,
      [ranked(['r1'], ['r2'])],
      'trl-dpo-text',
      {},
      '1 × a text contains half of a surrogate pair (a cut emoji), and JSON loaders reject the whole file',
    ],
    [
      'a column holds dates only',
      dated,
      [ranked(['r1'], ['r2'])],
      'trl-dpo-text',
      {},
      'In train, all texts in the column “chosen” are dates, so HF datasets would read them as timestamps',
    ],
  ])('where %s', async (_, items, judgements, format, options, message) => {
    const study = await studyWith(judgements, items);
    await expect(exportTo(out, study, format, options)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(message) as string,
    });
    expect(contentOf(out)).toEqual(earlier);
    await study.close();
  });

  it.skipIf(!existsSync('/dev/full'))('where the disk is full', async () => {
    const study = await studyWith([ranked(['r1'], ['r2'])]);
    const full = await fullDisk();
    await expect(exportTo(out, study, 'trl-dpo')).rejects.toThrow(
      `${out}: the export could not be written, and no files were changed: the disk is full. Free some space. Export again`,
    );
    full.mockRestore();
    expect(contentOf(out)).toEqual(earlier);
    await study.close();
  });
});

describe('an export is written', () => {
  it('in the place of an older one of another format, of which nothing stays', async () => {
    const study = await studyWith([ranked(['r1'], ['r2'])]);
    for (const name of ['halos', 'trl-dpo', 'verl', 'llama-factory', 'trl-kto-text']) {
      const [there, alone] = [out, join(temporaryFolder(), 'out')];
      const results = await Promise.allSettled([there, alone].map((folder) => exportTo(folder, study, name)));
      if (results.every(({ status }) => status === 'fulfilled')) expect(contentOf(there)).toEqual(contentOf(alone));
      else
        expect(
          results.map(({ status }) => status),
          name,
        ).toEqual(['rejected', 'rejected']);
    }
    expect(readdirSync(out)).toContain('dataset_info.json');
    await study.close();
  });

  it('without the row whose margin is missing, or whose text is cut, which is told; the others are as they should be', async () => {
    const study = await studyWith(
      [
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'a', strength: 2 }] },
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' }] },
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'a', strength: 1 }] },
      ],
      [...records, { id: 'c', prompt: 'Which?', responses: ['cut \ud83d', 'whole 🙂'] }],
    );
    const { files, tally } = await exportTo(out, study, 'trl-reward-text', { margin: 'strength' });
    expect(readFileSync(files[0]!, 'utf8')).toBe(
      '{"prompt":"Question 1","chosen":"first 1","rejected":"second 1","margin":2.0}\n',
    );
    expect(tally.dropped).toEqual({ 'no-margin': 1, 'lone-surrogate': 1 });
    expect(await validateExport(files[0]!, 'trl-reward-text')).toEqual({ rows: 1, problems: [], kinds: [] });
    await study.close();
  });

  it('by one of two that begin at once; the other is told who is there', async () => {
    const study = await studyWith([ranked(['r1'], ['r2'])]);
    const results = await Promise.allSettled(['trl-dpo', 'trl-dpo-text'].map((name) => exportTo(out, study, name)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(
        `another export is being written to this folder (process ${process.pid}`,
      ) as string,
    });
    const { format } = JSON.parse(readFileSync(join(out, '.tiebreak-manifest.json'), 'utf8')) as { format: string };
    expect(await validateExport(join(out, 'train.jsonl'), format)).toEqual({ rows: 1, problems: [], kinds: [] });
    expect(readdirSync(out).sort()).toEqual([
      '.tiebreak-manifest.json',
      '.tiebreak-rows.jsonl',
      'README.md',
      'train.jsonl',
    ]);
    await study.close();
  });
});

it('a file in which one row lacks the margin is told by its line', async () => {
  const row = { prompt: 'Q', chosen: 'a', rejected: 'b' };
  const { problems } = await validateExport(
    temporaryFile('train.jsonl', jsonl([{ ...row, margin: 1 }, row, { ...row, margin: 0.5 }])),
    'trl-reward-text',
  );
  expect(problems).toMatchObject([
    { severity: 'error', line: 2, message: expect.stringContaining('margin') as string },
  ]);
});

it.each(['jsonl', 'json', 'parquet'] as const)(
  'an export as %s is free of errors by the rules of its trainer, which its manifest names',
  async (file) => {
    const study = await studyWith(
      [ranked(['r1'], ['r2']), ranked(['r2'], ['r1'])],
      [
        {
          id: 't',
          prompt: [{ role: 'user', content: 'Rain?' }],
          tools: [{ name: 'f' }],
          responses: [
            {
              messages: [
                {
                  role: 'assistant',
                  content: null,
                  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }],
                },
              ],
            },
            'No.',
          ],
        },
        ...records,
      ],
    );
    for (const name of ['trl-dpo', 'full-conversations']) {
      const { files } = await exportTo(join(out, name), study, name, { file });
      const { rows, problems } = await validateExport(files[0]!, name);
      expect([rows, problems.filter(({ severity }) => severity === 'error')]).toEqual([2, []]);
    }
    await study.close();
  },
);
