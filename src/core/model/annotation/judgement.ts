import * as z from 'zod';
import { fieldNames, judgementFields, type FieldName } from './fields';
import type { ListField, ValueField } from './fields/field';

type Schemas = { readonly [K in FieldName]: (typeof judgementFields)[K]['schema'] };

/** What an annotation says of its item: one or more of the fields. */
export const judgementSchema = z
  .object(Object.fromEntries(fieldNames.map((name) => [name, judgementFields[name].schema])) as unknown as Schemas)
  .partial();
export type Judgement = Readonly<z.infer<typeof judgementSchema>>;

/** What a label of the dataset may suggest. */
export const suggestedJudgementSchema = judgementSchema.pick({
  ranking: true,
  comparisons: true,
  acceptable: true,
  ratings: true,
});
export type SuggestedJudgement = Readonly<z.infer<typeof suggestedJudgementSchema>>;

type Of<K extends FieldName> = NonNullable<Judgement[K]>;
/** The fields that are lists. */
export type ListName = { [K in FieldName]: Of<K> extends readonly unknown[] ? K : never }[FieldName];
/** An entry of such a field. */
export type EntryOf<K extends ListName> = Of<K>[number];

const fields: Readonly<Record<string, ValueField<unknown> | ListField<unknown> | undefined>> = judgementFields;

/** Names of the fields that are lists. */
export const listNames = fieldNames.filter((name): name is ListName => 'about' in judgementFields[name]);

/** Ids of the responses that a judgement names, which must have been shown. */
export function responsesNamed(judgement: Judgement): string[] {
  return Object.entries(judgement).flatMap(([name, value]: [string, unknown]) => {
    const field = fields[name];
    return !field || value === undefined ? [] : eachValue(field, value).flatMap((each) => field.responses(each));
  });
}

/** A judgement of responses that have other ids. */
export function withResponseIds(judgement: Judgement, name: (id: string) => string): Judgement {
  return Object.fromEntries(
    Object.entries(judgement).map(([key, value]: [string, unknown]) => {
      const field = fields[key];
      if (!field || value === undefined) return [key, value];
      const renamed = eachValue(field, value).map((each) => field.rename(each, name));
      return [key, 'about' in field ? renamed : renamed[0]];
    }),
  );
}

const eachValue = (field: ValueField<unknown> | ListField<unknown>, value: unknown): readonly unknown[] =>
  'about' in field ? (value as readonly unknown[]) : [value];
