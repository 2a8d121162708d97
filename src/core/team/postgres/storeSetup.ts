import { problem, UserError } from '../../model/problems/problem';
import { migrations, storeVersion } from './migrations';
import type { StoreConnection } from './storeConnection';

/**
 * Makes the store in a database, or brings an older one up to this program's version; resolves to the version that it had
 * (0: there was none). Needs a role that may create schemas and roles. Rejects with `UserError` where the store is newer.
 */
export async function setUpStore(connection: StoreConnection): Promise<number> {
  const [row] = await connection.query<{ version: number | null }>(
    `select case when to_regclass('tiebreak.schema_version') is null then 0
       else (xpath('/row/v/text()', query_to_xml('select max(version) as v from tiebreak.schema_version', false, true, '')))[1]::text::int
     end as version`,
  );
  const version = row?.version ?? 0;
  if (version > storeVersion) throw new UserError(problem('team.storeNewer', { store: version, known: storeVersion }));
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    // Two leads at once: the second finds that the first was there.
    await connection.script(
      `select pg_advisory_xact_lock(7226, 0);\n${migration}\ninsert into tiebreak.schema_version (version) values (${index + 1});`,
    );
  }
  return version;
}

/** Makes a study in a store, whose lead is whoever is connected. Rejects with `UserError` where there is one of that name. */
export async function createStudy(
  connection: StoreConnection,
  study: { readonly name: string; readonly lead: string; readonly controlRate: number },
): Promise<void> {
  const [row] = await connection.query<{ id: number }>(
    'insert into tiebreak.study (name, control_rate) values ($1, $2) on conflict do nothing returning id',
    [study.name, study.controlRate],
  );
  if (!row) throw new UserError(problem('team.studyThere', { name: study.name }));
  await connection.query(
    "insert into tiebreak.member (study, name, role, part) values ($1, $2, session_user, 'lead')",
    [row.id, study.lead],
  );
}

/**
 * Takes away what every role of the server may look at, so that members learn nothing of each other: who is connected and
 * how much was written (`pg_stat_*`), and room for tables of their own. Only a superuser may; resolves to whether it could.
 */
export async function hideStatistics(connection: StoreConnection): Promise<boolean> {
  try {
    await connection.script(
      String.raw`
do $$
declare v text;
begin
  execute format('revoke temporary on database %I from public', current_database());
  for v in select format('%I.%I', schemaname, viewname) from pg_views
    where schemaname = 'pg_catalog' and viewname ~ '^pg_(stat|statio)_|^pg_locks$' loop
    execute 'revoke select on ' || v || ' from public';
  end loop;
end $$;`,
    );
    return true;
  } catch {
    return false;
  }
}
