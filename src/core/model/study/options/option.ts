import * as z from 'zod';

/**
 * What a person can choose, said once: schemas, flags, forms and documents are made of tables with a row for each
 * option.
 */

/** Gives a text in the language of whoever reads it. */
export type Words = () => string;

/** What each of a few values means, in the order in which they are offered. */
export type Meanings<Value extends string = string> = Readonly<Record<Value, Words>>;

interface Row {
  /** What may be said of it. */
  readonly schema: z.ZodType;
  /** There must be one. */
  readonly required?: true;
}

export type Option =
  | (Row & {
      readonly label: Words;
      /** What it does; undefined where the label says it all. */
      readonly help: Words | undefined;
      readonly control: { readonly kind: string };
    })
  /** One that is ticked: its label says what that does. */
  | (Row & { readonly label: Words; readonly help?: Words; readonly control: CheckControl })
  /** One that no form has, for those who edit the JSON; what it is, in English. */
  | (Row & { readonly about: string });

/** `on` is said of it where it is ticked, and `choices` is all that may be said. */
export type CheckControl =
  | { readonly kind: 'check'; readonly on: true }
  | { readonly kind: 'check'; readonly on: string; readonly choices: readonly string[] };

type ShapeOf<Table extends Readonly<Record<string, Option>>> = {
  -readonly [Key in keyof Table]: Table[Key] extends { readonly required: true }
    ? Table[Key]['schema']
    : z.ZodOptional<Table[Key]['schema']>;
};

/** Makes the fields of an object schema of a table, with what editors of JSON tell of each. */
export function shapeOf<const Table extends Readonly<Record<string, Option>>>(table: Table): ShapeOf<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([key, option]) => [
      key,
      (option.required ? option.schema : option.schema.optional()).describe(description(option)),
    ]),
  ) as unknown as ShapeOf<Table>;
}

const description = (option: Option): string =>
  'about' in option ? option.about : [`${option.label()}.`, ...(option.help ? [option.help()] : [])].join(' ');

/** One of a few values, which editors of JSON show with what they mean. */
export function enumOf<const Value extends string>(meanings: Meanings<Value>): EnumOf<Value> {
  const values = Object.keys(meanings) as Value[];
  return z.enum(values).meta({ enumDescriptions: values.map((value) => meanings[value]()) });
}

type EnumOf<Value extends string> = z.ZodEnum<{ [Each in Value]: Each }>;
