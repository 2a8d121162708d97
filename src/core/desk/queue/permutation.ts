import { mixed, random } from '../../model/annotation/blindOrder';

const rounds = 4;

/**
 * The numbers from 0 to `count` - 1 in an order drawn by `seed`, and back, without a list of them: a Feistel network
 * over the next power of four, walked along until it leads back below `count` (J. Black, P. Rogaway, "Ciphers with
 * Arbitrary Finite Domains", 2002). The same on every machine.
 */
export class Permutation {
  /** Values of one half. */
  private readonly size: number;
  private readonly keys: readonly number[];

  /** @param count at most 2^32 */
  constructor(
    readonly count: number,
    seed: number,
  ) {
    this.size = 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(count, 1)) / 2));
    const next = random(seed);
    this.keys = Array.from({ length: rounds }, () => Math.floor(next() * 2 ** 32));
  }

  /** Gives the value at `place`, which is below `count`. */
  at(place: number): number {
    let value = place;
    do {
      let [left, right] = this.halves(value);
      for (const key of this.keys) [left, right] = [right, left ^ this.round(right, key)];
      value = left * this.size + right;
    } while (value >= this.count);
    return value;
  }

  /** Gives the place of `value`, which is below `count`. */
  placeOf(value: number): number {
    let place = value;
    do {
      let [left, right] = this.halves(place);
      for (const key of this.keys.toReversed()) [left, right] = [right ^ this.round(left, key), left];
      place = left * this.size + right;
    } while (place >= this.count);
    return place;
  }

  private halves(value: number): [number, number] {
    return [Math.floor(value / this.size), value % this.size];
  }

  private round(half: number, key: number): number {
    return mixed(half ^ key) % this.size;
  }
}
