import type { Critique, Missing } from '../../model/annotation/annotation';
import { AnchorText } from '../../model/annotation/anchors';
import { TextOffsets, type Range } from '../../model/text/codePoints';
import type { Item } from '../../model/item/item';
import type { RowNotifier } from '../format';
import { isOnWords, wordBounds } from '../texts/wordBounds';

/** An error as FG-RLHF's files have it, in code points. */
export interface ErrorSpan extends Range {
  readonly 'error type': string;
  readonly explanation: string;
}

interface MissingInfo {
  readonly 'error type': string;
  readonly passage_id: number;
  readonly sentence_id: readonly number[];
}

/**
 * The passages of a text that are marked as errors, as FG-RLHF's converters take them: `{"error type", explanation,
 * start, end}`, the offsets in code points as Python counts, at the bounds of words, none over another
 * (tasks/qa_feedback/reward_modeling/create_rel_fact_rm_files.py get_token_labels). One that cuts a word is moved to
 * the word's bounds; of two that overlap the one that begins later is left out, as is one whose quote
 * stands nowhere in the text. In the order in which they were marked.
 */
export function errorSpans(text: string, spans: NonNullable<Critique['spans']>, notify: RowNotifier): ErrorSpan[] {
  const [offsets, anchors] = [new TextOffsets(text), new AnchorText(text)];
  const placed = spans.flatMap(({ type, polarity, note, ...span }) => {
    const place = anchors.placeOf(span);
    const words = place && (isOnWords(text, place) ? place : wordBounds(text, place));
    const refusal = !place
      ? 'span-lost'
      : !words
        ? 'span-empty'
        : polarity === 'positive'
          ? 'span-praise'
          : type === undefined
            ? 'span-untyped'
            : undefined;
    if (refusal) notify.drop(refusal);
    if (refusal || !place || !words || type === undefined) return [];
    if (place.isMoved) notify.note('moved');
    return [{ words, isMoved: words.start !== place.start || words.end !== place.end, type, note: note ?? '' }];
  });
  const kept = new Set<Range>();
  let last = 0;
  for (const { words } of placed.toSorted((a, b) => a.words.start - b.words.start)) {
    if (words.start < last) continue;
    last = words.end;
    kept.add(words);
  }
  notify.drop('span-overlaps', placed.length - kept.size);
  return placed.flatMap(({ words, isMoved, type, note }): ErrorSpan[] => {
    if (!kept.has(words)) return [];
    if (isMoved) notify.note('span-moved');
    return [{ 'error type': type, explanation: note, ...offsets.codePoints(words) }];
  });
}

/**
 * What is missing, by the passage (from 1) and the sentences that it should have come from; what names no passage has
 * no place there (create_comp_rm_files.py reads both).
 */
export function missingInfo({ evidence = [] }: Item, missing: readonly Missing[], notify: RowNotifier): MissingInfo[] {
  return missing.flatMap(({ type, evidence: id, sentences }): MissingInfo[] => {
    const passage = evidence.findIndex((each) => each.id === id) + 1;
    const refusal = passage === 0 ? 'no-passage' : type === undefined ? 'span-untyped' : undefined;
    if (refusal) notify.drop(refusal);
    return refusal || type === undefined
      ? []
      : [{ 'error type': type, passage_id: passage, sentence_id: sentences ?? [] }];
  });
}
