import * as z from 'zod';
import { itemMetadataValue, valueAsText } from '../../dataset/fields/itemMetadataValue';
import type { Annotation } from '../../model/annotation/annotation';
import { judgementFields } from '../../model/annotation/fields';
import { scaleFields } from '../../model/annotation/fields/scaleFields';
import type { Item, Response } from '../../model/item/item';
import type { PairSetting } from '../builders/pairFormat';
import { annotationsOf, type Found } from '../builders/rowFormat';
import type { Column, ExportSetting } from '../columns';
import { columnsOf, type Rated } from '../derive/ratings';
import type { Labelled } from '../derive/labels';
import type { OrderedList } from '../derive/lists';
import { meanStrength } from '../derive/margins';
import type { Pair } from '../derive/pairs';
import { overallRating, type RefinementStep } from '../derive/refinements';
import { annotatorName, groupName } from '../rows/pseudonyms';
import { critiquesOn } from '../texts/critiqueText';
import { messagesOf, promptMessages, responseMessages } from '../texts/messages';
import { completionText, promptText } from '../texts/plainText';
import { message } from '../formatRules';

/** What a column of a study's own format can hold, by name. Checks, completion and documents are made of these tables. */

/** A value that a column can hold. */
export interface NamedValue<Row, By = ExportSetting> extends Omit<Column<Row, By, unknown>, 'value'> {
  /** What it is, in a sentence. */
  readonly about: string;
  /** @param name what stands for NAME in the name of the value */
  readonly value: (row: Row, by: By, name: string) => unknown;
  /** It is a conversation as text, so that rows with calls of tools are left out. */
  readonly isText?: true;
}

/** Values by name. `NAME` in a name stands for anything, such as the name of an aspect. */
export type NamedValues<Row, By = ExportSetting> = Readonly<Record<string, NamedValue<Row, By>>>;

/** What all rows are made of. */
interface RowBasis extends Found {
  readonly item: Item;
  readonly context?: string | undefined;
}
/** A row of one response. */
type ResponseRow = RowBasis & { readonly response: Response };

const text = z.string().describe('text');
const maybeText = z.string().nullable().describe('text or `null`');
const texts = z.array(z.string()).describe('list of texts');
const maybeTexts = z.array(z.string().nullable()).describe('list of texts or `null`');
const number = z.number().describe('number');
const maybeNumber = z.number().nullable().describe('number or `null`');
const whole = z.int().describe('whole number');
const messages = z.array(message, 'must be a list of messages').describe('list of messages');

/** The rule of a field's column, with what it is in words. */
const fieldRule = (name: 'rationale' | keyof typeof scaleFields): z.ZodType =>
  judgementFields[name].column.rule.describe(name === 'rationale' ? 'text or `null`' : 'number or `null`');

const onlyAnnotation = (row: Found): Annotation | undefined => {
  const [one, ...others] = annotationsOf(row);
  return others.length === 0 ? one : undefined;
};

/** What annotators said of an item as a whole, by field; of several annotators nothing. */
const ofFields: NamedValues<RowBasis> = Object.fromEntries(
  (['rationale', ...Object.keys(scaleFields)] as ('rationale' | keyof typeof scaleFields)[]).map((name) => [
    name,
    {
      about: `${judgementFields[name].schema.description ?? ''} \`null\` if nothing was entered, or if the row is of several annotators.`,
      rule: fieldRule(name),
      value: (row: RowBasis) =>
        (judgementFields[name].column.value as (saved: unknown) => unknown)(onlyAnnotation(row)?.judgement[name]),
      isReal: name !== 'rationale' && judgementFields[name].column.isReal,
    },
  ]),
);

/** Values that rows of every kind have. */
const ofItem: NamedValues<RowBasis> = {
  'prompt.text': {
    about: 'The prompt as text. A conversation is written as a transcript.',
    rule: text,
    value: ({ item }) => promptText(item),
    isText: true,
  },
  'prompt.messages': {
    about: 'The prompt as messages with role and content.',
    rule: messages,
    value: ({ item }) => promptMessages(item),
  },
  tools: {
    about: 'The tools of the item as JSON text. `null` if it has none.',
    rule: maybeText,
    value: ({ item: { tools } }) => (tools ? JSON.stringify(tools) : null),
  },
  item: { about: 'The id of the item.', rule: text, value: ({ item }) => item.id },
  context: {
    about:
      'The context that the item was judged under. `null` if there was none. A column with it takes the context out of the prompt.',
    rule: maybeText,
    value: ({ context }) => context ?? null,
  },
  references: {
    about: 'The reference answers of the item.',
    rule: texts,
    value: ({ item: { references = [] } }) => references,
  },
  language: {
    about: 'The language of the item, as the dataset has it. `null` if it does not say.',
    rule: maybeText,
    value: ({ item: { language } }) => language ?? null,
  },
  'field.NAME': {
    about:
      'A field of the record that is not read otherwise, by its path as in `--where`, such as `field.domain`. Text stays as it is, anything else is JSON text. `null` if the record does not have it.',
    rule: maybeText,
    value: ({ item }, _, path) => valueAsText(itemMetadataValue(item, path) ?? undefined) ?? null,
    isName: true,
  },
  annotator: {
    about: 'The name of the annotator. `null` if the row is of several annotators.',
    rule: maybeText,
    value: (row, { options }) => {
      const one = onlyAnnotation(row);
      return one ? annotatorName(one.annotator, options) : null;
    },
  },
  annotators: {
    about: 'The names of all annotators that the row is of.',
    rule: texts,
    value: (row, { options }) => annotationsOf(row).map(({ annotator }) => annotatorName(annotator, options)),
  },
  group: {
    about: 'The group of the annotator. `null` if there is none, or if the row is of several annotators.',
    rule: maybeText,
    value: (row, { options }) => {
      const group = onlyAnnotation(row)?.group;
      return group === undefined ? null : groupName(group, options);
    },
  },
  time: {
    about: 'When the latest of its annotations was saved, in UTC.',
    rule: z.iso.datetime().describe('time'),
    value: (row) =>
      annotationsOf(row)
        .map(({ time }) => time)
        .sort()
        .at(-1),
    isDate: true,
  },
  criterion: {
    about: 'The criterion that the export is by (`--criterion`). `null` if it is of the whole judgment.',
    rule: maybeText,
    value: (_, { options }) => options.criterion ?? null,
  },
  ...ofFields,
};

/** The texts of a response. @param the as in "the chosen response" */
const ofText = <Role extends string>(
  role: Role,
  the: string,
): NamedValues<RowBasis & Readonly<Record<Role, Response>>> => ({
  [`${role}.text`]: {
    about: `The text of ${the}.`,
    rule: text,
    value: (row) => completionText(row.item, row[role]),
    isText: true,
  },
  [`${role}.messages`]: {
    about: `The messages of ${the}.`,
    rule: messages,
    value: (row) => responseMessages(row[role]),
  },
});

/** A response of the dataset. */
const ofResponse = <Role extends string>(
  role: Role,
  the: string,
): NamedValues<RowBasis & Readonly<Record<Role, Response>>> => ({
  ...ofText(role, the),
  [`${role}.id`]: { about: `The id of ${the}.`, rule: text, value: (row) => row[role].id, isName: true },
  [`${role}.model`]: {
    about: `The model that wrote ${the}. \`null\` if the dataset does not say.`,
    rule: maybeText,
    value: (row) => row[role].model ?? null,
    isName: true,
  },
});

export const pairValues: NamedValues<Pair, PairSetting> = {
  ...ofItem,
  ...ofResponse('chosen', 'the chosen response'),
  ...ofResponse('rejected', 'the rejected response'),
  strength: {
    about:
      'How much better the chosen response is, from 1 (slightly) to 3 (much). The mean if the row is of several annotators. `null` if nobody entered it.',
    rule: maybeNumber,
    value: (pair, { options }) => meanStrength(pair, options.criterion) ?? null,
    isReal: true,
  },
  'rank-gap': {
    about: 'How many ranks are between the two, 1 for neighbors. `null` if they were not ranked.',
    rule: z.int().nullable().describe('whole number or `null`'),
    value: ({ gap }) => gap ?? null,
  },
  margin: {
    about: 'The margin by `--margin`. Without that option it is the rank gap, else the strength, else 1.',
    rule: maybeNumber,
    value: (_, { extra }) => extra.margin ?? null,
    isReal: true,
    option: 'margin',
  },
  weight: {
    about: 'The weight of the row. `null` without `--weight`.',
    rule: maybeNumber,
    value: (_, { extra }) => extra.weight ?? null,
    isReal: true,
    option: 'weight',
  },
  'soft-label': {
    about: 'The share of votes for the chosen response. `null` without `--soft-label`.',
    rule: maybeNumber,
    value: (_, { extra }) => extra.soft_label ?? null,
    isReal: true,
    option: 'softLabel',
  },
};

export const labelValues: NamedValues<Labelled> = {
  ...ofItem,
  ...ofResponse('response', 'the response'),
  label: {
    about: 'Whether the response is good.',
    rule: z.boolean().describe('`true` or `false`'),
    value: ({ good }) => good,
  },
  share: {
    about: 'The share of votes that say so, from 0 to 1.',
    rule: number,
    value: ({ good, share }) => (good ? share : 1 - share),
    isReal: true,
  },
};

export const listValues: NamedValues<OrderedList> = {
  ...ofItem,
  'responses.texts': {
    about: 'The texts of all responses, best first.',
    rule: texts,
    value: ({ item, listed }) => listed.map(({ response }) => completionText(item, response)),
    isText: true,
  },
  'responses.messages': {
    about: 'The messages of each response, best first.',
    rule: z.array(messages).describe('list of lists of messages'),
    value: ({ listed }) => listed.map(({ response }) => responseMessages(response)),
  },
  'responses.ids': {
    about: 'The ids of the responses, best first.',
    rule: texts,
    value: ({ listed }) => listed.map(({ response }) => response.id),
    isName: true,
  },
  'responses.models': {
    about: 'The models that wrote the responses, best first. `null` if the dataset does not say.',
    rule: maybeTexts,
    value: ({ listed }) => listed.map(({ response }) => response.model ?? null),
    isName: true,
  },
  ranks: {
    about: 'The rank of each response, 1 for the best. Tied responses have the same rank.',
    rule: z.array(whole).describe('list of whole numbers'),
    value: ({ listed }) => listed.map(({ rank }) => rank),
  },
  scores: {
    about:
      'The score of each response: the number of responses minus its rank, or its rating if only ratings were entered.',
    rule: z.array(z.number()).describe('list of numbers'),
    value: ({ listed }) => listed.map(({ score }) => score),
    isReal: '[]',
  },
};

export const ratingValues: NamedValues<RowBasis & Rated> = {
  ...ofItem,
  ...ofResponse('response', 'the response'),
  ratings: {
    about:
      'The ratings of the response by aspect. The mean if the row is of several annotators. `null` for an aspect that was not rated.',
    rule: z.record(z.string(), z.number().nullable()).describe('object with numbers'),
    value: ({ values }, { file, options }) =>
      Object.fromEntries(
        columnsOf(file.aspects, options, values.keys()).map(({ column, aspect }) => [
          column,
          values.get(aspect) ?? null,
        ]),
      ),
    isReal: '.*',
  },
  'rating.NAME': {
    about: 'The rating of the response on an aspect. `null` if it was not rated.',
    rule: maybeNumber,
    value: ({ values }, _, name) => values.get(name) ?? null,
    isReal: true,
  },
  'note.NAME': {
    about: 'The reason that was entered for the rating on an aspect. `null` if there is none.',
    rule: maybeText,
    value: ({ notes }, _, name) => notes.get(name) ?? null,
  },
};

export const bestValues: NamedValues<ResponseRow> = { ...ofItem, ...ofResponse('response', 'the best response') };

export const demonstrationValues: NamedValues<ResponseRow> = {
  ...ofItem,
  ...ofText('response', 'the answer that the annotator wrote'),
  messages: {
    about: 'The prompt and the answer as one list of messages.',
    rule: messages,
    value: ({ item, response }) => messagesOf([...item.prompt, ...(response.turns ?? [])], {}),
  },
};

export const refinementValues: NamedValues<RowBasis & RefinementStep> = {
  ...ofItem,
  ...ofText('before', 'the response before the edit'),
  ...ofText('after', 'the response after the edit'),
  critique: {
    about: 'What the annotator wrote about the response before the edit. Empty if they did not.',
    rule: text,
    value: ({ annotation, before }) => critiquesOn([annotation], before.id),
  },
  rating: {
    about: 'The rating of the edited response as a whole. `null` if it was not rated.',
    rule: maybeNumber,
    value: ({ annotation, after }) => overallRating(annotation.judgement, after.id) ?? null,
    isReal: true,
  },
};
