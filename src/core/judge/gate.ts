import { fewestUnits, type Certificate, type CertificatePart } from '../model/report/certificate';
import type { Estimate } from '../model/report/estimate';
import { moreFor } from '../quality/certificate/standing';

/** Figures that a gate can ask of each part, lowest and highest ends of their intervals too. */
export const gateFigures = ['kappa', 'agreement', 'difference', 'falsePass', 'falseFail', 'ece', 'units'] as const;
/** Of preferences, by their size: who leans to the last or to the shorter one leans as well. */
export const gateBiases = ['positionBias', 'lengthBias', 'styleBias'] as const;
type GateFigure = (typeof gateFigures)[number] | (typeof gateBiases)[number];
/** Those that slices have. */
export const sliceFigures: readonly GateFigure[] = ['kappa', 'agreement', 'units'];
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

/** What a gate says of one thing. */
export interface Gated {
  readonly gate: string;
  /** "preferences", a criterion, or a slice; empty where there is nothing that it could be about. */
  readonly of: string;
  /** Null where nothing is known, also for want of units: then it is not met. */
  readonly found: number | null;
  readonly isMet: boolean;
  /** About how many more units people have to judge until the interval leaves out the limit. Null where nobody can tell. */
  readonly more: number | null;
}

/** Reads the gates that a text says, joined by "and"; undefined where it says none. */
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
  const isPerSlice = per?.toLowerCase() === 'slice';
  if (!figure || limit === undefined || (isPerSlice && !sliceFigures.includes(figure))) return undefined;
  return {
    text: text.trim(),
    figure,
    end: end?.toLowerCase() === 'low' ? 'low' : end?.toLowerCase() === 'high' ? 'high' : 'value',
    operator: operators.find((each) => each === operator) ?? '>=',
    limit: Number(limit),
    per: isPerSlice ? 'slice' : 'criterion',
  };
}

/**
 * Holds a certificate against gates, thing by thing. What is not known, or rests on fewer than 20 units, is not met. False
 * passes and fails are asked of criteria of yes and no alone.
 */
export function gated(certificate: Certificate, gates: readonly Gate[]): readonly Gated[] {
  return gates.flatMap((gate): readonly Gated[] => {
    const found = figuresFor(certificate, gate);
    if (found.length === 0) return [{ gate: gate.text, of: '', found: null, isMet: false, more: null }];
    return found.map(({ of, units, estimate }) => {
      const value = valueOf(gate, units, estimate);
      return {
        gate: gate.text,
        of,
        found: value,
        isMet: value !== null && holds(value, gate),
        more: moreToSettle(gate, units, estimate),
      };
    });
  });
}

/** A figure, or the end of its interval that a gate asks for. */
function valueOf({ figure, end }: Gate, units: number, estimate: Estimate | null): number | null {
  if (figure === 'units') return units;
  return units < fewestUnits ? null : (estimate?.[end] ?? null);
}

function moreToSettle({ figure, limit }: Gate, units: number, estimate: Estimate | null): number | null {
  if (figure === 'units') return Math.max(0, Math.ceil(limit - units));
  if (units < fewestUnits) return fewestUnits - units;
  return moreFor(estimate, units, Math.abs((estimate?.value ?? limit) - limit));
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
  readonly units: number;
  readonly estimate: Estimate | null;
}

function figuresFor({ parts, slices, biases }: Certificate, { figure, per }: Gate): readonly Found[] {
  if (figure === 'positionBias' || figure === 'lengthBias' || figure === 'styleBias') {
    if (!biases) return [];
    const units = parts.find(({ of }) => of === 'preferences')?.withPeople.units ?? 0;
    const { position, longer, styled, pairs } = biases;
    const found = {
      positionBias: { units: pairs, lean: position },
      lengthBias: { units, lean: longer.over },
      styleBias: { units, lean: styled.over },
    }[figure];
    return [{ of: 'preferences', units: found.units, estimate: sizeOf(found.lean) }];
  }
  if (per === 'slice')
    return slices.map(({ of, by, value, withPeople }) => ({
      of: `${of}, ${by} = ${value ?? ''}`,
      units: withPeople.units,
      estimate: figure === 'agreement' ? withPeople.same : withPeople.kappa,
    }));
  return parts
    .filter(({ isYesNo }) => isYesNo || (figure !== 'falsePass' && figure !== 'falseFail'))
    .map((part) => ({ of: part.of, units: part.withPeople.units, estimate: ofPart(part, figure) }));
}

/** How large a lean is, to whichever side. */
function sizeOf(lean: Estimate | null): Estimate | null {
  if (!lean) return null;
  const { low, high } = lean;
  const value = Math.abs(lean.value);
  if (low === null || high === null) return { ...lean, value };
  const [one, other] = [Math.abs(low), Math.abs(high)];
  return { ...lean, value, low: low < 0 && high > 0 ? 0 : Math.min(one, other), high: Math.max(one, other) };
}

function ofPart(part: CertificatePart, figure: (typeof gateFigures)[number]): Estimate | null {
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
      return part.calibration && part.calibration.units >= fewestUnits ? part.calibration.ece : null;
    case 'units':
      return null;
  }
}
