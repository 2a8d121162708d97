import * as l10n from '@vscode/l10n';
import { megabytes } from '../text/formatCount';
import { digits, inProgram, keepBoth, withOptions } from './program';
import { quoted } from './quoted';

/** What errors of the system mean for somebody who wants to reach a server, by code. */
const unreachableWords = (): Readonly<Record<string, string>> => {
  const unknown = l10n.t('no server has this name. Check the address and your network');
  const silent = l10n.t('it does not answer. Check the address, your network and the firewall of the server');
  return {
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
    ECONNREFUSED: l10n.t('nothing listens on this port. Check the address and whether the server is running'),
    ETIMEDOUT: silent,
    EHOSTUNREACH: silent,
    ENETUNREACH: silent,
    CONNECT_TIMEOUT: silent,
  };
};

/** What creates a store, or brings it up to date. */
const teamInit = (): string =>
  quoted(inProgram({ commandLine: 'tiebreak team init', editor: l10n.t('Send the Dataset Again') }));

/** A name as SQL takes it. */
const quotedName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** What can be wrong with a team's store, and with what a desk or a lead does there. */
export const teamProblems = {
  // team/postgres/storeAddress.ts
  'team.addressInvalid': () =>
    l10n.t('this is not the address of a store. Write postgres://user:password@host:port/database'),
  'team.addressWithoutUser': () =>
    l10n.t('the address of the store has no user. Write postgres://user:password@host:port/database'),
  'team.addressWithoutTls': ({ host }: { host: string }) =>
    l10n.t('{0} is another machine, and the connection would not be encrypted. Remove “sslmode=disable”', host),

  // team/postgres/storeConnection.ts
  /** `code`: of the system's error, where it says more to a person than the reason does. */
  'team.unreachable': ({ host, reason, code = '' }: { host: string; reason: string; code?: string }) =>
    l10n.t('the team store at {0} cannot be reached: {1}', host, unreachableWords()[code] ?? reason),
  'team.noTls': ({ host }: { host: string }) =>
    l10n.t(
      'the server at {0} has no encryption (TLS), so no password was sent to it. Whoever runs the server turns it on with “ssl = on” in postgresql.conf',
      host,
    ),
  'team.notFromHere': ({ host, reason }: { host: string; reason: string }) =>
    l10n.t(
      'the server at {0} does not accept this account and database from this machine. Whoever runs the server adds a line to pg_hba.conf: {1}',
      host,
      reason,
    ),
  'team.notLetIn': ({ host }: { host: string }) =>
    l10n.t(
      'the team store at {0} rejected the login: the password is wrong, or your membership has ended. Ask a lead for a new invitation',
      host,
    ),
  'team.certificate': ({ host, reason }: { host: string; reason: string }) =>
    withOptions(
      l10n.t('the certificate of the team store at {0} cannot be verified: {1}', host, reason),
      'NODE_EXTRA_CA_CERTS',
    ),
  'team.certificateOfOther': ({ host }: { host: string }) =>
    l10n.t('the certificate of the team store is not for the host {0}. Ask a lead for the right address', host),
  'team.noDatabase': ({ host }: { host: string }) => l10n.t('the database does not exist at {0}', host),
  'team.noStore': ({ host }: { host: string }) =>
    l10n.t('the database at {0} has no team store. A lead creates it with {1}', host, teamInit()),
  'team.notAllowed': () => l10n.t('your account is not allowed to do this in the team store'),
  'team.notMember': () => l10n.t('you are not a member of this study in the team store'),
  'team.removed': () =>
    l10n.t('your membership in this study has ended. Everything that you saved is still in your journal'),
  'team.noSuchMember': () => l10n.t('no member of the study has this name'),
  'team.ownerStays': () => l10n.t('the owner of the study cannot be removed'),
  'team.onlyOwner': () => l10n.t('only the owner of the study can do this with a lead'),
  'team.revoked': () =>
    l10n.t(
      'your invitation was revoked because somebody else may have it. Ask a lead for a new one. Everything that you saved is still in your journal',
    ),
  /** What a study takes of one member: lines, and bytes. */
  'team.tooManyLines': ({ most }: { most: number }) =>
    withOptions(
      l10n.t(
        'the study accepts at most {0} journal lines from one member. Everything that you save stays in your journal. Ask a lead to raise the limit',
        digits(most),
      ),
      'tiebreak team members --most-lines NUMBER',
    ),
  'team.tooManyBytes': ({ most }: { most: number }) =>
    withOptions(
      l10n.t(
        'the study accepts at most {0} of data from one member. Everything that you save stays in your journal. Ask a lead to raise the limit',
        megabytes(most),
      ),
      'tiebreak team members --most-megabytes NUMBER',
    ),
  'team.refused': ({ host, reason }: { host: string; reason: string }) =>
    l10n.t('the team store at {0} reported an error: {1}', host, reason),

  // team/postgres/storeSetup.ts: what a lead lacks to create a store
  'team.wrongPassword': ({ user, host }: { user: string; host: string }) =>
    l10n.t('the server at {1} has no account “{0}” with this password. Check the name and the password', user, host),
  'team.databaseMissing': ({ user, database, host }: { user: string; database: string; host: string }) =>
    l10n.t(
      'the server at {1} has no database “{0}”. Whoever runs the server creates it with “{2}”',
      database,
      host,
      `create database ${quotedName(database)} owner ${quotedName(user)}`,
    ),
  'team.serverTooOld': ({ version }: { version: string }) =>
    l10n.t('the server has PostgreSQL {0}. A team store needs PostgreSQL 15 or later', version),
  'team.mayCreateNoRoles': ({ user }: { user: string }) =>
    l10n.t(
      'the account “{0}” cannot create accounts for the members. Whoever runs the server allows it with “{1}”',
      user,
      `alter role ${quotedName(user)} createrole`,
    ),
  'team.mayCreateNoSchema': ({ user, database }: { user: string; database: string }) =>
    l10n.t(
      'the account “{0}” cannot create the tables in this database. Whoever runs the server makes it the owner with “{1}”',
      user,
      `alter database ${quotedName(database)} owner to ${quotedName(user)}`,
    ),
  'team.storeOfOther': ({ owner }: { owner: string }) =>
    l10n.t(
      'the database already has a team store, and it belongs to the account “{0}”. Use that account or another database',
      owner,
    ),

  // team/postgres/postgresRemote.ts, storeSetup.ts
  'team.storeNewer': ({ store, known }: { store: number; known: number }) =>
    l10n.t(
      'the team store was created by a newer version of Tiebreak (store version {0}, this version knows {1}). Update Tiebreak',
      store,
      known,
    ),
  'team.storeOlder': ({ store, known }: { store: number; known: number }) =>
    l10n.t(
      'the team store belongs to an older version of Tiebreak (store version {0}, this version needs {1}). A lead updates it with {2}',
      store,
      known,
      teamInit(),
    ),
  'team.studyThere': ({ name }: { name: string }) =>
    withOptions(l10n.t('the team store already has a study named “{0}”', name), '--name'),

  // team/openRemote.ts, team/teamSetup.ts, team/joinTeam.ts
  'team.onlyInStore': () => l10n.t('a shared folder cannot assign items. This needs a team store (PostgreSQL)'),
  'team.otherRemote': ({ remote }: { remote: string }) =>
    l10n.t('the study already has another team store: {0}', remote),
  'team.noTeam': () => l10n.t('the study has no team store. Create one with “tiebreak team init”'),
  'team.passwordMissing': ({ remote }: { remote: string }) =>
    withOptions(l10n.t('the password for {0} is missing', remote), 'TIEBREAK_TEAM_PASSWORD', 'TIEBREAK_TEAM'),
  'team.nothingPublished': ({ study }: { study: string }) =>
    l10n.t('the study “{0}” is still empty. A lead uploads it with “tiebreak team push”', study),
  'team.folderTaken': () => l10n.t('the folder already has another study with this name. Choose an empty folder'),
  'team.noInvitation': () => l10n.t('this is not an invitation. Copy the whole text that the lead sent you'),
  /** The invitation names a folder, which may lie anywhere on this machine. */
  'team.folderNotNamed': ({ folder }: { folder: string }) =>
    withOptions(
      l10n.t('the study is in the shared folder “{0}”. Choose this folder on your machine', folder),
      '--remote FOLDER',
    ),

  // team/rotateKey.ts, team/teamDesk.ts
  'team.keyMeanwhile': () => l10n.t('somebody else has just changed the key of the study. Try again'),
  'team.keyChanged': () =>
    l10n.t('the study has a new key for its items. Close and open the study to see judgments of the new items'),

  // team/folder/folderRemote.ts
  'team.folderUnreachable': () =>
    l10n.t('the shared folder does not exist or has no study. Connect the folder and try again'),
  'team.folderOfOther': ({ name }: { name: string }) =>
    l10n.t('the folder has another study: “{0}”. Choose an empty folder', name),

  // team/journalSync.ts
  'team.lineNotSent': () => l10n.t('this line was not sent: it is not a valid journal line. It stays in the file'),

  /** In bytes. */
  'team.lineTooLong': ({ size, most }: { size: number; most: number }) =>
    l10n.t(
      'the judgment has {0}, and the team store accepts at most {1}. Shorten the texts, then save again',
      megabytes(size),
      megabytes(most),
    ),

  // team/documentSync.ts
  'team.conflictNotSent': () =>
    l10n.t(
      'the file was not sent because it has a merge conflict. Resolve the conflict, for example with {0}',
      keepBoth(),
    ),
  'team.documentChanged': () =>
    withOptions(
      l10n.t('the file was not sent because somebody else changed it in the team store. Fetch their version first'),
      'tiebreak team pull',
    ),
  'team.bothChanged': () =>
    l10n.t(
      'the file was changed here and in the team store. It now has both versions. Resolve the conflict, for example with {0}',
      keepBoth(),
    ),
  'team.guidelinesOutside': () =>
    l10n.t('the guidelines could not be fetched: the project names a path outside its folder'),

  // team/folder/datasetFiles.ts
  'team.datasetNotCopied': ({ reason }: { reason: string }) => l10n.t('the dataset could not be copied: {0}', reason),
  'team.datasetElsewhere': () =>
    l10n.t(
      'the file was not copied into the shared folder because it is outside the folder of the study. Everybody needs it under the same path',
    ),

  // what a store does not give to annotators, which the study asks for
  'team.settingsLeftOut': ({ settings }: { settings: readonly string[] }) =>
    l10n.t('these settings have no effect for annotators of a team store: {0}', settings.join(', ')),
  'team.itemsWithFiles': ({ count }: { count: number }) =>
    count === 1
      ? l10n.t(
          '1 item refers to a local media file, which annotators do not have. Put the file on a server, and name its address',
        )
      : l10n.t(
          '{0} items refer to local media files, which annotators do not have. Put the files on a server, and name their addresses',
          count,
        ),
  'team.statisticsShown': () =>
    l10n.t('members can see who is connected to the server and how much is written. Only a superuser can hide this'),
};
