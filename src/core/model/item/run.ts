import type { Item, Message, Response } from './item';
import { shortHash } from '../text/shortHash';

/**
 * Gives each turn its key: the writer's id where it has one of its own, else a hash of role, content and calls, and of
 * how often the same stood before. A key is the same when the file is read again, or has grown.
 */
export function withKeys(turns: readonly Message[]): readonly Message[] {
  const times = new Map<string, number>();
  const own = new Set<string>();
  return turns.map((turn) => {
    if (turn.key !== undefined && !own.has(turn.key)) {
      own.add(turn.key);
      return turn;
    }
    const text = JSON.stringify(contentOfTurn(turn));
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    const key = shortHash(`${text}\0${before}`);
    return { ...turn, key };
  });
}

/**
 * Whether a program says that a run failed: by its first result, which is of the whole run; others may be of a part.
 */
export function hasFailed({ run, verifiers }: Pick<Response, 'run' | 'verifiers'>): boolean {
  const [of] = verifiers ?? [];
  if (of?.direction === 'unknown') return false;
  return run !== undefined && (of?.passed === false || (of?.score !== undefined && of.score <= 0));
}

/** What a response answers: of a run that was told something else than the others of its item, that. */
export const promptOf = ({ prompt }: Pick<Item, 'prompt'>, { run }: Pick<Response, 'run'>): readonly Message[] =>
  run?.prompt ?? prompt;

/** An item with what one of its responses answers as its prompt. */
export function itemOf(item: Item, response: Pick<Response, 'run'>): Item {
  const prompt = promptOf(item, response);
  if (prompt === item.prompt) return item;
  const { promptText: _, ...rest } = item;
  return { ...rest, prompt };
}

/** What a turn says and does, without the ids that its writer drew for it. */
export const contentOfTurn = ({ role, content, toolCalls, media }: Message): unknown => [
  role,
  content,
  toolCalls?.map((call) => [call.name, call.arguments]) ?? null,
  media?.map(({ source }) => source) ?? null,
];
