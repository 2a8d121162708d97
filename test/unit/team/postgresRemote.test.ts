import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
import { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
import { createStudy, setUpStore } from '../../../src/core/team/postgres/storeSetup';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe('a study in a store', () => {
  it('x', async () => {
    const database = await server.database();
    const connection = await StoreConnection.open(server.urlOf('lead', 'lead', database));
    expect(await setUpStore(connection)).toBe(0);
    expect(await setUpStore(connection)).toBe(1);
    await createStudy(connection, { name: 's', lead: 'Lea', controlRate: 0 });
    const lead = new PostgresRemote(connection, 's');
    expect(await lead.me()).toEqual({ study: 's', name: 'Lea', part: 'lead', closed: false });
    const items = Array.from({ length: 50 }, (_, n) => ({
      id: `~i${n}`,
      realId: `r${n}`,
      shown: `{"n":${n}}`,
      hidden: '{}',
      kind: 'shared' as const,
      wants: 2,
      judged: [],
      skipped: [],
    }));
    expect(await lead.publish(items)).toBe(50);
    const ana = new PostgresRemote(await StoreConnection.open(await lead.invite('ana', 'annotator')), 's');
    expect(await ana.me()).toMatchObject({ name: 'ana' });
    const got = await ana.leases.claim(20);
    expect(got).toHaveLength(20);
    expect((await ana.leases.renew()).size).toBe(20);
    const id = got[0]?.id ?? '';
    const text = JSON.stringify({ v: 1, id: '01', annotator: 'ana', type: 'annotation', item: id, judgement: {} });
    expect(await ana.append('ana', [{ id: '01', item: id, place: 1, text }])).toBe(1);
    expect(await ana.append('ana', [{ id: '01', item: id, place: 1, text }])).toBe(0);
    expect(await ana.leases.release()).toBe(19);
    expect([...(await lead.heads())]).toHaveLength(1);
    for await (const { lines } of lead.lines('ana', '')) expect(lines).toEqual([{ place: 1, text }]);
    console.log(JSON.stringify(await lead.status()));
    await ana.close();
    await lead.close();
  });
});
