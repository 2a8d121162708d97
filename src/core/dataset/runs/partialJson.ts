/**
 * Reads the JSON value that a text begins with, as far as it goes: what is cut off in the middle (a text, a number, a
 * field without its value) is left out. With where the value ends, or undefined where that is behind the text.
 */
export function partialJson(text: string, from = 0): { readonly value: unknown; readonly end: number | undefined } {
  let closers = '';
  let whole = '';
  let end = from;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfText(text, at);
    else if (char === '{' || char === '[') {
      closers = (char === '{' ? '}' : ']') + closers;
      [whole, end] = [closers, at + 1];
    } else if (char === '}' || char === ']') {
      closers = closers.slice(1);
      [whole, end] = [closers, at + 1];
      if (closers === '') return { value: parsed(text.slice(from, end)), end };
    } else if (char === ',') [whole, end] = [closers, at];
  }
  return { value: parsed(text.slice(from, end) + whole), end: undefined };
}

/** Where the text that begins at a quote ends, by the place of its last quote; behind all where it is cut off. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON, which is all that was asked.
    return undefined;
  }
}
