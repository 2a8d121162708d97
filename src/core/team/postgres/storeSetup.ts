import { problem, UserError } from '../../model/problems/problem';
import { migrations } from './migrations';
import { StoreConnection } from './storeConnection';

/** The oldest server that has all that the store's functions use. */
const oldestServer = 15;

/**
 * Tries whether a store can be made at an address with its password, or brought up to date, and changes nothing. Rejects
 * with `UserError`, which says what is wrong or missing and who mends it.
 */
export async function tryStore(address: string): Promise<void> {
  const connection = await StoreConnection.open(address, 1);
  try {
    await checkRights(connection);
  } finally {
    await connection.close();
  }
}

/** The same on an open connection. */
export async function checkRights(connection: StoreConnection): Promise<void> {
  const { user, database, host } = connection.address;
  const [found] = await connection
    .query<{
      version: string;
      roles: boolean;
      schemas: boolean;
      owner: string | null;
      owns: boolean | null;
    }>(
      `select current_setting('server_version') as version, r.rolcreaterole or r.rolsuper as roles,
         has_database_privilege(current_database(), 'create') as schemas,
         pg_get_userbyid(n.nspowner) as owner, pg_has_role(n.nspowner, 'usage') as owns
       from pg_roles r left join pg_namespace n on n.nspname = 'tiebreak' where r.rolname = current_user`,
    )
    .catch((error: unknown) => {
      const code = error instanceof UserError ? error.problem?.code : undefined;
      if (code === 'team.notLetIn') throw new UserError(problem('team.wrongPassword', { user, host }));
      if (code === 'team.noDatabase') throw new UserError(problem('team.databaseMissing', { user, database, host }));
      throw error;
    });
  if (!found) throw new RangeError('no row');
  const { version, roles, schemas, owner, owns } = found;
  if (parseInt(version, 10) < oldestServer) throw new UserError(problem('team.serverTooOld', { version }));
  if (owner !== null && !owns) throw new UserError(problem('team.storeOfOther', { owner }));
  if (!roles) throw new UserError(problem('team.mayCreateNoRoles', { user }));
  if (owner === null && !schemas) throw new UserError(problem('team.mayCreateNoSchema', { user, database }));
}

/**
 * Makes the store in a database, or brings an older one up to this program's version; resolves to the version that it had
 * (0: there was none). Needs a role that may create schemas and roles. Rejects with `UserError` where the store is newer.
 */
export async function setUpStore(connection: StoreConnection, steps = migrations): Promise<number> {
  const before = await versionOf(connection);
  for (let version = before; version < steps.length; version++) {
    try {
      // Two leads at once: the second waits for the first, by the schema's name or the version's row, and fails then.
      const note = `insert into tiebreak.schema_version (version) values (${version + 1});`;
      const step = steps[version] ?? '';
      await connection.script(version === 0 ? `${step}\n${note}` : `${note}\n${step}`);
    } catch (error) {
      if ((await versionOf(connection)) <= version) throw error;
    }
  }
  const after = await versionOf(connection);
  if (after > steps.length) throw new UserError(problem('team.storeNewer', { store: after, known: steps.length }));
  return before;
}

/** The version of a database's store; 0 where it has none. */
async function versionOf(connection: StoreConnection): Promise<number> {
  const [there] = await connection.query<{ is: boolean }>(
    `select to_regclass('tiebreak.schema_version') is not null as "is"`,
  );
  if (!there?.is) return 0;
  const [row] = await connection.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from tiebreak.schema_version',
  );
  return row?.version ?? 0;
}

/** Makes a study in a store, whose owner is whoever is connected. Rejects with `UserError` where there is one of that name. */
export async function createStudy(
  connection: StoreConnection,
  study: { readonly name: string; readonly lead: string; readonly controlRate: number },
): Promise<void> {
  const [row] = await connection.query<{ study: number }>(
    `with made as (insert into tiebreak.study (name, control_rate) values ($1, $2) on conflict do nothing returning id)
     insert into tiebreak.member (study, name, role, part, parts, owner)
       select id, $3, session_user, 'lead', array['lead'], true from made returning study`,
    [study.name, study.controlRate, study.lead],
  );
  if (!row) throw new UserError(problem('team.studyThere', { name: study.name }));
}

/**
 * Takes away what every role of the server may look at in this database, so that members learn nothing of each other: who
 * is connected, who waits for whom, how much was written, how large tables are. Also room of their own: temporary tables,
 * large objects, blocks of code. Monitoring (`pg_monitor`) and the store's owner keep it. Only a superuser may; resolves
 * to whether it was done.
 */
export async function hideStatistics(connection: StoreConnection): Promise<boolean> {
  try {
    await connection.script(hideStatisticsSql);
  } catch (error) {
    if (error instanceof UserError && error.problem?.code === 'team.notAllowed') return false;
    throw error;
  }
  // Whoever may not revoke something is only warned.
  const [row] = await connection.query<{ hidden: boolean }>(
    `select not has_table_privilege('public', 'pg_catalog.pg_stat_activity', 'select')
       and not has_function_privilege('public', 'pg_catalog.pg_stat_get_activity(integer)', 'execute') as hidden`,
  );
  return row?.hidden ?? false;
}

/** The same for a superuser, where whoever is connected is none. */
export const hideStatisticsSql = String.raw`
do $$
declare v text; v_owner text := (select nspowner::regrole::text from pg_namespace where nspname = 'tiebreak');
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant usage on language plpgsql to %s', v_owner);
  revoke usage on language plpgsql from public;
  for v in select format('%I.%I', schemaname, viewname) from pg_views
    where schemaname = 'pg_catalog' and viewname ~ '^pg_(stat|statio)_|^pg_(locks|prepared_xacts|replication_slots)$' loop
    execute format('grant select on %s to pg_monitor, %s', v, v_owner);
    execute format('revoke select on %s from public', v);
  end loop;
  for v in select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
    and p.prokind = 'f' and p.proname ~ ('^pg_stat_get_|^pg_stat_clear|^pg_lock_status$|blocking_pids$|^pg_prepared_xact$'
      || '|^pg_(relation|table|indexes|total_relation|database|tablespace)_size$|^pg_(current|last)_|^pg_control_'
      || '|^pg_xact_|^pg_get_replication_slots$|^txid_|^lo_|^pg_notify$|^pg_logical_emit_message$')
    and has_function_privilege('public', p.oid, 'execute') loop
    execute format('grant execute on function %s to pg_monitor, %s', v, v_owner);
    execute format('revoke execute on function %s from public', v);
  end loop;
end $$;`;
