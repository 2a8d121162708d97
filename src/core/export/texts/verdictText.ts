import type { VerdictValue } from '../../model/rubric/criterion';

/** A verdict as text, so that its column has one type. */
export const verdictText = (value: VerdictValue | null): string =>
  value === null ? 'n/a' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
