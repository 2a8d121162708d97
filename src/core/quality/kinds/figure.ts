import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { FigureOf, JudgmentKind, MatteringFigure } from '../../model/report/figureNames';
import type { Matters } from '../../model/report/judgments';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** What figures are of. */
export interface Counted {
  readonly judgements: StudyJudgements;
  readonly voters: readonly JudgeKind[];
  /** The first judgments of those who count, without skips. */
  readonly wanted: Wanted;
}

/** A figure as the file of its kind works it out. */
export type Figure<K extends JudgmentKind = JudgmentKind> = {
  [Name in FigureOf<K>]: {
    readonly name: Name;
    /** The aspect, flag, … that it is of, where there is one of each. */
    readonly what?: string;
    readonly value: Estimate | number | null;
    /** Rows of the items behind it, those to look at first in front; asked for where somebody opens them. */
    readonly rows?: () => Iterable<number>;
    /** Where it is to be looked at. */
    readonly matters?: Name extends MatteringFigure ? Matters | undefined : never;
  };
}[FigureOf<K>];

/** What is known of one kind of judgment. */
export interface KindFigures<K extends JudgmentKind = JudgmentKind> {
  /** Annotations that say something of this kind. */
  readonly annotations: ReadonlySet<number>;
  /** Where the dataset says it and no annotation: how often, and of which items. */
  readonly inDataset?: { readonly count: number; readonly rows: ReadonlySet<number> };
  readonly figures: readonly Figure<K>[];
}

/** What the file of a kind holds. */
export type KindOf<K extends JudgmentKind> = (counted: Counted) => KindFigures<K>;

/** Sums by item, whatever the order in which they come: so many numbers each. */
export class ByItem {
  private readonly sums = new Map<number, Float64Array>();

  constructor(private readonly width: number) {}

  /** The numbers of an item, by its row, to be added to. */
  of(row: number): Float64Array {
    let own = this.sums.get(row);
    if (!own) this.sums.set(row, (own = new Float64Array(this.width)));
    return own;
  }

  /** Adds one part of a whole to an item: for shares and means. */
  add(row: number, part: number, whole = 1): void {
    const own = this.of(row);
    own[0] = (own[0] ?? 0) + part;
    own[1] = (own[1] ?? 0) + whole;
  }

  /** Rows with their sums, rising. */
  entries(): [row: number, sums: Float64Array][] {
    return [...this.sums].sort(([a], [b]) => a - b);
  }

  get isEmpty(): boolean {
    return this.sums.size === 0;
  }

  /** Rows of items with something of a share, the highest first; and of those that lack some of it, the lowest first. */
  mostOf(): number[] {
    return this.byShare((share) => share > 0, -1);
  }

  leastOf(): number[] {
    return this.byShare((share) => share < 1, 1);
  }

  /** Those of some items. */
  where(isOf: (row: number) => boolean): ByItem {
    const some = new ByItem(this.width);
    for (const [row, own] of this.sums) if (isOf(row)) some.sums.set(row, own);
    return some;
  }

  private byShare(isOf: (share: number) => boolean, direction: number): number[] {
    return this.entries()
      .flatMap(([row, [part = 0, whole = 0]]) =>
        whole > 0 && isOf(part / whole) ? [{ row, share: part / whole }] : [],
      )
      .sort((a, b) => direction * (a.share - b.share))
      .map(({ row }) => row);
  }

  /** What follows from the sums over all items, with its interval over items. */
  estimate(figure: (totals: Float64Array) => number | null, range?: readonly [number, number]): Estimate | null {
    return estimateOf(this.ofItems(), figure, range);
  }

  /** The sums of all items, for several figures of the same. An item of which nothing was counted carries no figure. */
  ofItems(): ItemSums {
    const sums = new ItemSums(this.width, Math.max(1, this.sums.size));
    for (const [, own] of this.entries()) if (own.some((value) => value !== 0)) sums.item().set(own);
    return sums;
  }

  /** The first number of the second: a share of 1. */
  share(): Estimate | null {
    return this.estimate(partOfWhole, [0, 1]);
  }

  /** The same of numbers that are no share. */
  mean(): Estimate | null {
    return this.estimate(partOfWhole);
  }
}

const partOfWhole = ([part = 0, whole = 0]: Float64Array): number | null => (whole > 0 ? part / whole : null);

/** Whether an interval lies below, or above, a value: what is told is so beyond chance. */
export const isBelow = (estimate: Estimate | null, value: number): boolean =>
  estimate?.high != null && estimate.high < value;
export const isAbove = (estimate: Estimate | null, value: number): boolean =>
  estimate?.low != null && estimate.low > value;
