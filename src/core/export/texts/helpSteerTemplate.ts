import { steerlmSystem } from '../../dataset/layouts/texts/extraIdTurns';
import { turnsOf, type Item, type Message, type Response } from '../../model/item/item';

/**
 * Conversations in the templates of NVIDIA's HelpSteer and SteerLM (NVIDIA/NeMo-Aligner,
 * examples/nlp/data/steerlm/common.py); `dataset/layouts/texts/extraIdTurns` reads them.
 */

/**
 * A prompt of HelpSteer: the user's turn as it is, with the markers between it and those that follow. What leads the
 * conversation (a system message, a context) stands before it with a blank line between. Undefined where the turns do
 * not alternate from the user to the user, or hold the markers themselves.
 */
export function helpsteerPrompt({ prompt }: Pick<Item, 'prompt'>): string | undefined {
  const { system, turns } = partsOf(prompt);
  if (!alternates(turns) || turns.at(-1)?.role !== 'user') return undefined;
  const text = turns
    .map(({ role, content }, i) =>
      i === 0 ? content : `<extra_id_1>${role === 'user' ? 'User' : 'Assistant'}\n${content}`,
    )
    .join('\n');
  return [system, text].filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** What answers it: one turn of the assistant; undefined where there are more. */
export function oneAnswer(response: Response): string | undefined {
  const turns = turnsOf(response);
  const [only] = turns;
  return turns.length === 1 && only?.role === 'assistant' && !only.content.includes('<extra_id_')
    ? only.content
    : undefined;
}

/**
 * A whole conversation up to where its label follows (process_to_regression_format.py process_sample). Undefined where
 * the turns do not alternate from the user to the assistant, or hold the markers themselves.
 */
export function steerlmText({ prompt }: Item, response: Response): string | undefined {
  const { system, turns } = partsOf([...prompt, ...turnsOf(response)]);
  if (!alternates(turns) || turns.at(-1)?.role !== 'assistant') return undefined;
  const spoken = turns
    .map(({ role, content }) => `<extra_id_1>${role === 'user' ? 'User' : 'Assistant'}\n${content}\n`)
    .join('');
  return `<extra_id_0>System\n${system === undefined || system === '' ? steerlmSystem : system}\n${spoken}<extra_id_2>`;
}

function partsOf(prompt: readonly Message[]): { system?: string; turns: readonly Message[] } {
  const [first, ...rest] = prompt;
  return first?.role === 'system' ? { system: first.content, turns: rest } : { turns: prompt };
}

const alternates = (turns: readonly Message[]): boolean =>
  turns.every(
    ({ role, content }, i) => role === (i % 2 === 0 ? 'user' : 'assistant') && !content.includes('<extra_id_'),
  );
