import { ownValue } from '../../model/text/ownValue';
import type { Problem } from '../../model/problems/problem';
import type { soundnesses } from '../../model/annotation/judgementValues';
import type { Judgement } from '../../model/annotation/judgement';
import { withResponseIds } from '../../model/annotation/judgement';
import type { Item } from '../../model/item/item';
import { entryFields, field, isObject, pathsIn, type JsonObject } from '../fields/recordFields';
import type { Place } from '../records/rawRecord';
import type { RecordReader } from '../records/recordReader';
import type { UnreadLabel } from './labels/labelCodes';
import { type Mapping } from '../fields/fieldMapping';

/** A judgement that the source itself holds; `import` turns it into an annotation of origin "imported". */
export interface Label {
  /** Who judged, by the source's own name for the person. */
  readonly annotator?: string;
  /** The model that judged, where it was none of flesh and blood. */
  readonly judge?: string;
  /** The field by whose name alone the judge was told, so that somebody has to hear of it. */
  readonly judgeField?: string;
  /** The judge was told from people by its own name alone, so that somebody has to hear of it. */
  readonly judgeByName?: true;
  /**
   * Ids of the responses that were judged, where some of the item's were not: those are not below the rest, only
   * unknown.
   */
  readonly shown?: readonly string[];
  /** How long it took, in milliseconds, where the source says so. */
  readonly duration?: number;
  /** The group that they judged as a member of. */
  readonly group?: string;
  /** The context that it was judged under, where its source tells it apart from the item. */
  readonly context?: string;
  /**
   * It came again, for the n-th time from 1, and the one turn that was judged, from 0: where its source tells
   * (`model/annotation/judgementKey`).
   */
  readonly repeat?: number;
  readonly turn?: number;
  /** It settles what annotators disagree on. */
  readonly role?: 'adjudicator';
  readonly judgement: Judgement;
  /**
   * What is said of critiques that other labels of the item hold; `import` adds it to the judgement (`metaCritiques`),
   * as it knows under which annotations they are kept.
   */
  readonly ofCritiques?: readonly LabelMetaCritique[];
}

/** What somebody says of a critique of a response: of the one by `critic` with this text. */
export interface LabelMetaCritique {
  readonly response: string;
  readonly critic: Pick<Label, 'annotator' | 'judge'>;
  readonly critique: string;
  readonly accepted?: boolean;
  readonly soundness?: (typeof soundnesses)[number];
  readonly agrees?: boolean;
}

/**
 * What a layout makes of a record. Written with a field first (`{ id: …, ...parts }`): V8 takes eight times as long to
 * make an object that begins with another one and then grows.
 */
export type Content = Omit<Item, 'id' | 'hash'> & {
  readonly id?: string | undefined;
  readonly labels?: readonly Label[];
  /** A judgement that was left out, as nobody says what its value means. */ readonly unread?: UnreadLabel;
  /** Where its record stands, where that is not where it was read. */ readonly place?: Place & {
    readonly file: string;
  };
  /** The item's hash, of one that was written out with it: it is not made again of all texts. */ readonly hash?: string;
};

/** One way in which preference data is laid out in records. */
export interface Layout {
  readonly name: string;
  /** For people: what the layout is and who writes it. */
  readonly title: string;
  /** Where the schema comes from: the code that writes or reads it, or the paper. */
  readonly origin: string;
  /** Counts up when what it makes of the same records changes, so that copies in a cache are made anew. */
  readonly form?: number;
  /** Its items hold words that stand nowhere in the record, so that a search cannot go by the record's bytes. */
  readonly composes?: true;
  /** A record may hold several items or none, so that items have to be written out to be found by their number. */
  readonly expands?: true;
  /**
   * Its items are made of several records each; `read` gives what one of them adds. Items have to be written out as
   * well.
   */
  readonly joins?: RecordJoin;
  /**
   * Its records name items and responses by ids and hold none of their texts: they are labels for the study that they
   * came from, and no dataset to judge.
   */
  readonly labelsOnly?: true;
  /**
   * Its records are answers as single steps, without what stood between them: a response that is read of one is not the
   * text that it is of.
   */
  readonly ofSteps?: true;
  /** Its fields, with the paths they have unless a mapping says otherwise. */
  readonly fields: Mapping;
  /** Fields for which a mapping may name several paths, with commas: each holds a response, or a rating. */
  readonly several?: readonly string[];
  /** Fields for which a mapping may name several paths, with commas: their texts together are one. */
  readonly joined?: readonly string[];
  /**
   * Fields that are found by the words in their names unless a mapping names them; `within` is the field whose object
   * they stand in, in records that have it.
   */
  readonly free?: { readonly names: readonly string[]; readonly within?: string };
  /** Its labels may be codes whose meaning a mapping says under `values`, as in `1=first,2=second,0=tie`. */
  readonly hasCodes?: true;
  /**
   * Whether the first records together bear out what `matches` takes of one of them: what a code means is not told by
   * one record.
   */
  bornOut?(records: readonly RecordReader[]): boolean;
  /** Whether a record looks like this layout, by the fields it has. Never throws. */
  matches(record: RecordReader): boolean;
  /** Reads a record, of which several items may come. Throws `LayoutError` where it does not fit. */
  read(record: RecordReader): Content | readonly Content[];
}

/** What one record adds to an item of several. */
export interface JoinedRecord extends Place {
  readonly item: Item;
  readonly labels?: readonly Label[];
  /** Absolute path. */
  readonly file: string;
}

/** How items are made of several records. */
export interface RecordJoin {
  /** What the records of an item have in common; undefined for a part that is an item. */
  readonly key: (part: Item) => string | undefined;
  /** Items of parts with the same key, each with its `place`, and why parts are left out. */
  readonly join: (parts: readonly JoinedRecord[]) => {
    readonly items: readonly Content[];
    readonly faults: readonly Fault[];
  };
  /** What of all parts without an item is told at the end, as one fault for many. */
  readonly sum?: (faults: readonly Fault[]) => readonly Fault[];
}

/** Why a part is left out. */
export interface Fault {
  readonly part: JoinedRecord;
  readonly reason: Problem;
  /** Nothing is wrong with the part: there only is no item of it, which is told and has no number among the items. */
  readonly isNoItem?: true;
}

/** The label that says of two responses that the first is better. */
export const firstIsBetter = (a: string, b: string): readonly Label[] => [
  { judgement: { comparisons: [{ a, b, outcome: 'a' }] } },
];

/** The label that every pair of a chosen and a rejected response carries. */
export const chosenOverRejected = firstIsBetter('chosen', 'rejected');

/** The mapping in full: the layout's own paths, with those that were given in their place. */
export function fullMapping(layout: Layout, mapping: Mapping): Mapping {
  return { ...layout.fields, ...mapping };
}

/** The object that a field of a layout stands in: the record, or the one within it that the layout names. */
export function holderOf(record: JsonObject, layout: Layout, mapping: Mapping, name: string): JsonObject {
  const within = layout.free?.names.includes(name) ? layout.free.within : undefined;
  const holder = within === undefined ? undefined : field(record, fullMapping(layout, mapping)[within] ?? within);
  return isObject(holder) ? holder : record;
}

/**
 * The values that a record has for a field of a layout, each with the path that a mapping names or the layout has:
 * several where there may be several. A path into the entries of a list of responses has the first value there.
 */
export function valuesOf(
  record: JsonObject,
  layout: Layout,
  mapping: Mapping,
  name: string,
): readonly { readonly path: string; readonly value: unknown }[] {
  const fields = fullMapping(layout, mapping);
  const path = ownValue(fields, name) ?? name;
  const holder = holderOf(record, layout, mapping, name);
  return (layout.several?.includes(name) || layout.joined?.includes(name) ? pathsIn(holder, path) : [path]).map(
    (each) => ({ path: each, value: field(holder, each) ?? withinResponses(record, fields, each) }),
  );
}

function withinResponses(record: JsonObject, { responses }: Mapping, path: string): unknown {
  const list = responses === undefined ? undefined : field(record, responses);
  if (responses === undefined || typeof list !== 'object' || list === null) return undefined;
  const within = path.startsWith(`${responses}.`) ? path.slice(responses.length + 1) : path;
  return Object.values(list)
    .map((entry: unknown) => field(entryFields(entry) ?? {}, within))
    .find((value) => value !== undefined);
}

/** A label with other ids for its responses. */
export function withIds(label: Label, name: (id: string) => string): Label {
  return {
    ...label,
    ...(label.shown && { shown: label.shown.map(name) }),
    ...(label.ofCritiques && {
      ofCritiques: label.ofCritiques.map((each) => ({ ...each, response: name(each.response) })),
    }),
    judgement: withResponseIds(label.judgement, name),
  };
}

/** A judgement without the fields that are undefined. */
export function withoutUndefined(judgement: { readonly [K in keyof Judgement]: Judgement[K] | undefined }): Judgement {
  return Object.fromEntries(Object.entries(judgement).filter(([, value]) => value !== undefined));
}
