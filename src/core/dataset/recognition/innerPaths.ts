import { isObject } from '../fields/recordFields';
import { documentIn, wildcard } from '../readers/json/innerRecords';
import { kindOfFile } from '../readers/fileKind';
import { plainBytes } from '../readers/decodedBytes';
import { hasWord, turnWords, wordsIn } from '../fields/fieldWords';
import { asMessage, asMessages } from '../items/messages';

/**
 * Where records may stand inside others, or in several places of a JSON file: lists of objects within the elements of a
 * list, values of an object that are alike, lists with the same fields side by side (`small`, `medium`, `large`).
 * Messages are part of one record. Found by the form alone: which of them hold records that can be read is for the plan
 * to say.
 */

/** Files beyond this are not looked at: it is held as a whole. */
const maxBytes = 32 << 20;
/** So many values of a list or an object are looked at. */
const sampled = 50;
/** Steps into a file: nobody keeps records deeper. */
const deepest = 6;

/** The paths in a file, those with the most records first; none where it is no JSON, or too large. */
export async function innerPathsIn(file: string): Promise<readonly string[]> {
  const { kind } = await kindOfFile(file);
  if (kind === 'table') return [];
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of plainBytes(file)) {
    parts.push(chunk);
    size += chunk.length;
    if (size > maxBytes) return [];
  }
  const bytes = Buffer.concat(parts);
  return /^\s*[[{]/.test(bytes.toString('utf8', 0, 1000).replace(/^\uFEFF/, ''))
    ? innerPaths(documentIn(bytes).document)
    : [];
}

/** Returns the paths to records in a parsed file, those with the most records first. */
export function innerPaths(document: unknown): readonly string[] {
  const found = new Map<string, number>();
  look([document], [], found);
  return [...found]
    .filter(([path]) => path.includes(',') || path.split('.').includes(wildcard))
    .sort(([, a], [, b]) => b - a)
    .map(([path]) => path);
}

/** Looks at all values that stand at one path. */
function look(values: readonly unknown[], steps: readonly string[], found: Map<string, number>): void {
  const [first] = values;
  if (first === undefined || steps.length > deepest) return;
  if (values.every(Array.isArray)) {
    const elements = values.flatMap((list: readonly unknown[]) => list.slice(0, sampled));
    if (
      elements.length === 0 ||
      !elements.every(isObject) ||
      asMessages(elements.slice(0, 2)) !== undefined ||
      elements.some((element) => asMessage(element) !== undefined) ||
      hasWord(wordsIn(steps.at(-1) ?? ''), turnWords)
    )
      return;
    found.set(steps.join('.'), elements.length);
    lookInto(elements, [...steps, wildcard], found);
  } else if (values.every(isObject)) {
    lookInto(values, steps, found);
    const members = values.flatMap((object) => Object.values(object).slice(0, sampled));
    if (members.length < 2 * values.length || !areAlike(members)) return;
    if (members.every(isObject)) found.set([...steps, wildcard].join('.'), members.length);
    look(members, [...steps, wildcard], found);
  }
}

/** Looks at the fields of objects, and at those that hold lists with the same fields. */
function lookInto(
  objects: readonly Readonly<Record<string, unknown>>[],
  steps: readonly string[],
  found: Map<string, number>,
): void {
  const names = [...new Set(objects.flatMap(Object.keys))].filter((name) => !/[.,*]/.test(name));
  if (names.length > maxNames) return;
  for (const name of names)
    look(
      objects.flatMap((object) => (object[name] === undefined || object[name] === null ? [] : [object[name]])),
      [...steps, name],
      found,
    );
  const lists = names.filter((name) =>
    objects.every((object) => Array.isArray(object[name]) && object[name].length > 0 && object[name].every(isObject)),
  );
  for (const name of lists) {
    const alike = lists.filter((other) => areAlike([objects[0]?.[name], objects[0]?.[other]]));
    if (alike.length > 1 && alike.length < names.length && alike[0] === name)
      found.set(
        alike.map((each) => [...steps, each].join('.')).join(','),
        objects.flatMap((object) => alike.flatMap((each) => object[each])).length,
      );
  }
}

/** Objects with more names are keyed by them. */
const maxNames = 100;

/** Whether all are objects, or lists of objects, with the same fields for the most part. */
function areAlike(values: readonly unknown[], depth = 0): boolean {
  const objects = values.map((value): unknown => (Array.isArray(value) ? value[0] : value));
  const [first] = objects;
  if (!isObject(first) || asMessage(first)) return false;
  const names = Object.keys(first);
  if (new Set(values.map(Array.isArray)).size > 1) return false;
  // Objects whose keys are names of things are alike where these are.
  const things = objects.map((object) => (isObject(object) ? Object.values(object)[0] : undefined));
  if (
    depth < deepest &&
    objects.every(
      (object) => isObject(object) && Object.values(object).length > 1 && Object.values(object).every(isObject),
    ) &&
    areAlike(things, depth + 1)
  )
    return true;
  return objects.every(
    (object) =>
      isObject(object) &&
      names.filter((name) => Object.hasOwn(object, name)).length * 2 >
        Math.max(names.length, Object.keys(object).length),
  );
}
