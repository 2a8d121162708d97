import type { Comparison, Critique, Judgement } from './judgement';

/**
 * What every field of a judgement does wherever judgements are handled as a whole: which responses it names, what it is
 * once these have other ids, and how two of the same annotator on one item become one. A new field is a line of the
 * schema (`judgement.ts`), an entry here, and an entry in `desk/drafts/draftFields.ts` if the desk shows it.
 */

/** A field with one value. */
interface Value<T> {
  /** Ids of responses in it. */
  readonly responses: (value: T) => readonly string[];
  /** The same of responses with other ids. */
  readonly rename: (value: T, name: (id: string) => string) => T;
}

/** A field with a list of entries. */
interface List<Entry> {
  readonly responses: (entry: Entry) => readonly string[];
  readonly rename: (entry: Entry, name: (id: string) => string) => Entry;
  /** What an entry is about: a judgement says one thing of it. The entry itself where that is all that it says. */
  readonly about: (entry: Entry) => unknown;
  /** What an entry says of that, where two could contradict each other. */
  readonly says?: (entry: Entry) => unknown;
  /** One entry that says what two say of the same; else the first, with what only the second has. */
  readonly merge?: (first: Entry, second: Entry) => Entry;
}

type Of<K extends keyof Judgement> = NonNullable<Judgement[K]>;
/** The fields that are lists. */
export type ListName = { [K in keyof Judgement]-?: Of<K> extends readonly unknown[] ? K : never }[keyof Judgement];
/** An entry of such a field. */
export type EntryOf<K extends ListName> = Of<K>[number];

type Values = { readonly [K in Exclude<keyof Judgement, ListName>]-?: Value<Of<K>> };
type Lists = { readonly [K in ListName]: List<EntryOf<K>> };

/** Names no response. */
const ofNone = { responses: (): readonly string[] => [], rename: <T>(value: T): T => value };

/** An entry on one response. */
const ofOne = {
  responses: ({ response }: { readonly response: string }): readonly string[] => [response],
  rename: <T extends { readonly response: string }>(entry: T, name: (id: string) => string): T => ({
    ...entry,
    response: name(entry.response),
  }),
};

const valueFields: Values = {
  ranking: {
    responses: ({ tiers }) => tiers.flat(),
    rename: ({ tiers }, name) => ({ tiers: tiers.map((tier) => tier.map(name)) }),
  },
  acceptable: {
    responses: (values) => Object.keys(values),
    rename: (values, name) => Object.fromEntries(Object.entries(values).map(([id, value]) => [name(id), value])),
  },
  rationale: ofNone,
  skip: ofNone,
  confidence: ofNone,
  clarification: ofNone,
};

/** The fields of a judgement that are lists. */
export const listFields: Lists = {
  comparisons: {
    responses: ({ a, b }) => [a, b],
    rename: (entry, name) => ({ ...entry, a: name(entry.a), b: name(entry.b) }),
    about: ({ a, b, criterion }) => [...[a, b].sort(), criterion],
    says: ({ a, b, outcome, strength }: Comparison) => [
      a < b || outcome === 'tie' ? outcome : outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : outcome,
      strength,
    ],
  },
  ratings: { ...ofOne, about: ({ response, aspect }) => [response, aspect], says: ({ value }) => value },
  verdicts: { ...ofOne, about: ({ response, criterion }) => [response, criterion], says: ({ value }) => value },
  winners: {
    responses: ({ responses }) => responses,
    rename: (entry, name) => ({ ...entry, responses: entry.responses.map(name) }),
    about: ({ criterion }) => criterion,
    says: ({ responses }) => [...responses].sort(),
  },
  critiques: { ...ofOne, about: ({ response }) => response, merge: mergeCritiques },
  metaCritiques: { ...ofOne, about: (entry) => entry },
  steps: { ...ofOne, about: ({ response, start, end }) => [response, start, end], says: ({ label }) => label },
  because: { ...ofNone, about: (entry) => entry },
  refinements: {
    ...ofOne,
    rename: (entry, name) => ({
      ...ofOne.rename(entry, name),
      ...(entry.id !== undefined && { id: name(entry.id) }),
    }),
    about: ({ response, text }) => [response, text],
  },
  rules: { ...ofNone, about: ({ rule }) => rule, says: ({ version, scope }) => [version, scope] },
  demonstrations: { ...ofNone, about: (entry) => entry },
  flags: {
    // The response may have gone since: what was flagged stays flagged.
    responses: () => [],
    rename: (entry, name) => (entry.response === undefined ? entry : { ...entry, response: name(entry.response) }),
    about: (entry) => entry,
  },
  supports: { ...ofOne, about: (entry) => entry },
};

/** Names of the fields that are lists. */
export const listNames = Object.keys(listFields) as readonly ListName[];
const valueNames = Object.keys(valueFields) as readonly (keyof Values)[];

const isList = (field: keyof Judgement): field is ListName => Object.hasOwn(listFields, field);

/** Ids of the responses that a judgement names, which must have been shown. */
export function responsesNamed(judgement: Judgement): string[] {
  return [
    ...valueNames.flatMap((field) => {
      const value = judgement[field];
      return value === undefined ? [] : valueFields[field].responses(value as never);
    }),
    ...listNames.flatMap((field) =>
      (judgement[field] ?? []).flatMap((entry) => listFields[field].responses(entry as never)),
    ),
  ];
}

/** A judgement of responses that have other ids. */
export function withResponseIds(judgement: Judgement, name: (id: string) => string): Judgement {
  const renamed: Record<string, unknown> = {};
  for (const field of Object.keys(judgement) as (keyof Judgement)[]) {
    const value: unknown = judgement[field];
    renamed[field] =
      value === undefined
        ? value
        : isList(field)
          ? (value as readonly unknown[]).map((entry) => listFields[field].rename(entry as never, name))
          : Object.hasOwn(valueFields, field)
            ? valueFields[field].rename(value as never, name)
            : value;
  }
  return renamed;
}

/** What is written of one response in two places, one behind the other. */
function mergeCritiques(first: Critique, second: Critique): Critique {
  const words = (a = '', b = ''): string =>
    b === '' || a.split('\n\n').includes(b) || a === b ? a : a === '' ? b : `${a}\n\n${b}`;
  const parts = Object.fromEntries(
    (['strengths', 'weaknesses', 'suggestion'] as const).flatMap((part) =>
      first[part] === undefined && second[part] === undefined ? [] : [[part, words(first[part], second[part])]],
    ),
  );
  const both = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] | undefined =>
    (a ?? b)
      ? [...new Map([...(a ?? []), ...(b ?? [])].map((each) => [JSON.stringify(each), each])).values()]
      : undefined;
  const [spans, missing] = [both(first.spans, second.spans), both(first.missing, second.missing)];
  return {
    ...first,
    text: words(first.text, second.text),
    ...parts,
    ...(spans && { spans }),
    ...(missing && { missing }),
  };
}
