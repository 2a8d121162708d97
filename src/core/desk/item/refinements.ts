import { createHash } from 'node:crypto';
import { seedOf, shuffled } from '../../model/annotation/blindOrder';
import type { Judgement, Refinement } from '../../model/annotation/annotation';
import type { Draft } from '../../model/annotation/draft';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { RuleRef } from '../../model/rubric/rule';
import { shortHash } from '../../model/text/shortHash';
import type { ShownItem } from './shownItem';
import { withImagePaths, withoutImagePaths } from '../../model/item/markdownImages';
import { type NamedRefinement } from './shownItem';

export const isNamed = (refinement: Refinement): refinement is NamedRefinement => refinement.id !== undefined;

/**
 * Names a refined text: from its response and round, and from the text itself, so that no two texts ever share a name,
 * whoever wrote them and whatever was taken back.
 */
export function refinedId({ response, round = 1, text }: Refinement): string {
  return `${response}~${round}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/**
 * The item as it is shown to whoever made the judgement: what they refined among the responses, as one that any of them
 * may be.
 * @param first in the order of the responses alone
 */
export function withRefinements(
  first: ShownItem,
  { refinements = [] }: Pick<Judgement, 'refinements'> = {},
): ShownItem {
  const refined = refinements.filter(isNamed);
  if (refined.length === 0) return first;
  const seed = seedOf(String(first.seed), 'refined', ...refined.map(({ id }) => id));
  return {
    ...first,
    seed,
    firstSeed: first.seed,
    refined,
    responses: shuffled(judgedResponses(first.item, { refinements: refined }), seed),
  };
}

/** Tells whether a response can be refined: one that is a single text of the assistant's. */
export function canRefine({ responses }: Pick<ShownItem, 'responses'>, index: number): boolean {
  const { turns } = responses[index] ?? {};
  const [turn] = turns ?? [];
  return (
    index < responses.length &&
    (turns === undefined ||
      (turns.length === 1 && turn?.role === 'assistant' && turn.media === undefined && turn.toolCalls === undefined))
  );
}

/**
 * Lists the refinements of a judgement: those of before, those shown among the responses, and the draft's own, each as
 * the next round of its response. A text that is the same as before is left out.
 */
export function refinementsOf(
  draft: Draft,
  { responses, refined = [] }: ShownItem,
  { refinements: before = [] }: Pick<Judgement, 'refinements'>,
): Refinement[] {
  const all: Refinement[] = [...before.filter(({ id }) => !refined.some((each) => each.id === id)), ...refined];
  for (const [index, made] of draft.refinements.entries()) {
    const edited = responses[index];
    if (!edited) continue;
    const text = withImagePaths(made, edited.text);
    if (text.trim() === '' || text === edited.text) continue;
    const parent = refined.find(({ id }) => id === edited.id);
    const response = parent?.response ?? edited.id;
    if (all.some((each) => each.response === response && each.text === text)) continue;
    const round = 1 + Math.max(0, ...all.filter((each) => each.response === response).map((each) => each.round ?? 1));
    const next = { response, round, ...(parent && { of: parent.round ?? 1 }), ofHash: shortHash(edited.text), text };
    const rule = draft.refinementRules[index];
    all.push({ ...next, id: refinedId(next), ...(rule && { rule }) });
  }
  return all;
}

/**
 * Gives the refinements of a judgement that are not shown among the responses, as texts of the draft with their sources
 * and the rules that they follow.
 */
export function selectedRefinements(
  { refinements = [] }: Pick<Judgement, 'refinements'>,
  { responses, refined = [] }: ShownItem,
): { refinements: string[]; refinementRules: (RuleRef | null)[] } {
  const texts = responses.map(() => '');
  const rules = responses.map((): RuleRef | null => null);
  for (const { response, of, text, id, rule = null } of refinements) {
    if (id === undefined || refined.some((each) => each.id === id)) continue;
    const parent =
      of === undefined ? undefined : refined.find((each) => each.response === response && (each.round ?? 1) === of);
    const index = responses.findIndex((each) => each.id === (parent?.id ?? response));
    if (index < 0) continue;
    texts[index] = withoutImagePaths(text).text;
    rules[index] = rule;
  }
  return { refinements: texts, refinementRules: rules };
}
