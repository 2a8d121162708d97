import { hasInterval, nText } from '../../../text/numbers';
import type { Estimate } from '../../estimate';
import type { Proportion, Rate } from '../../proportion';
import { noted, share } from '../blocks';
import type { Cell } from '../document';
import type { ReportQuestion } from '../todo';

/** A share as a figure of a report; without an interval where all there is was counted. */
export const estimateOf = (rate: Proportion | Rate | null): Estimate | null =>
  rate && {
    value: rate.rate,
    low: hasInterval(rate) ? rate.low : null,
    high: hasInterval(rate) ? rate.high : null,
    items: rate.n,
  };

/** A share as a cell, with how many it is of. */
export const rate = (of: Proportion | Rate | null, opens?: ReportQuestion): Cell =>
  noted(share(estimateOf(of), opens), of ? nText(of.n) : '');
