import { contentHash } from '../dataset/items/identity';
import type { ParsedItem } from '../dataset/items/parsedItem';
import { withIds, type Label } from '../dataset/layouts/layout';
import type { Item, Passage, Response, VerifierResult } from '../model/item/item';
import { namesMasked } from '../model/item/maskedNames';
import type { Task } from '../model/study/taskSchema';
import type { SealKey } from './sealedIds';

/**
 * An item as others than leads get it: texts, and nothing that tells which model wrote them. Responses are "1", "2", … in
 * an order that is drawn, and the item's id is a sealed one (see `SealKey`).
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
  const content = shownContent(item, order, name, task);
  const shownHash = contentHash(content);
  const id = key.seal({ item: item.id, hash: item.hash, shownHash, responses: order.map((each) => each.id) });
  return {
    id,
    item: { id, hash: shownHash, ...content },
    labels: task.suggestions ? labels.map((label) => withIds(withoutName(label), name)) : [],
  };
}

/** What of a task decides what annotators get. */
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

function shownContent(
  item: Item,
  order: readonly Response[],
  name: (id: string) => string,
  task: SealedTask,
): Omit<Item, 'id' | 'hash'> {
  const masked = namesMasked(item);
  const { prompt, promptText, tools, context, evidence, references, criteria, language } = item;
  return {
    prompt,
    ...(promptText !== undefined && { promptText }),
    responses: order.map(({ id, text, turns, verifiers }) => ({
      id: name(id),
      text,
      ...(turns && { turns }),
      ...(verifiers &&
        task.verifiers !== 'hidden' && { verifiers: verifiers.map((each) => maskedResult(each, masked)) }),
    })),
    ...(tools && { tools }),
    ...(context !== undefined && { context }),
    ...(evidence && { evidence: evidence.map((each) => maskedPassage(each, masked, name)) }),
    ...(references && task.references && { references }),
    ...(criteria && { criteria }),
    ...(language !== undefined && { language }),
  };
}

function maskedResult({ name, detail, ...rest }: VerifierResult, masked: (text: string) => string): VerifierResult {
  return { ...rest, name: masked(name), ...(detail !== undefined && { detail: masked(detail) }) };
}

function maskedPassage(passage: Passage, masked: (text: string) => string, name: (id: string) => string): Passage {
  const { title, source, response } = passage;
  return {
    ...passage,
    ...(title !== undefined && { title: masked(title) }),
    ...(source !== undefined && { source: masked(source) }),
    ...(response !== undefined && { response: name(response) }),
  };
}

/** A label without the name of the person who made it. */
function withoutName({ annotator: _, group: __, ...label }: Label): Label {
  return label;
}
