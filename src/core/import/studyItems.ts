import { createHash } from 'node:crypto';
import type { Judgement } from '../model/annotation';
import { turnsOf, type Item, type ItemCriterion, type Message, type Response } from '../model/item';
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
  /** The criteria that it came with. */
  readonly criteria?: readonly ItemCriterion[] | undefined;
}

/** An item as annotations speak of it. */
export const targetOf = (item: Item, rubrics: Rubrics): Target => ({ id: item.id, hash: item.hash, shown: item.responses.map(({ id }) => id), rubrics: currentRubrics(rubrics, item), ...(item.criteria && { criteria: item.criteria }) });

/** A label with the study's item that it is on; `byTexts` where that has other ids or another order of responses than the labelled record, `some` where the record has only some of its responses. */
export interface Match {
  readonly target: Target;
  readonly label: Label;
  readonly byTexts: boolean;
  readonly some?: true;
}

/** Several of the study's items have the prompt and all the responses of a labelled record, so that it could be of any. */
export interface Several {
  readonly several: readonly Target[];
}

/** The items of a study, as the labels of another file are on them. */
export interface LabelledItems {
  /** The study's item that a labelled record is of; undefined where there is none. @param isTaken whether there is a label on that already, under the same context */
  match(item: Item, label: Label, isTaken: (target: Target, context: string | undefined) => boolean): Match | Several | undefined;
  /** Why there is none. */
  whyNot(item: Item, label: Label): string;
}

/** One item of the study, with its responses' ids in the order of their texts: where two texts are the same, in the dataset's. */
interface ByTexts {
  readonly target: Target;
  readonly context: string | undefined;
  readonly responses: readonly string[];
  /** Digests of these texts. */
  readonly texts: readonly string[];
}

/**
 * The items of a study, to be found by those of another file: by id and content, or else by the same texts. Rows of many files say something of some responses only, as of one or of two: such a row is on the item that has the
 * prompt and these responses among others, if that is one. Where the file tells a context and the study's item has none, it was judged under that.
 */
export class StudyItems implements LabelledItems {
  private readonly ids = new Set<string>();
  /** By id and content: the rubric versions in force. */
  private readonly exact = new Map<string, readonly RubricRef[]>();
  private readonly texts = new Map<string, ByTexts[]>();
  /** The same by the prompt alone. */
  private readonly prompts = new Map<string, ByTexts[]>();

  private constructor(private readonly rubrics: Rubrics) {}

  /** Reads the whole dataset of a study. */
  static async of(study: Study, signal?: AbortSignal): Promise<StudyItems> {
    const items = new StudyItems(study.rubrics);
    for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
      for (const parsed of batch) if ('item' in parsed) items.add(parsed.item);
    }
    return items;
  }

  whyNot(item: Item): string {
    if (this.ids.has(item.id)) return `the study's item ${JSON.stringify(item.id)} has other texts`;
    return this.prompts.has(textsOf(item).prompt) ? "the study's items with this prompt do not have these responses" : "the study's dataset has no item with these texts";
  }

  /** The study's item that `item` is, or has some responses of. Of several with the same texts the first that is not taken. */
  match(item: Item, label: Label, isTaken: (target: Target, context: string | undefined) => boolean): Match | Several | undefined {
    const rubrics = this.exact.get(keyOf(item));
    // Scopes ask the study's own item: the labelled record may have other metadata.
    if (rubrics) return { target: { ...targetOf(item, this.rubrics), rubrics }, label, byTexts: false };
    const { key, prompt, responses, texts } = textsOf(item);
    const contextIn = ({ context }: ByTexts): string | undefined => label.context ?? (item.context === context ? undefined : item.context);
    const same = this.texts.get(key);
    const whole = same?.find((each) => !isTaken(each.target, contextIn(each))) ?? same?.[0];
    if (whole) return matched(whole, { ...label, ...under(contextIn(whole)) }, new Map(responses.map((id, at) => [id, whole.responses[at] ?? id])));
    const asked = this.prompts.get(prompt) ?? [];
    const having = asked.filter((each) => placesIn(each.texts, texts) !== undefined);
    // An answer that somebody wrote for a prompt need not be one of those that are there.
    const isWritten = having.length === 0 && Object.keys(label.judgement).join() === 'demonstrations';
    const among = isWritten ? asked : having;
    const inContext = among.filter(({ context }) => context === (label.context ?? item.context));
    const [one, ...others] = inContext.length > 0 ? inContext : among;
    if (!one) return undefined;
    if (others.length > 0) return { several: [one, ...others].map(({ target }) => target) };
    const places = placesIn(one.texts, texts) ?? [];
    const shown = isWritten ? [] : (label.shown ?? item.responses.map(({ id }) => id));
    const names = new Map([...responses.map((id, at) => [id, one.responses[places[at] ?? -1] ?? id] as const), ...namesOfEdits(label, responses)]);
    return { ...matched(one, { ...label, ...under(contextIn(one)), shown, judgement: withComparison(label.judgement) }, names), some: true };
  }

  private add(item: Item): void {
    const exact = keyOf(item);
    if (this.exact.has(exact)) return;
    const target = targetOf(item, this.rubrics);
    this.exact.set(exact, target.rubrics);
    this.ids.add(item.id);
    const { key, prompt, responses, texts } = textsOf(item);
    const one = { target, context: item.context, responses, texts };
    put(this.texts, key, one);
    put(this.prompts, prompt, one);
  }
}

const matched = ({ target }: ByTexts, label: Label, names: ReadonlyMap<string, string>): Match => ({ target, label: withIds(label, (id) => names.get(id) ?? id), byTexts: true });

const under = (context: string | undefined): Pick<Label, 'context'> => (context === undefined ? {} : { context });

/** An order of two of an item's responses is a comparison, beside which others of the item can stand. */
function withComparison({ ranking, ...judgement }: Judgement): Judgement {
  const [a, b, ...more] = ranking?.tiers.flat() ?? [];
  if (ranking === undefined || a === undefined || b === undefined || more.length > 0 || judgement.comparisons) return { ...judgement, ...(ranking && { ranking }) };
  return { ...judgement, comparisons: [{ a, b, outcome: ranking.tiers.length === 1 ? 'tie' : 'a' }] };
}

/** Every row calls the edit that it judges the same; on one item they need names of their own, by their texts. */
const namesOfEdits = ({ judgement }: Label, responses: readonly string[]): [string, string][] => (judgement.refinements ?? []).flatMap(({ id, text }) => (id === undefined || responses.includes(id) ? [] : [[id, `${id}-${digest(text).slice(0, 8)}`]]));

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

/** 128 bits: as many are kept as there are texts. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const textOf = (response: Response): string => JSON.stringify(turnsOf(response).map(read));

/** A turn as it reads; whatever ids its calls of tools have. */
function read(turn: Message): unknown[] {
  return [turn.role, turn.toolCalls ? textOfTurn(turn) : turn.content];
}
