import * as z from 'zod';

/**
 * What a field of a judgement is wherever judgements are handled as a whole. A file of this folder is a field, and
 * `index.ts` lists them all: the schema of journals, drafts with what is empty of them, how judgements are merged, and
 * the columns of tables follow from it.
 */
interface Field<Saved> {
  /** How a journal has it. What each part means (`describe`) stands in the reference of the journal too. */
  readonly schema: z.ZodType<Saved>;
  /** What a draft has of it under its own name. */
  readonly draft?: DraftPart<unknown>;
  /** What a draft has of it under other names. */
  readonly parts?: Readonly<Record<string, DraftPart<unknown>>>;
  /** Its column in tables with a row for each judgement, where it says something of the item as a whole. */
  readonly column?: {
    readonly rule: z.ZodType;
    value(saved: Saved | undefined): unknown;
    /** Its numbers are whole by chance only (`ExportFormat.reals`). */
    readonly isReal?: boolean;
  };
}

/** A field with one value. */
export interface ValueField<Saved> extends Field<Saved> {
  /** Names the responses in it, by id. */
  responses(value: Saved): readonly string[];
  /** Says the same of responses with other ids. */
  rename(value: Saved, name: (id: string) => string): Saved;
}

/** A field with a list of entries. */
export interface ListField<Entry> extends Field<Entry[]> {
  responses(entry: Entry): readonly string[];
  rename(entry: Entry, name: (id: string) => string): Entry;
  /** Tells what an entry is about: a judgement says one thing of it. The entry itself where that is all that it says. */
  about(entry: Entry): unknown;
  /** Tells what an entry says of that, where two could contradict each other. */
  says?(entry: Entry): unknown;
  /** Makes one entry that says what two say of the same; else it is the first, with what only the second has. */
  merge?(first: Entry, second: Entry): Entry;
}

/** A field that a draft has nearly as a journal does, so that nobody needs to know the item to save it. */
export interface SameInDraft<Saved, Drafted> {
  /** What is saved of a draft; undefined where it says nothing. */
  saved(drafted: Drafted): Saved | undefined;
  /** What a draft has of what was saved. */
  drafted(saved: Saved | undefined): Drafted;
}

/** What a draft has of a field until it is saved: responses by the index at which they are shown. */
export interface DraftPart<T> {
  readonly schema: z.ZodType<T>;
  /** Its value while nothing is said, for so many responses. */
  empty(count: number): T;
  /** The texts in it. They judge nothing, and blank ones say nothing. */
  texts?(value: T): readonly string[];
  /** Whether anything is judged, where it may hold more than that; else whatever it holds is. */
  judges?(value: T): boolean;
  /** A draft without it is none, as the first version had it; else it is empty in drafts of before. */
  readonly isRequired?: true;
}

type More<T> = Pick<DraftPart<T>, 'texts' | 'judges' | 'isRequired'>;

/** A part of a draft that is one value, or a list to which annotators add. */
export const part = <T>(schema: z.ZodType<T>, empty: NoInfer<T>, more?: More<T>): DraftPart<T> => ({
  schema,
  empty: () => empty,
  ...more,
});

/** A part of a draft with an entry for each response. */
export const perResponse = <T>(
  schema: z.ZodType<T>,
  none: NoInfer<T>,
  more?: More<readonly T[]>,
): DraftPart<readonly T[]> => ({
  schema: z.array(schema).readonly(),
  empty: (count) => new Array<T>(count).fill(none),
  ...more,
});

/** The number of a response, in the order in which they are shown. */
export const index = z.int().nonnegative();
/** The id of a response. */
export const responseId = z.string().describe('Id of the response.');

/** Of a field that names no response. */
export const ofNone = { responses: (): readonly string[] => [], rename: <T>(value: T): T => value };

/** Of an entry on one response. */
export const ofOne = {
  responses: ({ response }: { readonly response: string }): readonly string[] => [response],
  rename: <T extends { readonly response: string }>(entry: T, name: (id: string) => string): T => ({
    ...entry,
    response: name(entry.response),
  }),
};

/** A text on the item as a whole. */
export const text = (means: string, more?: Pick<More<string>, 'isRequired'>) =>
  ({
    ...ofNone,
    schema: z.string().describe(means),
    draft: part(z.string(), '', { texts: (own) => [own], ...more }),
    saved: (drafted: string) => (drafted.trim() === '' ? undefined : drafted),
    drafted: (saved = '') => saved,
    column: { rule: z.string().nullable(), value: (saved) => saved ?? null },
  }) satisfies ValueField<string> & SameInDraft<string, string>;
