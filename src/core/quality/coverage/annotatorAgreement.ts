import { rateByItem } from '../bootstrap';
import type { DifferingAnnotator } from '../../model/report/coverage';

/** On fewer pairs of verdicts than this, and by less than this share, nobody is said to differ from others. */
const minPairs = 50;
const minDifference = 0.1;

/** Pairs of verdicts on one cell, and those of them that are the same. */
interface Pairs {
  equal: number;
  pairs: number;
}

/**
 * How often the verdicts of each annotator are those of the others on the same response by the same criterion. Grows
 * with annotators times the items that they share.
 */
export class AnnotatorAgreement {
  /** By annotator, by item. */
  private readonly own: readonly Map<number, Pairs>[];
  private readonly all: Pairs = { equal: 0, pairs: 0 };

  /** @param annotators by their numbers */
  constructor(private readonly annotators: readonly string[]) {
    this.own = annotators.map(() => new Map<number, Pairs>());
  }

  /** Takes the verdicts on one cell, from `begin` to before `end`, and who gave each. */
  add(values: Float64Array, annotators: Uint32Array, begin: number, end: number, row: number): void {
    for (let a = begin; a < end; a++) {
      for (let b = a + 1; b < end; b++) {
        const equal = values[a] === values[b] ? 1 : 0;
        this.all.pairs++;
        this.all.equal += equal;
        for (const annotator of [annotators[a] ?? 0, annotators[b] ?? 0]) {
          const pairs = this.pairsOf(annotator, row);
          pairs.pairs++;
          pairs.equal += equal;
        }
      }
    }
  }

  private pairsOf(annotator: number, row: number): Pairs {
    const known = this.own[annotator]?.get(row);
    if (known) return known;
    const pairs = { equal: 0, pairs: 0 };
    this.own[annotator]?.set(row, pairs);
    return pairs;
  }

  /**
   * Those whose verdicts are less often the same as those of others than the others' are among themselves: by a tenth
   * or more, with the interval of 95 % (over items) below it. Most different first. Nobody where there are two
   * annotators: neither differs more than the other.
   */
  differing(): DifferingAnnotator[] {
    const { all } = this;
    return this.annotators
      .flatMap((annotator, number): DifferingAnnotator[] => {
        const items = [...(this.own[number]?.values() ?? [])];
        const same = rateByItem(
          items.map(({ equal }) => equal),
          items.map(({ pairs }) => pairs),
        );
        if (!same || same.n < minPairs) return [];
        const equal = items.reduce((sum, each) => sum + each.equal, 0);
        const others = { equal: all.equal - equal, pairs: all.pairs - same.n };
        if (others.pairs < minPairs) return [];
        const rate = others.equal / others.pairs;
        return same.high < rate && rate - same.rate >= minDifference ? [{ annotator, same, others: rate }] : [];
      })
      .sort((a, b) => b.others - b.same.rate - (a.others - a.same.rate) || (a.annotator < b.annotator ? -1 : 1));
  }
}
