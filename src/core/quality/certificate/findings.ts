import type { Certificate, CertificatePart } from '../../model/report/certificate';
import { discoveries, normalTail } from '../chance';
import type { Estimate } from '../estimate';
import { z95 } from '../rate';

type Finding = Certificate['findings'][number];

/** Something smaller than this is not worth a sentence. */
const worthSaying = 0.02;

interface Test extends Finding {
  readonly size: number;
  /** How likely it is by chance; null where that is not known. */
  readonly chance: number | null;
}

/** Finds what is wrong with a judge beyond chance, with all that was looked at in mind (see `discoveries`). */
export function findingsOf(parts: readonly CertificatePart[], biases: Certificate['biases']): Finding[] {
  const tests: readonly Test[] = [
    ...parts.flatMap(({ of, falsePassOver, falseFailOver, calibration }) => [
      ofEstimate('falsePass', of, falsePassOver),
      ofEstimate('falseFail', of, falseFailOver),
      ofEstimate('overconfident', of, calibration?.over),
    ]),
    {
      code: 'position',
      of: 'preferences',
      size: Math.abs(biases?.position?.value ?? 0),
      chance: biases?.positionChance ?? null,
    },
    ofEstimate('longer', 'preferences', biases?.longer.errors),
    ofEstimate('styled', 'preferences', biases?.styled.errors),
  ];
  const found = discoveries(tests.map(({ chance }) => chance));
  return tests.flatMap(({ code, of, size }, at) => (found[at] === true && size > worthSaying ? [{ code, of }] : []));
}

/** A figure that should not be above 0, with the chance that it is as far from it, to either side, by its interval. */
function ofEstimate(code: Finding['code'], of: string, estimate: Estimate | null | undefined): Test {
  if (!estimate || estimate.low === null || estimate.high === null) return { code, of, size: 0, chance: null };
  const error = (estimate.high - estimate.low) / 2 / z95;
  return {
    code,
    of,
    size: estimate.value,
    chance: error > 0 ? 2 * normalTail(Math.abs(estimate.value) / error) : null,
  };
}
