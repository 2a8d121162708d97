import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrations, storeVersion } from '../../../src/core/team/postgres/migrations';
import { scramVerifier } from '../../../src/core/team/postgres/scramVerifier';
import { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
import { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
import { createStudy, hideStatistics, setUpStore } from '../../../src/core/team/postgres/storeSetup';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { codeOfRefusal, end, lineOf, quick, retractionOf, skipOf, someItems } from './testStore';

let server: TestServer;
let database: string;
let lead: StoreConnection;
const connect = (): Promise<StoreConnection> => StoreConnection.open(server.urlOf('lead', 'lead', database));
beforeAll(async () => {
  server = await startPostgres({ flags: quick });
});
beforeEach(async () => {
  database = await server.database();
  lead = await connect();
});
afterEach(() => lead.close());
afterAll(() => end(server));

const versions = async (): Promise<unknown[]> =>
  (await server.asSuperuser('select version from tiebreak.schema_version order by 1', database)).map(
    ({ version }) => version,
  );
const all = migrations.map((_, at) => at + 1);
/** A version after the last one. */
const next = [...migrations, 'create table tiebreak.more (id int primary key); select pg_sleep(0.2);'];

it('makes a store in an empty database, version by version', async () => {
  for (const version of all) {
    expect(await setUpStore(lead, migrations.slice(0, version))).toBe(version - 1);
    expect(await versions()).toEqual(all.slice(0, version));
  }
  expect(storeVersion).toBe(migrations.length);
  await createStudy(lead, { name: 'study', lead: 'Lea', controlRate: 0 });
  expect(await new PostgresRemote(lead, 'study').me()).toMatchObject({ name: 'Lea', part: 'lead' });
});

it('does nothing the second time', async () => {
  expect(await setUpStore(lead)).toBe(0);
  await createStudy(lead, { name: 'study', lead: 'Lea', controlRate: 0 });
  expect(await setUpStore(lead)).toBe(storeVersion);
  expect(await versions()).toEqual(all);
  expect(await new PostgresRemote(lead, 'study').me()).toMatchObject({ study: 'study' });
});

it('is set up once where two leads do it at once', async () => {
  const connections = await Promise.all([connect(), connect(), connect()]);
  await Promise.all(connections.map((connection) => setUpStore(connection, next)));
  expect(await versions()).toEqual([...all, storeVersion + 1]);
  await Promise.all(connections.map((connection) => connection.close()));
});

it('brings an older store up to date, once where two leads do it at once', async () => {
  await setUpStore(lead);
  const connections = await Promise.all([connect(), connect()]);
  await Promise.all(connections.map((connection) => setUpStore(connection, next)));
  expect(await versions()).toEqual([...all, storeVersion + 1]);
  await Promise.all(connections.map((connection) => connection.close()));
});

it('leaves a store as it was where a version cannot be made', async () => {
  await setUpStore(lead);
  const broken = [...migrations, 'create table tiebreak.half (id int); select 1 / 0;'];
  expect(await codeOfRefusal(setUpStore(lead, broken))).toBe('team.refused');
  expect(await versions()).toEqual(all);
  expect(await server.asSuperuser(`select to_regclass('tiebreak.half') as half`, database)).toEqual([{ half: null }]);
  expect(await setUpStore(lead, next)).toBe(storeVersion);
});

it.each([
  ['newer', 'insert into tiebreak.schema_version (version) values (1000)', 'team.storeNewer'],
  [
    'older',
    'delete from tiebreak.schema_version; insert into tiebreak.schema_version (version) values (0)',
    'team.storeOlder',
  ],
])('says that a store is %s than the program', async (_, change, code) => {
  await setUpStore(lead);
  await createStudy(lead, { name: 'study', lead: 'Lea', controlRate: 0 });
  await server.asSuperuser(change, database);
  expect(await codeOfRefusal(new PostgresRemote(lead, 'study').me())).toBe(code);
});

it('touches no store that is newer', async () => {
  await setUpStore(lead);
  await server.asSuperuser('insert into tiebreak.schema_version (version) values (1000)', database);
  expect(await codeOfRefusal(setUpStore(lead))).toBe('team.storeNewer');
  expect(await versions()).toEqual([...all, 1000]);
});

it('says where there is no store, no study, or one of that name', async () => {
  expect(await codeOfRefusal(new PostgresRemote(lead, 'study').me())).toBe('team.noStore');
  await setUpStore(lead);
  expect(await codeOfRefusal(new PostgresRemote(lead, 'study').me())).toBe('team.notMember');
  await createStudy(lead, { name: 'study', lead: 'Lea', controlRate: 0 });
  expect(await codeOfRefusal(createStudy(lead, { name: 'study', lead: 'Leo', controlRate: 0 }))).toBe(
    'team.studyThere',
  );
  // A study without a lead would take its name for good.
  expect(await codeOfRefusal(createStudy(lead, { name: 'other', lead: '', controlRate: 0 }))).toBe('team.refused');
  expect(await server.asSuperuser('select name from tiebreak.study', database)).toEqual([{ name: 'study' }]);
});

it('says of who is no superuser that statistics are not hidden', async () => {
  await setUpStore(lead);
  expect(await hideStatistics(lead)).toBe(false);
  const superuser = await StoreConnection.open(server.urlOf('postgres', 'superuser', database));
  expect(await hideStatistics(superuser)).toBe(true);
  expect(await hideStatistics(superuser)).toBe(true);
  await superuser.close();
  // The owner goes on as before.
  await createStudy(lead, { name: 'study', lead: 'Lea', controlRate: 0 });
  const remote = new PostgresRemote(lead, 'study');
  await remote.invite('ana', 'annotator');
  await remote.remove('ana');
  expect(await remote.status()).toMatchObject({ items: 0 });
});

it('keeps what a store of the first version has: who judged what, who owns it, and who may call what', async () => {
  await setUpStore(lead, migrations.slice(0, 1));
  const run = async (text: string, ...parameters: (string | number)[]): Promise<Record<string, unknown>[]> =>
    lead.query(text, parameters);
  await run(`insert into tiebreak.study (name) values ('study')`);
  await run(
    `insert into tiebreak.member (study, name, role, part, parts) select id, 'Lea', session_user, 'lead', array['lead'] from tiebreak.study`,
  );
  const items = someItems(4, 2).map((item) => ({ ...item, kind: 0 }));
  await run(`select tiebreak.publish('study', $1::text::json)`, JSON.stringify(items));
  const passwordOf = new Map<string, string>();
  const inviteOld = async (name: string, part: string, number: number): Promise<string> => {
    const role = `tiebreak_00000000000000${String(number).padStart(2, '0')}`;
    const password = `password-${number}`;
    passwordOf.set(role, password);
    await run('select tiebreak.invite($1, $2, $3, $4, $5)', 'study', name, part, role, scramVerifier(password));
    return role;
  };
  const roles = { ana: await inviteOld('ana', 'annotator', 1), Max: await inviteOld('Max', 'lead', 2) };
  await inviteOld('Nia', 'lead', 3);
  const open = async (role: string): Promise<PostgresRemote> => {
    const connection = await StoreConnection.open(server.urlOf(role, passwordOf.get(role) ?? '', database));
    opened.push(connection);
    return new PostgresRemote(connection, 'study');
  };
  const opened: StoreConnection[] = [];
  // Judged, skipped and then judged, taken back, and judged again after that.
  const first = lineOf('ana', '~item2');
  const lines = [
    lineOf('ana', '~item0'),
    skipOf('ana', '~item1'),
    lineOf('ana', '~item1', { turn: 't1' }),
    first,
    retractionOf('ana', '~item2', first.id),
    retractionOf('ana', '~item3', '01' + '9'.repeat(24)),
    lineOf('ana', '~item3', { id: '01' + '9'.repeat(24) }),
    retractionOf('ana', '~item0', 'x'.repeat(5000)),
  ];
  await (await open(roles.ana)).append('ana', lines);
  const states = `select i.id, l.state from tiebreak.lease l join tiebreak.item i using (study, bucket, number) order by 1`;
  const before = await run(states);
  // A lead took the study over.
  await run(`update tiebreak.member set removed = now() where name = 'Lea'`);
  expect(await setUpStore(lead)).toBe(1);

  const mine = new PostgresRemote(lead, 'study');
  expect(await run(states)).toEqual(before);
  expect(
    await run(`select l.number from tiebreak.lease l where
    coalesce(tiebreak.standing(l.study, l.bucket, l.number, l.member, false), 0) <> l.state`),
  ).toEqual([]);
  const { members } = await mine.status();
  expect(members.find(({ name }) => name === 'Lea')).toMatchObject({ owner: true, removed: false });
  expect(members.find(({ name }) => name === 'ana')).toMatchObject({ sentLines: 8, received: undefined, owner: false });
  // What is new may be called, and nobody knows who invited these leads: they are one voice.
  const max = await open(roles.Max);
  expect(await max.remove('Nia')).toBe('asked');
  expect(await max.revoke(['ana'])).toHaveLength(1);
  expect(await mine.restore('Nia')).toBe('kept');
  // A line of before has no time of the server; one that comes now has.
  await mine.append('ana', [lineOf('ana', '~item3')]);
  expect(await run('select count(*)::int as count from tiebreak.line where received is null')).toEqual([{ count: 8 }]);
  await Promise.all(opened.map((connection) => connection.close()));
});
