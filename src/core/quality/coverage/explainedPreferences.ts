import type { Annotation } from '../../model/annotation/annotation';
import type { ContradictedPair, PreferredPair } from '../../model/report/coverage';
import { bradleyTerry, type Weights } from '../bradleyTerry';
import type { PairCounts } from '../correlation';
import type { StudyCriteria } from './studyCriteria';
import { ItemSums } from './items/itemSums';
import { FirstExamples } from './items/firstExamples';
import { GrowableArray } from './counts/matrix';
import { maxNamed } from './items/findItemFacts';
import { eachPreference } from './preferences';
import { failsGate, weightedWorth } from '../../rubric/score';
import type { VerdictTable } from './counts/verdictTable';

const even = 1e-9;

/**
 * What criteria make of preferences: by criterion, and by the pairs. 12 bytes for each criterion in which the two of a
 * pair differ.
 */
export class ExplainedPreferences {
  /** Strict preferences, and those of them on which a criterion has a verdict on both. */
  pairs = 0;
  judged = 0;
  /** Of those that are judged: as many points for both, and those where the loser has more. */
  equal = 0;
  readonly unexplained = new FirstExamples<PreferredPair>(maxNamed);
  readonly against = new FirstExamples<ContradictedPair>(maxNamed);
  /**
   * By number of the criterion: pairs with a verdict on both in which the winner's worth is higher, lower, the same;
   * and tied ones in which they differ.
   */
  private readonly higher: Uint32Array;
  private readonly lower: Uint32Array;
  private readonly same: Uint32Array;
  private readonly tiedApart: Uint32Array;
  /**
   * Of strict preferences that a criterion separates, those whose winner has more of what its weight rewards; and of
   * those that are judged, the unexplained ones (0) and those against the verdicts (1). By item.
   */
  readonly right = new ItemSums();
  readonly overall = new ItemSums();
  private readonly ends = new GrowableArray(new Uint32Array(1 << 10));
  private readonly columns = new GrowableArray(new Uint32Array(1 << 12));
  private readonly values = new GrowableArray(new Float64Array(1 << 12));

  constructor(private readonly study: StudyCriteria) {
    [this.higher, this.lower, this.same, this.tiedApart] = [
      new Uint32Array(study.count),
      new Uint32Array(study.count),
      new Uint32Array(study.count),
      new Uint32Array(study.count),
    ];
  }

  add(sheet: VerdictTable, annotation: Annotation, ordinal: number, row: number): void {
    const before = {
      higher: sheet.criteria.map((criterion) => this.higher[criterion] ?? 0),
      lower: sheet.criteria.map((criterion) => this.lower[criterion] ?? 0),
      judged: this.judged,
      unexplained: this.unexplained.count,
      against: this.against.count,
    };
    this.addAll(sheet, annotation, ordinal);
    for (const [slot, criterion] of sheet.criteria.entries()) {
      const [higher, lower] = [
        (this.higher[criterion] ?? 0) - (before.higher[slot] ?? 0),
        (this.lower[criterion] ?? 0) - (before.lower[slot] ?? 0),
      ];
      this.right.add(
        criterion,
        row,
        (this.study.all[criterion]?.criterion.weight ?? 0) < 0 ? lower : higher,
        higher + lower,
      );
    }
    const judged = this.judged - before.judged;
    this.overall.add(0, row, this.unexplained.count - before.unexplained, judged);
    this.overall.add(1, row, this.against.count - before.against, judged);
  }

  private addAll(sheet: VerdictTable, annotation: Annotation, ordinal: number): void {
    eachPreference(annotation.judgement, sheet.indexOf, sheet.width, (winner, loser, tied) => {
      if (tied) this.addTie(sheet, winner, loser);
      else this.addPair(sheet, winner, loser, annotation, ordinal);
    });
  }

  /** How a criterion goes together with preferences; ties of the first are those of its worths. */
  countsOf(criterion: number): PairCounts {
    return {
      concordant: this.higher[criterion] ?? 0,
      discordant: this.lower[criterion] ?? 0,
      tiedInFirst: this.same[criterion] ?? 0,
      tiedInSecond: this.tiedApart[criterion] ?? 0,
    };
  }

  /** Of how many strict preferences a criterion tells the two apart. */
  separatedBy(criterion: number): number {
    return (this.higher[criterion] ?? 0) + (this.lower[criterion] ?? 0);
  }

  /**
   * The weights that the preferences imply, of all criteria together. Where a criterion has no verdict on one of the
   * two, it says nothing for either.
   */
  impliedWeights(): Weights {
    return bradleyTerry({
      features: this.study.count,
      ends: this.ends.all,
      columns: this.columns.all,
      values: this.values.all,
    });
  }

  private addTie({ criteria, width, worths }: VerdictTable, a: number, b: number): void {
    for (const [slot, criterion] of criteria.entries()) {
      const difference = (worths[slot * width + a] ?? Number.NaN) - (worths[slot * width + b] ?? Number.NaN);
      if (Math.abs(difference) > even) this.tiedApart[criterion] = (this.tiedApart[criterion] ?? 0) + 1;
    }
  }

  private addPair(sheet: VerdictTable, winner: number, loser: number, annotation: Annotation, ordinal: number): void {
    const { criteria, definitions, width, worths } = sheet;
    this.pairs++;
    const before = this.columns.length;
    let shared = 0;
    let explained = false;
    let possible = 0;
    for (let slot = 0; slot < criteria.length; slot++) {
      const [above, below] = [worths[slot * width + winner] ?? Number.NaN, worths[slot * width + loser] ?? Number.NaN];
      const [criterion, definition] = [criteria[slot] ?? 0, definitions[slot]];
      const difference = above - below;
      if (Number.isNaN(difference) || !definition) continue;
      shared++;
      possible += Math.max(0, definition.weight);
      const column = difference > even ? this.higher : difference < -even ? this.lower : this.same;
      column[criterion] = (column[criterion] ?? 0) + 1;
      if (definition.weight * difference > even || (failsGate(definition, below) && !failsGate(definition, above)))
        explained = true;
      if (Math.abs(difference) <= even) continue;
      this.columns.push(criterion);
      this.values.push(difference);
    }
    if (shared === 0) return;
    if (this.columns.length > before) this.ends.push(this.columns.length);
    this.judged++;
    const pair = (): PreferredPair => ({
      item: annotation.item,
      ordinal,
      annotator: annotation.annotator,
      annotation: annotation.id,
      winner: annotation.shown[winner] ?? '',
      loser: annotation.shown[loser] ?? '',
    });
    const name = (): string => `${annotation.id} ${annotation.shown[winner] ?? ''} ${annotation.shown[loser] ?? ''}`;
    if (!explained) this.unexplained.add(name, pair, annotation.id);
    const scoreOf = (index: number, other: number): number =>
      weightedWorth(definitions, (slot) => {
        const own = worths[slot * width + index] ?? Number.NaN;
        return Number.isNaN(worths[slot * width + other] ?? Number.NaN) ? Number.NaN : own;
      });
    const [best, worst] = [scoreOf(winner, loser), scoreOf(loser, winner)];
    if (Math.abs(best - worst) <= even) this.equal++;
    else if (worst > best)
      this.against.add(
        name,
        () => ({
          ...pair(),
          winnerScore: possible > 0 ? best / possible : null,
          loserScore: possible > 0 ? worst / possible : null,
        }),
        annotation.id,
      );
  }
}
