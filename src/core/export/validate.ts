import { z } from 'zod';
import { firstIssue, type Problem } from '../model/problem';
import { jsonObject } from '../dataset/rawRecord';
import { LayoutError } from '../dataset/fields';
import { streamJson } from '../dataset/recordStream';
import { exportFormats } from './index';
import { isWellFormed } from './wellFormed';

/** What the trainers named in FORMATS.md 3.1 do with a row that breaks a rule, as rules. */
const message = z.strictObject({
  role: z.string().min(1, 'is empty'),
  content: z.string('must be text: a trainer without a vision model stops at anything else'),
  tool_calls: z.array(z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string().min(1), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }) })).optional(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
});
const tools = z.string('must be JSON text: as objects, different tools become one with nulls').optional();
const messages = (what: string): z.ZodArray<typeof message> => z.array(message, `must be a list of messages (${what})`).min(1, 'is an empty list: TRL stops with an IndexError');
const text = z.string('must be text: TRL cannot join it to the prompt');

const schemas: Readonly<Record<string, z.ZodType>> = {
  'trl-dpo': z.strictObject({ prompt: messages('text beside message lists stops TRL 0.29 and later'), chosen: messages('[{"role": "assistant", …}]'), rejected: messages('[{"role": "assistant", …}]'), tools }),
  'trl-dpo-text': z.strictObject({ prompt: text.min(1, 'is empty'), chosen: text, rejected: text }),
  'full-conversations': z
    .strictObject({ chosen: messages('the whole conversation').min(2, 'needs a prompt and an answer: torchtune and open-instruct stop below two messages'), rejected: messages('the whole conversation').min(2, 'needs a prompt and an answer'), tools })
    .refine(({ chosen, rejected }) => JSON.stringify(chosen[0]) === JSON.stringify(rejected[0]), 'chosen and rejected begin with different messages, so there is no common prompt'),
};

/** The format a file's first row looks like, by its fields; undefined where it is none of ours. */
export async function exportFormatOf(path: string): Promise<string | undefined> {
  for await (const batch of streamJson(path)) {
    for (const { text: line } of batch) {
      try {
        const row = jsonObject(line);
        if (!('chosen' in row && 'rejected' in row)) return undefined;
        if (!('prompt' in row)) return 'full-conversations';
        return typeof row.prompt === 'string' && typeof row.chosen === 'string' ? 'trl-dpo-text' : 'trl-dpo';
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
      }
    }
  }
  return undefined;
}

/** Checks every row of an exported file against its format's rules; the number of rows and what is wrong with them. */
export async function validateExport(path: string, format: string): Promise<{ rows: number; problems: Problem[] }> {
  const schema = schemas[format];
  if (!schema) throw new RangeError(`no rules for ${format}; the formats are ${exportFormats.map(({ name }) => name).join(', ')}`);
  const problems: Problem[] = [];
  let rows = 0;
  const say = (severity: Problem['severity'], line: number | undefined, message: string): number => problems.push({ severity, file: path, ...(line !== undefined && { line }), message });
  for await (const batch of streamJson(path, { onEnd: ({ line, message }) => say('error', line, message) })) {
    for (const { line, text: json } of batch) {
      rows++;
      try {
        const row = jsonObject(json);
        const result = schema.safeParse(row);
        if (!result.success) say('error', line, firstIssue(result.error));
        else if (/\\u[dD][89abABcdefCDEF]/.test(json) && !isWellFormed(row)) say('error', line, 'holds half a surrogate pair (a cut emoji): HF datasets refuses the whole file');
        else if (JSON.stringify(row.chosen) === JSON.stringify(row.rejected)) say('warning', line, 'chosen and rejected are the same: TRL trains on it at loss 0.693');
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
        say('error', line, error.message);
      }
    }
  }
  if (rows === 0) problems.push({ severity: 'error', file: path, message: 'holds no row: TRL stops with a StopIteration' });
  return { rows, problems };
}
