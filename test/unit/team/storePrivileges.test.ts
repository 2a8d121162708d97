import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
import { hideStatistics } from '../../../src/core/team/postgres/storeSetup';
import { startPostgres, type TestServer } from '../../harness/postgres.mjs';
import { end, lineOf, quick, someItems, TestStudy } from './testStore';

/**
 * What an annotator may do with a plain SQL session. What nobody but a superuser can hide, and what nobody can, is said
 * at the tests that see it. In short, a member always sees: the catalogue (names of tables and functions, their sources,
 * opaque role names in the order in which they were made, rough row counts in "pg_class"), and may burn time, hold locks
 * of items that they may judge in an open transaction, and talk by LISTEN and NOTIFY, which nothing of ours does. In
 * another database of the same server statistics are everybody's to see still: that somebody is connected, not who.
 */
let server: TestServer;
let study: TestStudy;
let other: TestStudy;
let ana: Sql;
const granted = ['append', 'claim', 'document', 'heads', 'lines', 'me', 'release', 'renew'];

beforeAll(async () => {
  server = await startPostgres({ flags: quick });
  study = await TestStudy.create(server);
  other = await TestStudy.create(server, { name: 'other', beside: study });
  for (const each of [study, other]) {
    await each.lead.publish(someItems(5, 2));
    await each.lead.putShown('key', 'secret key', undefined, undefined);
    const bob = await each.join('bob');
    await bob.leases.claim(5);
    await bob.append('bob', [lineOf('bob', '~item0', { note: 'a secret line' })]);
  }
  await other.join('carl');
  const mine = await study.join('ana');
  await mine.leases.claim(2);
  await study.join('dora', 'adjudicator');
  ana = study.session('ana');
});
afterAll(async () => {
  await study.close();
  await other.close();
  await end(server);
});

/** The SQLSTATE of what a statement is refused with, or "done". */
async function stateOf(sql: Sql, text: string, parameters: string[] = []): Promise<string> {
  try {
    await sql.unsafe(text, parameters);
    return 'done';
  } catch (error) {
    await sql.unsafe('rollback');
    return String((error as { readonly code?: unknown }).code);
  }
}

/** What nobody but the owner sees, to be found unchanged. */
const everything = (): Promise<unknown> =>
  study.rows(`select (select json_agg(x) from (select * from tiebreak.item order by 1, 2, 3) x) as items,
    (select json_agg(x) from (select * from tiebreak.lease order by 1, 2, 3, 4) x) as leases,
    (select json_agg(x) from (select * from tiebreak.line order by 1, 2, 3, 4) x) as lines,
    (select json_agg(x) from (select * from tiebreak.document order by 1, 2) x) as documents,
    (select json_agg(x) from (select study, name, role, part, removed from tiebreak.member order by 1, 2) x) as members,
    (select json_agg(x) from (select * from tiebreak.study order by 1) x) as studies`);

describe('an annotator with a plain session', () => {
  it('reads and changes no table', async () => {
    const relations = await study.rows<{ name: string; kind: string; first: string }>(
      `select c.relname as name, c.relkind as kind, (select a.attname from pg_attribute a
         where a.attrelid = c.oid and a.attnum = 1) as first
       from pg_class c where c.relnamespace = 'tiebreak'::regnamespace and c.relkind in ('r', 'v', 'S', 'm', 'p')`,
    );
    expect(
      relations
        .filter(({ kind }) => kind === 'r')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['document', 'head', 'item', 'lease', 'line', 'member', 'schema_version', 'slot', 'study']);
    const before = await everything();
    for (const { name, first } of relations)
      for (const text of [
        `select * from tiebreak.${name}`,
        `select count(*) from tiebreak.${name}`,
        `select ${first} from tiebreak.${name} where false`,
        `insert into tiebreak.${name} default values`,
        `update tiebreak.${name} set ${first} = default`,
        `delete from tiebreak.${name}`,
        `truncate tiebreak.${name}`,
        `copy tiebreak.${name} to stdout`,
        `begin; lock table tiebreak.${name} in access share mode`,
        `alter table tiebreak.${name} add column x int`,
        `drop table tiebreak.${name}`,
        `create index on tiebreak.${name} (${first})`,
        `explain analyze select * from tiebreak.${name}`,
        `select nextval('tiebreak.${name}')`,
        `select last_value from tiebreak.${name}`,
        `comment on table tiebreak.${name} is 'x'`,
        `grant select on tiebreak.${name} to public`,
        `create trigger t before insert on tiebreak.${name} execute function suppress_redundant_updates_trigger()`,
      ])
        expect([text, await stateOf(ana, text)]).toEqual([text, expect.stringMatching(/^(42501|42809|42703)$/)]);
    expect(await everything()).toEqual(before);
    for (const { name, kind, first } of relations.filter((each) => each.kind === 'r'))
      expect([name, kind, await stateOf(ana, `select ${first} from tiebreak.${name}`)]).toEqual([name, kind, '42501']);
    // The planner's samples of a table are as private as the table.
    await server.asSuperuser('analyze', study.database);
    expect(await ana.unsafe(`select * from pg_stats where schemaname = 'tiebreak'`)).toHaveLength(0);
    expect(await stateOf(ana, 'select * from pg_statistic')).toBe('42501');
  });

  it('calls the eight functions that are granted, and no other one', async () => {
    const functions = await study.rows<{ name: string; types: string[] }>(
      `select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes) t) as types
       from pg_proc p where p.pronamespace = 'tiebreak'::regnamespace`,
    );
    expect(functions.length).toBeGreaterThan(20);
    const open: string[] = [];
    for (const { name, types } of functions) {
      const call = `select tiebreak.${name}(${types.map((type) => `null::${type}`).join(', ')})`;
      if ((await stateOf(ana, call)) !== '42501') open.push(name);
    }
    expect(open.sort()).toEqual(granted);
    expect(
      await study.rows(
        `select p.proname from pg_proc p where p.pronamespace = 'tiebreak'::regnamespace and (p.proconfig is null
           or not 'search_path=pg_catalog, pg_temp' = any(p.proconfig) and p.prosecdef)
           and p.proname <> 'bucket_of'`,
      ),
    ).toEqual([]);
  });

  it('has nothing of anybody else by these functions', async () => {
    const line = (annotator: string, item: string): string => JSON.stringify([lineOf(annotator, item)]);
    const before = await everything();
    const refused: [string, string[]][] = [
      [`select * from tiebreak.lines('study', 'bob')`, ['TB003']],
      [`select * from tiebreak.lines('study', null)`, ['TB003']],
      [`select * from tiebreak.lines('other', 'bob')`, ['TB001']],
      [`select tiebreak.me('other')`, ['TB001']],
      [`select tiebreak.heads('other')`, ['TB001']],
      [`select * from tiebreak.claim('other', 5)`, ['TB001']],
      [`select * from tiebreak.renew('other')`, ['TB001']],
      [`select tiebreak.release('other')`, ['TB001']],
      [`select * from tiebreak.document('other', 'key')`, ['TB001']],
      [`select tiebreak.append('study', 'bob', '${line('bob', '~item1')}')`, ['TB003']],
      [`select tiebreak.append('study', 'ana', '${line('bob', '~item1')}')`, ['TB003']],
      [`select tiebreak.append('study', 'ana', '${line('ana', 'real1')}')`, ['TB003']],
      [`select tiebreak.append('study', 'ana', '${line('ana', '~nothing')}')`, ['TB003']],
      [`select tiebreak.append('other', 'ana', '${line('ana', '~item1')}')`, ['TB001']],
    ];
    for (const [text, states] of refused) expect([text, states]).toEqual([text, [await stateOf(ana, text)]]);
    const lists = [
      await ana.unsafe(`select * from tiebreak.document('study')`),
      await ana.unsafe(`select * from tiebreak.document('study', 'key')`),
      await ana.unsafe(`select * from tiebreak.lines('study', 'ana')`),
    ];
    expect(lists.map((rows) => rows.length)).toEqual([0, 0, 0]);
    const claimed = await ana.unsafe(`select * from tiebreak.claim('study', 2)`);
    expect(JSON.stringify(claimed)).not.toMatch(/secret|real|bob/);
    expect(claimed.every(({ lines }) => lines === null)).toBe(true);
    await ana.unsafe(`select tiebreak.release('study', array['${claimed.map(({ id }) => String(id)).join("','")}'])`);
    expect(await ana.unsafe(`select tiebreak.heads('study') as heads`)).toEqual([{ heads: {} }]);
    expect(await everything()).toEqual(before);
    expect(server.log()).toMatch(/tiebreak: refused tiebreak_[0-9a-f]{16} \(TB003\)/);
  });

  it.each([
    'set role postgres',
    'set role lead',
    'set session authorization lead',
    'create table x (id int)',
    'create table tiebreak.x (id int)',
    'create schema x',
    'create role x',
    'create database x',
    'create extension pgcrypto',
    'create function public.x() returns int language sql as $$ select 1 $$',
    'create function tiebreak.me() returns int language sql as $$ select 1 $$',
    'create or replace function tiebreak.me(p_study text) returns json language sql as $$ select null::json $$',
    'create view public.x as select 1',
    'create publication x',
    `create server x foreign data wrapper y`,
    'alter schema tiebreak rename to x',
    'alter function tiebreak.me(text) security invoker',
    'alter function tiebreak.me(text) set search_path = public',
    'drop function tiebreak.me(text)',
    'drop schema tiebreak cascade',
    'alter role current_user createrole',
    'alter role current_user connection limit 1000',
    'alter role lead nologin',
    'alter database current set x.y = 1',
    'alter system set log_min_messages = debug5',
    'grant execute on function tiebreak.status(text) to current_user',
    'grant lead to current_user',
    'reassign owned by lead to current_user',
    `copy (select 1) to '/tmp/x'`,
    `copy (select 1) to program 'id'`,
    `select pg_read_file('postgresql.conf')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('PG_VERSION')`,
    `select pg_ls_logdir()`,
    `select lo_import('/etc/passwd')`,
    `select pg_hba_file_rules()`,
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from pg_user_mapping',
    'select pg_reload_conf()',
    'select pg_rotate_logfile()',
    `select set_config('session_preload_libraries', 'x', false), set_config('log_min_messages', 'debug5', false)`,
    'set session_replication_role = replica',
    'set log_min_messages = debug5',
    'set row_security_off = 1; set allow_system_table_mods = on',
    `load '/tmp/x.so'`,
    'checkpoint',
    'cluster tiebreak.line using line_pkey',
    'reindex table tiebreak.line',
    `select query_to_xml('select * from tiebreak.line', true, true, '')`,
    `select table_to_xml('tiebreak.item', true, true, '')`,
    `select schema_to_xml('tiebreak', true, true, ''), table_to_xml('tiebreak.line', true, true, '')`,
    `select currval('tiebreak.document_version')`,
    `select pg_sequence_parameters('tiebreak.document_version'::regclass), nextval('tiebreak.document_version')`,
    `prepare x as select * from tiebreak.line; execute x`,
    'declare x cursor with hold for select * from tiebreak.line',
    `select dblink('', '')`,
    `alter default privileges for role lead grant select on tables to public`,
    `security label on table tiebreak.line is 'x'`,
  ])('may not run: %s', async (text) => {
    const state = await stateOf(ana, text);
    // Not permitted; or no such thing, a syntax that needs more, a server without it.
    expect(state).toMatch(/^(42501|28000|2BP01|3D000|42704|42883|42601|42P01|22023|58P01|55000|0A000)$/);
    if (/^(set|alter|grant|copy|create (table|schema|role|database))/.test(text) && !/ (server|current set)/.test(text))
      expect(state).toMatch(/^(42501|28000|42704)$/);
  });

  it('ends no session of others', async () => {
    const pids = await study.rows<{ pid: number }>(
      `select pid from pg_stat_activity where usename in ('lead', 'postgres')`,
    );
    expect(pids.length).toBeGreaterThan(0);
    for (const { pid } of pids) {
      expect(await stateOf(ana, `select pg_terminate_backend(${pid})`)).toBe('42501');
      expect(await stateOf(ana, `select pg_cancel_backend(${pid})`)).toBe('42501');
    }
  });

  it('holds up no publication by locks of its own choosing', async () => {
    await ana.unsafe('begin');
    for (const key of ['7226, 0', '7226, 1', '7226, 2']) await ana.unsafe(`select pg_advisory_xact_lock(${key})`);
    expect(await study.lead.publish(someItems(5, 2))).toBe(0);
    await study.lead.setClosed(false);
    await ana.unsafe('rollback');
  });

  it('is told no name by the plans of what the owner runs', async () => {
    const messages: string[] = [];
    const { default: postgres } = await import('postgres');
    const sql = postgres(study.addressOf('ana'), {
      max: 1,
      prepare: false,
      onnotice: ({ message, ...notice }) => messages.push(`${String(message)}${JSON.stringify(notice)}`),
    });
    await study.expire('bob');
    await sql.unsafe('set client_min_messages = debug5');
    await sql.unsafe('set debug_print_plan = on');
    await sql.unsafe('set debug_print_parse = on');
    await sql.unsafe('set plan_cache_mode = force_custom_plan');
    messages.length = 0;
    // The reaper gives back what was Bob's.
    await sql.unsafe(`select count(*) from tiebreak.claim('study', 1)`);
    await sql.unsafe(`select tiebreak.append('study', 'ana', '${JSON.stringify([lineOf('ana', '~item3')])}')`);
    await sql.end();
    // A text's bytes, as plans have them.
    const bytes = (text: string): string => [...Buffer.from(text)].join(' ');
    expect(messages.some((text) => text.includes(bytes('study')))).toBe(true);
    expect(messages.filter((text) => text.includes(bytes('bob')) || /\bbob\b/.test(text))).toEqual([]);
  });

  it('learns of the catalogue opaque role names alone', async () => {
    const found = await ana.unsafe(
      `select rolname, shobj_description(oid, 'pg_authid') as said from pg_roles where rolname like 'tiebreak%'`,
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.every(({ rolname, said }) => /^tiebreak_[0-9a-f]{16}$/.test(String(rolname)) && said === null)).toBe(
      true,
    );
    const settings = await ana.unsafe('select setconfig from pg_db_role_setting');
    expect(JSON.stringify(settings)).not.toMatch(/bob|ana|dora/);
    // A text of another session is shown to nobody who is not in its role.
    const queries = await ana.unsafe(`select query from pg_stat_activity where usename <> session_user`);
    expect(queries.every(({ query }) => query === null || /insufficient privilege/.test(String(query)))).toBe(true);
  });
});

describe('after a superuser hid the statistics', () => {
  beforeAll(async () => {
    const superuser = await StoreConnection.open(server.urlOf('postgres', 'superuser', study.database));
    expect(await hideStatistics(superuser)).toBe(true);
    await superuser.close();
  });

  it('an annotator sees no view of them', async () => {
    const views = await study.rows<{ name: string }>(
      `select viewname as name from pg_views where schemaname = 'pg_catalog' and viewname ~ '^pg_(stat|statio)_|^pg_locks$'`,
    );
    expect(views.length).toBeGreaterThan(40);
    for (const { name } of views)
      expect([name, await stateOf(ana, `select * from ${name} limit 1`)]).toEqual([name, '42501']);
  });

  it.each([
    'select pg_stat_get_activity(null)',
    `select pg_stat_get_tuples_inserted('tiebreak.line'::regclass)`,
    `select pg_stat_get_live_tuples('tiebreak.line'::regclass)`,
    'select pg_stat_get_backend_idset()',
    'select pg_stat_get_db_xact_commit(1)',
    'select pg_lock_status()',
    'select pg_blocking_pids(1)',
    `select pg_relation_size('tiebreak.line')`,
    `select pg_total_relation_size('tiebreak.line')`,
    'select pg_database_size(current_database())',
    'select pg_current_wal_lsn()',
    'select pg_current_snapshot()',
    'select txid_current()',
    'select pg_control_checkpoint()',
    'create temporary table x (id int)',
    'do $$ begin end $$',
    'select lo_create(0)',
    `select lo_from_bytea(0, 'x')`,
  ])('an annotator may not run: %s', async (text) => {
    expect(await stateOf(ana, text)).toBe('42501');
  });

  it('the eight functions work as before, for everybody', async () => {
    expect(await ana.unsafe(`select tiebreak.me('study') ->> 'name' as name`)).toEqual([{ name: 'ana' }]);
    const desk = await study.desk('ana');
    expect(await desk.append('ana', [lineOf('ana', '~item2')])).toBe(1);
    await desk.leases.claim(1);
    await desk.leases.release();
    const frank = await study.join('frank');
    expect(await frank.me()).toMatchObject({ name: 'frank' });
    await study.lead.remove('frank');
    await expect(frank.me()).rejects.toThrow();
  });

  /** Nobody can take these from a member, or only with what every session needs; they tell nothing of items and people. */
  it.each([
    `select relname, reltuples from pg_class where relnamespace = 'tiebreak'::regnamespace`,
    `select prosrc from pg_proc where pronamespace = 'tiebreak'::regnamespace`,
    'select rolname from pg_roles',
    'listen anything',
    'select pg_sleep(0)',
  ])('an annotator still may run: %s', async (text) => {
    expect(await stateOf(ana, text)).toBe('done');
  });
});
