import { ownValue } from '../../../model/text/ownValue';
import type { Comparison, Judgement } from '../../../model/annotation/annotation';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { goodBy, singleMeanings, unreadLabel } from '../labels/labelCodes';
import { firstIsBetter, type Content, type Label, type Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { answerAt, responseOf } from '../texts/preferencePair';

/**
 * Layouts that are rows of a table: each names its fields, which of them every record has, and what the parts of an item
 * are made of. One interpreter carries all of them out.
 */
export type LayoutRow<Name extends string> = Named<Name> & (Apart | Together);

interface Named<Name extends string> extends Omit<Layout, 'matches' | 'read' | 'fields'> {
  readonly fields: Readonly<Record<Name, string>>;
  /** Fields of every record by what they hold: texts, lists, objects, anything but null, or anything at all. */
  readonly needs: {
    readonly texts?: readonly NoInfer<Name>[];
    readonly lists?: readonly NoInfer<Name>[];
    readonly objects?: readonly NoInfer<Name>[];
    readonly values?: readonly NoInfer<Name>[];
    readonly keys?: readonly NoInfer<Name>[];
    /** What else is true of a record that has them. */
    readonly also?: (record: RecordReader) => boolean;
  };
  /** What stands beside the responses, and what is said of them. */
  readonly more?: readonly Part[];
}

/** Prompt and responses stand in fields of their own. */
export interface Apart {
  readonly prompt: (record: RecordReader) => Pick<Content, 'prompt'> & Partial<Content>;
  readonly responses: (record: RecordReader) => Pick<Content, 'responses'> & Partial<Content>;
}

/** They stand in one. */
interface Together {
  readonly both: (record: RecordReader) => Content;
}

/** Reads parts of an item, and what has no place in it and stays in its metadata (`left`). */
type Part = (record: RecordReader, item: Content) => Partial<Content> & { readonly left?: JsonObject };

/** Makes the layout of a row. */
export function layoutOf<Name extends string>(row: LayoutRow<Name>): Layout {
  const { needs, more = [], ...layout } = row;
  const both =
    'both' in row ? row.both : (record: RecordReader) => ({ ...row.prompt(record), ...row.responses(record) });
  const { texts = [], lists = [], objects = [], values = [], keys = [], also } = needs;
  return {
    ...layout,
    matches: (record) =>
      record.hasText(...texts) &&
      record.hasList(...lists) &&
      record.has(...values) &&
      objects.every((name) => isObject(record.value(name))) &&
      keys.every((name) => Object.hasOwn(record.record, record.path(name))) &&
      (also?.(record) ?? true),
    read(record): Content {
      const id = Object.hasOwn(row.fields, 'id') ? record.ownId() : undefined;
      const item: Content = { id, ...both(record) };
      let left: JsonObject = {};
      for (const part of more) {
        const { left: own, ...read } = part(record, item);
        Object.assign(item, read);
        left = { ...left, ...own };
      }
      const { metadata } = metadataOf(record, left);
      return metadata ? Object.assign(item, { metadata: { ...item.metadata, ...metadata } }) : item;
    },
  };
}

/** Reads the prompt in a field, as text or as messages. */
export const promptIn =
  (name: string): Apart['prompt'] =>
  (record) =>
    record.promptAt(name);

/** Reads responses that are texts: `fields` names the field of each by its id. */
export const textsIn =
  (fields: Readonly<Record<string, string>>): Apart['responses'] =>
  (record) => ({ responses: Object.entries(fields).map(([id, name]) => ({ id, text: record.textAt(name) })) });

/** The same for responses that are texts or messages. */
export const answersIn =
  (fields: Readonly<Record<string, string>>): Apart['responses'] =>
  (record) => ({ responses: Object.entries(fields).map(([id, name]) => responseOf(id, answerAt(record, name))) });

/** Says of the responses with two ids that the first is better. */
export const better = (a: string, b: string): Part => {
  const labels = firstIsBetter(a, b);
  return () => ({ labels });
};

/**
 * Reads which of the first two responses is better by the words or numbers in a field. What is none of them says
 * nothing, and stays.
 */
export const comparedBy =
  (name: string, outcomes: Readonly<Record<string, Comparison['outcome']>>, by?: (record: RecordReader) => By): Part =>
  (record, { responses: [a, b] }) => {
    const value = record.value(name);
    const code = typeof value === 'string' ? (numberOf(value) ?? value.replaceAll(/\s/g, '')) : value;
    const outcome = typeof code === 'string' || typeof code === 'number' ? ownValue(outcomes, String(code)) : undefined;
    return outcome && a && b
      ? labelled({ comparisons: [{ a: a.id, b: b.id, outcome }] }, () => by?.(record) ?? {})
      : { left: { [name]: value } };
  };

/**
 * Reads whether the one response is good by a field that says yes or no. What is neither stays in the metadata, and is
 * told of.
 */
export const goodIn =
  (name: string, isGood: (value: unknown) => boolean | undefined = booleanOf): Part =>
  (record, { responses: [response] }) => {
    const value = record.value(name);
    const good = goodBy(record, value, isGood);
    if (good !== undefined) return response ? labelled({ acceptable: { [response.id]: good } }) : {};
    const unread = unreadLabel(record.path(name), value, singleMeanings);
    return { ...(unread && { unread }), left: { [record.path(name)]: value } };
  };

/** Keeps fields in the metadata, behind all others, though they tell the layout. */
export const kept =
  (...names: readonly string[]): Part =>
  (record) => ({ left: Object.fromEntries(names.map((name) => [name, record.value(name)])) });

type By = Omit<Label, 'judgement'>;

/** What somebody says as the one label of an item; nothing where that is empty, and then nobody is asked who said it. */
export const labelled = (judgement: Judgement, by?: () => By): Pick<Content, 'labels'> =>
  Object.keys(judgement).length > 0 ? { labels: [{ ...by?.(), judgement }] } : {};
