/**
 * A string, also one that is cut off, so that each place is looked at once; or what Python writes for a number that is
 * none: `json.dump` and pandas do so where a value is missing.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|-?\b(?:NaN|Infinity)\b/gs;

/**
 * JSON as Python writes it: `NaN` and `Infinity`, which are no JSON (RFC 8259), are null. Throws as `JSON.parse` does,
 * which alone is run where they are not used.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = /NaN|Infinity/.test(text)
      ? text.replaceAll(tokens, (token) => (token.startsWith('"') ? token : 'null'))
      : text;
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}
