import type { Annotation } from '../../../model/annotation/annotation';
import { ruleScopes, type RuleScope } from '../../../model/annotation/judgementValues';
import type { RuleCounts, RuleFigures } from '../../../model/report/ruleCoverage';
import { versionInForce } from '../../../model/rubric/rubric';
import type { Rule, Rules } from '../../../model/rubric/rule';
import { krippendorffAlpha } from '../../agreement/krippendorffAlpha';
import { sameByItem } from '../criterionAgreement';
import { rateOf } from '../../rate';
import { GrowableArray } from './matrix';
import { countingSort } from '../countingSort';

/** Ids of unknown rules that are named. */
const maxNamed = 20;

/** What is counted of one rule. */
class Tally {
  readonly counts: Record<RuleScope, number> = { in: 0, near: 0, out: 0 };
  readonly items = new Set<number>();
  refined = 0;
  earlier = 0;
  /** Marks on items that several judged: row of the item, and which mark. */
  readonly units = new GrowableArray(new Uint32Array(1 << 4));
  readonly values = new GrowableArray(new Float64Array(1 << 4));
}

/** Counts marks by rules while annotations come, in whatever order. */
export class RuleCounter {
  private annotations = 0;
  private readonly tallies: ReadonlyMap<string, Tally>;
  private unknownMarks = 0;
  private readonly unknownIds = new Set<string>();
  private readonly current: ReadonlyMap<string, number>;

  constructor(private readonly rules: Rules) {
    this.tallies = new Map(rules.rules.map(({ id }) => [id, new Tally()]));
    this.current = new Map(rules.rules.map((rule) => [rule.id, versionInForce(rule).version]));
  }

  /**
   * Takes the next annotation. One that was skipped, and a label of the source, could mark nothing.
   * @param row of its item
   * @param isShared whether its marks can be held against another annotator's
   */
  add({ judgement, origin }: Pick<Annotation, 'judgement' | 'origin'>, row: number, isShared: boolean): void {
    if (judgement.skip || (origin.kind === 'imported' && !judgement.rules)) return;
    this.annotations++;
    for (const { rule, version, scope } of judgement.rules ?? []) {
      const tally = this.tallies.get(rule);
      if (!tally) {
        this.unknownMarks++;
        this.unknownIds.add(rule);
        continue;
      }
      tally.counts[scope]++;
      tally.items.add(row);
      if (version !== this.current.get(rule)) tally.earlier++;
      if (scope === 'in' && judgement.refinements?.some((each) => each.rule?.id === rule)) tally.refined++;
      if (!isShared) continue;
      tally.units.push(row);
      tally.values.push(ruleScopes.indexOf(scope));
    }
  }

  get counts(): RuleCounts {
    const rules = this.rules.rules.map((rule) => this.figuresOf(rule, this.tallies.get(rule.id) ?? new Tally()));
    const asked = rules.filter(({ retired }) => !retired);
    const without = (scope: RuleScope): string[] =>
      asked.filter((each) => each.marked > 0 && each[scope] === 0).map(({ id }) => id);
    return {
      annotations: this.annotations,
      rules,
      neverMarked: asked.filter(({ marked }) => marked === 0).map(({ id }) => id),
      without: { in: without('in'), near: without('near'), out: without('out') },
      unknown: { marks: this.unknownMarks, ids: [...this.unknownIds].sort().slice(0, maxNamed) },
    };
  }

  private figuresOf(rule: Rule, { counts, items, refined, earlier, units, values }: Tally): RuleFigures {
    const { version, feedback, scope } = versionInForce(rule);
    const marked = counts.in + counts.near + counts.out;
    const share = (each: RuleScope): RuleFigures['refined'] => rateOf(counts[each], marked);
    const agreement = agreementOn(units.all, values.all);
    return {
      id: rule.id,
      feedback,
      scope,
      version,
      retired: rule.retired === true,
      marked,
      ...counts,
      unmarked: this.annotations - marked,
      shares: { in: share('in'), near: share('near'), out: share('out') },
      items: items.size,
      refined: rateOf(refined, counts.in),
      earlier,
      agreement,
    };
  }
}

/** Agreement on values that come in any order of their units. */
function agreementOn(units: Uint32Array, values: Float64Array): RuleFigures['agreement'] {
  const order = countingSort(units);
  const ends: number[] = [];
  for (let at = 0; at < order.length; at++)
    if (at + 1 === order.length || units[order[at + 1] ?? 0] !== units[order[at] ?? 0]) ends.push(at + 1);
  const sorted = Float64Array.from(order, (place) => values[place] ?? 0);
  const { alpha, units: shared, values: held } = krippendorffAlpha(sorted, Uint32Array.from(ends), 'nominal');
  return { alpha, units: shared, values: held, same: sameByItem(sorted, ends, [...ends.keys()]) };
}
