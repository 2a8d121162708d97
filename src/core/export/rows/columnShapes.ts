import { floatsOf, type FloatColumns } from './floatColumns';

/** What all values at one place of the rows have in common. Plain data. */
export interface Shape {
  text?: true;
  whole?: true;
  fraction?: true;
  truth?: true;
  /** Of lists, what stands in all of them together. */
  items?: Shape;
  /** Of objects, by field in the order in which they were met. */
  fields?: Map<string, Shape>;
}

/** A column as the card of a dataset names it (datasets `features.py Features._to_yaml_list`). */
export type Feature = { readonly name: string } & FeatureType;
type FeatureType = { readonly dtype: string } | { readonly list: ListOf } | { readonly struct: readonly Feature[] };
type ListOf = string | readonly Feature[] | { readonly list: ListOf };

/** The field of a turn that holds its calls of tools. */
export const callsField = 'tool_calls';

/** So many places are looked at: an object that is keyed by whatever a dataset holds is no struct. */
const maxPlaces = 500;

/**
 * The types of the columns of an export. HF datasets goes by the first 10 MB of the first split where nobody names
 * them: whole numbers there, null or an empty list are all that may come later, and messages get no further field. So
 * the card names them, as all rows have them.
 */
export class ColumnShapes {
  readonly root: Shape = { fields: new Map() };
  /** Where values were looked at last: the rows of an item have the same lists again and again. */
  private readonly looked = new WeakMap<object, Shape>();

  look(row: Readonly<Record<string, unknown>>): void {
    for (const name in row) this.lookAt(this.of(name), row[name]);
  }

  /** What was seen of a column; it grows. */
  of(name: string): Shape {
    return shapeAt((this.root.fields ??= new Map()), name);
  }

  lookAt(shape: Shape, value: unknown): void {
    if (typeof value === 'string') shape.text = true;
    else if (typeof value === 'number') shape[Number.isSafeInteger(value) ? 'whole' : 'fraction'] = true;
    else if (typeof value === 'boolean') shape.truth = true;
    else if (typeof value === 'object' && value !== null && this.looked.get(value) !== shape) {
      this.looked.set(value, shape);
      if (Array.isArray(value)) {
        shape.items ??= {};
        for (const element of value) this.lookAt(shape.items, element);
      } else {
        shape.fields ??= new Map();
        for (const [name, field] of Object.entries(value))
          if (field !== undefined && (shape.fields.size < maxPlaces || shape.fields.has(name)))
            this.lookAt(shapeAt(shape.fields, name), field);
      }
    }
  }
}

function shapeAt(fields: Map<string, Shape>, name: string): Shape {
  let shape = fields.get(name);
  if (!shape) fields.set(name, (shape = {}));
  return shape;
}

/** Takes into `shape` what was found in other rows. */
export function mergeShape(shape: Shape, other: Shape): void {
  for (const kind of ['text', 'whole', 'fraction', 'truth'] as const) if (other[kind]) shape[kind] = true;
  if (other.items) mergeShape((shape.items ??= {}), other.items);
  if (!other.fields) return;
  shape.fields ??= new Map();
  for (const [name, field] of other.fields) mergeShape(shapeAt(shape.fields, name), field);
}

/**
 * The columns as a card names them; undefined where one place holds values of several types, or more fields than a
 * table has: then HF datasets finds its own way. Of a place that is empty in every row texts are expected, unless it is
 * one of real numbers. The fields of objects come by their names, as they may be met in any order.
 * @param reals where numbers are real, whatever values there were
 * @param hasImages whether the paths in a column "images" are opened (`features/image.py Image`)
 */
export function featuresOf(root: Shape, reals?: FloatColumns, hasImages = false): readonly Feature[] | undefined {
  const features =
    placesIn(root) > maxPlaces ? undefined : featuresIn([...(withMessagesAlike(root).fields ?? [])], reals);
  return hasImages
    ? features?.map((feature) => (feature.name === 'images' ? { name: 'images', list: 'image' } : feature))
    : features;
}

/**
 * Gives all lists of messages the fields that any of them has: HF datasets fills in what is not there as null, and
 * where one side had nulls that the other has not, TRL would find no prompt that both share (`data_utils.py
 * extract_prompt` compares messages whole).
 */
function withMessagesAlike(root: Shape): Shape {
  const lists = [...(root.fields ?? [])].filter(([, { items }]) => items?.fields?.has('role'));
  if (lists.length < 2) return root;
  const items: Shape = {};
  for (const [, shape] of lists) mergeShape(items, shape.items ?? {});
  return {
    ...root,
    fields: new Map([...(root.fields ?? []), ...lists.map(([name, shape]) => [name, { ...shape, items }] as const)]),
  };
}

/** The places of a table; what stands below calls of tools is none, as they are JSON. */
const placesIn = ({ items, fields }: Shape): number =>
  1 +
  (items ? placesIn(items) : 0) +
  [...(fields ?? [])].reduce((sum, [name, field]) => sum + (areCalls(name, field) ? 1 : placesIn(field)), 0);

const areCalls = (name: string, { items }: Shape): boolean => name === callsField && items?.fields !== undefined;

function featuresIn(
  fields: readonly (readonly [string, Shape])[],
  reals: FloatColumns | undefined,
): readonly Feature[] | undefined {
  const features: Feature[] = [];
  for (const [name, shape] of fields) {
    const type = areCalls(name, shape) ? calls : typeOf(shape, reals && floatsOf(reals, name));
    if (!type) return undefined;
    features.push({ name, ...type });
  }
  return features.length > 0 ? features : undefined;
}

/**
 * Calls of tools as JSON, which are loaded as they are written (datasets 4.7 and later, `features.py Json`). As a
 * struct, with every argument of every tool, `{"city":"Oslo"}` would be loaded as `{"city":"Oslo","days":null}`, and a
 * template would write that.
 */
const calls: FeatureType = { list: 'json' };

function typeOf(shape: Shape, reals: FloatColumns | undefined): FeatureType | undefined {
  const { text, whole, fraction, truth, items, fields } = shape;
  if ([text, whole ?? fraction, truth, items, fields].filter((kind) => kind !== undefined).length > 1) return undefined;
  if (items) {
    const of = listOf(items, reals?.items);
    return of === undefined ? undefined : { list: of };
  }
  if (fields) {
    const struct = featuresIn(
      [...fields].sort(([a], [b]) => (a < b ? -1 : 1)),
      reals,
    );
    return struct && { struct };
  }
  if (text || truth) return { dtype: text ? 'string' : 'bool' };
  return { dtype: fraction || reals?.isReal ? 'float64' : whole ? 'int64' : 'string' };
}

function listOf(items: Shape, reals: FloatColumns | undefined): ListOf | undefined {
  const type = typeOf(items, reals);
  if (!type) return undefined;
  if ('dtype' in type) return type.dtype;
  return 'struct' in type ? type.struct : { list: type.list };
}
