import { scan, type ScanOptions } from '../../dataset/sources/scan';
import type { Reading } from '../../dataset/items/parse';
import type { ItemOrProblem } from '../../dataset/items/parsedItem';
import { GrowableArray } from '../../quality/coverage/counts/matrix';
import { uncertaintyEvidenceOf, valueOf, type UncertaintyEvidence, type Margin, type Scales } from './uncertainty';

/** All items of a dataset, the most uncertain first. */
export interface UncertainItems {
  /** 0-based places; those that are as uncertain stand in the dataset's order. */
  readonly ordinals: Uint32Array;
  /** By which each scorer's margins were measured. */
  readonly scales: Scales;
}

/**
 * Reads every record once. What a scorer's margins are worth is known at the end, so they are kept until then: 20 bytes
 * a margin, and 12 an item. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function uncertainItems(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions = {},
): Promise<UncertainItems> {
  const scorers = new Map<string, number>();
  const squares: { n: number; sum: number }[] = [];
  const [by, firsts, seconds] = [
    new GrowableArray(new Uint32Array(1 << 12)),
    new GrowableArray(new Float64Array(1 << 12)),
    new GrowableArray(new Float64Array(1 << 12)),
  ];
  const ends = new GrowableArray(new Uint32Array(1 << 12));
  const [agree, against] = [new GrowableArray(new Uint32Array(1 << 12)), new GrowableArray(new Uint32Array(1 << 12))];
  const take = (parsed: ItemOrProblem): void => {
    const doubt: UncertaintyEvidence =
      'item' in parsed ? uncertaintyEvidenceOf(parsed) : { disputed: undefined, margins: [] };
    for (const { scorer, first, second } of doubt.margins) {
      const number = scorers.get(scorer) ?? scorers.size;
      scorers.set(scorer, number);
      const sums = (squares[number] ??= { n: 0, sum: 0 });
      sums.n++;
      sums.sum += (first - second) ** 2;
      by.push(number);
      firsts.push(first);
      seconds.push(second);
    }
    ends.push(by.length);
    agree.push(doubt.disputed?.agree ?? 0);
    against.push(doubt.disputed?.against ?? 0);
  };
  for await (const batch of scan(paths, reading, { onEnd: () => undefined, ...options })) batch.forEach(take);
  const names = [...scorers.keys()];
  const margins = { by: by.all, first: firsts.all, second: seconds.all, ends: ends.all };
  const disputes = { agree: agree.all, against: against.all };
  const scales = new Map(squares.map(({ n, sum }, number) => [names[number] ?? '', Math.sqrt(sum / n)]));
  const values = Float64Array.from({ length: ends.length }, (_, item) => {
    const own: Margin[] = [];
    for (let at = item === 0 ? 0 : (margins.ends[item - 1] ?? 0); at < (margins.ends[item] ?? 0); at++)
      own.push({
        scorer: names[margins.by[at] ?? 0] ?? '',
        first: margins.first[at] ?? 0,
        second: margins.second[at] ?? 0,
      });
    const [forMost, others] = [disputes.agree[item] ?? 0, disputes.against[item] ?? 0];
    return valueOf({ disputed: others > 0 ? { agree: forMost, against: others } : undefined, margins: own }, scales);
  });
  return {
    ordinals: Uint32Array.from(values, (_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b),
    scales,
  };
}
