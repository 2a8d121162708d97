import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/core/desk/pace';

const minute = 60_000;

function paceOf(...durations: number[]): Pace {
  const pace = new Pace();
  durations.forEach((duration, at) => pace.judged(`q${at}`, duration));
  return pace;
}

describe('the pace', () => {
  it('is not told after one or two items', () => {
    expect(paceOf(minute, minute).perHour).toBeUndefined();
    expect(paceOf(0, 0, 0).perHour).toBeUndefined();
  });

  it('is that of the last half hour of work', () => {
    expect(paceOf(minute, 2 * minute, 3 * minute).perHour).toBe(30);
    expect(
      paceOf(...Array.from({ length: 100 }, () => 10 * minute), ...Array.from({ length: 30 }, () => minute)).perHour,
    ).toBe(60);
  });

  it('counts an item once that is judged again, and not at all once that is taken back', () => {
    const pace = paceOf(minute, minute, minute, minute);
    pace.judged('q0', 2 * minute);
    expect(pace.perHour).toBe(48);
    pace.takenBack('q0');
    expect(pace.perHour).toBe(60);
    pace.takenBack('q1');
    expect(pace.perHour).toBeUndefined();
  });
});
