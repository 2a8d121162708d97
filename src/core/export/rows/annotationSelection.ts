import type { Replay, CurrentAnnotation } from '../../journal/replay';
import type { Annotation } from '../../model/annotation/annotation';
import { judgeKinds, people, type JudgeKind } from '../../model/annotation/judgeKind';
import { isPlainKey } from '../../model/annotation/judgementKey';
import type { Project } from '../../model/study/project';
import type { ExportOptions } from '../format';
import type { DropReason } from '../dropReasons';
import { isOfGroup } from './pseudonyms';

/** Which judgements are exported. What is asked of one before it is read stands in its replay, the rest in its line. */

/**
 * The judgements that a record gives, of those on its item. Of records that repeat an item the first gives all, and
 * those after it only what is missing: as many judgements come out as there are of them, or as there are records,
 * whichever is more. (In summarize-from-feedback each of an item's workers has a record; HH-RLHF repeats some of its
 * pairs.) Where one preference is made of all, only the first gives any.
 */
export function currentAnnotationsFor(
  repetition: number,
  currentAnnotations: readonly CurrentAnnotation[],
  once = false,
): readonly CurrentAnnotation[] {
  if (repetition === 0) return currentAnnotations;
  const bare = currentAnnotations.filter(isPlainKey);
  return once || repetition < bare.length || bare.length === 0 ? [] : bare.slice(repetition % bare.length).slice(0, 1);
}

/**
 * What a record gives of the judgements on its item, by how often the item came before; undefined where it gives
 * nothing. Where all items have a row, the first record of one has it.
 */
export function givenBy(
  repetition: number,
  currentAnnotations: readonly CurrentAnnotation[],
  { items, aggregate, format }: Pick<ExportOptions, 'items' | 'aggregate' | 'format'>,
): readonly CurrentAnnotation[] | undefined {
  if (items === 'all') return repetition > 0 ? undefined : currentAnnotations;
  const given = currentAnnotationsFor(
    repetition,
    currentAnnotations,
    aggregate !== undefined || format.perItem === true,
  );
  return given.length > 0 ? given : undefined;
}

/** Whether judgements of somebody are asked for; those of adjudicators are where `adjudicated` says so, by any name. */
export const isWanted = (
  annotator: string,
  { annotators, adjudicated }: Pick<ExportOptions, 'annotators' | 'adjudicated'>,
  role?: 'adjudicator',
): boolean => (role !== undefined && adjudicated !== undefined) || (annotators?.includes(annotator) ?? true);

/**
 * Whose judgements an export is of where no option says it: people vote, models suggest. Models count where their names
 * are asked for, and where no person judged anything, as of UltraFeedback just imported: to export nothing of it would
 * help nobody, and it is told (`only-models`).
 */
export function votersOf(
  { hasPeople }: Pick<Replay, 'hasPeople'>,
  { origins, annotators }: Pick<ExportOptions, 'origins' | 'annotators'>,
): readonly JudgeKind[] {
  return origins ?? (annotators || !hasPeople ? judgeKinds : people);
}

/** Who made a judgement, as far as its replay tells, which is all. */
export const kindOfAnnotation = ({ imported, byModel }: Pick<CurrentAnnotation, 'imported' | 'byModel'>): JudgeKind =>
  byModel ? 'model' : imported ? 'imported' : 'human';

/** The part of a study that names its control items. */
export interface PlannedStudy {
  readonly project: Pick<Project, 'plan'>;
}

/** Ids of the control items that are not exported. */
export const controlsLeftOut = (
  { project }: PlannedStudy,
  { controls }: Pick<ExportOptions, 'controls'>,
): ReadonlySet<string> => new Set(controls === 'keep' ? [] : project.plan?.controls?.items);

/** Why a judgement is none of those that are exported, whatever it says. */
export function leftOutReason(
  currentAnnotation: CurrentAnnotation,
  options: Pick<ExportOptions, 'adjudicated' | 'context' | 'origins' | 'voters'> & {
    readonly format?: Pick<ExportOptions['format'], 'keepsContexts' | 'keepsAll' | 'takesTurns'>;
  },
  controls: ReadonlySet<string>,
): DropReason | undefined {
  const { item, context, repeat, turn, role } = currentAnnotation;
  if (controls.has(item)) return 'control';
  if (role !== undefined && options.adjudicated === undefined && !options.format?.keepsAll) return 'adjudication';
  if (repeat !== undefined && !options.format?.keepsAll) return 'repeat';
  if (turn !== undefined && !options.format?.keepsAll && !options.format?.takesTurns) return 'one-turn';
  if (context !== undefined && options.context === 'none' && !options.format?.keepsContexts) return 'other-context';
  const { origins, voters = origins } = options;
  return voters?.includes(kindOfAnnotation(currentAnnotation)) === false
    ? origins
      ? 'other-origin'
      : 'by-model'
    : undefined;
}

/**
 * Why a judgement gives way to what adjudicators settled of its item: to one on the same texts, under the same context
 * and of the same turn, or to any where only adjudicated items are asked for. Reads the keys and states of the item's judgements.
 */
export function adjudicatedReason(
  { context, turn, role }: CurrentAnnotation,
  all: readonly CurrentAnnotation[],
  { hash }: { readonly hash: string },
  { adjudicated }: Pick<ExportOptions, 'adjudicated'>,
): DropReason | undefined {
  if (adjudicated === undefined || role !== undefined) return undefined;
  const isSettled = all.some(
    (each) =>
      each.role !== undefined && each.context === context && each.turn === turn && each.hash === hash && !each.skipped,
  );
  return isSettled ? 'adjudicated' : adjudicated === 'only' ? 'not-adjudicated' : undefined;
}

/** Whether an annotation flags the item or a response by one of these names. */
export const isFlagged = (
  { judgement: { flags = [] } }: Pick<Annotation, 'judgement'>,
  names: readonly string[] = [],
): boolean => flags.some(({ flag }) => names.includes(flag));

/** Why an annotation is not wanted: the first of the filters that does not let it through. */
export function unwantedReason(annotation: Annotation, options: ExportOptions): DropReason | undefined {
  const {
    group,
    round,
    rubrics,
    guidelines,
    judgement: { confidence },
  } = annotation;
  if (options.groups && !isOfGroup(group ?? '', options.groups, options)) return 'other-group';
  if (options.rounds && !options.rounds.includes(round)) return 'other-round';
  if (
    options.rubrics &&
    !Object.entries(options.rubrics).every(([id, version]) =>
      rubrics.some((each) => each.id === id && each.version === version),
    )
  )
    return 'other-rubric';
  if (options.guidelines && !options.guidelines.includes(guidelines?.version ?? '')) return 'other-guidelines';
  if (options.withFlags && !isFlagged(annotation, options.withFlags)) return 'not-flagged';
  if (isFlagged(annotation, options.withoutFlags)) return 'flagged';
  // An adjudicator settles what others are unsure of: a confidence that they do not state is no doubt.
  if (annotation.role !== undefined && confidence === undefined) return undefined;
  if (options.minConfidence === undefined || (confidence ?? -1) >= options.minConfidence) return undefined;
  return confidence === undefined ? 'no-confidence' : 'less-sure';
}
