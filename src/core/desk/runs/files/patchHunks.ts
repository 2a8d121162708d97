import { patchedFiles } from '../../../model/item/patch';
import { unknown, withLf, type FileContent } from './fileContent';

/** Lines that take the place of others. */
export interface Hunk {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Number of the first old line, from 1, where the patch tells one. */
  readonly line?: number;
  /** A line that stands before (`@@ class A`). */
  readonly under?: string;
}

/** What a patch does with one file. */
export type FilePatch =
  | { readonly does: 'add'; readonly path: string; readonly text: string }
  | { readonly does: 'delete'; readonly path: string }
  | { readonly does: 'update'; readonly path: string; readonly hunks: readonly Hunk[]; readonly movedTo?: string };

/**
 * Reads a patch as git, diff and Codex' `apply_patch` write them; in an envelope where a text has one.
 *
 *     filePatches('*** Begin Patch\n*** Delete File: a\n*** End Patch') // [{ does: 'delete', path: 'a' }]
 */
export function filePatches(text: string): readonly FilePatch[] {
  const envelope = /^\*\*\* Begin Patch\s*\n([\s\S]*?)^\*\*\* End Patch/m.exec(withLf(text))?.[1];
  return patchedFiles(envelope ?? withLf(text)).flatMap(({ name, lines }): readonly FilePatch[] => {
    const heads = lines.filter(({ kind }) => kind === 'head').map((line) => line.text);
    if (name === '' || heads.length === 0) return [];
    const has = (sign: RegExp): boolean => heads.some((head) => sign.test(head));
    const named = (sign: RegExp): string | undefined =>
      heads.map((head) => sign.exec(head)?.[1]?.trim()).find((each) => each !== undefined);
    if (has(/^\*\*\* Delete File: |^\+\+\+ \/dev\/null|^deleted file mode/)) return [{ does: 'delete', path: name }];
    if (has(/^\*\*\* Add File: |^--- \/dev\/null|^new file mode/)) {
      const added = lines.filter(({ kind }) => kind === 'added').map((line) => line.text.slice(1));
      return [{ does: 'add', path: name, text: added.length === 0 ? '' : `${added.join('\n')}\n` }];
    }
    const path = named(/^\*\*\* Update File: (.+)/) ?? named(/^rename from (.+)/) ?? name;
    return [{ does: 'update', path, hunks: hunksOf(lines), ...(path !== name && { movedTo: name }) }];
  });
}

function hunksOf(lines: ReturnType<typeof patchedFiles>[number]['lines']): readonly Hunk[] {
  const hunks: { old: string[]; new: string[]; line?: number; under?: string }[] = [];
  for (const { kind, text } of lines) {
    if (kind === 'head') continue;
    if (kind === 'hunk') {
      const numbers = /^@@ -(\d+)/.exec(text);
      const under = /^@@ (?!-\d)(.+)/.exec(text)?.[1];
      hunks.push({ old: [], new: [], ...(numbers && { line: Number(numbers[1]) }), ...(under && { under }) });
      continue;
    }
    if (text.startsWith('\\')) continue;
    if (hunks.length === 0) hunks.push({ old: [], new: [] });
    const hunk = hunks.at(-1);
    if (kind !== 'added') hunk?.old.push(text.slice(1));
    if (kind !== 'removed') hunk?.new.push(text.slice(1));
  }
  return hunks.filter((hunk) => hunk.old.length > 0 || hunk.new.length > 0);
}

/** A file after the hunks of a patch, which are sought one behind the other as Codex does. */
export function patched(content: FileContent, hunks: readonly Hunk[], step: number): FileContent {
  const texts = hunks.map((hunk) => hunk.new.join('\n'));
  if (content.kind !== 'whole')
    return unknown({ by: content.kind === 'deleted' ? 'mismatch' : 'unseen', step }, texts, content);
  const lines = content.text.split('\n');
  let from = 0;
  for (const hunk of hunks) {
    const place = placeOf(lines, hunk, from);
    if (!place) return unknown({ by: 'mismatch', step }, texts);
    lines.splice(place.at, place.length, ...hunk.new.slice(0, hunk.new.length - place.cut));
    from = place.at + hunk.new.length - place.cut;
  }
  return { ...content, text: lines.join('\n') };
}

/** How lines are compared, one way after the other. */
const ways: readonly ((line: string) => string)[] = [(line) => line, (line) => line.trimEnd(), (line) => line.trim()];

interface Place {
  readonly at: number;
  readonly length: number;
  /** Lines at the end of a hunk that are none of the file. */
  readonly cut: number;
}

function placeOf(lines: readonly string[], { old, line, under }: Hunk, from: number): Place | undefined {
  const start = under === undefined ? from : startUnder(lines, under, from);
  if (start === undefined) return undefined;
  // Lines that are only added come last, or where the patch says.
  if (old.length === 0) {
    const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    return { at: line === undefined ? last : Math.min(line, last), length: 0, cut: 0 };
  }
  for (const cut of old.length > 1 && old.at(-1) === '' ? [0, 1] : [0])
    for (const way of ways) {
      const sought = old.slice(0, old.length - cut).map(way);
      const found = placesOf(lines.map(way), sought, start);
      const at =
        line === undefined ? found[0] : found.toSorted((a, b) => Math.abs(a - line + 1) - Math.abs(b - line + 1))[0];
      if (at !== undefined) return { at, length: sought.length, cut };
    }
  return undefined;
}

function startUnder(lines: readonly string[], under: string, from: number): number | undefined {
  for (const way of ways) {
    const at = lines.findIndex((each, number) => number >= from && way(each) === way(under));
    if (at >= 0) return at + 1;
  }
  return undefined;
}

function placesOf(lines: readonly string[], sought: readonly string[], from: number): number[] {
  const places: number[] = [];
  for (let at = from; at + sought.length <= lines.length; at++)
    if (sought.every((line, number) => lines[at + number] === line)) places.push(at);
  return places;
}
