import * as l10n from '@vscode/l10n';
import { problem, UserError } from '../../core/model/problems/problem';
import { leadRemote, isLead } from '../../core/team/openRemote';
import type { LeadRemote } from '../../core/team/remote';
import { rotateKey } from '../../core/team/rotateKey';
import { confirmed } from '../confirmed';
import { digits } from '../../core/model/problems/program';
import { displayPath, printJson, printProblems } from '../output/print';
import { printMembers, timeText } from '../output/members';
import { counts, printPublished, printSynced, publish, withRemote, withStudy, type Json } from './team';

/** `tiebreak team members`: who is in, ends memberships and takes that back, and how much one of them may send. */
export async function runTeamMembers(
  projectFile: string,
  {
    remove = [],
    restore = [],
    yes,
    mostLines,
    mostMegabytes,
    json,
  }: Json & {
    readonly remove?: readonly string[];
    readonly restore?: readonly string[];
    readonly yes?: true;
    readonly mostLines?: number;
    readonly mostMegabytes?: number;
  },
): Promise<void> {
  await withRemote(projectFile, async (remote) => {
    const changes = remove.length + restore.length > 0 || mostLines !== undefined || mostMegabytes !== undefined;
    if (!isLead(remote)) {
      const names = [...(await remote.heads()).keys()];
      if (changes) throw new UserError(problem('team.onlyInStore', {}));
      if (json) printJson(names.map((name) => ({ name })));
      else for (const name of names) console.log(name);
      return;
    }
    if (mostLines !== undefined || mostMegabytes !== undefined)
      await remote.configure({
        mostLines,
        mostBytes: mostMegabytes === undefined ? undefined : mostMegabytes * 2 ** 20,
      });
    const said: string[] = [];
    for (const name of restore) said.push(restoredText(name, await remote.restore(name)));
    if (remove.length > 0) said.push(...(await removeAll(remote, remove, yes === true, displayPath(projectFile))));
    const status = await remote.status();
    if (json) printJson(status.members);
    else {
      for (const line of said) console.log(line);
      printMembers(status, '');
    }
  });
}

const restoredText = (name: string, done: 'restored' | 'kept'): string =>
  done === 'restored'
    ? l10n.t('{0} is a member again, with the link of before', name)
    : l10n.t('{0} stays a member: nobody asks for a removal any more', name);

/** Removes people once somebody confirmed it; resolves to what came of it. */
async function removeAll(
  remote: LeadRemote,
  names: readonly string[],
  yes: boolean,
  project: string,
): Promise<readonly string[]> {
  const { members } = await remote.status();
  const people = [...new Set(names)].map((name) => {
    const member = members.find((each) => each.name === name);
    if (!member) throw new UserError(problem('team.noSuchMember', {}, name));
    if (member.owner) throw new UserError(problem('team.ownerStays', {}));
    return member;
  });
  const whom = people.map(({ name, part, judged, leased }) =>
    l10n.t('{0} ({1}, {2} judged, {3} in progress)', name, part, digits(judged), digits(leased)),
  );
  if (!(await confirmed(l10n.t('Remove {0}? Their log-in ends at once; what they sent stays.', whom.join(', ')), yes)))
    return [l10n.t('Nobody was removed')];
  const said: string[] = [];
  for (const { name, part } of people) {
    const done = await remote.remove(name);
    const back = `tiebreak team members ${project} --restore ${name}`;
    said.push(
      done === 'asked'
        ? l10n.t(
            'You asked to remove {0}, who is a lead. It waits until the owner or a lead whom neither of you invited runs the same command. Take it back with "{1}"',
            name,
            back,
          )
        : l10n.t('{0} is removed. Take it back with "{1}"', name, back),
    );
    if (done !== 'asked' && part === 'lead')
      said.push(
        l10n.t('{0} had the key of the items: change it with "{1}"', name, `tiebreak team rotate-key ${project}`),
      );
  }
  return said;
}

/** `tiebreak team revoke`: takes links back, as one may have got into other hands. */
export async function runTeamRevoke(projectFile: string, names: readonly string[], { json }: Json): Promise<void> {
  await withRemote(projectFile, async (remote) => {
    const revoked = await leadRemote(remote).revoke(names.length === 0 ? undefined : names);
    if (json) {
      printJson(revoked);
      return;
    }
    for (const { name, part, used, seen, ended } of revoked) {
      console.log(
        used && seen
          ? l10n.t('{0} ({1}): the link opens nothing any more. It was used, last {2}', name, part, timeText(seen))
          : l10n.t('{0} ({1}): the link opens nothing any more. It was not used since it was made', name, part),
      );
      if (ended > 0) console.log(`  ${l10n.t('open connections ended: {0}', digits(ended))}`);
    }
    if (revoked.length === 0) console.log(l10n.t('Every link was used already. Name people to take back theirs'));
    else
      console.log(
        l10n.t(
          'Send new links with "{0}"',
          `tiebreak team invite ${displayPath(projectFile)} ${revoked.map(({ name }) => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name))).join(' ')}`,
        ),
      );
  });
}

/** `tiebreak team rotate-key`: seals the items anew, with a key that nobody had so far. */
export async function runTeamRotateKey(projectFile: string, { json }: Json): Promise<void> {
  await withRemote(projectFile, async (remote, team, sync, file) => {
    const lead = leadRemote(remote);
    // Who judged an item under its former id does not get it again.
    const synced = await sync.pull();
    const changed = await rotateKey(file, team, lead);
    if (!json) {
      printSynced(synced);
      console.log(l10n.t('The study has a new key. What was judged before is read with the keys of before'));
    }
    await withStudy(file, async (study, outside, signal) => {
      const published = await publish(study, lead, changed, undefined, signal);
      if (json) printJson({ ...counts(synced), ...published });
      else printPublished(published);
      printProblems([...synced.problems, ...outside, ...(published?.problems ?? [])]);
    });
  });
}
