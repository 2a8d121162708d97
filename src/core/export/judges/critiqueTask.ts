import type { Item, Response } from '../../model/item/item';
import { conversationText, responseText } from '../texts/judgeTexts';

/**
 * What is asked of a model that writes critiques: the same in rows that show one, and in rows that prefer one to
 * another.
 */
export function critiqueTask(
  { prompt }: Pick<Item, 'prompt'>,
  response: Response,
): { readonly role: 'user'; readonly content: string } {
  const parts = [
    ['Prompt', conversationText(prompt)],
    ['Response', responseText(response)],
  ];
  return {
    role: 'user',
    content: [
      'Write a critique of the response to the prompt: what is good about it, what is wrong with it, and how it could be better.',
      ...parts.map(([heading, text]) => `[${heading}]\n${text}`),
    ].join('\n\n'),
  };
}
