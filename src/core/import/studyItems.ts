import { createHash } from 'node:crypto';
import { turnsOf, type Item, type Message, type Response } from '../model/item';
import type { RubricRef, Rubrics } from '../model/rubric';
import { textOfTurn } from '../model/toolText';
import { currentRubrics } from '../rubric/inForce';
import { scan } from '../dataset/scan';
import { withIds, type Label } from '../dataset/layouts/layout';
import type { Study } from '../study/study';

/** What an imported annotation says of its item. */
export interface Target {
  readonly id: string;
  readonly hash: string;
  /** Response ids in the dataset's order. */
  readonly shown: readonly string[];
  /** The rubric versions in force for it. */
  readonly rubrics: readonly RubricRef[];
}

/** An item as annotations speak of it. */
export const targetOf = (item: Item, rubrics: Rubrics): Target => ({ id: item.id, hash: item.hash, shown: item.responses.map(({ id }) => id), rubrics: currentRubrics(rubrics, item) });

/** A label with the study's item that it is on; `byTexts` where that has other ids or another order of responses than the labelled record. */
export interface Match {
  readonly target: Target;
  readonly label: Label;
  readonly byTexts: boolean;
}

/** The items of a study, as the labels of another file are on them. */
export interface LabelledItems {
  /** The study's item that a labelled record is of; undefined where there is none. @param isTaken whether there is a label on that already, under the same context */
  match(item: Item, label: Label, isTaken: (target: Target, context: string | undefined) => boolean): Match | undefined;
  /** Why there is none. */
  whyNot(item: Item, label: Label): string;
}

/** One item of the study, with its responses' ids in the order of their texts: where two texts are the same, in the dataset's. */
interface ByTexts {
  readonly target: Target;
  readonly context: string | undefined;
  readonly responses: readonly string[];
  /** Digests of these texts, where some of them will do. */
  readonly texts: readonly string[];
}

/**
 * The items of a study, to be found by those of another file: by id and content, or else by the same texts. A file that puts all rows with the same prompt together may say something of some responses only: it is then on the
 * item that has these among others. Where the file tells a context and the study's item has none, it was judged under that.
 */
export class StudyItems implements LabelledItems {
  private readonly ids = new Set<string>();
  /** By id and content: the rubric versions in force. */
  private readonly exact = new Map<string, readonly RubricRef[]>();
  private readonly texts = new Map<string, ByTexts[]>();
  /** The same by the prompt alone, where some of the responses will do. */
  private readonly prompts = new Map<string, ByTexts[]>();

  private constructor(
    private readonly rubrics: Rubrics,
    private readonly some: boolean,
  ) {}

  /** Reads the whole dataset of a study. @param some whether labels may be on some of an item's responses */
  static async of(study: Study, { some, signal }: { readonly some: boolean; readonly signal?: AbortSignal | undefined }): Promise<StudyItems> {
    const items = new StudyItems(study.rubrics, some);
    for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
      for (const parsed of batch) if ('item' in parsed) items.add(parsed.item);
    }
    return items;
  }

  whyNot({ id }: Item): string {
    return this.ids.has(id) ? `the study's item ${JSON.stringify(id)} has other texts` : "the study's dataset has no item with these texts";
  }

  /** The study's item that `item` is. Of several with the same texts the first that is not taken. */
  match(item: Item, label: Label, isTaken: (target: Target, context: string | undefined) => boolean): Match | undefined {
    const rubrics = this.exact.get(keyOf(item));
    // Scopes ask the study's own item: the labelled record may have other metadata.
    if (rubrics) return { target: { ...targetOf(item, this.rubrics), rubrics }, label, byTexts: false };
    const { key, prompt, responses, texts } = textsOf(item);
    const contextIn = ({ context }: ByTexts): string | undefined => label.context ?? (item.context === context ? undefined : item.context);
    const first = (found: readonly ByTexts[] | undefined): ByTexts | undefined => found?.find((each) => !isTaken(each.target, contextIn(each))) ?? found?.[0];
    const whole = first(this.texts.get(key));
    const one = whole ?? first(this.prompts.get(prompt)?.filter((each) => placesIn(each.texts, texts) !== undefined));
    if (!one) return undefined;
    const places = whole ? responses.map((_, at) => at) : (placesIn(one.texts, texts) ?? []);
    const renamed = (id: string): string => one.responses[places[responses.indexOf(id)] ?? -1] ?? id;
    const context = contextIn(one);
    const shown = label.shown ?? (whole ? undefined : item.responses.map(({ id }) => id));
    return { target: one.target, label: withIds({ ...label, ...(context !== undefined && { context }), ...(shown && { shown }) }, renamed), byTexts: true };
  }

  private add(item: Item): void {
    const exact = keyOf(item);
    if (this.exact.has(exact)) return;
    const target = targetOf(item, this.rubrics);
    this.exact.set(exact, target.rubrics);
    this.ids.add(item.id);
    const { key, prompt, responses, texts } = textsOf(item);
    const one = { target, context: item.context, responses, texts: this.some ? texts : [] };
    put(this.texts, key, one);
    if (this.some) put(this.prompts, prompt, one);
  }
}

/** Where each of the texts stands among all, equal ones behind each other, as both are sorted; undefined where one does not. */
function placesIn(all: readonly string[], texts: readonly string[]): number[] | undefined {
  const places = texts.map((text, at) => all.indexOf(text) + at - texts.indexOf(text));
  return places.every((place, at) => all[place] === texts[at]) ? places : undefined;
}

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** What a judgement belongs to: id and content. */
export const keyOf = ({ id, hash }: Pick<Item, 'id' | 'hash'>): string => `${hash} ${id}`;

/** What people read: the turns of the prompt and of the responses, whatever their ids and order. */
function textsOf({ prompt, responses }: Item): { key: string; prompt: string; responses: string[]; texts: string[] } {
  const sorted = responses.map((response) => ({ id: response.id, text: digest(textOf(response)) })).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const [asked, texts] = [digest(JSON.stringify(prompt.map(read))), sorted.map(({ text }) => text)];
  return { key: digest(JSON.stringify([asked, texts])), prompt: asked, responses: sorted.map(({ id }) => id), texts };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

const textOf = (response: Response): string => JSON.stringify(turnsOf(response).map(read));

/** A turn as it reads; whatever ids its calls of tools have. */
function read(turn: Message): unknown[] {
  return [turn.role, turn.toolCalls ? textOfTurn(turn) : turn.content];
}
