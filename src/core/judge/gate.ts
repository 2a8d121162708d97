import type { Certificate, CertificatePart } from '../model/report/certificate';

/** Figures that a gate can ask of each part, lowest and highest ends of their intervals too. */
export const gateFigures = ['kappa', 'agreement', 'difference', 'falsePass', 'falseFail', 'ece', 'units'] as const;
/** Of preferences as a whole: how far the share of flips that go to the first shown is from a half, and how many flip. */
export const gateBiases = ['positionBias', 'lengthBias', 'styleBias'] as const;
type GateFigure = (typeof gateFigures)[number] | (typeof gateBiases)[number];
const operators = ['>=', '<=', '>', '<'] as const;

/** What must hold: `kappa>=0.6`, `low(kappa)>=0.5 per slice`. */
export interface Gate {
  readonly text: string;
  readonly figure: GateFigure;
  readonly end: 'value' | 'low' | 'high';
  readonly operator: (typeof operators)[number];
  readonly limit: number;
  readonly per: 'criterion' | 'slice';
}

/** A gate on one thing that is not met, with what was found; null where nothing is known. */
export interface Unmet {
  readonly gate: string;
  readonly of: string;
  readonly found: number | null;
}

/** The gates that a text says, joined by "and"; undefined where it says none. */
export function gatesIn(text: string): readonly Gate[] | undefined {
  const gates = text.split(/\s+and\s+/i).map(gateIn);
  return gates.every((gate) => gate !== undefined) ? gates : undefined;
}

function gateIn(text: string): Gate | undefined {
  const pattern =
    /^\s*(?:(low|high)\(\s*(\w+)\s*\)|(\w+))\s*(>=|<=|>|<)\s*(-?\d*\.?\d+)\s*(?:per\s+(criterion|slice))?\s*$/i;
  const [, end, within, plain, operator, limit, per] = pattern.exec(text) ?? [];
  const named = (within ?? plain ?? '').toLowerCase();
  const figure = [...gateFigures, ...gateBiases].find((each) => each.toLowerCase() === named);
  if (!figure || limit === undefined) return undefined;
  return {
    text: text.trim(),
    figure,
    end: end?.toLowerCase() === 'low' ? 'low' : end?.toLowerCase() === 'high' ? 'high' : 'value',
    operator: operators.find((each) => each === operator) ?? '>=',
    limit: Number(limit),
    per: per?.toLowerCase() === 'slice' ? 'slice' : 'criterion',
  };
}

/** What a certificate does not meet. What is not known is not met, but of criteria that have no such figure. */
export function unmetIn(certificate: Certificate, gates: readonly Gate[]): readonly Unmet[] {
  return gates.flatMap((gate) => {
    const found = valuesFor(certificate, gate);
    if (found.length === 0) return [{ gate: gate.text, of: '', found: null }];
    return found
      .filter(({ value }) => value === null || !holds(value, gate))
      .map(({ of, value }) => ({ gate: gate.text, of, found: value }));
  });
}

function holds(value: number, { operator, limit }: Gate): boolean {
  switch (operator) {
    case '>=':
      return value >= limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '<':
      return value < limit;
  }
}

interface Found {
  readonly of: string;
  readonly value: number | null;
}

type Interval = { readonly value: number; readonly low: number | null; readonly high: number | null } | null;

function valuesFor({ parts, slices, biases }: Certificate, gate: Gate): readonly Found[] {
  const { figure, per, end } = gate;
  const value = (found: Interval): number | null => found?.[end] ?? null;
  if (figure === 'positionBias' || figure === 'lengthBias' || figure === 'styleBias') {
    if (!biases) return [];
    const bias = { positionBias: positionBiasOf(biases), lengthBias: biases.longer, styleBias: biases.styled }[figure];
    return [{ of: 'preferences', value: value(bias) }];
  }
  if (per === 'slice')
    return slices.map(({ of, by, value: name, withPeople }) => ({
      of: `${of}, ${by} = ${name ?? ''}`,
      value:
        figure === 'units'
          ? withPeople.units
          : figure === 'agreement'
            ? value(withPeople.same)
            : value(withPeople.kappa),
    }));
  const asked = figure === 'falsePass' || figure === 'falseFail' ? parts.filter(isYesNo) : parts;
  return asked.map((part) => ({
    of: part.of,
    value: figure === 'units' ? part.withPeople.units : value(ofPart(part, figure)),
  }));
}

/** False passes and fails are of criteria of yes and no alone. */
const isYesNo = ({ falsePass, falseFail }: CertificatePart): boolean => falsePass !== null || falseFail !== null;

function ofPart(part: CertificatePart, figure: Exclude<(typeof gateFigures)[number], 'units'>): Interval {
  switch (figure) {
    case 'kappa':
      return part.withPeople.kappa;
    case 'agreement':
      return part.withPeople.same;
    case 'difference':
      return part.difference;
    case 'falsePass':
      return part.falsePass;
    case 'falseFail':
      return part.falseFail;
    case 'ece':
      return part.calibration?.ece ?? null;
  }
}

/**
 * By how much a judge takes the first response more often than the last, over all pairs that it was asked in both
 * orders: the share of flips to the first minus that to the last, of all pairs.
 */
export function positionBiasOf({ consistent, toFirst }: NonNullable<Certificate['biases']>): Interval {
  if (!consistent) return null;
  const flipped = 1 - consistent.value;
  if (!toFirst) return { value: 0, low: null, high: null };
  const of = (share: number): number => (2 * share - 1) * flipped;
  return {
    value: of(toFirst.value),
    low: toFirst.low === null ? null : of(toFirst.low),
    high: toFirst.high === null ? null : of(toFirst.high),
  };
}
