import type { ModelFigures } from '../../model/report/quality';
import type { LogitFit } from './conditionalLogit';
import type { Interval } from './profileInterval';

/** Precision of the normal prior on log-strengths: nothing beside some pairs, and what keeps a strength finite. */
export const strengthPrior = 0.05;
const draws = 1000;

export interface Strengths {
  readonly of: readonly ({ readonly value: number } & Interval)[];
  readonly covariance: Float64Array;
}

/**
 * Log-strengths over the mean of their component, with what their differences are unsure by. The mean is of models that
 * won and lost often enough to be known, where two or more are: one that always wins would make all others unsure.
 */
export function centred(
  { weights, covariance, interval, isOneSided }: Pick<LogitFit, 'weights' | 'covariance' | 'interval' | 'isOneSided'>,
  components: readonly (readonly number[])[],
  count: number,
): Strengths {
  const p = weights.length;
  const values = new Float64Array(count);
  const turned = new Float64Array(count * count);
  const component = new Map(
    components.flatMap((members) => {
      const known = members.filter((at) => !isOneSided(at));
      return members.map((at) => [at, known.length > 1 ? known : members] as const);
    }),
  );
  const rows = Array.from({ length: count }, (_, at) => {
    const members = component.get(at) ?? [at];
    const row = new Float64Array(count);
    row[at] = 1;
    for (const member of members) row[member] = (row[member] ?? 0) - 1 / members.length;
    return row;
  });
  for (let a = 0; a < count; a++) {
    for (let at = 0; at < count; at++) values[a] = (values[a] ?? 0) + (rows[a]?.[at] ?? 0) * (weights[at] ?? 0);
    const through = new Float64Array(count);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++)
        through[j] = (through[j] ?? 0) + (rows[a]?.[i] ?? 0) * (covariance[i * p + j] ?? 0);
    for (let b = 0; b < count; b++) {
      let sum = 0;
      for (let j = 0; j < count; j++) sum += (through[j] ?? 0) * (rows[b]?.[j] ?? 0);
      turned[a * count + b] = sum;
    }
  }
  return {
    of: Array.from(values, (value, at) => {
      const contrast = new Float64Array(p);
      contrast.set(rows[at] ?? []);
      return { value, ...interval(contrast, at) };
    }),
    covariance: turned,
  };
}

type Ranks = Pick<ModelFigures, 'rank' | 'bestRank' | 'worstRank'>;

/** Places within the component, and between which they lie in 95 % of draws from the strengths' normal distribution. */
export function ranksOf({ of, covariance }: Strengths, components: readonly (readonly number[])[]): Ranks[] {
  const count = of.length;
  const root = choleskyOf(covariance, count);
  const random = generator();
  const drawn = Array.from({ length: draws }, () => {
    const normal = Array.from({ length: count }, () => normalFrom(random));
    return of.map(({ value }, row) => {
      let sum = value;
      for (let column = 0; column <= row; column++) sum += (root[row * count + column] ?? 0) * (normal[column] ?? 0);
      return sum;
    });
  });
  const ranks: Ranks[] = [];
  for (const members of components) {
    const rankIn = (values: readonly number[], at: number): number =>
      1 + members.filter((other) => (values[other] ?? 0) > (values[at] ?? 0)).length;
    const estimates = of.map(({ value }) => value);
    for (const at of members) {
      const own = drawn.map((values) => rankIn(values, at)).sort((a, b) => a - b);
      ranks[at] = {
        rank: rankIn(estimates, at),
        bestRank: own[Math.floor(0.025 * draws)] ?? null,
        worstRank: own[Math.ceil(0.975 * draws) - 1] ?? null,
      };
    }
  }
  return ranks;
}

/** The lower root of a covariance; rows without variance of their own are 0. */
function choleskyOf(matrix: Float64Array, count: number): Float64Array {
  const root = new Float64Array(count * count);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * count + column] ?? 0;
      for (let at = 0; at < column; at++) sum -= (root[row * count + at] ?? 0) * (root[column * count + at] ?? 0);
      const pivot = root[column * count + column] ?? 0;
      root[row * count + column] = row === column ? Math.sqrt(Math.max(0, sum)) : pivot > 1e-9 ? sum / pivot : 0;
    }
  }
  return root;
}

function generator(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}

/** G. E. P. Box and M. E. Muller, 1958. */
const normalFrom = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
