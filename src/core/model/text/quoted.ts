/** Names of fields in an English sentence. */
export const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' and ');
