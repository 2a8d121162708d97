import type { Media } from './item';
import { placeholder } from './imagePlaceholder';

/**
 * Images that a Markdown text names by a path or an address. Either may tell which model wrote the text
 * ("img/gpt-4o/1.png"), so no page is sent one: a placeholder stands in its place, as many UTF-16 units long, so that
 * every offset in the text is that of the source, and the image comes through the loader of media like any other.
 */

/** A text as pages get it, with the images that it names in their order. */
export interface MaskedText {
  readonly text: string;
  readonly images: readonly Media[];
}

/**
 * Where an image's path stands: `![alt](path "title")` and `[name]: path "title"` of an image by name (CommonMark 0.31,
 * 6.3 and 4.7).
 */
const title = String.raw`(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))`;
const inside = String.raw`\\\S|[^\s()\\]`;
const path = String.raw`(?:<(?:\\.|[^<>\n\\])*>|(?:${inside}|\((?:${inside}|\((?:${inside})*\))*\))+)`;
const alt = String.raw`(?:\\.|[^[\]\\]|\[(?:[^[\]]|\[[^[\]]*\])*\])*`;
const inline = new RegExp(String.raw`(!\[${alt}\]\()(\s*${path}(?:\s+${title})?\s*)(?=\))`, 'gs');
const definition = new RegExp(
  String.raw`((?:^|\n)[ >]*\[([^[\]]+)\]:\s*)((?:<(?:\\.|[^<>\n\\])*>|\S+)(?:\s+${title})?)`,
  'gs',
);
/** Elements are shown as they are written: every address that one of these has. */
const element = /<(?:img|picture|source|video|audio|iframe|embed)\b(?:"[^"]*"|'[^']*'|[^<>"'])*/gi;
const address = /(\b(?:src|srcset|poster)\s*=\s*["']?)((?<=")[^"]+|(?<=')[^']+|[^\s"'<>]+)/gi;

interface Found {
  /** Of what the placeholder takes the place of, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

/**
 * The text without the paths and addresses of its images; itself where it names none, or one too short to tell
 * anything.
 */
export function withoutImagePaths(text: string): MaskedText {
  const found = imagesIn(text);
  if (found.length === 0) return { text, images: [] };
  let masked = '';
  let from = 0;
  for (const [at, { start, end }] of found.entries()) {
    masked += text.slice(from, start) + placeholder(at + 1, end - start);
    from = end;
  }
  return { text: masked + text.slice(from), images: found.map(({ source }) => ({ kind: 'image', source })) };
}

/**
 * What an annotator made of a text without paths, with those of the original again, where an image has a placeholder
 * for its path; a word that reads like one stays.
 */
export function withImagePaths(text: string, original: string): string {
  const found = imagesIn(original);
  if (found.length === 0) return text;
  const paths = new Map(
    found.map(({ start, end }, at) => [placeholder(at + 1, end - start), original.slice(start, end)]),
  );
  return text.replaceAll(/(?<=\]\(|\]:\s*|=["']?)(?:image-|#)\d+_*/g, (name) => paths.get(name) ?? name);
}

function imagesIn(text: string): Found[] {
  const found: Found[] = [];
  const add = (start: number, written: string): void => {
    const source = pathIn(written);
    // One that begins within another, or right at its end, is a part of that.
    if (start <= (found.at(-1)?.end ?? 0)) return;
    if (source !== '' && placeholder(found.length + 1, written.length).length === written.length)
      found.push({ start, end: start + written.length, source });
  };
  const places: { readonly start: number; readonly written: string }[] = [];
  if (text.includes('![')) {
    for (const { index, 1: before = '', 2: written = '' } of text.matchAll(inline))
      places.push({ start: index + before.length, written });
    const names = imageNames(text);
    for (const { index, 1: before = '', 2: name = '', 3: written = '' } of text.matchAll(definition))
      if (names.has(plainName(name))) places.push({ start: index + before.length, written });
  }
  for (const { index: from, 0: tag } of text.matchAll(element))
    for (const { index, 1: before = '', 2: written = '' } of tag.matchAll(address))
      places.push({ start: from + index + before.length, written });
  for (const { start, written } of places.sort((a, b) => a.start - b.start)) add(start, written);
  return found;
}

/** What images may be named by: `![alt][name]`, `![name][]` or `![name]`. */
const imageNames = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/(?<=[\]!])\[([^[\]]+)\]/g)].map(([, name = '']) => plainName(name)));

/** Names are the same whatever their case and their spaces. */
const plainName = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');

/** The path of `<path> "title"`, as files are named: `%20` is a space. */
function pathIn(written: string): string {
  const [, bracketed, plain = ''] = /^\s*(?:<([^<>]*)>|(\S+))/.exec(written) ?? [];
  const path = bracketed ?? plain;
  try {
    return /^[a-z][a-z0-9+.-]+:/i.test(path) ? path : decodeURIComponent(path);
  } catch {
    return path;
  }
}
