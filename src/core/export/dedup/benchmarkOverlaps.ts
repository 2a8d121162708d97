import { hashOfText } from './hash';
import type { ContaminationRule, BenchmarkOverlap } from './decontamination';
import { NumberTable } from '../../model/report/numberTable';
import type { Item } from '../../model/item/item';
import { locationText } from '../../model/problems/wording';

/** Items left out for a benchmark file, and the first few of them. */
export interface FileOverlaps {
  /** As the recipe names it. */
  readonly file: string;
  readonly items: number;
  /**
   * With where the benchmark asks it, as in `gsm8k.jsonl:12`, and the share of that item's words that the prompt has.
   */
  readonly first: readonly { readonly item: string; readonly at: string; readonly share: number }[];
}

/** Places that are kept of each file. */
const maxPlaces = 5;

/**
 * Counts the items that were left out because a benchmark asks them, by its files. An item that is told again counts
 * once.
 */
export class BenchmarkOverlaps {
  private readonly rowNumbers = new NumberTable();
  private readonly counts: { items: number; first: { item: string; at: string; share: number }[] }[];

  /** @param files of benchmarks: how the recipe names each, and its absolute path */
  constructor(
    readonly rule: ContaminationRule,
    private readonly files: readonly { readonly name: string; readonly path: string }[],
  ) {
    this.counts = files.map(() => ({ items: 0, first: [] }));
  }

  add({ id, hash }: Pick<Item, 'id' | 'hash'>, overlap: BenchmarkOverlap): void {
    const known = this.rowNumbers.size;
    const number = this.files.findIndex(({ path }) => path === overlap.file);
    const [file, count] = [this.files[number], this.counts[number]];
    if (this.rowNumbers.add(hashOfText(`${hash} ${id}`)) < known || !file || !count) return;
    count.items++;
    if (count.first.length < maxPlaces)
      count.first.push({
        item: id,
        at: locationText(file.name, overlap),
        share: Math.round(overlap.share * 1e6) / 1e6,
      });
  }

  /** By file, those first that the recipe names first; files that no item overlaps with too. */
  get byFile(): readonly FileOverlaps[] {
    return this.counts.map((count, number) => ({ file: this.files[number]?.name ?? '', ...count }));
  }
}
