import * as z from 'zod';
import { isJson } from '../model/text/isJson';
import type { Fields } from './fields';

/**
 * What the readers of a format do with rows and files that are not as they should be: `tiebreak validate` says it, by
 * line.
 */
export interface FormatRules {
  /** What every row has to be; messages say what the trainer would do otherwise. */
  readonly row: z.ZodType;
  /**
   * Rows of many other files look like these: no file is known by them alone, only by its manifest or because somebody
   * says so.
   */
  readonly unmarked?: true;
  /** What the trainer does without a word to a row that it takes. */
  readonly silent?: (row: Fields) => string | undefined;
  /** A new check of what must hold between the rows of one file; hears of each row in turn. */
  readonly across?: () => (row: Fields) => string | undefined;
  /** What is wrong with a file of so many rows: an error as text, or a warning. */
  readonly whole?: (rows: number) => string | { readonly warning: string } | undefined;
  /** Speakers of turns that its readers know beside those of chat templates. */
  readonly roles?: readonly string[];
  /** What a blank line does, where its readers stop at one; others pass over it. */
  readonly blankLine?: string;
}

/** A turn as OpenAI's and TRL's messages have it; with calls of tools where there are some. */
export const message = z.strictObject({
  role: z.string().min(1, 'is empty'),
  content: z.string('must be text: trainers for text models stop at anything else'),
  tool_calls: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({
          name: z.string().min(1),
          arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
        }),
      }),
    )
    .optional(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
});

/**
 * What TRL does with a list of messages that is empty (trl/data_utils.py is_conversational looks at one column of the
 * row, whichever the order of a set gives).
 */
export const emptyForTrl =
  'is an empty list: TRL stops with an IndexError or trains on empty text, depending on a random order';

/** @param what is said of anything that is no list @param empty and of one without a message */
export const messages = (what: string, empty = emptyForTrl): z.ZodArray<typeof message> =>
  z.array(message, `must be a list of messages (${what})`).min(1, empty);

export const text = z.string('must be text: TRL cannot join it to the prompt');

/** A prompt that is text, as TRL reads one where responses are texts (`trl/data_utils.py extract_prompt`). */
export const textPrompt = z
  .string({
    error: ({ input }) =>
      input === undefined
        ? 'TRL uses the common beginning of chosen and rejected as the prompt, which can end inside a word. If other rows have a prompt, it stops with a ValueError'
        : 'must be text: TRL cannot join it to the answers',
  })
  .min(1, 'is empty');

/** @param otherwise what the reader does with another text */
const jsonText = (otherwise: string): z.ZodString =>
  z
    .string('must be JSON text: if tools are objects, HF datasets merges different tools into one type with nulls')
    .refine(isJson, `is not valid JSON text: ${otherwise}`);

/** TRL parses a text with json.loads (trl/data_utils.py apply_chat_template). */
export const tools = jsonText('TRL stops with a JSONDecodeError').nullish();

/** The same for readers that ask for text in every row. */
export const toolsText = z
  .string('must be JSON text: if tools are objects, HF datasets merges different tools into one type with nulls')
  .refine((value) => value === '' || isJson(value), 'is not valid JSON text: the trainer cannot parse the tools')
  .optional();

/** The same for ms-swift, whose `_get_system` makes a system prompt of any text but none. */
export const swiftTools = jsonText('ms-swift cannot parse the tools')
  .refine(
    (value) => !/^\s*\[\s*\]\s*$/.test(value),
    'has no tools: ms-swift turns it into a system prompt without tools. Write null',
  )
  .nullish();

/** The numbers that a pairwise row may have beside its own columns. */
export const pairColumnRules = {
  margin: z
    .number(
      'must be a number: TRL stops with "must be real number" where it is missing, and with "too many dimensions \'str\'" where it is text',
    )
    .optional(),
  weight: z.number().positive().optional(),
  soft_label: z.number().min(0).max(1).optional(),
};

/** Both texts the same: no trainer stops, and none learns. */
export const sameAnswers = ({ chosen, rejected }: Fields): string | undefined =>
  JSON.stringify(chosen) === JSON.stringify(rejected)
    ? 'chosen and rejected are the same: TRL trains on the row but learns nothing from it (loss 0.693)'
    : undefined;

/**
 * A column stands in every row or in none; said of the first row that differs from the one before. Tools are null where
 * a row has none, which all readers take.
 */
export function sameColumns(): (row: Fields) => string | undefined {
  let first: ReadonlySet<string> | undefined;
  return (row) => {
    first ??= new Set(Object.keys(row));
    const missing = [...first].find((key) => row[key] === undefined || (row[key] === null && !isToolsColumn(key)));
    if (missing !== undefined)
      return `the column "${missing}" is in earlier rows but not in this one: the trainer stops at this row or reads null`;
    const added = Object.keys(row).find((key) => !first?.has(key));
    return added === undefined
      ? undefined
      : `the column "${added}" is in this row but not in earlier ones: HF datasets stops with a CastError, or the trainer reads null in the earlier rows`;
  };
}

const isToolsColumn = (key: string): boolean => key === 'tools' || key === 'rejected_tools';
