import type { Step } from '../model/annotation/annotation';
import { codePointOffset, TextOffsets } from '../model/text/codePoints';
import type { Item } from '../model/item/item';
import { problem, type Problem } from '../model/problems/problem';
import type { Label } from '../dataset/layouts/layout';
import type { Reading } from '../dataset/items/parse';
import { scan } from '../dataset/sources/scan';
import type { Study } from '../study/study';
import { flatPrompts, textsOfPrompt } from './flattenedTexts';
import { digest } from './itemTexts';
import { promptForms } from './promptForms';
import {
  contextOf,
  StudyItems,
  importTargetOf,
  contextField,
  type StudyItemFinder,
  type MatchedLabel,
  type AmbiguousMatch,
  type ImportTarget,
} from './studyItems';

/** An item whose prompt some row has. */
interface Candidate {
  readonly target: ImportTarget;
  readonly context: string | undefined;
  readonly responses: readonly { readonly id: string; readonly text: string }[];
}

/** Items by the texts that exports write for their prompts. */
type Prompts = Map<string, readonly Candidate[]>;

/** Where the steps of a row stand in a response. */
interface Located {
  readonly candidate: Candidate;
  readonly response: string;
  readonly steps: readonly Step[];
}

/**
 * The items of a study, as rows of single steps are on them (`Layout.ofSteps`). What stood between the steps is not in
 * such a row, nor are steps that nobody judged; its prompt may have got a line break at its end, and its steps a number
 * each. So a row is on the response, of an item with its prompt, in which its steps stand behind each other: the one
 * that they are all of, white space aside, or else the only one that has them, at the only place. Of the study's items
 * only the texts of those are kept whose prompts the file has.
 */
export class StepItems implements StudyItemFinder {
  private constructor(
    private readonly studyItems: StudyItems,
    private readonly prompts: Prompts,
  ) {}

  /** Reads the file, and then the whole dataset of the study. */
  static async of(study: Study, paths: readonly string[], reading: Reading, signal?: AbortSignal): Promise<StepItems> {
    const wanted = new Set<string>();
    for await (const batch of scan(paths, reading, { signal }))
      for (const parsed of batch)
        if ('item' in parsed) for (const key of keysOf(textsOfPrompt(parsed.item))) wanted.add(key);
    const prompts: Prompts = new Map();
    const whole = await StudyItems.of(study, signal, (item) => {
      const keys = keysOf(
        promptForms(item)
          .flatMap(flatPrompts)
          .map(({ text }) => text),
      ).filter((key) => wanted.has(key));
      const candidate = {
        target: importTargetOf(item, study.rubrics),
        context: item.context,
        responses: item.responses.map(({ id, text }) => ({ id, text })),
      };
      for (const key of keys) prompts.set(key, [...(prompts.get(key) ?? []), candidate]);
    });
    return new StepItems(whole, prompts);
  }

  match(
    item: Item,
    label: Label,
    isTaken: (target: ImportTarget, context: string | undefined) => boolean,
  ): MatchedLabel | AmbiguousMatch | undefined {
    return (
      this.studyItems.exactly(item, label) ?? this.bySteps(item, label) ?? this.studyItems.match(item, label, isTaken)
    );
  }

  whyNot(item: Item): Problem {
    return this.candidates(item).length > 0 ? problem('import.otherSteps', {}) : this.studyItems.whyNot(item);
  }

  private candidates(item: Item): Candidate[] {
    return [...new Set(keysOf(textsOfPrompt(item)).flatMap((key) => this.prompts.get(key) ?? []))];
  }

  private bySteps(item: Item, label: Label): MatchedLabel | AmbiguousMatch | undefined {
    const steps = label.judgement.steps ?? [];
    const [text, ...others] = item.responses;
    if (!text || others.length > 0 || steps.length === 0) return undefined;
    const offsets = new TextOffsets(text.text);
    const texts = steps.map((step) => {
      const range = offsets.utf16(step);
      return text.text.slice(range?.start, range?.end);
    });
    const all = this.candidates(item);
    const inContext = all.filter(({ context }) => context === (label.context ?? item.context));
    const found = (inContext.length > 0 ? inContext : all).flatMap((candidate) =>
      candidate.responses.flatMap((response) =>
        placesOf(texts, response.text).map((places) => ({ candidate, response, places })),
      ),
    );
    const whole = found.filter(({ places, response }) => isAllOf(places, response.text));
    const [one, ...more] = firstOfEach(whole.length > 0 ? whole : found);
    if (!one) return undefined;
    if (more.length > 0) return { several: [one, ...more].map(({ candidate }) => candidate.target), why: 'steps' };
    const { candidate, response, places } = one;
    const located: Located = {
      candidate,
      response: response.id,
      steps: steps.map((step, i) => ({
        ...step,
        response: response.id,
        start: codePointOffset(response.text, places[i]?.start ?? 0),
        end: codePointOffset(response.text, places[i]?.end ?? 0),
        quote: response.text.slice(places[i]?.start ?? 0, places[i]?.end ?? 0),
      })),
    };
    return matchOf(item, label, located);
  }
}

function matchOf(item: Item, label: Label, { candidate, response, steps }: Located): MatchedLabel {
  const context = contextOf(item, label, candidate);
  return {
    target: candidate.target,
    label: {
      ...label,
      ...contextField(context),
      shown: [response],
      judgement: { ...label.judgement, steps: [...steps] },
    },
    byTexts: true,
    some: true,
  };
}

/** Of responses of one item with the same text the first. */
function firstOfEach<
  T extends {
    readonly candidate: Candidate;
    readonly response: { readonly text: string };
    readonly places: readonly Place[];
  },
>(found: readonly T[]): T[] {
  return found.filter(
    (each, at) =>
      found.findIndex(
        (other) =>
          other.candidate === each.candidate &&
          other.response.text === each.response.text &&
          other.places[0]?.start === each.places[0]?.start &&
          other.places.every(({ end }, i) => end === each.places[i]?.end),
      ) === at,
  );
}

/** What of a prompt's texts is left whatever white space ends them. */
const keysOf = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => digest(text.trimEnd())))];

/** In UTF-16 code units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Where steps stand behind each other in a text: the first places and the last ones, where these are others. None where
 * one is not there.
 */
function placesOf(steps: readonly string[], text: string): (readonly Place[])[] {
  for (const each of [steps, steps.map((step, i) => step.replace(new RegExp(`^Step ${i + 1}: `), ''))]) {
    const first = placesFrom(each, text);
    if (!first) continue;
    const last = placesBack(each, text);
    return isAllOf(first, text) || first.every(({ start }, i) => start === last[i]?.start) ? [first] : [first, last];
  }
  return [];
}

function placesFrom(steps: readonly string[], text: string): readonly Place[] | undefined {
  const places: Place[] = [];
  let at = 0;
  for (const step of steps) {
    const start = text.indexOf(step, at);
    if (start < 0) return undefined;
    at = start + step.length;
    places.push({ start, end: at });
  }
  return places;
}

/** The same from the end. They are all there. */
function placesBack(steps: readonly string[], text: string): readonly Place[] {
  const places: Place[] = [];
  let end = text.length;
  for (const step of steps.toReversed()) {
    const start = text.lastIndexOf(step, end - step.length);
    places.unshift({ start, end: start + step.length });
    end = start;
  }
  return places;
}

/** Whether places leave nothing of a text but white space. */
function isAllOf(places: readonly Place[], text: string): boolean {
  return [
    ...places.map(({ start }, i) => text.slice(places[i - 1]?.end ?? 0, start)),
    text.slice(places.at(-1)?.end ?? 0),
  ].every((between) => between.trim() === '');
}
