import type { Annotation } from '../../model/annotation/annotation';
import { scaleNames, type ScaleName } from '../../model/annotation/fields/scales';
import { judgementKeyText } from '../../model/annotation/judgementKey';
import { modeNames } from '../../model/annotation/mode';
import { servedReasons } from '../../model/annotation/served';
import { judgeKinds, judgeKindOf, people, type JudgeKind } from '../../model/annotation/judgeKind';
import { stepLabels } from '../../model/annotation/judgementValues';
import type { CoverageSlice } from '../../model/report/coverage';
import type { KnownAnswer } from '../../model/study/knownAnswer';
import type { Scales } from '../agreement/metric';
import { eachPreference } from '../coverage/preferences';
import type { ItemFacts } from '../coverage/items/itemFacts';
import type { FoundTexts } from '../coverage/items/responseTexts';
import { SliceIndex } from '../coverage/sliceIndex';
import { SaidCollector, type SaidColumns, type SaidKind } from './saidColumns';
import { maxSettings, pairUnit, plainSetting, runStepUnit, stepUnit, valueUnit, verdictUnit } from './units';

/**
 * What a study's annotations say, as columns of numbers: what every figure of the quality report rests on. An annotation
 * is a row of `annotations`, two responses that one of them compared a row of `pairs`, and one value that it gave to
 * something (a rating, a verdict, a flag) a row of the `values` of that name. Responses are told by their places among
 * all of the dataset's, which rise with the rows of its items.
 */
export interface StudyJudgements {
  readonly facts: ItemFacts & { readonly texts: FoundTexts };
  readonly annotators: readonly Annotator[];
  readonly annotations: AnnotationColumns;
  readonly pairs: PairColumns;
  readonly values: ReadonlyMap<string, ValueColumns>;
  /** What the study says of how its annotators judge: see `metricOf`. */
  readonly scales: Scales;
  /** What is said beside these, by kind. */
  readonly said: ReadonlyMap<SaidKind, SaidColumns>;
  readonly slices: readonly CoverageSlice[];
  /** Numbers of the slices that an annotation is in, without those of its annotator and round. */
  readonly slicesOf: (annotation: number) => readonly number[];
  /** What is not among them: more settings of an item than are told apart, orphans, what adjudicators settled, responses that the dataset does not have. */
  readonly leftOut: LeftOut;
  /** Ids of criteria, by the numbers in units of verdicts (`criterionOf`). */
  readonly criteria: readonly string[];
  readonly adjudicated: Adjudicated;
  /** What is known of control items, by their ids. */
  readonly knownAnswers?: Readonly<Record<string, KnownAnswer>> | undefined;
}

/** What adjudicators settled, on the texts as they are. */
export interface Adjudicated {
  /** Items in the settings that were settled, as `valueUnit` of row and setting. */
  readonly cases: ReadonlySet<number>;
  /** What is preferred of two responses, by `pairUnit` (1 the first, -1 the second, 0 tied), and whose the last word was. */
  readonly preferences: ReadonlyMap<number, { readonly outcome: number; readonly by: string }>;
}

/** How many annotations, and responses, are not among what is counted. */
export interface LeftOut {
  /** Judged under a context or of a turn, of an item with more of these than are told apart (`maxSettings`). */
  readonly contexts: number;
  /** Of a single turn: they are left out where texts of responses count. */
  readonly turns: number;
  readonly orphans: number;
  readonly responses: number;
  readonly adjudications: number;
  /** Steps whose text was gone when they were saved. */
  readonly lostSteps: number;
}

/** Somebody who judged. The same name may be that of a person and of a model. */
export interface Annotator {
  readonly name: string;
  readonly kind: JudgeKind;
}

export interface AnnotationColumns {
  /** Row of the item. */
  readonly row: number[];
  readonly annotator: number[];
  /** Index into `judgeKinds`, of the annotation itself: who judges may have imported labels under the same name. */
  readonly kind: number[];
  /** Milliseconds since 1970. */
  readonly time: number[];
  /** Milliseconds; -1 where nobody measured it. */
  readonly duration: number[];
  /** Number of the context and turn among those of its item: 0 for it as it stands. See `units`. */
  readonly setting: number[];
  /** Index into `contexts`; -1 where it was judged without one. */
  readonly context: number[];
  readonly contexts: string[];
  /** The one turn that was judged, from 0; -1 where the whole was. */
  readonly turn: number[];
  readonly round: number[];
  /** Index into `servedReasons`, and how much there was of it: -1 and NaN where it is not said. */
  readonly served: number[];
  readonly servedValue: number[];
  /** 1 where guidelines were in force. */
  readonly guidelines: number[];
  /** Index into `groups`. */
  readonly group: number[];
  readonly groups: string[];
  /** How often the item came before to the same annotator: 0 for the first judgement. */
  readonly repeat: number[];
  /** 1 where the item was skipped. */
  readonly skipped: number[];
  /** Why; empty where it was not. */
  readonly skipReason: string[];
  /** The value on each scale; NaN where nothing is said. */
  readonly onScale: Readonly<Record<ScaleName, number[]>>;
  /** Index into `modeNames`; -1 where it was not made at the desk. */
  readonly mode: number[];
  /** How many responses were shown, and how many of these have a place in its ranking. */
  readonly shown: number[];
  readonly ranked: number[];
  /** 1 where responses were shown in a shuffled order. */
  readonly shuffled: number[];
  /** 1 where a model itself says in which order it was shown them: no label that was imported from somewhere. */
  readonly stated: number[];
  /** 1 where a label of the dataset was there as a suggestion. */
  readonly suggested: number[];
  /** 1 where something was said of responses being acceptable, and of those none is; -1 where nothing was. */
  readonly noneAcceptable: number[];
  /** The one response that is better than all others, by its place among those shown; -1 where none is. */
  readonly best: number[];
  /** Names of the annotations' items and of themselves, for what is opened and told. */
  readonly item: string[];
  readonly id: string[];
}

/** Two responses that an annotation compared, `first` before `second` in the dataset. */
export interface PairColumns {
  readonly annotation: number[];
  readonly first: number[];
  readonly second: number[];
  /** 1: the first is better, -1: the second, 0: tied. */
  readonly outcome: number[];
  /** 1 to 3; 0 where nothing is said. */
  readonly strength: number[];
  /** 1 where the first was shown before the second, -1 where after it. */
  readonly order: number[];
}

/** Values of one kind that annotations gave. `unit` tells what of: the same for all who valued the same. */
export interface ValueColumns {
  readonly annotation: number[];
  readonly unit: number[];
  readonly value: number[];
}

/** Kinds of values that are not of an aspect or a flag. */
export const valueKinds = [
  'preferences',
  'strengths',
  'rankings',
  'acceptable',
  'verdicts',
  'steps',
  'runSteps',
  'runCategories',
  'runFirstCategories',
] as const;
export const ratingKind = (aspect: string): string => `rating ${aspect}`;
export const flagKind = (flag: string): string => `flag ${flag}`;

/** Takes annotations one after the other. */
export class JudgementCollector {
  private readonly annotators: Annotator[] = [];
  private readonly annotatorNumbers = new Map<string, number>();
  private readonly groupNumbers = new Map<string, number>();
  private readonly annotations: AnnotationColumns = {
    row: [],
    annotator: [],
    kind: [],
    time: [],
    duration: [],
    setting: [],
    context: [],
    contexts: [],
    turn: [],
    round: [],
    served: [],
    servedValue: [],
    guidelines: [],
    group: [],
    groups: [],
    repeat: [],
    skipped: [],
    skipReason: [],
    onScale: Object.fromEntries(scaleNames.map((name) => [name, [] as number[]])) as Record<ScaleName, number[]>,
    mode: [],
    shown: [],
    ranked: [],
    shuffled: [],
    stated: [],
    suggested: [],
    noneAcceptable: [],
    best: [],
    item: [],
    id: [],
  };
  private readonly pairs: PairColumns = { annotation: [], first: [], second: [], outcome: [], strength: [], order: [] };
  private readonly values = new Map<string, ValueColumns>();
  private readonly said = new SaidCollector();
  private readonly criteria = new Map<string, number>();
  private readonly categories = new Map<string, number>();
  private readonly errorCategories = new Map<string, number>();
  private readonly flags = new Map<string, boolean>();
  private readonly flagged: { readonly annotation: number; readonly flag: string; readonly place: number }[] = [];
  private readonly places: number[][] = [];
  /** By row: the settings of an item beside it as it stands, by context and turn. */
  private readonly settings = new Map<number, Map<string, number>>();
  private readonly contextNumbers = new Map<string, number>();
  private readonly settledCases = new Set<number>();
  private readonly settled = new Map<
    number,
    { readonly outcome: number; readonly by: string; readonly time: string }
  >();
  private contexts = 0;
  private turns = 0;
  private responses = 0;
  private adjudications = 0;
  private lostSteps = 0;
  private readonly slicing: SliceIndex;

  constructor(
    private readonly facts: ItemFacts & { readonly texts: FoundTexts },
    private readonly scales: Scales = { aspects: [], criteria: [] },
  ) {
    this.slicing = new SliceIndex(facts, []);
  }

  add(annotation: Annotation, row: number): void {
    const setting = this.settingIn(annotation, row);
    if (setting === undefined) {
      this.contexts++;
      return;
    }
    if (annotation.turn !== undefined) this.turns++;
    const { judgement, shown } = annotation;
    const places = this.slicing.places(shown, row);
    this.responses += places.filter((place) => place < 0).length;
    const number = this.addAnnotation(annotation, row, setting);
    this.places.push(places);
    if (judgement.skip) return;
    const indexOf = (id: string): number => shown.indexOf(id);
    this.addPairs(annotation, number, places, indexOf);
    this.addRanking(annotation, number, places);
    const placeOf = (id: string): number => places[indexOf(id)] ?? -1;
    this.said.add(annotation, number, placeOf);
    for (const [response, isAcceptable] of Object.entries(judgement.acceptable ?? {}))
      this.valueOf('acceptable', number, placeOf(response), isAcceptable ? 1 : 0);
    for (const { response, aspect, value } of judgement.ratings ?? [])
      if (value !== null) this.valueOf(ratingKind(aspect), number, placeOf(response), value);
    for (const { response, criterion, value } of judgement.verdicts ?? []) {
      if (value === null || placeOf(response) < 0) continue;
      this.value(
        'verdicts',
        number,
        verdictUnit(placeOf(response), numbered(this.criteria, criterion), setting),
        typeof value === 'string' ? 1000 + numbered(this.categories, value) : Number(value),
      );
    }
    for (const { response, start, label, lost } of judgement.steps ?? [])
      if (lost) this.lostSteps++;
      else if (label !== null && placeOf(response) >= 0)
        this.value('steps', number, stepUnit(placeOf(response), start, setting), stepLabels.indexOf(label));
    for (const { response, step, label, lost } of judgement.runSteps ?? [])
      if (!lost && label !== null && placeOf(response) >= 0)
        this.value('runSteps', number, runStepUnit(placeOf(response), step, setting), label);
    for (const { response, step, category, firstError, lost } of judgement.runSteps ?? []) {
      if (lost || category === undefined || placeOf(response) < 0) continue;
      const value = numbered(this.errorCategories, category);
      this.value('runCategories', number, runStepUnit(placeOf(response), step, setting), value);
      if (firstError) this.valueOf('runFirstCategories', number, placeOf(response), value);
    }
    for (const { flag, response } of judgement.flags ?? []) {
      this.flags.set(flag, response !== undefined || this.flags.get(flag) === true);
      this.flagged.push({ annotation: number, flag, place: response === undefined ? -1 : placeOf(response) });
    }
  }

  /** Takes what an adjudicator settled: no vote, but what votes are held against. The last of several counts. */
  settle(annotation: Annotation, row: number): void {
    const { judgement, shown, annotator: by, time } = annotation;
    this.adjudications++;
    const setting = this.settingIn(annotation, row);
    if (judgement.skip || setting === undefined) return;
    this.settledCases.add(valueUnit(row, setting));
    const places = this.slicing.places(shown, row);
    eachPreference(
      judgement,
      (id) => shown.indexOf(id),
      shown.length,
      (winner, loser, isTied) => {
        const [better, worse] = [places[winner] ?? -1, places[loser] ?? -1];
        if (better < 0 || worse < 0 || better === worse) return;
        const unit = pairUnit(Math.min(better, worse), Math.max(better, worse), setting);
        if ((this.settled.get(unit)?.time ?? '') <= time)
          this.settled.set(unit, { outcome: isTied ? 0 : better < worse ? 1 : -1, by, time });
      },
    );
  }

  found(orphans: number): StudyJudgements {
    this.addFlags();
    const { facts, annotators, annotations, pairs, values, slicing } = this;
    const divides = dividingSlices(facts.slices);
    return {
      facts,
      annotators,
      annotations,
      pairs,
      values,
      scales: this.scales,
      said: this.said.columns,
      slices: slicing.slices,
      slicesOf: (annotation) =>
        slicing
          .of({ annotator: '', round: 0 }, annotations.row[annotation] ?? 0)
          .filter((slice) => divides[slice] === true),
      leftOut: {
        contexts: this.contexts,
        turns: this.turns,
        orphans,
        responses: this.responses,
        adjudications: this.adjudications,
        lostSteps: this.lostSteps,
      },
      criteria: [...this.criteria.keys()],
      adjudicated: { cases: this.settledCases, preferences: this.settled },
    };
  }

  /** The number of an annotation's context and turn among those of its item; none where the item has too many. */
  private settingIn({ context, turn }: Annotation, row: number): number | undefined {
    if (context === undefined && turn === undefined) return plainSetting;
    let own = this.settings.get(row);
    if (!own) this.settings.set(row, (own = new Map<string, number>()));
    const key = judgementKeyText({ context, turn });
    const known = own.get(key);
    if (known !== undefined) return known;
    if (own.size + 1 >= maxSettings) return undefined;
    own.set(key, own.size + 1);
    return own.size;
  }

  private addAnnotation(annotation: Annotation, row: number, setting: number): number {
    const { annotations: columns } = this;
    const { judgement, shown, origin, annotator, duration, ...rest } = annotation;
    const kind = judgeKindOf(origin);
    const key = `${kind === 'model' ? 'model' : 'person'} ${annotator}`;
    let number = this.annotatorNumbers.get(key);
    if (number === undefined) {
      number = this.annotators.push({ name: annotator, kind }) - 1;
      this.annotatorNumbers.set(key, number);
    }
    const acceptable = Object.values(judgement.acceptable ?? {});
    const group = rest.group ?? '';
    let groupNumber = this.groupNumbers.get(group);
    if (groupNumber === undefined) {
      groupNumber = columns.groups.push(group) - 1;
      this.groupNumbers.set(group, groupNumber);
    }
    columns.row.push(row);
    columns.annotator.push(number);
    columns.kind.push(judgeKinds.indexOf(kind));
    columns.time.push(Date.parse(rest.time));
    columns.duration.push(duration ?? -1);
    columns.setting.push(setting);
    columns.context.push(
      rest.context === undefined ? -1 : numbered(this.contextNumbers, rest.context, columns.contexts),
    );
    columns.turn.push(rest.turn ?? -1);
    columns.round.push(rest.round);
    columns.served.push(rest.served ? servedReasons.indexOf(rest.served.why) : -1);
    columns.servedValue.push(rest.served?.value ?? NaN);
    columns.guidelines.push(rest.guidelines === undefined ? 0 : 1);
    columns.group.push(groupNumber);
    columns.repeat.push(rest.repeat ?? 0);
    columns.skipped.push(judgement.skip ? 1 : 0);
    columns.skipReason.push(judgement.skip?.reason ?? '');
    for (const name of scaleNames) columns.onScale[name].push(judgement[name] ?? NaN);
    columns.mode.push(rest.mode === undefined ? -1 : modeNames.indexOf(rest.mode));
    columns.shown.push(shown.length);
    columns.ranked.push((judgement.ranking?.tiers ?? []).reduce((sum, { length }) => sum + length, 0));
    columns.shuffled.push(rest.seed === null || kind !== 'human' ? 0 : 1);
    columns.stated.push(origin.kind === 'model' ? 1 : 0);
    columns.suggested.push(rest.suggestion === undefined ? 0 : 1);
    columns.noneAcceptable.push(acceptable.length === 0 ? -1 : acceptable.some(Boolean) ? 0 : 1);
    columns.best.push(bestShown(annotation));
    columns.item.push(rest.item);
    return columns.id.push(rest.id) - 1;
  }

  private addPairs(
    { judgement, shown }: Annotation,
    annotation: number,
    places: readonly number[],
    indexOf: (id: string) => number,
  ): void {
    const { pairs } = this;
    const setting = this.annotations.setting[annotation] ?? plainSetting;
    const strengths = new Map<number, number>();
    for (const { a, b, strength, criterion } of judgement.comparisons ?? []) {
      if (strength === undefined || criterion !== undefined) continue;
      const [one, other] = [places[indexOf(a)] ?? -1, places[indexOf(b)] ?? -1];
      if (one >= 0 && other >= 0 && one !== other)
        strengths.set(pairUnit(Math.min(one, other), Math.max(one, other), setting), strength);
    }
    eachPreference(judgement, indexOf, shown.length, (winner, loser, isTied) => {
      const [better, worse] = [places[winner] ?? -1, places[loser] ?? -1];
      if (better < 0 || worse < 0 || better === worse) return;
      const [first, second] = [Math.min(better, worse), Math.max(better, worse)];
      const unit = pairUnit(first, second, setting);
      const outcome = isTied ? 0 : better === first ? 1 : -1;
      const strength = strengths.get(unit) ?? 0;
      pairs.annotation.push(annotation);
      pairs.first.push(first);
      pairs.second.push(second);
      pairs.outcome.push(outcome);
      pairs.strength.push(strength);
      pairs.order.push((better === first) === winner < loser ? 1 : -1);
      this.value('preferences', annotation, unit, outcome);
      if (strength > 0 || strengths.size > 0)
        this.value('strengths', annotation, unit, outcome * Math.max(1, strength));
    });
  }

  /** Where each response stands in a ranking of three or more: 0 the best, 1 the worst. */
  private addRanking(
    { judgement: { ranking }, shown }: Annotation,
    annotation: number,
    places: readonly number[],
  ): void {
    if (!ranking || shown.length < 3) return;
    const depths = new Map(ranking.tiers.flatMap((tier, depth) => tier.map((id) => [id, depth] as const)));
    const depthOf = (id: string): number => depths.get(id) ?? ranking.tiers.length;
    for (const [at, id] of shown.entries()) {
      const own = depthOf(id);
      let [above, same] = [0, 0];
      for (const other of shown) {
        const depth = depthOf(other);
        if (depth < own) above++;
        if (depth === own) same++;
      }
      this.valueOf('rankings', annotation, places[at] ?? -1, (above + (same - 1) / 2) / (shown.length - 1));
    }
  }

  /** Who judged an item and did not set a flag that others use says so: 0. */
  private addFlags(): void {
    const set = new Set(this.flagged.map(({ annotation, flag, place }) => `${annotation} ${place} ${flag}`));
    for (const [flag, isOfResponses] of this.flags) {
      for (const [annotation, places] of this.places.entries()) {
        if (this.annotations.skipped[annotation] === 1) continue;
        if (!isOfResponses) {
          const isSet = set.has(`${annotation} -1 ${flag}`);
          this.valueOf(flagKind(flag), annotation, this.annotations.row[annotation] ?? 0, isSet ? 1 : 0);
        } else
          for (const place of places)
            this.valueOf(flagKind(flag), annotation, place, set.has(`${annotation} ${place} ${flag}`) ? 1 : 0);
      }
    }
  }

  /** Takes a value of a response, or of an item's row. */
  private valueOf(kind: string, annotation: number, place: number, value: number): void {
    if (place >= 0)
      this.value(kind, annotation, valueUnit(place, this.annotations.setting[annotation] ?? plainSetting), value);
  }

  private value(kind: string, annotation: number, unit: number, value: number): void {
    if (unit < 0 || Number.isNaN(value)) return;
    let columns = this.values.get(kind);
    if (!columns) this.values.set(kind, (columns = { annotation: [], unit: [], value: [] }));
    columns.annotation.push(annotation);
    columns.unit.push(unit);
    columns.value.push(value);
  }
}

function numbered(numbers: Map<string, number>, key: string, names?: string[]): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  names?.push(key);
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function bestShown({ judgement: { ranking, comparisons = [] }, shown }: Annotation): number {
  const [first] = ranking?.tiers ?? [];
  if (first) return first.length === 1 && shown.length > 1 ? shown.indexOf(first[0] ?? '') : -1;
  const [only] = comparisons;
  if (shown.length !== 2 || comparisons.length !== 1 || !only || only.criterion !== undefined) return -1;
  return only.outcome === 'a' ? shown.indexOf(only.a) : only.outcome === 'b' ? shown.indexOf(only.b) : -1;
}

/** Whose judgements count: people's, and those of models where only models judged. */
export function votersAmong(annotators: readonly Annotator[], wanted?: readonly JudgeKind[]): readonly JudgeKind[] {
  if (wanted) return wanted;
  return annotators.length > 0 && annotators.every(({ kind }) => kind === 'model') ? judgeKinds : people;
}

/** Whether each slice is one of several by the same field: a field with one value divides nothing. */
export function dividingSlices(slices: readonly CoverageSlice[]): boolean[] {
  const counts = new Map<string, number>();
  for (const { by } of slices) counts.set(by, (counts.get(by) ?? 0) + 1);
  return slices.map(({ by }) => (counts.get(by) ?? 0) > 1);
}
