// Fields of a JSON schema as lines of a reference page.
import { code, plain } from './markdown.mjs';

/**
 * Every field of a schema with its path ("task.critique.minLength"; "[]" for entries of a list, NAME for keys), its
 * schema, and whether it must be there; the fields of an object behind the object.
 */
export function fieldsOf(schema, root = schema, before = '', seen = []) {
  const resolved = resolvedOf(schema, root);
  if (seen.includes(resolved)) return [];
  const inner = [...seen, resolved];
  const parts = [
    ...Object.entries(resolved.properties ?? {}).map(([name, part]) => ({
      path: before === '' ? name : `${before}.${name}`,
      part,
      isRequired: resolved.required?.includes(name) ?? false,
    })),
    ...(isObject(resolved.additionalProperties) && Object.keys(resolved.additionalProperties).length > 0
      ? [{ path: `${before}.NAME`, part: resolved.additionalProperties, isRequired: false, isEntry: true }]
      : []),
    ...(resolved.items ? [{ path: `${before}[]`, part: resolved.items, isRequired: false, isEntry: true }] : []),
  ];
  const alternatives = (resolved.anyOf ?? resolved.oneOf ?? [])
    .map((each) => fieldsOf(each, root, before, inner))
    .filter((fields) => fields.length > 0);
  const own = parts.flatMap(({ part, isEntry, ...field }) => {
    const found = resolvedOf(part, root);
    const below = fieldsOf(part, root, field.path, inner);
    // Entries are told with the list that they are in.
    const { description = found.description } = part;
    return isEntry ? below : [{ ...field, type: typeText(found, root), description }, ...below];
  });
  return [...own, ...merged(alternatives)];
}

/** Fields of alternatives, each once: of all its types, and required where all alternatives ask for it. */
function merged(alternatives) {
  const all = new Map();
  for (const field of alternatives.flat()) all.set(field.path, [...(all.get(field.path) ?? []), field]);
  return [...all.values()].map((fields) => ({
    ...fields[0],
    type: [...new Set(fields.map(({ type }) => type))].join(', '),
    isRequired: fields.length === alternatives.length && fields.every(({ isRequired }) => isRequired),
  }));
}

const isObject = (value) => typeof value === 'object' && value !== null;

function resolvedOf(schema, root) {
  if (schema.$ref === undefined) return schema;
  return schema.$ref === '#'
    ? root
    : schema.$ref
        .slice(2)
        .split('/')
        .reduce((part, key) => part[key], root);
}

/** The type of a field, in words. */
export function typeText(schema, root) {
  const found = resolvedOf(schema, root);
  if (found.const !== undefined) return code(JSON.stringify(found.const));
  if (found.enum)
    return found.enum
      .map(
        (each, at) =>
          `${code(JSON.stringify(each))}${found.enumDescriptions ? ` (${plain(found.enumDescriptions[at])})` : ''}`,
      )
      .join(', ');
  const alternatives = found.anyOf ?? found.oneOf;
  if (alternatives) return [...new Set(alternatives.map((each) => typeText(each, root)))].join(' or ');
  if (Array.isArray(found.type)) return found.type.map((type) => typeText({ ...found, type }, root)).join(' or ');
  switch (found.type) {
    case 'array':
      return `list of ${plural(typeText(found.items ?? {}, root))}`;
    case 'object':
      return found.properties ||
        !isObject(found.additionalProperties) ||
        Object.keys(found.additionalProperties).length === 0
        ? 'object'
        : `object with a value for each name (${typeText(found.additionalProperties, root)})`;
    case 'string':
      return found.format === 'date-time' ? 'date and time in UTC' : found.minLength > 0 ? 'text, not empty' : 'text';
    case 'integer':
      return `whole number${range(found)}`;
    case 'number':
      return `number${range(found)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    default:
      return 'any value';
  }
}

const plurals = { text: 'texts', 'text, not empty': 'texts', object: 'objects', 'any value': 'any values' };
const plural = (type) =>
  plurals[type] ?? type.replace(/^(whole )?number/, (found) => `${found}s`).replace(/^list /, 'lists ');

/** Bounds of numbers; those of all that a computer can count are none. */
function range({ type, minimum: given, maximum, exclusiveMinimum: above, exclusiveMaximum }) {
  // Of whole numbers the next one is as good.
  const isNext = type === 'integer' && above !== undefined;
  const [minimum, exclusiveMinimum] = isNext ? [above + 1, undefined] : [given, above];
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  const parts = [
    ...(exclusiveMinimum !== undefined && exclusiveMinimum > Number.MIN_SAFE_INTEGER
      ? [`greater than ${exclusiveMinimum}`]
      : []),
    ...(low !== undefined && high !== undefined ? [`from ${low} to ${high}`] : []),
    ...(low !== undefined && high === undefined ? [`${low} or more`] : []),
    ...(low === undefined && high !== undefined ? [`at most ${high}`] : []),
    ...(exclusiveMaximum !== undefined && exclusiveMaximum < Number.MAX_SAFE_INTEGER
      ? [`less than ${exclusiveMaximum}`]
      : []),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

/**
 * A line for a field.
 * @param meaning what it is; its own description where nothing is said
 */
export function fieldLine({ path, type, isRequired, description }, meaning = description, more = []) {
  const facts = [type, ...(isRequired ? ['required'] : []), ...more];
  return `${code(path)}: ${facts.join('; ')}.${meaning === undefined ? '' : ` ${plain(meaning)}`}`;
}
