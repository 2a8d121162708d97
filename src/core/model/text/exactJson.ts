/** What a text says as JSON, or why it is not taken. */
export type ExactJson = { readonly value: unknown } | { readonly problem: 'no-json' | 'inexact-number' };

/** Reads JSON whose numbers are kept as they are written: one with more digits than JavaScript has is refused. */
export function exactJson(text: string): ExactJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'no-json' };
  }
  return isExact(value) ? { value } : { problem: 'inexact-number' };
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
