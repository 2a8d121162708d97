import { contentHash } from '../dataset/items/identity';
import type { ParsedItem } from '../dataset/items/parsedItem';
import { withIds, type Label } from '../dataset/layouts/layout';
import { responsesNamed } from '../model/annotation/judgement';
import type { Item, Message, Passage, Response, VerifierResult } from '../model/item/item';
import { namesMasked } from '../model/item/maskedNames';
import type { Task } from '../model/study/taskSchema';
import type { SealKey } from './sealedIds';

/**
 * An item as others than leads get it: texts, and nothing that tells which model wrote them. Responses are "1", "2", … in
 * an order that is drawn, and the item's id is a sealed one (see `SealKey`). What is shown is put together field by
 * field, so that a field that is new to items is not shown before somebody says so here.
 */
export function sealItem(
  key: SealKey,
  { item, labels }: Pick<ParsedItem, 'item' | 'labels'>,
  task: SealedTask,
): SealedItem {
  const order = item.responses
    .map((response) => ({ response, place: key.placeOf(item.id, item.hash, response.id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ response }) => response);
  const numbers = new Map(order.map(({ id }, at) => [id, String(at + 1)]));
  const name = (id: string): string => numbers.get(id) ?? id;
  const passages = passagesInOrder(item.evidence ?? [], numbers);
  const content = shownContent(item, order, passages, name, task);
  const shownHash = contentHash(content);
  const id = key.seal({
    item: item.id,
    hash: item.hash,
    shownHash,
    responses: order.map((each) => each.id),
    passages: passages.map((each) => each.id),
  });
  return {
    id,
    item: { id, hash: shownHash, ...content },
    labels: [
      ...(task.suggestions ? labels.flatMap((label) => suggestionIn(label, numbers)) : []),
      ...waysJudged(labels),
    ],
  };
}

/** The settings of a task that decide what annotators get. */
export type SealedTask = Pick<Task, 'suggestions' | 'references' | 'verifiers'>;

/** An item as annotators get it: a record of their dataset (`layouts/texts/materialized`). */
export interface SealedItem {
  readonly id: string;
  readonly item: Item;
  readonly labels: readonly Label[];
}

/** The record that a desk reads as the item. @param study what it says it is from */
export function sealedRecord({ item, labels }: SealedItem, study: string): string {
  return JSON.stringify({ item, labels, file: study, line: 1 });
}

/** Passages of single responses in the order of these: that of the source would say which response is which. */
function passagesInOrder(passages: readonly Passage[], numbers: ReadonlyMap<string, string>): readonly Passage[] {
  const placeOf = ({ response }: Passage): number => Number((response !== undefined && numbers.get(response)) || 0);
  return [...passages].sort((a, b) => placeOf(a) - placeOf(b));
}

function shownContent(
  item: Item,
  order: readonly Response[],
  passages: readonly Passage[],
  name: (id: string) => string,
  task: SealedTask,
): Omit<Item, 'id' | 'hash'> {
  const masked = namesMasked(item);
  const callName = callNames();
  const turn = (message: Message): Message => shownTurn(message, callName);
  const { prompt, promptText, tools, context, references, criteria, language } = item;
  return {
    prompt: prompt.map(turn),
    ...(promptText !== undefined && { promptText }),
    responses: order.map(({ id, text, turns, verifiers }) => ({
      id: name(id),
      text,
      ...(turns && { turns: turns.map(turn) }),
      ...(verifiers &&
        task.verifiers !== 'hidden' && { verifiers: verifiers.map((each) => maskedResult(each, masked)) }),
    })),
    ...(tools && { tools }),
    ...(context !== undefined && { context }),
    ...(item.evidence && { evidence: passages.map((each, at) => maskedPassage(each, `p${at + 1}`, masked, name)) }),
    ...(references && task.references && { references }),
    ...(criteria && { criteria }),
    ...(language !== undefined && { language }),
  };
}

/** Names for the calls of tools, whose ids tell whose model made them: "call_…" of one vendor, "toolu_…" of another. */
function callNames(): (id: string) => string {
  const names = new Map<string, string>();
  return (id) => {
    const known = names.get(id) ?? `call${names.size + 1}`;
    names.set(id, known);
    return known;
  };
}

function shownTurn(
  { role, content, media, toolCalls, toolName, toolCallId }: Message,
  callName: (id: string) => string,
): Message {
  return {
    role,
    content,
    ...(media && { media }),
    ...(toolCalls && {
      toolCalls: toolCalls.map((call) => ({
        ...(call.id !== undefined && { id: callName(call.id) }),
        name: call.name,
        arguments: call.arguments,
      })),
    }),
    ...(toolName !== undefined && { toolName }),
    ...(toolCallId !== undefined && { toolCallId: callName(toolCallId) }),
  };
}

function maskedResult(
  { name, passed, score, detail }: VerifierResult,
  masked: (text: string) => string,
): VerifierResult {
  return {
    name: masked(name),
    ...(passed !== undefined && { passed }),
    ...(score !== undefined && { score }),
    ...(detail !== undefined && { detail: masked(detail) }),
  };
}

function maskedPassage(
  { text, sentences, title, source, response }: Passage,
  id: string,
  masked: (text: string) => string,
  name: (id: string) => string,
): Passage {
  return {
    id,
    text,
    ...(sentences && { sentences }),
    ...(title !== undefined && { title: masked(title) }),
    ...(source !== undefined && { source: masked(source) }),
    ...(response !== undefined && { response: name(response) }),
  };
}

/**
 * What a label may suggest (`suggestedJudgementSchema`), and when; nothing of who made it, what they wrote, or which
 * model it was. Nothing where it names what is no response of the item.
 */
function suggestionIn(
  { context, repeat, turn, shown, judgement }: Label,
  numbers: ReadonlyMap<string, string>,
): Label[] {
  const { ranking, comparisons, acceptable, ratings } = judgement;
  const suggested: Label = {
    ...(context !== undefined && { context }),
    ...(repeat !== undefined && { repeat }),
    ...(turn !== undefined && { turn }),
    ...(shown && { shown }),
    judgement: {
      ...(ranking && { ranking }),
      ...(comparisons && { comparisons }),
      ...(acceptable && { acceptable }),
      ...(ratings && { ratings: ratings.map(({ response, aspect, value }) => ({ response, aspect, value })) }),
    },
  };
  if (Object.keys(suggested.judgement).length === 0) return [];
  const isWhole = [...(shown ?? []), ...responsesNamed(suggested.judgement)].every((id) => numbers.has(id));
  return isWhole ? [withIds(suggested, (id) => numbers.get(id) ?? id)] : [];
}

/** Labels that say nothing but the way in which their item is judged (`labelledMode`), which is the same for everybody. */
function waysJudged(labels: readonly Label[]): Label[] {
  const has = (field: 'steps' | 'ratings'): boolean => labels.some(({ judgement }) => judgement[field] !== undefined);
  return has('steps') ? [{ judgement: { steps: [] } }] : has('ratings') ? [{ judgement: { ratings: [] } }] : [];
}
