import { randomBytes } from 'node:crypto';
import { problem, UserError } from '../../model/problems/problem';
import {
  longestLine,
  type Allowance,
  type Cursor,
  type LeadRemote,
  type LeasedItem,
  type MemberStatus,
  type Membership,
  type Part,
  type PublishedItem,
  type RemoteDocument,
  type RemoteLine,
  type RevokedLink,
  type SentLine,
  type StudySettings,
  type TeamStatus,
} from '../remote';
import { storeVersion } from './migrations';
import { scramVerifier } from './scramVerifier';
import { addressFor } from './storeAddress';
import type { StoreConnection } from './storeConnection';

/** The most that one call of `append` or `publish` carries: lines or items, and characters. */
const most = { count: 500, length: 4 << 20 };
/** Lines that one call of `lines` brings, where they are not long. */
const linesAtOnce = 5000;

const kinds = { shared: 0, control: 1, test: 2 } as const;

/** A study in a PostgreSQL store. What it may do there, its functions say (`migrations`). */
export class PostgresRemote implements LeadRemote {
  readonly longestLine = longestLine;

  constructor(
    private readonly connection: StoreConnection,
    private readonly study: string,
  ) {}

  async me(): Promise<Membership> {
    const [row] = await this.connection.query<{ me: Membership & Allowance & { readonly schema: number } }>(
      'select tiebreak.me($1) as me',
      [this.study],
    );
    if (!row) throw new RangeError('no row');
    const { schema, study, name, part, closed } = row.me;
    if (schema > storeVersion) throw new UserError(problem('team.storeNewer', { store: schema, known: storeVersion }));
    if (schema < storeVersion) throw new UserError(problem('team.storeOlder', { store: schema, known: storeVersion }));
    const { lines, bytes, mostLines, mostBytes } = row.me;
    return { study, name, part, closed, used: part === 'lead' ? undefined : { lines, bytes, mostLines, mostBytes } };
  }

  async heads(): Promise<ReadonlyMap<string, Cursor>> {
    const [row] = await this.connection.query<{ heads: Record<string, Record<string, number>> }>(
      'select tiebreak.heads($1) as heads',
      [this.study],
    );
    return new Map(Object.entries(row?.heads ?? {}).map(([journal, heads]) => [journal, cursorOf(heads)]));
  }

  async *lines(
    journal: string,
    since: Cursor,
  ): AsyncGenerator<{ readonly lines: readonly SentLine[]; readonly cursor: Cursor }> {
    const heads = headsOf(since);
    for (;;) {
      const rows = await this.connection.query<SentLine & { readonly bucket: number; readonly number: number }>(
        'select bucket, number, place, text from tiebreak.lines($1, $2, $3::text::json, $4)',
        [this.study, journal, JSON.stringify(heads), linesAtOnce],
      );
      if (rows.length === 0) return;
      for (const { bucket, number } of rows) heads[bucket] = number;
      yield { lines: rows.map(({ place, text }) => ({ place, text })), cursor: cursorOf(heads) };
    }
  }

  async append(journal: string, lines: readonly RemoteLine[]): Promise<number> {
    let added = 0;
    for (const part of parts(lines, ({ text }) => text.length)) {
      const [row] = await this.connection.query<{ added: number }>(
        'select tiebreak.append($1, $2, $3::text::json) as added',
        [this.study, journal, JSON.stringify(part.map((line) => ({ ...line, item: storable(line.item) })))],
      );
      added += row?.added ?? 0;
    }
    return added;
  }

  async documents(): Promise<readonly RemoteDocument[]> {
    const rows = await this.connection.query<{ name: string; version: number }>(
      'select name, version from tiebreak.document($1)',
      [this.study],
    );
    return rows.map(({ name, version }) => ({ name, version: String(version) }));
  }

  async document(name: string): Promise<{ readonly version: string; readonly text: string } | undefined> {
    const [row] = await this.connection.query<{ version: number; text: string }>(
      'select version, text from tiebreak.document($1, $2)',
      [this.study, name],
    );
    return row && { version: String(row.version), text: row.text };
  }

  putDocument(name: string, text: string | undefined, expected: string | undefined): Promise<string | undefined> {
    return this.putShown(name, text, text, expected);
  }

  async putShown(
    name: string,
    text: string | undefined,
    shown: string | undefined,
    expected: string | undefined,
  ): Promise<string | undefined> {
    const [row] = await this.connection.query<{ version: number | null }>(
      'select tiebreak.put_document($1, $2, $3, $4, $5) as version',
      [this.study, name, Number(expected ?? 0), text ?? null, shown ?? null],
    );
    return row?.version === null || row?.version === undefined ? undefined : String(row.version);
  }

  readonly leases = {
    claim: async (count: number, minutes = 0): Promise<readonly LeasedItem[]> => {
      const rows = await this.connection.query<{ id: string; shown: string; until: Date; lines: string | null }>(
        'select id, shown, until, to_json(lines)::text as lines from tiebreak.claim($1, $2, $3)',
        [this.study, count, minutes],
      );
      return rows.map(({ lines, ...item }) => ({
        ...item,
        lines: lines === null ? [] : (JSON.parse(lines) as string[]),
      }));
    },
    renew: async (minutes = 0): Promise<ReadonlyMap<string, Date>> => {
      const rows = await this.connection.query<{ id: string; until: Date }>(
        'select id, until from tiebreak.renew($1, $2)',
        [this.study, minutes],
      );
      return new Map(rows.map(({ id, until }) => [id, until]));
    },
    release: async (items?: readonly string[]): Promise<number> => {
      const [row] = await this.connection.query<{ count: number }>(
        `select tiebreak.release($1, case when $2::text is not null
           then array(select json_array_elements_text($2::text::json)) end) as count`,
        [this.study, items === undefined ? null : JSON.stringify(items)],
      );
      return row?.count ?? 0;
    },
  };

  async beginPublication(): Promise<number> {
    const [row] = await this.connection.query<{ publication: number }>(
      'select tiebreak.begin_publication($1) as publication',
      [this.study],
    );
    return row?.publication ?? 0;
  }

  async withdrawOthers(publication: number): Promise<number> {
    const [row] = await this.connection.query<{ count: number }>('select tiebreak.withdraw($1, $2) as count', [
      this.study,
      publication,
    ]);
    return row?.count ?? 0;
  }

  async publish(items: readonly PublishedItem[], publication = 0): Promise<number> {
    let added = 0;
    for (const part of parts(items, ({ shown, hidden }) => shown.length + hidden.length)) {
      const [row] = await this.connection.query<{ added: number }>(
        'select tiebreak.publish($1, $2::text::json, $3) as added',
        [this.study, JSON.stringify(part.map((item) => ({ ...item, kind: kinds[item.kind] }))), publication],
      );
      added += row?.added ?? 0;
    }
    return added;
  }

  async dispute(realIds: readonly string[]): Promise<void> {
    await this.connection.query('select tiebreak.dispute($1, $2::text::json)', [this.study, JSON.stringify(realIds)]);
  }

  async status(): Promise<TeamStatus> {
    const [row] = await this.connection.query<{ status: StatusRow }>('select tiebreak.status($1) as status', [
      this.study,
    ]);
    if (!row) throw new RangeError('no row');
    const { closed, members, ...counts } = row.status;
    return {
      ...counts,
      closed: closed !== null,
      members: members.map(({ seen, received, made, ...member }) => ({
        ...member,
        seen: dateOf(seen),
        received: dateOf(received),
        made: dateOf(made),
      })),
    };
  }

  async invite(name: string, part: Part): Promise<string> {
    // 160 bits, in letters and digits.
    const password = randomBytes(20).toString('hex');
    const [row] = await this.connection.query<{ role: string }>('select tiebreak.invite($1, $2, $3, $4, $5) as role', [
      this.study,
      name,
      part,
      `tiebreak_${randomBytes(8).toString('hex')}`,
      scramVerifier(password),
    ]);
    return addressFor(this.connection.address, row?.role ?? '', password);
  }

  async configure({ perItem, controlRate, leaseMinutes, mostLines, mostBytes }: StudySettings): Promise<void> {
    await this.connection.query('select tiebreak.configure($1, $2, $3, $4, $5, $6)', [
      this.study,
      perItem ?? null,
      controlRate ?? null,
      leaseMinutes ?? null,
      mostLines ?? null,
      mostBytes ?? null,
    ]);
  }

  async remove(name: string): Promise<'removed' | 'asked'> {
    const [row] = await this.connection.query<{ done: 'removed' | 'asked' }>('select tiebreak.remove($1, $2) as done', [
      this.study,
      name,
    ]);
    return row?.done ?? 'asked';
  }

  async restore(name: string): Promise<'restored' | 'kept'> {
    const [row] = await this.connection.query<{ done: 'restored' | 'kept' }>(
      'select tiebreak.restore($1, $2) as done',
      [this.study, name],
    );
    return row?.done ?? 'kept';
  }

  async revoke(names?: readonly string[]): Promise<readonly RevokedLink[]> {
    const rows = await this.connection.query<Omit<RevokedLink, 'seen'> & { readonly seen: Date | null }>(
      `select name, part, used, seen, ended from tiebreak.revoke($1, case when $2::text is not null
         then array(select json_array_elements_text($2::text::json)) end)`,
      [this.study, names === undefined ? null : JSON.stringify(names)],
    );
    return rows.map(({ seen, ...link }) => ({ ...link, seen: seen ?? undefined }));
  }

  async setClosed(closed: boolean): Promise<void> {
    await this.connection.query('select tiebreak.close($1, $2::text::boolean)', [this.study, String(closed)]);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

interface StatusRow extends Omit<TeamStatus, 'closed' | 'members'> {
  readonly closed: string | null;
  readonly members: readonly (Omit<MemberStatus, 'seen' | 'received' | 'made'> &
    Readonly<Record<'seen' | 'received' | 'made', string | null>>)[];
}

const dateOf = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text));

/** Heads by bucket as text, the same for the same heads. */
function cursorOf(heads: Readonly<Record<string, number>>): Cursor {
  return Object.entries(heads)
    .map(([bucket, head]) => `${bucket}:${head}`)
    .sort((a, b) => parseInt(a, 10) - parseInt(b, 10))
    .join(' ');
}

function headsOf(cursor: Cursor): Record<string, number> {
  return Object.fromEntries(
    cursor
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => each.split(':'))
      .map(([bucket = '', head]) => [bucket, Number(head)]),
  );
}

/** An item's name as PostgreSQL can hold it: one with a zero character or half a surrogate pair is no item's there. */
const storable = (item: string): string => (/[\0\p{Cs}]/u.test(item) ? '' : item);

/** A list in parts that one call carries. */
function* parts<T>(list: readonly T[], lengthOf: (each: T) => number): Generator<readonly T[]> {
  let part: T[] = [];
  let length = 0;
  for (const each of list) {
    if (part.length > 0 && (part.length >= most.count || length + lengthOf(each) > most.length)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(each);
    length += lengthOf(each);
  }
  if (part.length > 0) yield part;
}
