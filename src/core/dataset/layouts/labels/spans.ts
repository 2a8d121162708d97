import { codePointRange, utf16Range, type Range } from '../../../model/text/codePoints';

/**
 * A published span as judgements have it, in code points with its text. Its offsets are taken for code points; where
 * the source gives the text too and only UTF-16 offsets lead to it, for UTF-16. Undefined where they lie outside the
 * text, or lead to another text.
 */
export function spanIn(text: string, range: Range, quote?: string): (Range & { readonly quote: string }) | undefined {
  const candidates =
    quote === undefined
      ? [utf16Range(text, range)]
      : [utf16Range(text, range), utf16Units(text, range)].filter(
          (each) => each && text.slice(each.start, each.end) === quote,
        );
  const found = candidates.find((each) => each !== undefined);
  return found && { ...codePointRange(text, found), quote: text.slice(found.start, found.end) };
}

const utf16Units = (text: string, { start, end }: Range): Range | undefined =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length
    ? { start, end }
    : undefined;
