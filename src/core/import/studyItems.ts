import type { Judgement } from '../model/annotation/annotation';
import type { Item, ItemCriterion } from '../model/item/item';
import { problem, type Problem } from '../model/problems/problem';
import type { RubricRef, Rubrics } from '../model/rubric/rubric';
import { currentRubrics } from '../rubric/inForce';
import { scan } from '../dataset/sources/scan';
import { withIds, type Label } from '../dataset/layouts/layout';
import type { Study } from '../study/study';
import { flatPrompts, isTranscript, textsOfPrompt, turnInTranscript, withoutMarkerSpace } from './flattenedTexts';
import { promptForms } from './promptForms';
import {
  digest,
  digestOfTurns,
  flatPlaces,
  flatTextsOf,
  placesIn,
  responsesWithLeadingSpace,
  textsOf,
  type ItemTexts,
} from './itemTexts';

/** What an imported annotation says of its item. */
export interface ImportTarget {
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
export const importTargetOf = (item: Item, rubrics: Rubrics): ImportTarget => ({
  id: item.id,
  hash: item.hash,
  shown: item.responses.map(({ id }) => id),
  rubrics: currentRubrics(rubrics, item),
  ...(item.criteria && { criteria: item.criteria }),
});

/**
 * A label with the study's item that it is on; `byTexts` where that has other ids or another order of responses than
 * the labelled record, `some` where the record has only some of its responses.
 */
export interface MatchedLabel {
  readonly target: ImportTarget;
  readonly label: Label;
  readonly byTexts: boolean;
  readonly some?: true;
}

/**
 * Several of the study's items have the prompt and all the responses of a labelled record, so that it could be of any;
 * or its steps stand at several places of one or more, each of which is named.
 */
export interface AmbiguousMatch {
  readonly several: readonly ImportTarget[];
  readonly why?: 'steps';
}

/** The items of a study, as the labels of another file are on them. */
export interface StudyItemFinder {
  /**
   * The study's item that a labelled record is of; undefined where there is none.
   * @param isTaken whether there is a label on that already, under the same context
   */
  match(
    item: Item,
    label: Label,
    isTaken: (target: ImportTarget, context: string | undefined) => boolean,
  ): MatchedLabel | AmbiguousMatch | undefined;
  /** Why there is none. */
  whyNot(item: Item, label: Label): Problem;
}

/**
 * One item of the study, with its responses' ids in the order of their texts: where two texts are the same, in the
 * dataset's.
 */
interface ByTexts extends Pick<ItemTexts, 'responses' | 'texts'> {
  readonly target: ImportTarget;
  readonly context: string | undefined;
  /** Those that exports write otherwise (`flatTextsOf`). */
  readonly flat?: ReadonlyMap<string, string> | undefined;
  /** Whether the dataset itself has a transcript. */
  readonly isTranscript: boolean;
}

/** An item that a row may be of. */
interface Found {
  readonly one: ByTexts;
  /** Whether its prompt is a transcript in the row. */
  readonly isTranscript: boolean;
}

/** With the responses of it that the row has, by the row's ids. */
interface Placed extends Found {
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The items of a study, to be found by those of another file: by id and content, or else by the same texts. Rows of
 * many files say something of some responses only, as of one or of two: such a row is on the item that has the prompt
 * and these responses among others, if that is one. Where a conversation was written as one text, the item is the one
 * of which the same is written (`flattenedTexts`). Where the file tells a context and the study's item has none, it was
 * judged under that.
 */
export class StudyItems implements StudyItemFinder {
  private readonly ids = new Set<string>();
  /** By id and content: the rubric versions in force. */
  private readonly exact = new Map<string, readonly RubricRef[]>();
  private readonly texts = new Map<string, ByTexts[]>();
  /** The same by the prompt alone. */
  private readonly prompts = new Map<string, ByTexts[]>();
  /** By what exports write for a prompt of other turns than one of the user's. */
  private readonly flat = new Map<string, Found[]>();

  private constructor(private readonly rubrics: Rubrics) {}

  /** Reads the whole dataset of a study. @param onItem hears of each item, once */
  static async of(study: Study, signal?: AbortSignal, onItem?: (item: Item) => void): Promise<StudyItems> {
    const items = new StudyItems(study.rubrics);
    for await (const batch of scan(study.data.paths, study.data.reading, { signal })) {
      for (const parsed of batch) if ('item' in parsed && items.add(parsed.item)) onItem?.(parsed.item);
    }
    return items;
  }

  whyNot(item: Item): Problem {
    if (this.ids.has(item.id)) return problem('import.otherTexts', { item: item.id });
    return this.prompts.has(textsOf(item).prompt) || this.flatly(item).length > 0
      ? problem('import.otherResponses', {})
      : problem('import.noSuchTexts', {});
  }

  /** The study's item that has the id and the content of `item`. */
  exactly(item: Item, label: Label): MatchedLabel | undefined {
    const rubrics = this.exact.get(itemKey(item));
    // Scopes ask the study's own item: the labelled record may have other metadata.
    return rubrics && { target: { ...importTargetOf(item, this.rubrics), rubrics }, label, byTexts: false };
  }

  /**
   * The study's item that `item` is, or has some responses of. Of several with the same texts the first that is not
   * taken.
   */
  match(
    item: Item,
    label: Label,
    isTaken: (target: ImportTarget, context: string | undefined) => boolean,
  ): MatchedLabel | AmbiguousMatch | undefined {
    const exact = this.exactly(item, label);
    if (exact) return exact;
    const { key, prompt, responses, texts } = textsOf(item);
    const same = this.texts.get(key);
    const whole = same?.find((each) => !isTaken(each.target, contextOf(item, label, each))) ?? same?.[0];
    if (whole)
      return matched(
        whole,
        {
          ...unspaced(item, label, whole, isTranscript(item)),
          ...contextField(contextOf(item, label, whole)),
          ...orderOf(item, label),
        },
        new Map(responses.map((id, at) => [id, whole.responses[at] ?? id])),
      );
    const asked = (this.prompts.get(prompt) ?? []).map((one): Found => ({ one, isTranscript: isTranscript(item) }));
    const having = asked.flatMap((each): Placed[] => {
      const places = placesIn(each.one.texts, texts);
      return places
        ? [{ ...each, names: new Map(responses.map((id, at) => [id, each.one.responses[places[at] ?? -1] ?? id])) }]
        : [];
    });
    return onOne(item, label, asked, having) ?? this.matchFlat(item, label);
  }

  /** The same where prompt or responses were written as one text. */
  private matchFlat(item: Item, label: Label): MatchedLabel | AmbiguousMatch | undefined {
    const asked = this.flatly(item);
    const having = asked.flatMap((each): Placed[] => {
      const names = flatPlaces(item, each.one, each.isTranscript);
      return names ? [{ ...each, names }] : [];
    });
    return onOne(item, label, asked, having);
  }

  /** The items for whose prompts an export writes a text that a row's prompt may have been. */
  private flatly(item: Item): Found[] {
    const found = new Map<ImportTarget, Found>();
    for (const text of textsOfPrompt(item)) {
      const inner = turnInTranscript(text);
      const asked = (content: string, isOne: boolean): Found[] =>
        (this.prompts.get(digestOfTurns([{ role: 'user', content }])) ?? []).map((one) => ({
          one,
          isTranscript: isOne,
        }));
      for (const each of [
        ...(this.flat.get(digest(text)) ?? []),
        ...asked(text, false),
        ...(inner === undefined ? [] : asked(inner, true)),
      ])
        if (!found.has(each.one.target)) found.set(each.one.target, each);
    }
    return [...found.values()];
  }

  /** Tells whether it is new. */
  private add(item: Item): boolean {
    const exact = itemKey(item);
    if (this.exact.has(exact)) return false;
    const target = importTargetOf(item, this.rubrics);
    this.exact.set(exact, target.rubrics);
    this.ids.add(item.id);
    for (const form of promptForms(item)) this.addForm(form, target, form === item ? item.context : undefined);
    return true;
  }

  /** @param context that a row of it tells beside the prompt */
  private addForm(item: Item, target: ImportTarget, context: string | undefined): void {
    const { key, prompt, responses, texts } = textsOf(item);
    const flat = flatTextsOf(item);
    const one = { target, context, responses, texts, isTranscript: isTranscript(item), ...(flat && { flat }) };
    put(this.texts, key, one);
    put(this.prompts, prompt, one);
    const [turn, ...others] = item.prompt;
    if (others.length === 0 && turn?.role === 'user' && (item.promptText ?? turn.content) === turn.content) return;
    for (const { text, ...form } of flatPrompts(item)) put(this.flat, digest(text), { one, ...form });
  }
}

/**
 * A row's label in the texts of an item: that of a transcript without the space before each answer, but where the item
 * is of one itself.
 */
function unspaced(item: Item, label: Label, one: ByTexts, isOfTranscript: boolean): Label {
  const spaced = isOfTranscript && !one.isTranscript ? responsesWithLeadingSpace(item) : undefined;
  return spaced && spaced.size > 0 ? withoutMarkerSpace(label, spaced) : label;
}

/** The order in which a row has the responses that a model judged, which may be other than the study's item has. */
const orderOf = ({ responses }: Item, { judge, shown }: Label): Pick<Label, 'shown'> =>
  judge === undefined || shown !== undefined ? {} : { shown: responses.map(({ id }) => id) };

/** The context that a row's label is under, on an item. */
export const contextOf = (
  item: Item,
  label: Label,
  { context }: { readonly context: string | undefined },
): string | undefined => label.context ?? (item.context === context ? undefined : item.context);

/**
 * A row on the one item that it can be of: of those that have its responses, or where it holds an answer to imitate,
 * which need not be one of those that are there, of those with its prompt.
 */
function onOne(
  item: Item,
  label: Label,
  asked: readonly Found[],
  having: readonly Placed[],
): MatchedLabel | AmbiguousMatch | undefined {
  const isWritten = having.length === 0 && Object.keys(label.judgement).join() === 'demonstrations';
  const among: readonly (Found & Partial<Placed>)[] = isWritten ? asked : having;
  const inContext = among.filter(({ one: { context } }) => context === (label.context ?? item.context));
  const [found, ...others] = inContext.length > 0 ? inContext : among;
  if (!found) return undefined;
  if (others.length > 0) return { several: [found, ...others].map(({ one: { target } }) => target) };
  const { one, names = new Map<string, string>() } = found;
  const said = unspaced(item, label, one, found.isTranscript);
  const ids = item.responses.map(({ id }) => id);
  const shown = isWritten ? [] : (label.shown ?? ids);
  return {
    ...matched(
      one,
      { ...said, ...contextField(contextOf(item, label, one)), shown, judgement: withComparison(said.judgement) },
      new Map([...names, ...namesOfEdits(said, ids)]),
    ),
    some: true,
  };
}

const matched = ({ target }: ByTexts, label: Label, names: ReadonlyMap<string, string>): MatchedLabel => ({
  target,
  label: withIds(label, (id) => names.get(id) ?? id),
  byTexts: true,
});

export const contextField = (context: string | undefined): Pick<Label, 'context'> =>
  context === undefined ? {} : { context };

/** An order of two of an item's responses is a comparison, beside which others of the item can stand. */
function withComparison({ ranking, ...judgement }: Judgement): Judgement {
  const [a, b, ...more] = ranking?.tiers.flat() ?? [];
  if (ranking === undefined || a === undefined || b === undefined || more.length > 0 || judgement.comparisons)
    return { ...judgement, ...(ranking && { ranking }) };
  return { ...judgement, comparisons: [{ a, b, outcome: ranking.tiers.length === 1 ? 'tie' : 'a' }] };
}

/** Every row calls the edit that it judges the same; on one item they need names of their own, by their texts. */
const namesOfEdits = ({ judgement }: Label, responses: readonly string[]): [string, string][] =>
  (judgement.refinements ?? []).flatMap(({ id, text }) =>
    id === undefined || responses.includes(id) ? [] : [[id, `${id}-${digest(text).slice(0, 8)}`]],
  );

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** What a judgement belongs to: id and content. */
export const itemKey = ({ id, hash }: Pick<Item, 'id' | 'hash'>): string => `${hash} ${id}`;
