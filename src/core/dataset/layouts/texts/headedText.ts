import type { Message } from '../../../model/item/item';

/** Texts that were put together of several: what stands behind headings, and conversations that are one text. */

/**
 * What stands behind each of the headings, up to the next; the last up to the end. A heading with "?" before it may be
 * missing, and there is undefined in its place then. Undefined where another is missing, or they stand in another
 * order. A text that holds the heading behind it is parted there.
 */
export function behindHeadings(text: string, headings: readonly string[]): readonly (string | undefined)[] | undefined {
  const marks: ({ readonly from: number; readonly to: number } | undefined)[] = [];
  let at = 0;
  for (const each of headings) {
    const isOptional = each.startsWith('?');
    const heading = isOptional ? each.slice(1) : each;
    const from = text.indexOf(heading, at);
    if (from < 0 && !isOptional) return undefined;
    marks.push(from < 0 ? undefined : { from, to: from + heading.length });
    if (from >= 0) at = from + heading.length;
  }
  return marks.map(
    (mark, i) => mark && text.slice(mark.to, marks.slice(i + 1).find((next) => next !== undefined)?.from),
  );
}

const roles = /(?:^|\n\n)(System|User|Assistant|Tool): /g;

/**
 * The turns of a prompt that is one text: each behind its role where there are several ("User: …", a blank line,
 * "Assistant: …") and the last is not the assistant's; else one turn of the user.
 */
export function turnsInText(text: string): { prompt: Message[]; promptText?: string } {
  const marks = [...text.matchAll(roles)];
  const turns = marks.map((mark, i): Message => ({
    role: (mark[1] ?? '').toLowerCase(),
    content: text.slice(mark.index + mark[0].length, marks[i + 1]?.index),
  }));
  if (marks[0]?.index !== 0 || turns.length < 2 || turns.at(-1)?.role === 'assistant')
    return { prompt: [{ role: 'user', content: text }], promptText: text };
  return { prompt: turns };
}
