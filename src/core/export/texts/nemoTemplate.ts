import type { Item, Message, Response } from '../../model/item/item';
import { systemPromptOf } from '../../model/item/item';
import type { DropReason } from '../dropReasons';
import { isOneText, textOfOne, turnFault, withoutSystem } from './turns';

/**
 * Conversations as text in the template of NeMo's own models, which NeMo-Aligner's files hold (docs/user-guide/dpo.rst,
 * "Prepare your Dataset"; examples/nlp/data/steerlm/common.py): prompt and answer are joined as they are, so that the
 * prompt ends where the assistant is to speak. A model with another template needs the texts rewritten.
 */
export function templatedPrompt({ prompt }: Pick<Item, 'prompt'>): string {
  return `<extra_id_0>System\n${systemPromptOf({ prompt }) ?? ''}\n${withoutSystem(prompt).map(written).join('')}<extra_id_1>Assistant\n`;
}

/** The answer to it, up to where the next turn would begin. */
export const templatedAnswer = (response: Response): string => `${textOfOne(response)}\n<extra_id_1>`;

const written = ({ role, content }: Message): string =>
  `<extra_id_1>${role === 'assistant' ? 'Assistant' : 'User'}\n${content}\n`;

/**
 * Why the template has no place for a prompt and its responses: turns out of turn, or an answer that is not one text.
 */
export const templateFault = (item: Pick<Item, 'prompt'>, responses: readonly Response[]): DropReason | undefined =>
  turnFault(item) ?? (responses.every(isOneText) ? undefined : 'not-one-message');
