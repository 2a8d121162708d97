import * as z from 'zod';
import type { Annotation } from '../../model/annotation/annotation';
import { ruleScopes, type RuleScope } from '../../model/annotation/judgementValues';
import type { Item, Response } from '../../model/item/item';
import type { Rules, RuleVersion } from '../../model/rubric/rule';
import type { Found } from '../builders/rowFormat';
import type { DropReason } from '../dropReasons';
import type { Judged, RowNotifier } from '../format';
import { isNoBetter, refinementsOf, type RefinementStep } from './refinements';

/**
 * What marks by rules come to for training, as C3PO takes it apart (M. Stephan et al., RLVF: Learning from Verbal
 * Feedback without Overgeneralization, 2024; austrian-code-wizard/c3po src/dataset/format.py: `revised_response` chosen
 * over `baseline_response` in scope, and `baseline_response` alone for near-scope and out-of-scope prompts).
 */

/**
 * A row: of a pair in scope as TRL's DPO reads it, or of a response that stays as it is as its SFT does (prompt and
 * completion), with the rule that it is for.
 */
export interface RuleRow {
  readonly annotation: Annotation;
  readonly scope: RuleScope;
  readonly rule: string;
  readonly version: number;
  readonly words: RuleVersion;
  /** What a model is to write, over what it was made of: itself where it stays as it is. */
  readonly chosen: Response;
  readonly rejected: Response;
}

/** Why a mark gave no row. */
export type RuleDrop = Extract<
  DropReason,
  'not-improved' | 'not-refined-by-rule' | 'original-changed' | 'unknown-rule'
>;

/**
 * The rows of one annotation. In scope: each refinement that was made by the rule, preferred to the text that it was
 * made of, unless its annotator judged both and found it no better. Near misses and out of scope: the responses that were preferred, or all that the item has where none is;
 * what was refined is none of the model's. A mark by words that the study no longer has gives none.
 */
export function ruleRowsOf(
  annotation: Annotation,
  judged: Pick<Judged, 'item' | 'source'>,
  rules: Rules,
  onDrop: (reason: RuleDrop) => void,
  scopes: readonly RuleScope[] = ruleScopes,
): RuleRow[] {
  const { judgement } = annotation;
  const { item } = judged;
  return (judgement.rules ?? [])
    .filter(({ scope }) => scopes.includes(scope))
    .flatMap(({ rule, version, scope }): RuleRow[] => {
      const words = rules.rules.find((each) => each.id === rule)?.versions.find((each) => each.version === version);
      if (!words) {
        onDrop('unknown-rule');
        return [];
      }
      const of = { annotation, rule, version, words, scope };
      const { refined, changed } = scope === 'in' ? refinedBy(rule, annotation, judged) : { refined: [], changed: 0 };
      for (let left = changed; left > 0; left--) onDrop('original-changed');
      const improved = refined.filter((step) => !isNoBetter(step));
      for (let left = refined.length - improved.length; left > 0; left--) onDrop('not-improved');
      const rows =
        scope === 'in'
          ? improved.map(({ before, after }) => ({ ...of, chosen: after, rejected: before }))
          : kept(item, judgement).map((response) => ({ ...of, chosen: response, rejected: response }));
      if (changed + refined.length + rows.length === 0) onDrop('not-refined-by-rule');
      return rows;
    });
}

/** The texts that were refined by a rule, and what became of them; and how many were of a text that changed since. */
function refinedBy(
  rule: string,
  annotation: Annotation,
  judged: Pick<Judged, 'item' | 'source'>,
): { readonly refined: readonly RefinementStep[]; readonly changed: number } {
  let changed = 0;
  const refined = refinementsOf(annotation, judged, (reason, refinement) => {
    if (reason === 'original-changed' && refinement.rule?.id === rule) changed++;
  });
  return { refined: refined.filter(({ refinement }) => refinement.rule?.id === rule), changed };
}

/**
 * The item's responses that were ranked first, or that lost no comparison of the whole; all where nothing tells them
 * apart.
 */
function kept({ responses }: Item, { ranking, comparisons = [] }: Annotation['judgement']): readonly Response[] {
  const ranked = ranking?.tiers
    .map((tier) => responses.filter(({ id }) => tier.includes(id)))
    .find((tier) => tier.length > 0);
  if (ranked) return ranked;
  const lost = new Set(
    comparisons.flatMap(({ a, b, outcome, criterion }) =>
      criterion !== undefined ? [] : outcome === 'a' ? [b] : outcome === 'b' ? [a] : [],
    ),
  );
  const best = responses.filter(({ id }) => !lost.has(id));
  return best.length > 0 ? best : responses;
}

/** What the rows of all marks of an item with one of these scopes are made of, by annotators. */
export const ruleRowsIn = (scopes: readonly RuleScope[]) =>
  function* (judged: Judged, _options: unknown, notify: RowNotifier): Generator<RuleRow & Found> {
    for (const annotation of judged.annotations) {
      if (!annotation.judgement.rules?.some(({ scope }) => scopes.includes(scope))) notify.drop('nothing-of-it');
      for (const row of ruleRowsOf(annotation, judged, judged.study.rules, notify.drop, scopes))
        yield { ...row, named: { scope: row.scope } };
    }
  };

/** The rule that a row is for, in columns that trainers pass over. */
export const ruleColumns = {
  rule: { rule: z.string(), value: ({ rule }: RuleRow) => rule },
  version: { rule: z.int().positive(), value: ({ version }: RuleRow) => version },
  feedback: { rule: z.string(), value: ({ words }: RuleRow) => words.feedback },
  rule_scope: { rule: z.string(), value: ({ words }: RuleRow) => words.scope },
};
