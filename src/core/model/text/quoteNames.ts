/** Names of fields in an English sentence. */
export const quoteNames = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' and ');
