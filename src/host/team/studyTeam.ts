import * as vscode from 'vscode';
import { problem, UserError } from '../../core/model/problems/problem';
import type { Session } from '../../core/desk/session';
import { isStoreAddress, openRemote } from '../../core/team/openRemote';
import { TeamDesk } from '../../core/team/teamDesk';
import type { TeamFile } from '../../core/team/teamFile';
import type { StudyNotifier } from '../desk/deskQuestions';
import { reasonText } from './teamTexts';
import type { TeamPasswords } from './teamPasswords';

/**
 * Keeps an open study and its remote together: what the session saves is sent, and what the store gives comes to the
 * session. @param changed hears that the team's state is another one
 */
export function teamOf(
  session: Session,
  team: TeamFile,
  passwords: TeamPasswords | undefined,
  questions: StudyNotifier,
  changed: () => void,
): TeamDesk {
  const { replay } = session.study;
  const role = team.part === 'adjudicator' ? 'adjudicator' : undefined;
  const desk = new TeamDesk(
    session.study.file,
    team,
    async () => {
      const password = isStoreAddress(team.remote) ? await passwords?.get(team) : undefined;
      if (password === undefined && isStoreAddress(team.remote))
        throw new UserError(problem('team.passwordMissing', { remote: team.remote }));
      return openRemote(team, password);
    },
    {
      changed: () => {
        tellRefusal();
        changed();
      },
      items: (path) => session.addItems(path),
      leasesChanged: () => {
        giveOut();
        session.changed();
      },
      isDone: (item) => replay.counted(team.name, item, role ? { role } : undefined) !== undefined,
    },
  );
  let told: string | undefined;
  /** Whatever does not mend itself is told once, above the item: the status bar has no room for a sentence. */
  const tellRefusal = (): void => {
    const { connection, reason } = desk.state;
    if (connection === 'online') told = undefined;
    if (connection !== 'refused' || reason === undefined || reason === told) return;
    told = reason;
    const open = vscode.l10n.t('Team…');
    void questions.ask(reasonText(reason), [open], vscode.window.showWarningMessage).then((answer) => {
      if (answer === open) void vscode.commands.executeCommand('tiebreak.team');
    });
  };
  const givesOut = isStoreAddress(team.remote) && team.part !== 'lead';
  const giveOut = (): void => {
    if (givesOut) session.giveOut({ isHeld: (item) => desk.isHeld(item), role });
  };
  giveOut();
  let revision = replay.revision(team.name);
  session.onChange(() => {
    const now = replay.revision(team.name);
    if (now === revision) return;
    revision = now;
    desk.saved();
  });
  desk.start();
  return desk;
}
