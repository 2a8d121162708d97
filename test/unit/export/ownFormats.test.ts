import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportOptionsOf } from '../../../src/core/export/options';
import { rowKinds } from '../../../src/core/export/ownFormats/rowKinds';
import { formatNamed, ownFormatProblems, ownFormatsIn } from '../../../src/core/export/ownFormats/studyFormats';
import { recreateWith } from '../../../src/core/export/recreateExport';
import { readManifest } from '../../../src/core/export/folder/manifest';
import { validateExport } from '../../../src/core/export/validate';
import { writeExport } from '../../../src/core/export/write';
import { wordsOf } from '../../../src/core/model/problems/problem';
import type { FileKind } from '../../../src/core/model/study/recipe';
import type { Study } from '../../../src/core/study/study';
import { judge, studyOf } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

const kinds = Object.keys(rowKinds) as (keyof typeof rowKinds)[];

/** Every value of a kind as a column of its own, with a name in the place of NAME. */
const allColumns = (of: keyof typeof rowKinds): Record<string, string> =>
  Object.fromEntries(
    Object.keys(rowKinds[of].values).map((name, at) => [
      `column ${at}`,
      name.replace(/^field\.NAME$/, 'field.topic').replace('NAME', 'overall'),
    ]),
  );

/** One item on which everything is said that a row can be of. */
async function studyWithAll(formats: Record<string, unknown> = {}): Promise<Study> {
  const study = await studyOf(temporaryFolder(), [
    {
      id: 'q',
      prompt: 'Why?',
      responses: [
        { id: 'a', text: 'So.', model: 'm-1' },
        { id: 'b', text: 'No.', model: 'm-2' },
      ],
      metadata: { topic: 'why', level: 2 },
    },
  ]);
  await judge(study, 0, {
    ranking: { tiers: [['a'], ['b']] },
    acceptable: { a: true, b: false },
    ratings: [{ response: 'a', aspect: 'overall', value: 4, note: 'short' }],
    demonstrations: [{ turns: [{ role: 'assistant', content: 'Because.' }] }],
    refinements: [{ response: 'a', text: 'So it is.' }],
    critiques: [{ response: 'a', text: 'Too short.' }],
    rationale: 'I say so.',
    confidence: 1,
  });
  Object.assign(study.project, { formats });
  return study;
}

const written = async (
  study: Study,
  name: string,
  file: FileKind = 'jsonl',
): Promise<{ readonly folder: string; readonly path: string; readonly rows: Record<string, unknown>[] }> => {
  const folder = join(temporaryFolder(), name);
  const { files } = await writeExport(study, exportOptionsOf({ format: name, file }, study.project), folder);
  const [path = ''] = files;
  return {
    folder,
    path,
    rows:
      file === 'jsonl'
        ? readFileSync(path, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Record<string, unknown>)
        : [],
  };
};

describe.each(kinds)('a format of %s', (of) => {
  it.each(['jsonl', 'json', 'parquet'] as const)(
    'holds every value that it can, as %s that its own rules take',
    async (file) => {
      const study = await studyWithAll({ own: { of, columns: allColumns(of) } });
      const { path, rows } = await written(study, 'own', file);
      expect(await validateExport(path, 'own')).toMatchObject({ problems: [] });
      for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(allColumns(of)));
      await study.close();
    },
  );
});

it('has its columns in their order, with what they name', async () => {
  const columns = {
    who: 'annotator',
    good: 'chosen.text',
    model: 'chosen.model',
    bad: 'rejected.messages',
    level: 'field.metadata.level',
    none: 'field.other',
    margin: 'margin',
    weight: 'weight',
  };
  const study = await studyWithAll({ 'our-pairs': { of: 'pairs', title: 'Our pairs', columns } });
  const { folder, rows } = await written(study, 'our-pairs');
  expect(rows).toEqual([
    {
      who: 'ana',
      good: 'So.',
      model: 'm-1',
      bad: [{ role: 'assistant', content: 'No.' }],
      level: '2',
      none: null,
      margin: 1,
      weight: null,
    },
  ]);
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('Our pairs (`our-pairs`)');
  const format = formatNamed('our-pairs', study.project);
  // Values that may not be seen by those who judge blind, and options without a column.
  expect(format?.names).toEqual(['model', 'level', 'none']);
  expect(format?.takes).toContain('weight');
  expect(format?.takes).not.toContain('softLabel');
  await study.close();
});

it('tells on how many rows the record lacks a field that a column names, as a misspelt path is null everywhere', async () => {
  const columns = { good: 'chosen.text', there: 'field.metadata.level', gone: 'field.metadata.levle' };
  const study = await studyWithAll({
    own: { of: 'pairs', columns },
    right: { of: 'pairs', columns: { ...columns, gone: 'annotator' } },
  });
  const notes = async (format: string): Promise<unknown> =>
    (await writeExport(study, exportOptionsOf({ format }, study.project), join(temporaryFolder(), format))).tally.notes;
  expect(await notes('own')).toEqual({ 'field-missing': 1 });
  expect(await notes('right')).toEqual({});
  await study.close();
});

it('is known by its manifest: rows are checked, and the export is made again, whatever the project says by then', async () => {
  const study = await studyWithAll({ own: { of: 'labels', columns: { a: 'response.text', ok: 'label' } } });
  const { folder, path } = await written(study, 'own');
  Object.assign(study.project, { formats: {} });
  const manifest = await readManifest(join(folder, '.tiebreak-manifest.json'));
  const again = join(temporaryFolder(), 'again');
  if (manifest) await recreateWith()(study, manifest, again, again);
  expect(readFileSync(join(again, 'train.jsonl'), 'utf8')).toBe(readFileSync(path, 'utf8'));
  writeFileSync(path, '{"a":"So.","ok":"yes"}\n{"a":"So."}\n');
  const { problems } = await validateExport(path, 'own');
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    expect.stringContaining('1: ok'),
    expect.stringContaining('2: '),
  ]);
  await study.close();
});

it.each<[what: string, name: string, declared: unknown, says: string]>([
  [
    'a value that there is not',
    'own',
    { of: 'pairs', columns: { a: 'prompt.txt' } },
    'formats.own.columns.a: “prompt.txt” is not a value of pairs. Similar values: prompt.text',
  ],
  [
    'a value of other rows',
    'own',
    { of: 'ranked', columns: { a: 'chosen.text' } },
    'formats.own.columns.a: “chosen.text” is not a value of ranked',
  ],
  ['other rows', 'own', { of: 'pair', columns: { a: 'prompt.text' } }, 'formats.own.of: Must be one of pairs, ranked'],
  ['no rows', 'own', { columns: { a: 'prompt.text' } }, 'formats.own.of: Is missing'],
  ['no columns', 'own', { of: 'pairs', columns: {} }, 'formats.own.columns: Must not be empty'],
  [
    'a column with a dot',
    'own',
    { of: 'pairs', columns: { 'a.b': 'prompt.text' } },
    'formats.own.columns.a.b: A column name consists of letters',
  ],
  ['a field that there is not', 'own', { of: 'pairs', columns: { a: 'prompt.text' }, rows: 1 }, 'formats.own'],
  [
    'a name that is taken',
    'trl-dpo',
    { of: 'pairs', columns: { a: 'prompt.text' } },
    'formats.trl-dpo: Tiebreak has a format of this name',
  ],
  [
    'a name with a slash',
    'a/b',
    { of: 'pairs', columns: { a: 'prompt.text' } },
    'formats.a/b: The name of a format consists of letters',
  ],
  ['text', 'own', 'pairs', 'formats.own'],
])('tells of %s, and the other formats stay', (_, name, declared, says) => {
  const good = { of: 'pairs', columns: { a: 'chosen.text' } };
  const project = { formats: { [name]: declared, good } };
  expect(ownFormatProblems(project).map(wordsOf)).toEqual([expect.stringContaining(says)]);
  expect(ownFormatsIn(project).map((format) => format.name)).toEqual(['good']);
});

it('tells of an aspect that nobody rated', async () => {
  const study = await studyWithAll({ own: { of: 'ratings', columns: { a: 'rating.helpful' } } });
  await expect(written(study, 'own')).rejects.toThrow('helpful');
  await study.close();
});

it('is offered where a name is nearly that of it', () => {
  const formats = { 'our-pairs': { of: 'pairs', columns: { a: 'chosen.text' } } };
  expect(() => exportOptionsOf({ format: 'our-pars' }, { formats })).toThrow('our-pairs');
});
