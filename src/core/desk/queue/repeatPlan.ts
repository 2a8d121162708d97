import { mixed, seedOf } from '../../model/annotation/blindOrder';
import { plainKey, type JudgementKey } from '../../model/annotation/judgementKey';
import type { Project } from '../../model/study/project';

/** Other items that are judged before one comes again, where a study says nothing. */
const standardGap = 20;

/** The repeats and controls that are woven in among the items of one annotator. */
export interface RepeatPlan {
  /** The study's seed. */
  readonly seed: number;
  readonly annotator: string;
  readonly repeats: { readonly rate: number; readonly after: number };
  readonly controls: {
    readonly rate: number;
    readonly items: readonly string[];
    /** The items that may be part of a test, and how many of them come before everything else. */
    readonly test: { readonly items: ReadonlySet<string>; readonly first: number };
  };
}

/** Reads from a project what it weaves in; undefined where it weaves in nothing. */
export function repeatPlanOf({ plan, seed }: Project, annotator: string): RepeatPlan | undefined {
  if (!plan?.repeats && !plan?.controls) return undefined;
  const { repeats, controls } = plan;
  return {
    seed,
    annotator,
    repeats: { rate: repeats?.rate ?? 0, after: repeats?.after ?? standardGap },
    controls: {
      rate: controls?.rate ?? 0,
      items: controls?.items ?? [],
      test: { items: new Set(Object.keys(controls?.answers ?? {})), first: controls?.first ?? 0 },
    },
  };
}

/** The first time that an item comes again. */
export const repeatKey: JudgementKey = { repeat: 1 };

export type InterleaveKind = 'fresh' | 'repeat' | 'control';

/**
 * Draws what comes before an annotator's judgement with that number (from 0), by seed, annotator and number, the same
 * on every machine.
 */
export function kindAt({ seed, annotator, repeats, controls }: RepeatPlan, number: number): InterleaveKind {
  const draw = weight('weave', String(seed), annotator, String(number));
  if (draw < controls.rate) return 'control';
  return draw < controls.rate + repeats.rate ? 'repeat' : 'fresh';
}

/** In which order items of a kind come, the least first: drawn by seed, annotator and item. */
export function weightOf({ seed, annotator }: RepeatPlan, kind: 'repeat' | 'control', item: string): number {
  return weight(kind, String(seed), annotator, item);
}

/** The seat in which an item of a kind is judged. */
export const judgementKeyOfKind = (kind: 'repeat' | 'control'): JudgementKey =>
  kind === 'repeat' ? repeatKey : plainKey;

/** A number from 0 (and below 1) for any texts. */
const weight = (...texts: readonly string[]): number => mixed(seedOf(...texts)) / 2 ** 32;
