import type { Label } from '../../dataset/layouts/layout';
import type { ParsedItem } from '../../dataset/parse';
import type { Judgement } from '../../model/annotation';
import type { Uncertainty } from '../../model/desk';

/** How uncertain an item is: the widest spread of one kind of score, in its own units; where it has no scores, the part of its labels that most disagree (0 to 1/2). */
export function valueOf(uncertainty: Uncertainty | undefined): number {
  switch (uncertainty?.kind) {
    case undefined: return 0;
    case 'spread': return uncertainty.to - uncertainty.from;
    case 'disputed': return uncertainty.against / (uncertainty.agree + uncertainty.against);
  }
}

/** What makes the item of a record uncertain; undefined where nothing does. */
export function uncertaintyOf({ item, labels }: Pick<ParsedItem, 'item' | 'labels'>): Uncertainty | undefined {
  return widest(item, labels) ?? mostDisputed(labels);
}

function widest(item: ParsedItem['item'], labels: readonly Label[]): Uncertainty | undefined {
  const ranges = new Map<string, { from: number; to: number }>();
  const take = (name: string, value: number): void => {
    const range = ranges.get(name);
    if (!range) ranges.set(name, { from: value, to: value });
    else if (value < range.from) range.from = value;
    else if (value > range.to) range.to = value;
  };
  for (const { judgement } of labels) for (const { aspect, value } of judgement.ratings ?? []) if (value !== null) take(`aspect ${aspect}`, value);
  for (const { verifiers } of item.responses) for (const { name, score } of verifiers ?? []) if (score !== undefined) take(`verifier ${name}`, score);
  let found: Uncertainty | undefined;
  for (const range of ranges.values()) if (range.to - range.from > valueOf(found)) found = { kind: 'spread', ...range };
  return found;
}

function mostDisputed(labels: readonly Label[]): Uncertainty | undefined {
  if (labels.length < 2) return undefined;
  /** By the two responses: how many labels say what of them. */
  const said = new Map<string, Map<string, number>>();
  for (const { judgement } of labels) {
    for (const [pair, outcome] of outcomesOf(judgement)) {
      const counts = said.get(pair) ?? new Map<string, number>();
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      said.set(pair, counts);
    }
  }
  let found: Uncertainty | undefined;
  for (const counts of said.values()) {
    const all = [...counts.values()];
    const agree = Math.max(...all);
    const disputed: Uncertainty = { kind: 'disputed', agree, against: all.reduce((sum, count) => sum + count) - agree };
    if (valueOf(disputed) > valueOf(found)) found = disputed;
  }
  return found;
}

/** What a judgement says of two responses, each as the two and the better one. */
function outcomesOf({ comparisons, ranking }: Judgement): (readonly [string, string])[] {
  const outcomes = (comparisons ?? []).map(({ a, b, outcome }) => outcomeOf(a, b, outcome === 'a' ? a : outcome === 'b' ? b : outcome));
  const tiers = ranking?.tiers ?? [];
  for (const [at, tier] of tiers.entries()) {
    for (const [index, id] of tier.entries()) {
      for (const other of tier.slice(index + 1)) outcomes.push(outcomeOf(id, other, 'tie'));
      for (const other of tiers.slice(at + 1).flat()) outcomes.push(outcomeOf(id, other, id));
    }
  }
  return outcomes;
}

const outcomeOf = (a: string, b: string, outcome: string): readonly [string, string] => [JSON.stringify(a < b ? [a, b] : [b, a]), outcome];
