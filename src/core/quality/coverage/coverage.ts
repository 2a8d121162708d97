import { dirname } from 'node:path';
import { sourceName } from '../../dataset/sources/sources';
import type { Study } from '../../study/study';
import type { CoverageSlice, CriterionFigures, RedundantFigures, StudyFigures } from '../../model/report/coverage';
import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { CritiqueCounts } from '../../model/report/critiqueCounts';
import { proportionOf } from '../rate';
import { StudyCriteria, type NumberedCriterion } from './studyCriteria';
import type { Coverage } from './coverageResult';
import {
  alwaysNo,
  alwaysYes,
  minForFinding,
  lowAgreement,
  neverSeparating,
  neverUsed,
  redundancyOf,
  reliabilityOf,
  unfilledSlices,
  wrongSignWeights,
} from './findings';
import { readItemFacts, type FactsOptions, type ItemFacts } from './items/itemFacts';
import type { TextsWanted } from './items/responseTexts';
import { countedAnnotationsOf, type CountedAnnotations } from './counts/countedAnnotations';
import { RuleCounter } from './counts/ruleCounts';
import { SliceIndex } from './sliceIndex';
import { slicingsByVariation } from './sliceVariation';
import { spanTypesOf } from './selectableSpanTypes';
import { CoverageCounter } from './counts/coverageCounter';
import type { CriterionAgreement } from './criterionAgreement';

/**
 * Coverage is two passes: one over the dataset, for what slices and scopes need of items (60 bytes an item), which is
 * kept in the cache where there is one by the versions of the files and the rubrics' scopes; one over the annotations
 * in force in the order of their lines, read in stretches. What is counted takes criteria × slices; worths of
 * responses, verdicts on those that several judged, and the differences of preferred pairs, are kept, as columns of
 * numbers. Pairs of criteria take no memory: each criterion is held against all others by itself, at the end. What
 * stands behind a cell is looked for when somebody asks. Whatever the order of lines, the figures are the same.
 *
 * A new figure is a class that takes one annotation after the other (`add`), a line in `tallies` that gives it each,
 * its shape in `model/report/coverage` with the formula, and the same counted by hand in `test/unit/quality/coverage/byHand`,
 * which every figure is held against on studies drawn at random.
 */

/** By what a study is sliced where nothing is said, beside what its plan names. */
const usualSlices = ['annotator', 'round', 'source', 'model', 'language', 'tags'] as const;

/** So many of the items that nobody judged, and of the slices that stand out, are named. */
const maxUnjudged = 100;
const maxSlices = 20;

export interface CoverageOptions extends Pick<FactsOptions, 'signal' | 'onBytes' | 'cacheFolder' | 'maxBytes'> {
  /** Whose judgements count; people's where nothing is said, and models' where no person judged anything. */
  readonly voters?: readonly JudgeKind[] | undefined;
  /** Whose judgements count, of those; everybody's where nothing is said. */
  readonly annotators?: readonly string[] | undefined;
  /** Whose do not. */
  readonly without?: readonly string[] | undefined;
  /**
   * By what annotations and responses are sliced (see `CoverageSlice.by`); `usualSlices` and the plan's own where
   * nothing is said.
   */
  readonly by?: readonly string[] | undefined;
  /** Whether by fields of the metadata with few values too (see `slicingFields`): where `by` says nothing, they are. */
  readonly withFields?: boolean | undefined;
  /**
   * The types of spans that can be chosen, for those that are never used; the study's own where nothing is said (see
   * `spanTypesOf`).
   */
  readonly spanTypes?: readonly string[] | undefined;
  /** Whether what is seen of responses' texts is wanted too, and how much of it: reports other than coverage do. */
  readonly withTexts?: TextsWanted | undefined;
  /** Hears what part of the annotations was counted, once the dataset was read. */
  readonly onJudged?: (fraction: number) => void;
}

/** By what coverage slices a study. */
export const slicesWanted = ({ project }: Pick<Study, 'project'>, { by }: CoverageOptions): readonly string[] => [
  ...new Set(by ?? [...usualSlices, ...(project.plan?.slices ?? [])]),
];

/**
 * What coverage knows of a study's items; reads the dataset once, and not again where `cacheFolder` has what was found
 * and the files are the same.
 * @param slice is among those that items are in
 */
export async function itemFactsOf(
  study: Study,
  criteria: StudyCriteria,
  options: CoverageOptions,
  slice?: CoverageSlice,
): Promise<ItemFacts> {
  const { signal, onBytes, cacheFolder, maxBytes, by: wanted, withFields = wanted === undefined, withTexts } = options;
  const by = slicesWanted(study, options);
  const facts = await readItemFacts(
    study.data,
    {
      by,
      withFields,
      withTexts,
      inForce: criteria.inForce.map(({ rubric }) => rubric.scope),
      scopes: criteria.rubrics.map(({ scope }) => scope),
      nameOf: (file) => sourceName(file, study.project.dataset.sources, dirname(study.file)),
    },
    { signal, ...(onBytes && { onBytes }), cacheFolder, maxBytes },
  );
  const has = (each: string): boolean => by.includes(each) || facts.slices.some((known) => known.by === each);
  return slice === undefined || has(slice.by)
    ? facts
    : itemFactsOf(study, criteria, { ...options, by: [...by, slice.by], withFields });
}

/**
 * What the study's rubrics cover and explain: one pass over its dataset, and one over the annotations in force.
 * Judgements of items that changed or are gone are left out, as are those of items that came again. The study's
 * journals must have been read (`Study.refresh`). The order of lines and files does not matter. Throws `signal.reason`
 * once aborted, the file system's error if a file cannot be read, and as `Journal.fetchAll` does.
 */
export async function coverageOf(study: Study, options: CoverageOptions = {}): Promise<Coverage> {
  const criteria = new StudyCriteria(study.rubrics);
  const facts = await itemFactsOf(study, criteria, options);
  const judgements = countedAnnotationsOf(study, facts, options);
  const slicing = new SliceIndex(facts, slicesWanted(study, options));
  const tallies = new CoverageCounter(criteria, facts, slicing, judgements.judges);
  const rules = new RuleCounter(study.rules);
  let read = 0;
  for await (const batch of judgements.read(options.signal)) {
    for (const { annotation, row } of batch) {
      tallies.add(annotation, row);
      rules.add(annotation, row, (judgements.judges[row] ?? 0) > 1 && annotation.context === undefined);
    }
    options.onJudged?.((read += batch.length) / judgements.count);
  }
  const figures = figuresOf(criteria, facts, judgements, slicing, tallies, await tallies.critiques.counts(study), {
    spanTypes: spanTypesOf(study.project, tallies.spans),
    ...options,
  });
  return { ...figures, rules: rules.counts };
}

function figuresOf(
  criteria: StudyCriteria,
  facts: ItemFacts,
  judgements: Pick<CountedAnnotations, 'orphans' | 'repeats' | 'byModels'>,
  { slices }: SliceIndex,
  tallies: CoverageCounter,
  critiques: CritiqueCounts,
  { spanTypes }: CoverageOptions,
): Omit<Coverage, 'rules'> {
  const { ofEach: agreement, differing } = tallies.agreeing.figures();
  const figures = criterionFigures(criteria, tallies, agreement);
  const named = (number: number): string => criteria.all[number]?.criterion.id ?? '';
  const reliabilities = figures.map(reliabilityOf);
  const redundancy = (a: number, b: number, correlation: number, n: number): ReturnType<typeof redundancyOf> =>
    redundancyOf(correlation, n, reliabilities[a] ?? null, reliabilities[b] ?? null);
  const redundant = tallies.redundancy
    .those((a, b, correlation, n) => redundancy(a, b, correlation, n) !== null, minForFinding)
    .map(({ a, b, correlation, n }): RedundantFigures => ({
      a: named(a),
      b: named(b),
      correlation,
      n,
      ...redundancy(a, b, correlation, n),
    }));
  const { preferring, circumstances } = tallies;
  const unjudged = circumstances.unjudged(maxUnjudged);
  const [unexplained, against] = preferring.overall.rates(2);
  const { annotations, skipped, annotators, items, origins } = circumstances.counts;
  const [chances, unfilled] = figures.reduce(
    ([all, open], figure) => [all + figure.chances, open + figure.unfilled],
    [0, 0],
  );
  const study: StudyFigures = {
    items: {
      count: facts.count,
      judged: items,
      unjudged: {
        count: unjudged.count,
        first: unjudged.rows.map((row) => facts.ordinals[row] ?? 0).sort((a, b) => a - b),
      },
      withoutRubric: {
        rate: proportionOf(facts.withoutRubric.count, facts.count),
        count: facts.withoutRubric.count,
        first: facts.withoutRubric.items,
      },
    },
    annotations: {
      count: annotations,
      skipped,
      annotators,
      orphans: judgements.orphans,
      repeats: judgements.repeats,
      byModels: judgements.byModels,
    },
    origins: { criteria: originsOf(criteria.all), annotations: origins },
    unfilled: proportionOf(unfilled, chances),
    unfilledSlices: unfilledSlices(
      slices,
      criteria.count,
      tallies.matrix,
      chances === 0 ? 0 : unfilled / chances,
    ).slice(0, maxSlices),
    varyingBy: slicingsByVariation(slices, criteria.count, tallies.matrix),
    differingAnnotators: differing,
    lowAgreement: lowAgreement(figures),
    alwaysYes: alwaysYes(figures),
    alwaysNo: alwaysNo(figures),
    neverUsed: neverUsed(figures),
    neverSeparating: neverSeparating(figures),
    wrongWay: wrongSignWeights(figures),
    redundant,
    unexplained: { rate: unexplained ?? null, count: preferring.unexplained.count, first: preferring.unexplained.all },
    against: {
      rate: against ?? null,
      count: preferring.against.count,
      equal: preferring.equal,
      first: preferring.against.all,
    },
    preferences: preferring.pairs,
    withoutReason: circumstances.withoutReason,
    underOldVersions: circumstances.underOldVersions,
    unknownCriteria: { verdicts: tallies.unknownVerdicts, ids: [...tallies.unknownIds].sort().slice(0, 20) },
  };
  return {
    slices,
    criteria: figures,
    matrix: tallies.matrix,
    study,
    spans: tallies.spans.counts(spanTypes),
    critiques,
    faulty: facts.faulty,
  };
}

/** Log-odds of all criteria together that are no more than this are none: the search for them ends about as near to 0. */
const nothing = 1e-5;

function criterionFigures(
  criteria: StudyCriteria,
  tallies: CoverageCounter,
  agreement: readonly CriterionAgreement[],
): CriterionFigures[] {
  const [yes, right] = [tallies.yes.rates(criteria.count), tallies.preferring.right.rates(criteria.count)];
  const implied = tallies.preferring.impliedWeights();
  const separates = criteria.all.filter(({ number }) => tallies.preferring.separatedBy(number) > 0);
  const stated = separates.reduce((sum, { criterion }) => sum + Math.abs(criterion.weight), 0);
  const estimated = separates.reduce((sum, { number }) => sum + Math.abs(implied.logOdds[number] ?? 0), 0);
  const scale = estimated > nothing ? stated / estimated : 0;
  return criteria.all.map((each) =>
    tallies.figuresOf(
      each,
      {
        agreement: agreement[each.number] ?? { metric: 'nominal', alpha: null, units: 0, values: 0, same: null },
        yes: yes[each.number] ?? null,
        right: right[each.number] ?? null,
      },
      implied,
      scale,
    ),
  );
}

/** Who wrote the criteria in force: "human", "model NAME", "hybrid NAME", or "unknown" where nothing is said. */
function originsOf(criteria: readonly NumberedCriterion[]): { origin: string; criteria: number }[] {
  const counts = new Map<string, number>();
  for (const { inForce, criterion } of criteria) {
    if (!inForce) continue;
    const { origin } = criterion;
    const name = origin === undefined ? 'unknown' : origin.kind === 'human' ? 'human' : `${origin.kind} ${origin.name}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([origin, count]) => ({ origin, criteria: count }))
    .sort((a, b) => b.criteria - a.criteria || (a.origin < b.origin ? -1 : 1));
}
