import { problem, UserError } from '../../model/problems/problem';
import { GrowableArray } from '../../quality/coverage/counts/matrix';
import { NumberTable } from '../../model/report/numberTable';
import { splits, type Split } from './splitRatios';

/** A prompt that stands in two splits: a model is tested on what it was trained on. */
export interface Leak {
  /** The same prompt, or one that is nearly the same. */
  readonly kind: 'prompt' | 'near-duplicate';
  readonly first: RowPlace;
  readonly second: RowPlace;
  /** The second row's prompt. */
  readonly prompt: string;
}

/** A row of an export. */
export interface RowPlace {
  readonly split: Split;
  /** Counted from 1, in its split. */
  readonly row: number;
}

/** Rows of one prompt that follow each other in their split: plain data, which another thread can hand over. */
export interface PromptRows {
  readonly split: Split;
  readonly rows: number;
  /** The prompt's content, as far as it is told, and its hash (`hashOfText`). */
  readonly prompt: string;
  readonly hash: number;
  /** The number of its group, where near duplicates must stay together too. */
  readonly group?: number | undefined;
}

/** How many leaks are kept to be told. */
const maxListed = 20;

/**
 * Looks at every row that is written whether its prompt stands in another split too. It knows nothing of how rows were
 * shared out, so that it finds what went wrong there. 25 to 40 bytes a prompt.
 */
export class LeakCheck {
  /** Prompts, and groups of near duplicates, that stand in several splits. */
  count = 0;
  /** The first of them. */
  readonly leaks: Leak[] = [];
  private readonly rows: Record<Split, number> = { train: 0, validation: 0, test: 0 };
  private readonly prompts = new CurrentAnnotation();
  private readonly groups = new CurrentAnnotation();

  /** What it takes, in bytes. */
  get bytes(): number {
    return this.prompts.bytes + this.groups.bytes;
  }

  /** Tells of the next rows of a split. Row after row it would find the same. */
  add({ split, rows, prompt, hash, group }: PromptRows): void {
    const place = { split, row: this.rows[split] + 1 };
    this.rows[split] += rows;
    const same = this.prompts.add(hash, place);
    const alike = group === undefined ? undefined : this.groups.add(group, place);
    if (same) this.found({ kind: 'prompt', first: same, second: place, prompt });
    else if (alike) this.found({ kind: 'near-duplicate', first: alike, second: place, prompt });
  }

  /** Throws `UserError` that names leaks where there are any. */
  assertNone(): void {
    if (this.count === 0) return;
    const first = this.leaks.slice(0, 3).map(({ kind, first: one, second: other, prompt }) => ({
      isSame: kind === 'prompt',
      one,
      other,
      prompt: prompt.slice(0, 80),
    }));
    throw new UserError(problem('export.promptsInSeveralSplits', { count: this.count, first }));
  }

  private found(leak: Leak): void {
    this.count++;
    if (this.leaks.length < maxListed) this.leaks.push(leak);
  }
}

/** In which splits keys stand, and the first row of each. */
class CurrentAnnotation {
  private readonly keys = new NumberTable();
  /**
   * By key: the first row's split, by its place in `splits`, in the last two bits, before it a bit that says whether
   * the key was told of, and the row.
   */
  private readonly firsts = new GrowableArray(new Uint32Array(1 << 10));

  get bytes(): number {
    return this.keys.bytes + this.firsts.bytes;
  }

  /**
   * The first row of a key that stands in another split than this one's; undefined where it does not, or was told of.
   */
  add(key: number, { split, row }: RowPlace): RowPlace | undefined {
    const at = this.keys.add(key);
    const here = splits.indexOf(split);
    if (at === this.firsts.length) this.firsts.push(row * 8 + here);
    const first = this.firsts.all[at] ?? 0;
    if ((first & 3) === here || (first & 4) !== 0) return undefined;
    this.firsts.all[at] = first | 4;
    return { split: splits[first & 3] ?? 'train', row: Math.floor(first / 8) };
  }
}
