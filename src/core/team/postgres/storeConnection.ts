import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import type { Options, Sql } from 'postgres';
import { messageOf, problem, UserError, type Problem } from '../../model/problems/problem';
import { storeAddress, usesTls, type StoreAddress } from './storeAddress';

/** Seconds that a store may take to answer before it counts as out of reach. */
const patience = 15;
/** How often a transaction is tried that another one got in the way of, and each server of several. */
const tries = 5;

/** After so long a pause, in milliseconds, a server that closes each connection at once counts as out of reach. */
const longestPause = 800;

/** A connection to a store. Says what goes wrong as `UserError`: `team.unreachable` where trying again may help. */
export class StoreConnection {
  private readonly hosts: StoreHosts;
  private sql: Sql;
  /** A pooler stands in between that keeps no statements (PgBouncer before 1.21, or set so): they are parsed each time. */
  private isPooled = false;

  private constructor(
    readonly address: StoreAddress,
    private readonly connect: (hosts: StoreHosts) => Sql,
  ) {
    this.hosts = new StoreHosts(address);
    this.sql = connect(this.hosts);
  }

  /** Connects when the first statement is run. Throws `UserError` for what is no address. @param most connections at once */
  static async open(text: string, most = 2): Promise<StoreConnection> {
    const address = storeAddress(text);
    const { postgres } = await import('../libraries/postgres');
    const url = address.url
      .replace(address.host, address.host.split(',')[0] ?? '')
      .replace(/([?&])(?:sslmode|target_session_attrs)=[^&]*&?/g, '$1')
      .replace(/[?&]$/, '');
    return new StoreConnection(address, (hosts) => {
      const options: Options<Record<string, never>> & { readonly socket: () => Promise<Socket> } = {
        max: most,
        connect_timeout: patience,
        idle_timeout: 60,
        max_lifetime: 30 * 60,
        // No look into the catalogue for types: members may not see it.
        fetch_types: false,
        ssl: usesTls(address) ? verifiedTls(hosts) : false,
        onnotice: () => undefined,
        // A pooler passes on no other setting; how long a statement may take is a setting of each role ("invite").
        connection: { application_name: 'tiebreak' },
        socket: () => hosts.socket(),
      };
      return postgres(url, options);
    });
  }

  /** Runs one statement with its parameters; resolves to its rows. */
  async query<T extends object>(text: string, parameters: readonly (string | number | null)[] = []): Promise<T[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { isPooled } = this;
        return [...(await within(patience * 2, this.sql.unsafe<T[]>(text, [...parameters], { prepare: !isPooled })))];
      } catch (error) {
        if (!this.isPooled && isUnprepared(error)) {
          this.isPooled = true;
          continue;
        }
        if (isStandby(error)) {
          this.hosts.next();
          this.renew();
        } else if (isOfConnection(codeOf(error))) this.renew();
        if (attempt < tries && (isWorthTrying(error) || (isStandby(error) && attempt < this.hosts.count))) continue;
        throw this.worded(error);
      }
    }
  }

  /** Runs statements without parameters as one transaction. */
  async script(text: string): Promise<void> {
    try {
      await within(
        patience * 4,
        this.sql.begin((transaction) => transaction.unsafe(text).simple()),
      );
    } catch (error) {
      throw this.worded(error);
    }
  }

  async close(): Promise<void> {
    await Promise.race([
      this.sql.end({ timeout: 2 }).catch(() => undefined),
      setTimeout(3000, undefined, { ref: false }),
    ]);
  }

  /** A server without TLS closes the connection, as one does that is gone. */
  private worded(error: unknown): unknown {
    const { host } = this.address;
    return this.hosts.isWithoutTls && isOfConnection(codeOf(error))
      ? new UserError(problem('team.noTls', { host }), { cause: error })
      : storeError(error, this.address);
  }

  /** Begins anew: what waits in the driver must not be run later, once nobody waits for it any more. */
  private renew(): void {
    const before = this.sql;
    this.sql = this.connect(this.hosts);
    // It may never end, where it is connecting.
    void before.end({ timeout: 0 }).catch(() => undefined);
  }
}

/**
 * Gives the options of TLS: a certificate for the host that is spoken to, by a known authority. Read at each
 * connection.
 */
function verifiedTls(hosts: StoreHosts): ConnectionOptions {
  return {
    rejectUnauthorized: true,
    get servername() {
      return isIP(hosts.current) === 0 ? hosts.current : undefined;
    },
    checkServerIdentity: (_, certificate) => checkServerIdentity(hosts.current, certificate),
  };
}

/**
 * The servers of an address, of which one is spoken to: the first that answers, and the next one where that turns out to
 * be a standby. Connections that end at once are opened ever more slowly.
 */
class StoreHosts {
  private readonly hosts: readonly { readonly host: string; readonly port: number }[];
  private readonly usesTls: boolean;
  private at = 0;
  private opened = 0;
  private pause = 0;
  /** The server that was spoken to last said that it has no TLS. */
  isWithoutTls = false;

  constructor(address: StoreAddress) {
    const { host } = address;
    this.usesTls = usesTls(address);
    this.hosts = host.split(',').map((each) => {
      const [, name = '', port = '5432'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(each) ?? [];
      return { host: name, port: Number(port) };
    });
  }

  get count(): number {
    return this.hosts.length;
  }

  /** The name or address that is spoken to, which the certificate must be for. */
  get current(): string {
    return this.hosts[this.at]?.host ?? '';
  }

  /** From now on another one. */
  next(): void {
    this.at = (this.at + 1) % this.hosts.length;
  }

  /** A connection to the first that answers, from the current one on. Rejects with the last one's error. */
  async socket(): Promise<Socket> {
    this.pause = Date.now() - this.opened < 1000 ? this.pause * 2 + 50 : 0;
    if (this.pause > longestPause)
      throw Object.assign(new Error('every connection was closed at once'), { code: 'ECONNRESET' });
    if (this.pause > 50) await setTimeout(this.pause);
    this.opened = Date.now();
    for (let left = this.hosts.length; ; left--) {
      const { host, port } = this.hosts[this.at] ?? { host: '', port: 0 };
      const socket = connect({ host, port, noDelay: true });
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout((patience * 1000) / this.hosts.length) });
        // The first byte answers the driver, which asks for TLS: "S", or "N" where there is none.
        if (this.usesTls)
          socket.once('data', (answer: Buffer) => {
            this.isWithoutTls = answer[0] === 'N'.charCodeAt(0);
          });
        return socket;
      } catch (error) {
        socket.destroy();
        if (left === 1) throw isTimeout(error) ? Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }) : error;
        this.next();
      }
    }
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Rejects where an answer does not come within so many seconds: a cable that was pulled says nothing. */
async function within<T>(seconds: number, answer: PromiseLike<T>): Promise<T> {
  const ended = new AbortController();
  const late = setTimeout(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Serialization failures and deadlocks: the transaction did nothing, and may do it now. */
const isWorthTrying = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** A prepared statement is not there, or another one of its name: this is another connection of the server's. */
const isUnprepared = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error));

/** A standby that only reads: another server is the one to speak to. */
const isStandby = (error: unknown): boolean => codeOf(error) === '25006';

/** The refusals of the store by code (`migrations`), as problems. */
const refusals: Readonly<Record<string, (text: string) => Problem>> = {
  TB001: () => problem('team.notMember', {}),
  TB002: () => problem('team.removed', {}),
  TB005: () => problem('team.noSuchMember', {}),
  TB006: () => problem('team.ownerStays', {}),
  TB007: () => problem('team.onlyOwner', {}),
  TB008: () => problem('team.revoked', {}),
  TB009: (most) => problem('team.tooManyLines', { most: Number(most) }),
  TB010: (most) => problem('team.tooManyBytes', { most: Number(most) }),
};

/** An error of the driver or the server, in words. */
function storeError(error: unknown, { host }: StoreAddress): unknown {
  if (error instanceof UserError) return error;
  const code = codeOf(error);
  const refusal = refusals[code]?.(messageOf(error));
  const what =
    refusal ??
    // Class 28: no line of `pg_hba.conf` for this machine, a wrong password, or a role that may not log in any more.
    (code.startsWith('28')
      ? messageOf(error).includes('pg_hba.conf')
        ? problem('team.notFromHere', { host, reason: messageOf(error) })
        : problem('team.notLetIn', { host })
      : code === '42501'
        ? problem('team.notAllowed', {})
        : code === '3D000'
          ? problem('team.noDatabase', { host })
          : ['3F000', '42883', '42P01'].includes(code)
            ? problem('team.noStore', { host })
            : code === 'ERR_TLS_CERT_ALTNAME_INVALID'
              ? problem('team.certificateOfOther', { host })
              : /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)/.test(code)
                ? problem('team.certificate', { host, reason: messageOf(error) })
                : isOfConnection(code)
                  ? problem('team.unreachable', { host, reason: messageOf(error) || code, code })
                  : problem('team.refused', { host, reason: messageOf(error) }));
  return new UserError(what, { cause: error });
}

/** Classes 08, 53, 57 and 25006: no connection, no room, shutting down, a standby; else the system's and the driver's. */
const isOfConnection = (code: string): boolean =>
  /^(?:08|53|57|25006|XX)/.test(code) || /^E[A-Z]+$/.test(code) || /^(?:CONNECT|CONNECTION)_/.test(code);

/** Tells whether a remote could not be reached, and may be later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof UserError && error.problem?.code === 'team.unreachable';
