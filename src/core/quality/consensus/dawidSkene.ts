import { GrowableArray } from '../coverage/counts/matrix';
import { eachPair, placedBallots, type Ballot, type Consensus } from './ballot';
import { expectationMaximisation, label, type AnnotatorErrors, type Votes } from './dawidSkeneFit';
import { consensusFrom, tiersOf, type Relation } from './order';

/** Posteriors that are closer are equal. */
const even = 1e-6;

/**
 * The model of A. P. Dawid and A. M. Skene (Maximum Likelihood Estimation of Observer Error-Rates Using the EM
 * Algorithm, Applied Statistics 28, 1979) over the pairs of a whole study: each two responses of an item have one true
 * label - the first is better, the second is, or they are tied -, and each annotator says it or another one at rates of
 * their own. Who often errs counts less, and who mostly says the opposite counts against what they say. `dawidSkeneFit`
 * has the formulas. Pairs count as if they were judged one by one, also those of one ranking.
 *
 * Takes an item's ballots at a time, and keeps 4 bytes a vote, 12 a pair, and each item's and response's id once.
 */
export class DawidSkene {
  private readonly items = new Map<string, number>();
  private readonly voters = new Map<string, number>();
  private readonly responses = new Map<string, number>();
  private readonly pairEnds = new GrowableArray(new Uint32Array(1 << 10));
  private readonly first = new GrowableArray(new Uint32Array(1 << 10));
  private readonly second = new GrowableArray(new Uint32Array(1 << 10));
  private readonly voteEnds = new GrowableArray(new Uint32Array(1 << 10));
  private readonly votes = new GrowableArray(new Uint32Array(1 << 12));

  /** All ballots on an item; each item once. Votes for neither ('none') say nothing of the label and are left out. */
  add(item: string, candidates: readonly string[], ballots: readonly Ballot[]): void {
    if (this.items.has(item)) throw new Error(`The ballots on item ${item} were added before.`);
    this.items.set(item, this.items.size);
    // Ids in their own order, so that nothing depends on the candidates'.
    const ids = [...candidates].sort();
    const byPair = new Map<number, number[]>();
    for (const ballot of ballots) {
      const voter = numbered(this.voters, ballot.voter);
      for (const on of placedBallots(ids, [ballot])) {
        eachPair(on, (a, b, outcome) => {
          if (outcome === 'none') return;
          const vote = voter * 4 + label[outcome];
          const votes = byPair.get(a * ids.length + b);
          if (votes) votes.push(vote);
          else byPair.set(a * ids.length + b, [vote]);
        });
      }
    }
    for (const [pair, votes] of byPair) {
      this.first.push(numbered(this.responses, ids[Math.floor(pair / ids.length)] ?? ''));
      this.second.push(numbered(this.responses, ids[pair % ids.length] ?? ''));
      for (const vote of votes) this.votes.push(vote);
      this.voteEnds.push(this.votes.length);
    }
    this.pairEnds.push(this.voteEnds.length);
  }

  /** Fits all that was added; what is added later needs another fit. */
  fit(): FittedDawidSkene {
    // Columns only grow, and what is added later lies behind what was there: views and numbers stay true without a
    // copy.
    const votes: Votes = { voters: this.voters.size, votes: this.votes.all, ends: this.voteEnds.all };
    const { posteriors, errors, steps, moving } = expectationMaximisation(votes);
    const { items } = this;
    const [pairEnds, first, second] = [this.pairEnds.all, this.first.all, this.second.all];
    const responses = [...this.responses.keys()];
    return {
      annotators: new Map([...this.voters].map(([voter, number]) => [voter, errors(number)])),
      steps,
      moving,
      consensus(item, candidates) {
        const number = items.get(item);
        const places = new Map(candidates.map((candidate, at) => [candidate, at]));
        const pairs = new Map<
          number,
          { readonly better: number; readonly worse: number; readonly strictVotes: number }
        >();
        const keyOf = (a: number, b: number): number => a * candidates.length + b;
        const end = number === undefined ? 0 : (pairEnds[number] ?? 0);
        for (let pair = number === undefined || number === 0 ? 0 : (pairEnds[number - 1] ?? 0); pair < end; pair++) {
          const [a, b] = [
            places.get(responses[first[pair] ?? 0] ?? ''),
            places.get(responses[second[pair] ?? 0] ?? ''),
          ];
          if (a === undefined || b === undefined) continue;
          const [better, worse] = [posteriors[2 * pair] ?? 0, posteriors[2 * pair + 1] ?? 0];
          const strictVotes = strictIn(votes, pair);
          pairs
            .set(keyOf(a, b), { better, worse, strictVotes })
            .set(keyOf(b, a), { better: worse, worse: better, strictVotes });
        }
        const relation: Relation = (a, b) => {
          const pair = pairs.get(keyOf(a, b));
          if (!pair) return undefined;
          const { better, worse } = pair;
          if (Math.abs(better - worse) <= even || 1 - better - worse >= Math.max(better, worse)) return 'tie';
          return better > worse ? 'above' : 'below';
        };
        return consensusFrom(
          candidates,
          { relation, tiers: tiersOf(candidates.length, relation) },
          (chosen, rejected) => {
            const { better, worse, strictVotes } = pairs.get(keyOf(chosen, rejected)) ?? {
              better: 1,
              worse: 1,
              strictVotes: 0,
            };
            return { share: better / (better + worse), votes: strictVotes };
          },
        );
      },
    };
  }
}

export interface FittedDawidSkene {
  /** What was learnt of each annotator. */
  readonly annotators: ReadonlyMap<string, AnnotatorErrors>;
  /**
   * Steps that it took, and how many pairs have a label that had not come to rest by then: another step would give them
   * another share, and perhaps another winner.
   */
  readonly steps: number;
  readonly moving: number;
  /**
   * The likeliest label of each two of an item that were compared. The share is the posterior that the chosen one is
   * better, given that one of the two is; `votes` are the strict ones. There is an order where the labels make one.
   */
  consensus(item: string, candidates: readonly string[]): Consensus;
}

function strictIn({ votes, ends }: Votes, pair: number): number {
  let count = 0;
  for (let at = pair === 0 ? 0 : (ends[pair - 1] ?? 0); at < (ends[pair] ?? 0); at++)
    if ((votes[at] ?? 0) % 4 !== label.tie) count++;
  return count;
}

function numbered(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}
