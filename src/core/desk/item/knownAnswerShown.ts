import type { Judgement } from '../../model/annotation/annotation';
import type { DeskKnownAnswer } from '../../model/desk/deskState';
import type { Project } from '../../model/study/project';
import { agreesWithKnown, knownTiers } from '../../quality/knownAnswer';
import type { OpenItem } from './openItem';
import { isStale } from './isStale';

/**
 * Gives the known answer of an item that was just judged; undefined where it is no control item, or the study does not
 * tell.
 */
export function knownOf(
  { plan }: Pick<Project, 'plan'>,
  { shown }: Pick<OpenItem, 'shown'>,
  judgement: Judgement,
): DeskKnownAnswer | undefined {
  const { feedback = false, answers = {} } = plan?.controls ?? {};
  const answer = feedback && Object.hasOwn(answers, shown.item.id) ? answers[shown.item.id] : undefined;
  if (!answer || judgement.skip) return undefined;
  const ids = shown.responses.map(({ id }) => id);
  const acceptable = Object.entries(answer.acceptable ?? {})
    .filter(([, isAcceptable]) => isAcceptable)
    .map(([id]) => ids.indexOf(id))
    .filter((at) => at >= 0);
  const tiers = knownTiers(answer, ids);
  // An answer that names a response which the item does not have is a slip: nobody is told that they are wrong.
  const errors = Object.entries(answer.firstErrors ?? {})
    .map(([id, step]) => ({ index: ids.indexOf(id), step }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index);
  if (tiers.length === 0 && !answer.acceptable && errors.length === 0) return undefined;
  return {
    tiers,
    ...(answer.acceptable && { acceptable }),
    ...(errors.length > 0 && { firstErrors: errors }),
    agrees: agreesWithKnown(judgement, answer, ids),
  };
}

/** Gives the known answer of an item that is shown again, for the judgement in force. */
export function knownAnswerShown(
  project: Pick<Project, 'plan'>,
  open: Pick<OpenItem, 'annotation' | 'shown'>,
): DeskKnownAnswer | undefined {
  const { annotation } = open;
  return annotation?.origin.kind === 'human' && !isStale(open)
    ? knownOf(project, open, annotation.judgement)
    : undefined;
}
