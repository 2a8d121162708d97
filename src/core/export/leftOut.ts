import type { Standing } from '../journal/replay';
import { isBare } from '../model/seat';
import type { Study } from '../study/study';
import type { Drop } from './pairs';
import type { ExportOptions } from './rows';

/**
 * The judgements that a record gives, of those on its item. Of records that repeat an item the first gives all, and those after it only
 * what is missing: as many judgements come out as there are of them, or as there are records, whichever is more. (In
 * summarize-from-feedback each of an item's workers has a record; HH-RLHF repeats some of its pairs.)
 */
export function standingsFor(repetition: number, standings: readonly Standing[]): readonly Standing[] {
  if (repetition === 0) return standings;
  const bare = standings.filter(isBare);
  return repetition < bare.length || bare.length === 0 ? [] : bare.slice(repetition % bare.length).slice(0, 1);
}

/** Ids of the control items that are not exported. */
export const controlsLeftOut = ({ project }: Study, { controls }: Pick<ExportOptions, 'controls'>): ReadonlySet<string> => new Set(controls === 'keep' ? [] : project.plan?.controls?.items);

/** Why a judgement is none of those that are exported, whatever it says. */
export function leftOut({ item, context, repeat, turn }: Standing, options: Pick<ExportOptions, 'context'>, controls: ReadonlySet<string>): Drop | undefined {
  if (controls.has(item)) return 'control';
  if (repeat !== undefined) return 'repeat';
  if (turn !== undefined) return 'one-turn';
  return context !== undefined && options.context === undefined ? 'other-context' : undefined;
}
