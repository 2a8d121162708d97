import type { Label } from '../dataset/layouts/layout';
import type { ParsedItem } from '../dataset/items/parsedItem';
import type { Replay } from '../journal/replay';
import { judgementKeyOf } from '../model/annotation/judgementKey';

/** The labels that a dataset came with: how many and by whom, never what they say. */
export interface LabelCounts {
  readonly labels: number;
  /** Those that no journal holds on their item as it is. */
  readonly waiting: number;
  /** Names that the file gives to those who gave the waiting ones, the first few; and how many more there are. */
  readonly names: readonly string[];
  readonly moreNames: number;
  /** Whether the file names nobody for some of the waiting ones. */
  readonly areSomeUnnamed: boolean;
  /** In whose name others of them were taken over. */
  readonly takenAs?: string;
}

/** So many names are told. */
const maxNames = 3;

/** Counts the labels of a dataset while its records go by. */
export class LabelCounter {
  private labels = 0;
  private waiting = 0;
  private areSomeUnnamed = false;
  private takenAs: string | undefined;
  private readonly names = new Set<string>();
  private readonly annotators: readonly string[];
  /** Who may hold the labels of a person whom the file names; `''` for those of nobody. */
  private readonly holders = new Map<string, readonly string[]>();

  constructor(private readonly replay: Replay) {
    this.annotators = replay.annotators();
  }

  look({ item, labels }: Pick<ParsedItem, 'item' | 'labels'>): void {
    for (const label of labels) {
      this.labels++;
      if (this.isTaken(item, label)) continue;
      this.waiting++;
      const name = label.annotator ?? label.judge;
      if (name === undefined) this.areSomeUnnamed = true;
      else this.names.add(name);
    }
  }

  found(): LabelCounts {
    const { labels, waiting, areSomeUnnamed, takenAs, names } = this;
    return {
      labels,
      waiting,
      names: [...names].slice(0, maxNames),
      moreNames: Math.max(0, names.size - maxNames),
      areSomeUnnamed,
      ...(takenAs !== undefined && { takenAs }),
    };
  }

  private isTaken(item: ParsedItem['item'], label: Label): boolean {
    if (this.annotators.length === 0) return false;
    const name = label.annotator ?? label.judge;
    const suffix = name === undefined ? '' : `:${name}`;
    let holders = this.holders.get(suffix);
    if (!holders)
      this.holders.set(suffix, (holders = this.annotators.filter((each) => each.endsWith(suffix) && each !== suffix)));
    for (const holder of holders) {
      const currentAnnotation = this.replay.on(holder, item, judgementKeyOf(label));
      if (!currentAnnotation?.imported || currentAnnotation.hash !== item.hash) continue;
      this.takenAs ??= holder.slice(0, holder.length - suffix.length);
      return true;
    }
    return false;
  }
}
