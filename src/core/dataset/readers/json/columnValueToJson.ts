import { isUtf8 } from 'node:buffer';
import { formatCount } from '../../../model/text/formatCount';

/**
 * A value as a column holds it, as plain JSON: whole numbers beyond 2^53 as text, dates as ISO 8601, NaN and infinities
 * as null, binary values as text where they are some, else as a word about their size (a picture is not carried along).
 */
export function columnValueToJson(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return bytesAsText(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, columnValueToJson);
  if (Array.isArray(value)) return value.map(columnValueToJson);
  if (value instanceof Map)
    return Object.fromEntries(Array.from(value, ([key, entry]) => [String(key), columnValueToJson(entry)]));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, columnValueToJson(entry)]));
}

/** Bytes as text where they are some, else as a word about their size. */
export function bytesAsText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return `<${formatCount(bytes.length, 'byte')}>`;
}
