import type { Judgement } from '../../../model/annotation/annotation';
import type { SpanCounts, SpanTypeCounts } from '../../../model/report/coverage';
import { isWritten } from '../../../model/item/judgedResponses';
import { rateOf, proportionOf } from '../../rate';

interface Counts {
  spans: number;
  negative: number;
  positive: number;
  responses: number;
  readonly bySlice: Map<number, { spans: number; responses: number }>;
}

type Critiques = NonNullable<Judgement['critiques']>;

/** Counts spans by type and slice while annotations come; takes memory for those that there are. */
export class SpanCounter {
  private readonly types = new Map<string, Counts>();
  private spans = 0;
  private missing = 0;
  private lost = 0;
  private critiqued = 0;
  private readonly critiquedBySlice = new Map<number, number>();
  private negative = 0;
  private bare = 0;

  /** Takes the critiques of one annotation. @param slicesOf numbers of the slices of a response */
  add(critiques: Critiques, slicesOf: (response: string) => readonly number[]): void {
    const byResponse = new Map<string, Critiques>();
    for (const critique of critiques)
      byResponse.set(critique.response, [...(byResponse.get(critique.response) ?? []), critique]);
    for (const [response, own] of byResponse) this.addResponse(own, slicesOf(response));
  }

  /** @param taxonomy the study's types of spans, where it names them */
  counts(taxonomy: readonly string[] = []): SpanCounts {
    const types = [...this.types].map(([key, { spans, negative, positive, responses, bySlice }]): SpanTypeCounts => {
      const [kind, type] = JSON.parse(key) as ['span' | 'missing', string | null];
      const slices = [...bySlice]
        .sort(([a], [b]) => a - b)
        .map(([slice, counts]) => [slice, counts.spans, counts.responses] as const);
      return { kind, type, spans, negative, positive, responses: rateOf(responses, this.critiqued), slices };
    });
    types.sort((a, b) =>
      a.kind === b.kind ? b.spans - a.spans || ((a.type ?? '') < (b.type ?? '') ? -1 : 1) : a.kind === 'span' ? -1 : 1,
    );
    const used = new Set(types.map(({ type }) => type));
    return {
      spans: this.spans,
      missing: this.missing,
      lost: this.lost,
      critiqued: this.critiqued,
      slices: [...this.critiquedBySlice].sort(([a], [b]) => a - b),
      types,
      withoutCritique: proportionOf(this.bare, this.negative),
      neverUsed: taxonomy.filter((type) => !used.has(type)),
    };
  }

  private addResponse(critiques: Critiques, slices: readonly number[]): void {
    this.critiqued++;
    for (const slice of slices) this.critiquedBySlice.set(slice, (this.critiquedBySlice.get(slice) ?? 0) + 1);
    const met = new Set<Counts>();
    const count = (kind: 'span' | 'missing', type: string | undefined, polarity?: 'positive' | 'negative'): void => {
      const counts = this.countsOf(JSON.stringify([kind, type ?? null]));
      counts.spans++;
      if (polarity) counts[polarity]++;
      const isFirst = !met.has(counts);
      met.add(counts);
      if (isFirst) counts.responses++;
      for (const slice of slices) {
        let here = counts.bySlice.get(slice);
        if (!here) counts.bySlice.set(slice, (here = { spans: 0, responses: 0 }));
        here.spans++;
        if (isFirst) here.responses++;
      }
    };
    for (const critique of critiques) {
      const { spans = [], missing = [] } = critique;
      for (const { type, polarity, note, lost } of spans) {
        // Its passage is gone from the text, which it says nothing of any more.
        if (lost) {
          this.lost++;
          continue;
        }
        this.spans++;
        count('span', type, polarity);
        if (polarity !== 'negative') continue;
        this.negative++;
        if (!isWritten(critique) && (note ?? '').trim() === '') this.bare++;
      }
      for (const { type } of missing) {
        this.missing++;
        count('missing', type);
      }
    }
  }

  private countsOf(key: string): Counts {
    let counts = this.types.get(key);
    if (!counts)
      this.types.set(key, (counts = { spans: 0, negative: 0, positive: 0, responses: 0, bySlice: new Map() }));
    return counts;
  }
}
