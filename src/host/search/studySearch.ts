import * as vscode from 'vscode';
import { dataOf, flaggedItems, type ItemStatus } from '../../core/desk/itemStatus';
import { itemsMarked, type RuleFilter } from '../../core/desk/rules/markedItems';
import type { Session } from '../../core/desk/session';
import { sizeOf } from '../../core/dataset/fileVersion';
import type { Hit, SearchBatch, SearchQuery } from '../../core/dataset/search';
import { messageOf } from '../../core/model/problem';
import type { FindTask, SearchTask } from '../worker/searchTask';
import type { StudyDocument } from '../study/studyDocument';
import { findInWorker, searchInWorker } from '../worker/worker';

/** What a person looks for in a study: texts, and how far they are with the items. */
export interface StudyQuery extends SearchQuery {
  /** Only items with one of these; all items where none is named. */
  readonly statuses: readonly ItemStatus[];
  /** Only items that the person flagged so; `''` for any flag. */
  readonly flag: string | undefined;
  /** Only items that the person marked so by a rule, which is named for people by its feedback. */
  readonly rule?: (RuleFilter & { readonly feedback: string }) | undefined;
}

export const emptyQuery: StudyQuery = {
  text: '',
  regex: false,
  matchCase: false,
  wholeWord: false,
  metadata: false,
  labelled: false,
  fields: [],
  statuses: [],
  flag: undefined,
};

/** Whether a query asks for more than a text. */
export const isFiltered = ({ labelled, fields, statuses, flag, rule }: StudyQuery): boolean =>
  rule !== undefined || labelled || fields.length > 0 || statuses.length > 0 || flag !== undefined;

/** Searches a study on a thread of its own, which ends with `signal`, whatever a regular expression keeps it at. */
async function searchStudy(
  session: Session,
  { statuses, flag, rule, ...query }: StudyQuery,
  most: number,
  onBatch: (batch: SearchBatch) => void,
  signal: AbortSignal,
): Promise<void> {
  const { study, annotator } = session;
  const judgements = statuses.length > 0 ? dataOf(await session.judgements(), study) : undefined;
  const ids = flag === undefined ? undefined : await flaggedItems(study, annotator, flag, signal);
  const marked = rule && (await itemsMarked(study, annotator, rule, signal));
  const task: SearchTask = {
    kind: 'search',
    ...datasetOf(session),
    query,
    most,
    statuses: judgements && { wanted: statuses, judgements },
    ids,
    marked,
  };
  await searchInWorker(task, signal, onBatch);
}

/** The 0-based place of the first item with an id. Hears of the part of the dataset that was read, from 0 to 1. */
export async function findInStudy(
  session: Session,
  id: string,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const size = await sizeOf(session.study.data.paths);
  const task: FindTask = { kind: 'find', ...datasetOf(session), id };
  return findInWorker(task, signal, (bytes) => onFraction(bytes / size));
}

/**
 * The 0-based places of all items that a query finds, in the dataset's order. Hears of the part of the dataset that was
 * read.
 */
export async function findAll(
  session: Session,
  query: StudyQuery,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const size = await sizeOf(session.study.data.paths);
  const found: number[] = [];
  await searchStudy(
    session,
    query,
    0,
    ({ ordinals, bytes }) => {
      for (const ordinal of ordinals) found.push(ordinal);
      onFraction(Math.min(1, bytes / size));
    },
    signal,
  );
  return Uint32Array.from(found);
}

/**
 * The 0-based places of the items with these ids, in the dataset's order. Hears of the part of the dataset that was
 * read.
 */
export async function findItems(
  session: Session,
  ids: ReadonlySet<string>,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const size = await sizeOf(session.study.data.paths);
  const found: number[] = [];
  const { statuses: _statuses, flag: _flag, rule: _rule, ...query } = emptyQuery;
  await searchInWorker(
    { kind: 'search', ...datasetOf(session), query, most: 0, ids },
    signal,
    ({ ordinals, bytes }) => {
      for (const ordinal of ordinals) found.push(ordinal);
      onFraction(Math.min(1, bytes / size));
    },
  );
  return Uint32Array.from(found);
}

function datasetOf({
  study: {
    data: { paths, reading },
  },
}: Session): Pick<SearchTask, 'paths' | 'layout' | 'mapping'> {
  return { paths, layout: reading.layout.name, mapping: reading.mapping };
}

export type SearchState =
  | { readonly kind: 'idle' }
  /** `fraction` of the dataset was read. */
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

/** Screens follow a search this often, in milliseconds. */
const pace = 150;

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

  /** @param most so many hits are kept @param places all places are kept too */
  constructor(
    readonly most: number,
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
      const size = await sizeOf(session.study.data.paths);
      await searchStudy(
        session,
        query,
        this.most,
        ({ hits, ordinals, bytes }) => {
          if (signal.aborted) return;
          for (const hit of hits) this.hits.push(hit);
          if (this.places) for (const ordinal of ordinals) this.ordinals.push(ordinal);
          this.count += ordinals.length;
          this.state = { kind: 'running', fraction: Math.min(1, bytes / size) };
          this.pending ??= setTimeout(() => this.tell(this.state), pace);
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
