import { random } from '../../../../src/core/model/annotation/blindOrder';

/**
 * Sentences of words that are drawn as in a language: few often, most seldom. The same seed gives the same sentences.
 */
export class Sentences {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = random(seed);
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  word(): string {
    return `w${Math.floor(5000 ** this.next()).toString(36)}`;
  }

  words(count: number): string[] {
    return Array.from({ length: count }, () => this.word());
  }

  /** The words with so many of them replaced. */
  changed(words: readonly string[], count: number): string[] {
    const copy = [...words];
    for (let i = 0; i < count; i++) copy[this.below(copy.length)] = `new${this.below(1e6)}`;
    return copy;
  }
}
