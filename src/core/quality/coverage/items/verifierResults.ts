import type { VerifierResult } from '../../../model/item/item';

/** What one verifier says of responses, a row for each one that it looked at: 13 bytes. */
export interface VerifierColumns {
  readonly name: string;
  /** Places of the responses among all, rising. */
  readonly places: Uint32Array;
  /** 1 where it passes, 0 where not, -1 where nothing says so. */
  readonly passed: Int8Array;
  /** NaN where there is none. */
  readonly scores: Float64Array;
}

/** So many verifiers are told apart. Names that hold something of the item, as those of single tests do, have no end. */
export const maxVerifiers = 100;

interface Growing {
  readonly places: number[];
  readonly passed: number[];
  readonly scores: number[];
}

/** Takes the results of verifiers on one response after the other. */
export class VerifierResults {
  private readonly columns = new Map<string, Growing>();
  private left = 0;

  /** @param place of the response among all, which rises */
  add(place: number, results: readonly VerifierResult[]): void {
    for (const { name, passed, score: said = Number.NaN } of results) {
      const score = Number.isFinite(said) ? said : Number.NaN;
      if (passed === undefined && Number.isNaN(score)) continue;
      let own = this.columns.get(name);
      if (!own && this.columns.size >= maxVerifiers) {
        this.left++;
        continue;
      }
      if (!own) this.columns.set(name, (own = { places: [], passed: [], scores: [] }));
      const last = own.places.length - 1;
      // One that stands there several times passes where it does each time; of its scores the last one counts.
      if (own.places[last] === place) {
        if (passed !== undefined) own.passed[last] = passed && own.passed[last] !== 0 ? 1 : 0;
        if (!Number.isNaN(score)) own.scores[last] = score;
      } else {
        own.places.push(place);
        own.passed.push(passed === undefined ? -1 : passed ? 1 : 0);
        own.scores.push(score);
      }
    }
  }

  /** The verifiers by name, and how many results are of others. */
  found(): { readonly verifiers: readonly VerifierColumns[]; readonly otherResults: number } {
    return {
      verifiers: [...this.columns]
        .map(([name, { places, passed, scores }]) => ({
          name,
          places: Uint32Array.from(places),
          passed: Int8Array.from(passed),
          scores: Float64Array.from(scores),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      otherResults: this.left,
    };
  }
}
