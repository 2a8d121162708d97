import type { Estimate } from '../estimate';
import { figureNames } from '../../model/report/figureNames';
import type { QualityReport } from '../../model/report/quality';

/** What must not be: `agreement.preferences<0.6`. */
export interface FigureLimit {
  readonly figure: string;
  readonly than: '<' | '<=' | '>' | '>=';
  readonly limit: number;
}

/** A figure for which what must not be is so, or which nobody can compute. */
export interface FailedLimit extends FigureLimit {
  readonly found: number | Estimate | null;
}

/** Reads a condition; undefined where it is none. */
export function figureLimitIn(text: string): FigureLimit | undefined {
  const found = /^\s*(\S.*?)\s*(<=|>=|<|>)\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*$/.exec(text);
  const [, figure = '', than = '', limit = ''] = found ?? [];
  return found ? { figure, than: than as FigureLimit['than'], limit: Number(limit) } : undefined;
}

/** Kinds of value that every study may have, whether somebody gave one yet or not. */
const alwaysNamed = ['preferences', 'strengths', 'rankings', 'acceptable', 'verdicts'];

/**
 * The figures of a report that can be held against a limit, by name; null for what cannot be computed from this study.
 *
 * - `agreement.KIND`, `same.KIND`: Krippendorff's α and the share that is the same, of preferences, rankings, …
 * - `disputed`: the share of the items that several judged on which they contradict each other
 * - `noise.overlap`, `noise.repeats`, `noise.controls`: ε; `noise.right`: how often an item's majority is right now
 * - `machine.NAME.kappa`, `machine.NAME.confirmed`: a machine against people; `machine.NAME.first`, `machine.NAME.consistent`:
 *   how often it takes the first shown, and says the same in both orders
 * - a figure of a kind of judgment by its name (`rankings.length`), or of one aspect, flag, … (`ratings.missing.clarity`)
 * - `judged`: the share of the items that somebody judged; `findings.high`, `findings.all`: how many there are
 */
export function namedFigures({
  agreement,
  noise,
  machines,
  judgments,
  work,
  findings,
}: QualityReport): ReadonlyMap<string, number | Estimate | null> {
  return new Map<string, number | Estimate | null>([
    ...alwaysNamed.flatMap((kind): [string, null][] => [
      [`agreement.${kind}`, null],
      [`same.${kind}`, null],
    ]),
    ...agreement.rows.flatMap(({ kind, alpha, same }): [string, Estimate | null][] => [
      [`agreement.${kind}`, alpha],
      [`same.${kind}`, same],
    ]),
    ['disputed', agreement.several > 0 ? agreement.disputed / agreement.several : null],
    ['noise.overlap', noise.overlap?.epsilon ?? null],
    ['noise.repeats', noise.repeats?.epsilon ?? null],
    ['noise.controls', noise.controls?.epsilon ?? null],
    ['noise.right', noise.now?.right ?? null],
    ...machines.machines.flatMap(({ name, kappa, confirmed, firstWins, bothOrders }): [string, Estimate | null][] => [
      [`machine.${name}.kappa`, kappa],
      [`machine.${name}.confirmed`, confirmed],
      [`machine.${name}.first`, firstWins],
      [`machine.${name}.consistent`, bothOrders?.consistent ?? null],
    ]),
    ...figureNames.map((name): [string, null] => [name, null]),
    ...judgments.kinds.flatMap(({ figures }) =>
      figures.map(({ name, what, value }): [string, number | Estimate | null] => [
        what === null ? name : `${name}.${what}`,
        value,
      ]),
    ),
    ['judged', work.items > 0 ? work.judged / work.items : null],
    ['findings.high', findings.filter(({ severity }) => severity === 'high').length],
    ['findings.all', findings.length],
  ]);
}

/** Those of the limits that a report does not keep. Each names one of the `figures`. */
export function failedLimits(
  figures: ReadonlyMap<string, number | Estimate | null>,
  limits: readonly FigureLimit[],
): FailedLimit[] {
  return limits.flatMap((each) => {
    const found = figures.get(each.figure) ?? null;
    const value = typeof found === 'number' ? found : found?.value;
    return value === undefined || isBeyond(value, each) ? [{ ...each, found }] : [];
  });
}

function isBeyond(value: number, { than, limit }: FigureLimit): boolean {
  switch (than) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
}
