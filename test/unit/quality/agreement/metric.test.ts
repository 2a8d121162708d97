import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../../src/core/model/rubric/criterion';
import { metricOfCriterion, metricOfRatings, metricOfVerdicts } from '../../../../src/core/quality/agreement/metric';

const criterion = (id: string, more: Partial<Criterion> = {}): Criterion => ({ id, text: id, weight: 1, ...more });
const scales = {
  aspects: [
    { name: 'steps', min: 1, max: 5 },
    { name: 'percent', min: 0, max: 100 },
    { name: 'slider', min: 0, max: 100, continuous: true },
  ],
  criteria: [
    criterion('met'),
    criterion('tone', { kind: 'category', categories: [{ name: 'warm' }, { name: 'cold' }] }),
    criterion('depth', { kind: 'scale' }),
    criterion('breadth', { kind: 'scale', min: 1, max: 5 }),
    criterion('percent', { kind: 'scale', min: 0, max: 100 }),
  ],
};

describe('which α values get', () => {
  it('is of a rating what its aspect says, whatever values are met', () => {
    expect(metricOfRatings('steps', [1, 2, 5], scales)).toBe('ordinal');
    expect(metricOfRatings('steps', [1, 2.5], scales)).toBe('ordinal');
    expect(metricOfRatings('percent', [0, 100], scales)).toBe('ordinal');
    expect(metricOfRatings('slider', [1, 2, 3], scales)).toBe('interval');
  });

  it('is of a rating on no aspect of the study what its values say', () => {
    expect(metricOfRatings('imported', [1, 2, 5], scales)).toBe('ordinal');
    expect(metricOfRatings('imported', [1, 2.5], scales)).toBe('interval');
  });

  it('is of verdicts the criterion’s, and of all together that of the scale which they share', () => {
    expect(scales.criteria.map(metricOfCriterion)).toEqual(['nominal', 'nominal', 'ordinal', 'ordinal', 'ordinal']);
    expect(metricOfVerdicts(['depth', 'breadth'], scales)).toBe('ordinal');
    for (const judged of [[], ['met'], ['depth', 'met'], ['depth', 'percent'], ['depth', 'gone'], ['tone']])
      expect(metricOfVerdicts(judged, scales)).toBe('nominal');
  });
});
