import type { Message, Response } from '../../../model/item/item';

/**
 * A prompt of NVIDIA's HelpSteer: one user turn as it is, or several with the markers of its chat template between
 * them, `first\n<extra_id_1>Assistant\nanswer\n<extra_id_1>User\nsecond` (the dataset's card; NVIDIA/NeMo-Aligner,
 * examples/nlp/data/steerlm/common.py). Turns joined by these markers are the source's text again.
 */
export function promptOfExtraIds(text: string): { prompt: Message[]; promptText?: string } {
  const [first = '', ...rest] = text.split(/\n<extra_id_1>(User|Assistant)\n/);
  if (rest.length === 0) return { prompt: [{ role: 'user', content: text }], promptText: text };
  const later = rest.flatMap((role, i): Message[] =>
    i % 2 === 0 ? [{ role: role === 'User' ? 'user' : 'assistant', content: rest[i + 1] ?? '' }] : [],
  );
  return { prompt: [{ role: 'user', content: first }, ...later] };
}

/** Where a conversation in the template of NeMo's models begins, and where the assistant is to speak. */
const templated = /^<extra_id_0>System\n([^]*?)\n?<extra_id_1>User\n([^]*)\n<extra_id_1>Assistant\n$/;

/**
 * The turns of a prompt in that template (NVIDIA/NeMo-Aligner, docs/user-guide/dpo.rst), and the text itself; undefined
 * for any other text.
 */
export function templatedPrompt(text: string): { prompt: Message[]; promptText: string } | undefined {
  const [, system, turns] = templated.exec(text) ?? [];
  if (system === undefined || turns === undefined) return undefined;
  return {
    prompt: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...promptOfExtraIds(turns).prompt],
    promptText: text,
  };
}

/** What follows such a prompt: the exact text, and the assistant's turn without the marker of the next. */
export function templatedAnswer(id: string, text: string): Response {
  const content = text.replace(/\n<extra_id_1>$/, '');
  return content === text ? { id, text } : { id, text, turns: [{ role: 'assistant', content }] };
}

/**
 * What stands before a conversation without a system message of its own (NVIDIA/NeMo-Aligner,
 * examples/nlp/data/steerlm/common.py SYSTEM_PROMPT).
 */
export const steerlmSystem =
  "A chat between a curious user and an artificial intelligence assistant. The assistant gives helpful, detailed, and polite answers to the user's questions.";
