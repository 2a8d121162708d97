/** Who said what of which unit: three columns of the same length. `annotators` and `values` count from 0. */
export interface Labels {
  readonly units: ArrayLike<number>;
  readonly annotators: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface DawidSkene {
  /** How frequent each category is. */
  readonly chances: Float64Array;
  /** Of each annotator: the chance of saying l where the truth is k, at `(annotator · K + k) · K + l`. */
  readonly confusion: Float64Array;
  /** Of each unit: the chance of each category, at `unit · K + k`. */
  readonly posteriors: Float64Array;
  readonly logLikelihood: number;
  readonly steps: number;
}

const maxSteps = 500;

/**
 * What is likely true, and how often each annotator says what: A. P. Dawid and A. M. Skene, Maximum Likelihood Estimation
 * of Observer Error-Rates Using the EM Algorithm, Applied Statistics 28, 1979. Starts from the shares of what was said of
 * each unit. Units and annotators are numbered from 0; an annotator may say several things of one unit.
 * @param smoothing what is counted before anything was said of each truth: twice so many right answers, and so many wrong
 *   ones. 0 is the paper's estimate.
 */
export function dawidSkene({ units, annotators, values }: Labels, categories: number, smoothing = 0): DawidSkene {
  const [unitCount, annotatorCount] = [1 + most(units), 1 + most(annotators)];
  const posteriors = new Float64Array(unitCount * categories);
  for (let at = 0; at < values.length; at++) add(posteriors, (units[at] ?? 0) * categories + (values[at] ?? 0), 1);
  for (let unit = 0; unit < unitCount; unit++) normalise(posteriors, unit * categories, categories);
  const chances = new Float64Array(categories);
  const confusion = new Float64Array(annotatorCount * categories * categories);
  let likelihood = -Infinity;
  let steps = 0;
  for (; steps < maxSteps; steps++) {
    maximise({ units, annotators, values }, posteriors, chances, confusion, categories, smoothing);
    const next = expect({ units, annotators, values }, posteriors, chances, confusion, categories);
    const gain = next - likelihood;
    likelihood = next;
    if (Math.abs(gain) < 1e-8 * Math.max(1, Math.abs(next))) break;
  }
  return { chances, confusion, posteriors, logLikelihood: likelihood, steps };
}

const most = (numbers: ArrayLike<number>): number => {
  let found = -1;
  for (let at = 0; at < numbers.length; at++) found = Math.max(found, numbers[at] ?? 0);
  return found;
};
const add = (row: Float64Array, at: number, value: number): void => void (row[at] = (row[at] ?? 0) + value);

function normalise(row: Float64Array, begin: number, width: number): void {
  let sum = 0;
  for (let at = begin; at < begin + width; at++) sum += row[at] ?? 0;
  for (let at = begin; at < begin + width; at++) row[at] = sum > 0 ? (row[at] ?? 0) / sum : 1 / width;
}

function maximise(
  { units, annotators, values }: Labels,
  posteriors: Float64Array,
  chances: Float64Array,
  confusion: Float64Array,
  width: number,
  smoothing: number,
): void {
  chances.fill(0);
  for (let at = 0; at < posteriors.length; at++) add(chances, at % width, posteriors[at] ?? 0);
  normalise(chances, 0, width);
  confusion.fill(width > 1 ? smoothing / (width - 1) : smoothing);
  for (let cell = 0; cell < confusion.length; cell++)
    if (Math.floor(cell / width) % width === cell % width) confusion[cell] = smoothing * 2;
  for (let at = 0; at < values.length; at++)
    for (let truth = 0; truth < width; truth++)
      add(
        confusion,
        ((annotators[at] ?? 0) * width + truth) * width + (values[at] ?? 0),
        posteriors[(units[at] ?? 0) * width + truth] ?? 0,
      );
  for (let begin = 0; begin < confusion.length; begin += width) normalise(confusion, begin, width);
}

/** Gives the log-likelihood of what was said. */
function expect(
  { units, annotators, values }: Labels,
  posteriors: Float64Array,
  chances: Float64Array,
  confusion: Float64Array,
  width: number,
): number {
  const count = posteriors.length / width;
  for (let unit = 0; unit < count; unit++)
    for (let truth = 0; truth < width; truth++) posteriors[unit * width + truth] = Math.log(chances[truth] ?? 0);
  const logs = confusion.map(Math.log);
  for (let at = 0; at < values.length; at++)
    for (let truth = 0; truth < width; truth++)
      add(
        posteriors,
        (units[at] ?? 0) * width + truth,
        logs[((annotators[at] ?? 0) * width + truth) * width + (values[at] ?? 0)] ?? 0,
      );
  let likelihood = 0;
  for (let unit = 0; unit < count; unit++) {
    const begin = unit * width;
    let top = -Infinity;
    for (let at = begin; at < begin + width; at++) top = Math.max(top, posteriors[at] ?? -Infinity);
    let sum = 0;
    for (let at = begin; at < begin + width; at++) {
      const share = Math.exp((posteriors[at] ?? -Infinity) - top);
      posteriors[at] = share;
      sum += share;
    }
    for (let at = begin; at < begin + width; at++) posteriors[at] = (posteriors[at] ?? 0) / sum;
    likelihood += top + Math.log(sum);
  }
  return likelihood;
}
