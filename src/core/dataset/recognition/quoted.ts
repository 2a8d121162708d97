/** Names of fields in a sentence. */
export const quoted = (paths: readonly string[]): string => paths.map((path) => JSON.stringify(path)).join(' and ');
