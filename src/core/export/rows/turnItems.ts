import type { Annotation, Judgement } from '../../model/annotation/annotation';
import { scaleNames } from '../../model/annotation/fields/scales';
import { assistantTurns, judgeableTurnCount } from '../../model/item/judgeableTurns';
import { turnsOf, type Item, type Response } from '../../model/item/item';
import { textAndTurns } from '../../dataset/layouts/lists/responseList';
import { eachPreference } from '../../quality/coverage/preferences';
import type { DropReason } from '../dropReasons';

/** Whether one turn of an item's responses can be judged by itself: what has one turn only is judged as a whole. */
export function hasTurn({ responses }: Pick<Item, 'responses'>, turn: number): boolean {
  const count = judgeableTurnCount(responses.map(turnsOf));
  return count > 1 && turn < count;
}

/** An item as one turn of its responses was judged, with what was judged of it. */
export interface TurnItem {
  readonly item: Item;
  readonly annotations: readonly Annotation[];
}

/**
 * One turn of an item's responses as an item of its own, as trainers know it: its prompt is the conversation up to the
 * turn, and its responses are that turn of each. Responses whose conversations differ before the turn have prompts of
 * their own, and so are items apart: what is preferred of two of these is told as `turns-apart`, as a pair has one
 * prompt. Of judgements there is what is true of a turn: orders, what is acceptable, ratings, flags, confidence.
 * @example of the turn 1 of "a, b | c, d" after the prompt "q": the prompt "q, a, b" with the response "c"
 */
export function turnItems(
  item: Item,
  annotations: readonly Annotation[],
  turn: number,
  onDrop: (reason: DropReason, times?: number) => void,
): TurnItem[] {
  const byHistory = new Map<string, { readonly prompt: Item['prompt']; readonly responses: Response[] }>();
  for (const response of item.responses) {
    const turns = turnsOf(response);
    const place = assistantTurns(turns)[turn];
    const answer = turns[place ?? -1];
    if (place === undefined || !answer) continue;
    const history = turns.slice(0, place);
    const key = JSON.stringify(history);
    const own = byHistory.get(key) ?? { prompt: [...item.prompt, ...history], responses: [] };
    byHistory.set(key, own);
    const { id, model, metadata } = response;
    own.responses.push({
      id,
      ...textAndTurns([answer]),
      ...(model !== undefined && { model }),
      ...(metadata && { metadata }),
    });
  }
  const groups = [...byHistory.values()].map(({ prompt, responses }) => ({
    prompt,
    responses,
    ids: new Set(responses.map(({ id }) => id)),
  }));
  if (groups.length > 1)
    for (const { judgement, shown } of annotations)
      eachPreference(
        judgement,
        (id) => shown.indexOf(id),
        shown.length,
        (winner, loser) => {
          const isApart = groups.some(({ ids }) => ids.has(shown[winner] ?? '') !== ids.has(shown[loser] ?? ''));
          if (isApart) onDrop('turns-apart');
        },
      );
  const { promptText: _, ...rest } = item;
  return groups.map(({ prompt, responses, ids }) => ({
    item: { ...rest, prompt, responses },
    annotations: annotations.map((annotation) => among(annotation, ids)),
  }));
}

/** What is said of an item on scales. */
const scalesIn = (judgement: Judgement): Judgement =>
  Object.fromEntries(scaleNames.flatMap((name) => (judgement[name] === undefined ? [] : [[name, judgement[name]]])));

/** What an annotation says of some responses, of that which is true of a turn. */
function among(annotation: Annotation, ids: ReadonlySet<string>): Annotation {
  const { ranking, comparisons, acceptable, ratings, flags, rationale } = annotation.judgement;
  const tiers = ranking?.tiers.map((tier) => tier.filter((id) => ids.has(id))).filter(({ length }) => length > 0) ?? [];
  const compared = comparisons?.filter(({ a, b }) => ids.has(a) && ids.has(b)) ?? [];
  // Tests ran on what the whole responses change.
  const { checks: _, ...rest } = annotation;
  return {
    ...rest,
    shown: annotation.shown.filter((id) => ids.has(id)),
    judgement: {
      ...(tiers.length > 0 && { ranking: { tiers } }),
      ...(compared.length > 0 && { comparisons: compared }),
      ...(acceptable && { acceptable: Object.fromEntries(Object.entries(acceptable).filter(([id]) => ids.has(id))) }),
      ...(ratings && { ratings: ratings.filter(({ response }) => ids.has(response)) }),
      ...(flags && { flags: flags.filter(({ response }) => response === undefined || ids.has(response)) }),
      ...scalesIn(annotation.judgement),
      ...(rationale !== undefined && { rationale }),
    },
  };
}
