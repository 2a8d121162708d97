// Does the store stay as fast as it grows? Fills stores of several sizes by SQL (lines of some 600 bytes, 100 journals), and
// measures in each what a desk and a lead do: an append, a pull of what is new, heads, a whole journal, status.
// usage: node test/bench/team/growth.mjs [--lines 10000,100000,1000000,10000000] [--wants 10] [--rounds 300]
// "--lines 3000000 --wants 3" is a study of 1,000,000 items with three judgements each.
import { parseArgs } from 'node:util';
import { startPostgres } from '../../harness/postgres.mjs';
import { bundleClient, lineOf, nameOf, newStudy, percentile, remoteOf, timed } from './store.mjs';

const journals = 100;
/** Items that nobody has, for what is measured. */
const freeItems = 20_000;
/** So that a table that is filled anew is not written twice; what is measured then is fsynced as always. */
const flags = ['shared_buffers=2GB', 'max_wal_size=8GB', 'wal_level=minimal', 'max_wal_senders=0'].flatMap((each) => [
  '-c',
  each,
]);

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000,100000,1000000,10000000' },
    wants: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '300' },
  },
});
const [wants, rounds] = [values.wants, values.rounds].map(Number);

await bundleClient();
const server = await startPostgres({ flags });
try {
  for (const lines of values.lines.split(',').map(Number)) await measure(lines);
} finally {
  await server.stop();
}

async function measure(lines) {
  const { database, lead, addresses } = await newStudy(server, journals);
  try {
    const filling = await timed(() => fill(database, lines));
    const name = nameOf(0);
    const remote = await remoteOf(addresses.get(name) ?? '');
    const items = [];
    while (items.length < rounds) items.push(...(await remote.leases.claim(Math.min(500, rounds - items.length))));
    const took = { append: [], pull: [], leadHeads: [], ownHeads: [] };
    const until = (await lead.heads()).get(name) ?? '';
    let cursor = until;
    for (const [at, { id }] of items.entries()) {
      const line = lineOf(name, id, lines + at);
      await clock(took.append, () => remote.append(name, [line]));
      if (at % 10 !== 9) continue;
      const news = await clock(took.pull, () => collected(lead.lines(name, cursor)));
      if (news.lines !== 10) throw new Error(`${news.lines} of 10 new lines`);
      cursor = news.cursor;
    }
    for (let at = 0; at < 20; at++) {
      await clock(took.leadHeads, () => lead.heads());
      await clock(took.ownHeads, () => remote.heads());
    }
    const journal = await timed(() => collected(lead.lines(name, '')));
    const status = await timed(() => lead.status());
    if (status.result.lines !== lines + items.length || journal.result.lines !== lines / journals + items.length)
      throw new Error(`${status.result.lines} lines, ${journal.result.lines} of them in a journal`);
    const p = (times, percent) => `${percentile(times, percent).toFixed(2)} ms`;
    console.log(
      `${lines} lines, ${lines / wants} items judged by ${wants} (filled in ${filling.seconds.toFixed(0)} s): append p10 ${p(took.append, 10)}, p50 ${p(took.append, 50)}, p99 ${p(took.append, 99)}; pull of 10 new lines p10 ${p(took.pull, 10)}, p50 ${p(took.pull, 50)}; heads of ${journals} journals p10 ${p(took.leadHeads, 10)}, of one's own ${p(took.ownHeads, 10)}; a whole journal of ${journal.result.lines} lines ${journal.seconds.toFixed(2)} s; status ${status.seconds.toFixed(2)} s`,
    );
    await remote.close();
  } finally {
    await lead.close();
    await server.asSuperuser(`drop database ${database} with (force)`);
  }
}

async function clock(times, what) {
  const began = performance.now();
  const result = await what();
  times.push(performance.now() - began);
  return result;
}

async function collected(pulled) {
  let lines = 0;
  let cursor = '';
  for await (const bit of pulled) {
    lines += bit.lines.length;
    cursor = bit.cursor;
  }
  return { lines, cursor };
}

/** A store as it is after so many lines: each item judged by `wants` of the journals in turn. */
async function fill(database, lines) {
  const tables = "('item', 'slot', 'lease', 'line', 'head')";
  const constraints = await server.asSuperuser(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'p' and connamespace = 'tiebreak'::regnamespace and conrelid::regclass::text = any (select 'tiebreak.' || t from unnest(array${tables.replace('(', '[').replace(')', ']')}) t)`,
    database,
  );
  const indexes = await server.asSuperuser(
    `select indexname as name, indexdef as text from pg_indexes where schemaname = 'tiebreak' and tablename in ${tables} and indexname not like '%_pkey'`,
    database,
  );
  await server.asSuperuser(
    `begin;
set local maintenance_work_mem = '1GB'; set local work_mem = '512MB';
truncate tiebreak.item, tiebreak.slot, tiebreak.lease, tiebreak.line, tiebreak.head;
${indexes.map(({ name }) => `drop index tiebreak.${name};`).join('\n')}
${constraints.map(({ table, name }) => `alter table ${table} drop constraint ${name};`).join('\n')}
insert into tiebreak.item (study, bucket, number, id, real_id, shown, hidden)
  select 1, x.bucket, row_number() over (partition by x.bucket order by x.n), x.id, 'item-' || x.n, x.id || repeat(' shown', 40), '{}'
    from (select n, '~' || lpad(n::text, 10, '0') as id, tiebreak.bucket_of('~' || lpad(n::text, 10, '0')) as bucket
      from generate_series(0, ${lines / wants + freeItems - 1}) n) x;
create temp table made on commit drop as
  select x.bucket, x.item, x.id, x.journal, row_number() over (partition by x.bucket, x.journal order by x.item) as number
    from (select i.bucket, i.number as item, i.id, 'desk-' || lpad(((substr(i.id, 2)::int * ${wants} + g) % ${journals})::text, 3, '0') as journal
      from tiebreak.item i, generate_series(0, ${wants - 1}) g where substr(i.id, 2)::int < ${lines / wants}) x;
insert into tiebreak.slot (study, bucket, number, kind, wants, free)
  select 1, i.bucket, i.number, 0, ${wants}, case when substr(i.id, 2)::int < ${lines / wants} then 0 else ${wants} end from tiebreak.item i;
insert into tiebreak.lease (study, bucket, number, member, state, until)
  select 1, m.bucket, m.item, m.journal, 1, now() from made m;
insert into tiebreak.head (study, bucket, journal, head)
  select 1, m.bucket, m.journal, max(m.number) from made m group by m.bucket, m.journal;
insert into tiebreak.line (study, bucket, journal, number, id, item, state, adjudicates, by_id, place, text)
  select 1, m.bucket, m.journal, m.number, '01KE' || lpad(m.number::text, 22, '0'), m.item, 1, false, true, m.number * 64 + m.bucket,
      '{"v":1,"id":"01KE' || lpad(m.number::text, 22, '0') || '","annotator":"' || m.journal || '","type":"annotation","item":"' || m.id
        || '","judgement":{"rationale":"' || md5(m.journal || m.number) || repeat(' and so on and on', 26) || '"}}'
    from made m;
${constraints.map(({ table, name, text }) => `alter table ${table} add constraint ${name} ${text};`).join('\n')}
${indexes.map(({ text }) => `${text};`).join('\n')}
commit;`,
    database,
  );
  await server.asSuperuser('vacuum analyze', database);
  await server.asSuperuser('checkpoint', database);
}
