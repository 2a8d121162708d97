/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} p95
 * @property {number} low the 10th percentile
 * @property {number} high the 90th percentile
 * @property {number} samples
 */

/**
 * Other people's jobs share the machine, so the middle of many repetitions counts, with the spread beside it.
 * @param {readonly number[]} values
 * @returns {Summary}
 */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    low: percentile(sorted, 10),
    high: percentile(sorted, 90),
    samples: sorted.length,
  };
}

/** Nearest rank. @param {readonly number[]} sorted @param {number} percent */
function percentile(sorted, percent) {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** @param {number} value */
export const rounded = (value) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

/** @param {Summary} of @param {string} unit */
export const written = ({ median, low, high }, unit) =>
  `${rounded(median)} ${unit} (${rounded(low)} to ${rounded(high)})`;
