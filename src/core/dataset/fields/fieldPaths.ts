import { ownValue } from '../../model/text/ownValue';
import { field, isObject, type JsonObject } from './recordFields';
import { objectsOf, type Head } from '../records/head';
import { roleOf } from './fieldNames';
import { fullMapping, holderOf, type Layout } from '../layouts/layout';
import { type Mapping } from './fieldMapping';
import { isAnswer } from '../layouts/texts/preferencePair';
import { valuePreview } from '../records/valuePreview';

/** A place in a record at which a field may stand. */
export interface FieldPath {
  readonly path: string;
  /** The beginning of the first value there. */
  readonly sample: string;
}

/** The places that are there for a field. */
export interface FieldPaths {
  /** Those whose names say so; such as other fields have already come last. */
  readonly likely: readonly FieldPath[];
  /** All others, in the order of the records. */
  readonly others: readonly FieldPath[];
  /** Where the field stands now; where it stands nowhere, what is likeliest. */
  readonly suggested: readonly string[];
}

const deepest = 3;
/** Objects with more keys than a record has fields are data: a list would only hide what is looked for. */
const maxPaths = 500;

/**
 * Every place in the records down to three objects deep, in their order, each with its first value that is not empty; a
 * list is one place.
 */
export function pathsOf(records: readonly JsonObject[]): FieldPath[] {
  const samples = new Map<string, string>();
  for (const record of records) visit(record, '', 1, samples);
  return [...samples].map(([path, sample]) => ({ path, sample }));
}

/** What there is to choose from for a field of a layout. */
export function pathsFor(head: Head, layout: Layout, mapping: Mapping, name: string): FieldPaths {
  const fields = fullMapping(layout, mapping);
  const records = objectsOf(head).map((record) => holderOf(record, layout, mapping, name));
  const paths = pathsOf(records);
  const current = currentPaths(records, layout, ownValue(fields, name) ?? name, name);
  const taken = new Set(
    Object.entries(fields).flatMap(([other, path]) =>
      other === name ? [] : path.split(',').map((each) => each.trim()),
    ),
  );
  const likely = paths
    .filter(({ path }) => isLikely(path, name, layout))
    .sort((a, b) => Number(taken.has(a.path)) - Number(taken.has(b.path)));
  const others = paths.filter((path) => !likely.includes(path));
  return {
    likely,
    others,
    suggested:
      current.length > 0
        ? current
        : suggestedOf(
            likely.filter(({ path }) => !taken.has(path)),
            records,
            layout,
            name,
          ),
  };
}

function visit(object: JsonObject, prefix: string, depth: number, samples: Map<string, string>): void {
  for (const [key, value] of Object.entries(object)) {
    // A dotted key is found as it stands at the top, and nowhere else.
    if (prefix !== '' && key.includes('.')) continue;
    const path = `${prefix}${key}`;
    const known = samples.get(path);
    if (known === undefined && samples.size >= maxPaths) return;
    if (known === undefined || known === '') samples.set(path, value === null ? '' : valuePreview(value));
    if (isObject(value) && depth < deepest && !key.includes('.')) visit(value, `${path}.`, depth + 1, samples);
  }
}

/** The paths at which the field stands, as far as something is there. */
function currentPaths(records: readonly JsonObject[], layout: Layout, path: string, name: string): string[] {
  const isThere = (each: string): boolean => records.some((record) => field(record, each) !== undefined);
  if (isThere(path)) return [path];
  return layout.several?.includes(name)
    ? path
        .split(',')
        .map((each) => each.trim())
        .filter(isThere)
    : [];
}

function isLikely(path: string, name: string, layout: Layout): boolean {
  const last = path.split('.').at(-1) ?? path;
  const standard = ownValue(layout.fields, name) ?? name;
  if (last === name || last === standard) return true;
  if (name === 'id') return /(^|[-_ ])(u?u?id|key)$/i.test(last);
  const role = [name, standard].map(roleOf).find((each) => each !== 'other');
  return role !== undefined && roleOf(last) === role;
}

/** Several that hold an answer each, for a field that may have several; else the first. */
function suggestedOf(
  likely: readonly FieldPath[],
  records: readonly JsonObject[],
  layout: Layout,
  name: string,
): readonly string[] {
  const answers = likely
    .filter(({ path }) => records.some((record) => isAnswer(field(record, path))))
    .map(({ path }) => path);
  return layout.several?.includes(name) && answers.length > 1 ? answers : likely.slice(0, 1).map(({ path }) => path);
}
