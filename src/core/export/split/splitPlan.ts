import { hash } from 'node:crypto';
import { mixed } from '../../model/annotation/blindOrder';
import type { Item } from '../../model/item/item';
import { problem, UserError } from '../../model/problems/problem';
import { GrowableArray } from '../../quality/coverage/counts/matrix';
import { NumberTable } from '../../model/report/numberTable';
import { hashOfText } from '../dedup/hash';
import { NearDuplicates, type SimilarityOptions } from '../dedup/nearDuplicates';
import { assignSplits } from './assignSplits';
import { assertSplitRatios, contentOf, drawOf, splitAt, splits, type SplitRatios, type Split } from './splitRatios';

/** How items are shared out to splits. */
export interface Splitting {
  /** Summing to 1. */
  readonly shares: SplitRatios;
  /** Draws the split. */
  readonly seed?: number | undefined;
  /** Keeps prompts that are nearly the same in one split. */
  readonly nearDuplicates?: SimilarityOptions | undefined;
  /** Only one prompt of those that are nearly the same is exported, as a rule the first: the others have no share. */
  readonly firstsOnly?: boolean | undefined;
  /** Gives each stratum its shares, as exactly as whole groups allow. */
  readonly stratified?: boolean | undefined;
}

/** More strata than this are no strata: an id was named, or a text. */
const maxStrata = 10_000;

/**
 * Which split each item is in. Items are in groups, those with the same prompt or, when asked, those whose prompts are
 * nearly the same, and a group is always whole, so that nothing leaks.
 *
 * Without strata each group is drawn by itself, by seed and prompt: it stays where it is whatever else the dataset
 * holds, and shares come out about as asked. Of near duplicates one prompt draws for all. With strata all items are
 * told first (`add`), and each stratum's groups are dealt out (`assignSplits`). A group is in the stratum of most of its items
 * (where only its first prompt is exported, in that one's). The result is the same in whatever order the items come.
 * Some 50 bytes a prompt, and 64 more where near duplicates are looked for.
 */
export class SplitPlan {
  /** Whether all items must be told by `add`, and `close` called, before any is asked for. */
  readonly scansFirst: boolean;
  private readonly seed: number;
  private readonly near: NearDuplicates | undefined;
  private readonly prompts = new NumberTable();
  /** By prompt: what it draws, as a whole number. */
  private readonly draws = new GrowableArray(new Float64Array(1 << 10));
  /** By prompt: its items, and the stratum of them. */
  private readonly items = new GrowableArray(new Uint32Array(1 << 10));
  private readonly strata = new GrowableArray(new Uint32Array(1 << 10));
  private readonly strataNames: string[] = [];
  private readonly strataNumbers = new Map<string, number>();
  /** By prompt, once closed: the first prompt of its group, and the group's split by its place in `splits`. */
  private groups: Int32Array = new Int32Array(0);
  private placed = new Uint8Array(0);

  /** Throws `UsageError` for shares that do not sum to 1. */
  constructor(private readonly splitting: Splitting) {
    assertSplitRatios(splitting.shares);
    this.seed = splitting.seed ?? 0;
    this.near = splitting.nearDuplicates && new NearDuplicates(splitting.nearDuplicates);
    this.scansFirst = this.near !== undefined || splitting.stratified === true;
  }

  /** What it takes, in bytes. */
  get bytes(): number {
    const columns = [this.prompts, this.draws, this.items, this.strata].reduce((sum, { bytes }) => sum + bytes, 0);
    return columns + (this.near?.bytes ?? 0) + this.groups.byteLength + this.placed.byteLength;
  }

  /**
   * Tells of an item that will be exported.
   * @param stratum its value of the field by which strata are told apart; throws `UserError` where there are too many
   *   of these
   */
  add(item: Pick<Item, 'prompt'>, stratum = ''): void {
    if (!this.scansFirst) return;
    const prompt = this.prompts.add(hashOfText(contentOf(item)));
    const number = this.splitting.stratified === true ? this.stratumNumber(stratum) : 0;
    if (prompt === this.items.length) {
      this.items.push(1);
      this.strata.push(number);
      this.draws.push(this.drawOf(item));
      this.near?.add(item.prompt.map(({ content }) => content).join('\n\n'));
    } else {
      this.items.all[prompt] = (this.items.all[prompt] ?? 0) + 1;
      const other = this.strata.all[prompt] ?? 0;
      // The same prompt in two strata: it must not matter which item came first.
      if (stratum < (this.strataNames[other] ?? '')) this.strata.all[prompt] = number;
    }
  }

  /** All items were told. */
  close(): void {
    const count = this.prompts.size;
    this.groups = this.near?.clusters() ?? Int32Array.from({ length: count }, (_, prompt) => prompt);
    this.placed = new Uint8Array(count);
    const draws = this.drawsOfGroups();
    if (this.splitting.stratified === true) this.dealStrata(draws);
    else
      for (let prompt = 0; prompt < count; prompt++)
        this.placed[prompt] = splits.indexOf(
          splitAt((draws[this.groups[prompt] ?? 0] ?? 0) / 2 ** 32, this.splitting.shares),
        );
  }

  /** The split of an item; one of those that were told, where the plan looks first. */
  splitOf(item: Pick<Item, 'prompt'>): Split {
    if (!this.scansFirst) return splitAt(drawOf(item, this.seed), this.splitting.shares);
    return splits[this.placed[this.promptOf(item)] ?? 0] ?? 'train';
  }

  /** The group of an item's prompt by number, of the prompts that are nearly the same. */
  groupOf(item: Pick<Item, 'prompt'>): number {
    return this.groups[this.promptOf(item)] ?? 0;
  }

  private promptOf(item: Pick<Item, 'prompt'>): number {
    const prompt = this.prompts.find(hashOfText(contentOf(item)));
    if (prompt < 0 || prompt >= this.placed.length)
      throw new Error('an item is asked for that the plan was not told of');
    return prompt;
  }

  /** Strata are dealt in an order that no two prompts share, so more bits are drawn than by `drawOf`. */
  private drawOf(item: Pick<Item, 'prompt'>): number {
    if (this.splitting.stratified !== true) return drawOf(item, this.seed) * 2 ** 32;
    return Number.parseInt(hash('sha256', `${this.seed}\u0000${contentOf(item)}`).slice(0, 13), 16);
  }

  private stratumNumber(name: string): number {
    const known = this.strataNumbers.get(name);
    if (known !== undefined) return known;
    if (this.strataNames.length === maxStrata)
      throw new UserError(problem('export.tooManyStrata', { most: maxStrata, example: name.slice(0, 40) }));
    this.strataNumbers.set(name, this.strataNames.length);
    return this.strataNames.push(name) - 1;
  }

  /**
   * What each group draws, by its first prompt: the draw of the one whose mixed draw is the least; which one that is
   * does not depend on which came first.
   */
  private drawsOfGroups(): Float64Array {
    const { groups } = this;
    const own = this.draws.all;
    const draws = own.slice();
    for (let prompt = 0; prompt < groups.length; prompt++) {
      const group = groups[prompt] ?? 0;
      const [mine, least] = [own[prompt] ?? 0, draws[group] ?? 0];
      if ((mixed(mine) - mixed(least) || mine - least) < 0) draws[group] = mine;
    }
    return draws;
  }

  private dealStrata(draws: Float64Array): void {
    const { groups, placed } = this;
    const items = this.items.all;
    const sizes = new Uint32Array(groups.length);
    for (let prompt = 0; prompt < groups.length; prompt++) {
      const group = groups[prompt] ?? 0;
      if (group === prompt || !this.splitting.firstsOnly) sizes[group] = (sizes[group] ?? 0) + (items[prompt] ?? 0);
    }
    assignSplits({
      strata: this.strataOfGroups(),
      sizes,
      draws,
      shares: splits.map((split) => this.splitting.shares[split] ?? 0),
      placed,
    });
    for (let prompt = 0; prompt < groups.length; prompt++) placed[prompt] = placed[groups[prompt] ?? 0] ?? 0;
  }

  /**
   * The stratum of each group by its first prompt, as its rank among the names: that of most of its items, the first by
   * name of several.
   */
  private strataOfGroups(): Uint32Array {
    const { groups, strataNames } = this;
    const items = this.items.all;
    const ranks = new Uint32Array(strataNames.length);
    strataNames.toSorted(byCodeUnits).forEach((name, rank) => (ranks[this.strataNumbers.get(name) ?? 0] = rank));
    const strata = this.strata.all.map((number) => ranks[number] ?? 0);
    if (this.splitting.firstsOnly) return strata;
    // Of groups with more than one prompt: how many items are in each stratum.
    const counts = new Map<number, Map<number, number>>();
    const take = (prompt: number, group: number): void => {
      const count = counts.get(group) ?? new Map<number, number>();
      const stratum = strata[prompt] ?? 0;
      counts.set(group, count.set(stratum, (count.get(stratum) ?? 0) + (items[prompt] ?? 0)));
    };
    for (let prompt = 0; prompt < groups.length; prompt++) {
      const group = groups[prompt] ?? 0;
      if (group === prompt) continue;
      if (!counts.has(group)) take(group, group);
      take(prompt, group);
    }
    for (const [group, count] of counts)
      strata[group] = [...count].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 0;
    return strata;
  }
}

/** The order of names that is the same on every machine. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
