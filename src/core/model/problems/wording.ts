/** Where something is wrong. */
export interface ProblemLocation {
  /** Absolute path. */
  readonly file: string;
  /** 1-based; absent where the whole file is meant. */
  readonly line?: number;
  /** What `line` counts: lines, or the rows of a table that has no lines (Parquet, Arrow). */
  readonly unit?: 'row';
}

/**
 * A problem that is the reason of another one, in the params of that one. Its code and params are loose here, as the
 * types of all problems would be made of themselves otherwise.
 */
export interface Reason {
  readonly code: string;
  readonly params: object;
  readonly place?: ProblemLocation;
}

/** Texts by code. */
type Texts = Readonly<Record<string, (params: never) => string>>;

let wording: Texts = {};

/** Says which texts problems have in this process or thread. */
export function useWording(texts: Texts): void {
  wording = texts;
}

/**
 * Returns the text of a problem, after its place; one that others gave as a text already as it is. Where nobody said
 * which texts to use, its code and params.
 */
export function wordsOfReason(reason: Reason | string): string {
  if (typeof reason === 'string') return reason;
  const { code, params, place } = reason;
  const text = wording[code]?.(params as never) ?? `${code} ${JSON.stringify(params)}`;
  return place ? `${locationText(place.file, place)}: ${text}` : text;
}

/** A place as messages name it: `file:12`, or `file:row 12` in a table. */
export function locationText(file: string, { line, unit }: { readonly line?: number; readonly unit?: 'row' }): string {
  return line === undefined ? file : `${file}:${unit ? `${unit} ` : ''}${line}`;
}
