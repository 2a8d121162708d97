import { numberOf } from '../../records/recordReader';

/** A grade as people write it in forms and sheets. */
export interface Grade {
  /** What was given, and not how much of the scale it is. */
  readonly value: number;
  /**
   * What it is on, where it says so: "of 10" in "8/10", "in %", "in stars". Grades on unlike scales say nothing of each
   * other.
   */
  readonly scale?: string;
}

const number = '[+-]?\\d+(?:[.,]\\d{1,2})?';
const written = new RegExp(`^(${number})\\s*(?:(?:/|of|out of|von|sur)\\s*(\\d+)|(%|stars?|★|⭐|points?|pts?))?$`, 'i');

/**
 * A number, with a decimal comma ("4,5"), of how many ("8/10", "7 out of 10"), a share ("85 %"), stars ("4 stars",
 * "★★★★☆") or points; undefined for all else.
 */
export function gradeIn(value: unknown): Grade | undefined {
  const plain = numberOf(value);
  if (plain !== undefined) return { value: plain };
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\uFE0F', '').trim();
  const [, given, most, unit] = written.exec(text) ?? [];
  const scale =
    most !== undefined
      ? `of ${most}`
      : unit === undefined
        ? undefined
        : unit === '%'
          ? 'in %'
          : /^p/i.test(unit)
            ? 'in points'
            : 'in stars';
  if (given !== undefined) return { value: Number(given.replace(',', '.')), ...(scale !== undefined && { scale }) };
  return /^(★|⭐)+☆*$/u.test(text) ? { value: text.replaceAll('☆', '').length, scale: 'in stars' } : undefined;
}

export const gradeOf = (value: unknown): number | undefined => gradeIn(value)?.value;

/** The aspect of a grade: with its scale, so that "4/5" and "8/10" are never compared. */
export function aspectOf(aspect: string, value: unknown): string {
  const scale = gradeIn(value)?.scale;
  return scale === undefined ? aspect : `${aspect} ${scale}`;
}

/** Whether values that say something are grades, nine in ten of them, and all on one scale. */
export function areGrades(values: readonly unknown[]): boolean {
  const said = values.filter((value) => !isPlaceholder(value));
  const grades = said.flatMap((value) => gradeIn(value) ?? []);
  return (
    grades.length > 0 && grades.length >= said.length * 0.9 && new Set(grades.map(({ scale }) => scale)).size === 1
  );
}

/** Whether a text says that nothing was given, as tables and forms write it. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && /^\s*(|-|–|\?|n\/?a|nan|none|null|nil|unrated|not rated)\s*$/i.test(value);
