import type { Annotation } from '../model/annotation';
import type { RuleScope } from '../model/choices';
import { turnsOf, type Item, type Response } from '../model/item';
import { responsesJudged } from '../model/responses';
import type { Rules } from '../model/rule';
import type { Study } from '../study/study';
import { scan } from '../dataset/scan';
import { controlsLeftOut, leftOut } from './selection';
import { plain } from './messages';
import { isWellFormed } from './wellFormed';

/**
 * What marks by rules come to for training, as C3PO takes it apart (M. Stephan et al., RLVF: Learning from Verbal Feedback without Overgeneralization, 2024; austrian-code-wizard/c3po
 * src/dataset/format.py: `revised_response` chosen over `baseline_response` in scope, and `baseline_response` alone for near-scope and out-of-scope prompts).
 */

type Fields = Readonly<Record<string, unknown>>;

/** A row: of a pair in scope as TRL's DPO reads it, or of a response that stays as it is as its SFT does (prompt and completion); with the rule that it is for in columns that trainers pass over. */
export interface RuleRow {
  readonly scope: RuleScope;
  readonly value: Fields;
  /** Of the annotation behind it. */
  readonly annotation: string;
}

/** Why a mark gave no row. */
export type RuleDrop = 'stale' | 'no-refinement' | 'unknown-rule' | 'lone-surrogate' | 'left-out';

/**
 * The rows of one annotation. In scope: each refinement that was made by the rule, preferred to the text that it was made of. Near misses and out of scope: the responses that were preferred, or all that the item
 * has where none is; what was refined is none of the model's. A mark by words that the study no longer has gives none.
 */
export function ruleRowsOf({ id, judgement }: Pick<Annotation, 'id' | 'judgement'>, item: Item, rules: Rules, onDrop: (reason: RuleDrop) => void): RuleRow[] {
  const known = new Map(responsesJudged(item, judgement).map((response) => [response.id, response]));
  const prompt = item.prompt.map(plain);
  return (judgement.rules ?? []).flatMap(({ rule, version, scope }): RuleRow[] => {
    const words = rules.rules.find((each) => each.id === rule)?.versions.find((each) => each.version === version);
    if (!words) {
      onDrop('unknown-rule');
      return [];
    }
    const of = { rule, version, feedback: words.feedback, rule_scope: words.scope, scope };
    const values: Fields[] = scope === 'in' ? pairsBy(rule, judgement, known).map(({ before, after }) => ({ prompt, chosen: completion(after), rejected: completion(before), ...of })) : kept(item, judgement).map((response) => ({ prompt, completion: completion(response), ...of }));
    if (values.length === 0) onDrop('no-refinement');
    return values.flatMap((value) => {
      if (isWellFormed(value)) return [{ scope, value, annotation: id }];
      onDrop('lone-surrogate');
      return [];
    });
  });
}

const completion = (response: Response): Fields[] => turnsOf(response).map(plain);

/** The texts that were refined by a rule, and what became of them. */
function pairsBy(rule: string, { refinements = [] }: Annotation['judgement'], known: ReadonlyMap<string, Response>): { readonly before: Response; readonly after: Response }[] {
  return refinements.flatMap(({ id = '', response, of, text, rule: by }) => {
    if (by?.id !== rule) return [];
    const parent = of === undefined ? response : refinements.find((each) => each.response === response && (each.round ?? 1) === of)?.id;
    const before = known.get(parent ?? '');
    return before && before.text !== text ? [{ before, after: { id, text } }] : [];
  });
}

/** The item's responses that were ranked first, or that lost no comparison of the whole; all where nothing tells them apart. */
function kept({ responses }: Item, { ranking, comparisons = [] }: Annotation['judgement']): readonly Response[] {
  const ranked = ranking?.tiers.map((tier) => responses.filter(({ id }) => tier.includes(id))).find((tier) => tier.length > 0);
  if (ranked) return ranked;
  const lost = new Set(comparisons.flatMap(({ a, b, outcome, criterion }) => (criterion !== undefined ? [] : outcome === 'a' ? [b] : outcome === 'b' ? [a] : [])));
  const best = responses.filter(({ id }) => !lost.has(id));
  return best.length > 0 ? best : responses;
}

/** What was written, and what was not. */
export interface RuleTally {
  readonly rows: Record<RuleScope, number>;
  readonly dropped: Partial<Record<RuleDrop, number>>;
}

export const newRuleTally = (): RuleTally => ({ rows: { in: 0, near: 0, out: 0 }, dropped: {} });

/** The rows of all marks in force, in the dataset's order, then by annotator; counted in `tally`. Judgements of items that changed, that came again, of control items and under a context are left out, as in every export. Reads the dataset once. */
export async function* ruleRows(study: Study, tally: RuleTally, signal?: AbortSignal): AsyncGenerator<RuleRow> {
  const drop = (reason: RuleDrop): void => void (tally.dropped[reason] = (tally.dropped[reason] ?? 0) + 1);
  const controls = controlsLeftOut(study, {});
  const written = new Set<string>();
  for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
    for (const parsed of batch) {
      if ('problem' in parsed) continue;
      const { item } = parsed;
      for (const standing of study.replay.annotators().flatMap((annotator) => study.replay.everyOn(annotator, item))) {
        // Of records that repeat an item the first gives all.
        if (standing.skipped || written.has(standing.id)) continue;
        const annotation = await study.journal.fetch(standing.ref);
        if (!annotation.judgement.rules) continue;
        written.add(standing.id);
        if (standing.hash !== item.hash) drop('stale');
        else if (leftOut(standing, {}, controls) || annotation.turn !== undefined) drop('left-out');
        else {
          for (const row of ruleRowsOf(annotation, item, study.rules, drop)) {
            tally.rows[row.scope]++;
            yield row;
          }
        }
      }
    }
  }
}
