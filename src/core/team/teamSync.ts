import type { FileProblem } from '../model/problems/problem';
import { DocumentSync } from './documentSync';
import { JournalSync } from './journalSync';
import type { Cursor, Part, Remote } from './remote';
import { readSyncState, writeSyncState, type SyncState } from './syncState';
import type { TeamFile } from './teamFile';

/** What a sync did. */
export interface Synced {
  readonly linesSent: number;
  readonly linesFetched: number;
  readonly documentsSent: readonly string[];
  readonly documentsFetched: readonly string[];
  readonly problems: readonly FileProblem[];
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

  static async open(projectFile: string, remote: Remote, team: Pick<TeamFile, 'part' | 'name'>): Promise<TeamSync> {
    return new TeamSync(projectFile, remote, team, await readSyncState(projectFile));
  }

  /** Sends what is new here: one's own journal, of a lead all; and a lead's documents. */
  async push(): Promise<Synced> {
    const documents = this.part === 'lead' ? await this.kept(() => this.documents.send()) : undefined;
    const { sent, problems } = await this.sendJournals();
    return {
      linesSent: sent,
      linesFetched: 0,
      documentsSent: documents?.sent ?? [],
      documentsFetched: [],
      problems: [...(documents?.problems ?? []), ...problems],
    };
  }

  /** Sends journals alone: what a desk does after each judgement. */
  async sendJournals(): Promise<{ readonly sent: number; readonly problems: readonly FileProblem[] }> {
    const names = this.part === 'lead' ? await this.journals.journals() : [this.name];
    let sent = 0;
    const problems: FileProblem[] = [];
    await this.kept(async () => {
      for (const name of names) {
        const done = await this.journals.send(name, this.part !== 'lead');
        sent += done.sent;
        problems.push(...done.problems);
      }
    });
    return { sent, problems };
  }

  /** How many of one's own lines are saved here and not sent yet. */
  waiting(): Promise<number> {
    return this.journals.waiting(this.name);
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
    };
  }

  private async fetchJournals(): Promise<number> {
    let fetched = 0;
    const heads: ReadonlyMap<string, Cursor> = await this.remote.heads();
    await this.kept(async () => {
      for (const [journal, head] of heads) {
        // In a folder everybody's journals lie; an annotator's desk needs its own.
        if (this.part !== 'lead' && journal !== this.name) continue;
        fetched += (await this.journals.fetch(journal, head)).fetched;
      }
    });
    return fetched;
  }

  /** Does something and remembers how far it came, also where it failed. */
  private async kept<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await writeSyncState(this.projectFile, this.state);
    }
  }
}
