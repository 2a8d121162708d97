import * as l10n from '@vscode/l10n';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { problem, UsageError, UserError, type FileProblem } from '../../core/model/problems/problem';
import { createTeam } from '../../core/team/createTeam';
import { disagreements } from '../../core/team/disagreements';
import { invitationLink, invitedTo, readInvitation } from '../../core/team/invitation';
import { ItemFeed } from '../../core/team/itemFeed';
import { currentTeam, joinTeam } from '../../core/team/joinTeam';
import { isLead, isStoreAddress, leadRemote, openRemote } from '../../core/team/openRemote';
import { storeAddress } from '../../core/team/postgres/storeAddress';
import { publishStudy } from '../../core/team/publishItems';
import type { Part, Remote, TeamStatus } from '../../core/team/remote';
import { readTeamFile, type TeamFile } from '../../core/team/teamFile';
import { TeamSync, type Synced } from '../../core/team/teamSync';
import type { Study } from '../../core/study/study';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { printMembers } from '../output/members';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printJson, printProblems } from '../output/print';

/** Where the command line finds what opens a store: the whole address, an invitation, or the password alone. */
const addressVariable = 'TIEBREAK_TEAM';
const passwordVariable = 'TIEBREAK_TEAM_PASSWORD';

export interface Json {
  readonly json?: true;
}

/** `tiebreak team init`: gives a study a remote, and sends it all that the study holds. */
export async function runTeamInit(
  projectFile: string,
  options: Json & { readonly remote?: string; readonly name?: string; readonly as?: string; readonly perItem?: number },
): Promise<void> {
  const given = process.env[addressVariable]?.trim() ?? '';
  const remote = options.remote ?? given;
  if (remote === '' || (options.remote === undefined && !isStoreAddress(given)))
    throw new UsageError(
      l10n.t('Name the remote with --remote FOLDER, or set {0} to the address of a store', addressVariable),
    );
  if (options.remote !== undefined && isStoreAddress(remote) && /:[^@/]+@/.test(remote.slice('postgres://'.length)))
    throw new UsageError(
      l10n.t(
        'A password in an option is seen by everybody on this machine. Set {0} to the address instead',
        addressVariable,
      ),
    );
  await withStudy(projectFile, async (study, outside, signal) => {
    const { team, synced, published, problems } = await createTeam(study, {
      remote,
      name: options.name,
      lead: options.as,
      perItem: options.perItem,
      signal,
      onItems: printProgress,
    });
    endProgress(published);
    const { study: name, remote: place } = team;
    const all = [...outside, ...problems];
    if (options.json) printJson({ study: name, remote: place, ...counts(synced), ...told(published), problems: all });
    else {
      console.log(l10n.t('The study {0} has a remote now: {1}', JSON.stringify(name), place));
      printSynced(synced);
      printPublished(published);
      console.log(l10n.t('Invite people with "tiebreak team invite {0} NAME"', displayPath(study.file)));
    }
    printProblems(all);
  });
}

/** `tiebreak team invite`: makes members, and prints the link for each. */
export async function runTeamInvite(
  projectFile: string,
  names: readonly string[],
  { part, json }: Json & { readonly part: Part },
): Promise<void> {
  await withRemote(projectFile, async (remote, team) => {
    const invitations: { readonly name: string; readonly link: string }[] = [];
    for (const name of names) {
      const address = isLead(remote) ? await remote.invite(name, part) : team.remote;
      invitations.push({ name, link: invitationLink({ remote: invitedTo(address), study: team.study, name, part }) });
    }
    if (json) {
      printJson(invitations);
      return;
    }
    for (const { name, link } of invitations) console.log(`${name}: ${link}`);
    console.error(
      isLead(remote)
        ? l10n.t(
            'Each link is the key of one person: send it to nobody else. An earlier link of the same person is worthless now.',
          )
        : l10n.t(
            'Everybody says where the shared folder lies on their machine: "tiebreak team join --remote FOLDER", or in the editor.',
          ),
    );
  });
}

/** `tiebreak team join`: makes the files of a study for somebody who was invited. */
export async function runTeamJoin(
  folder: string | undefined,
  { json, remote: shared }: Json & { readonly remote?: string },
): Promise<void> {
  if (folder !== undefined && /\binvitation=|^eyJ/.test(folder))
    throw new UsageError(
      l10n.t(
        'An invitation in an argument is seen by everybody on this machine. Set {0} to it, or paste it when asked',
        addressVariable,
      ),
    );
  const invitation = readInvitation(await givenInvitation());
  const joined = await joinTeam(invitation, folder ?? '.', shared);
  try {
    const sync = await TeamSync.open(joined.projectFile, joined.remote, joined.team);
    const synced = await sync.pull();
    const taken =
      joined.remote.leases && joined.team.part !== 'lead'
        ? await new ItemFeed(joined.projectFile, joined.remote.leases).takeFirst(block)
        : undefined;
    if (json)
      printJson({ project: joined.projectFile, ...counts(synced), items: taken ?? 0, problems: synced.problems });
    else {
      console.log(
        `Joined ${JSON.stringify(joined.team.study)} as ${joined.team.name}: ${displayPath(joined.projectFile)}`,
      );
      printSynced(synced);
      if (taken !== undefined) console.log(`  ${l10n.t('{0} to judge', counted(taken, 'item'))}`);
      if (joined.password !== undefined)
        console.log(
          l10n.t('For further commands, set {0} to the invitation. It is not kept in the files', addressVariable),
        );
    }
    printProblems([...joined.problems, ...synced.problems]);
  } finally {
    await joined.remote.close();
  }
}

/** The invitation in the environment, else what is typed or piped in. */
async function givenInvitation(): Promise<string> {
  const given = process.env[addressVariable];
  if (given !== undefined && given.trim() !== '') return given;
  if (process.stdin.isTTY) {
    const reading = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await reading.question(l10n.t('Paste the invitation and press Enter: '));
    } finally {
      reading.close();
    }
  }
  return await text(process.stdin);
}

/** `tiebreak team push`: sends what is new here. */
export async function runTeamPush(
  projectFile: string,
  options: Json & {
    readonly items?: true;
    readonly perItem?: number;
    readonly disagreements?: true;
    readonly leaveRefused?: true;
  },
): Promise<void> {
  await withRemote(projectFile, async (remote, team, sync, file) => {
    const pushed = await sync.push();
    const left = options.leaveRefused ? await sync.leaveRefused() : undefined;
    const synced = left === undefined ? pushed : { ...pushed, refused: [] };
    const more: FileProblem[] = [...synced.problems];
    let published: Awaited<ReturnType<typeof publish>>;
    let disputed: number | undefined;
    if (options.items === true || options.disagreements === true) {
      const lead = leadRemote(remote);
      await withStudy(file, async (study, outside, signal) => {
        more.push(...outside);
        if (options.items) published = await publish(study, lead, team, options.perItem, signal);
        more.push(...(published?.problems ?? []));
        if (!options.disagreements) return;
        const found = await disagreements(study, signal);
        await lead.dispute(found);
        disputed = found.length;
      });
    }
    if (options.json)
      printJson({ ...counts(synced), ...published, ...(disputed !== undefined && { disputed }), problems: more });
    else {
      printSynced(synced, true);
      printPublished(published);
      if (disputed !== undefined)
        console.log(`  ${l10n.t('{0} waiting for adjudicators', counted(disputed, 'disagreement'))}`);
    }
    if (left !== undefined && !options.json)
      console.log(`  ${l10n.t('{0} left here, which the store does not take', counted(left, 'line'))}`);
    printProblems(more);
    tellRefused(synced.refused);
  });
}

/** Says which lines the remote does not take, and that not all is well. */
function tellRefused(refused: readonly FileProblem[]): void {
  if (refused.length === 0) return;
  printProblems(refused);
  const command = 'tiebreak team push --leave-refused';
  console.error(
    refused.length === 1
      ? l10n.t(
          '1 line here is not in the remote. Judge the item again, or correct the line; "{0}" leaves it here for good',
          command,
        )
      : l10n.t(
          '{0} lines here are not in the remote. Judge the item again, or correct the line; "{1}" leaves them here for good',
          digits(refused.length),
          command,
        ),
  );
  process.exitCode = 1;
}

/** `tiebreak team pull`: fetches what is new there, and items to judge. */
export async function runTeamPull(
  projectFile: string,
  { take, hours, giveBack, json }: Json & { readonly take?: number; readonly hours?: number; readonly giveBack?: true },
): Promise<void> {
  await withRemote(projectFile, async (remote, _, sync, file) => {
    const synced = await sync.pull();
    const wantsItems = take !== undefined || hours !== undefined;
    if ((wantsItems || giveBack) && !remote.leases) throw new UserError(problem('team.onlyInStore', {}));
    const feed = remote.leases && new ItemFeed(file, remote.leases);
    const minutes = hours === undefined ? undefined : hours * 60;
    let taken = 0;
    while (feed && taken < (take ?? 0)) {
      const more = await feed.take((take ?? 0) - taken, minutes);
      if (!more || more.count === 0) break;
      taken += more.count;
    }
    // What one held before is kept as long.
    if (feed && wantsItems) await feed.renew(minutes);
    const given = giveBack ? await feed?.giveBack() : undefined;
    const held = feed?.held?.size ?? 0;
    if (json)
      printJson({
        ...counts(synced),
        ...(wantsItems && { items: taken, held }),
        ...(given !== undefined && { givenBack: given }),
        problems: synced.problems,
      });
    else {
      printSynced(synced, true);
      if (wantsItems) console.log(`  ${l10n.t('{0} taken, {1} in hand', counted(taken, 'item'), digits(held))}`);
      if (given !== undefined) console.log(`  ${l10n.t('{0} given back', counted(given, 'item'))}`);
    }
    printProblems(synced.problems);
  });
}

/** `tiebreak team status`: what is sent, done and leased. */
export async function runTeamStatus(projectFile: string, { json }: Json): Promise<void> {
  await withRemote(projectFile, async (remote, team, sync) => {
    const waiting = await sync.waiting();
    const refused = await sync.refused();
    const me = await remote.me();
    const status = team.part === 'lead' && isLead(remote) ? await remote.status() : undefined;
    if (json) printJson({ ...me, remote: team.remote, waiting, refused, ...status });
    else {
      console.log(
        me.closed
          ? l10n.t('{0} at {1} (closed): you are {2}, {3}', JSON.stringify(me.study), team.remote, me.name, me.part)
          : l10n.t('{0} at {1}: you are {2}, {3}', JSON.stringify(me.study), team.remote, me.name, me.part),
      );
      console.log(
        waiting > 0
          ? `  ${l10n.t('{0} not sent yet', counted(waiting, 'line'))}`
          : refused.length === 0
            ? `  ${l10n.t('everything here was sent')}`
            : `  ${l10n.t('everything else here was sent')}`,
      );
      if (refused.length > 0)
        console.log(`  ${l10n.t('{0} not in the remote, which refused', counted(refused.length, 'line'))}`);
      if (status) {
        printStatus(status);
        printMembers(status, '  ');
      }
    }
    tellRefused(refused);
  });
}

/** `tiebreak team close`: gives nothing out any more, or does again. */
export async function runTeamClose(
  projectFile: string,
  { reopen, json }: Json & { readonly reopen?: true },
): Promise<void> {
  await withRemote(projectFile, async (remote, _, sync) => {
    const synced = await sync.pull();
    if (isLead(remote)) await remote.setClosed(reopen !== true);
    else {
      const before = await remote.document('closed');
      if (reopen && before) await remote.putDocument('closed', undefined, before.version);
      else if (!reopen && !before) await remote.putDocument('closed', 'closed\n', undefined);
    }
    if (json) printJson({ closed: reopen !== true, ...counts(synced) });
    else {
      printSynced(synced);
      console.log(
        reopen
          ? l10n.t('The study gives out items again')
          : l10n.t(
              'The study gives out no items any more. What was judged and not sent yet is still taken: pull again later',
            ),
      );
    }
    printProblems(synced.problems);
  });
}

/** Items that are taken at a time. */
const block = 20;

type PublishedHere = NonNullable<Awaited<ReturnType<typeof publishStudy>>>;

/** Publishes the items of a study, where its remote gives items out. */
export async function publish(
  study: Study,
  remote: Remote,
  team: TeamFile,
  perItem: number | undefined,
  signal: AbortSignal,
): Promise<Omit<PublishedHere, 'more'> | undefined> {
  const published = await publishStudy(study, remote, team, { perItem, signal, onItems: printProgress });
  endProgress(published);
  return told(published);
}

function printProgress(items: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${counted(items, 'item')}`);
}

/** Takes the progress away, and says how many faulty records are not told one by one. */
function endProgress(published: PublishedHere | undefined): void {
  if (!published) return;
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const { more } = published;
  if (more > 0)
    console.error(
      more === 1
        ? l10n.t('and 1 more faulty record. Run "{0}" to list it', 'tiebreak validate')
        : l10n.t('and {0} more faulty records. Run "{1}" to list them', digits(more), 'tiebreak validate'),
    );
}

/** A publication as JSON tells it. */
function told(published: PublishedHere | undefined): Omit<PublishedHere, 'more'> | undefined {
  if (!published) return undefined;
  const { more: _, ...rest } = published;
  return rest;
}

/** What a publication did, where there was one. */
export function printPublished(published: Omit<PublishedHere, 'more'> | undefined): void {
  if (!published) return;
  const { items, added, withdrawn, wanted } = published;
  console.log(
    `  ${l10n.t(
      '{0} to judge, {1} of them new: {2} wanted',
      counted(items, 'item'),
      digits(added),
      counted(wanted, 'judgment'),
    )}`,
  );
  if (withdrawn === undefined)
    console.log(
      `  ${l10n.t('items that are not here are still given out, as the dataset is empty or not all of it can be read')}`,
    );
  else if (withdrawn > 0)
    console.log(
      `  ${l10n.t('{0} given out no more: changed, or no longer in the dataset', counted(withdrawn, 'item'))}`,
    );
}

export const counts = ({ linesSent, linesFetched, documentsSent, documentsFetched, refused }: Synced): object => ({
  linesSent,
  linesFetched,
  refused,
  documentsSent,
  documentsFetched,
});

/** @param always whether it is said too that there was nothing */
export function printSynced(
  { linesSent, linesFetched, documentsSent, documentsFetched, refused }: Synced,
  always = false,
): void {
  const sent = countedParts(linesSent, documentsSent.length);
  const fetched = countedParts(linesFetched, documentsFetched.length);
  if (sent.length > 0) console.log(`  ${l10n.t('sent {0}', sent.join(', '))}`);
  if (fetched.length > 0) console.log(`  ${l10n.t('fetched {0}', fetched.join(', '))}`);
  if (always && sent.length + fetched.length + refused.length === 0) console.log(`  ${l10n.t('nothing new')}`);
}

const countedParts = (lines: number, documents: number): string[] => [
  ...(lines > 0 ? [counted(lines, 'line')] : []),
  ...(documents > 0 ? [counted(documents, 'document')] : []),
];

function printStatus(status: TeamStatus): void {
  const { items, controls, wanted, judged, leased, over, disputed } = status;
  console.log(
    `  ${l10n.t(
      '{0}, {1} wanted: {2} made, {3} in progress',
      `${counted(items, 'item')}${controls > 0 ? ` (${counted(controls, 'control item')})` : ''}`,
      counted(wanted, 'judgment'),
      digits(judged),
      digits(leased),
    )}`,
  );
  if (over > 0)
    console.log(`  ${l10n.t('{0} judged by more people than wanted, as judgments came late', counted(over, 'item'))}`);
  if (disputed > 0) console.log(`  ${l10n.t('{0} waiting for adjudicators', counted(disputed, 'disagreement'))}`);
}

export async function withStudy(
  projectFile: string,
  work: (study: Study, outside: readonly FileProblem[], signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { study, outside } = await openStudy(projectFile);
  try {
    await interruptible(l10n.t('stopped; what was sent stays, and the next try goes on'), async (signal) => {
      await study.refresh(signal);
      await work(study, outside, signal);
    });
  } finally {
    await study.close();
  }
}

export async function withRemote(
  projectFile: string,
  work: (remote: Remote, team: TeamFile, sync: TeamSync, file: string) => Promise<void>,
): Promise<void> {
  const file = resolve(projectFile);
  const team = await readTeamFile(file);
  if (!team) throw new UserError(problem('team.noTeam', {}, file));
  const remote = await openRemote(...credentials(team));
  try {
    // Says what is wrong before anything is done: an ended membership, a store of another version.
    const current = await currentTeam(file, team, remote);
    await work(remote, current, await TeamSync.open(file, remote, current), file);
  } finally {
    await remote.close();
  }
}

/** What opens the remote of a study. Throws `UserError` where the password is missing. */
function credentials(team: TeamFile): [team: TeamFile, password?: string] {
  if (!isStoreAddress(team.remote)) return [team];
  const given = process.env[addressVariable]?.trim() ?? '';
  const password = process.env[passwordVariable];
  if (given !== '') {
    const invitation = isStoreAddress(given) ? undefined : readInvitation(given);
    const remote = invitation?.remote ?? given;
    // A study of the same name in another database, or somebody else's invitation, must not be mixed with this one.
    if ((invitation && invitation.study !== team.study) || placeOf(remote) !== placeOf(team.remote))
      throw new UserError(problem('team.otherRemote', { remote: team.remote }, addressVariable));
    return [{ ...team, remote }];
  }
  if (password === undefined) {
    throw new UserError(problem('team.passwordMissing', { remote: team.remote }));
  }
  return [team, password];
}

/** User and database of a store; its hosts may have other names elsewhere. */
function placeOf(remote: string): string {
  if (!isStoreAddress(remote)) return remote;
  const { user, database } = storeAddress(remote);
  return JSON.stringify([user, database]);
}
