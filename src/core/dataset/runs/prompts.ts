import type { Message } from '../../model/item/item';

/** So many turns were given to a run: all before the first of the agent. */
export function promptLength(turns: readonly Message[]): number {
  const first = turns.findIndex(({ role }) => role === 'assistant');
  return first < 0 ? turns.length : first;
}
