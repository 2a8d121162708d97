import type { Comparison, Critique, Judgement } from '../../../model/annotation/annotation';

type Span = NonNullable<Critique['spans']>[number];
type Parts = {
  -readonly [K in 'ratings' | 'verdicts' | 'refinements' | 'demonstrations' | 'flags']?: NonNullable<Judgement[K]>;
};

/** A judgement put together from the answers that one annotator gave to the questions of a tool. */
export class JudgementBuilder {
  private preference: Pick<Judgement, 'ranking' | 'comparisons'> = {};
  private readonly parts: Parts = {};
  private readonly critiques = new Map<string, { texts: string[]; spans: Span[] }>();
  private readonly rationales: string[] = [];
  private skipReason: string | undefined;

  /** A ranking or a comparison; false where there is one already, because a judgement holds one of them. */
  prefer(preference: { tiers: string[][] } | Comparison): boolean {
    if (this.preference.ranking ?? this.preference.comparisons) return false;
    this.preference = 'tiers' in preference ? { ranking: preference } : { comparisons: [preference] };
    return true;
  }

  /** Adds to one of the lists of a judgement. Always true: there is room for another. */
  add<K extends keyof Parts>(kind: K, part: NonNullable<Parts[K]>[number]): true {
    this.parts[kind] = [...(this.parts[kind] ?? []), part] as NonNullable<Parts[K]>;
    return true;
  }

  /** Adds text or spans to what is thought of a response. */
  criticise(response: string, part: { text?: string; spans?: readonly Span[] }): true {
    const critique = this.critiques.get(response) ?? { texts: [], spans: [] };
    if (part.text !== undefined) critique.texts.push(part.text);
    critique.spans.push(...(part.spans ?? []));
    this.critiques.set(response, critique);
    return true;
  }

  /** Adds to the rationale. */
  reason(text: string): true {
    this.rationales.push(text);
    return true;
  }

  /** The item was skipped, for this reason. */
  skip(reason: string): void {
    this.skipReason = reason;
  }

  /** The whole; undefined where nothing was said. */
  judgement(): Judgement | undefined {
    const critiques = [...this.critiques].map(([response, { texts, spans }]): Critique => ({
      response,
      text: texts.join('\n\n'),
      ...(spans.length > 0 && { spans }),
    }));
    const judgement: Judgement = {
      ...this.preference,
      ...this.parts,
      ...(critiques.length > 0 && { critiques }),
      ...(this.rationales.length > 0 && { rationale: this.rationales.join('\n\n') }),
      ...(this.skipReason !== undefined && { skip: { reason: this.skipReason } }),
    };
    return Object.keys(judgement).length > 0 ? judgement : undefined;
  }
}
