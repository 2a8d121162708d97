/**
 * What a record holds under a key that comes from data, and nothing else: a plain `record[key]` gives what every object
 * inherits where the key is `constructor`, `toString` or `__proto__`.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
