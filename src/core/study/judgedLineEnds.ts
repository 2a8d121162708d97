import { readingWithLineEnds, type LineEnds } from '../dataset/items/lineEnds';
import { groupingsOf } from '../dataset/grouping/grouping';
import { dataFileEndings } from '../dataset/readers/dataFileNames';
import { areText, countOf, rawReader } from '../dataset/records/framing';
import { readHead, streamUnread } from '../dataset/records/recordStream';
import { scan } from '../dataset/sources/scan';
import type { Reading } from '../dataset/items/parse';
import type { ItemOrProblem } from '../dataset/items/parsedItem';
import type { Replay } from '../journal/replay';
import type { JournalLine } from '../model/annotation/annotation';
import type { Item } from '../model/item/item';

/**
 * A table that git, an editor or an unpacking program wrote with other line ends has other texts in its cells, so that
 * its items are others than those that were judged. Nothing tells of that but the annotations: they name the hashes of
 * what was judged. So a table with line breaks in its cells is read as it stands and with the other line ends, side by
 * side, until of everybody who judged an item it is known which of the two it was: as a rule after a few records. What
 * most judged is how the cells are read, on every machine the same; the lines of the others are read as of these items.
 */
export interface JudgedLineEnds {
  /** How the cells are read; absent where that is as they stand. */
  readonly lineEnds?: LineEnds;
  /** The items that some judged with the other line ends; absent where nobody did. */
  readonly renamed?: RenamedItems;
}

/** Items by what journals call them ("id hash", and the id alone for lines without a hash). Plain data. */
export type RenamedItems = ReadonlyMap<string, Pick<Item, 'id' | 'hash'>>;

/** So much of a table is looked at for a line break in a cell, in bytes: a table without any is told from its beginning. */
const lookedAt = 16 << 20;
/** Items with line breaks that are looked at once somebody's are known: who judged none of them judged none, as a rule. */
const mostItems = 20_000;

/** Finds out which line ends a dataset's tables had when items were judged. Throws `signal.reason` once aborted. */
export async function judgedLineEnds(
  source: ItemSource,
  replay: Replay,
  signal?: AbortSignal,
): Promise<JudgedLineEnds> {
  const annotators = replay.annotators();
  if (annotators.length === 0) return {};
  const other = await otherLineEnds(source, signal);
  if (!other) return {};
  const { paths, reading } = source;
  const readings = [reading, readingWithLineEnds(reading, other)] as const;
  const votes = await votesOn(paths, readings, replay, annotators, signal);
  if (votes.other === 0) return {};
  const isOther = votes.other > votes.asItStands || (votes.other === votes.asItStands && other === 'lf');
  const lineEnds = isOther ? { lineEnds: other } : {};
  if (votes.asItStands === 0) return lineEnds;
  const [now, then] = isOther ? [readings[1], readings[0]] : readings;
  return { ...lineEnds, renamed: await renamedItems(paths, [now, then], replay, annotators, signal) };
}

/** The line ends that the cells of the first table with any do not have; undefined where there is no such table. */
async function otherLineEnds({ paths, reading }: ItemSource, signal?: AbortSignal): Promise<LineEnds | undefined> {
  for (const path of paths) {
    if (noTable.test(path)) continue;
    const { framing } = await readHead(path, 1, { mapping: reading.mapping });
    if (typeof framing !== 'object' || framing.kind !== 'csv') continue;
    let read = 0;
    const options = { mapping: reading.mapping, signal, onBytes: (bytes: number): number => (read = bytes) };
    for await (const records of streamUnread(path, options)) {
      if (!areText(records)) break;
      const raw = rawReader(records);
      for (let at = 0; at < countOf(records); at++) {
        const [line = 0, next] = [records.lines[at], records.lines[at + 1]];
        if (next !== undefined && next - line < 2) continue;
        const record = raw(at);
        const cells = 'value' in record ? Object.values(record.value) : [];
        const broken = cells.find((cell) => typeof cell === 'string' && cell.includes('\n'));
        if (typeof broken === 'string') return broken.includes('\r\n') ? 'lf' : 'crlf';
      }
      if (read >= lookedAt) break;
    }
  }
  return undefined;
}

/** Names of files of which nobody expects a text table. */
const noTable = new RegExp(
  `\\.(${dataFileEndings.filter((ending) => !['csv', 'tsv', 'tab', 'psv'].includes(ending)).join('|')}|gz|zst|zip)$`,
  'i',
);

/** A dataset's files with how they are read. */
interface ItemSource {
  readonly paths: readonly string[];
  readonly reading: Reading;
}

type Readings = readonly [Reading, Reading];

/**
 * Counts the annotators who judged items as the first of the readings gives them, and those who judged them as the
 * second.
 */
async function votesOn(
  paths: readonly string[],
  readings: Readings,
  replay: Replay,
  annotators: readonly string[],
  signal?: AbortSignal,
): Promise<{ asItStands: number; other: number }> {
  const votes = { asItStands: 0, other: 0 };
  let open = annotators;
  let looked = 0;
  for await (const [first, second] of differing(paths, readings, signal)) {
    open = open.filter((name) => {
      const found = hasJudged(replay, name, first)
        ? 'asItStands'
        : hasJudged(replay, name, second)
          ? 'other'
          : undefined;
      if (found) votes[found]++;
      return !found;
    });
    if (open.length === 0 || (open.length < annotators.length && ++looked >= mostItems)) break;
  }
  return votes;
}

/** The items that somebody judged as the second of the readings gives them, as the first does, by id and hash. */
async function renamedItems(
  paths: readonly string[],
  readings: Readings,
  replay: Replay,
  annotators: readonly string[],
  signal?: AbortSignal,
): Promise<RenamedItems> {
  const found = new Map<string, Pick<Item, 'id' | 'hash'>>();
  for await (const [now, then] of differing(paths, readings, signal)) {
    if (!now || !then) continue;
    const { id, hash } = now;
    if (!annotators.some((name) => hasJudged(replay, name, then))) continue;
    found.set(`${then.id} ${then.hash}`, { id, hash });
    found.set(then.id, { id, hash });
  }
  return found;
}

/** Gives a line with its item as it is read now. */
export function withItemNow<L extends JournalLine>(line: L, renamed: RenamedItems): L {
  const now = renamed.get(line.type === 'annotation' ? `${line.item} ${line.hash}` : line.item);
  if (!now) return line;
  return line.type === 'annotation' ? { ...line, item: now.id, hash: now.hash } : { ...line, item: now.id };
}

const hasJudged = (replay: Replay, annotator: string, item: Item | undefined): item is Item =>
  item !== undefined && replay.everyOn(annotator, item).some(({ hash }) => hash === item.hash);

/** The items that the two readings give otherwise, as each gives them: absent where its texts make none. */
async function* differing(
  paths: readonly string[],
  readings: Readings,
  signal?: AbortSignal,
): AsyncGenerator<readonly [Item | undefined, Item | undefined]> {
  const tables = groupingsOf(readings[0], paths).length > 0 ? paths : paths.filter((path) => !noTable.test(path));
  const [firsts, seconds] = readings.map((reading) => each(scan(tables, reading, { signal, onEnd: () => undefined })));
  if (!firsts || !seconds) return;
  try {
    for (;;) {
      const [first, second] = await Promise.all([firsts.next(), seconds.next()]);
      if (first.done || second.done) return;
      const [one, other] = [first.value, second.value].map((parsed) => ('item' in parsed ? parsed.item : undefined));
      if (one?.hash !== other?.hash) yield [one, other];
    }
  } finally {
    await firsts.return(undefined);
    await seconds.return(undefined);
  }
}

async function* each(batches: AsyncIterable<readonly ItemOrProblem[]>): AsyncGenerator<ItemOrProblem, undefined> {
  for await (const batch of batches) yield* batch;
  return undefined;
}
