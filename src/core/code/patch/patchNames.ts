/** Names of files as git writes them in a patch. Texts are bytes (`binaryText.ts`). */

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\',
};

/**
 * Reads a name that git put in quotes (quote.c, `unquote_c_style`), from the quote at `at`; undefined where none ends.
 *
 *     unquoted('"a\\303\\244\\t"') // { name: 'aÃ¤\t', end: 12 }
 */
export function unquoted(text: string, at = 0): { readonly name: string; readonly end: number } | undefined {
  if (text[at] !== '"') return undefined;
  let name = '';
  for (let i = at + 1; i < text.length; i++) {
    const sign = text[i] ?? '';
    if (sign === '"') return { name, end: i + 1 };
    if (sign !== '\\') {
      name += sign;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(i + 1, i + 4))?.[0];
    if (octal !== undefined) {
      name += String.fromCharCode(Number.parseInt(octal, 8));
      i += 3;
      continue;
    }
    const letter = escapes[text[++i] ?? ''];
    if (letter === undefined) return undefined;
    name += letter;
  }
  return undefined;
}

/** The name behind `--- `, `+++ `, `rename from ` and the like: in quotes, or up to a tab. */
export const nameAfter = (text: string): string =>
  (text.startsWith('"') ? unquoted(text)?.name : undefined) ?? text.replace(/\t.*$/, '');

/**
 * The two names behind `diff --git `. Without quotes nothing divides them, so that they are only known where they are
 * the same but for their prefixes (apply.c, `git_header_name`); undefined elsewhere.
 */
export function gitNames(text: string): readonly [string, string] | undefined {
  const first = unquoted(text);
  if (first) {
    const rest = text.slice(first.end).trimStart();
    return [first.name, unquoted(rest)?.name ?? rest];
  }
  const quote = text.indexOf(' "');
  if (quote > 0) {
    const second = unquoted(text, quote + 1);
    if (second && second.end === text.length) return [text.slice(0, quote), second.name];
  }
  const middle = (text.length - 1) / 2;
  const halves: readonly [string, string] = [text.slice(0, middle), text.slice(middle + 1)];
  const isHalved = Number.isInteger(middle) && text[middle] === ' ';
  if (isHalved && (halves[0] === halves[1] || behindPrefix(halves[0]) === behindPrefix(halves[1]))) return halves;
  // Of two words each is a name.
  const words = text.split(' ');
  return words.length === 2 ? [words[0] ?? '', words[1] ?? ''] : undefined;
}

const behindPrefix = (name: string): string => name.replace(/^[^/]*\//, '');

/** What stands before the names of the old and the new state (`diff.mnemonicPrefix`, `diff.noprefix`). */
const prefixes: readonly (readonly [string, string])[] = [
  ['a/', 'b/'],
  ['i/', 'w/'],
  ['c/', 'i/'],
  ['c/', 'w/'],
  ['o/', 'w/'],
  ['1/', '2/'],
];
const nowhere = '/dev/null';

/** The names of a file before and after, without prefixes; undefined where the file is not there. */
export function withoutPrefixes(
  old: string,
  now: string,
): { readonly old: string | undefined; readonly now: string | undefined } {
  const pair = prefixes.find(
    ([first, second]) =>
      (old === nowhere || old.startsWith(first)) && (now === nowhere || now.startsWith(second)) && old !== now,
  );
  const cut = (name: string, prefix: string | undefined): string | undefined =>
    name === nowhere ? undefined : prefix === undefined ? name : name.slice(prefix.length);
  return { old: cut(old, pair?.[0]), now: cut(now, pair?.[1]) };
}
