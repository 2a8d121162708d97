import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Item } from '../../../model/item/item';
import { trainerMessage } from '../../texts/messages';
import { message } from '../../formatRules';
import { promptColumn } from '../../sharedColumns';

/** What the two feedback files of HALOs share. */

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The columns of both. Rows with the same prompt have the same id, by which HALOs makes one example of them. */
export const halosColumns = {
  prompt_id: {
    rule: z.union([z.string(), z.number()], 'is missing: HALOs says "KeyError: \'prompt_id\'"'),
    value: ({ item: { prompt } }: { readonly item: Item }) => sha256(JSON.stringify(prompt.map(trainerMessage))),
  },
  prompt: promptColumn(
    'every turn needs role and content, or HALOs says "every turn in an example must have a \'role\' field"',
    'is an empty list: HALOs stops with an IndexError',
  ),
};

export const halosOutput = z
  .array(message, 'must be a list of messages')
  .min(1, 'is an empty list: HALOs says "IndexError: list index out of range"');
export const halosReward = z.number('must be a number: HALOs takes the greatest');
/** What the feedback is; and a column of published files, which ours do not have. */
export const halosType = (type: string) => ({
  type: {
    rule: z.literal(
      type,
      `must be "${type}": without a type HALOs says "ValueError: Feedback type not specified in data", and any other is read as plain scores`,
    ),
    value: () => type,
  },
  split: { rule: z.string().optional(), value: () => undefined },
});

/** One prompt_id is one prompt. */
export function onePromptEach(): (row: Readonly<Record<string, unknown>>) => string | undefined {
  const prompts = new Map<unknown, string>();
  return ({ prompt_id: id, prompt }) => {
    // Not the prompts themselves: a file may hold a million of them.
    const content = sha256(JSON.stringify([prompt]));
    const known = prompts.get(id);
    prompts.set(id, content);
    return known === undefined || known === content
      ? undefined
      : 'has another prompt than a row before with the same prompt_id: HALOs makes one example of both, under the last one';
  };
}
