import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { CountOf, WorkFigures } from '../../model/report/quality';
import { meanCount, type Assignment } from '../../model/study/assignment';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { eachUnit, firstBy, ofWhole, oncePerItem, valuesOf } from '../judgements/valuesOf';
import { dividingSlices, type StudyJudgements } from '../judgements/studyJudgements';
import { plainSetting, valueUnit } from '../judgements/units';
import { crossedSlices } from './crossedSlices';

/** More annotators of an item than this count as so many. */
const maxJudges = 10;

/**
 * How far the work is, what it cost, and what its labels look like.
 * @param plan who judges what; nobody is named where there is none
 */
export function workOf(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
  plan: Assignment | undefined,
): WorkFigures {
  const { annotations, annotators, facts, pairs } = judgements;
  const isVoter = annotators.map(({ kind }) => voters.includes(kind));
  const wanted = firstBy(judgements, voters);
  const isFirst = oncePerItem(judgements, wanted);
  const judges = new Uint16Array(facts.count);
  const byAnnotator = annotators.map(() => ({ judged: 0, skipped: 0, last: -Infinity }));
  const durations: number[] = [];
  let [count, skipped, time] = [0, 0, 0];
  for (let at = 0; at < annotations.row.length; at++) {
    const annotator = annotations.annotator[at] ?? 0;
    const own = byAnnotator[annotator];
    if (isVoter[annotator] !== true || !own) continue;
    time += Math.max(0, annotations.duration[at] ?? 0);
    own.last = Math.max(own.last, annotations.time[at] ?? 0);
    if (annotations.repeat[at] !== 0) continue;
    count++;
    if (annotations.skipped[at] === 1) {
      skipped++;
      own.skipped++;
      continue;
    }
    if (isFirst(at)) {
      own.judged++;
      const row = annotations.row[at] ?? 0;
      judges[row] = (judges[row] ?? 0) + 1;
    }
    if ((annotations.duration[at] ?? -1) >= 0) durations.push(annotations.duration[at] ?? 0);
  }
  durations.sort((a, b) => a - b);
  const coverage = new Array<number>(
    Math.min(
      maxJudges,
      judges.reduce((max, own) => Math.max(max, own), 0),
    ) + 1,
  ).fill(0);
  for (const own of judges) {
    const place = Math.min(maxJudges, own);
    coverage[place] = (coverage[place] ?? 0) + 1;
  }
  const named = new Map(
    annotators.flatMap(({ name }, number) => (isVoter[number] ? [[name, byAnnotator[number]] as const] : [])),
  );
  for (const name of plan?.annotators ?? []) if (!named.has(name)) named.set(name, undefined);
  return {
    items: facts.count,
    judged: facts.count - (coverage[0] ?? 0),
    annotations: count,
    skipped,
    coverage,
    annotators: [...named].map(([name, own]) => ({
      name,
      assigned: plan?.annotators.includes(name) ? shareOf(plan, facts.count) : null,
      judged: own?.judged ?? 0,
      skipped: own?.skipped ?? 0,
      last: own && Number.isFinite(own.last) ? new Date(own.last).toISOString() : null,
    })),
    slices: sliceProgress(judgements, judges),
    crossed: crossedSlices(judgements, judges),
    time,
    median: durations[Math.floor(durations.length / 2)] ?? null,
    ...costs(judgements, wanted),
    ...labels(judgements, wanted),
    skips: skipReasons(judgements, isVoter),
    repeatedPrompts: facts.count - new Set(facts.texts.prompts).size,
    repeatedResponses: facts.texts.repeated.reduce((sum, each) => sum + each, 0),
    diversity: facts.texts.wordPairs.all === 0 ? null : facts.texts.wordPairs.distinct / facts.texts.wordPairs.all,
    responses: facts.texts.lengths.length,
    preferences: preferenceCounts(pairs, wanted),
    balance: balanceOf(judgements, wanted),
  };
}

/** How many items come to each of a plan's annotators, as the draw makes likely. */
function shareOf(plan: Assignment, items: number): number {
  const known = Math.min(items, plan.controls?.size ?? 0);
  return Math.round(((items - known) * meanCount(plan)) / plan.annotators.length + known);
}

function sliceProgress({ facts }: StudyJudgements, judges: Uint16Array): WorkFigures['slices'] {
  const counts = facts.slices.map(() => ({ items: 0, judged: 0 }));
  for (let row = 0; row < facts.count; row++) {
    let last = -1;
    for (let at = row === 0 ? 0 : (facts.ends[row - 1] ?? 0); at < (facts.ends[row] ?? 0); at++) {
      const slice = facts.members[at] ?? 0;
      const own = counts[slice];
      if (!own || slice === last) continue;
      last = slice;
      own.items++;
      if ((judges[row] ?? 0) > 0) own.judged++;
    }
  }
  const divides = dividingSlices(facts.slices);
  return facts.slices.flatMap(({ by, value }, slice) => {
    const { items, judged } = counts[slice] ?? { items: 0, judged: 0 };
    return items > 0 && divides[slice] === true ? [{ by, value, items, judged }] : [];
  });
}

/** Time that went into what had been judged already, and into items on which annotators prefer the opposite. */
function costs(
  judgements: StudyJudgements,
  wanted: (annotation: number) => boolean,
): Pick<WorkFigures, 'repeatedTime' | 'disputedTime' | 'disputedItems'> {
  const { annotations } = judgements;
  const disputed = new Set<number>();
  for (const kind of ['preferences', 'acceptable']) {
    const valued = valuesOf(judgements, kind, wanted);
    eachUnit(valued, (begin, end) => {
      let [low, high] = [Infinity, -Infinity];
      for (let at = begin; at < end; at++) {
        const value = valued.values[at] ?? 0;
        if (kind === 'preferences' && value === 0) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (low < high) disputed.add(valued.items[begin] ?? 0);
    });
  }
  let [repeatedTime, disputedTime] = [0, 0];
  const seen = new Set<number>();
  const order = Array.from({ length: annotations.row.length }, (_, at) => at).sort(
    (a, b) => (annotations.time[a] ?? 0) - (annotations.time[b] ?? 0),
  );
  for (const at of order) {
    if (!wanted(at)) continue;
    const row = annotations.row[at] ?? 0;
    // Under another context or of another turn, it had not been judged.
    const judged = valueUnit(row, annotations.setting[at] ?? plainSetting);
    const duration = Math.max(0, annotations.duration[at] ?? 0);
    if (seen.has(judged)) repeatedTime += duration;
    seen.add(judged);
    if (disputed.has(row)) disputedTime += duration;
  }
  return { repeatedTime, disputedTime, disputedItems: disputed.size };
}

function preferenceCounts(
  pairs: StudyJudgements['pairs'],
  wanted: (annotation: number) => boolean,
): WorkFigures['preferences'] {
  let [strict, tied] = [0, 0];
  for (let at = 0; at < pairs.annotation.length; at++) {
    if (!wanted(pairs.annotation[at] ?? 0)) continue;
    if (pairs.outcome[at] === 0) tied++;
    else strict++;
  }
  return { strict, tied };
}

function labels(
  judgements: StudyJudgements,
  wanted: (annotation: number) => boolean,
): Pick<WorkFigures, 'strengths' | 'lengthGap' | 'lengthHistogram'> {
  const { pairs, facts } = judgements;
  const { lengths } = facts.texts;
  const isWhole = ofWhole(judgements);
  const strengths = new Map<number, number>();
  const gaps: number[] = [];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const outcome = pairs.outcome[at] ?? 0;
    if (!wanted(pairs.annotation[at] ?? 0)) continue;
    const strength = pairs.strength[at] ?? 0;
    if (strength > 0) strengths.set(strength, (strengths.get(strength) ?? 0) + 1);
    if (outcome !== 0 && isWhole(pairs.annotation[at] ?? 0))
      gaps.push(outcome * ((lengths[pairs.first[at] ?? 0] ?? 0) - (lengths[pairs.second[at] ?? 0] ?? 0)));
  }
  gaps.sort((a, b) => a - b);
  const quantile = (part: number): number => gaps[Math.min(gaps.length - 1, Math.floor(part * gaps.length))] ?? 0;
  return {
    strengths: [...strengths].sort(([a], [b]) => a - b).map(([of, count]): CountOf => ({ of: String(of), count })),
    lengthGap: gaps.length === 0 ? null : [0.05, 0.25, 0.5, 0.75, 0.95].map(quantile),
    lengthHistogram: histogramOf(gaps, quantile(0.05), quantile(0.95)),
  };
}

const bins = 10;

/** How many values lie in each of some bins of a round width between two bounds. @param values rising */
function histogramOf(values: readonly number[], low: number, high: number): WorkFigures['lengthHistogram'] {
  if (values.length < 2 || low >= high) return [];
  const power = 10 ** Math.floor(Math.log10((high - low) / bins));
  const width = Math.max(1, [1, 2, 5, 10].map((step) => step * power).find((step) => step * bins >= high - low) ?? 1);
  const begin = Math.floor(low / width) * width;
  const count = Math.ceil((high - begin + 1) / width);
  return Array.from({ length: count }, (_, bin) => {
    const [from, to] = [begin + bin * width, begin + (bin + 1) * width];
    return { from, to, count: values.filter((value) => value >= from && value < to).length };
  });
}

function balanceOf(judgements: StudyJudgements, wanted: (annotation: number) => boolean): WorkFigures['balance'] {
  const shareOf = (kind: string, isCounted: (value: number) => boolean): Estimate | null => {
    const { items, values } = valuesOf(judgements, kind, wanted);
    const byItem = new Map<number, [number, number]>();
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      if (!isCounted(value)) continue;
      const own = byItem.get(items[at] ?? 0) ?? [0, 0];
      byItem.set(items[at] ?? 0, own);
      own[0] += value > 0 ? 1 : 0;
      own[1]++;
    }
    const sums = new ItemSums(2);
    for (const own of byItem.values()) sums.item().set(own);
    return estimateOf(sums, ([part = 0, all = 0]) => (all > 0 ? part / all : null), [0, 1]);
  };
  return { first: shareOf('preferences', (value) => value !== 0), acceptable: shareOf('acceptable', () => true) };
}

function skipReasons({ annotations }: StudyJudgements, isVoter: readonly boolean[]): CountOf[] {
  const counts = new Map<string, number>();
  for (const [at, reason] of annotations.skipReason.entries())
    if (reason !== '' && isVoter[annotations.annotator[at] ?? -1] === true)
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([of, count]) => ({ of, count }));
}
