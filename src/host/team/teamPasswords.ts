import type * as vscode from 'vscode';
import type { TeamFile } from '../../core/team/teamFile';

/** Keeps the passwords of team stores where VS Code keeps secrets; no file of a study holds one. */
export class TeamPasswords {
  constructor(private readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>) {}

  /** The password for a study's store: what was kept, else what the environment says, as for the command line. */
  async get(team: Pick<TeamFile, 'remote'>): Promise<string | undefined> {
    return (await this.secrets.get(keyOf(team))) ?? process.env['TIEBREAK_TEAM_PASSWORD'];
  }

  async keep(team: Pick<TeamFile, 'remote'>, password: string): Promise<void> {
    await this.secrets.store(keyOf(team), password);
  }

  async forget(team: Pick<TeamFile, 'remote'>): Promise<void> {
    await this.secrets.delete(keyOf(team));
  }
}

/** The address names the user too. */
const keyOf = ({ remote }: Pick<TeamFile, 'remote'>): string => `team:${remote}`;
