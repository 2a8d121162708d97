// Does a desk wait for the network? A desk saves judgements one after the other, as fast as somebody who only presses
// keys, while its store is there, refuses connections, or takes them and never answers: how long the desk's thread is
// held up, and how long a save takes (append and fsync). Ends with status 1 where a line is not in the journal.
// usage: node test/bench/team/offline.mjs [--judgements 300]
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../harness/postgres.mjs';
import { bundleClient, client, itemOf, lineOf, nameOf, newStudy, publishedItem, sleep, study } from './store.mjs';

const { values } = parseArgs({ options: { judgements: { type: 'string', default: '300' } } });
const judgements = Number(values.judgements);

await bundleClient();
const { appendToJournal, openRemote, TeamDesk } = client();
const server = await startPostgres();
const silent = net.createServer(() => undefined);
await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve));
try {
  const { lead, addresses } = await newStudy(server, 1);
  await lead.publish(Array.from({ length: judgements }, (_, item) => publishedItem(item, 1)));
  await lead.close();
  const address = addresses.get(nameOf(0));
  const elsewhere = (port) => address.replace(/:\d+\//, `:${port}/`);
  for (const [name, remote] of [
    ['the store is there', address],
    ['it refuses connections', elsewhere(1)],
    ['it takes connections and never answers', elsewhere(silent.address().port)],
  ]) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tiebreak-offline-'));
    const project = path.join(folder, 'study.tiebreak');
    const journal = path.join(folder, 'study.tiebreak.d/annotations', `${nameOf(0)}.jsonl`);
    const team = { version: 1, remote, study, name: nameOf(0), part: 'annotator' };
    const desk = new TeamDesk(project, team, () => openRemote(team), {
      changed: () => undefined,
      items: () => Promise.resolve(),
      leasesChanged: () => undefined,
      isDone: () => false,
    });
    desk.start();
    await sleep(1000);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const saves = [];
    delay.enable();
    for (let item = 0; item < judgements; item++) {
      const before = performance.now();
      await appendToJournal(journal, `${lineOf(nameOf(0), itemOf(item), item + 1).text}\n`);
      desk.saved();
      saves.push(performance.now() - before);
      await sleep(50);
    }
    delay.disable();
    await desk.stop();
    const lines = (await fs.readFile(journal, 'utf8')).trimEnd().split('\n').length;
    saves.sort((a, b) => a - b);
    const at = (share) => (saves[Math.min(saves.length - 1, Math.floor(saves.length * share))] ?? 0).toFixed(1);
    console.log(
      `${name}: save p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms; thread held up p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, most ${(delay.max / 1e6).toFixed(1)} ms; ${desk.state.connection}, ${lines} lines saved, ${desk.state.waiting} not sent`,
    );
    if (lines !== judgements) process.exitCode = 1;
    await fs.rm(folder, { recursive: true, force: true });
  }
} finally {
  silent.close();
  await server.stop();
}
process.exit();
