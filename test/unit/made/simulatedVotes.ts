import { random } from '../../../src/core/model/annotation/blindOrder';

/** Strict votes on pairs, as figures take them: one column each. */
export interface Votes {
  readonly items: number[];
  readonly units: number[];
  readonly annotators: number[];
  values: number[];
  readonly isSigned: true;
}

export interface VoteSimulation {
  readonly pairs: number;
  /** How many of all vote on a pair, drawn anew for each. */
  readonly perPair: number;
  /** How often each annotator says the wrong one. */
  readonly epsilons: readonly number[];
  /** The group that each annotator is of, and how often the right one of the second is the wrong one of the first. */
  readonly groups?: { readonly of: readonly number[]; readonly opposite: number };
  /** The second says what the first does, where both vote. */
  readonly copies?: readonly [of: number, by: number];
  readonly seed: number;
}

/** Votes with planted truth: the right one stands first or second in the file by chance. */
export function simulatedVotes({ pairs, perPair, epsilons, groups, copies, seed }: VoteSimulation): Votes {
  const next = random(seed * 7919 + 13);
  for (let warm = 0; warm < 10; warm++) next();
  const votes: Votes = { items: [], units: [], annotators: [], values: [], isSigned: true };
  for (let pair = 0; pair < pairs; pair++) {
    const rest = epsilons.map((_, annotator) => annotator);
    const chosen = Array.from(
      { length: Math.min(perPair, rest.length) },
      () => rest.splice(Math.floor(next() * rest.length), 1)[0]!,
    );
    const right = next() < 0.5 ? 1 : -1;
    const ofSecond = groups && next() < groups.opposite ? -right : right;
    const said = new Map<number, number>();
    for (const annotator of chosen) {
      const truth = groups?.of[annotator] === 1 ? ofSecond : right;
      said.set(annotator, next() < epsilons[annotator]! ? -truth : truth);
    }
    if (copies && said.has(copies[0]) && said.has(copies[1])) said.set(copies[1], said.get(copies[0])!);
    for (const [annotator, value] of said) {
      votes.items.push(pair);
      votes.units.push(pair);
      votes.annotators.push(annotator);
      votes.values.push(value);
    }
  }
  return votes;
}
