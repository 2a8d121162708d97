import { isObject } from '../fields/recordFields';

const maxLength = 120;
const deepest = 3;

/** The beginning of a value on one line, to tell it from others: text as it is, lists and objects much like JSON. */
export function valuePreview(value: unknown): string {
  const text = (typeof value === 'string' ? value.slice(0, maxLength * 4) : beginning(value))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Without writing out the megabytes of which only the beginning is seen. */
function beginning(value: unknown, depth = 0): string {
  if (depth > deepest) return '…';
  const inner = (entry: unknown): string => beginning(entry, depth + 1);
  if (Array.isArray(value)) return `[${value.slice(0, 3).map(inner).join(', ')}${value.length > 3 ? ', …' : ''}]`;
  if (isObject(value)) {
    const keys = Object.keys(value);
    return `{${keys
      .slice(0, 4)
      .map((key) => `${key}: ${inner(value[key])}`)
      .join(', ')}${keys.length > 4 ? ', …' : ''}}`;
  }
  return JSON.stringify(typeof value === 'string' ? value.slice(0, maxLength) : value);
}
