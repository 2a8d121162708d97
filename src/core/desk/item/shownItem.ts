import type { Refinement } from '../../model/annotation/annotation';
import type { Item, Response } from '../../model/item/item';
import type { JudgementKey } from '../../model/annotation/judgementKey';
import type { Label } from '../../dataset/layouts/layout';
import type { CritiquesShown } from '../othersCritiques/critique';

/**
 * Better texts that an annotator makes of responses: once saved they stand among the responses, in a blind order
 * of their own, and are judged like them.
 *
 * Every annotation carries the texts that it judges (`refinements` with `id`; `model/item/judgedResponses` finds them), so that no
 * reader looks elsewhere. A judgement has one draft whatever was refined of it; one that goes by another order is
 * carried over through the journal's terms (`draftOf`). VS Code's editors write refinements through a file system
 * of their own in the host, each save a keystroke of the draft.
 */

/** A refinement that has a name, by which it is judged. */
export type NamedRefinement = Refinement & { readonly id: string };

/** An item as one annotator sees it: its responses in the blind order, and the seed of that order. */
export interface ShownItem {
  readonly item: Item;
  /** Whose eyes these are: drafts and judgements made on this view are theirs. */
  readonly annotator: string;
  readonly seed: number;
  /** The judgement of the item that this is, of several; the plain one where absent. */
  readonly judgementKey?: JudgementKey | undefined;
  readonly responses: readonly Response[];
  /** The labels of the item's source, which the annotator sees only where the study suggests them. */
  readonly labels?: readonly Label[] | undefined;
  /**
   * What the annotator made of the responses and judges among them (see `withRefinements`); then `firstSeed` is the seed of
   * the order without it.
   */
  readonly refined?: readonly NamedRefinement[];
  readonly firstSeed?: number;
  /** The critiques that others wrote of the responses, where the annotator may see them now. */
  readonly critiques?: CritiquesShown | undefined;
}
