import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { program } from '../../../src/cli/program';
import { exportFormats } from '../../../src/core/export';
import { tiebreak } from '../made/commandLine';
import { everythingStudy } from '../made/goldenStudies';

interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command as `tiebreak` runs it, within this process: what it printed and ended with. */
async function run(...args: string[]): Promise<Told> {
  const [out, err]: [string[], string[]] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void err.push(String(text)));
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await program().parseAsync(['node', 'tiebreak', ...args]);
    return { code: process.exitCode, out: out.join('\n'), err: err.join('\n') };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}

interface Checked {
  readonly kind?: string;
  readonly totals?: { readonly errors: number };
}

afterEach(() => vi.restoreAllMocks());

/** What formats need to be told where their own choice fits nothing of the study. */
const needs: Readonly<Record<string, readonly string[]>> = { lipo: ['--list-size', '4'] };

/** Without what is null: a table has a place for it in every row. */
const told = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(told)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, told(each)]])))
      : typeof value === 'bigint'
        ? Number(value)
        : value;
const rowsIn = (path: string): unknown[] => {
  const text = readFileSync(path, 'utf8');
  return text.startsWith('[')
    ? (JSON.parse(text) as unknown[])
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
};
const decoded = async (path: string): Promise<unknown[]> =>
  parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });

describe('every format, from the command line', () => {
  it('is written of one study that holds all, and tiebreak validate finds no error in it, by its manifest and by its name', async () => {
    const folder = everythingStudy();
    const ends: Record<string, unknown> = {};
    for (const { name, files } of exportFormats) {
      const out = join(folder, 'out', name);
      const exported = await run(
        'export',
        join(folder, 'study.tiebreak'),
        '--format',
        name,
        '--out',
        out,
        ...(needs[name] ?? []),
        '--json',
      ).catch((error: unknown) => ({ code: 9, out: '{}', err: String(error) }));
      const { rows = { train: 0 } } = JSON.parse(exported.out) as { rows?: { train: number } };
      const byManifest = await run('validate', out, '--json').catch((error: unknown) => ({
        code: 9,
        out: '{}',
        err: String(error),
      }));
      const byName = await run('validate', join(out, `train.${files[0] ?? ''}`), '--format', name, '--json').catch(
        (error: unknown) => ({ code: 9, out: '{}', err: String(error) }),
      );
      const { kind, totals } = JSON.parse(byManifest.out) as Checked;
      ends[name] = {
        code: exported.code,
        err: exported.err,
        hasRows: rows.train > 0,
        validated: [byManifest.code, kind, totals?.errors],
        byName: [byName.code, (JSON.parse(byName.out) as Checked).totals?.errors],
      };
    }
    expect(ends).toEqual(
      Object.fromEntries(
        exportFormats.map(({ name }) => [
          name,
          { code: 0, err: '', hasRows: true, validated: [0, name, 0], byName: [0, 0] },
        ]),
      ),
    );
  });

  it('holds the same rows in Parquet, read back by another reader, where its trainers read that; and is validated there', async () => {
    const folder = everythingStudy();
    const asTables = exportFormats.filter(({ files }) => files.includes('parquet'));
    for (const { name, files } of asTables) {
      const other = files.find((kind) => kind !== 'parquet') ?? '';
      for (const kind of ['parquet', other])
        expect(
          (
            await run(
              'export',
              join(folder, 'study.tiebreak'),
              '--format',
              name,
              '--file',
              kind,
              '--out',
              join(folder, name, kind),
              ...(needs[name] ?? []),
            )
          ).code,
          name,
        ).toBe(0);
      const table = join(folder, name, 'parquet/train.parquet');
      expect((await decoded(table)).map(told), name).toEqual(
        rowsIn(join(folder, name, other, `train.${other}`)).map(told),
      );
      const checked = await run('validate', table, '--format', name, '--json');
      expect([checked.code, (JSON.parse(checked.out) as Checked).totals?.errors], name).toEqual([0, 0]);
    }
    expect(asTables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['trl-dpo', 'trl-dpo-text', 'verl', 'grpo', 'verdicts']),
    );
  });

  it('writes rubrics of real use for verl, whole: the packs that come with Tiebreak, as its reward function finds them', async () => {
    const folder = everythingStudy();
    const packs = ['helpful-honest-harmless', 'code-review', 'rag-answers', 'safety'];
    for (const pack of packs)
      expect((await tiebreak(folder, 'rubrics', 'study.tiebreak', '--import', pack)).code).toBe(0);
    expect(await tiebreak(folder, 'export', 'study.tiebreak', '--format', 'verl', '--out', 'out')).toMatchObject({
      code: 0,
      err: '',
    });
    const rows = (await decoded(join(folder, 'out/train.parquet'))) as {
      data_source: string;
      prompt: { role: string; content: string }[];
      reward_model: { style: string; ground_truth: string };
      extra_info: { id: string };
    }[];
    const rubrics = packs.flatMap(
      (pack) =>
        (
          JSON.parse(readFileSync(join(folder, 'study.tiebreak.d/rubrics', `${pack}.json`), 'utf8')) as {
            rubrics: { versions: { criteria: { text: string; weight: number; kind?: string }[] }[] }[];
          }
        ).rubrics,
    );
    const criteria = rubrics.flatMap(({ versions }) => versions.at(-1)?.criteria ?? []);
    expect(criteria.length).toBeGreaterThan(20);
    expect(rows.length).toBeGreaterThan(0);
    const wanted = criteria.filter(({ kind = 'yes-no' }) => kind === 'yes-no');
    for (const {
      prompt,
      reward_model: { ground_truth: truth },
    } of rows) {
      const { query, rubrics: written } = JSON.parse(truth) as {
        query: string;
        rubrics: { description: string; weight: number }[];
      };
      expect(query.length).toBeGreaterThan(0);
      expect(prompt.at(-1)?.role).toBe('user');
      expect(written).toEqual(
        expect.arrayContaining(
          wanted.map(({ text, weight }) => expect.objectContaining({ description: text, weight }) as object),
        ),
      );
    }
    expect(await run('validate', join(folder, 'out'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^verl: 1 file, \d+ rows?, no problems$/) as string,
      err: '',
    });
    expect(await run('validate', join(folder, 'out/train.parquet'), '--format', 'trl-dpo-text')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/train\.parquet:row 1: prompt: must be text/) as string,
    });
  });
});
