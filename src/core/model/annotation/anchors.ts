import { TextOffsets, type Range } from '../text/codePoints';
import type { Step } from './fields/steps';
import { anchored } from './spans';
import type { Quoted } from './spanSchemas';

/**
 * Whether what a judgement says of a stretch of a text still stands there: marked passages, steps, and the links of
 * passages to critiques. All that reads them asks here: the desk, exports, reports and `validate`.
 */

/** Where a stretch stands now, in UTF-16 code units. */
export interface Place extends Range {
  /** The same in code points, as journals and files for Python count. */
  readonly points: Range;
  /** It was found by its quote, elsewhere than its offsets say. */
  readonly isMoved: boolean;
}

/** A text that judgements point into. */
export class AnchorText {
  private readonly offsets: TextOffsets;

  constructor(private readonly text: string) {
    this.offsets = new TextOffsets(text);
  }

  /**
   * Where a quote stands: at its offsets (code points), else where it comes next to them; undefined where nowhere. What
   * the journal says was lost may be back.
   */
  placeOf({ start, end, quote }: Quoted): Place | undefined {
    const own = this.placeAt({ start, end });
    if (own && this.text.slice(own.start, own.end) === quote) return own;
    const found = anchored(this.text, {
      start: own?.start ?? Math.min(start, this.text.length),
      end: this.text.length + 1,
      quote,
    });
    return found && this.moved(found);
  }

  /**
   * Where the steps of the text stand, by their order in the list. What is not at its offsets is looked for by its
   * quote, outside of the other steps, and only where it stands there as often as it is looked for: else nobody knows
   * which one was judged.
   * What the journal says was lost may be back, if it has a quote.
   * @param isSame whether the text is the one that was judged, so that steps of old lines, which have no quote, hold
   */
  placesOfSteps(
    steps: readonly Pick<Step, 'start' | 'end' | 'quote' | 'lost'>[],
    isSame: boolean,
  ): (Place | undefined)[] {
    const places = steps.map(({ start, end, quote, lost }) => {
      const own = this.placeAt({ start, end });
      if (quote === undefined) return isSame && !lost ? own : undefined;
      return own && this.text.slice(own.start, own.end) === quote ? own : undefined;
    });
    const open = new Map<string, number[]>();
    steps.forEach(({ quote = '' }, at) => {
      if (quote !== '' && !places[at]) open.set(quote, [...(open.get(quote) ?? []), at]);
    });
    // Longer ones first: a short quote may be a part of them.
    for (const [quote, numbers] of [...open].sort(([a], [b]) => b.length - a.length)) {
      const found = this.outside(places, quote, numbers.length);
      numbers.forEach((number, at) => {
        const place = found.length === numbers.length ? found[at] : undefined;
        if (place) places[number] = this.moved(place);
      });
    }
    return places;
  }

  /** Where a quote stands outside of places, without overlaps; one more than `most` at most. */
  private outside(places: readonly (Range | undefined)[], quote: string, most: number): Range[] {
    const found: Range[] = [];
    for (let start = this.text.indexOf(quote); start >= 0 && found.length <= most;) {
      const end = start + quote.length;
      const taken = places.find((place) => place && place.start < end && start < place.end);
      if (!taken) found.push({ start, end });
      start = this.text.indexOf(quote, taken ? taken.end : end);
    }
    return found;
  }

  private placeAt(points: Range): Place | undefined {
    const range = this.offsets.utf16(points);
    return range && { ...range, points: { start: points.start, end: points.end }, isMoved: false };
  }

  private moved(range: Range): Place {
    return { ...range, points: this.offsets.codePoints(range), isMoved: true };
  }
}
