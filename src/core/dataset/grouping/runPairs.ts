import { mixed, seedOf } from '../../model/annotation/blindOrder';
import type { Item, Response } from '../../model/item/item';
import { hasPassed } from '../../model/item/outcome';
import { fileProblem, problem } from '../../model/problems/problem';
import { contentHash } from '../items/identity';
import type { ItemOrProblem, ParsedItem } from '../items/parsedItem';
import type { ItemGrouping } from './itemGrouping';

/** Which two runs of a task meet: outcomes differ, are the same, or any two. */
export const runPairings = ['differ', 'same', 'drawn'] as const;
export type RunPairing = (typeof runPairings)[number];

/** How the pair of each task is drawn. */
export interface RunPairs {
  readonly meet: RunPairing;
  /** The study's seed. */
  readonly seed: number;
}

type Pair = readonly [Response, Response];

/**
 * Makes of each task an item of two of its runs. Which, is drawn by the study's seed, the task and the names of the
 * runs alone, so that it is the same for all annotators; the order in which they are shown is the blind order of any
 * item. A task without such a pair gives no item, and is counted, and told once behind all others.
 */
export function pairing(pairs: RunPairs): ItemGrouping {
  let without: { readonly file: string; readonly tasks: string[]; count: number; unknown: number } | undefined;
  return {
    key: () => undefined,
    combine: (rows) =>
      rows.flatMap((row): readonly ItemOrProblem[] => {
        if ('problem' in row) return [row];
        const pair = pairOf(row.item, pairs);
        if (pair) return [withResponses(row, pair)];
        without ??= { file: row.file, tasks: [], count: 0, unknown: 0 };
        if (without.tasks.length < namedTasks) without.tasks.push(row.item.id);
        without.count++;
        without.unknown += row.item.responses.filter((each) => hasPassed(each) === undefined).length;
        return [];
      }),
    end: () => {
      if (!without) return [];
      const { file, ...told } = without;
      without = undefined;
      return [{ problem: fileProblem('warning', file, problem('runs.noPair', { meet: pairs.meet, ...told })) }];
    },
  };
}
const namedTasks = 8;

/** The pair of a task's runs that the seed draws of those that may meet; undefined where none may. */
export function pairOf({ id, responses }: Pick<Item, 'id' | 'responses'>, { meet, seed }: RunPairs): Pair | undefined {
  let drawn: { readonly pair: Pair; readonly weight: number } | undefined;
  for (const [at, a] of responses.entries())
    for (const b of responses.slice(at + 1)) {
      if (!mayMeet(a, b, meet)) continue;
      // By names and not by places, which files that are added change.
      const names = a.id < b.id ? [a.id, b.id] : [b.id, a.id];
      const weight = mixed(seedOf('run pair', String(seed), id, ...names));
      if (!drawn || weight < drawn.weight) drawn = { pair: [a, b], weight };
    }
  return drawn?.pair;
}

function mayMeet(a: Response, b: Response, meet: RunPairing): boolean {
  if (meet === 'drawn') return true;
  const [one, other] = [hasPassed(a), hasPassed(b)];
  return one !== undefined && other !== undefined && (one === other) === (meet === 'same');
}

/** Two of a task's runs as an item of their own, under the task's id, with the labels on these: its hash tells which two. */
function withResponses(row: ParsedItem, responses: Pair): ParsedItem {
  const { id, hash: _, ...content } = row.item;
  if (content.responses.length === 2) return row;
  const paired = { ...content, responses };
  const labels = row.labels.filter(({ shown = content.responses.map((each) => each.id) }) =>
    shown.every((each) => responses.some((response) => response.id === each)),
  );
  return { ...row, labels, item: { ...paired, id, hash: contentHash(paired) } };
}
