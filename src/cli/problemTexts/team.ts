import type { TeamProblems } from '../../core/model/problems/team';
import type { Messages } from '../../core/model/problems';
import { formatNumber, megabytes } from '../../core/model/text/formatCount';

export const teamMessages: Messages<TeamProblems> = {
  'team.addressInvalid': () => 'is not the address of a store: write postgres://user:password@host:port/database',
  'team.addressWithoutUser': () =>
    'the address of the store names no user: write postgres://user:password@host:port/database',
  'team.addressWithoutTls': ({ host }) =>
    `${host} is another machine, and passwords and judgments would reach it in the open. Take "sslmode=disable" out of the address`,

  'team.unreachable': ({ host, reason }) => `the store at ${host} cannot be reached: ${reason}. Try again later`,
  'team.notLetIn': ({ host }) =>
    `the store at ${host} does not let this user in: the password is wrong, or the membership was ended. Ask a lead for a new invitation`,
  'team.certificate': ({ host, reason }) =>
    `the certificate of the store at ${host} cannot be trusted: ${reason}. Name the authority that signed it in NODE_EXTRA_CA_CERTS`,
  'team.certificateOfOther': ({ host }) =>
    `the certificate of the store at ${host} is for another name. Use the name that it is for in the address`,
  'team.noDatabase': ({ host }) => `there is no such database at ${host}`,
  'team.noStore': ({ host }) =>
    `the database at ${host} holds no team store. A lead makes one with "tiebreak team init"`,
  'team.notAllowed': () => 'your user may not do this in the store',
  'team.notMember': () => 'you are not a member of this study in the store',
  'team.removed': () => 'your membership of this study was ended. What you saved is still in your journal',
  'team.noSuchMember': () => 'nobody of that name is a member of the study',
  'team.ownerStays': () => 'the owner of the study set it up, and cannot be removed',
  'team.onlyOwner': () =>
    'only the owner of the study may do this with a lead: whoever invites a lead again, or ends their link, could act in their name. Another lead may ask for a removal ("tiebreak team members --remove")',
  'team.revoked': () =>
    'your link was taken back, as somebody else may have it. Ask a lead for a new one. What you saved is still in your journal',
  'team.tooManyLines': ({ most }) =>
    `the study takes at most ${formatNumber(most)} lines of one member, and you sent as many. What you save stays in your journal. A lead takes more with "tiebreak team members --most-lines NUMBER"`,
  'team.tooManyBytes': ({ most }) =>
    `the study takes at most ${megabytes(most)} of one member, and you sent as much. What you save stays in your journal. A lead takes more with "tiebreak team members --most-megabytes NUMBER"`,
  'team.refused': ({ host, reason }) => `the store at ${host} refused: ${reason}`,

  'team.storeNewer': ({ store, known }) =>
    `the store was made by a newer Tiebreak (its version is ${store}, this one knows ${known}). Update Tiebreak`,
  'team.storeOlder': ({ store, known }) =>
    `the store is of an older Tiebreak (its version is ${store}, this one needs ${known}). A lead brings it up to date with "tiebreak team init"`,
  'team.studyThere': ({ name }) =>
    `the store holds a study with the name ${JSON.stringify(name)} already. Choose another one with "--name"`,

  'team.onlyInStore': () => 'a folder gives nothing out: this needs a store (PostgreSQL)',
  'team.otherRemote': ({ remote }) =>
    `the study has another remote: ${remote}. Take the folder "team" in the study's folder away to give it a new one`,
  'team.noTeam': () => 'the study has no remote. Give it one with "tiebreak team init"',
  'team.passwordMissing': ({ remote }) =>
    `the password for ${remote} is missing. Set TIEBREAK_TEAM_PASSWORD, or TIEBREAK_TEAM to the whole address`,
  'team.nothingPublished': ({ study }) =>
    `the study ${JSON.stringify(study)} holds no project yet. A lead sends it with "tiebreak team push"`,
  'team.folderTaken': () => 'there is another study of that name in the folder. Choose an empty folder',
  'team.noInvitation': () => 'is not an invitation. Copy the whole text that "tiebreak team invite" printed',
  'team.folderNotNamed': ({ folder }) =>
    `the study is in the shared folder ${JSON.stringify(folder)}. Say where that lies on this machine, with --remote FOLDER`,

  'team.keyMeanwhile': () => 'somebody else changed the key of the study just now. Run the command again',
  'team.keyChanged': () =>
    'the study has a new key for its items. Open the study again to see judgments of items that were sealed with it',

  'team.folderUnreachable': () => 'is not there, or holds no study. Connect the shared folder and try again',
  'team.folderOfOther': ({ name }) => `holds another study: ${JSON.stringify(name)}. Choose an empty folder`,

  'team.lineNotSent': () =>
    'was not sent: it is no line of a journal, or not UTF-8 text. It stays in the file as it is',

  'team.lineTooLong': ({ size, most }) =>
    `has ${megabytes(size)}, and the store takes at most ${megabytes(most)} a line. Judge the item again with shorter texts`,

  'team.conflictNotSent': () => 'was not sent: it holds a merge conflict. Resolve it, or run "tiebreak keep-both"',
  'team.documentChanged': () => 'was not sent: somebody else changed it in the remote. Run "tiebreak team pull" first',
  'team.bothChanged': () =>
    'was changed here and in the remote. The file holds both now; resolve the conflict, or run "tiebreak keep-both", and push',
  'team.guidelinesOutside': () =>
    'the guidelines were not fetched, as the project names a path outside of its folder. Change task.guidelines to a path within',

  'team.datasetNotCopied': ({ reason }) => `the dataset could not be copied: ${reason}`,
  'team.datasetElsewhere': () =>
    "was not copied into the shared folder, as it lies outside of the study's folder. Everybody needs it under the same path",

  'team.settingsLeftOut': ({ settings }) =>
    settings.length === 1
      ? `does not reach annotators through a store: ${settings.join('')}`
      : `do not reach annotators through a store: ${settings.join(', ')}`,
  'team.itemsWithFiles': ({ count }) =>
    count === 1
      ? '1 item names an image, a sound or a film in a file, which annotators do not have. They see its path. Put the file on a server and name its address'
      : `${count} items name images, sounds or films in files, which annotators do not have. They see the paths. Put the files on a server and name their addresses`,
  'team.statisticsShown': () =>
    'the server shows its members who is connected and how much is written, as only a superuser can hide that (docs/teams.md, "What members can find out")',
};
