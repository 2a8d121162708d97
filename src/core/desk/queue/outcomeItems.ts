import type { Reading } from '../../dataset/items/parse';
import { scan, type ScanOptions } from '../../dataset/sources/scan';
import type { Item } from '../../model/item/item';
import { isPass } from '../../model/item/outcome';

/** All items of a dataset, those first whose outcomes disagree most. */
export interface OutcomeItems {
  /** 0-based places; those that disagree as much stand in the dataset's order, and those without outcomes last. */
  readonly ordinals: Uint32Array;
}

/**
 * How much the outcomes of an item's responses disagree, from 0 (all passed, or none) to 1 (half of them did): 4p(1 - p)
 * of the share p that a verifier passes, the mean over verifiers. p(1 - p) is what a policy has to learn from a task
 * (T. Foster and J. Foerster, Learning to Reason at the Frontier of Learnability, arXiv 2502.12272, 2025). A verifier counts
 * where it says it of two responses or more; undefined where none does.
 */
export function outcomeDisagreement({ responses }: Pick<Item, 'responses'>): number | undefined {
  const byName = new Map<string, { passes: number; all: number }>();
  for (const { verifiers = [] } of responses)
    for (const result of verifiers) {
      const passed = isPass(result);
      if (passed === undefined) continue;
      const counts = byName.get(result.name) ?? { passes: 0, all: 0 };
      counts.all++;
      if (passed) counts.passes++;
      byName.set(result.name, counts);
    }
  const shares = [...byName.values()].flatMap(({ passes, all }) => (all > 1 ? [passes / all] : []));
  if (shares.length === 0) return undefined;
  return shares.reduce((sum, share) => sum + 4 * share * (1 - share), 0) / shares.length;
}

/** Reads every record once. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read. */
export async function outcomeItems(
  paths: readonly string[],
  reading: Reading,
  options: ScanOptions = {},
): Promise<OutcomeItems> {
  const values: number[] = [];
  for await (const batch of scan(paths, reading, { onEnd: () => undefined, ...options }))
    for (const parsed of batch) values.push('item' in parsed ? (outcomeDisagreement(parsed.item) ?? -1) : -1);
  return {
    ordinals: Uint32Array.from(values.keys()).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b),
  };
}
