import type { Sql } from 'postgres';
import { messageOf, problem, UserError, type Problem } from '../../model/problems/problem';
import { storeAddress, usesTls, type StoreAddress } from './storeAddress';

/** How long a store may take to answer before it counts as out of reach, in seconds. */
const patience = 15;
/** How often a transaction is tried that another one got in the way of. */
const tries = 5;

/** A connection to a store. Says what goes wrong as `UserError`: `team.unreachable` where trying again may help. */
export class StoreConnection {
  private constructor(
    readonly address: StoreAddress,
    private readonly sql: Sql,
  ) {}

  /** Connects when the first statement is run. Throws `UserError` for what is no address. @param most connections at once */
  static async open(text: string, most = 2): Promise<StoreConnection> {
    const address = storeAddress(text);
    const { postgres } = await import('../libraries/postgres');
    const sql = postgres(address.url.replace(/([?&])sslmode=[^&]*&?/, '$1').replace(/[?&]$/, ''), {
      max: most,
      connect_timeout: patience,
      idle_timeout: 60,
      max_lifetime: 30 * 60,
      // Unnamed statements, so that a pooler (PgBouncer) may stand in between; no look into the catalogue for types.
      prepare: false,
      fetch_types: false,
      ssl: usesTls(address) ? { rejectUnauthorized: true } : false,
      backoff: () => 0,
      onnotice: () => undefined,
      // A pooler passes on no other setting; how long a statement may take is a setting of each role ("invite").
      connection: { application_name: 'tiebreak' },
    });
    return new StoreConnection(address, sql);
  }

  /** Runs one statement with its parameters; resolves to its rows. */
  async query<T extends object>(text: string, parameters: readonly (string | number | null)[] = []): Promise<T[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return [...(await within(patience * 4, this.sql.unsafe<T[]>(text, [...parameters])))];
      } catch (error) {
        if (attempt < tries && isWorthTrying(error)) continue;
        throw storeError(error, this.address);
      }
    }
  }

  /** Runs statements without parameters as one transaction. */
  async script(text: string): Promise<void> {
    try {
      await this.sql.begin((transaction) => transaction.unsafe(text).simple());
    } catch (error) {
      throw storeError(error, this.address);
    }
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 2 }).catch(() => undefined);
  }
}

/** Rejects where an answer does not come within so many seconds: a cable that was pulled says nothing. */
async function within<T>(seconds: number, answer: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), seconds * 1000);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Serialization failures and deadlocks: the transaction did nothing, and may do it now. */
const isWorthTrying = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** What the store's own refusals say (`teamStore1`). */
const refusals: Readonly<Record<string, Problem>> = {
  TB001: problem('team.notMember', {}),
  TB002: problem('team.removed', {}),
  TB005: problem('team.noSuchMember', {}),
};

/** An error of the driver or the server, in words. */
function storeError(error: unknown, { host }: StoreAddress): unknown {
  if (error instanceof UserError) return error;
  const code = codeOf(error);
  const refusal = refusals[code];
  const what =
    refusal ??
    // Class 28: wrong password, or a role that may not log in any more.
    (code.startsWith('28')
      ? problem('team.notLetIn', { host })
      : code === '42501'
        ? problem('team.notAllowed', {})
        : code === '3D000'
          ? problem('team.noDatabase', { host })
          : ['3F000', '42883', '42P01'].includes(code)
            ? problem('team.noStore', { host })
            : /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)/.test(code)
              ? problem('team.certificate', { host, reason: messageOf(error) })
              : isOfConnection(code)
                ? problem('team.unreachable', { host, reason: messageOf(error) || code })
                : problem('team.refused', { host, reason: messageOf(error) }));
  return new UserError(what, { cause: error });
}

/** Classes 08, 53, 57 and 25006: no connection, no room, shutting down, a standby; else the system's and the driver's. */
const isOfConnection = (code: string): boolean =>
  /^(?:08|53|57|25006|XX)/.test(code) || /^E[A-Z]+$/.test(code) || /^(?:CONNECT|CONNECTION)_/.test(code);

/** Whether a remote could not be reached, and may be later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof UserError && error.problem?.code === 'team.unreachable';
