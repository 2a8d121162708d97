/** Why what is in a file is not known: what happened to it, and in which step (its number among all steps). */
export interface Cause {
  /**
   * `unseen`: it was changed, and never shown as a whole before. `command`: a command wrote it, or may have. `mismatch`:
   * a change does not fit what was known. `unanswered`: nothing tells whether a change was made.
   */
  readonly by: 'unseen' | 'command' | 'mismatch' | 'unanswered';
  readonly step: number;
}

/** A text that a step left in a file of which the rest is not known. */
export interface Passage {
  readonly step: number;
  readonly text: string;
}

/** What is known of what is in a file. Lines end in LF. */
export type FileContent =
  /** Nothing of it is known, and nothing happened to it. */
  | { readonly kind: 'unseen' }
  /** `doubt` is the number of the first step since that ran a program of which nobody knows what it writes. */
  | { readonly kind: 'whole'; readonly text: string; readonly doubt?: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unknown'; readonly cause: Cause; readonly passages: readonly Passage[] };

/** A text of a file that takes the place of another one: of the only such text, or of `all`. */
export interface Change {
  readonly old: string;
  readonly new: string;
  readonly all?: boolean;
}

/** More passages than that are not kept of one file: the last ones. */
const mostPassages = 200;

export const unseen: FileContent = { kind: 'unseen' };

/** A text whose lines end in LF. */
export const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

export const whole = (text: string): FileContent => ({ kind: 'whole', text: withLf(text) });

/** What a file shows where only its lines are known: one that does not end in a line end is a rare one. */
export const shownAs = (text: string): FileContent => whole(text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** A file of which nothing is known any more but that `texts` are in it. */
export function unknown(cause: Cause, texts: readonly string[] = [], before?: FileContent): FileContent {
  const earlier = before?.kind === 'unknown' ? before : undefined;
  const passages = [...(earlier?.passages ?? []), ...texts.map((text) => ({ step: cause.step, text: withLf(text) }))];
  return { kind: 'unknown', cause: earlier?.cause ?? cause, passages: passages.slice(-mostPassages) };
}

/** A file after texts of it were replaced in a step. */
export function replaced(content: FileContent, changes: readonly Change[], step: number): FileContent {
  const [only] = changes;
  // An empty text is in no file but one that is new or empty.
  if (changes.length === 1 && only?.old === '' && (content.kind !== 'whole' || content.text === ''))
    return whole(only.new);
  return changes.reduce((now, change) => afterChange(now, change, step), content);
}

function afterChange(content: FileContent, change: Change, step: number): FileContent {
  const given = { ...change, old: withLf(change.old), new: withLf(change.new) };
  if (content.kind === 'whole') {
    const text = textAfter(content.text, given);
    return text === undefined ? unknown({ by: 'mismatch', step }, [given.new]) : { ...content, text };
  }
  if (content.kind !== 'unknown')
    return unknown({ by: content.kind === 'deleted' ? 'mismatch' : 'unseen', step }, [given.new]);
  const at = content.passages.findLastIndex(({ text }) => textAfter(text, given) !== undefined);
  if (at < 0) return unknown({ by: 'unseen', step }, [given.new], content);
  return {
    ...content,
    passages: content.passages.map((each, number) =>
      number === at ? { step, text: textAfter(each.text, given) ?? each.text } : each,
    ),
  };
}

/** A text with the change; undefined where it is not clear where that is. */
function textAfter(text: string, { old, new: put, all }: Change): string | undefined {
  const at = old === '' ? -1 : text.indexOf(old);
  if (at < 0) return undefined;
  if (all) return text.split(old).join(put);
  return text.includes(old, at + 1) ? undefined : text.slice(0, at) + put + text.slice(at + old.length);
}

/** A file after a text was put behind one of its lines, from 1; behind line 0 is at the start. */
export function inserted(content: FileContent, line: number, text: string, step: number): FileContent {
  return afterLines(content, line, line, text, step);
}

/** A file after its lines `from` to `to` (from 1, both included) were replaced by those of a text. */
export const linesReplaced = (
  content: FileContent,
  from: number,
  to: number,
  text: string,
  step: number,
): FileContent => afterLines(content, from - 1, to, text, step);

/** A file after the lines from number `start` (from 0) up to before `end` gave way to those of a text. */
function afterLines(content: FileContent, start: number, end: number, text: string, step: number): FileContent {
  const put = withLf(text);
  if (content.kind !== 'whole')
    return unknown({ by: content.kind === 'deleted' ? 'mismatch' : 'unseen', step }, [put], content);
  const lines = content.text.split('\n');
  if (!(start >= 0 && start <= end && end <= lines.length)) return unknown({ by: 'mismatch', step }, [put]);
  const next = put.split('\n');
  // The line end of the last line is not a line of its own.
  if (next.length > 1 && next.at(-1) === '' && end < lines.length) next.pop();
  return { ...content, text: [...lines.slice(0, start), ...next, ...lines.slice(end)].join('\n') };
}

/** A file after a text was put at its end. */
export function appended(content: FileContent, text: string, step: number): FileContent {
  if (content.kind === 'whole') return { ...content, text: content.text + withLf(text) };
  return unknown({ by: content.kind === 'deleted' ? 'mismatch' : 'unseen', step }, [text], content);
}

/** A file after a program ran of which nobody knows what it writes. */
export const doubted = (content: FileContent, step: number): FileContent =>
  content.kind === 'whole' && content.doubt === undefined ? { ...content, doubt: step } : content;
