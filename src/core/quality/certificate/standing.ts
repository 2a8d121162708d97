import { fewestUnits, type CertificatePart } from '../../model/report/certificate';
import type { Estimate } from '../estimate';

/** What numbers are rounded by. */
const tiny = 1e-6;
/** Who agrees with a person by at most so much less than another person does agrees as people do. */
const margin = 0.05;

/**
 * Says how a judge agrees with people beside how these agree among themselves, where that is known, and how many more
 * units are needed where it is not.
 * @param several units that two people or more judged, on which the difference rests
 */
export function standingOf(
  difference: Estimate | null,
  units: number,
  several: number,
): Pick<CertificatePart, 'standing' | 'toSettle'> {
  if (units < fewestUnits) return { standing: 'too-few', toSettle: fewestUnits - units };
  if (several < fewestUnits) return { standing: 'no-overlap', toSettle: fewestUnits - several };
  const { value = 0, low = null, high = null } = difference ?? {};
  if (low === null || high === null) return { standing: 'unknown', toSettle: null };
  if (high < 0) return { standing: 'less', toSettle: 0 };
  if (low > 0) return { standing: 'more', toSettle: 0 };
  if (low > -margin) return { standing: 'as-people', toSettle: 0 };
  // It is settled as soon as the interval leaves out the margin or 0.
  return { standing: 'unknown', toSettle: moreFor(difference, several, Math.max(value + margin, -value)) };
}

/**
 * Estimates how many more units are needed until the interval of a figure has this half-width. It goes with 1/√n, so that n
 * grows with the square of how many times too wide it is. Null where there is no interval yet, or none is narrow enough.
 */
export function moreFor(estimate: Estimate | null, units: number, halfWidth: number): number | null {
  if (!estimate || estimate.low === null || estimate.high === null || halfWidth <= 0) return null;
  const now = (estimate.high - estimate.low) / 2;
  return Math.max(0, Math.ceil(units * (now / halfWidth) ** 2 - tiny) - units);
}
