import type { Annotation, Judgement } from '../../model/annotation/annotation';
import type { Label } from '../../dataset/layouts/layout';
import { withCodePointOffsets, offsetsFromMessage } from '../../journal/codePointOffsets';
import { emptyDraft, type Draft } from '../../model/annotation/draft';
import type { Item } from '../../model/item/item';
import { shuffled } from '../../model/annotation/blindOrder';
import { modeFor, type ModeChoice } from '../../model/annotation/mode';
import { plainKey, type JudgementKey } from '../../model/annotation/judgementKey';
import { draftFields } from './draftFields';
import { orderSeed } from './draftName';
import { labelledMode } from '../item/labelledMode';
import type { ShownItem } from '../item/shownItem';

/**
 * The blind order: drawn from study, annotator and item, so that it is the same after a reload and different for
 * everyone. One that comes again has another order.
 */
export function inBlindOrder(
  item: Item,
  studySeed: number,
  annotator: string,
  judgementKey: JudgementKey = plainKey,
  labels?: readonly Label[],
): ShownItem {
  const seed = orderSeed(item.id, studySeed, annotator);
  const first: ShownItem = {
    item,
    annotator,
    judgementKey,
    seed,
    responses: shuffled(item.responses, seed),
    ...(labels && { labels }),
  };
  return judgementKey.repeat === undefined ? first : reordered(first, studySeed, judgementKey.repeat);
}

/** Seeds that are tried for another order. */
const maxTried = 32;

function reordered(first: ShownItem, studySeed: number, repeat: number): ShownItem {
  const { item, annotator } = first;
  for (let attempt = 0; ; attempt++) {
    const seed = orderSeed(item.id, studySeed, annotator, 'repeat', String(repeat), String(attempt));
    const responses = shuffled(item.responses, seed);
    if (attempt === maxTried || responses.some((response, index) => response !== first.responses[index]))
      return { ...first, seed, responses };
  }
}

/**
 * Converts a draft into the journal's terms; empty where nothing was judged. An annotation is complete in itself, so
 * what `before` (the judgement that this one supersedes) says and the desk does not show is said again.
 */
export function judgementOf(draft: Draft, shown: ShownItem, before: Judgement = {}): Judgement {
  const said = [...draftFields].map(([name, field]): [string, unknown] => [
    name,
    field.toJudgement(draft, shown, before),
  ]);
  // What was skipped is judged now.
  const unseen = Object.entries(before).filter(([name]) => name !== 'skip' && !draftFields.has(name));
  return Object.fromEntries<unknown>([...unseen, ...said.filter(([, value]) => !isNothing(value))]);
}

/**
 * A saved judgement as a draft that can be changed, to be judged in the way it was made, or else in the mode that the study wants (`wish`).
 * A ranking is never guessed from comparisons.
 */
export function draftOf(
  inForce: Pick<Annotation, 'judgement' | 'mode' | 'offsets'> | undefined,
  shown: ShownItem,
  wish: ModeChoice = 'rank',
): Draft {
  const empty = emptyDraft(
    shown.responses.length,
    modeFor(wish, shown.responses.length, labelledMode(shown.labels ?? [])),
  );
  if (!inForce) return empty;
  const { judgement, mode } = withCodePointOffsets(inForce, shown.responses);
  return [...draftFields.values()].reduce<Draft>((draft, field) => ({ ...draft, ...field.toDraft(judgement, shown) }), {
    ...empty,
    mode: mode ?? (judgement.comparisons && !judgement.ranking ? 'pair' : empty.mode),
  });
}

/**
 * A draft that was made with other responses on the desk, as it is with those that are shown now: something was refined
 * meanwhile, or that was taken back. What was refined and is not among the responses any more is in hand again; what
 * was judged of it is gone.
 */
export function draftForOrder(draft: Draft, from: ShownItem, to: ShownItem): Draft {
  if (from.seed === to.seed) return draft;
  const judgement = judgementOf(draft, from);
  return draftOf({ judgement, ...offsetsFromMessage(judgement), mode: draft.mode }, to);
}

const isNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
