/** Places of the assistant's turns among the turns that a response adds. */
export function assistantTurns(turns: readonly { readonly role: string }[]): number[] {
  return turns.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
}

/**
 * How many turns of an item's responses can be judged by themselves: of the assistant's, those that every response has.
 * With one there is nothing to choose.
 */
export function judgeableTurnCount(responses: readonly (readonly { readonly role: string }[])[]): number {
  return responses.length === 0 ? 0 : Math.min(...responses.map((turns) => assistantTurns(turns).length));
}

/** What is judged next: the whole (null), the last turn, the first, the second, and so on. Turns count from 0. */
export function nextJudgeableTurn(turn: number | null, count: number): number | null {
  if (count < 2) return null;
  if (turn === null) return count - 1;
  const next = turn === count - 1 ? 0 : turn + 1;
  return next < count - 1 ? next : null;
}
