import { on } from 'node:events';
import { totalFileSize } from '../dataset/sources/fileVersion';
import type { UnreadLabel } from '../dataset/layouts/labels/labelCodes';
import type { SkippedValues } from '../dataset/layouts/labels/skippedValues';
import type { Label } from '../dataset/layouts/layout';
import type { Mapping } from '../dataset/fields/fieldMapping';
import type { GatherOption, Reading } from '../dataset/items/parse';
import type { ItemOrProblem } from '../dataset/items/parsedItem';
import { placeOf } from '../dataset/records/rawRecord';
import type { FilePlace } from '../dataset/items/duplicateIds';
import { scan } from '../dataset/sources/scan';
import { reworded, UsageError, UserError, type FileProblem, type Problem } from '../model/problems/problem';
import type { Rubrics } from '../model/rubric/rubric';
import { hasThreads, startThread } from '../workerScript';
import { importTargetOf, type ImportTarget } from './studyItems';

/**
 * What an import of the study's own dataset takes from a record: its item without the texts, and the labels that it
 * came with.
 */
export interface LabelledRecord extends FilePlace {
  readonly target: ImportTarget;
  readonly labels: readonly Label[];
  /** A judgement that was left out, as nobody says what its value means. */
  readonly unread?: UnreadLabel;
  /** Values that were left out, as a person said so. */
  readonly skipped?: SkippedValues;
}

export type LabelledRecordOrProblem = LabelledRecord | { readonly problem: FileProblem };

/** Smaller datasets are read before a thread has started. In bytes. */
const worthThread = 4 << 20;

/** What a record is made into is garbage while still young. */
const limits = { maxYoungGenerationSizeMb: 12 };

/** What the thread is started with. */
export interface LabelTask {
  readonly paths: readonly string[];
  readonly layout: string;
  readonly mapping: Mapping;
  readonly gather: GatherOption;
  readonly pairs: Reading['pairs'];
  readonly rubrics: Rubrics;
}

/** What the thread is told: that it may send one batch more, or that nobody wants another. */
export type LabelThreadRequest = 'more' | 'stop';

/**
 * What the thread sends: batches as JSON (`written`), which takes a third of the time that copies of their objects
 * take; and how it ended.
 */
export type LabelAnswer =
  | { readonly batch: string }
  | 'end'
  | { readonly error: string; readonly kind: 'usage' | 'user' | 'fault'; readonly problem?: Problem };

/** Batches that the thread may be ahead, so that neither side waits for the other. */
export const batchesAhead = 4;

/**
 * The labels of a dataset with the items that they are on, in its order, and what is wrong with its records. What a
 * record means is worked out on a thread of its own where the dataset is large, while what came before is written.
 * Throws as `scan` does.
 */
export async function* labelledRecords(
  paths: readonly string[],
  reading: Reading,
  rubrics: Rubrics,
  signal?: AbortSignal,
): AsyncGenerator<readonly LabelledRecordOrProblem[]> {
  // Of a file that is gone, reading it says so.
  const bytes = await totalFileSize(paths).catch(() => -1);
  if (hasThreads(bytes, worthThread)) {
    const { layout, mapping, gather = false, pairs } = reading;
    yield* onThread({ paths, layout: layout.name, mapping, gather, pairs, rubrics }, signal);
  } else {
    for await (const batch of scan(paths, reading, { signal }))
      yield batch.map((parsed) => labelledRecordOf(parsed, rubrics));
  }
}

/** A record as an import needs it. */
export function labelledRecordOf(parsed: ItemOrProblem, rubrics: Rubrics): LabelledRecordOrProblem {
  if ('problem' in parsed) return parsed;
  const { item, labels, file, unread, skipped } = parsed;
  return {
    target: importTargetOf(item, rubrics),
    labels,
    ...(unread && { unread }),
    ...(skipped && { skipped }),
    file,
    ...placeOf(parsed),
  };
}

/**
 * A batch as it is sent. What records share is written once: lists of labels, of rubrics and names of files are the
 * same objects in many.
 */
interface SentBatch {
  readonly shared: readonly unknown[];
  readonly records: readonly (SentRecord | { readonly problem: FileProblem })[];
}

type SentRecord = Omit<LabelledRecord, 'target' | 'labels' | 'file'> &
  Omit<ImportTarget, 'rubrics'> & {
    /** Places in what is shared. */ readonly file: number;
    readonly rubrics: number;
    readonly labels: number;
  };

export function serializeBatch(batch: readonly LabelledRecordOrProblem[]): string {
  const shared = new Map<unknown, number>();
  const place = (value: unknown): number => {
    const known = shared.get(value);
    if (known === undefined) shared.set(value, shared.size);
    return known ?? shared.size - 1;
  };
  const records = batch.map((each) => {
    if ('problem' in each) return each;
    const {
      target: { rubrics, ...target },
      labels,
      file,
      ...rest
    } = each;
    return { rubrics: place(rubrics), labels: place(labels), file: place(file), ...target, ...rest };
  });
  return JSON.stringify({ shared: [...shared.keys()], records } satisfies SentBatch);
}

function asRead(json: string): readonly LabelledRecordOrProblem[] {
  const { shared, records } = JSON.parse(json) as SentBatch;
  return records.map((each) => {
    // The thread knows codes only.
    if ('problem' in each) return { problem: reworded(each.problem) };
    const { id, hash, shown, rubrics, criteria, labels, file, ...rest } = each;
    const target = {
      id,
      hash,
      shown,
      rubrics: shared[rubrics] as ImportTarget['rubrics'],
      ...(criteria && { criteria }),
    };
    return { target, labels: shared[labels] as LabelledRecord['labels'], file: shared[file] as string, ...rest };
  });
}

async function* onThread(task: LabelTask, signal?: AbortSignal): AsyncGenerator<readonly LabelledRecordOrProblem[]> {
  signal?.throwIfAborted();
  const worker = startThread('labels', task, limits);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const tell = (wish: LabelThreadRequest): void => worker.postMessage(wish);
  // It ends by itself, as it has files to remove.
  const stop = (): void => tell('stop');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for await (const [answer] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[LabelAnswer]>) {
      if (answer === 'end') return;
      signal?.throwIfAborted();
      if ('error' in answer) throw errorOf(answer);
      tell('more');
      yield asRead(answer.batch);
      signal?.throwIfAborted();
    }
    throw new Error('the thread that reads labels ended before its task');
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}

function errorOf({ error, kind, problem }: Extract<LabelAnswer, { readonly error: unknown }>): Error {
  const what = problem ?? error;
  return kind === 'usage' ? new UsageError(what) : kind === 'user' ? new UserError(what) : new Error(error);
}
