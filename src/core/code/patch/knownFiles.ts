import type { CodeFile, FileFault, PatchedCodeFile } from './applyPatch';
import { withLineFeeds } from './applyHunks';
import { applyBinaryChange } from './binaryChange';
import { bytesOf, textOfBinary } from './binaryText';
import type { FileChange, PatchHunk } from './fileChange';
import { refusedPath } from './refusedPath';

/** The text of a line that stands for lines which no patch shows; `lines` where it is known how many. */
export type GapText = (lines: number | undefined) => string;

/**
 * Makes files before and after patches of what the patches themselves show, where there is no repository: the lines of
 * their hunks, and a line for what lies between. What several patches show of one file is put together, so that they
 * can be compared with each other; where they contradict each other, each stands for itself.
 *
 * @returns for each patch its files
 */
export function knownFiles(
  patches: readonly (readonly FileChange[])[],
  gap: GapText,
): readonly (readonly PatchedCodeFile[])[] {
  const marker: GapText = (lines) => Buffer.from(`${gap(lines)}\n`, 'utf8').toString('latin1');
  const shared = new Map<string, KnownLines | undefined>();
  for (const change of patches.flatMap((changes) => oncePerFile(changes))) {
    const source = change.from ?? change.path;
    const known = linesIn(change.hunks);
    const before = shared.get(source);
    shared.set(source, shared.has(source) ? before && known && together(before, known) : known);
  }
  return patches.map((changes) =>
    oncePerFile(changes).map((change) => knownFile(change, shared.get(change.from ?? change.path), marker)),
  );
}

/** The changes of a file that follow on each other as one, with the line ends that they had. */
function oncePerFile(changes: readonly FileChange[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const given of changes) {
    const mended = given.hasCrlfHeads && withLineFeeds(given.hunks);
    const change = mended ? { ...given, hunks: mended } : given;
    const earlier = byPath.get(change.path);
    const hunks = [...(earlier?.hunks ?? []), ...change.hunks];
    byPath.set(change.path, { ...change, hunks: hunks.map((hunk, n) => ({ ...hunk, number: n + 1 })) });
  }
  return [...byPath.values()];
}

/** Lines of the old file by their numbers. */
type KnownLines = ReadonlyMap<number, string>;

/** Undefined where the hunks contradict each other, or do not say where they belong. */
function linesIn(hunks: readonly PatchHunk[]): KnownLines | undefined {
  const known = new Map<number, string>();
  let next = 0;
  for (const { oldStart, lines } of hunks) {
    if (oldStart === undefined || oldStart < next) return undefined;
    let at = firstNumber({ oldStart, lines });
    for (const { sign, text } of lines) if (sign !== '+') known.set(at++, text);
    next = at;
  }
  return known;
}

/** The number of the first old line; the one behind which lines are added stays where it is. */
const firstNumber = ({ oldStart = 0, lines }: Pick<PatchHunk, 'oldStart' | 'lines'>): number =>
  lines.every(({ sign }) => sign === '+') ? oldStart + 1 : Math.max(1, oldStart);

function together(first: KnownLines, second: KnownLines): KnownLines | undefined {
  for (const [number, text] of second) if ((first.get(number) ?? text) !== text) return undefined;
  return new Map([...first, ...second]);
}

/** Hunks with numbers far from each other, for a patch whose own numbers say nothing. */
const farApart = 1_000_000;
const apart = (hunks: readonly PatchHunk[]): readonly PatchHunk[] =>
  hunks.map((hunk, n) => ({ ...hunk, oldStart: 1 + n * farApart }));

/** Tells the number of an old line in the file by the one that it has here; undefined where nobody knows it. */
type NumberOf = (number: number) => number | undefined;

/** The numbers that the hunks themselves say, where they do. */
function numbersIn(hunks: readonly PatchHunk[]): NumberOf {
  if (linesIn(hunks) === undefined) return () => undefined;
  const moved = apart(hunks);
  return (number) => {
    const at = Math.floor(number / farApart);
    const [said, here] = [hunks[at], moved[at]];
    return said && here && firstNumber(said) + number - firstNumber(here);
  };
}

/** A file as far as it is known, with the numbers of its lines. */
interface KnownText {
  readonly text: string;
  readonly lines: readonly number[];
}

const modesRefused: Readonly<Record<string, 'symlink' | 'submodule'>> = { '120000': 'symlink', '160000': 'submodule' };

function knownFile(change: FileChange, shared: KnownLines | undefined, marker: GapText): PatchedCodeFile {
  const path = textOfBinary(change.path);
  const from = change.from === undefined ? undefined : textOfBinary(change.from);
  const named = { path, ...(from !== undefined && from !== path && { from }) };
  const fails = (fault: FileFault): PatchedCodeFile => ({ ...named, faults: [fault], notes: [] });
  const refusal = refusedPath(path) ?? (from === undefined ? undefined : refusedPath(from));
  if (refusal) return fails({ kind: 'path', refusal });
  const kind = modesRefused[change.newMode ?? ''] ?? modesRefused[change.oldMode ?? ''];
  if (kind) return fails({ kind });
  if (change.binary !== undefined) return binaryFile(change, named, fails);
  const hunks = shared ? change.hunks : apart(change.hunks);
  const isWhole = change.does === 'add' || change.does === 'delete';
  const texts = textsOf(shared ?? linesIn(hunks) ?? new Map(), hunks, {
    isWhole,
    marker: (lines) => marker(shared ? lines : undefined),
    numberOf: shared ? (number) => number : numbersIn(change.hunks),
  });
  const file = (mode: string | undefined, { text, lines }: KnownText): CodeFile => ({
    mode: mode ?? '100644',
    bytes: bytesOf(text),
    ...(!isWhole && { lines }),
  });
  return {
    ...named,
    ...(change.does !== 'add' && { before: file(change.oldMode, texts.before) }),
    ...(change.does !== 'delete' && { after: file(change.newMode, texts.after) }),
    faults: [],
    notes: change.hunks.filter(({ isRecounted }) => isRecounted).map((hunk) => ({ kind: 'recounted', hunk })),
  };
}

function binaryFile(
  { does, binary, newMode }: FileChange,
  named: Pick<PatchedCodeFile, 'path' | 'from'>,
  fails: (fault: FileFault) => PatchedCodeFile,
): PatchedCodeFile {
  if (does === 'delete')
    return { ...named, before: { mode: '100644', bytes: new Uint8Array() }, faults: [], notes: [] };
  const bytes =
    binary !== undefined && binary !== 'absent' && binary.kind === 'literal'
      ? applyBinaryChange(new Uint8Array(), binary)
      : undefined;
  return bytes
    ? { ...named, after: { mode: newMode ?? '100644', bytes }, faults: [], notes: [] }
    : fails({ kind: 'bytesAbsent' });
}

function textsOf(
  known: KnownLines,
  hunks: readonly PatchHunk[],
  {
    isWhole,
    marker,
    numberOf,
  }: {
    readonly isWhole: boolean;
    readonly marker: GapText;
    readonly numberOf: NumberOf;
  },
): { readonly before: KnownText; readonly after: KnownText } {
  const removed = new Set<number>();
  const added = new Map<number, string[]>();
  for (const hunk of hunks) {
    let at = firstNumber(hunk) - 1;
    for (const { sign, text } of hunk.lines) {
      if (sign === '+') added.set(at, [...(added.get(at) ?? []), text]);
      else if (sign === '-') removed.add(++at);
      else at++;
    }
  }
  const numbers = [...new Set([...known.keys(), ...added.keys()])].sort((a, b) => a - b);
  const [before, after] = [new Lines(), new Lines()];
  let last = 0;
  /** So many lines more than before the file has, up to here. */
  let more = 0;
  for (const number of numbers) {
    const text = known.get(number);
    const old = numberOf(number);
    // Lines are added behind one that the patch does not show.
    const until = text === undefined ? number : number - 1;
    if (until > last && !isWhole) for (const side of [before, after]) side.add(marker(until - last), 0);
    const now = (): number => (old === undefined ? 0 : old + more);
    if (text !== undefined) before.add(text, old ?? 0);
    if (text !== undefined && !removed.has(number)) after.add(text, now());
    if (removed.has(number)) more--;
    for (const line of added.get(number) ?? []) {
      more++;
      after.add(line, now());
    }
    last = Math.max(last, number);
  }
  const isEnd = known.get(last)?.endsWith('\n') === false;
  if (!isWhole && !isEnd) for (const side of [before, after]) side.add(marker(undefined), 0);
  return { before, after };
}

/** Lines that are put together to a text. */
class Lines implements KnownText {
  private readonly texts: string[] = [];
  readonly lines: number[] = [];

  add(text: string, number: number): void {
    this.texts.push(text);
    this.lines.push(number);
  }

  get text(): string {
    return this.texts.join('');
  }
}
