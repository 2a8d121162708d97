import { isDeepStrictEqual } from 'node:util';
import type { Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { entryFields, field, isObject, listInText, pathsIn, type JsonObject } from '../../fields/recordFields';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { wordsIn, plainName } from '../../fields/fieldWords';
import { rankingLabel, ratingIn, type Rating } from './numericJudgements';
import {
  meaningOf,
  ordinals,
  skipMeaning,
  tieNamed,
  unreadLabel,
  unreadOf,
  unreadRating,
  type Meanings,
} from './labelCodes';
import type { Content, Label } from '../layout';
import { votesAt, type Vote } from './votes';
import { labelsByJudge, voterOf, type Said } from './whoJudged';

/**
 * Fields with what a record says of a list of responses; a mapping names others. A path that begins with that of the
 * list leads into each of its entries.
 */
export const responseLabelFields = {
  label: 'label',
  rank: 'rank',
  rating: 'rating',
  acceptable: 'acceptable',
  annotator: 'annotator',
} as const;

/** Whether a record has none of the fields that judge. */
const isUnjudged = byShape((shape) => !['label', 'rank', 'rating', 'acceptable'].some((name) => shape.mayHave(name)));

/** A response with the entry that it was read from. */
export interface Entry {
  readonly response: Response;
  readonly entry: unknown;
}

/**
 * What a record says of the responses in a list: which is best (by its name, its letter, its text, by 1 among zeros, or
 * by a number whose meaning a mapping says), their ranks (least is best), their ratings and whether they are good;
 * beside the list, as a list of as many or an object by their names, or in their own entries. The others below the best
 * are not ordered, and are left unranked.
 */
export function responseLabels(
  record: RecordReader,
  entries: readonly Entry[],
): Pick<Content, 'labels' | 'unread'> | undefined {
  if (isUnjudged(record)) return undefined;
  const each = (
    name: 'rank' | 'rating' | 'acceptable',
  ): readonly (readonly [path: string, values: readonly unknown[]])[] => {
    const own = valuesApart(record, name, entries);
    if (own) return [[name, own]];
    return pathsIn(record.record, record.path(name)).flatMap((path) => {
      const values = valuesOf(record, path, entries);
      return values ? [[path, values] as const] : [];
    });
  };
  const rated = each('rating');
  const ratings = rated.flatMap(([path, values]) => ratingsAt(path, values, entries));
  const acceptable = each('acceptable').flatMap(([path, values]): Said[] => {
    const good = values.flatMap((value, at): [string, boolean][] => {
      const [is, id] = [booleanOf(value), entries[at]?.response.id];
      return is === undefined || id === undefined ? [] : [[id, is]];
    });
    return good.length === 0 ? [] : [{ path, judgement: { acceptable: Object.fromEntries(good) } }];
  });
  const [ranks] = each('rank');
  const [ranking] = ranks
    ? rankingLabel(entries.map(({ response: { id } }, at) => ({ id, rank: numberOf(ranks[1][at]) })))
    : [];
  const label = record.path('label');
  const votes = label.startsWith(`${record.path('responses')}.`) ? undefined : votesAt(record, 'label', false);
  if (votes && !ranking) return labelsOfVotes(record, entries, votes, [...ratings, ...acceptable]);
  const said =
    (label.startsWith(`${record.path('responses')}.`) ? oneHot(valuesOf(record, label, entries) ?? []) : undefined) ??
    field(record.record, label);
  const best = ranking ? undefined : bestOf(record, said, entries);
  // A word that names nothing says what kind of record it is, unless a person says that it judges.
  const isCode = label !== responseLabelFields.label || typeof said !== 'string';
  const unread =
    best || ranking || !isCode
      ? undefined
      : isRanking(label, said, entries)
        ? { path: label, value: JSON.stringify(said), meanings: meaningsOf(entries), isRanking: true as const }
        : unreadLabel(label, said, meaningsOf(entries), label !== responseLabelFields.label);
  const [ungraded] = rated.flatMap(([path, values]) => unreadRating(path, values) ?? []);
  const left = unread ?? ungraded;
  const order: Said[] = ranking
    ? [{ path: ranks?.[0] ?? '', judgement: ranking.judgement, shown: ranking.shown }]
    : best
      ? [{ path: label, judgement: best }]
      : [];
  const labels = labelsByJudge(record, [...order, ...ratings, ...acceptable], () => namesOf(entries));
  if (labels.length === 0) return left && { unread: left };
  if (best) record.value('label');
  return { labels, ...(left && { unread: left }) };
}

/** What is given to each response at a path: a grade, or an object of grades on several aspects. */
function ratingsAt(path: string, values: readonly unknown[], entries: readonly Entry[]): Said[] {
  if (values.some(isObject))
    return values.flatMap((value, at) =>
      Object.entries(isObject(value) ? value : { [nameOf(path)]: value }).flatMap(([aspect, grade]): Said[] => {
        const ratings = ratingsOf(aspect, [grade], entries.slice(at, at + 1));
        return ratings.length === 0
          ? []
          : [{ path: isObject(value) ? `${path}.${aspect}` : path, judgement: { ratings } }];
      }),
    );
  const ratings = ratingsOf(nameOf(path), values, entries);
  return ratings.length === 0 ? [] : [{ path, judgement: { ratings } }];
}

const ratingsOf = (aspect: string, values: readonly unknown[], entries: readonly Entry[]): Rating[] =>
  values.flatMap((value, at) => {
    const id = entries[at]?.response.id;
    return id === undefined ? [] : (ratingIn(id, aspect, value) ?? []);
  });

/** The names of responses and of their models, which name no judge. */
const namesOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap(({ response: { id, model } }) => (model === undefined ? [id] : [id, model]));

/** A label for each person who said which is best, and one with what else is said of the responses. */
function labelsOfVotes(
  record: RecordReader,
  entries: readonly Entry[],
  votes: readonly Vote[],
  beside: readonly Said[],
): Pick<Content, 'labels' | 'unread'> | undefined {
  const judged = votes.map((vote) => ({ ...vote, judgement: bestOf(record, vote.value, entries) }));
  const labels = judged.flatMap(({ judgement, ...vote }): Label[] =>
    judgement ? [{ ...voterOf(record, vote), judgement }] : [],
  );
  if (labels.length > 0) record.useAll('label');
  labels.push(...labelsByJudge(record, beside, () => namesOf(entries)));
  const unread = unreadOf(
    record.path('label'),
    judged.filter(({ judgement }) => !judgement).map(({ value }) => value),
    meaningsOf(entries),
  );
  return { ...(labels.length > 0 && { labels }), ...(unread && { unread }) };
}

/** What a path's values are called: a place in a list has no name. */
const nameOf = (path: string): string => {
  const key = path.split('.').at(-1) ?? path;
  return /^\d+$/.test(key) ? 'score' : key;
};

const meaningsOf = (entries: readonly Entry[]): Meanings =>
  entries.length === 2 ? [...ordinals.slice(0, 2), 'tie'] : ordinals.slice(0, entries.length);

/**
 * A value for each response: in its entry, in a list of as many, or in an object by the responses' names; undefined
 * where a path leads to nothing of the kind.
 */
function valuesOf(record: RecordReader, path: string, entries: readonly Entry[]): readonly unknown[] | undefined {
  const list = record.path('responses');
  if (path.startsWith(`${list}.`)) {
    const key = path.slice(list.length + 1);
    const values = entries.map(({ entry }) => field(entryFields(entry) ?? {}, key));
    return values.some((value) => (value ?? null) !== null) ? values : undefined;
  }
  const value = listInText(field(record.record, path));
  if (Array.isArray(value)) return value.length === entries.length ? (value as readonly unknown[]) : undefined;
  return isObject(value) ? byName(value, entries) : undefined;
}

/**
 * Of responses in fields of their own, the values of as many fields beside them, in their order; their ranks are that
 * order where a mapping names the same fields. Undefined where it does not.
 */
function valuesApart(
  record: RecordReader,
  name: 'rank' | 'rating' | 'acceptable',
  entries: readonly Entry[],
): readonly unknown[] | undefined {
  const responses = pathsIn(record.record, record.path('responses'));
  const paths = pathsIn(record.record, record.path(name));
  if (responses.length < 2 || paths.length !== responses.length) return undefined;
  // A field that is empty holds no response.
  const at = entries.map(({ response: { id } }) => responses.indexOf(id));
  if (at.includes(-1)) return undefined;
  if (name === 'rank' && isDeepStrictEqual(paths, responses)) return at.map((index) => index + 1);
  const values = at.map((index) => field(record.record, paths[index] ?? ''));
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  record.useAll(name);
  return values;
}

function byName(values: JsonObject, entries: readonly Entry[]): readonly unknown[] | undefined {
  const found = entries.map((entry, at) => Object.keys(values).find((key) => isNameOf(key, entry.response, at)));
  return found.every((key) => key !== undefined) ? found.map((key) => values[key]) : undefined;
}

/**
 * Whether a name is that of a response: its id, its model, its text, or its letter, alone or behind what such a
 * response is called.
 */
export function isNameOf(name: string, { id, model, text }: Response, at: number): boolean {
  const plain = plainName(name);
  const letter = String.fromCodePoint(97 + at);
  return (
    name === text ||
    plain === plainName(id) ||
    (model !== undefined && plain === plainName(model)) ||
    [
      ordinals[at],
      ...['', 'response', 'answer', 'output', 'candidate', 'option', 'model'].map((word) => `${word}${letter}`),
    ].includes(plain) ||
    plain === `response${at + 1}`
  );
}

/** The index of the one true value, as a mapping would name it. */
const oneHot = (values: readonly unknown[]): string | undefined => {
  const are = values.map((value) => booleanOf(value) ?? (value === null || value === undefined ? false : undefined));
  return are.filter((is) => is === true).length === 1 && !are.includes(undefined)
    ? ordinals[are.indexOf(true)]
    : undefined;
};

function bestOf(record: RecordReader, said: unknown, entries: readonly Entry[]): Judgement | undefined {
  const ids = entries.map(({ response }) => response.id);
  if (Array.isArray(said))
    return isRanking(record.path('label'), said, entries)
      ? orderByMeaning(record, said, entries)
      : bestInList(said, entries);
  const meaning = meaningOf(record, said) ?? (typeof said === 'string' ? said : undefined);
  if (meaning === undefined || meaning === skipMeaning) return undefined;
  const at = entries.findIndex((entry, index) => isNameOf(meaning, entry.response, index));
  const [id] = ids.slice(at, at === -1 ? 0 : at + 1);
  const [a, b, ...more] = ids;
  if (a === undefined || b === undefined) return undefined;
  if (more.length === 0) {
    const outcome = id === undefined ? tieNamed(meaning) : id === a ? 'a' : 'b';
    return outcome && { comparisons: [{ a, b, outcome }] };
  }
  return id === undefined
    ? tieNamed(meaning) === 'tie'
      ? { ranking: { tiers: [ids] } }
      : orderIn(meaning, entries)
    : { ranking: { tiers: [[id]] } };
}

/**
 * Whether a field that is called a ranking has a number for each response: nobody can tell whether these are ranks, or
 * the numbers of the responses in their order.
 */
const isRanking = (path: string, said: unknown, entries: readonly Entry[]): boolean =>
  Array.isArray(said) &&
  said.length === entries.length &&
  wordsIn(path).includes('ranking') &&
  said.every((each) => numberOf(each) !== undefined);

/** The order of a list of numbers, best first, where the mapping says which response each of them is. */
function orderByMeaning(
  record: RecordReader,
  said: readonly unknown[],
  entries: readonly Entry[],
): Judgement | undefined {
  const names = said.map((each) => meaningOf(record, each));
  return names.every((name) => name !== undefined)
    ? inOrder(
        names.map((name) => [name]),
        entries,
      )
    : undefined;
}

/** A list with one 1 among zeros names the best; a list of all names is an order, best first. */
function bestInList(said: readonly unknown[], entries: readonly Entry[]): Judgement | undefined {
  if (said.length !== entries.length) return undefined;
  if (said.every((name) => typeof name === 'string'))
    return inOrder(
      said.map((name) => [name]),
      entries,
    );
  const best = entries.find((_, at) => ordinals[at] !== undefined && ordinals[at] === oneHot(said));
  const [a, b, ...more] = entries.map(({ response }) => response.id);
  if (!best || a === undefined || b === undefined) return undefined;
  return more.length === 0
    ? { comparisons: [{ a, b, outcome: best.response.id === a ? 'a' : 'b' }] }
    : { ranking: { tiers: [[best.response.id]] } };
}

/** "A > C = B": names with what stands between them. */
const orderIn = (text: string, entries: readonly Entry[]): Judgement | undefined =>
  text.includes('>')
    ? inOrder(
        text.split(/>+/).map((tier) => tier.split('=').map((name) => name.trim())),
        entries,
      )
    : undefined;

function inOrder(names: readonly (readonly string[])[], entries: readonly Entry[]): Judgement | undefined {
  const tiers = names.map((tier) =>
    tier.map((name) => entries.find((entry, at) => isNameOf(name, entry.response, at))?.response.id),
  );
  const all = tiers.flat();
  if (all.includes(undefined) || new Set(all).size !== all.length || all.length < 2) return undefined;
  return { ranking: { tiers: tiers.map((tier) => tier.filter((id) => id !== undefined)) } };
}
