/**
 * Patches as git, diff, and Codex' `apply_patch` write them, read as they are: models miscount the lines of a hunk and
 * leave headers out, and every line has to stay on the screen all the same.
 */

/** What a line of a patch is: about a file, the head of a hunk, or a line of the file. */
export type PatchLineKind = 'head' | 'hunk' | 'added' | 'removed' | 'context';

/** The changes of one file, in the order of the patch. */
export interface PatchedFile {
  /** As the patch names it, without `a/` and `b/`; empty where it names none. */
  name: string;
  readonly lines: { readonly kind: PatchLineKind; readonly text: string }[];
  added: number;
  removed: number;
}

const about =
  /^(?:diff |index [0-9a-f]|(?:old|new) mode |(?:new|deleted) file mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files |GIT binary patch|Index: |={20,}$|--- \S|\+\+\+ \S|\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: |Move to: |End of File|End Patch))/;
const beginsFile = /^(?:diff |Index: |\*\*\* (?:Add|Update|Delete) File: )/;
const hunkHead = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Reads the lines of a patch one after the other, with how many are left of the hunk that it is in. */
class PatchReader {
  private left: { old: number; new: number } | undefined;
  /** Outside of hunks a line of the file stands only behind one. */
  private isBehindHunk = false;

  /** Returns what the line is; undefined where it is no line of a patch. @param next the two lines that follow */
  kindOf(text: string, next: readonly [string, string]): PatchLineKind | undefined {
    const line = text.replace(/\r$/, '');
    const numbers = hunkHead.exec(line);
    if (numbers || /^@@(?: |$)/.test(line)) {
      // One without numbers goes on as long as its lines fit.
      this.left = numbers
        ? { old: Number(numbers[1] ?? 1), new: Number(numbers[2] ?? 1) }
        : { old: Number.POSITIVE_INFINITY, new: Number.POSITIVE_INFINITY };
      this.isBehindHunk = true;
      return 'hunk';
    }
    if (about.test(line) && !this.isOfHunk(line, next)) {
      this.left = /^\*\*\* (?:Add|Update) File: /.test(line)
        ? { old: Number.POSITIVE_INFINITY, new: Number.POSITIVE_INFINITY }
        : undefined;
      this.isBehindHunk = this.left !== undefined;
      return 'head';
    }
    if (!this.isBehindHunk) return undefined;
    const { left } = this;
    const isOpen = left !== undefined && (left.old > 0 || left.new > 0);
    if (line === '') {
      const follows = next.find((each) => each.trim() !== '') ?? '';
      if (!isOpen || !/^(?:[-+ \\]|@@|diff |\*\*\* |Index: )/.test(follows)) return undefined;
    } else if (!/^[-+ \\]/.test(line)) return undefined;
    const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'context';
    if (left && !line.startsWith('\\')) {
      if (kind !== 'added') left.old--;
      if (kind !== 'removed') left.new--;
    }
    return kind;
  }

  /** Whether a line that looks like a head is one that was removed or added: `-- a comment of SQL`. */
  private isOfHunk(line: string, [first, second]: readonly [string, string]): boolean {
    if (!/^(?:---|\+\+\+) /.test(line) || !this.left) return false;
    const isHead = line.startsWith('---')
      ? /^\+\+\+ \S/.test(first) && second.startsWith('@@')
      : first.startsWith('@@') && !(this.left.new > 0 && this.left.new < Number.POSITIVE_INFINITY);
    return !isHead && (line.startsWith('---') ? this.left.old > 0 : this.left.new > 0);
  }
}

const twoAfter = (lines: readonly string[], at: number): readonly [string, string] => [
  lines[at + 1] ?? '',
  lines[at + 2] ?? '',
];

const begins = (line: string, [first, second]: readonly [string, string]): boolean =>
  (/^diff --git \S/.test(line) && about.test(first)) ||
  /^\*\*\* Begin Patch\s*$/.test(line) ||
  (/^Index: \S/.test(line) && /^={20,}\s*$/.test(first)) ||
  (/^--- \S/.test(line) && /^\+\+\+ \S/.test(first) && second.startsWith('@@'));

/** Returns how many lines from `at` on are a patch that stands among them as it is; 0 where none begins there. */
export function patchLength(lines: readonly string[], at: number): number {
  if (!begins(lines[at] ?? '', twoAfter(lines, at))) return 0;
  const reader = new PatchReader();
  let end = at;
  while (end < lines.length && reader.kindOf(lines[end] ?? '', twoAfter(lines, end)) !== undefined) end++;
  return end - at;
}

/** Returns where the patch that `at` (in UTF-16 units) lies in ends, of those that stand in a text outside of its blocks of code. */
export function endOfPatchAt(text: string, at: number): number | undefined {
  const lines = text.split('\n');
  let [offset, number] = [0, 0];
  let fence: string | undefined;
  while (number < lines.length && offset < at) {
    const line = lines[number] ?? '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const length = fence === undefined ? patchLength(lines, number) : 0;
    const start = offset;
    for (const end = number + Math.max(1, length); number < end; number++) offset += (lines[number] ?? '').length + 1;
    if (length > 0 && start < at && offset > at) return Math.min(offset, text.length);
  }
  return undefined;
}

/**
 * Returns the lines of a patch by file. Lines that are none of a patch count as context, and where nothing heads a hunk, a
 * line is what its first character says.
 *
 *     patchedFiles('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b')
 *     // [{ name: 'x', added: 1, removed: 1, lines: [{ kind: 'head', text: '--- a/x' }, …] }]
 */
export function patchedFiles(patch: string): readonly PatchedFile[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  const reader = new PatchReader();
  const files: PatchedFile[] = [];
  for (const [at, text] of lines.entries()) {
    const kind = reader.kindOf(text, twoAfter(lines, at)) ?? bySign(text);
    let file = files.at(-1);
    if (!file || (kind === 'head' && startsNext(file, text))) {
      file = { name: '', lines: [], added: 0, removed: 0 };
      files.push(file);
    }
    file.lines.push({ kind, text });
    if (kind === 'head') file.name = nameIn(text) ?? file.name;
    else if (kind === 'added') file.added++;
    else if (kind === 'removed') file.removed++;
  }
  return files;
}

const bySign = (line: string): PatchLineKind =>
  line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'context';

/** Whether a head is that of another file than the lines before: an old file's name follows `diff`, else it begins one. */
const startsNext = ({ lines }: PatchedFile, head: string): boolean =>
  !/^\*\*\* End/.test(head) &&
  (lines.some(({ kind }) => kind !== 'head') ||
    (beginsFile.test(head) && lines.some(({ text }) => beginsFile.test(text))));

/** The name in a head that has one. The new file is named last, and `/dev/null` is no file. */
function nameIn(head: string): string | undefined {
  const line = head.replace(/\r$/, '');
  const git = /^diff --git (?:"?a\/)?.+? "?b\/(.+?)"?$/.exec(line)?.[1];
  const other = /^(?:---|\+\+\+|Index:|\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:) ([^\t]+)/.exec(line)?.[1];
  const name = git ?? other?.replace(/^[ab]\//, '');
  return name === '/dev/null' ? undefined : name?.trim();
}

/** Files that programs write, which nobody reads line by line. */
export const isGenerated = (name: string): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|flake\.lock)$|\.min\.(?:js|css)$|\.(?:map|snap)$|_pb2(?:_grpc)?\.py$|\.pb\.go$/i.test(
    name,
  );
