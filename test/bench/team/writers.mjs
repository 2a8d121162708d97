import { lineOf, remoteOf, sleep } from './store.mjs';

/** Desks that claim, judge and append one line after the other until they are stopped, whatever the network does. */
export class Writers {
  repeated = 0;
  #isOver = false;
  /** @type {Map<string, ReturnType<typeof lineOf>[]>} */
  #journals = new Map();
  #acknowledged = 0;
  #all;

  /** @param {ReadonlyMap<string, string>} addresses */
  constructor(addresses) {
    this.#all = Promise.all([...addresses].map(([name, address]) => this.#write(name, address)));
    this.#all.catch(() => undefined);
  }

  acknowledged() {
    return this.#acknowledged;
  }

  async stop() {
    this.#isOver = true;
    await this.#all;
  }

  faults(server, database) {
    return faultsOf(server, database, this.#journals);
  }

  async #write(name, address) {
    const remote = await remoteOf(address);
    const journal = [];
    this.#journals.set(name, journal);
    while (!this.#isOver) {
      const items = await this.#persist(() => remote.leases.claim(20));
      for (const { id } of items) {
        if (this.#isOver) break;
        const line = lineOf(name, id, journal.length + 1);
        journal.push(line);
        await this.#persist(() => remote.append(name, [line]));
        this.#acknowledged++;
      }
      if (items.length === 0) await sleep(100);
    }
    await remote.close();
  }

  async #persist(what) {
    for (const until = Date.now() + 90_000; ;) {
      try {
        return await what();
      } catch (error) {
        if (error?.problem?.code !== 'team.unreachable' || Date.now() > until) throw error;
        this.repeated++;
        await sleep(50);
      }
    }
  }
}

/**
 * What the store's lines lack, or have beyond those of the journals, and whose counts are wrong; asked of the tables
 * themselves.
 * @param {import('../../harness/postgres.mjs').TestServer} server @param {string} database
 * @param {ReadonlyMap<string, readonly ReturnType<typeof lineOf>[]>} journals
 */
export async function faultsOf(server, database, journals) {
  const rows = await server.asSuperuser('select journal, place, text from tiebreak.line', database);
  const missing = new Map(
    [...journals].flatMap(([name, lines]) => lines.map(({ text, place }) => [`${name} ${place} ${text}`, true])),
  );
  const faults = [];
  const strange = rows.filter(({ journal, place, text }) => !missing.delete(`${journal} ${place} ${text}`));
  if (missing.size > 0) faults.push(`${missing.size} lines lost`);
  if (strange.length > 0) faults.push(`${strange.length} lines doubled or strange`);
  const [{ twice }] = await server.asSuperuser(
    `select count(*)::int as twice from (select 1 from tiebreak.line group by journal, item, bucket having count(*) > 1)`,
    database,
  );
  if (twice > 0) faults.push(`${twice} items judged twice by somebody`);
  const [{ uncounted }] = await server.asSuperuser(
    `select count(*)::int as uncounted from tiebreak.slot k where k.free <> k.wants - (select count(*) from tiebreak.lease l
      where l.bucket = k.bucket and l.number = k.number and l.state < 2)`,
    database,
  );
  if (uncounted > 0) faults.push(`${uncounted} items with a wrong count`);
  return faults;
}
