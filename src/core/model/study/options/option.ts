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
  readonly label: Words;
}

/** An option without the place that it has in a form. */
export type Option =
  | (Row & { readonly control: { readonly kind: string }; readonly help: Words })
  /** One that is ticked: its label says what that does, and its help what is to be known beside. */
  | (Row & { readonly control: CheckControl; readonly help?: Words });

/** `on` is said of it where it is ticked, and `choices` is all that may be said. */
export type CheckControl =
  | { readonly kind: 'check'; readonly on: true }
  | { readonly kind: 'check'; readonly on: string; readonly choices: readonly string[] };

type ShapeOf<Table extends Readonly<Record<string, Option>>> = {
  -readonly [Key in keyof Table]: Table[Key] extends { readonly required: true }
    ? Table[Key]['schema']
    : z.ZodOptional<Table[Key]['schema']>;
};

/** Makes the fields of an object schema of a table, with their help for editors of JSON. */
export function shapeOf<const Table extends Readonly<Record<string, Option>>>(table: Table): ShapeOf<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([key, option]) => [
      key,
      (option.required ? option.schema : option.schema.optional()).describe(describe(option)),
    ]),
  ) as unknown as ShapeOf<Table>;
}

/** Says what an option does; of one that is ticked, its label does. */
export const describe = ({ label, help, control }: Option): string =>
  [...(control.kind === 'check' ? [`${label()}.`] : []), ...(help ? [help()] : [])].join(' ');

/** One of a few values, which editors of JSON show with what they mean. */
export function enumOf<const Value extends string>(meanings: Meanings<Value>): EnumOf<Value> {
  const values = Object.keys(meanings) as Value[];
  return z.enum(values).meta({ enumDescriptions: values.map((value) => meanings[value]()) });
}

type EnumOf<Value extends string> = z.ZodEnum<{ [Each in Value]: Each }>;
