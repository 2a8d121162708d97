import { eachPair, placedBallots, type Ballot } from '../consensus/ballot';
import { namedIn } from '../consensus/pairTable';
import { rateByItem } from '../bootstrap';
import type { Rate } from '../rate';

/**
 * The same annotator on the same item several times, the first judgement first; neither knew of the other (blind
 * repeats).
 */
export interface Repeated {
  readonly annotator: string;
  readonly ballots: readonly Ballot[];
}

/** Several annotators' ballots on one item, one each. */
export interface Overlapping {
  readonly ballots: readonly Ballot[];
}

/** The share ε of strict preferences that are the wrong way round. */
export interface Noise {
  /** Below 1/2; with the interval that follows from that of `flips`. */
  readonly epsilon: number;
  readonly low: number;
  readonly high: number;
  /**
   * What was counted: of `n` pairs that both judgements have a strict preference on, the share on which these differ.
   * Pairs of one ranking hang together, so its interval is over items (`rateByItem`).
   */
  readonly flips: Rate;
  /** Items with such pairs. */
  readonly items: number;
}

export interface NoiseFigures {
  /** Null where nothing was counted. */
  readonly overall: Noise | null;
  readonly byAnnotator: ReadonlyMap<string, Noise>;
}

/**
 * No ε is told to be more: at 1/2 a label says nothing, and the losses that take ε need it below (they divide by 1 −
 * 2ε: S. R. Chowdhury, A. Kini and N. Natarajan, Provably Robust DPO: Aligning Language Models with Noisy Feedback,
 * ICML 2024). What was counted stands beside it as it is.
 */
export const maxNoise = 0.499;

/**
 * ε of two labels that are flipped independently, each at the same rate, and differ at the rate f: f = 2ε(1 − ε), so ε
 * = (1 − √(1 − 2f)) / 2. It is Chowdhury et al.'s model of noise, in which a preference is the wrong way round with
 * chance ε, whatever the pair.
 */
export function noiseOfFlips(flips: number): number {
  return flips >= 0.5 ? maxNoise : Math.min(maxNoise, (1 - Math.sqrt(1 - 2 * flips)) / 2);
}

/**
 * ε from blind repeats: each judgement is held against the one before. What an annotator always gets wrong does not
 * show.
 */
export function noiseOfRepeats(repeats: Iterable<Repeated>): NoiseFigures {
  const noise = new RepeatNoise();
  for (const each of repeats) noise.add(each);
  return noise.figures();
}

/** The same of repeats one by one: keeps two numbers of each. */
export class RepeatNoise {
  private readonly counts = new NoiseCounts();

  add({ annotator, ballots }: Repeated): void {
    const sum = ballots.slice(1).map((later, at) => flipsBetween(ballots[at] ?? later, later));
    this.counts.add(
      [annotator],
      sum.reduce((all, { pairs }) => all + pairs, 0),
      sum.reduce((all, { flipped }) => all + flipped, 0),
    );
  }

  figures(): NoiseFigures {
    return this.counts.figures(noiseOfFlips);
  }
}

/**
 * ε from items that several judged: each two annotators' judgements are held against each other. Of one annotator:
 * against all others, taken to be as noisy. Two may differ because they want different things, so this is noise and
 * taste together.
 */
export function noiseOfOverlap(items: Iterable<Overlapping>): NoiseFigures {
  const noise = new OverlapNoise();
  for (const each of items) noise.add(each);
  return noise.figures();
}

/** The same of items one by one: keeps two numbers of each, and two for each of its annotators. */
export class OverlapNoise {
  private readonly counts = new NoiseCounts();

  add({ ballots }: Overlapping): void {
    const byVoter = new Map<string, { pairs: number; flipped: number }>();
    let [pairs, flipped] = [0, 0];
    for (const [at, one] of ballots.entries()) {
      for (const other of ballots.slice(at + 1)) {
        if (one.voter === other.voter) continue;
        const between = flipsBetween(one, other);
        pairs += between.pairs;
        flipped += between.flipped;
        for (const { voter } of [one, other]) {
          const sum = byVoter.get(voter) ?? { pairs: 0, flipped: 0 };
          byVoter.set(voter, { pairs: sum.pairs + between.pairs, flipped: sum.flipped + between.flipped });
        }
      }
    }
    this.counts.add([], pairs, flipped);
    for (const [voter, sum] of byVoter) this.counts.addTo(voter, sum.pairs, sum.flipped);
  }

  figures(): NoiseFigures {
    return this.counts.figures(noiseOfFlips);
  }
}

/** Pairs on which two ballots both have a strict preference, and those of them on which these differ. */
export function flipsBetween(one: Ballot, other: Ballot): { pairs: number; flipped: number } {
  const ids = namedIn([one, other]);
  const [first, second] = [strictOf(ids, one), strictOf(ids, other)];
  let [pairs, flipped] = [0, 0];
  for (const [pair, outcome] of first) {
    const again = second.get(pair);
    if (again === undefined) continue;
    pairs++;
    if (again !== outcome) flipped++;
  }
  return { pairs, flipped };
}

function strictOf(ids: readonly string[], ballot: Ballot): Map<number, 'a' | 'b'> {
  const strict = new Map<number, 'a' | 'b'>();
  for (const on of placedBallots(ids, [ballot])) {
    eachPair(on, (a, b, outcome) => {
      if (outcome === 'a' || outcome === 'b') strict.set(a * ids.length + b, outcome);
    });
  }
  return strict;
}

/** What was counted, item after item; those without a pair are none. */
interface Count {
  readonly pairs: number[];
  readonly flipped: number[];
}

/** Counts pairs on which two judgements have a strict preference, item after item. */
class NoiseCounts {
  private readonly overall: Count = { pairs: [], flipped: [] };
  private readonly byAnnotator = new Map<string, Count>();

  add(annotators: readonly string[], pairs: number, flipped: number): void {
    addItem(this.overall, pairs, flipped);
    for (const annotator of annotators) this.addTo(annotator, pairs, flipped);
  }

  addTo(annotator: string, pairs: number, flipped: number): void {
    const own = this.byAnnotator.get(annotator) ?? { pairs: [], flipped: [] };
    this.byAnnotator.set(annotator, own);
    addItem(own, pairs, flipped);
  }

  /** @param epsilonOf rises with the share of flips */
  figures(epsilonOf: (flips: number) => number): NoiseFigures {
    const noiseOf = ({ pairs, flipped }: Count): Noise | null => {
      const flips = rateByItem(flipped, pairs);
      return (
        flips && {
          epsilon: epsilonOf(flips.rate),
          low: epsilonOf(flips.low),
          high: epsilonOf(flips.high),
          flips,
          items: pairs.length,
        }
      );
    };
    const byAnnotator = [...this.byAnnotator]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([annotator, count]): [string, Noise][] => {
        const noise = noiseOf(count);
        return noise ? [[annotator, noise]] : [];
      });
    return { overall: noiseOf(this.overall), byAnnotator: new Map(byAnnotator) };
  }
}

function addItem(count: Count, pairs: number, flipped: number): void {
  if (pairs === 0) return;
  count.pairs.push(pairs);
  count.flipped.push(flipped);
}
