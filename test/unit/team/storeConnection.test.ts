import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { UserError } from '../../../src/core/model/problems/problem';
import { isUnreachable, StoreConnection } from '../../../src/core/team/postgres/storeConnection';

let primary: TestServer;
let standby: TestServer;
beforeAll(async () => {
  primary = await startPostgres();
  standby = await startPostgres({ standbyOf: primary });
});
afterAll(async () => {
  await standby.stop();
  await primary.stop();
});

/** The address of both servers, in an order. */
const both = (...servers: readonly TestServer[]): string =>
  `postgres://postgres:superuser@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

const isStandby = async (connection: StoreConnection): Promise<boolean | undefined> =>
  (await connection.query<{ is: boolean }>('select pg_is_in_recovery() as is'))[0]?.is;

describe('a connection to a store', () => {
  it('goes to the server that takes lines, whichever is named first', async () => {
    const connection = await StoreConnection.open(both(standby, primary));
    expect(await isStandby(connection)).toBe(true);
    await connection.query('create table lines (n int)');
    expect(await isStandby(connection)).toBe(false);
    await connection.query('insert into lines values (1)');
    await connection.close();
  });

  it('goes to another server where the first is not there', async () => {
    const gone = createServer();
    gone.listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((closed) => gone.close(closed));
    const connection = await StoreConnection.open(
      `postgres://postgres:superuser@127.0.0.1:${port},127.0.0.1:${primary.port}/postgres`,
    );
    expect(await isStandby(connection)).toBe(false);
    await connection.close();
  });

  it('gives up on a server that closes every connection, and does not flood it', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.resume().end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = await StoreConnection.open(
      `postgres://lead:lead@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    );
    const error: unknown = await connection.query('select 1').catch((reason: unknown) => reason);
    expect(isUnreachable(error)).toBe(true);
    expect(connections).toBeLessThan(20);
    await connection.close();
    await new Promise((closed) => server.close(closed));
  });

  it('runs nothing later that nobody waits for any more', async () => {
    const connection = await StoreConnection.open(primary.urlOf('lead', 'lead'));
    await connection.query('select 1');
    await primary.asSuperuser("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lead'");
    // Found out by the next statement, or by the driver before it.
    const first: unknown = await connection.query('select 1').catch((reason: unknown) => reason);
    expect(Array.isArray(first) || isUnreachable(first)).toBe(true);
    expect(await connection.query('select 1 as one')).toEqual([{ one: 1 }]);
    await connection.close();
  });

  it('says what is wrong with a password and a database', async () => {
    const codeOf = async (address: string): Promise<string | undefined> => {
      const connection = await StoreConnection.open(address);
      const error: unknown = await connection.query('select 1').catch((reason: unknown) => reason);
      await connection.close();
      return error instanceof UserError ? error.problem?.code : undefined;
    };
    expect(await codeOf(primary.urlOf('lead', 'wrong'))).toBe('team.notLetIn');
    expect(await codeOf(primary.urlOf('lead', 'lead', 'nowhere'))).toBe('team.noDatabase');
  });
});
