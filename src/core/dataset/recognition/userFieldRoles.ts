import { isDeepStrictEqual } from 'node:util';
import { field, isObject, type JsonObject } from '../fields/recordFields';
import { demonstrations } from '../layouts/edits/demonstrations';
import { ordinals, type Meanings, type UnreadLabel } from '../layouts/labels/labelCodes';
import { fullMapping, type Layout } from '../layouts/layout';
import { type Mapping } from '../fields/fieldMapping';
import { areScores } from '../items/labelQuestion';
import { pairedResponses } from '../layouts/pairs/pairedResponses';
import { preferencePair } from '../layouts/texts/preferencePair';
import { responseList } from '../layouts/lists/responseList';
import { kto } from '../layouts/rows/trainers';
import { singleResponses } from '../layouts/unpaired/singleResponses';
import { asMessages } from '../items/messages';

/**
 * What a person says of a dataset's fields, as a layout and its mapping: which fields hold the responses says which of
 * the general layouts reads them, and what was said of the prompt, the label and the rest stays.
 */

/** How records are read. */
export interface FieldReading {
  readonly layout: Layout;
  readonly mapping: Mapping;
}

const responseParts = new Map<Layout, readonly string[]>([
  [responseList, ['responses']],
  [pairedResponses, ['first', 'second']],
  [preferencePair, ['chosen', 'rejected']],
  [singleResponses, ['completion', 'messages', 'conversations']],
  [demonstrations, ['completion', 'messages', 'conversations']],
  [kto, ['completion']],
]);

/** Names of a layout's fields that hold responses; none for a layout that is not one of the general ones. */
export const partsOfResponses = (layout: Layout): readonly string[] => responseParts.get(layout) ?? [];

/** The fields that hold the responses of these records in a reading by a general layout. */
export function responseFields(records: readonly JsonObject[], { layout, mapping }: FieldReading): readonly string[] {
  const fields = fullMapping(layout, mapping);
  return partsOfResponses(layout)
    .flatMap((name) => (fields[name] ?? name).split(',').map((path) => path.trim()))
    .filter((path) => records.some((record) => (field(record, path) ?? null) !== null));
}

/** Moves the responses of a reading to other fields: one list, a text, a conversation, or a field for each response. */
export function withResponses(
  records: readonly JsonObject[],
  { layout, mapping }: FieldReading,
  paths: readonly string[],
): FieldReading {
  const [first = '', second, ...more] = paths;
  const values = (path: string): readonly unknown[] =>
    records.map((record) => field(record, path)).filter((value) => (value ?? '') !== '');
  const areTexts = paths.every(
    (path) => !path.includes('.') && values(path).every((value) => typeof value === 'string'),
  );
  if (second !== undefined)
    return more.length === 0 && areTexts
      ? kept(pairedResponses, { first, second })
      : kept(responseList, { responses: paths.join(',') });
  const [value] = values(first);
  if (asMessages(value) && asMessages(value)?.at(-1)?.role === 'assistant')
    return kept(singleResponses, { messages: first });
  return Array.isArray(value) || isObject(value)
    ? kept(responseList, { responses: first })
    : kept(singleResponses, { completion: first });

  function kept(to: Layout, responses: Mapping): FieldReading {
    const fields = fullMapping(layout, mapping);
    const others = Object.keys(to.fields).filter(
      (name) =>
        !partsOfResponses(to).includes(name) &&
        Object.hasOwn(layout.fields, name) &&
        Object.hasOwn(fields, name) &&
        fields[name] !== to.fields[name],
    );
    const settings = Object.entries(mapping).filter(
      ([name]) => name === 'records' || name === 'gather' || name === 'judges' || (name === 'values' && to.hasCodes),
    );
    return {
      layout: to,
      mapping: {
        ...Object.fromEntries(others.map((name) => [name, fields[name] ?? name])),
        ...Object.fromEntries(settings),
        ...responses,
      },
    };
  }
}

/** Moves the prompt of a reading to these paths (`nowhere` where there is none); they hold no response any more. */
export function withPrompt(
  records: readonly JsonObject[],
  reading: FieldReading,
  paths: readonly string[],
): FieldReading {
  const responses = responseFields(records, reading);
  const left = responses.filter((path) => !paths.includes(path));
  const rest = left.length === 0 || left.length === responses.length ? reading : withResponses(records, reading, left);
  return { ...rest, mapping: { ...rest.mapping, prompt: paths.join(',') } };
}

/**
 * A label that is a list with a number for each response, and what it may say: the first item for which its two
 * meanings differ.
 */
export interface UnreadRanking {
  readonly path: string;
  readonly at: number;
  /**
   * Places of the responses from 0, best first: where the numbers are ranks, and where they are the responses' numbers
   * in their order.
   */
  readonly byRanks: readonly number[];
  readonly byOrder: readonly number[];
  /** Meanings of the numbers, as a mapping's `values` has them, where they are the responses' own. */
  readonly values: string;
}

/**
 * The ranking that nobody can tell, by an item that shows what its meanings make of it; undefined where there is none.
 */
export function unreadRanking(
  items: readonly { readonly unread?: UnreadLabel | undefined }[],
): UnreadRanking | undefined {
  const all = items.flatMap(({ unread }, at): UnreadRanking[] => {
    const numbers: unknown = unread?.isRanking ? JSON.parse(String(unread.value)) : undefined;
    if (!unread || !Array.isArray(numbers) || !numbers.every((each): each is number => typeof each === 'number'))
      return [];
    const least = Math.min(...numbers);
    const places = numbers.map((_, place) => place);
    return [
      {
        path: unread.path,
        at,
        byRanks: places.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0)),
        byOrder: numbers.map((each) => each - least),
        values: places.map((place) => `${place + least}=${ordinals[place] ?? ''}`).join(','),
      },
    ];
  });
  return all.find(({ byRanks, byOrder }) => !isDeepStrictEqual(byRanks, byOrder)) ?? all[0];
}

/** Makes a reading one in which the first of two fields holds the better response in every record. */
export function withBetter({ layout, mapping }: FieldReading, better: string, worse: string): FieldReading {
  const names = Object.keys(preferencePair.fields);
  const others = Object.entries(fullMapping(layout, mapping)).filter(
    ([name, path]) =>
      names.includes(name) && !['chosen', 'rejected'].includes(name) && preferencePair.fields[name] !== path,
  );
  return {
    layout: preferencePair,
    mapping: {
      ...Object.fromEntries(others),
      ...(mapping.records !== undefined && { records: mapping.records }),
      chosen: better,
      rejected: worse,
    },
  };
}

/** A value of a label that nobody can tell, with the first item that has it. */
export interface UnreadValue<Item> {
  readonly path: string;
  readonly value: string;
  readonly meanings: Meanings;
  /** The place of the item among those that were looked at, from 0. */
  readonly at: number;
  readonly of: Item;
}

/** The values of labels that nobody can tell, each once, in the order of the items. */
export function unreadValues<Item extends { readonly unread?: UnreadLabel | undefined }>(
  items: readonly Item[],
): readonly UnreadValue<Item>[] {
  const found = new Map<string, UnreadValue<Item>>();
  const labels = items.flatMap(({ unread }) => unread ?? []);
  const scored = new Set(
    labels
      .map(({ path }) => path)
      .filter((path) =>
        areScores(labels.flatMap((each) => (each.path === path ? [each.value, ...(each.more ?? [])] : []))),
      ),
  );
  for (const [at, of] of items.entries()) {
    const { unread } = of;
    if (!unread || unread.isRanking || unread.isRating) continue;
    // Scores name no response; of one response they may be ratings, which one of them is asked about.
    if (scored.has(unread.path) && (!unread.meanings.includes('good') || found.size > 0)) continue;
    for (const each of [unread.value, ...(unread.more ?? [])]) {
      const value = String(each).trim();
      if (!/[,=]/.test(value) && !found.has(value))
        found.set(value, { path: unread.path, value, meanings: unread.meanings, at, of });
    }
  }
  return [...found.values()];
}

const opposites: readonly (readonly [string, string])[] = [
  ['0', '1'],
  ['1', '2'],
  ['-1', '1'],
  ['false', 'true'],
  ['no', 'yes'],
  ['n', 'y'],
  ['0.0', '1.0'],
];
const others: Readonly<Record<string, string>> = { first: 'second', second: 'first', good: 'bad', bad: 'good' };

/**
 * The mapping with what a value of a label means. Of two values that are each other's opposite (0 and 1, 1 and 2, true
 * and false) the other one means the other; with any more of them each has to be said.
 * @param open the values that nobody can tell
 */
export function withMeaning(
  mapping: Mapping,
  { path, value }: UnreadValue<unknown>,
  meaning: string,
  open: readonly UnreadValue<unknown>[],
): Mapping {
  const values = open.map((each) => each.value.toLowerCase()).sort();
  const other = open.find((each) => each.value !== value);
  const derived =
    other && others[meaning] !== undefined && opposites.some((pair) => isDeepStrictEqual([...pair].sort(), values))
      ? [`${other.value}=${others[meaning]}`]
      : [];
  return {
    ...mapping,
    label: path,
    values: [...(mapping.values === undefined ? [] : [mapping.values]), `${value}=${meaning}`, ...derived].join(','),
  };
}
