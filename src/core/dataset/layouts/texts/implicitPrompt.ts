import type { Message } from '../../../model/item/item';

/**
 * Prompts that stand in the answers themselves: two texts that are one conversation up to where they part. A prompt
 * ends at a role marker, and nowhere else: the words that two answers begin with are not what was asked.
 */

/**
 * How conversations are written as one text: the names of roles before a colon at the start of a line, and the tokens
 * of chat templates (ChatML, Llama 2 and 3, Gemma, Zephyr, OpenAssistant).
 */
const marker =
  /(?:^|\n)[ \t]*(?:#{1,3} ?)?(System|Human|User|Question|Q|Instruction|Assistant|AI|Bot|Answer|A|Response):|<\|im_start\|>(system|user|assistant)\n|<\|start_header_id\|>(system|user|assistant)<\|end_header_id\|>\n\n|<\|(system|user|prompter|assistant)\|>\n?|<start_of_turn>(user|model)\n|(\[\/?INST\])/gi;
const startOfText = /<s>|<\|begin_of_text\|>|<bos>/g;
const endOfTurn = /\s*(?:<\|im_end\|>|<\|eot_id\|>|<\|endoftext\|>|<end_of_turn>|<\/?s>)\s*$/;

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

interface Mark {
  readonly role: Message['role'];
  /** Where the marker begins, and where it ends. */
  readonly from: number;
  readonly to: number;
}

function marksIn(text: string): Mark[] {
  return [...text.matchAll(marker)].map((match): Mark => {
    // Of the groups one alone has something.
    const name = match.slice(1).join('');
    return { role: roles[name.toLowerCase()] ?? 'assistant', from: match.index, to: match.index + match[0].length };
  });
}

/** The turns between the markers; what stands before the first is the system's, or the `first` speaker's. */
function turnsIn(text: string, first: Message['role']): Message[] {
  const marks = marksIn(text);
  const lead: Mark = { role: first, from: 0, to: 0 };
  const turns = [lead, ...marks].map(({ role, to }, i): Message => ({
    role,
    content: text.slice(to, marks[i]?.from).replace(endOfTurn, '').replace(/^ /, ''),
  }));
  return turns
    .filter(({ content }, i) => i > 0 || content.replace(startOfText, '').trim() !== '')
    .map((turn, i, all) => (i < all.length - 1 ? { ...turn, content: turn.content.trimEnd() } : turn));
}

/** Where two texts part: the prompt that both begin with, as it stands and as turns, and what follows it in each. */
export interface SharedPrompt {
  readonly promptText: string;
  readonly prompt: readonly Message[];
  readonly answers: readonly [Continuation, Continuation];
}

interface Continuation {
  readonly text: string;
  readonly turns: readonly Message[];
}

/**
 * The conversation that two texts have in common, up to the last marker of the assistant that both share; undefined
 * where somebody asks nothing in it, or nothing is marked.
 */
export function sharedPrompt(a: string, b: string): SharedPrompt | undefined {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const marks = marksIn(a.slice(0, common));
  const last = marks.findLastIndex(({ role }) => role === 'assistant');
  const end = marks[last]?.to;
  if (end === undefined || !marks.slice(0, last).some(({ role }) => role === 'user')) return undefined;
  const promptText = a.slice(0, end);
  // The last turn is the assistant's, which says nothing yet.
  const prompt = turnsIn(promptText, 'system').slice(0, -1);
  const continuation = (text: string): Continuation => ({
    text: text.slice(end),
    turns: turnsIn(text.slice(end), 'assistant'),
  });
  return {
    promptText,
    prompt: prompt.map((turn) => ({ ...turn, content: turn.content.trim() })),
    answers: [continuation(a), continuation(b)],
  };
}
