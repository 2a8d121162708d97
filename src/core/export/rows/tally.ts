import * as l10n from '@vscode/l10n';
import { inProgram } from '../../model/problems/program';
import type { Annotation } from '../../model/annotation/annotation';
import type { FileProblem } from '../../model/problems/problem';
import type { FileContext } from '../format';
import type { LabelNoise } from '../derive/labelNoise';
import type { Feature } from './columnShapes';
import type { DateColumn } from './dateColumns';
import { addRowFacts, noRowFacts, type RowFacts } from './rowFacts';
import { dropReasons, noteTexts, type DropReason, type Note } from '../dropReasons';
import { splits, type Split } from '../split/splitRatios';
import { mergeFilterValueCounts, filterValueReasons, type Filters, type FilterValueCounts } from './filterValueCounts';

/** What an export did not write, and what about the rows it wrote a trainer's user should know. */
export interface Tally {
  /** Annotations in force that were considered. */
  annotations: number;
  readonly rows: Record<Split, number>;
  readonly dropped: Partial<Record<DropReason, number>>;
  readonly notes: Partial<Record<Note, number>>;
  readonly annotators: Set<string>;
  readonly questions: Set<number>;
  /**
   * Versions of the guidelines that judgements were made under, and of rubrics by id; of these also what rows without a
   * judgement are made of.
   */
  readonly guidelines: Set<string>;
  readonly rubrics: Map<string, Set<number>>;
  /** Judgements by where they come from, in words. */
  readonly origins: Map<string, number>;
  /** What the filters met, and what they ask for. */
  readonly met: FilterValueCounts;
  filters?: Filters;
  /** What was decided for all rows; undefined before that was looked into. */
  file?: FileContext;
  /** The types of all columns, once all rows were made. */
  features?: readonly Feature[] | undefined;
  /** An argument of calls that HF `datasets` makes a timestamp of where no card names the types (`DateColumns`). */
  dateInCalls?: DateColumn | undefined;
  /** The most rows that one item gave. */
  largest: number;
  /** Rows of single responses that call them good. */
  good: number;
  readonly facts: RowFacts;
  /** Criteria by which responses were compared, whether exported or not. */
  readonly criteria: Set<string>;
  /**
   * Where one preference was made of several annotators': items that several judged, and those of them on which other
   * rules give different preferences, or even opposed ones.
   */
  readonly aggregated: { items: number; different: number; opposed: number };
  /** How often labels are likely wrong; undefined before that was looked into. */
  noise?: LabelNoise;
  /** Files that rows name and that are to be copied: whole paths by their names in the export's folder. */
  readonly media: Map<string, string>;
  /**
   * What is wrong with the dataset: records that could not be read (errors), and judged items that share an id
   * (warnings).
   */
  readonly problems: FileProblem[];
}

/** A tally of nothing yet. */
export function newTally(): Tally {
  return {
    annotations: 0,
    largest: 0,
    good: 0,
    facts: noRowFacts(),
    rows: { train: 0, validation: 0, test: 0 },
    dropped: {},
    notes: {},
    annotators: new Set(),
    questions: new Set(),
    guidelines: new Set(),
    rubrics: new Map(),
    origins: new Map(),
    criteria: new Set(),
    met: new Map(),
    aggregated: { items: 0, different: 0, opposed: 0 },
    media: new Map(),
    problems: [],
  };
}

/** Counts from nothing again. */
export function clearTally(tally: Tally): void {
  Object.assign(tally, newTally());
}

/** Adds what was counted of other rows of the same export. */
export function addTally(tally: Tally, other: Tally): void {
  tally.annotations += other.annotations;
  tally.largest = Math.max(tally.largest, other.largest);
  tally.good += other.good;
  addRowFacts(tally.facts, other.facts);
  for (const split of splits) tally.rows[split] += other.rows[split];
  for (const counts of ['dropped', 'notes'] as const)
    for (const [key, times] of Object.entries(other[counts])) count<string>(tally[counts], key, times);
  for (const names of ['annotators', 'guidelines', 'criteria'] as const)
    for (const name of other[names]) tally[names].add(name);
  for (const version of other.questions) tally.questions.add(version);
  for (const [id, versions] of other.rubrics) for (const version of versions) noteRubric(tally, id, version);
  for (const [origin, times] of other.origins) tally.origins.set(origin, (tally.origins.get(origin) ?? 0) + times);
  for (const key of ['items', 'different', 'opposed'] as const) tally.aggregated[key] += other.aggregated[key];
  mergeFilterValueCounts(tally.met, other.met);
  for (const [name, path] of other.media) tally.media.set(name, path);
  tally.problems.push(...other.problems);
}

/**
 * Why things were dropped, in words; by which criteria what was preferred by one only, and what filters met. One that
 * names what there is nowhere, or finds nothing to leave out, is told of though it dropped nothing.
 */
export function droppedOf({
  dropped,
  criteria,
  met,
  noise,
  filters = {},
}: Tally): Record<string, { count: number; reason: string }> {
  const texts: Record<DropReason, () => string> = { ...dropReasons, 'one-criterion': () => onlyByOne([...criteria]) };
  const { 'likely-wrong': likelyWrong } = dropReasons;
  if (dropped['likely-wrong'] === 0) texts['likely-wrong'] = () => noLikelyWrong(likelyWrong(), noise);
  const counts = { ...dropped };
  for (const [reason, reasons] of Object.entries(filterValueReasons(met, filters, dropped)) as [DropReason, string][]) {
    counts[reason] ??= 0;
    const text = texts[reason];
    texts[reason] = () => l10n.t('{0}: {1}', text(), reasons);
  }
  return explained(counts, texts);
}

/** What a trainer's user should know, in words. */
export function notesOf({ notes, noise }: Tally): Record<string, { count: number; reason: string }> {
  const { 'turned-round': turnedRound } = noteTexts;
  return explained(
    notes,
    notes['turned-round'] === 0
      ? { ...noteTexts, 'turned-round': () => noLikelyWrong(turnedRound(), noise) }
      : noteTexts,
  );
}

/** What was preferred by one criterion alone, and which there are. */
function onlyByOne(criteria: readonly string[]): string {
  const text = dropReasons['one-criterion']();
  const names = [...criteria].sort().map((name) => JSON.stringify(name));
  const named = names.length > 0 ? names.reduce((first, next) => l10n.t('{0} or {1}', first, next)) : '';
  return inProgram({
    commandLine: l10n.t('{0}: choose {1} to export it ({2} in the terminal)', text, named, '--criterion NAME'),
    editor: `${text} (${named})`,
  });
}

/** Why no preference is likely wrong. */
const noLikelyWrong = (text: string, noise: LabelNoise | undefined): string =>
  noise?.overlap.overall
    ? l10n.t('{0}: there is no such pair', text)
    : l10n.t('{0}: no two annotators compared the same responses, so likely wrong pairs cannot be found', text);

/** Counts with their reasons in words, in the order of the reasons. */
function explained<K extends string>(
  counts: Partial<Record<K, number>>,
  texts: Readonly<Record<K, () => string>>,
): Record<string, { count: number; reason: string }> {
  const keys = (Object.keys(texts) as K[]).filter((key) => counts[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, { count: counts[key] ?? 0, reason: texts[key]() }]));
}

/** Counts one more of `key`, or several. */
export function count<K extends string>(counts: Partial<Record<K, number>>, key: K, times = 1): void {
  counts[key] = (counts[key] ?? 0) + times;
}

/** Keeps in mind what a judgement was made under, and where it comes from. */
export function recordOrigin(tally: Tally, annotation: Annotation): void {
  const { questions, guidelines, origins } = tally;
  questions.add(annotation.question.version);
  if (annotation.guidelines) guidelines.add(annotation.guidelines.version);
  for (const { id, version } of annotation.rubrics) noteRubric(tally, id, version);
  const origin = originOf(annotation.origin);
  origins.set(origin, (origins.get(origin) ?? 0) + 1);
}

/** Keeps in mind the version of a rubric that something was judged under, or that a row is made of. */
export function noteRubric({ rubrics }: Tally, id: string, version: number): void {
  rubrics.set(id, (rubrics.get(id) ?? new Set()).add(version));
}

function originOf(origin: Annotation['origin']): string {
  switch (origin.kind) {
    case 'human':
      return 'people, at the desk';
    case 'imported':
      return `imported from ${origin.from}${origin.by === undefined ? '' : `, judged by ${origin.by}`}`;
    case 'model':
      return `the model ${origin.name}`;
  }
}
