import type { Annotation } from '../../model/annotation/annotation';
import { ruleScopes, type RuleScope } from '../../model/annotation/judgementValues';
import { turnsOf, type Item, type Response } from '../../model/item/item';
import type { Rules } from '../../model/rubric/rule';
import type { ExportFormat, Judged } from '../format';
import type { Fields } from '../fields';
import { trainerMessage } from '../texts/messages';
import { rowOrigin } from '../builders/pairFormat';
import type { DropReason } from '../dropReasons';
import { isNoBetter, refinementsOf, type RefinementStep } from './refinements';

/**
 * What marks by rules come to for training, as C3PO takes it apart (M. Stephan et al., RLVF: Learning from Verbal
 * Feedback without Overgeneralization, 2024; austrian-code-wizard/c3po src/dataset/format.py: `revised_response` chosen
 * over `baseline_response` in scope, and `baseline_response` alone for near-scope and out-of-scope prompts).
 */

/**
 * A row: of a pair in scope as TRL's DPO reads it, or of a response that stays as it is as its SFT does (prompt and
 * completion); with the rule that it is for in columns that trainers pass over.
 */
export interface RuleRow {
  readonly scope: RuleScope;
  readonly value: Fields;
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
  const prompt = item.prompt.map(trainerMessage);
  return (judgement.rules ?? [])
    .filter(({ scope }) => scopes.includes(scope))
    .flatMap(({ rule, version, scope }): RuleRow[] => {
      const words = rules.rules.find((each) => each.id === rule)?.versions.find((each) => each.version === version);
      if (!words) {
        onDrop('unknown-rule');
        return [];
      }
      const of = { rule, version, feedback: words.feedback, rule_scope: words.scope, scope };
      const { refined, changed } = scope === 'in' ? refinedBy(rule, annotation, judged) : { refined: [], changed: 0 };
      for (let left = changed; left > 0; left--) onDrop('original-changed');
      const improved = refined.filter((step) => !isNoBetter(step));
      for (let left = refined.length - improved.length; left > 0; left--) onDrop('not-improved');
      const values: Fields[] =
        scope === 'in'
          ? improved.map(({ before, after }) => ({
              prompt,
              chosen: completion(after),
              rejected: completion(before),
              ...of,
            }))
          : kept(item, judgement).map((response) => ({ prompt, completion: completion(response), ...of }));
      if (changed + refined.length + values.length === 0) onDrop('not-refined-by-rule');
      return values.map((value) => ({ scope, value }));
    });
}

const completion = (response: Response): Fields[] => turnsOf(response).map(trainerMessage);

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

/** The rows of all marks of an item with one of these scopes, by annotators. */
export const ruleFormatRows = (scopes: readonly RuleScope[]): ExportFormat['rows'] =>
  function* (judged, _options, _file, notify) {
    const { context, annotations, study } = judged;
    for (const annotation of annotations) {
      if (!annotation.judgement.rules?.some(({ scope }) => scopes.includes(scope))) notify.drop('nothing-of-it');
      for (const { scope, value } of ruleRowsOf(annotation, judged, study.rules, notify.drop, scopes)) {
        if (context !== undefined) notify.note('under-context');
        yield { value, from: { ...rowOrigin({ annotations: [annotation], context }), scope } };
      }
    }
  };
