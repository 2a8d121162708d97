import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { end, lineOf, nextId, quick, retractionOf, skipOf, someItems, TestStudy } from './testStore';

/** What an edit costs after very many edits of the same item: what it cost at first. */
let server: TestServer;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
});
afterAll(() => end(server));

const edits = 40_000;

/** Edits of an item by ana, put into the store by SQL as `append` would have left them. */
async function fill(study: TestStudy, item: string, count: number): Promise<void> {
  const bucket = await study.bucketOf(item);
  await study.rows(
    `insert into tiebreak.line (study, bucket, journal, number, id, item, state, adjudicates, by_id, place, text)
       select h.study, h.bucket, 'ana', h.head + g, '00' || lpad((h.head + g)::text, 24, '0'), i.number, 1, false, true,
           1000 + g, repeat('x', 300)
         from tiebreak.head h join tiebreak.item i on i.study = h.study and i.bucket = h.bucket and i.id = '${item}',
           generate_series(1, ${count}) g where h.journal = 'ana' and h.bucket = ${bucket}`,
  );
  await study.rows(`update tiebreak.head set head = head + ${count} where journal = 'ana' and bucket = ${bucket}`);
}

/** Rows and pages that statements of one session touch: unlike time, the same on every machine. */
async function pagesOf(study: TestStudy, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    await study.rows('select pg_stat_force_next_flush()');
    const [row] = await study.rows<{ pages: number }>(
      `select (sum(heap_blks_hit + heap_blks_read) + sum(idx_blks_hit + idx_blks_read))::float8 as pages
         from pg_statio_all_tables where schemaname = 'tiebreak'`,
    );
    return row?.pages ?? Number.NaN;
  };
  const before = await read();
  await work();
  // A session tells what it did within a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await work();
  return (await read()) - before;
}

it(`of one item costs the same after ${edits} edits, whatever an edit is`, { timeout: 300_000 }, async () => {
  const study = await TestStudy.create(server);
  await study.lead.publish(someItems(2, 2));
  const ana = await study.join('ana', 'annotator', 1);
  const dora = await study.join('dora', 'adjudicator', 1);
  await ana.leases.claim(2);
  await ana.append('ana', [lineOf('ana', '~item0')]);
  const kinds = {
    again: async () => {
      for (let at = 0; at < 10; at++) await ana.append('ana', [lineOf('ana', '~item0')]);
    },
    skipped: async () => {
      for (let at = 0; at < 5; at++) {
        await ana.append('ana', [skipOf('ana', '~item0')]);
        await ana.append('ana', [lineOf('ana', '~item0')]);
      }
    },
    undone: async () => {
      for (let at = 0; at < 5; at++) {
        const id = nextId();
        await ana.append('ana', [lineOf('ana', '~item0', { id })]);
        await ana.append('ana', [retractionOf('ana', '~item0', id)]);
      }
    },
    atOnce: () =>
      ana.append(
        'ana',
        Array.from({ length: 10 }, () => lineOf('ana', '~item0')),
      ),
    turns: async () => {
      for (let at = 0; at < 5; at++) {
        await ana.append('ana', [lineOf('ana', '~item0', { turn: `t${at}` })]);
        await ana.append('ana', [skipOf('ana', '~item0')]);
      }
    },
    adjudicated: async () => {
      await study.lead.dispute(['real0']);
      const [item] = await dora.leases.claim(5);
      expect(item?.lines.length).toBeLessThan(200);
      await dora.leases.release();
    },
  };
  const few: Record<string, number> = {};
  // Once before, so that plans and catalogue are read already.
  for (const work of Object.values(kinds)) await work();
  for (const [name, work] of Object.entries(kinds)) few[name] = await pagesOf(study, work);
  await fill(study, '~item0', edits);
  await study.rows('vacuum analyze tiebreak.line');
  for (const [name, work] of Object.entries(kinds)) {
    const many = await pagesOf(study, work);
    // An index of 200,000 entries is one or two pages deeper.
    expect([name, many < (few[name] ?? 0) * 2.5 + 200], `${name}: ${few[name]} pages, then ${many}`).toEqual([
      name,
      true,
    ]);
  }
  const began = performance.now();
  for (let at = 0; at < 20; at++) await ana.append('ana', [lineOf('ana', '~item0')]);
  expect((performance.now() - began) / 20).toBeLessThan(500);
  expect((await study.lead.status()).members.find(({ name }) => name === 'ana')).toMatchObject({ judged: 1 });
  await study.close();
});
