import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cachedFile, markUsed } from '../../../src/core/dataset/sources/cachedFile';
import { scanCache } from '../../../src/core/dataset/sources/scanCache';
import { createStudy } from '../../../src/core/study/create';
import { windowIn, type DeskWindow } from '../made/deskWindow';
import { parquetOf } from '../made/tables';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const numbers = [...Array(40).keys()];
const tree = (n: number): unknown => ({
  message_tree_id: `t${n}`,
  tree_state: 'ready_for_export',
  prompt: {
    message_id: `t${n}`,
    parent_id: null,
    text: `Question ${n}`,
    role: 'prompter',
    lang: 'en',
    replies: ['a', 'b'].map((reply) => ({
      message_id: `t${n}${reply}`,
      parent_id: `t${n}`,
      text: `Answer ${reply} to ${n}`,
      role: 'assistant',
      lang: 'en',
      replies: [],
    })),
  },
});
const pair = (n: number): unknown => ({ prompt: `Question ${n}`, chosen: `good ${n}`, rejected: `bad ${n}` });
const pairs = numbers.map(pair);
const realTrees = join(import.meta.dirname, '../../../../shared/data/oasst-en-100-trees.jsonl');

/** Every form of a dataset that is read from a copy, or is a table: the file's name, its bytes, how its rows are read. */
const forms: readonly [string, string, () => string | Buffer, { gather?: true }?][] = [
  ['message trees', 'data.jsonl', () => jsonl(numbers.map(tree))],
  ['rows that are gathered', 'data.jsonl', () => jsonl(numbers.flatMap((n) => [pair(n), pair(n)])), { gather: true }],
  ['gzip', 'data.jsonl.gz', () => gzipSync(jsonl(pairs))],
  ['trees in gzip', 'data.jsonl.gz', () => gzipSync(jsonl(numbers.map(tree)))],
  ['UTF-16', 'data.jsonl', () => Buffer.from(`\ufeff${jsonl(pairs)}`, 'utf16le')],
  ['a table', 'data.parquet', () => parquetOf(pairs as Record<string, unknown>[])],
];

/** Two studies on one dataset, `first` and `second`, whose windows share a cache. */
async function twoStudies(file: string, bytes: string | Buffer, options: { gather?: true } = {}): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), bytes);
  for (const name of ['first', 'second'])
    await createStudy({
      projectFile: join(folder, `${name}.tiebreak`),
      datasets: [join(folder, file)],
      mode: 'rank',
      ...options,
    });
  return folder;
}

const open = async (folder: string, name: 'first' | 'second'): Promise<DeskWindow> => {
  const window = await windowIn(folder, 'ana', { name });
  await window.desk.start();
  await window.session.dataset.whenComplete();
  return window;
};

/** Makes what lies in the cache an hour older, so that an alteration shows in its time. */
function age(folder: string): void {
  const cache = join(folder, 'cache');
  const then = new Date(Date.now() - 3_600_000);
  if (existsSync(cache)) for (const name of readdirSync(cache)) utimesSync(join(cache, name), then, then);
}

/** The window still goes on: N, P, judging and Enter do what they should, up to the last item. */
async function goesOn(window: DeskWindow): Promise<void> {
  const journal = `${window.session.study.file}.d/annotations/ana.jsonl`;
  const lines = (): number => (existsSync(journal) ? readFileSync(journal, 'utf8').trimEnd().split('\n').length : 0);
  const [before, { ordinal }] = [lines(), window.last];
  await window.desk.step(1);
  expect(window.last).toMatchObject({ ordinal: ordinal + 1, view: { kind: 'item' } });
  await window.desk.step(-1);
  expect(window.last).toMatchObject({ ordinal, view: { kind: 'item' } });
  for (const index of window.desk.open!.shown.item.responses.keys())
    await window.desk.judge({ do: 'number', value: index + 1, index });
  await window.desk.save();
  expect(lines()).toBe(before + 1);
  const last = window.session.dataset.count - 1;
  expect(await window.desk.goTo(last)).toBe(true);
  expect(window.last).toMatchObject({ ordinal: last, view: { kind: 'item' } });
  await window.desk.goTo(ordinal + 1);
}

describe('windows that share a cache', () => {
  it.each(forms)(
    'go on where another study on the same dataset is opened, and the same study once more: %s',
    async (_, file, bytes, options) => {
      const folder = await twoStudies(file, bytes(), options);
      const first = await open(folder, 'first');
      age(folder);
      const second = await open(folder, 'second');
      await goesOn(first);
      await goesOn(second);
      age(folder);
      const again = await open(folder, 'first');
      for (const window of [first, second, again]) await goesOn(window);
    },
  );

  it.skipIf(!existsSync(realTrees))('go on over a hundred real trees', async () => {
    const folder = await twoStudies('data.jsonl', readFileSync(realTrees));
    const first = await open(folder, 'first');
    age(folder);
    const second = await open(folder, 'second');
    await goesOn(first);
    await goesOn(second);
  });

  it('go on where the cache is emptied, and filled again by another window', async () => {
    const folder = await twoStudies('data.jsonl', jsonl(numbers.map(tree)));
    const first = await open(folder, 'first');
    rmSync(join(folder, 'cache'), { recursive: true });
    await goesOn(first);
    const second = await open(folder, 'second');
    await goesOn(first);
    await goesOn(second);
  });

  it('alter nothing in it: what was there has its bytes and its time, and is used', async () => {
    const folder = await twoStudies('data.jsonl.gz', gzipSync(jsonl(numbers.map(tree))));
    const cache = join(folder, 'cache');
    const find = (): Promise<string> => Promise.resolve('found');
    const look = async (): Promise<void> => {
      const { session } = await open(folder, 'first');
      await scanCache(session.study.data.paths, session.study.data.reading, 'all', cache, find);
    };
    await look();
    const state = (): unknown =>
      readdirSync(cache)
        .filter((name) => !name.endsWith('.used'))
        .map((name) => [name, statSync(join(cache, name)).mtimeMs, sha256(readFileSync(join(cache, name)))]);
    const before = state();
    expect(before).toHaveLength(3);
    await new Promise((passed) => setTimeout(passed, 20));
    await look();
    expect(state()).toEqual(before);
  });
});

describe('what nobody has used for a month', () => {
  it('is removed from the cache, and what somebody has used is not', async () => {
    const cache = temporaryFolder();
    const then = new Date(Date.now() - 40 * 24 * 3_600_000);
    const write = (path: string): Promise<void> => writeFile(path, 'items');
    const [used, unused] = [
      await cachedFile(cache, 'a', 'unpacked', write),
      await cachedFile(cache, 'b', 'found', write),
    ];
    await markUsed(unused);
    for (const name of readdirSync(cache)) utimesSync(join(cache, name), then, then);
    await cachedFile(cache, 'a', 'unpacked', write);
    const made = await cachedFile(cache, 'c', 'index', write);
    expect(readdirSync(cache).sort()).toEqual([used, `${used}.used`, made].map((path) => basename(path)).sort());
  });

  it('is kept as it is where two windows make the same copy at once', async () => {
    const cache = temporaryFolder();
    const made = async (text: string): Promise<string> =>
      cachedFile(cache, 'a', 'unpacked', async (path) => {
        if (text === 'late') await cachedFile(cache, 'a', 'unpacked', (other) => writeFile(other, 'early'));
        await writeFile(path, text);
      });
    expect(readFileSync(await made('late'), 'utf8')).toBe('early');
    expect(readdirSync(cache)).toHaveLength(1);
  });
});
