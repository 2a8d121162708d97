/**
 * Tells which records of a JSON text may hold a text, by looking at their bytes: reading JSON costs many times as much.
 * What it lets through is a superset: a record that holds the text in any of its strings is never missed, however the
 * JSON is written.
 */
export interface Prefilter {
  /**
   * Expressions for bytes as Latin-1 (one character a byte). A record matches all of them, the first being the rarest,
   * …
   */
  readonly runs: readonly [RegExp, ...RegExp[]];
  /** … or has one of these in it, because of which its bytes tell nothing. */
  readonly guards: readonly Seek[];
}

/** The first place in `bytes`, at `from` or after it, where something stands; -1 where it does not. */
export type Seek = (bytes: Buffer, from: number) => number;

/**
 * What stands in JSON as it is or as `\uXXXX`: neither what must be escaped nor what may be, nor space, at which texts
 * are put together.
 */
const asciiRuns = /[!#-.0-[\]-~]+/g;
/** The same in every script. U+FFFD may stand for bytes that are no UTF-8. */
const plainRuns = /[^\s\p{C}"\\/\uFFFD]+/gu;
/** ASCII runs are told from escapes better than others, so a short one is preferred. */
const longEnough = 3;

/**
 * Lets every record through in whose texts `text` stands; undefined where bytes tell nothing about it. Case is folded
 * as by a regular expression with the flag `i` and without `u`, or not at all.
 */
export function prefilterOf(text: string, matchCase: boolean): Prefilter | undefined {
  const ascii = longestFirst(text.match(asciiRuns));
  const plain = longestFirst(text.match(plainRuns));
  const [runs, escape] =
    (ascii[0]?.length ?? 0) >= longEnough || ascii[0] === plain[0] ? [ascii, escapedAscii] : [plain, escaped];
  const [first, ...others] = runs.map((run) => expressionOf(run, matchCase));
  return first && { runs: [first, ...others], guards: [escape, textInParts] };
}

/** Does as `prefilterOf` for texts and numbers, which JSON may write otherwise than JavaScript does. */
export function valuePrefilterOf(text: string, matchCase: boolean): Prefilter | undefined {
  const prefilter = prefilterOf(text, matchCase);
  return prefilter && /^[-+.\de]+$/i.test(text)
    ? { ...prefilter, guards: [...prefilter.guards, oddNumber] }
    : prefilter;
}

/** Lets a record with this id through, which may be a number there; undefined where bytes tell nothing. */
export function idPrefilterOf(id: string): Prefilter | undefined {
  // An id that may be a hash of the content stands nowhere in the record.
  return /^[0-9a-f]{32}$/.test(id) ? undefined : valuePrefilterOf(id, true);
}

const seekBytes = (needle: string, isIt: (bytes: Buffer, at: number) => boolean): Seek => {
  const wanted = Buffer.from(needle);
  return (bytes, from) => {
    let at = bytes.indexOf(wanted, from);
    while (at >= 0 && !isIt(bytes, at)) at = bytes.indexOf(wanted, at + 1);
    return at;
  };
};

/** An ASCII character as `\uXXXX`: few writers escape one that need not be. */
const escapedAscii = seekBytes('\\u00', (bytes, at) => (bytes[at + 4] ?? 0) >= 0x32 && (bytes[at + 4] ?? 0) <= 0x37);
const escaped = seekBytes('\\u', () => true);

/**
 * A message whose text is a list of parts, which are put together without anything between: a word may begin in one and
 * end in the next.
 */
const textInParts = seekBytes('[', (bytes, at) => {
  const colon = lastBefore(bytes, at);
  if (bytes[colon] !== 0x3a) return false;
  const end = lastBefore(bytes, colon) + 1;
  return ['"content"', '"value"'].some((key) => bytes.toString('latin1', Math.max(end - key.length, 0), end) === key);
});

/** The last place before `at` that holds no space. */
function lastBefore(bytes: Buffer, at: number): number {
  let last = at - 1;
  while (bytes[last] === 0x20 || bytes[last] === 0x0a || bytes[last] === 0x0d || bytes[last] === 0x09) last--;
  return last;
}

const oddNumber: Seek = (bytes, from) => {
  const found = /\d[.eE][\d+-]|\d{16}/.exec(bytes.toString('latin1', from));
  return found ? from + found.index : -1;
};

function longestFirst(runs: readonly string[] | null): readonly string[] {
  return [...new Set(runs)].sort((a, b) => b.length - a.length);
}

const bytesOf = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

function expressionOf(run: string, matchCase: boolean): RegExp {
  const variants = (character: string): string => {
    const all = matchCase ? [character] : sameButForCase(character);
    const sources = all.map(bytesOf);
    if (all.length === 1) return sources.join('');
    return all.every((each) => each < '\u0080') ? `[${sources.join('')}]` : `(?:${sources.join('|')})`;
  };
  return new RegExp(Array.from(run, variants).join(''), 'g');
}

/**
 * Every character that the flag `i` (without `u`) takes for the same: those with the same upper case (ECMA-262,
 * Canonicalize).
 */
function sameButForCase(character: string): readonly string[] {
  if (character.length > 1) return [character];
  return byUpperCase().get(upperCase(character)) ?? [character];
}

function upperCase(character: string): string {
  const upper = character.toUpperCase();
  return upper.length !== 1 || (character >= '\u0080' && upper < '\u0080') ? character : upper;
}

let folded: ReadonlyMap<string, readonly string[]> | undefined;

function byUpperCase(): ReadonlyMap<string, readonly string[]> {
  if (folded) return folded;
  const map = new Map<string, string[]>();
  for (let code = 0; code <= 0xffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCharCode(code);
    const upper = upperCase(character);
    const same = map.get(upper);
    if (same) same.push(character);
    else map.set(upper, [character]);
  }
  return (folded = map);
}
