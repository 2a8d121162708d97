import type { Session } from '../../core/desk/session';
import type { StudyQuery } from './studyQuery';
import type { SearchBatch } from '../../core/dataset/search/search';
import { dataOf, flaggedItems } from '../../core/desk/item/itemStatus';
import { itemsMarked } from '../../core/desk/rules/markedItems';
import type { SearchTask, FindTask } from '../worker/searchTask';
import { searchInWorker, findInWorker } from '../worker/hostWorkers';
import { totalFileSize } from '../../core/dataset/sources/fileVersion';
import { emptyQuery } from './studyQuery';

/** Searches a study on a thread of its own, which ends with `signal`, whatever a regular expression keeps it at. */
export async function searchStudy(
  session: Session,
  { statuses, flag, rule, ...query }: StudyQuery,
  max: number,
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
    max,
    statuses: judgements && { wanted: statuses, judgements },
    ids,
    marked,
  };
  await searchInWorker(task, signal, onBatch);
}

/** The 0-based place of the first item with an id. Hears of the part of the dataset that was read, from 0 to 1. */
export async function findItemById(
  session: Session,
  id: string,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const size = await totalFileSize(session.study.data.paths);
  const task: FindTask = { kind: 'find', ...datasetOf(session), id };
  return findInWorker(task, signal, (bytes) => onFraction(bytes / size));
}

/**
 * The 0-based places of all items that a query finds, in the dataset's order. Hears of the part of the dataset that was
 * read.
 */
export async function findMatchingItems(
  session: Session,
  query: StudyQuery,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const size = await totalFileSize(session.study.data.paths);
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
export async function findItemsById(
  session: Session,
  ids: ReadonlySet<string>,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const size = await totalFileSize(session.study.data.paths);
  const found: number[] = [];
  const { statuses: _statuses, flag: _flag, rule: _rule, ...query } = emptyQuery;
  await searchInWorker({ kind: 'search', ...datasetOf(session), query, max: 0, ids }, signal, ({ ordinals, bytes }) => {
    for (const ordinal of ordinals) found.push(ordinal);
    onFraction(Math.min(1, bytes / size));
  });
  return Uint32Array.from(found);
}

export function datasetOf({
  study: {
    data: { paths, reading },
  },
}: Session): Pick<SearchTask, 'paths' | 'layout' | 'mapping'> {
  return { paths, layout: reading.layout.name, mapping: reading.mapping };
}
