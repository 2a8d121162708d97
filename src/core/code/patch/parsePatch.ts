import { patchedFiles, type PatchedFile } from '../../model/item/patch';
import { binaryOfText } from './binaryText';
import type { FileChange, HunkLine, ParsedPatch, PatchHunk, UnreadPart } from './fileChange';
import { readBinaryChange } from './binaryChange';
import { gitNames, nameAfter, withoutPrefixes } from './patchNames';

type PatchLine = PatchedFile['lines'][number];

/**
 * Reads a patch as git and diff write it, for being applied. Which line is what says `model/item/patch`, by which
 * patches are drawn too, so that what is shown is what is applied. Hunks whose heads count wrongly, as models write
 * them, hold the lines that follow; each says so.
 *
 *     parsePatch('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n').files
 *     // [{ does: 'change', path: 'x', hunks: [{ number: 1, oldStart: 1, … }], at: 1 }]
 */
export function parsePatch(text: string): ParsedPatch {
  const files: FileChange[] = [];
  const unread: UnreadPart[] = [];
  let at = 1;
  for (const { lines } of text === '' ? [] : patchedFiles(binaryOfText(text))) {
    const read = fileChange(lines, at);
    if (read && 'does' in read) files.push(read);
    else if (read) unread.push(read);
    at += lines.length;
  }
  return { files, unread };
}

const withoutCr = (text: string): string => text.replace(/\r$/, '');

/** What the heads of a file say. */
interface Heads {
  git?: readonly [string, string] | undefined;
  old?: string;
  now?: string;
  readonly values: Map<string, string>;
  isOther: boolean;
  isBinary: boolean;
  hasBytes: boolean;
}

const valued =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|index) (.+)$/;

function headsOf(lines: readonly PatchLine[]): Heads {
  const heads: Heads = { values: new Map(), isOther: false, isBinary: false, hasBytes: false };
  for (const { kind, text } of lines) {
    if (kind !== 'head') continue;
    const line = withoutCr(text);
    const value = valued.exec(line);
    if (value) heads.values.set(value[1] ?? '', value[2] ?? '');
    else if (line.startsWith('diff --git ')) heads.git = gitNames(line.slice(11));
    else if (line.startsWith('--- ')) heads.old = nameAfter(line.slice(4));
    else if (line.startsWith('+++ ')) heads.now = nameAfter(line.slice(4));
    else if (line.startsWith('*** ')) heads.isOther = true;
    else if (line.startsWith('Binary files ')) heads.isBinary = true;
    else if (line === 'GIT binary patch') heads.hasBytes = true;
  }
  return heads;
}

function fileChange(lines: readonly PatchLine[], at: number): FileChange | UnreadPart | undefined {
  if (!lines.some(({ kind }) => kind === 'head' || kind === 'hunk')) return undefined;
  const heads = headsOf(lines);
  const first = at + lines.findIndex(({ kind }) => kind === 'head' || kind === 'hunk');
  const { values } = heads;
  if (heads.isOther) return { kind: 'otherFormat', at: first };
  const hunks = hunksOf(lines, at);
  const names = namesOf(heads);
  if (!names) return hunks.length > 0 || values.size > 0 ? { kind: 'unnamed', at: first } : undefined;
  const binary = heads.hasBytes ? readBinaryChange(lines.map(({ text }) => withoutCr(text))) : undefined;
  if (heads.hasBytes && !binary) return { kind: 'binary', at: first };
  const indexMode = / (\d{6})$/.exec(values.get('index') ?? '')?.[1];
  const modes = {
    oldMode: values.get('old mode') ?? values.get('deleted file mode') ?? indexMode,
    newMode: values.get('new mode') ?? values.get('new file mode') ?? indexMode,
  };
  return {
    ...whatIsDone(values, names),
    ...(modes.oldMode !== undefined && { oldMode: modes.oldMode }),
    ...(modes.newMode !== undefined && { newMode: modes.newMode }),
    hunks,
    ...(lines.every(({ kind, text }) => kind !== 'head' || text.endsWith('\r')) && { hasCrlfHeads: true }),
    ...(heads.isBinary && { binary: 'absent' }),
    ...(binary && { binary }),
    at: first,
  };
}

interface Names {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** The names of the file before and after; undefined where nothing names it. */
function namesOf({ git, old, now, values }: Heads): Names | undefined {
  const from = values.get('rename from') ?? values.get('copy from');
  const to = values.get('rename to') ?? values.get('copy to');
  if (from !== undefined && to !== undefined) return { old: nameAfter(from), now: nameAfter(to) };
  const [first, second] = [old ?? git?.[0], now ?? git?.[1]];
  if (first === undefined && second === undefined) return undefined;
  const names = withoutPrefixes(first ?? second ?? '', second ?? first ?? '');
  return names.old === undefined && names.now === undefined ? undefined : names;
}

function whatIsDone(
  values: ReadonlyMap<string, string>,
  { old, now }: Names,
): Pick<FileChange, 'does' | 'path' | 'from'> {
  if (old === undefined || values.has('new file mode')) return { does: 'add', path: now ?? old ?? '' };
  if (now === undefined || values.has('deleted file mode')) return { does: 'delete', path: old };
  if (values.has('copy to')) return { does: 'copy', path: now, from: old };
  // Patches of other programs name a copy of their own beside the file (`x.orig`): the new name is meant.
  return values.has('rename to') ? { does: 'rename', path: now, from: old } : { does: 'change', path: now };
}

function hunksOf(lines: readonly PatchLine[], at: number): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  for (let i = 0; i < lines.length; i++) {
    const head = lines[i];
    if (head?.kind !== 'hunk') continue;
    let end = i + 1;
    while (end < lines.length && lines[end]?.kind !== 'hunk' && lines[end]?.kind !== 'head') end++;
    const body = lines.slice(i + 1, end).map(({ text }) => text);
    hunks.push({ number: hunks.length + 1, at: at + i, ...hunkOf(withoutCr(head.text), body) });
    i = end - 1;
  }
  return hunks;
}

const numbered = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

function hunkOf(head: string, body: readonly string[]): Omit<PatchHunk, 'number' | 'at'> {
  const numbers = numbered.exec(head);
  if (!numbers) return { head, lines: hunkLines(untilRest(body)), isRecounted: false };
  const oldStart = Number(numbers[1]);
  const length = countedLength(body, Number(numbers[2] ?? 1), Number(numbers[3] ?? 1));
  const isCounted = length !== undefined && body.slice(length).every((line, n) => isRest(line, body[length + n + 1]));
  return {
    head,
    oldStart,
    lines: hunkLines(isCounted ? body.slice(0, length) : untilRest(body)),
    isRecounted: !isCounted,
  };
}

/** How many lines hold that many old and new ones; undefined where no number of them does. */
function countedLength(body: readonly string[], old: number, now: number): number | undefined {
  let at = 0;
  while (old > 0 || now > 0) {
    const line = body[at];
    if (line === undefined) return undefined;
    if (!line.startsWith('\\')) {
      if (!line.startsWith('+')) old--;
      if (!line.startsWith('-')) now--;
    }
    at++;
  }
  if (old < 0 || now < 0) return undefined;
  return body[at]?.startsWith('\\') ? at + 1 : at;
}

/** Whether a line behind a hunk is none of it: blank, the signature of a mail, or any other text. */
const isRest = (line: string, next: string | undefined): boolean =>
  !/^[-+ \\]/.test(line) || (/^-- \r?$/.test(line) && (next === undefined || /^\d+\.\d+/.test(next)));

/** The lines up to the first one that is none of a hunk, without blank ones at the end. */
function untilRest(body: readonly string[]): readonly string[] {
  const end = body.findIndex((line, n) => withoutCr(line) !== '' && isRest(line, body[n + 1]));
  const lines = end < 0 ? body : body.slice(0, end);
  return lines.slice(0, lines.findLastIndex((line) => withoutCr(line) !== '') + 1);
}

function hunkLines(body: readonly string[]): readonly HunkLine[] {
  const lines: HunkLine[] = [];
  for (const line of body) {
    if (line.startsWith('\\')) {
      const last = lines.pop();
      if (last) lines.push({ ...last, text: last.text.replace(/\n$/, '') });
      continue;
    }
    const sign = line[0];
    // Editors and models take the blank away that stands before an empty line.
    lines.push(
      sign === '+' || sign === '-' || sign === ' '
        ? { sign, text: `${line.slice(1)}\n` }
        : { sign: ' ', text: `${line}\n` },
    );
  }
  return lines;
}
