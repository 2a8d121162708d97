/** A text as Python prints it: in either quotes, perhaps cut off. */
const printed = /'((?:[^'\\]|\\.)*)('|\\?$)|"((?:[^"\\]|\\.)*)("|\\?$)/gsy;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads a dict of texts as Python prints it, `{'name': 'a', 'arguments': "it's"}`, also one that is cut off: what there
 * is of the last text is given.
 */
export function pythonTexts(text: string): {
  readonly texts: Readonly<Record<string, string>>;
  readonly isCut: boolean;
} {
  const texts: Record<string, string> = {};
  let at = /^\s*\{\s*/.exec(text)?.[0].length ?? text.length;
  let key: string | undefined;
  while (at < text.length && text[at] !== '}') {
    printed.lastIndex = at;
    const found = printed.exec(text);
    if (!found) return { texts, isCut: true };
    const value = unescaped(found[1] ?? found[3] ?? '');
    const isClosed = found[2] === "'" || found[4] === '"';
    at = printed.lastIndex;
    if (key === undefined) {
      if (!isClosed) return { texts, isCut: true };
      key = value;
    } else {
      texts[key] = value;
      if (!isClosed) return { texts, isCut: true };
      key = undefined;
    }
    at += /^\s*[:,]?\s*/.exec(text.slice(at))?.[0].length ?? 0;
  }
  return { texts, isCut: text[at] !== '}' };
}

/** A text without the escapes of Python; one that is cut off in the middle is left as it is. */
const unescaped = (text: string): string =>
  text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis,
    (whole, x?: string, u?: string, long?: string, char?: string) => {
      const code = parseInt(x ?? u ?? long ?? '', 16);
      if (Number.isNaN(code)) return char === undefined ? whole : (escapes[char] ?? char);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
