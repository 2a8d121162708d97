import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
import { checkRights, setUpStore, tryStore } from '../../../src/core/team/postgres/storeSetup';
import { end, quick } from './testStore';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
  await server.asSuperuser("create role nina login password 'nina'");
});
afterAll(() => end(server));

const messageOfRefusal = async (address: string): Promise<string> => {
  try {
    await tryStore(address);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('what a lead lacks to create a store', () => {
  it('is nothing where the database is theirs and they may create roles; nothing is created by the look', async () => {
    const database = await server.database();
    await tryStore(server.urlOf('lead', 'lead', database));
    expect(await server.asSuperuser("select 1 from pg_namespace where nspname = 'tiebreak'", database)).toEqual([]);
  });

  it.each([
    [
      'the password',
      () => server.urlOf('lead', 'wrong'),
      'has no account “lead” with this password. Check the name and the password',
    ],
    ['the account', () => server.urlOf('nobody', 'lead'), 'has no account “nobody” with this password'],
    [
      'the database',
      () => server.urlOf('lead', 'lead', 'no-where'),
      'has no database “no-where”. Whoever runs the server creates it with “create database "no-where" owner lead',
    ],
    [
      'the right to create roles',
      () => server.urlOf('nina', 'nina'),
      'the account “nina” cannot create accounts for the members. Whoever runs the server allows it with “alter role nina createrole”',
    ],
    [
      'the right to create tables',
      () => server.urlOf('lead', 'lead'),
      'the account “lead” cannot create the tables in this database. Whoever runs the server makes it the owner with “alter database postgres owner to lead”',
    ],
    [
      'encryption',
      () => `${server.urlOf('lead', 'lead')}?sslmode=require`,
      'has no encryption (TLS), so no password was sent to it. Whoever runs the server turns it on with “ssl = on” in postgresql.conf',
    ],
    ['a host of that name', () => 'postgres://lead:lead@nowhere.invalid/x', 'no server has this name'],
  ])('is %s', async (_, address, message) => {
    expect(await messageOfRefusal(address())).toContain(message);
  });

  it('is a server that listens', async () => {
    expect(await messageOfRefusal(`postgres://lead:lead@localhost:${await freePort()}/x`)).toContain(
      'cannot be reached: nothing listens on this port. Check the address and whether the server is running',
    );
  });

  it('is a line of pg_hba.conf that lets them in from here', async () => {
    const file = join(server.folder, 'data', 'pg_hba.conf');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, 'host all nina 127.0.0.1/32 reject\n');
    appendFileSync(file, before);
    await server.asSuperuser('select pg_reload_conf()');
    await expect
      .poll(() => messageOfRefusal(server.urlOf('nina', 'nina')), { timeout: 60_000 })
      .toContain('does not accept this account and database from this machine');
    writeFileSync(file, before);
    await server.asSuperuser('select pg_reload_conf()');
  });

  it('is a database that nobody else has a store in', async () => {
    const database = await server.database();
    const connection = await StoreConnection.open(server.urlOf('lead', 'lead', database));
    await setUpStore(connection);
    await connection.close();
    await tryStore(server.urlOf('lead', 'lead', database));
    await server.asSuperuser("create role other login createrole password 'other'");
    expect(await messageOfRefusal(server.urlOf('other', 'other', database))).toContain(
      'already has a team store, and it belongs to the account “lead”',
    );
  });

  it('is PostgreSQL 15', async () => {
    const connection = {
      address: { user: 'lead', database: 'x', host: 'h' },
      query: () =>
        Promise.resolve([{ version: '14.11 (Debian)', roles: true, schemas: true, owner: null, owns: null }]),
    } as unknown as StoreConnection;
    await expect(checkRights(connection)).rejects.toThrow('the server has PostgreSQL 14.11 (Debian)');
  });
});
