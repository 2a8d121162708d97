// Is a judgement that was acknowledged ever lost, or there twice? In turn: the server killed twice under writers, the
// primary killed and a synchronous standby promoted, desks killed at any moment, and desks without the cable for eight
// hours. Ends with status 1 where a line is lost or doubled.
// usage: node test/bench/team/failures.mjs [--only killed,promoted,desks,cable] [--writers 50]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../harness/postgres.mjs';
import { startProxy, throughProxy } from './proxy.mjs';
import { bundleClient, lineOf, nameOf, newStudy, publishedItem, randomly, remoteOf, sleep } from './store.mjs';
import { faultsOf, Writers } from './writers.mjs';

const flags = ['-c', 'max_connections=200'];
const parts = { killed, promoted, desks: desksKilled, cable };

if (process.send) await deskProcess();
else await run();

async function run() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(parts).join() },
      writers: { type: 'string', default: '50' },
    },
  });
  await bundleClient();
  for (const name of values.only.split(',')) {
    const { said, faults } = await parts[name](Number(values.writers));
    console.log(`${said}: ${faults.join('; ') || 'nothing lost, nothing doubled'}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

/** The server is killed twice while everybody writes, and started again. */
async function killed(count) {
  const server = await startPostgres({ flags });
  try {
    const { database, lead, addresses } = await newStudy(server, count);
    await lead.publish(Array.from({ length: 20_000 }, (_, number) => publishedItem(number, 3)));
    await lead.close();
    const writers = new Writers(addresses);
    const gaps = [];
    for (let time = 0; time < 2; time++) {
      await sleep(3000);
      const sent = writers.acknowledged();
      await server.kill();
      await server.start();
      const began = performance.now();
      while (writers.acknowledged() - sent < count && performance.now() - began < 60_000) await sleep(10);
      gaps.push((performance.now() - began) / 1000);
    }
    await sleep(2000);
    await writers.stop();
    return {
      said: `kill -9 of the server under ${count} writers, twice: ${writers.acknowledged()} lines acknowledged, ${writers.repeated} sendings repeated, ${count} more ${gaps.map((each) => `${each.toFixed(1)} s`).join(' and ')} after the start`,
      faults: await writers.faults(server, database),
    };
  } finally {
    await server.stop();
  }
}

/** The primary is killed while everybody writes, and its synchronous standby takes over at another address. */
async function promoted(count) {
  const primary = await startPostgres({ flags });
  let standby;
  try {
    const { database, lead, addresses } = await newStudy(primary, count);
    await lead.publish(Array.from({ length: 20_000 }, (_, number) => publishedItem(number, 3)));
    await lead.close();
    standby = await startPostgres({ flags, standbyOf: primary });
    await primary.asSuperuser("alter system set synchronous_standby_names = 'standby'");
    await primary.asSuperuser('select pg_reload_conf()');
    const [{ synchronous_commit, sync_state }] = await primary.asSuperuser(
      "select current_setting('synchronous_commit') as synchronous_commit, sync_state from pg_stat_replication",
    );
    // Both addresses stand in the address of the store; whoever is not the primary is passed over.
    const both = new Map(
      [...addresses].map(([name, address]) => [
        name,
        address.replace(
          `127.0.0.1:${primary.port}`,
          `127.0.0.1:${primary.port},127.0.0.1:${/** @type {{ port: number }} */ (standby).port}`,
        ) + '?target_session_attrs=primary',
      ]),
    );
    const writers = new Writers(both);
    await sleep(4000);
    const before = writers.acknowledged();
    await primary.kill();
    const began = performance.now();
    await standby.promote();
    while (writers.acknowledged() - before < count && performance.now() - began < 60_000) await sleep(10);
    const gap = (performance.now() - began) / 1000;
    await sleep(3000);
    await writers.stop();
    const after = writers.acknowledged() - before;
    return {
      said: `primary killed under ${count} writers and its standby promoted (synchronous_commit ${synchronous_commit}, ${sync_state}): ${before} lines acknowledged before and ${after} after, ${writers.repeated} sendings repeated, ${count} more ${gap.toFixed(1)} s after the primary's end`,
      faults: [...(await writers.faults(standby, database)), ...(after < count ? ['writing did not go on'] : [])],
    };
  } finally {
    await standby?.stop();
    await primary.stop();
  }
}

/** Processes of desks are killed at any moment and started again: what is whole in a journal file gets to the store. */
async function desksKilled() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiebreak-desks-'));
  const server = await startPostgres({ flags });
  const count = 8;
  const pick = randomly(1);
  try {
    const { database, lead, addresses } = await newStudy(server, count);
    await lead.publish(Array.from({ length: 5000 }, (_, number) => publishedItem(number, 3)));
    let kills = 0;
    const fileOf = (name) => path.join(folder, `${name}.jsonl`);
    const end = Date.now() + 15_000;
    await Promise.all(
      [...addresses].map(async ([name, address]) => {
        for (;;) {
          const isLast = Date.now() > end;
          const child = fork(fileURLToPath(import.meta.url));
          const ended = once(child, 'exit');
          const ready = once(child, 'message');
          child.send({ name, address, file: fileOf(name), isLast });
          if (!isLast) {
            // Mostly at work, some while they start.
            if (pick(4) > 0) await ready;
            await sleep(pick(1000));
            child.kill('SIGKILL');
            kills++;
          }
          const [code] = await ended;
          if (isLast && code !== 0) throw new Error(`a desk ended (${code})`);
          if (isLast) return;
        }
      }),
    );
    const journals = new Map([...addresses.keys()].map((name) => [name, journalOf(fileOf(name))]));
    const lines = [...journals.values()].reduce((sum, each) => sum + each.length, 0);
    await lead.close();
    return {
      said: `${kills} times a desk killed at any moment, ${count} desks: ${lines} lines saved`,
      faults: await faultsOf(server, database, journals),
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Desks lose the cable and judge on what they hold; eight hours later their leases went to others. Late lines are taken,
 * and the items that more people judged than were wanted are counted.
 */
async function cable() {
  const server = await startPostgres({ flags });
  const proxy = await startProxy(server.port);
  const [away, here, wants] = [5, 10, 3];
  try {
    const { database, lead, addresses } = await newStudy(server, away + here);
    await lead.publish(Array.from({ length: 200 }, (_, number) => publishedItem(number, wants)));
    const journals = new Map([...addresses.keys()].map((name) => [name, []]));
    const judge = (name, id) => {
      const journal = journals.get(name) ?? [];
      journal.push(lineOf(name, id, journal.length + 1));
    };
    const offline = await Promise.all(
      Array.from({ length: away }, async (_, at) => {
        const remote = await remoteOf(throughProxy(addresses.get(nameOf(at)) ?? '', proxy.port));
        return { name: nameOf(at), remote, items: await remote.leases.claim(20) };
      }),
    );
    await proxy.down();
    let refusals = 0;
    for (const { name, remote, items } of offline) {
      for (const { id } of items) judge(name, id);
      await remote.append(name, journals.get(name) ?? []).catch((error) => {
        if (error?.problem?.code !== 'team.unreachable') throw error;
        refusals++;
      });
    }
    // Eight hours: what they hold ran out long ago.
    await server.asSuperuser(
      "update tiebreak.lease set until = until - interval '8 hours' where state = 0; update tiebreak.member set seen = seen - interval '8 hours'",
      database,
    );
    // Everybody else judges what there is, until nothing is left.
    for (let at = away; at < away + here; at++) {
      const remote = await remoteOf(addresses.get(nameOf(at)) ?? '');
      for (let items; (items = await remote.leases.claim(20)).length > 0;) {
        const from = journals.get(nameOf(at))?.length ?? 0;
        for (const { id } of items) judge(nameOf(at), id);
        await remote.append(nameOf(at), (journals.get(nameOf(at)) ?? []).slice(from));
      }
      await remote.close();
    }
    const full = await lead.status();
    await proxy.up();
    let late = 0;
    for (const { name, remote } of offline) {
      const lines = journals.get(name) ?? [];
      late += await remote.append(name, lines);
      // Sent again, as if the answer had been lost: none is new.
      if ((await remote.append(name, lines)) !== 0) late = Number.NaN;
      await remote.close();
    }
    const status = await lead.status();
    await lead.close();
    const faults = await faultsOf(server, database, journals);
    const [{ over }] = await server.asSuperuser(
      `select count(*)::int as over from (select 1 from tiebreak.lease where state = 1 group by bucket, number having count(*) > ${wants})`,
      database,
    );
    if (full.judged !== 200 * wants || full.over !== 0)
      faults.push(`${full.judged} judged and ${full.over} over before they came back`);
    if (refusals !== away) faults.push(`only ${refusals} of ${away} noticed`);
    if (late !== away * 20) faults.push(`${late} of ${away * 20} late lines were new`);
    if (status.over !== over || over === 0) faults.push(`status counts ${status.over} over, there are ${over}`);
    return {
      said: `8 hours without the cable: ${late} late lines taken from ${away} desks, whose items ${here} others had judged meanwhile; ${status.over} items with more than ${wants} counted`,
      faults,
    };
  } finally {
    proxy.stop();
    await server.stop();
  }
}

/** The whole lines of a journal file; what stands behind the last newline was not saved. */
function journalOf(file) {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, at) => {
      const { id, item } = JSON.parse(line);
      return { id, item, place: at + 1, text: line };
    });
}

/** A desk in a process of its own: saves each line with fsync before it is sent, and sends first what was not. */
async function deskProcess() {
  const [{ name, address, file, isLast }] = await once(process, 'message');
  const remote = await remoteOf(address);
  const journal = journalOf(file);
  const known = new Set();
  process.send('ready');
  for await (const { lines } of remote.lines(name, '')) for (const { place } of lines) known.add(place);
  const unsent = journal.filter(({ place }) => !known.has(place));
  if (unsent.length > 0) await remote.append(name, unsent);
  if (!isLast) {
    const judged = new Set(journal.map(({ item }) => item));
    const handle = openSync(file, 'a');
    const held = await remote.leases.renew();
    await remote.leases.release([...held.keys()]);
    for (;;) {
      const items = await remote.leases.claim(20);
      for (const { id } of items) {
        if (judged.has(id)) continue;
        const line = lineOf(name, id, journal.length + 1);
        writeSync(handle, `${line.text}\n`);
        fsyncSync(handle);
        journal.push(line);
        judged.add(id);
        await remote.append(name, [line]);
      }
      if (items.length === 0) break;
    }
    closeSync(handle);
    await sleep(60_000);
  }
  await remote.close();
  process.disconnect();
}
