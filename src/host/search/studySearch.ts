import * as vscode from 'vscode';
import { totalFileSize } from '../../core/dataset/sources/fileVersion';
import type { Hit } from '../../core/dataset/search/search';
import { messageOf } from '../../core/model/problems/problem';
import type { StudyDocument } from '../study/studyDocument';
import { type StudyQuery } from './studyQuery';
import { searchStudy } from './backgroundSearch';

export type SearchState =
  | { readonly kind: 'idle' }
  /** `fraction` of the dataset was read. */
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

/** Screens follow a search this often, in milliseconds. */
const annotationRate = 150;

/** One search at a time, with what it has found so far. */
export class StudySearch implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Fires when there is more to tell, a few times a second at most. */
  readonly onDidChange = this.changes.event;
  private abort = new AbortController();
  private pending: NodeJS.Timeout | undefined;

  query: StudyQuery | undefined;
  document: StudyDocument | undefined;
  state: SearchState = { kind: 'idle' };
  /** The first hits; `count` tells how many there are. */
  hits: Hit[] = [];
  count = 0;
  /** Places of all hits, where they are asked for. */
  ordinals: number[] = [];

  /** @param max so many hits are kept @param places all places are kept too */
  constructor(
    readonly max: number,
    private readonly places = false,
  ) {}

  /** Begins a search; the one before ends. */
  start(document: StudyDocument, query: StudyQuery): void {
    this.end();
    this.document = document;
    this.query = query;
    this.state = { kind: 'running', fraction: 0 };
    void this.run(document, query, this.abort.signal);
    this.changes.fire();
  }

  /** Ends a search that runs; what it found stays. */
  stop(): void {
    if (this.state.kind !== 'running') return;
    this.abort.abort();
    this.tell({ kind: 'stopped' });
  }

  /** Forgets it all. */
  clear(): void {
    this.end();
    this.query = undefined;
    this.document = undefined;
    this.tell({ kind: 'idle' });
  }

  dispose(): void {
    this.end();
    this.changes.dispose();
  }

  private end(): void {
    this.abort.abort();
    this.abort = new AbortController();
    clearTimeout(this.pending);
    this.pending = undefined;
    this.hits = [];
    this.ordinals = [];
    this.count = 0;
  }

  private async run({ session }: StudyDocument, query: StudyQuery, signal: AbortSignal): Promise<void> {
    try {
      if (!session) throw new Error(vscode.l10n.t('The study is not open'));
      const size = await totalFileSize(session.study.data.paths);
      await searchStudy(
        session,
        query,
        this.max,
        ({ hits, ordinals, bytes }) => {
          if (signal.aborted) return;
          for (const hit of hits) this.hits.push(hit);
          if (this.places) for (const ordinal of ordinals) this.ordinals.push(ordinal);
          this.count += ordinals.length;
          this.state = { kind: 'running', fraction: Math.min(1, bytes / size) };
          this.pending ??= setTimeout(() => this.tell(this.state), annotationRate);
        },
        signal,
      );
      if (!signal.aborted) this.tell({ kind: 'done' });
    } catch (error) {
      if (!signal.aborted) this.tell({ kind: 'failed', message: messageOf(error) });
    }
  }

  private tell(state: SearchState): void {
    clearTimeout(this.pending);
    this.pending = undefined;
    this.state = state;
    this.changes.fire();
  }
}
