import { describe, expect, it } from 'vitest';
import { applyMarkingAction } from '../../../src/core/desk/applyMarkingAction';
import { applyAction } from '../../../src/core/desk/modes/applyAction';
import type { DraftUpdate, JudgingState } from '../../../src/core/desk/modes/mode';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import type { MarkingNotice } from '../../../src/core/model/desk/marking';
import type { SpanType } from '../../../src/core/model/annotation/taxonomy';
import { stateOn } from '../made/judgingStates';

const text = 'One 🙂 two. Three, two.';
const spans: SpanType[] = [
  { name: 'wrong', polarity: 'negative', types: [{ name: 'wrong fact' }, { name: 'wrong sum' }] },
  { name: 'good', polarity: 'positive', of: 'span' },
  { name: 'gap', of: 'missing' },
  ...Array.from({ length: 10 }, (_, n): SpanType => ({ name: `further ${n}`, of: 'span' })),
];

/** What is in hand after these actions, and the last change. */
function after(...actions: readonly JudgementAction[]): { state: JudgingState; last: DraftUpdate } {
  let state: JudgingState = stateOn([text, 'other'], 'rank', { passages: 2 });
  state = { ...state, task: { ...state.task, spans } };
  let last: DraftUpdate = {};
  for (const action of actions) {
    last = applyAction(state, action);
    state = { ...state, ...last, marking: last.marking === undefined ? state.marking : last.marking };
  }
  return { state, last };
}

const begin: JudgementAction = { do: 'mark' };
const select = (quote: string): JudgementAction => ({
  do: 'markSelection',
  start: text.indexOf(quote),
  end: text.indexOf(quote) + quote.length,
});
const type = (key: number): JudgementAction => ({ do: 'markType', key });
const said = ({ last }: { last: DraftUpdate }): MarkingNotice | undefined =>
  last.notice?.kind === 'marking' ? last.notice.said : undefined;
const own = ({ state }: { state: JudgingState }): unknown[] =>
  state.draft.spans[0]!.map(({ start: _, end: __, ...rest }) => rest);

describe('marking passages', () => {
  it('marks what is selected as the type of a key, with its usual polarity and its quote', () => {
    expect(own(after(begin, select('🙂 two'), type(2)))).toEqual([
      { quote: '🙂 two', type: 'good', polarity: 'positive', note: '' },
    ]);
  });

  it('goes into a group and takes one of it, or the group itself', () => {
    const group = after(begin, select('two'), type(1));
    expect([group.state.draft.spans[0], group.state.marking?.path]).toEqual([[], [0]]);
    expect(own(after(begin, select('two'), type(1), type(2)))).toMatchObject([
      { type: 'wrong sum', polarity: 'negative' },
    ]);
    expect(own(after(begin, select('two'), type(1), { do: 'markTake' }))).toMatchObject([{ type: 'wrong' }]);
    expect(after(begin, select('two'), type(1), { do: 'markEnd' }).state.marking?.path).toEqual([]);
  });

  it('reaches types behind the ninth by turning the page', () => {
    expect(own(after(begin, select('two'), { do: 'markMore' }, type(3)))).toMatchObject([{ type: 'further 9' }]);
    expect(after(begin, { do: 'markMore' }, { do: 'markMore' }).state.marking?.from).toBe(0);
    expect(said(after(begin, select('two'), { do: 'markMore' }, type(4)))).toEqual({ what: 'no-type', count: 3 });
  });

  it('marks nothing where nothing is selected', () => {
    expect(said(after(begin, type(2)))).toEqual({ what: 'nothing-selected' });
    expect(said(after(begin, select('two'), { do: 'markSelection', start: 3, end: 3 }, type(1)))).toEqual({
      what: 'nothing-selected',
    });
  });

  it('takes whole characters where an offset lies within one', () => {
    expect(own(after(begin, { do: 'markSelection', start: 5, end: 10 }, type(2)))).toMatchObject([{ quote: '🙂 two' }]);
  });

  it('gives the one in hand another type, with its polarity unless a person changed that', () => {
    expect(own(after(begin, select('two'), type(2), type(1), type(1)))).toMatchObject([
      { type: 'wrong fact', polarity: 'negative' },
    ]);
    expect(own(after(begin, select('two'), type(2), { do: 'markPolarity' }, type(1), type(1)))).toEqual([
      { quote: 'two', type: 'wrong fact', polarity: 'negative', note: '' },
    ]);
    expect(own(after(begin, select('two'), type(1), type(1), { do: 'markPolarity' }, type(2)))).toMatchObject([
      { type: 'good', polarity: 'positive' },
    ]);
  });

  it('marks the same passage once more', () => {
    expect(own(after(begin, select('two'), type(2), { do: 'markAgain' }, type(1), type(1)))).toMatchObject([
      { quote: 'two', type: 'good' },
      { quote: 'two', type: 'wrong fact' },
    ]);
  });

  it('gives it a severity and takes that back', () => {
    const once = [begin, select('two'), type(2), { do: 'markSeverity', value: 3 }] satisfies JudgementAction[];
    expect(own(after(...once))).toMatchObject([{ severity: 3 }]);
    expect(own(after(...once, { do: 'markSeverity', value: 3 }))[0]).not.toHaveProperty('severity');
  });

  it('goes along them in the order of the text, then to what is missing, and selects each', () => {
    const made = [
      begin,
      select('Three'),
      type(2),
      select('One'),
      type(2),
      { do: 'markMissing' },
    ] satisfies JudgementAction[];
    const active = (...more: JudgementAction[]): unknown => after(...made, ...more).state.marking?.active;
    expect(active({ do: 'markBy', by: -1 })).toEqual({ kind: 'span', number: 0 });
    expect(active({ do: 'markBy', by: -1 }, { do: 'markBy', by: -1 }, { do: 'markBy', by: -1 })).toEqual({
      kind: 'span',
      number: 1,
    });
    expect(after(...made, { do: 'markBy', by: -1 }).state.marking?.selection).toEqual({
      start: text.indexOf('Three'),
      end: text.indexOf('Three') + 5,
    });
    expect(said(after(begin, { do: 'markBy', by: 1 }))).toEqual({ what: 'nothing-marked' });
  });

  it('gives the one in hand another passage', () => {
    expect(own(after(begin, select('two'), type(2), select('two.'), { do: 'markTake' }))).toMatchObject([
      { quote: 'two.' },
    ]);
    expect(said(after(begin, select('two'), type(2), { do: 'markTake' }))).toEqual({ what: 'nothing-to-take' });
  });

  it('removes the one in hand, and no other', () => {
    expect(own(after(begin, select('One'), type(2), select('Three'), type(2), { do: 'markRemove' }))).toMatchObject([
      { quote: 'One' },
    ]);
    expect(said(after(begin, { do: 'markRemove' }))).toEqual({ what: 'nothing-in-hand' });
  });

  it('says what is missing, of which type and from which passage', () => {
    expect(after({ do: 'markMissing' }, type(2), { do: 'markEvidence', passage: 1 }).state.draft.missing[0]).toEqual([
      { note: '', type: 'gap', evidence: 1 },
    ]);
    expect(
      after({ do: 'markMissing' }, { do: 'markEvidence', passage: 1 }, { do: 'markEvidence', passage: 1 }).state.draft
        .missing[0],
    ).toEqual([{ note: '' }]);
    expect(after(begin, { do: 'markEvidence', passage: 0 }).last.notice).toEqual({
      kind: 'marking',
      said: { what: 'no-missing-in-hand' },
    });
    expect(after({ do: 'markMissing' }, { do: 'markEvidence', passage: 2 }).last.notice).toEqual({
      kind: 'no-such-passage',
      count: 2,
    });
  });

  it('links the passage that is marked next, or the one in hand, to a stretch of the critique', () => {
    const { state } = after();
    const critical = { ...state, draft: { ...state.draft, critiques: ['Bad. No sum.', ''] } };
    const about = applyMarkingAction(critical, { do: 'markAbout', index: 0, start: 5, end: 12, quote: 'No sum.' });
    expect(about.marking?.about).toEqual({ start: 5, end: 12, quote: 'No sum.' });
    const next = applyAction({ ...critical, ...about }, select('two'));
    const linked = applyAction({ ...critical, ...about, ...next }, type(2));
    expect(linked.draft?.spans[0]).toMatchObject([{ quote: 'two', about: { quote: 'No sum.' } }]);
    expect(linked.marking?.about).toBeNull();
    expect(applyMarkingAction(critical, { do: 'markAbout', index: 0, start: 0, end: 0, quote: '' })).toEqual({});
  });

  it('ends by the key that began it, and means nothing before', () => {
    expect(after(begin, begin).state.marking).toBeNull();
    expect(after(type(1), { do: 'markRemove' }, select('two')).last).toEqual({});
    expect(after({ ...begin, index: 7 }).last).toEqual({});
  });
});
