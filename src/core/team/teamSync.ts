import type { FileProblem } from '../model/problems/problem';
import { DocumentSync } from './documentSync';
import { JournalSync } from './journalSync';
import type { Part, Remote } from './remote';
import { readSyncState, writeSyncState, type SyncState } from './syncState';
import type { TeamFile } from './teamFile';

/** The outcome of a sync. */
export interface Synced {
  readonly linesSent: number;
  readonly linesFetched: number;
  readonly documentsSent: readonly string[];
  readonly documentsFetched: readonly string[];
  readonly problems: readonly FileProblem[];
  /** Lines here that the remote does not take, until that is settled. */
  readonly refused: readonly FileProblem[];
}

/** Keeps the files of a study and its remote the same: journals line by line, documents whole. One at a time. */
export class TeamSync {
  private readonly journals: JournalSync;
  private readonly documents: DocumentSync;
  private readonly part: Part;
  private readonly name: string;

  private constructor(
    private readonly projectFile: string,
    private readonly remote: Remote,
    { part, name }: Pick<TeamFile, 'part' | 'name'>,
    private readonly state: SyncState,
  ) {
    this.part = part;
    this.name = name;
    this.journals = new JournalSync(projectFile, remote, state);
    this.documents = new DocumentSync(projectFile, remote, part, state);
  }

  static async open(
    projectFile: string,
    remote: Remote,
    team: Pick<TeamFile, 'remote' | 'study' | 'name' | 'part'>,
  ): Promise<TeamSync> {
    return new TeamSync(projectFile, remote, team, await readSyncState(projectFile, team));
  }

  /** Sends what is new here: one's own journal, of a lead all; and a lead's documents. */
  async push(): Promise<Synced> {
    const documents = this.part === 'lead' ? await this.kept(() => this.documents.send()) : undefined;
    const { sent, refused } = await this.sendJournals(true);
    return {
      linesSent: sent,
      linesFetched: 0,
      documentsSent: documents?.sent ?? [],
      documentsFetched: [],
      problems: documents?.problems ?? [],
      refused,
    };
  }

  /**
   * Sends journals alone: what a desk does after each judgement.
   * @param again whether what was refused before is tried again
   */
  async sendJournals(again = false): Promise<{ readonly sent: number; readonly refused: readonly FileProblem[] }> {
    let sent = 0;
    const refused: FileProblem[] = [];
    await this.kept(async () => {
      for (const name of await this.sendable()) {
        const done = await this.journals.send(name, { onlyIds: this.part !== 'lead', again });
        sent += done.sent;
        refused.push(...done.refused);
      }
    });
    return { sent, refused };
  }

  /** Lines here that the remote does not take, as far as they were sent. */
  async refused(): Promise<readonly FileProblem[]> {
    const refused: FileProblem[] = [];
    for (const name of await this.sendable()) refused.push(...(await this.journals.refused(name)));
    return refused;
  }

  /** Settles what was refused: it stays here and is told no more. Resolves to how many lines that are. */
  async leaveRefused(): Promise<number> {
    let count = 0;
    await this.kept(async () => {
      for (const name of await this.sendable()) count += await this.journals.leaveRefused(name);
    });
    return count;
  }

  /** Counts the lines that are saved here and not sent yet: one's own, for a lead all. */
  async waiting(): Promise<number> {
    let count = 0;
    for (const name of await this.sendable()) count += await this.journals.waiting(name);
    return count;
  }

  /** Fetches what is new there: journals, of which an annotator gets their own, and documents. */
  async pull(): Promise<Synced> {
    const documents = await this.kept(() => this.documents.fetch());
    return {
      linesSent: 0,
      linesFetched: await this.fetchJournals(),
      documentsSent: [],
      documentsFetched: documents.fetched,
      problems: documents.problems,
      refused: await this.refused(),
    };
  }

  /** Fetches journals alone; resolves to how many lines were new. */
  async fetchJournals(): Promise<number> {
    let fetched = 0;
    const heads = await this.remote.heads();
    await this.kept(async () => {
      for (const journal of new Set([...heads.keys(), ...this.state.journals.keys()])) {
        // In a folder everybody's journals lie; an annotator's desk needs its own.
        if (this.part !== 'lead' && journal !== this.name) continue;
        fetched += (await this.journals.fetch(journal, heads.get(journal))).fetched;
      }
    });
    return fetched;
  }

  private async sendable(): Promise<readonly string[]> {
    return this.part === 'lead' ? this.journals.journals() : [this.name];
  }

  /** Does something and remembers how far it came, also where it failed. */
  private async kept<T>(work: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // What went wrong first is what is told.
      await writeSyncState(this.projectFile, this.state).catch(() => undefined);
      throw error;
    }
    await writeSyncState(this.projectFile, this.state);
    return result;
  }
}
