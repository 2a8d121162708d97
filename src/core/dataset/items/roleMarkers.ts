import type { Message } from '../../model/item/item';

/** Conversations that are one text: where each turn begins, and whose it is. */

/** The names of roles before a colon at the start of a line. */
const names =
  /(?:^|\n)[ \t]*(?:#{1,3} ?)?(System|Human|User|Question|Q|Instruction|Assistant|AI|Bot|Answer|A|Response):/;
/** The tokens of chat templates (ChatML, Llama 2 and 3, Gemma, Zephyr, OpenAssistant). */
const tokens =
  /<\|im_start\|>(system|user|assistant)\n|<\|start_header_id\|>(system|user|assistant)<\|end_header_id\|>\n\n|<\|(system|user|prompter|assistant)\|>\n?|<start_of_turn>(user|model)\n|(\[\/?INST\])/;
const namesOrTokens = new RegExp(`${names.source}|${tokens.source}`, 'gi');
const onlyTokens = new RegExp(tokens.source, 'gi');
const startOfText = /<s>|<\|begin_of_text\|>|<bos>/g;
const endOfTurn = /(?:\s*(?:<\|im_end\|>|<\|eot_id\|>|<\|endoftext\|>|<end_of_turn>|<\/?s>))+\s*$/;
/** A token that begins or ends a turn; one that is left within a turn means that it was not understood. */
const anyToken =
  /<\|(?:im_start|im_end|start_header_id|eot_id|system|user|prompter|assistant)\|>|<start_of_turn>|\[\/?INST\]/i;
const systemOfLlama2 = /^\s*<<SYS>>\s*([^]*?)\s*<<\/SYS>>\s*/;

const roles: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  question: 'user',
  q: 'user',
  instruction: 'user',
  prompter: 'user',
  '[inst]': 'user',
};

export interface RoleMark {
  readonly role: Message['role'];
  /** Where the marker begins, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** The markers of a text, in their order. */
export function roleMarksIn(text: string, pattern: RegExp = namesOrTokens): RoleMark[] {
  return [...text.matchAll(pattern)].map((match): RoleMark => {
    // Of the groups one alone has something.
    const name = match.slice(1).join('');
    return { role: roles[name.toLowerCase()] ?? 'assistant', from: match.index, to: match.index + match[0].length };
  });
}

/** The turns between the markers; what stands before the first is the system's, or the `first` speaker's. */
export function markedTurns(
  text: string,
  first: Message['role'],
  marks: readonly RoleMark[] = roleMarksIn(text),
): Message[] {
  const lead: RoleMark = { role: first, from: 0, to: 0 };
  const turns = [lead, ...marks].map(({ role, to }, i): Message => ({
    role,
    content: text.slice(to, marks[i]?.from).replace(endOfTurn, '').replace(/^ /, ''),
  }));
  return turns
    .filter(({ content }, i) => i > 0 || content.replace(startOfText, '').trim() !== '')
    .map((turn, i, all) => (i < all.length - 1 ? { ...turn, content: turn.content.trimEnd() } : turn));
}

/**
 * The turns of a prompt that a chat template was applied to already, up to where the assistant is to speak; undefined for
 * any other text, and where a turn is of somebody else or has begun.
 */
export function turnsOfTemplate(text: string): Message[] | undefined {
  if (!anyToken.test(text)) return undefined;
  const marks = roleMarksIn(text, onlyTokens);
  if (text.slice(0, marks[0]?.from).replace(startOfText, '').trim() !== '') return undefined;
  const all = markedTurns(text, 'system', marks).map((turn) => ({ ...turn, content: turn.content.trim() }));
  const turns = all.at(-1)?.role === 'assistant' && all.at(-1)?.content === '' ? all.slice(0, -1) : all;
  if (turns.at(-1)?.role !== 'user') return undefined;
  if (turns.some(({ content }) => content === '' || anyToken.test(content))) return undefined;
  return turns.flatMap((turn, at): Message[] => {
    const [lead, system] = (at === 0 ? systemOfLlama2.exec(turn.content) : null) ?? [];
    return lead === undefined || system === undefined
      ? [turn]
      : [
          { role: 'system', content: system },
          { ...turn, content: turn.content.slice(lead.length) },
        ];
  });
}

/** A prompt that is one text: as turns where a chat template was applied to it, else as one of the user. */
export const promptOfText = (text: string): { prompt: Message[]; promptText: string } => ({
  prompt: turnsOfTemplate(text) ?? [{ role: 'user', content: text }],
  promptText: text,
});

/** What an answer says without the token that ends its turn; undefined where it has none. */
export function withoutEndOfTurn(text: string): string | undefined {
  const content = text.replace(endOfTurn, '');
  return content === text ? undefined : content;
}
