import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistantTurns, nextJudgeableTurn, judgeableTurnCount } from '../../../src/core/model/item/judgeableTurns';

const said = (...roles: string[]): { role: string }[] => roles.map((role) => ({ role }));

describe('turns that can be judged', () => {
  it('are those of the assistant that every response has', () => {
    expect(assistantTurns(said('assistant', 'tool', 'assistant', 'user', 'assistant'))).toEqual([0, 2, 4]);
    expect(
      judgeableTurnCount([
        said('assistant', 'user', 'assistant', 'user', 'assistant'),
        said('assistant', 'user', 'assistant'),
      ]),
    ).toBe(2);
    expect(judgeableTurnCount([said('assistant', 'user', 'assistant'), said('assistant')])).toBe(1);
    expect(judgeableTurnCount([])).toBe(0);
  });

  it('come after the whole: the last one, then all others from the first, and the whole again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), (count) => {
        const seen: (number | null)[] = [];
        let turn = nextJudgeableTurn(null, count);
        for (; turn !== null && seen.length <= count; turn = nextJudgeableTurn(turn, count)) seen.push(turn);
        expect(turn).toBeNull();
        expect(seen).toEqual([count - 1, ...Array(count - 1).keys()]);
      }),
    );
  });
});
