import type { Message } from '../../../model/item/item';
import { markedTurns, roleMarksIn } from '../../items/roleMarkers';

/**
 * Prompts that stand in the answers themselves: two texts that are one conversation up to where they part. A prompt
 * ends at a role marker, and nowhere else: the words that two answers begin with are not what was asked.
 */

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
  const marks = roleMarksIn(a.slice(0, common));
  const last = marks.findLastIndex(({ role }) => role === 'assistant');
  const end = marks[last]?.to;
  if (end === undefined || !marks.slice(0, last).some(({ role }) => role === 'user')) return undefined;
  const promptText = a.slice(0, end);
  // The last turn is the assistant's, which says nothing yet.
  const prompt = markedTurns(promptText, 'system').slice(0, -1);
  const continuation = (text: string): Continuation => ({
    text: text.slice(end),
    turns: markedTurns(text.slice(end), 'assistant'),
  });
  return {
    promptText,
    prompt: prompt.map((turn) => ({ ...turn, content: turn.content.trim() })),
    answers: [continuation(a), continuation(b)],
  };
}
