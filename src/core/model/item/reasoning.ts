import type { TextPart } from './textPart';
import { type Chunk, type ReasoningPiece } from './textPart';

/**
 * Opening tags begin a line; DeepSeek-R1, QwQ, Kimi and the OpenThoughts sets write them so, and prose about tags does
 * not.
 */
const names = 'think|thinking|thought|thoughts|reasoning';
const marks = new RegExp(
  `(?<![^\\n]) {0,3}(?<fence>\`{3,}|~{3,})(?<info>[^\\n]*)|(?<![^\\n])[ \\t]*(?:<(?<open>${names})>|<\\|begin_of_(?<begin>thought)\\|>)|(?:</(?<close>${names})>|<\\|end_of_(?<end>thought)\\|>)`,
  'gi',
);

/**
 * The reasoning of a text. Tags in blocks of code are none. A text may begin in the middle of it, because the prompt
 * has the opening tag (DeepSeek-R1's chat template), and may end there, because it was cut off; a tag that is never
 * closed further on hides nothing.
 */
export function reasoningOf(text: string): readonly Chunk[] {
  const found: Chunk[] = [];
  let fence: string | undefined;
  let open: { readonly name: string; readonly start: number } | undefined;
  let isFirst = true;
  for (const { index, 0: whole, groups } of text.matchAll(marks)) {
    const opened = (groups?.open ?? groups?.begin)?.toLowerCase();
    const closed = (groups?.close ?? groups?.end)?.toLowerCase();
    const mark = groups?.fence;
    if (open) {
      if (closed !== open.name) continue;
      found.push({ start: open.start, end: index + whole.length });
      open = undefined;
    } else if (mark !== undefined) {
      const info = groups?.info?.trim() ?? '';
      if (fence === undefined) fence = mark.startsWith('`') && info.includes('`') ? undefined : mark;
      else if (mark.startsWith(fence) && info === '') fence = undefined;
    } else if (opened !== undefined) {
      if (fence === undefined) open = { name: opened, start: index };
      isFirst = false;
    } else if (closed !== undefined && isFirst && (index === 0 || text[index - 1] === '\n')) {
      found.push({ start: 0, end: index + whole.length });
      isFirst = false;
      fence = undefined;
    }
  }
  if (open && text.slice(0, open.start).trim() === '') found.push({ start: open.start, end: text.length });
  return found;
}

/** What of `reasoning` lies between `from` and `end`. */
export function piecesOf(reasoning: readonly Chunk[], from: number, end: number): ReasoningPiece[] {
  return reasoning
    .filter((chunk) => chunk.start < end && chunk.end > from)
    .map((chunk) => ({
      start: Math.max(chunk.start, from) - from,
      end: Math.min(chunk.end, end) - from,
      length: chunk.end - chunk.start,
      ...(chunk.start < from && { begun: true as const }),
    }));
}

/** The tags at the ends of reasoning. */
const tags = new RegExp(
  `^\\s*(?:<(?:${names})>|<\\|begin_of_thought\\|>)|(?:</(?:${names})>|<\\|end_of_thought\\|>)\\s*$`,
  'gi',
);

/**
 * A run of a text that is shown in one piece: reasoning without its tags, with its length in UTF-16 units, or what
 * stands outside of it.
 */
export interface Section {
  readonly reasoning: number | null;
  /** `part` is the number of the part that it comes from. */
  readonly pieces: readonly { readonly part: number; readonly piece: TextPart }[];
}

/** The parts of a text, cut where reasoning begins and ends; one that goes on in the next part stays one section. */
export function sectionsOf(parts: readonly TextPart[]): readonly Section[] {
  const sections: { reasoning: number | null; pieces: { part: number; piece: TextPart }[] }[] = [];
  for (const [part, whole] of parts.entries()) {
    for (const { reasoning, start, end, begun = reasoning === null } of runsOf(whole)) {
      const text = whole.text.slice(start, end);
      const last = sections.at(-1);
      const goesOn = last && start === 0 && begun && (last.reasoning === null) === (reasoning === null);
      if (reasoning === null && text.trim() === '' && !goesOn) continue;
      const piece: TextPart = {
        text: reasoning === null ? text : text.replace(tags, ''),
        left: end === whole.text.length ? whole.left : 0,
        ...(start === 0 && whole.fence !== undefined && { fence: whole.fence }),
        ...(whole.whole !== undefined && { whole: whole.whole }),
        ...(start === 0 && whole.patch !== undefined && { patch: Math.min(whole.patch, text.length) }),
      };
      if (goesOn) last.pieces.push({ part, piece });
      else sections.push({ reasoning, pieces: [{ part, piece }] });
    }
  }
  return sections;
}

interface Run extends Chunk {
  readonly reasoning: number | null;
  readonly begun?: boolean;
}

function runsOf({ text, reasoning = [] }: TextPart): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { start, end, length, begun = false } of reasoning) {
    if (start > at) runs.push({ reasoning: null, start: at, end: start });
    runs.push({ reasoning: length, start, end, begun });
    at = end;
  }
  if (at < text.length) runs.push({ reasoning: null, start: at, end: text.length });
  return runs;
}

/** Roles under which datasets keep reasoning as a turn of its own. */
export const isReasoningRole = (role: string): boolean =>
  /^(?:reasoning(?:_content)?|thinking|thoughts?|think)$/i.test(role);
