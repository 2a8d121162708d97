import { eachUnit, valuesOf } from '../judgements/valuesOf';
import { ByItem, isAbove, type KindOf } from './figure';
import { comparedAcross } from './settings';

/** So often do annotators disagree with themselves at most where nothing but the context differs. */
const usualFlips = 0.1;

/**
 * Judgments under a context: whether the context is what the label turns on. One annotator's preferences on the same
 * two responses under two contexts, and what annotators disagree about: the context (across), or the same one (within).
 */
export const contexts: KindOf<'contexts'> = ({ judgements, wanted }) => {
  const { annotations } = judgements;
  const own = new Set<number>();
  const used = new Set<number>();
  for (const [at, context] of annotations.context.entries())
    if (context >= 0 && wanted(at)) {
      own.add(at);
      used.add(context);
    }
  if (own.size === 0) return { annotations: own, figures: [] };
  const isUnder = (one: number, other: number): boolean =>
    annotations.turn[one] === annotations.turn[other] && annotations.context[one] !== annotations.context[other];
  const { flips, across, flipped } = comparedAcross(judgements, wanted, isUnder);
  const within = new ByItem(2);
  const valued = valuesOf(judgements, 'preferences', (at) => own.has(at));
  eachUnit(valued, (begin, end) => {
    for (let a = begin; a < end; a++)
      for (let b = a + 1; b < end; b++) within.add(valued.items[a] ?? 0, valued.values[a] === valued.values[b] ? 1 : 0);
  });
  const [flipRate, under] = [flips.share(), within.share()];
  return {
    annotations: own,
    figures: [
      { name: 'contexts.used', value: used.size },
      {
        name: 'contexts.flips',
        value: flipRate,
        rows: () => flipped,
        matters: isAbove(flipRate, usualFlips)
          ? { severity: 'medium', numbers: { within: under?.value ?? -1 } }
          : undefined,
      },
      { name: 'contexts.within', value: under },
      { name: 'contexts.across', value: across.share() },
    ],
  };
};
