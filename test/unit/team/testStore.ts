import postgres, { type Sql } from 'postgres';
import { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
import { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
import { createStudy, setUpStore } from '../../../src/core/team/postgres/storeSetup';
import type { Cursor, Part, PublishedItem, Remote, RemoteLine } from '../../../src/core/team/remote';
import type { TestServer } from '../../harness/postgres.mjs';

/** Settings of a server that need not outlive a power cut. */
export const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'];

/** The database of a server in which its store is. */
const stores = new WeakMap<TestServer, string>();

/** Ends a server at once: nobody needs what it would write on its way. */
export async function end(server: TestServer): Promise<void> {
  await server.kill();
  await server.stop();
}

/** A study in a store, its lead "Lea", and what a superuser sees of it. */
export class TestStudy {
  private readonly open: { close(): Promise<void> }[] = [];
  private readonly addresses = new Map<string, string>();

  private constructor(
    readonly server: TestServer,
    readonly name: string,
    readonly database: string,
    readonly lead: PostgresRemote,
    private readonly superuser: Sql,
  ) {
    this.open.push(lead, { close: () => superuser.end() });
  }

  /** A study alone in the server's store. @param beside in whose store it is instead, one of several */
  static async create(
    server: TestServer,
    { name = 'study', controlRate = 0, beside }: { name?: string; controlRate?: number; beside?: TestStudy } = {},
  ): Promise<TestStudy> {
    const database = stores.get(server) ?? (await server.database());
    const connection = await StoreConnection.open(server.urlOf('lead', 'lead', database));
    if (!stores.has(server)) await setUpStore(connection);
    stores.set(server, database);
    const superuser = postgres(server.urlOf('postgres', 'superuser', database), { max: 2, onnotice: () => undefined });
    if (!beside)
      await superuser.unsafe(
        'truncate tiebreak.study, tiebreak.member, tiebreak.item, tiebreak.slot, tiebreak.lease, tiebreak.head, tiebreak.line, tiebreak.document',
      );
    await createStudy(connection, { name, lead: 'Lea', controlRate });
    return new TestStudy(server, name, database, new PostgresRemote(connection, name), superuser);
  }

  /** Rows of the tables, whoever may not see them. */
  async rows<T extends object = Record<string, unknown>>(text: string): Promise<T[]> {
    return [...(await this.superuser.unsafe<T[]>(text))];
  }

  /** Invites somebody; resolves to their remote. */
  async join(name: string, part: Part = 'annotator', connections = 2): Promise<PostgresRemote> {
    const address = await this.lead.invite(name, part);
    this.addresses.set(name, address);
    return this.remote(address, connections);
  }

  /** Another desk of somebody who was invited. */
  async desk(name: string, connections = 2): Promise<PostgresRemote> {
    return this.remote(this.addressOf(name), connections);
  }

  /** The remote behind a link that somebody else than the owner made. */
  at(address: string): Promise<PostgresRemote> {
    return this.remote(address, 1);
  }

  /** A plain session of somebody who was invited. */
  session(name: string): Sql {
    const sql = postgres(this.addressOf(name), {
      max: 1,
      prepare: false,
      fetch_types: false,
      onnotice: () => undefined,
    });
    this.open.push({ close: () => sql.end({ timeout: 1 }) });
    return sql;
  }

  addressOf(name: string): string {
    const address = this.addresses.get(name);
    if (address === undefined) throw new RangeError(`${name} was not invited`);
    return address;
  }

  /** Lets leases run out. */
  async expire(who = ''): Promise<void> {
    // In the order in which the store locks them.
    await this.rows(
      `with held as (select l.study, l.bucket, l.number, l.member, l.adjudicates from tiebreak.lease l
           where l.state = 0 and ('${who}' = '' or l.member = '${who}') order by 1, 2, 3, 4, 5 for update)
         update tiebreak.lease l set until = now() - interval '1 second' from held h where l.study = h.study
           and l.bucket = h.bucket and l.number = h.number and l.member = h.member and l.adjudicates = h.adjudicates`,
    );
  }

  /** Slots whose number of free places is not what their leases leave. */
  wrongSlots(): Promise<object[]> {
    return this.rows(
      `select k.*, c.taken from tiebreak.slot k, lateral (select count(*)::int as taken from tiebreak.lease l
         where l.study = k.study and l.bucket = k.bucket and l.number = k.number and l.state < 2 and not l.adjudicates) c
       where k.kind = 0 and k.free <> k.wants - c.taken`,
    );
  }

  async bucketOf(item: string): Promise<number> {
    const [row] = await this.rows<{ bucket: number }>(`select tiebreak.bucket_of('${item}') as bucket`);
    return row?.bucket ?? -1;
  }

  async close(): Promise<void> {
    await Promise.all(this.open.map((each) => each.close()));
  }

  private async remote(address: string, connections: number): Promise<PostgresRemote> {
    const remote = new PostgresRemote(await StoreConnection.open(address, connections), this.name);
    this.open.push(remote);
    return remote;
  }
}

/** Items as they are published, each wanted so many times. */
export const someItems = (count: number, wants: number, rest: Partial<PublishedItem> = {}): PublishedItem[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `~item${at}`,
    realId: `real${at}`,
    shown: `{"shown":${at}}`,
    hidden: `{"model":"secret${at}"}`,
    kind: 'shared',
    wants,
    judged: [],
    skipped: [],
    ...rest,
  }));

let ids = 0;
/** An id as lines have them; later ones are greater. */
export const nextId = (): string => `01${String(++ids).padStart(24, '0')}`;

/** A line as a desk writes it, with what is different of it. */
export function lineOf(annotator: string, item: string, rest: Readonly<Record<string, unknown>> = {}): RemoteLine {
  const id = typeof rest['id'] === 'string' ? rest['id'] : nextId();
  const line = { v: 1, id, annotator, type: 'annotation', item, origin: { kind: 'human' }, judgement: { flag: true } };
  return { id, item, place: ++places, text: JSON.stringify({ ...line, ...rest }) };
}
let places = 0;

export const skipOf = (annotator: string, item: string): RemoteLine =>
  lineOf(annotator, item, { judgement: { skip: { reason: 'unclear' } } });

export const retractionOf = (
  annotator: string,
  item: string,
  retracts: string,
  rest: Readonly<Record<string, unknown>> = {},
): RemoteLine =>
  lineOf(annotator, item, { type: 'retraction', retracts, origin: undefined, judgement: undefined, ...rest });

/** All lines of a journal behind a cursor. */
export async function linesOf(
  remote: Remote,
  journal: string,
  since: Cursor = '',
): Promise<{ readonly texts: string[]; readonly cursor: Cursor }> {
  const texts: string[] = [];
  let cursor = since;
  for await (const part of remote.lines(journal, since)) {
    texts.push(...part.lines.map(({ text }) => text));
    cursor = part.cursor;
  }
  return { texts, cursor };
}

/** What a promise was rejected with: the code of the problem. */
export async function codeOfRefusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    const { problem } = error as { readonly problem?: { readonly code: string } };
    return problem?.code ?? String(error);
  }
}
