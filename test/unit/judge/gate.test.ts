import { expect, it } from 'vitest';
import { gated, gatesIn, type Gated } from '../../../src/core/judge/gate';
import type { Certificate } from '../../../src/core/model/report/certificate';
import type { Estimate } from '../../../src/core/model/report/estimate';
import { partFigures } from '../../../src/core/quality/certificate/partFigures';

const of = (value: number, low: number, high: number): Estimate => ({ value, low, high, items: 100 });

/** A certificate with criteria of which so many were judged, each with κ of 0.7 (0.5 to 0.9). */
function certified(units: Readonly<Record<string, number>>, position: Estimate | null = null): Certificate {
  const part = partFigures({
    asks: 'verdicts',
    of: '',
    scale: { is: 'categories', isYesNo: true },
    units: [],
    silent: 0,
  });
  const leaning = { over: null, errors: null };
  return {
    v: 1,
    type: 'certificate',
    made: '2026-03-01T08:00:00.000Z',
    judge: { judge: 'j', model: 'm', prompt: 'p', sampling: {}, rubrics: [], asks: 'verdicts' },
    data: { items: 1, annotations: 1, people: 1, origins: ['human'], hash: '' },
    answers: { all: 1, notUnderstood: 0, stale: 0 },
    leftOut: { origins: 0, suggested: 0, repeats: 0, turns: 0 },
    parts: Object.entries(units).map(([name, n]) => ({
      ...part,
      of: name,
      withPeople: { units: n, kappa: n === 0 ? null : of(0.7, 0.5, 0.9), same: null },
    })),
    findings: [],
    slices: [],
    smallSlices: 0,
    biases: position && {
      consistent: null,
      toFirst: null,
      pairs: 100,
      position,
      positionChance: 0,
      longer: leaning,
      styled: leaning,
    },
    signature: '',
  };
}

const results = (certificate: Certificate, gate: string): readonly Gated[] => gated(certificate, gatesIn(gate) ?? []);

it('is not met where fewer than 20 were judged, however good the figure, nor where nobody judged a criterion', () => {
  expect(results(certified({ clear: 100, kind: 19, safe: 0 }), 'kappa>=0.6 per criterion')).toMatchObject([
    { of: 'clear', found: 0.7, isMet: true },
    { of: 'kind', found: null, isMet: false, more: 1 },
    { of: 'safe', found: null, isMet: false, more: 20 },
  ]);
  expect(results(certified({ clear: 0 }), 'falsePass<0.5')).toMatchObject([{ found: null, isMet: false }]);
});

it('says how many more would settle it, where the limit lies in the interval', () => {
  // A half-width of 0.2 that must become 0.1: four times as many.
  expect(results(certified({ clear: 100 }), 'kappa>=0.6')).toMatchObject([{ isMet: true, more: 300 }]);
  expect(results(certified({ clear: 100 }), 'kappa>=0.8')).toMatchObject([{ isMet: false, more: 300 }]);
  expect(results(certified({ clear: 100 }), 'kappa>=0.4')).toMatchObject([{ isMet: true, more: 0 }]);
  expect(results(certified({ clear: 100 }), 'low(kappa)>=0.6')).toMatchObject([{ found: 0.5, isMet: false }]);
});

it('takes a lean to the last for as bad as one to the first', () => {
  const [last] = results(certified({}, of(-0.5, -0.6, -0.4)), 'positionBias<0.05');
  expect(last).toMatchObject({ found: 0.5, isMet: false });
  const [either] = results(certified({}, of(-0.01, -0.06, 0.04)), 'high(positionBias)<0.05');
  expect(either).toMatchObject({ found: 0.06, isMet: false });
});
