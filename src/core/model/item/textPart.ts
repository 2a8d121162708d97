/**
 * How texts are cut for the screen. The raw text stays whole in the item; only what is shown comes in parts.
 *
 * Of each text its first part of at most 32 kB is sent, of an item's texts together half a megabyte; a button at the
 * end of a cut text says how much is left and fetches the next part. A part carries an open code block on.
 */

/** What a text is that is no prose: it decides how it is drawn. `code` where the language is not known. */
export type WholeLanguage = 'json' | 'csv' | 'tsv' | 'html' | 'svg' | 'xml' | 'mermaid' | 'log' | 'diff' | 'code';

/** A stretch of a text. A text's parts, one after the other, are the text again. */
export interface TextPart {
  readonly text: string;
  /** UTF-16 units of the text after this part; 0 at its end. */
  readonly left: number;
  /**
   * The line that opened the Markdown code block in which this part begins, or that opens one where the whole text is
   * code; it stands in front of the part when that is rendered.
   */
  readonly fence?: string;
  /** What the whole text is, where it is one thing. */
  readonly whole?: WholeLanguage;
  /** So many UTF-16 units at its beginning go on with a patch that stands in the text without a fence. */
  readonly patch?: number;
  /** Where this part holds reasoning. */
  readonly reasoning?: readonly ReasoningPiece[];
}

/** Where a response thinks aloud before it answers: what models write between tags such as `<think>` and `</think>`. */

/** A stretch of a text with its tags, in UTF-16 units. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/**
 * What of a stretch lies in one part of the text, counted from the start of the part, and how long the whole stretch
 * is.
 */
export interface ReasoningPiece extends Chunk {
  readonly length: number;
  /** It began in a part before. */
  readonly begun?: true;
}
