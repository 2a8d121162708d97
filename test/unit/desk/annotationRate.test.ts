import { describe, expect, it } from 'vitest';
import { AnnotationRate } from '../../../src/core/desk/progress/annotationRate';

const minute = 60_000;

function annotationRateOf(...durations: number[]): AnnotationRate {
  const annotationRate = new AnnotationRate();
  durations.forEach((duration, at) => annotationRate.judged(`q${at}`, duration));
  return annotationRate;
}

describe('the pace', () => {
  it('is not told after one or two items', () => {
    expect(annotationRateOf(minute, minute).perHour).toBeUndefined();
    expect(annotationRateOf(0, 0, 0).perHour).toBeUndefined();
  });

  it('is that of the last half hour of work', () => {
    expect(annotationRateOf(minute, 2 * minute, 3 * minute).perHour).toBe(30);
    expect(
      annotationRateOf(...Array.from({ length: 100 }, () => 10 * minute), ...Array.from({ length: 30 }, () => minute))
        .perHour,
    ).toBe(60);
  });

  it('counts an item once that is judged again, and not at all once that is taken back', () => {
    const annotationRate = annotationRateOf(minute, minute, minute, minute);
    annotationRate.judged('q0', 2 * minute);
    expect(annotationRate.perHour).toBe(48);
    annotationRate.takenBack('q0');
    expect(annotationRate.perHour).toBe(60);
    annotationRate.takenBack('q1');
    expect(annotationRate.perHour).toBeUndefined();
  });
});
