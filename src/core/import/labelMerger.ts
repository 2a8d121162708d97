import { isDeepStrictEqual } from 'node:util';
import type { Label } from '../dataset/layouts/layout';
import { itemKey, type ImportTarget } from './studyItems';
import { JudgementMerger } from './judgementMerger';

/** What one annotator says of one item under one context, out of several rows. */
interface Own {
  readonly annotator: string;
  /** Of the first row, but for what is gathered. */
  readonly first: Label;
  readonly together: JudgementMerger;
  readonly shown: Set<string>;
  readonly ofCritiques: NonNullable<Label['ofCritiques']>[number][];
  duration: number | undefined;
  /** How many labels it is made of. */
  labels: number;
}

/** A label made of several. */
export interface MergedLabel {
  readonly annotator: string;
  readonly label: Label;
  readonly labels: number;
}

/**
 * Labels of rows that each say something of some of an item's responses: those of one annotator on an item become one,
 * wherever the rows stand in a file.
 */
export class LabelMerger {
  private readonly items = new Map<string, { readonly target: ImportTarget; readonly own: Map<string, Own> }>();

  has(annotator: string, target: ImportTarget, context: string | undefined): boolean {
    return this.items.get(itemKey(target))?.own.has(JSON.stringify([annotator, context])) ?? false;
  }

  /**
   * Takes a label; tells where nothing is new in it, and where it says otherwise than one before (which then stands).
   */
  add(annotator: string, target: ImportTarget, label: Label): 'taken' | 'repeated' | 'contrary' {
    const item = this.items.get(itemKey(target)) ?? { target, own: new Map<string, Own>() };
    this.items.set(itemKey(target), item);
    const key = JSON.stringify([annotator, label.context]);
    const own = item.own.get(key);
    const shown = label.shown ?? target.shown;
    if (!own) {
      const together = new JudgementMerger();
      together.add(label.judgement);
      item.own.set(key, {
        annotator,
        first: label,
        together,
        shown: new Set(shown),
        ofCritiques: [...(label.ofCritiques ?? [])],
        duration: label.duration,
        labels: 1,
      });
      return 'taken';
    }
    const added = own.together.add(label.judgement);
    if (added === 'contrary') return 'contrary';
    const ofCritiques = (label.ofCritiques ?? []).filter(
      (each) => !own.ofCritiques.some((other) => isDeepStrictEqual(other, each)),
    );
    if (added === 'known' && ofCritiques.length === 0) return 'repeated';
    for (const id of shown) own.shown.add(id);
    own.ofCritiques.push(...ofCritiques);
    if (label.duration !== undefined) own.duration = (own.duration ?? 0) + label.duration;
    own.labels++;
    return 'taken';
  }

  /**
   * The labels by item, in the order in which these came.
   * @param inOrder whether the responses were shown in the order of the rows; else in the item's
   */
  *all(inOrder: boolean): Generator<{ readonly target: ImportTarget; readonly labels: readonly MergedLabel[] }> {
    for (const { target, own } of this.items.values()) {
      const labels = [...own.values()].map(
        ({ annotator, first, together, shown, ofCritiques, duration, labels: count }): MergedLabel => ({
          annotator,
          labels: count,
          label: {
            ...first,
            judgement: together.judgement(),
            shown: inOrder
              ? [...shown]
              : [
                  ...target.shown.filter((id) => shown.has(id)),
                  ...[...shown].filter((id) => !target.shown.includes(id)),
                ],
            ...(duration !== undefined && { duration }),
            ...(ofCritiques.length > 0 && { ofCritiques }),
          },
        }),
      );
      yield { target, labels };
    }
  }
}
