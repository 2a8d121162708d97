import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { maybeRecordValue } from '../../../src/core/dataset/records/rawRecord';
import { streamRecords } from '../../../src/core/dataset/records/recordStream';
import { writeExport } from '../../../src/core/export/write';
import { exportFormatNamed } from '../../../src/core/export';
import { UserError } from '../../../src/core/model/problems/problem';
import { checkExport } from '../../../src/core/export/folder/checkExport';
import { checkIntegrity } from '../../../src/core/export/folder/checkIntegrity';
import { recreateWith } from '../../../src/core/export/recreateExport';
import { importLabels } from '../../../src/core/import/importLabels';
import { Replay } from '../../../src/core/journal/replay';
import { judgedLineEnds } from '../../../src/core/study/judgedLineEnds';
import { createStudy, type CreateOptions } from '../../../src/core/study/create';
import { OrphanFinder, orphanCount } from '../../../src/core/study/orphanedAnnotations';
import type { Study } from '../../../src/core/study/study';
import type { Item } from '../../../src/core/model/item/item';
import { fixture, fixtures } from '../made/fixtures';
import { itemsOf, judge, opened } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Commits everything as a machine without conversion does. */
function commit(folder: string): void {
  if (!existsSync(join(folder, '.git'))) git(folder, 'init', '-q', '-b', 'main');
  git(folder, '-c', 'core.autocrlf=false', 'add', '-A');
  git(folder, '-c', 'core.autocrlf=false', 'commit', '-qm', 'x');
}

/** A clone as git makes it on Windows. */
function windowsClone(folder: string): string {
  const clone = join(temporaryFolder(), 'clone');
  git(folder, '-c', 'core.autocrlf=true', 'clone', '-q', folder, clone);
  git(clone, 'config', 'core.autocrlf', 'true');
  return clone;
}

/** Removes what studies of before did not have: everything in the attributes but the line for journals. */
function forgetAttributes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name !== '.gitattributes') continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.parentPath.endsWith('.tiebreak.d')) writeFileSync(path, 'annotations/*.jsonl merge=union -text\n');
    else rmSync(path);
  }
}

/** How many annotations have lost their items. */
async function orphans(study: Study): Promise<number> {
  const finder = new OrphanFinder(study.replay);
  for (const [ordinal, item] of (await itemsOf(study)).items.entries()) finder.look(item, ordinal);
  const { changed, gone } = finder.found();
  return orphanCount(changed) + orphanCount(gone);
}

async function make(file: string, options: Omit<CreateOptions, 'projectFile'>): Promise<Study> {
  await createStudy({ projectFile: file, ...options });
  return opened(file);
}

const table = `prompt,response_a,response_b\n"Name a city.
In Norway.","Oslo.
It is the capital.",Bergen\nAgain?,"One
two",Two\n`;

/** A study of a table with line breaks in its cells, of which Ana judged every item. */
async function judgedTable(folder: string, text = table, name = 'data.csv'): Promise<Study> {
  writeFileSync(join(folder, name), text);
  const study = await make(join(folder, 'study.tiebreak'), { datasets: [join(folder, name)], mode: 'rank' });
  const { items } = await itemsOf(study);
  for (const ordinal of items.keys())
    await judge(study, ordinal, { ranking: { tiers: [['response_a'], ['response_b']] } });
  return study;
}

describe('a study that git converted', () => {
  it('keeps its bytes where it has the attributes', async () => {
    const folder = temporaryFolder();
    const guidelines = join(folder, 'guide lines.md');
    writeFileSync(guidelines, '# How\n\nBe fair.\n');
    writeFileSync(join(folder, 'data.csv'), table);
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'b.csv'), table);
    const study = await make(join(folder, 'study.tiebreak'), {
      datasets: [join(folder, 'data.csv'), join(folder, 'more')],
      guidelines,
    });
    await study.close();
    mkdirSync(join(folder, 'study.tiebreak.d', 'exports', 'one'), { recursive: true });
    writeFileSync(join(folder, 'study.tiebreak.d', 'exports', 'one', 'train.jsonl'), '{}\n{}\n');
    writeFileSync(join(folder, 'notes.txt'), 'a\nb\n');
    commit(folder);
    const clone = windowsClone(folder);
    for (const name of [
      'data.csv',
      'more/b.csv',
      'guide lines.md',
      'study.tiebreak',
      'study.tiebreak.d/exports/one/train.jsonl',
    ])
      expect(readFileSync(join(clone, name), 'utf8'), name).toBe(readFileSync(join(folder, name), 'utf8'));
    // What is not the study's is git's to convert.
    expect(readFileSync(join(clone, 'notes.txt'), 'utf8')).toBe('a\r\nb\r\n');
  });

  it('keeps the bytes of a dataset elsewhere in the repository', async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q', '-b', 'main');
    mkdirSync(join(folder, 'data', '[raw] #1'), { recursive: true });
    writeFileSync(join(folder, 'data', '[raw] #1', 'a b.csv'), table);
    mkdirSync(join(folder, 'studies'));
    await createStudy({
      projectFile: join(folder, 'studies', 'study.tiebreak'),
      datasets: [join(folder, 'data', '[raw] #1', 'a b.csv')],
    });
    commit(folder);
    expect(readFileSync(join(windowsClone(folder), 'data', '[raw] #1', 'a b.csv'), 'utf8')).toBe(table);
  });

  it('has its items as they were judged where it has none, and says so once', async () => {
    const folder = temporaryFolder();
    const before = await judgedTable(folder);
    const { items } = await itemsOf(before);
    await before.close();
    forgetAttributes(folder);
    commit(folder);
    const clone = windowsClone(folder);
    expect(readFileSync(join(clone, 'data.csv'), 'utf8')).toContain('\r\n');
    const study = await opened(join(clone, 'study.tiebreak'));
    expect((await itemsOf(study)).items).toEqual(items);
    expect(await orphans(study)).toBe(0);
    expect(study.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('line endings') as unknown as string,
    ]);
    await study.close();
  });
});

describe('a table with other line ends than it was judged with', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  const csv = exportFormatNamed('trl-dpo')!;

  /** A study of `before` whose table then is `now`. */
  async function converted(before: string, now: string): Promise<string> {
    const folder = temporaryFolder();
    await (await judgedTable(folder, before)).close();
    writeFileSync(join(folder, 'data.csv'), now);
    return folder;
  }
  async function exported(folder: string): Promise<string> {
    const study = await opened(join(folder, 'study.tiebreak'));
    await writeExport(study, { format: csv }, join(folder, 'out'));
    await study.close();
    return readFileSync(join(folder, 'out', 'train.jsonl'), 'utf8');
  }

  it.each([
    ['\\n', table, crlf(table)],
    ['\\r\\n', crlf(table), table],
  ])('gives the rows that it gave when lines ended in %s', async (_, before, now) => {
    const same = await converted(before, before);
    const rows = await exported(same);
    expect(rows.split('\n')).toHaveLength(3);
    expect(await exported(await converted(before, now))).toBe(rows);
  });

  it('keeps an export that git converted, and says of it and of its source only that', async () => {
    const folder = await converted(table, table);
    await exported(folder);
    for (const path of ['data.csv', join('out', 'train.jsonl')])
      writeFileSync(join(folder, path), crlf(readFileSync(join(folder, path), 'utf8')));
    const [told, ...others] = await checkIntegrity(join(folder, 'out'));
    expect(others).toEqual([]);
    expect(told).toMatchObject({ code: 'export.otherLineEnds', file: join(folder, 'out', 'train.jsonl') });
    const study = await opened(join(folder, 'study.tiebreak'));
    const differences = await checkExport(study, join(folder, 'out'), recreateWith());
    // Its card names the hash of the source, which is another.
    expect(differences.filter(({ kind }) => kind !== 'edited')).toMatchObject([
      { kind: 'content', message: expect.stringMatching(/^README\.md /) as string },
    ]);
    await study.close();
    // Nobody edited it, so that it can be written again.
    expect(await exported(folder)).toContain('Oslo.');
    expect(await checkIntegrity(join(folder, 'out'))).toEqual([]);
  });

  it('counts what was judged on both sides for the same items, whatever the table has now', async () => {
    for (const now of [table, crlf(table)]) {
      const folder = await converted(table, crlf(table));
      // As a version of before wrote it there: for items with other hashes, without looking at what was judged.
      const elsewhere = temporaryFolder();
      await (await judgedTable(elsewhere, crlf(table))).close();
      const theirs = join('study.tiebreak.d', 'annotations', 'ana.jsonl');
      writeFileSync(
        join(folder, 'study.tiebreak.d', 'annotations', 'ben.jsonl'),
        readFileSync(join(elsewhere, theirs), 'utf8').replaceAll('"annotator":"ana"', '"annotator":"ben"'),
      );
      writeFileSync(join(folder, 'data.csv'), now);
      const study = await opened(join(folder, 'study.tiebreak'));
      expect(await orphans(study)).toBe(0);
      const { items } = await itemsOf(study);
      for (const item of items) {
        expect(item.prompt[0]?.content).not.toContain('\r');
        for (const name of ['ana', 'ben']) {
          const current = study.replay.current(name, item.id);
          expect(current?.hash).toBe(item.hash);
          if (current) expect((await study.journal.fetch(current.ref)).item).toBe(item.id);
        }
      }
      expect(study.problems).toMatchObject([{ code: 'study.otherLineEnds', params: { renamed: true } }]);
      await study.close();
    }
  });

  it('is imported again without a second annotation', async () => {
    const labelled = table.replace('response_b', 'response_b,preferred').replaceAll(/(Bergen|,Two)/g, '$1,A');
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data.csv'), labelled);
    const file = join(folder, 'study.tiebreak');
    const study = await make(file, { datasets: [join(folder, 'data.csv')] });
    const first = await importLabels(study, { annotator: 'ana' });
    expect(first.written).toBe(2);
    await study.close();
    writeFileSync(join(folder, 'data.csv'), crlf(labelled));
    const again = await opened(file);
    expect(await importLabels(again, { annotator: 'ana' })).toMatchObject({ written: 0, unchanged: 2 });
    await again.close();
  });

  it('is read as it stands where nothing was judged otherwise, after the first record that was judged', async () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `"Question ${row}?\nSay.","Yes.\nIt is.",No\n`).join('');
    const folder = temporaryFolder();
    const file = join(folder, 'data.csv');
    writeFileSync(file, `prompt,response_a,response_b\n${rows}`);
    const study = await make(join(folder, 'study.tiebreak'), { datasets: [file], mode: 'rank' });
    await judge(study, 3, { ranking: { tiers: [['response_a'], ['response_b']] } });
    const asked = vi.spyOn(study.replay, 'everyOn');
    expect(await judgedLineEnds(study.data, study.replay)).toEqual({});
    expect(asked.mock.calls.length).toBeLessThan(20);
    await study.close();
  });

  it('is not looked at where nobody judged anything', async () => {
    const replay = new Replay();
    // That there is no such file would be an error.
    expect(await judgedLineEnds({ paths: ['/nowhere.csv'], reading: {} as never }, replay)).toEqual({});
  });
});

describe('a study of before', () => {
  it('gets its attributes with the first save, in a repository alone', async () => {
    for (const isIn of [true, false]) {
      const folder = temporaryFolder();
      if (isIn) git(folder, 'init', '-q');
      writeFileSync(join(folder, 'data.csv'), table);
      await createStudy({ projectFile: join(folder, 'study.tiebreak'), datasets: [join(folder, 'data.csv')] });
      forgetAttributes(folder);
      const study = await opened(join(folder, 'study.tiebreak'));
      await judge(study, 0, { ranking: { tiers: [['response_a'], ['response_b']] } });
      await study.close();
      const [own, beside] = [join(folder, 'study.tiebreak.d', '.gitattributes'), join(folder, '.gitattributes')];
      expect(readFileSync(own, 'utf8').includes('* -text\n')).toBe(isIn);
      expect(existsSync(beside)).toBe(isIn);
      if (isIn) expect(readFileSync(beside, 'utf8')).toBe('/study.tiebreak -text\n/data.csv -text\n');
    }
  });

  it('gets none where git may have converted its files, as they would seem changed', async () => {
    const folder = temporaryFolder();
    await (await judgedTable(folder)).close();
    forgetAttributes(folder);
    commit(folder);
    const clone = windowsClone(folder);
    const study = await opened(join(clone, 'study.tiebreak'));
    await judge(study, 0, { ranking: { tiers: [['response_b'], ['response_a']] } });
    await study.close();
    expect(git(clone, 'status', '--porcelain').trim()).toBe('M study.tiebreak.d/annotations/ana.jsonl');
  });
});

/** A table as text: what is no text is written as JSON over several lines. */
function tableOf(records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cell = (value: unknown): string =>
    `"${(value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)).replaceAll('"', '""')}"`;
  return [columns, ...records.map((record) => columns.map((column) => record[column]))]
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('');
}

/** The same with a line break in every text of several words, but in words that a layout looks for. */
const broken = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.length > 12 && value.includes(' ')
      ? `${value}\nOnce more.`
      : value
    : Array.isArray(value)
      ? value.map(broken)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, broken(each)]))
        : value;

/** Every fixture as JSON Lines, as a JSON array over many lines, and as tables, each as a study that is judged. */
async function studiesOfEveryLayout(home: string): Promise<Map<string, Awaited<ReturnType<typeof itemsOf>>['items']>> {
  const found = new Map<string, Awaited<ReturnType<typeof itemsOf>>['items']>();
  for (const [at, name] of fixtures().entries()) {
    const records: Record<string, unknown>[] = [];
    for await (const batch of streamRecords(fixture(name)))
      for (const raw of batch) {
        const record = broken(maybeRecordValue(raw));
        if (record !== undefined) records.push(record as Record<string, unknown>);
      }
    const table = tableOf(records);
    // One of each, as the two do not differ in what git makes of them.
    const texts = {
      ...(at % 2 === 0
        ? {
            jsonl: records
              .map(
                (record) => `${JSON.stringify(record)}
`,
              )
              .join(''),
          }
        : {
            json: `${JSON.stringify(records, undefined, 2)}
`,
          }),
      ...(at % 4 < 2 ? { csv: table } : { tsv: table.replaceAll('","', '"	"') }),
    };
    for (const [kind, text] of Object.entries(texts)) {
      const folder = join(home, `${name}-${kind}`);
      mkdirSync(folder);
      writeFileSync(join(folder, `data.${kind}`), text);
      try {
        const study = await make(join(folder, 'study.tiebreak'), { datasets: [join(folder, `data.${kind}`)] });
        const { items } = await itemsOf(study);
        // Not every layout can stand in a table.
        if (items.length === 0) {
          await study.close();
          rmSync(folder, { recursive: true });
          continue;
        }
        for (const [ordinal, { responses }] of items.entries())
          await judge(study, ordinal, { ranking: { tiers: [responses.map(({ id }) => id)] } });
        await study.close();
        found.set(`${name}-${kind}`, items);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        rmSync(folder, { recursive: true });
      }
    }
  }
  return found;
}

/** What is judged of an item, and its ids: metadata is no part of it. */
const judged = ({ metadata: _, responses, ...item }: Item): unknown => ({
  ...item,
  responses: responses.map(({ metadata: __, ...response }) => response),
});

describe('every layout in a clone as git makes it on Windows', () => {
  it('has its items and its annotations, with the attributes and without', { timeout: 300_000 }, async () => {
    const home = temporaryFolder();
    const studies = await studiesOfEveryLayout(home);
    for (const kind of ['jsonl', 'json', 'csv', 'tsv'])
      expect([...studies.keys()].filter((name) => name.endsWith(`-${kind}`)).length, kind).toBeGreaterThan(10);
    commit(home);
    const kept = windowsClone(home);
    for (const name of studies.keys())
      for (const file of readdirSync(join(home, name)).filter((each) => !each.endsWith('.d') && !each.startsWith('.')))
        expect(
          readFileSync(join(kept, name, file)).equals(readFileSync(join(home, name, file))),
          `${name}/${file}`,
        ).toBe(true);
    forgetAttributes(home);
    commit(home);
    const clone = windowsClone(home);
    const wrong: string[] = [];
    let told = 0;
    for (const [name, items] of studies) {
      const study = await opened(join(clone, name, 'study.tiebreak'));
      told += study.problems.length;
      const { items: now } = await itemsOf(study);
      if ((await orphans(study)) > 0 || JSON.stringify(now.map(judged)) !== JSON.stringify(items.map(judged)))
        wrong.push(name);
      await study.close();
    }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(20);
  });
});
