import type { Judgement } from '../model/annotation/annotation';
import type { Polarity, SpanType } from '../model/annotation/taxonomy';

/** A source with more types than this has no taxonomy: they are words that people typed. */
const maxTypes = 100;

interface Uses {
  spans: number;
  missing: number;
  readonly polarities: Set<Polarity | undefined>;
}

/** The types of spans and of what is missing that labels use, as a taxonomy for the study. */
export class SpanTypeCollector {
  private readonly types = new Map<string, Uses>();

  add({ critiques = [] }: Judgement): void {
    for (const { spans = [], missing = [] } of critiques) {
      for (const { type, polarity } of spans) {
        const uses = this.usesOf(type);
        if (!uses) continue;
        uses.spans++;
        uses.polarities.add(polarity);
      }
      for (const { type } of missing) {
        const uses = this.usesOf(type);
        if (uses) uses.missing++;
      }
    }
  }

  /**
   * Types of spans, then those of what is missing, the most used first; each with the polarity that all its spans have.
   * Undefined where labels use none, or too many to choose among.
   */
  taxonomy(): readonly SpanType[] | undefined {
    if (this.types.size === 0 || this.types.size > maxTypes) return undefined;
    return [...this.types]
      .sort(
        ([a, one], [b, other]) =>
          Number(one.spans === 0) - Number(other.spans === 0) ||
          other.spans + other.missing - one.spans - one.missing ||
          (a < b ? -1 : 1),
      )
      .map(([name, { spans, missing, polarities }]): SpanType => {
        const [polarity] = polarities.size === 1 ? polarities : [];
        return {
          name,
          ...(polarity && { polarity }),
          ...(missing === 0 ? { of: 'span' } : spans === 0 ? { of: 'missing' } : {}),
        };
      });
  }

  private usesOf(type: string | undefined): Uses | undefined {
    if (type === undefined || type.trim() === '') return undefined;
    let uses = this.types.get(type);
    if (!uses) this.types.set(type, (uses = { spans: 0, missing: 0, polarities: new Set() }));
    return uses;
  }
}
