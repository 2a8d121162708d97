/** Texts by their names, as lines of a text: `language: de`. A text of several lines has `\n` between them. */

/** The texts as they stand in a project. */
export const recordLines = (record: unknown): readonly string[] =>
  typeof record === 'object' && record !== null && !Array.isArray(record)
    ? Object.entries(record as Readonly<Record<string, unknown>>).map(
        ([name, text]) => `${name}: ${String(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      )
    : [];

/**
 * The texts that lines say; undefined where there is none. A name that the project has may have a colon in it.
 * @param before as it stands in the project
 */
export function recordIn(lines: readonly string[], before: unknown): unknown {
  if (lines.length === 0) return undefined;
  const names = Object.keys(typeof before === 'object' && before !== null ? before : {}).sort(
    (a, b) => b.length - a.length,
  );
  return Object.fromEntries(
    lines.map((line) => {
      const known = names.find((name) => line.startsWith(`${name}: `));
      const colon = known?.length ?? line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), unescaped(line.slice(colon + 1).trim())];
    }),
  );
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(\\|n)/gu, (_, sign: string) => (sign === 'n' ? '\n' : '\\'));
