/** A longer text is written in a document. In UTF-16 units. */
const maxLine = 500;

/** How what should stand in a place of a call is written: as a line of text, as JSON in a line, or in a document. */
export type CorrectionForm = 'text' | 'json' | 'document';

/** What an editor or an input would change without a word, but for tabs and line ends. */
// eslint-disable-next-line no-control-regex -- that is what is looked for
const unkept = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u0085\u2028\u2029\ufeff]|\r(?!\n)/;

/**
 * Chooses a form in which nothing of a value is lost: a text in a line as it is; one of several lines in a document,
 * which keeps line ends of one kind; all else as JSON, in which everything is seen.
 */
export function correctionForm(value: unknown): CorrectionForm {
  if (typeof value !== 'string' || unkept.test(value) || !isWellFormed(value)) return 'json';
  const [ends, crlf] = [value.split('\n').length - 1, value.split('\r\n').length - 1];
  if (crlf > 0 && crlf < ends) return 'json';
  return ends > 0 || value.length > maxLine ? 'document' : 'text';
}

/** Half of a surrogate pair is not written to a document. */
const isWellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
