import { describe, expect, it } from 'vitest';
import { draftOf, judgementOf } from '../../../src/core/desk/drafts/draftConversion';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import { withStepQuotes } from '../../../src/core/desk/stepOffsets';
import type { Annotation, Step } from '../../../src/core/model/annotation/annotation';
import { annotation } from '../made/journalLines';

const responses = [{ id: 'a', text: '🙂 So.\nYes.\nNo.' }];
const shown: ShownItem = {
  item: { id: 'item-1', hash: 'hash-1', prompt: [{ role: 'user', content: 'Why?' }], responses },
  annotator: 'ana',
  seed: 1,
  responses,
};
const of = (...steps: Step[]): Annotation =>
  annotation(1, { shown: ['a'], offsets: 'code-points', judgement: { steps } });
const yes: Step = { response: 'a', start: 6, end: 10, quote: 'Yes.', label: 'incorrect' };

describe('the steps of a response on the desk', () => {
  it('are saved with their texts, those of old lines too', () => {
    const { quote: _, ...old } = yes;
    expect(withStepQuotes({ steps: [old] }, responses).steps).toEqual([yes]);
    const saved = { steps: [yes] };
    expect(withStepQuotes(saved, responses)).toBe(saved);
  });

  it('stand where their quotes are, and those that are nowhere are not cut out of other words, but kept as lost', () => {
    const moved = { ...yes, start: 0, end: 4 };
    const gone: Step = { response: 'a', start: 1, end: 4, quote: 'Hm.', label: 'correct', note: 'A note.' };
    const line = of(gone, moved);
    const draft = draftOf(line, shown);
    expect(draft.steps).toEqual([[{ start: 7, end: 11, label: 'incorrect' }]]);
    expect(withStepQuotes(judgementOf(draft, shown, line.judgement), responses).steps).toEqual([
      yes,
      { ...gone, lost: true },
    ]);
  });

  it('that are all gone leave the response to be judged anew, and stay in the journal', () => {
    const gone: Step = { response: 'a', start: 1, end: 40, quote: 'Hm.', label: 'correct' };
    const draft = draftOf(of(gone), shown);
    expect(draft.steps).toEqual([null]);
    expect(judgementOf(draft, shown, { steps: [gone] }).steps).toEqual([{ ...gone, lost: true }]);
  });

  it('that were lost are back as soon as their text is', () => {
    expect(draftOf(of({ ...yes, lost: true }), shown).steps).toEqual([[{ start: 7, end: 11, label: 'incorrect' }]]);
  });
});
