/**
 * Where real numbers stand in the rows of a format, whole ones among them: at a place itself, in what lists and objects
 * there hold. Undefined is said of places below which there are none.
 *
 * HF datasets settles the types of a JSON file by its first 10 MB where nobody names them (`load_dataset("json",
 * data_files=…)`): a column of margins that are all whole there is int64, and "ArrowInvalid: Float value 0.5 was
 * truncated converting to int64" stops it at the first that is not. So these numbers have a fraction wherever they are
 * written, and are double in every place that names types.
 */
export interface FloatColumns {
  readonly isReal: boolean;
  readonly items?: FloatColumns | undefined;
  readonly fields: ReadonlyMap<string, FloatColumns>;
}

interface RowStats extends FloatColumns {
  isReal: boolean;
  items?: RowStats | undefined;
  readonly fields: Map<string, RowStats>;
}

/** Stands for every field of an object that is not named beside it. */
const anyField = '*';

/** The places that paths lead to, such as "margin", "scores[]", "rubric[].weight", or "*" for every column. */
export function floatColumns(paths: readonly string[] = []): FloatColumns | undefined {
  if (paths.length === 0) return undefined;
  const root = newPlace();
  for (const path of paths) placeAt(root, path).isReal = true;
  return root;
}

/** The place of a field of the objects at a place. */
export const floatsOf = ({ fields }: FloatColumns, name: string): FloatColumns | undefined =>
  fields.get(name) ?? fields.get(anyField);

/** Whether JSON writes a number without a fraction or an exponent, so that readers take it for a whole one. */
export const looksWhole = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1e21;

/** JSON in lines, as `JSON.stringify` gives it with two spaces, but that real numbers have a fraction: 1.0. */
export function indentedJson(value: unknown, reals: FloatColumns | undefined, indent = ''): string {
  if (typeof value === 'number') return `${JSON.stringify(value)}${reals?.isReal && looksWhole(value) ? '.0' : ''}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const within = `${indent}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((each) => indentedJson(each, reals?.items, within))]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([name, each]) => `${JSON.stringify(name)}: ${indentedJson(each, reals && floatsOf(reals, name), within)}`,
        ),
      ];
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${within}${part}`).join(',\n')}\n${indent}${close}`;
}

const newPlace = (): RowStats => ({ isReal: false, fields: new Map() });

function placeAt(root: RowStats, path: string): RowStats {
  let place = root;
  for (const part of path.split('.')) {
    const name = part.replace(/(\[\])+$/, '');
    let next = place.fields.get(name);
    if (!next) place.fields.set(name, (next = newPlace()));
    place = next;
    for (let depth = (part.length - name.length) / 2; depth > 0; depth--) place = place.items ??= newPlace();
  }
  return place;
}
