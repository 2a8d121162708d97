// Does a team end with exactly as many judgements as are wanted where connections drop? Desks claim blocks of 20, judge,
// send, take back, skip, renew and give back, through a proxy that cuts connections at random: before a request arrives,
// after it arrived and before its answer, and in between. The server ends sessions at random too, and some desks leave for
// good. Ends with status 1 where a seed leaves an item without exactly k judgements, by somebody twice, or with a line lost
// or doubled.
// usage: node test/bench/team/dropped.mjs [--seeds 1-20] [--desks 100] [--items 1000] [--wants 3]
import { parseArgs } from 'node:util';
import { startPostgres } from '../../harness/postgres.mjs';
import { startProxy, throughProxy } from './proxy.mjs';
import { bundleClient, lineOf, newStudy, publishedItem, randomly, remoteOf, sleep, timed } from './store.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-20' },
    desks: { type: 'string', default: '100' },
    items: { type: 'string', default: '1000' },
    wants: { type: 'string', default: '3' },
  },
});
const [desks, items, wants] = [values.desks, values.items, values.wants].map(Number);
const [firstSeed, lastSeed = firstSeed] = values.seeds.split('-').map(Number);
/** A seed that is not done after this time is wrong, in milliseconds. */
const longest = 120_000;

await bundleClient();
const server = await startPostgres({ flags: ['-c', 'max_connections=300'] });
const totals = { judgements: 0, cuts: 0, ended: 0, repeated: 0, seconds: 0 };
let wrong = 0;
try {
  for (let seed = firstSeed; seed <= lastSeed; seed++) {
    const { result, seconds } = await timed(() => runSeed(seed));
    totals.seconds += seconds;
    for (const what of ['judgements', 'cuts', 'ended', 'repeated']) totals[what] += result[what];
    if (result.faults.length > 0) wrong++;
    console.log(
      `seed ${seed}: ${seconds.toFixed(1)} s, ${result.lines} lines, ${result.cuts} connections cut by the proxy, ${result.ended} by the server, ${result.repeated} sendings repeated, ${result.left.length} desks left for good: ${result.faults.join('; ') || `exactly ${wants} each`}`,
    );
  }
  const seeds = lastSeed - firstSeed + 1;
  console.log(
    `${seeds - wrong} of ${seeds} seeds right: ${items} items with exactly ${wants} each, ${desks} desks; ${totals.cuts} connections cut by the proxy, ${totals.ended} by the server, ${totals.repeated} sendings repeated, ${totals.seconds.toFixed(0)} s`,
  );
} finally {
  await server.stop();
}
if (wrong > 0) process.exitCode = 1;

async function runSeed(seed) {
  const pick = randomly(seed * 7919);
  const { database, lead, addresses } = await newStudy(server, desks);
  const proxy = await startProxy(server.port, (below) => pick(below));
  try {
    await lead.publish(Array.from({ length: items }, (_, number) => publishedItem(number, wants)));
    const state = { done: false, ended: 0, repeated: 0, left: [], until: Date.now() + longest };
    /** What each desk has on disk, whether sent or not. @type {Map<string, ReturnType<typeof lineOf>[]>} */
    const journals = new Map();
    const work = [...addresses].map(([name, address], at) => {
      const journal = [];
      journals.set(name, journal);
      return desk({
        name,
        remote: () => remoteOf(throughProxy(address, proxy.port)),
        journal,
        state,
        pick: randomly(seed * 1000 + at),
        leaves: at % 20 === 7,
      });
    });
    const watching = watch(lead, database, state, pick);
    await Promise.all(work);
    await watching;
    const faults = await faultsOf(database, lead, journals);
    if (!state.done) faults.push(`not done after ${longest / 1000} s: ${JSON.stringify(await openItems(database))}`);
    const lines = [...journals.values()].reduce((sum, { length }) => sum + length, 0);
    return { ...state, faults, lines, judgements: items * wants, cuts: proxy.cuts() };
  } finally {
    proxy.stop();
    await lead.close();
    await server.asSuperuser(`drop database ${database} with (force)`);
  }
}

/** One person at a desk, until all is judged or they leave: lines are kept first and sent then, as often as it takes. */
async function desk({ name, remote: connect, journal, state, pick, leaves }) {
  let remote = await connect();
  const judged = new Set();
  let sent = 0;
  /** Tries until there is an answer; another answer than "unreachable" is an error. */
  const persist = async (what) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await what();
      } catch (error) {
        if (error?.problem?.code !== 'team.unreachable' || Date.now() > state.until) throw error;
        if (what.sends) state.repeated++;
        if (attempt % 10 === 9) {
          await remote.close();
          remote = await connect();
        }
        await sleep(5 + pick(40));
      }
    }
  };
  const send = async () => {
    if (sent === journal.length) return;
    const lines = journal.slice(sent);
    await persist(Object.assign(() => remote.append(name, lines), { sends: true }));
    sent += lines.length;
  };
  const judge = (id) => {
    if (pick(50) === 0) {
      journal.push(lineOf(name, id, journal.length + 1, { skip: true }));
      judged.add(id);
      return;
    }
    const line = lineOf(name, id, journal.length + 1);
    journal.push(line);
    if (pick(20) === 0) {
      journal.push(lineOf(name, id, journal.length + 1, { retracts: line.id }));
      // Half of them make up their mind at once, the others after the next sending.
      if (pick(2) === 0) return id;
      journal.push(lineOf(name, id, journal.length + 1));
    }
    judged.add(id);
    return undefined;
  };
  try {
    while (!state.done && Date.now() < state.until) {
      let claimed = [];
      try {
        claimed = await remote.leases.claim(20);
      } catch (error) {
        if (error?.problem?.code !== 'team.unreachable') throw error;
      }
      if (leaves && claimed.length > 0 && journal.length > 20) {
        state.left.push(name);
        return;
      }
      const texts = new Set(claimed.map(({ id }) => id));
      const again = [];
      for (const id of texts) {
        if (judged.has(id)) throw new Error(`${name} got ${id} a second time`);
        if (pick(25) === 0) continue;
        const undecided = judge(id);
        if (undecided !== undefined) again.push(undecided);
        if (pick(4) === 0) await send();
        if (pick(15) === 0) await persist(() => remote.leases.renew());
      }
      await send();
      for (const id of again) {
        journal.push(lineOf(name, id, journal.length + 1));
        judged.add(id);
      }
      await send();
      // What is held without its text (an answer was lost), or was passed over, goes back.
      const held = [...(await persist(() => remote.leases.renew())).keys()];
      if (held.length > 0) await persist(() => remote.leases.release(held));
      if (claimed.length === 0) await sleep(20 + pick(60));
    }
  } finally {
    await remote.close();
  }
}

/** Ends sessions at random, lets the leases of those who left run out, and says when all is judged. */
async function watch(lead, database, state, pick) {
  while (!state.done && Date.now() < state.until) {
    await sleep(50 + pick(100));
    const ended = await server.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and usename like 'tiebreak%' order by random() limit ${pick(4)}`,
    );
    state.ended += ended.length;
    const status = await lead.status();
    if (status.taken === status.wanted && status.judged === status.wanted && status.leased === 0) state.done = true;
    // As if those who left had been away for hours.
    for (const name of state.left)
      await server.asSuperuser(
        `update tiebreak.lease set until = now() - interval '1 second' where state = 0 and member = '${name}'`,
        database,
      );
  }
}

const openItems = (database) =>
  server.asSuperuser(
    `select k.free, count(*)::int, array_agg(distinct (select count(*) from tiebreak.lease l where l.bucket = k.bucket and l.number = k.number and l.state < 2)) as taken
      from tiebreak.slot k group by 1`,
    database,
  );

/** What is wrong at the end, from the tables themselves. */
async function faultsOf(database, lead, journals) {
  const faults = [];
  const ask = async (what, text) => {
    const [{ count }] = await server.asSuperuser(text, database);
    if (count > 0) faults.push(`${count} ${what}`);
  };
  // By the lines alone: who has a judgement that stands, the last line of each person and item counting.
  await ask(
    `items without exactly ${wants} judgements`,
    `with last as (select distinct on (l.journal, l.bucket, l.item) l.bucket, l.item, l.text::json as line
        from tiebreak.line l order by l.journal, l.bucket, l.item, l.place desc),
      made as (select bucket, item, count(*) as count from last
        where line ->> 'type' = 'annotation' and line -> 'judgement' -> 'skip' is null group by 1, 2)
      select count(*)::int from tiebreak.item i left join made m on m.bucket = i.bucket and m.item = i.number
        where coalesce(m.count, 0) <> ${wants}`,
  );
  await ask(
    'items whose counts are not what was judged',
    `select count(*)::int from tiebreak.slot k where k.free <> 0
      or ${wants} <> (select count(*) from tiebreak.lease l where l.bucket = k.bucket and l.number = k.number and l.state = 1)`,
  );
  await ask('leases left', 'select count(*)::int from tiebreak.lease where state = 0');
  await ask(
    'lines doubled',
    'select count(*)::int from (select 1 from tiebreak.line group by journal, id having count(*) > 1)',
  );
  let lost = 0;
  let strange = 0;
  for (const [name, journal] of journals) {
    const mine = new Map(journal.map(({ text, place }) => [text, place]));
    for await (const { lines } of lead.lines(name, ''))
      for (const { text, place } of lines) {
        if (mine.get(text) === place) mine.delete(text);
        else strange++;
      }
    lost += mine.size;
  }
  if (lost > 0) faults.push(`${lost} lines lost`);
  if (strange > 0) faults.push(`${strange} lines that nobody wrote, or twice`);
  return faults;
}
