import type { Comparison } from '../../model/annotation/fields/comparisons';
import type { Judgement, SuggestedJudgement } from '../../model/annotation/judgement';
import type { ModeName } from '../../model/annotation/mode';
import type { Draft } from '../../model/annotation/draft';
import { draftOf } from '../drafts/draftConversion';
import type { ShownItem } from './shownItem';

/** Labels of the dataset as a draft that a person confirms or changes. */
export interface Suggestion {
  /** Who judged, or which model, where the dataset says so. */
  readonly by?: string;
  readonly judgement: SuggestedJudgement;
  readonly draft: Draft;
}

/**
 * The first label of an item that can be said in the way in which it is judged; undefined where none can. What was
 * ranked elsewhere compares two, and two that were compared are ranked: a person sees it before it is saved as theirs.
 */
export function suggestionFor(shown: ShownItem, mode: ModeName): Suggestion | undefined {
  for (const { judgement: said, annotator, judge, context, repeat, turn } of shown.labels ?? []) {
    if (context !== undefined || repeat !== undefined || turn !== undefined) continue;
    const judgement = judgementIn(mode, said, shown);
    if (!judgement) continue;
    const by = judge ?? annotator;
    return { ...(by !== undefined && { by }), judgement, draft: draftOf({ judgement, mode }, shown) };
  }
  return undefined;
}

function judgementIn(mode: ModeName, said: Judgement, { responses }: ShownItem): SuggestedJudgement | undefined {
  const [first, second] = responses.map(({ id }) => id);
  const { ratings, acceptable } = said;
  switch (mode) {
    case 'rank':
      return ranked(said.ranking?.tiers ?? (responses.length === 2 ? tiersOfComparison(said) : undefined));
    case 'best': {
      const [tier] = said.ranking?.tiers ?? tiersOfComparison(said) ?? [];
      return tier?.length === 1 ? ranked([tier]) : undefined;
    }
    case 'pair':
      if (first === undefined || second === undefined || responses.length !== 2) return undefined;
      return compared(said, first, second);
    case 'rate':
      return ratings && { ratings };
    case 'thumbs':
      return acceptable && { acceptable };
    // Where steps begin is the annotator's to say first; best and worst are said by no label.
    case 'steps':
    case 'best-worst':
      return undefined;
  }
}

const ranked = (tiers: readonly (readonly string[])[] | undefined): SuggestedJudgement | undefined =>
  tiers && tiers.length > 0 ? { ranking: { tiers: tiers.map((tier) => [...tier]) } } : undefined;

/** The order of two that were compared; undefined where nothing says one. */
function tiersOfComparison({ comparisons = [] }: Judgement): string[][] | undefined {
  const [only, ...others] = comparisons.filter(({ criterion }) => criterion === undefined);
  if (!only || others.length > 0) return undefined;
  const { a, b, outcome } = only;
  if (outcome === 'a') return [[a], [b]];
  if (outcome === 'b') return [[b], [a]];
  return outcome === 'tie' ? [[a, b]] : undefined;
}

/**
 * Turns a comparison round: the desk shows two in the order in which they are compared, and the source often names the
 * better one first.
 */
function turned({ a, b, outcome, ...rest }: Comparison): Comparison {
  return { a: b, b: a, outcome: outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : outcome, ...rest };
}

function compared({ ranking, comparisons }: Judgement, a: string, b: string): SuggestedJudgement | undefined {
  const [made, ...others] = comparisons?.filter(({ criterion }) => criterion === undefined) ?? [];
  if (made && others.length > 0) return undefined;
  if (made) return { comparisons: [made.a === a ? made : turned(made)] };
  const places = [a, b].map((id) => ranking?.tiers.findIndex((tier) => tier.includes(id)) ?? -1);
  const [ofA = -1, ofB = -1] = places;
  if (ofA < 0 || ofB < 0) return undefined;
  return { comparisons: [{ a, b, outcome: ofA === ofB ? 'tie' : ofA < ofB ? 'a' : 'b' }] };
}
