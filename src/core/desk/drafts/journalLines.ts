import { offsetsFromMessage } from '../../journal/codePointOffsets';
import { journalVersion, type Annotation, type Judgement, type Retraction } from '../../model/annotation/annotation';
import type { Checks } from '../../model/annotation/checkEvidence';
import { currentQuestion } from '../../model/study/project';
import { plainKey, judgementKeyOf } from '../../model/annotation/judgementKey';
import { currentRubrics } from '../../rubric/inForce';
import type { Study } from '../../study/study';
import type { OpenItem } from '../item/openItem';
import { withStepQuotes } from '../stepOffsets';

/** The fields of a judgement's line beside the judgement and the item. */
interface Circumstances {
  readonly id: string;
  /** The group that the annotator judges as a member of. */
  readonly group: string | undefined;
  /** Milliseconds of work. */
  readonly duration: number;
  /** The version of the guidelines in force. */
  readonly guidelines: string | undefined;
}

/** A person's judgement, made now, as the line of the journal that says it. */
export function annotationOf(
  { shown, draft, suggestion, annotation, served, checks, views }: OpenItem,
  said: Judgement,
  { project, rubrics }: Pick<Study, 'project' | 'rubrics'>,
  { id, group, duration, guidelines }: Circumstances,
): Annotation {
  const { item, annotator, seed, judgementKey = plainKey, responses } = shown;
  const judgement = withStepQuotes(said, responses);
  return {
    v: journalVersion,
    type: 'annotation',
    id,
    item: item.id,
    hash: item.hash,
    annotator,
    ...judgementKeyOf(judgementKey),
    ...(group !== undefined && { group }),
    time: new Date().toISOString(),
    ...servedFirst(annotation?.served, served),
    ...(judgement.skip === undefined && { mode: draft.mode }),
    duration: Math.round(duration),
    origin: { kind: 'human' },
    round: project.round,
    question: { version: currentQuestion(project).version },
    ...(guidelines !== undefined && { guidelines: { version: guidelines } }),
    rubrics: [...currentRubrics(rubrics, item)],
    shown: responses.map((response) => response.id),
    seed,
    ...viewsIn(views, responses),
    ...offsetsFromMessage(judgement),
    ...suggestedIn(suggestion, annotation, judgement),
    ...(checks && { checks: checksOn(checks, responses) }),
    judgement,
  };
}

/** How the responses were shown that were not formatted. */
function viewsIn(views: OpenItem['views'], responses: readonly { readonly id: string }[]): Pick<Annotation, 'views'> {
  const others = responses.flatMap(({ id }, index) => {
    const view = views?.[index] ?? 'formatted';
    return view === 'formatted' ? [] : [[id, view] as const];
  });
  return others.length > 0 ? { views: Object.fromEntries(others) } : {};
}

/** Why the item came when it was judged first. */
const servedFirst = (before: Annotation['served'], now: OpenItem['served']): Pick<Annotation, 'served'> => {
  const served = before ?? now;
  return served ? { served } : {};
};

/**
 * Gives the suggestion as it stood before the first judgement of the item, which later lines repeat; nothing for a
 * skip.
 */
function suggestedIn(
  suggestion: OpenItem['suggestion'],
  before: Annotation | undefined,
  { skip }: Judgement,
): Pick<Annotation, 'suggestion'> {
  if (skip) return {};
  if (!suggestion) return before?.suggestion ? { suggestion: before.suggestion } : {};
  const { by, judgement } = suggestion;
  return { suggestion: { ...(by !== undefined && { by }), judgement } };
}

/** Results of tests on the responses that are judged; an edit that is gone has none. */
const checksOn = (checks: Checks, responses: readonly { readonly id: string }[]): Checks => {
  const ids = new Set(responses.map(({ id }) => id));
  const isOnAll = checks.responses.every(({ response }) => ids.has(response));
  return isOnAll ? checks : { ...checks, responses: checks.responses.filter(({ response }) => ids.has(response)) };
};

/** The line that takes an annotation back, now. */
export function retractionOf(annotation: Annotation, id: string): Retraction {
  const { annotator, item } = annotation;
  return {
    v: journalVersion,
    type: 'retraction',
    id,
    annotator,
    time: new Date().toISOString(),
    item,
    retracts: annotation.id,
    ...judgementKeyOf(annotation),
  };
}
