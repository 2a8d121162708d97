/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number>;

/** A PostgreSQL server of its own for tests. */
export interface TestServer {
  readonly port: number;
  readonly folder: string;
  readonly bin: string;
  urlOf(user: string, password: string, database?: string): string;
  asSuperuser(text: string, database?: string): Promise<Record<string, unknown>[]>;
  log(): string;
  database(): Promise<string>;
  run(
    program: string,
    args: readonly string[],
    options?: { readonly env?: NodeJS.ProcessEnv },
  ): Promise<{ stdout: string; stderr: string }>;
  kill(): Promise<void>;
  start(): Promise<void>;
  promote(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a server with a superuser "postgres" and a role "lead" that may make databases and roles. */
export function startPostgres(options?: {
  readonly flags?: readonly string[];
  readonly standbyOf?: TestServer;
}): Promise<TestServer>;
