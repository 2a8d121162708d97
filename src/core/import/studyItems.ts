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
  /** The study's item that a labelled record is of; undefined where there is none. */
  match(item: Item, label: Label, isTaken: (target: Target) => boolean): Match | undefined;
  /** Why there is none. */
  whyNot(item: Item, label: Label): string;
}

/** One item of the study, with its responses' ids in the order of their texts: where two texts are the same, in the dataset's. */
interface ByTexts {
  readonly target: Target;
  readonly responses: readonly string[];
}

/** The items of a study, to be found by those of another file: by id and content, or else by the same texts. */
export class StudyItems implements LabelledItems {
  private readonly ids = new Set<string>();
  /** By id and content: the rubric versions in force. */
  private readonly exact = new Map<string, readonly RubricRef[]>();
  private readonly texts = new Map<string, ByTexts[]>();

  private constructor(private readonly rubrics: Rubrics) {}

  /** Reads the whole dataset of a study. */
  static async of(study: Study, signal?: AbortSignal): Promise<StudyItems> {
    const items = new StudyItems(study.rubrics);
    for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
      for (const parsed of batch) if ('item' in parsed) items.add(parsed.item);
    }
    return items;
  }

  whyNot({ id }: Item): string {
    return this.ids.has(id) ? `the study's item ${JSON.stringify(id)} has other texts` : "the study's dataset has no item with these texts";
  }

  /** The study's item that `item` is. Of several with the same texts the first that is not taken. */
  match(item: Item, label: Label, isTaken: (target: Target) => boolean): Match | undefined {
    const rubrics = this.exact.get(keyOf(item));
    // Scopes ask the study's own item: the labelled record may have other metadata.
    if (rubrics) return { target: { ...targetOf(item, this.rubrics), rubrics }, label, byTexts: false };
    const { key, responses } = textsOf(item);
    const found = this.texts.get(key);
    const one = found?.find(({ target }) => !isTaken(target)) ?? found?.[0];
    if (!one) return undefined;
    const renamed = (id: string): string => one.responses[responses.indexOf(id)] ?? id;
    return { target: one.target, label: withIds(label, renamed), byTexts: true };
  }

  private add(item: Item): void {
    const exact = keyOf(item);
    if (this.exact.has(exact)) return;
    const target = targetOf(item, this.rubrics);
    this.exact.set(exact, target.rubrics);
    this.ids.add(item.id);
    const { key, responses } = textsOf(item);
    const same = this.texts.get(key);
    const one = { target, responses };
    if (same) same.push(one);
    else this.texts.set(key, [one]);
  }
}

/** What a judgement belongs to: id and content. */
export const keyOf = ({ id, hash }: Pick<Item, 'id' | 'hash'>): string => `${hash} ${id}`;

/** What people read: the turns of the prompt and of the responses, whatever their ids and order. */
function textsOf({ prompt, responses }: Item): { key: string; responses: string[] } {
  const sorted = responses.map((response) => ({ id: response.id, text: textOf(response) })).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const content = [prompt.map(read), sorted.map(({ text }) => text)];
  return { key: createHash('sha256').update(JSON.stringify(content)).digest('base64'), responses: sorted.map(({ id }) => id) };
}

const textOf = (response: Response): string => JSON.stringify(turnsOf(response).map(read));

/** A turn as it reads; whatever ids its calls of tools have. */
function read(turn: Message): unknown[] {
  return [turn.role, turn.toolCalls ? textOfTurn(turn) : turn.content];
}
