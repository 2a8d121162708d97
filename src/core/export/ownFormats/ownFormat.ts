import * as z from 'zod';
import { addIssue, issueMessage, says, shownValue } from '../../model/problems/checkValue';
import { problem, wordsOf } from '../../model/problems/problem';
import { nearestNames } from '../../model/text/nearestNames';
import type { ExportFormat } from '../format';
import { rowKinds, type RowKind } from './rowKinds';

/** A format that a study declares: what its rows are of, and its columns with the names of their values. */

const kindNames = Object.keys(rowKinds) as (keyof typeof rowKinds)[];

/** Column names that any reader takes: HF datasets has a meaning of its own for dots, and so have our paths of numbers. */
const columnName = /^(?!__proto__$)[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u;

const title = z
  .string()
  .min(1)
  .optional()
  .describe('What the format is, in one sentence. Shown where formats are listed, and in the dataset card.');

/** One of the values that a kind of row has, which editors of JSON show with what they are. */
function valueName(of: string, { values }: RowKind): z.ZodType<string> {
  const all = Object.keys(values);
  const fixed = all.filter((name) => !name.endsWith('.NAME'));
  const open = all.filter((name) => name.endsWith('.NAME'));
  const error = ({ input }: { readonly input?: unknown }): string | undefined =>
    typeof input === 'string'
      ? wordsOf(problem('value.noSuchValue', { value: input, rows: of, near: nearestNames(input, all), names: all }))
      : undefined;
  const names = z.enum(fixed, { error }).meta({ enumDescriptions: fixed.map((name) => values[name]?.about ?? '') });
  const patterns = open.map((name) =>
    z.string({ error }).regex(new RegExp(`^${name.replace('.NAME', '')}\\..+$`, 's'), { error }),
  );
  return z.union([names, ...patterns], { error });
}

const declarations = kindNames.map((of) =>
  z.strictObject({
    of: z.literal(of).describe(rowKinds[of].about),
    title,
    columns: z
      .record(z.string(), valueName(of, rowKinds[of]))
      .refine((columns) => Object.keys(columns).length > 0, says('value.empty', {}))
      .superRefine((columns, context) => {
        for (const column of Object.keys(columns))
          if (!columnName.test(column)) addIssue(context, [column], 'value.columnName', {});
      })
      .meta({
        description: 'The columns in their order, each with the name of its value.',
        propertyNames: { pattern: columnName.source },
      }),
  }),
);

/** What stands under the name of a format in `formats` of a project. */
export const ownFormatSchema = z.discriminatedUnion('of', declarations as [(typeof declarations)[number]], {
  error: (issue) => {
    const { input } = issue;
    if (typeof input !== 'object' || input === null) return issueMessage(issue);
    const of: unknown = 'of' in input ? input.of : undefined;
    const expected = { kind: 'one', values: kindNames } as const;
    return wordsOf(
      of === undefined
        ? problem('value.missing', { expected })
        : problem('value.unexpected', { value: shownValue(of), expected }),
    );
  },
});
export type OwnFormat = Readonly<z.infer<typeof ownFormatSchema>>;

/** Names that are a folder's, a word of a command line, and nothing that a shell takes for another. */
export const ownFormatName = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

/** The format that a study declares. */
export function ownFormat(name: string, declared: OwnFormat): ExportFormat {
  const { of, columns } = declared;
  const about = declared.title ?? `${rowKinds[of].about.replace(/\.$/, '')} (a format of this study)`;
  return { ...rowKinds[of].format(name, about, columns), declared };
}
