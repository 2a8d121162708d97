// How many judgements a second does the store take? Publishes items, then lets desks in two processes claim blocks of 20
// and append one line after the other, each with a connection of its own, while PostgreSQL runs on the same machine with
// fsync on. Ends with status 1 where a line is missing or doubled.
// usage: node test/bench/team/load.mjs [--items 1000000] [--desks 50] [--seconds 60] [--processes 2]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../harness/postgres.mjs';
import { bundleClient, lineOf, newStudy, percentile, publishedItem, remoteOf, timed } from './store.mjs';

/** What a server for a team is set to; of the rest PostgreSQL's defaults hold, fsync and synchronous_commit among them. */
const flags = ['shared_buffers=2GB', 'max_wal_size=8GB', 'max_connections=200'].flatMap((each) => ['-c', each]);

if (process.send) await work();
else await run();

async function run() {
  const { values } = parseArgs({
    options: {
      items: { type: 'string', default: '1000000' },
      desks: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '60' },
      processes: { type: 'string', default: '2' },
    },
  });
  const [items, desks, seconds, processes] = [values.items, values.desks, values.seconds, values.processes].map(Number);
  await bundleClient();
  const server = await startPostgres({ flags });
  try {
    const { database, lead, addresses } = await newStudy(server, desks);
    const publishing = await timed(() => publish(lead, items));
    console.log(
      `publish: ${items} items in ${publishing.seconds.toFixed(1)} s, ${(items / publishing.seconds).toFixed(0)} a second`,
    );
    await server.asSuperuser('vacuum analyze', database);
    await server.asSuperuser('checkpoint', database);
    const members = [...addresses];
    const children = Array.from({ length: processes }, (_, each) => {
      const child = fork(fileURLToPath(import.meta.url));
      child.send({ seconds, members: members.filter((_, at) => at % processes === each) });
      return child;
    });
    const before = processorOf(server);
    const load = await timed(() =>
      Promise.all(children.map((child) => Promise.race([once(child, 'message'), failed(child)]))),
    );
    const found = load.result.map(([message]) => message);
    const ofServer = processorOf(server) - before;
    const ofDesks = found.reduce((sum, each) => sum + each.processor, 0);
    const [appends, claims] = ['appends', 'claims'].map((what) => found.flatMap((each) => each[what]));
    const busy = Math.max(...found.map((each) => each.seconds));
    console.log(
      `${appends.length} judgements in ${busy.toFixed(1)} s: ${(appends.length / busy).toFixed(0)} a second, ${desks} desks; something waited for a processor ${Math.round(load.waited * 100)} % of the time`,
    );
    console.log(
      `of processors, for a judgement with its share of a claim: ${(ofServer / appends.length).toFixed(2)} ms of the server's, ${(ofDesks / appends.length).toFixed(2)} ms of the desks'`,
    );
    for (const [what, times] of Object.entries({ 'append of a line': appends, 'claim of 20': claims }))
      console.log(
        `${what}: p50 ${percentile(times, 50).toFixed(2)} ms, p95 ${percentile(times, 95).toFixed(2)} ms, p99 ${percentile(times, 99).toFixed(2)} ms, most ${percentile(times, 100).toFixed(0)} ms`,
      );
    const { times: alone, processor } = await appendAlone(members[0]);
    console.log(
      `PostgresRemote.append of a line, one desk alone: p50 ${percentile(alone, 50).toFixed(2)} ms, p99 ${percentile(alone, 99).toFixed(2)} ms, ${processor.toFixed(2)} ms of the client's processor`,
    );
    const status = await timed(() => lead.status());
    console.log(`status: ${status.seconds.toFixed(2)} s`);
    const expected = appends.length + alone.length;
    const [{ lines }] = await server.asSuperuser('select count(*)::int as lines from tiebreak.line', database);
    if (lines !== expected || status.result.judged !== expected || status.result.over > 0) {
      console.error(`WRONG: ${lines} lines, ${status.result.judged} judged, ${expected} expected`);
      process.exitCode = 1;
    }
    await lead.close();
  } finally {
    await server.stop();
  }
}

/** @param {import('../../../src/core/team/postgres/postgresRemote').PostgresRemote} lead @param {number} items */
async function publish(lead, items) {
  for (let from = 0; from < items; from += 5000)
    await lead.publish(Array.from({ length: Math.min(5000, items - from) }, (_, at) => publishedItem(from + at, 3)));
}

async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`a process of desks ended (${code})`);
}

/** A process of desks, each of which judges until the time is over. */
async function work() {
  const [{ seconds, members }] = await once(process, 'message');
  const appends = [];
  const claims = [];
  const desks = await Promise.all(
    members.map(async ([name, address]) => ({ name, remote: await remoteOf(address), place: 0 })),
  );
  await Promise.all(desks.map(({ remote }) => remote.me()));
  const before = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    desks.map(async (desk) => {
      while (performance.now() < end) {
        const items = await measure(claims, () => desk.remote.leases.claim(20));
        if (items.length === 0) return;
        for (const { id } of items) {
          if (performance.now() > end) break;
          const line = lineOf(desk.name, id, ++desk.place);
          await measure(appends, () => desk.remote.append(desk.name, [line]));
        }
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  await Promise.all(desks.map(({ remote }) => remote.close()));
  process.send({ appends, claims, seconds: took, processor: total(process.cpuUsage(before)) }, () =>
    process.disconnect(),
  );
}

async function measure(times, what) {
  const began = performance.now();
  const result = await what();
  times.push(performance.now() - began);
  return result;
}

/** Milliseconds of appends where nobody else is at work, and of this process's processor time for one. */
async function appendAlone([name, address]) {
  const times = [];
  const remote = await remoteOf(address);
  const held = [...(await remote.leases.renew()).keys()];
  const claimed = await remote.leases.claim(500);
  const before = process.cpuUsage();
  for (const id of [...held, ...claimed.map((item) => item.id)])
    await measure(times, () => remote.append(name, [lineOf(name, id, 1_000_000 + times.length)]));
  const processor = total(process.cpuUsage(before)) / times.length;
  await remote.close();
  return { times, processor };
}

function total({ user, system }) {
  return (user + system) / 1000;
}

/** Milliseconds of processor time that a server and what it started took so far (on Linux, whose ticks are 10 ms). */
function processorOf(server) {
  const pid = readFileSync(path.join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0];
  const ticks = (each, fields) => {
    try {
      const values = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1].split(' ');
      return fields.reduce((sum, field) => sum + Number(values[field - 3]), 0);
    } catch {
      // It ended; the one that started it has its time.
      return 0;
    }
  };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return 10 * (ticks(pid, [14, 15, 16, 17]) + children.reduce((sum, each) => sum + ticks(each, [14, 15]), 0));
}
