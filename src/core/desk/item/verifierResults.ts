import type { DeskVerifierResult } from '../../model/desk/deskState';
import type { Item, Response } from '../../model/item/item';
import type { Task } from '../../model/study/taskSchema';
import type { OpenItem } from './openItem';
import { namesMasked } from '../../model/item/maskedNames';
import { isStale } from './isStale';

/** The UTF-16 units of a verifier's output that are sent at most. */
const maxLength = 16_384;

/** Converts the results of verifiers on a response for the desk, without the names that tell whose response it is. */
export function verifierResultsOf({ verifiers = [] }: Response, item: Pick<Item, 'responses'>): DeskVerifierResult[] {
  const masked = namesMasked(item);
  const checks = verifiers.map((each) => ({
    ...each,
    name: masked(each.name),
    ...(each.detail !== undefined && { detail: masked(each.detail) }),
  }));
  return checks.map(({ name, passed, score, detail }) => ({
    name,
    ...(passed !== undefined && { passed }),
    ...(score !== undefined && { score }),
    ...(detail !== undefined && { detail: detail.slice(0, maxLength) }),
    ...(detail !== undefined && detail.length > maxLength && { left: detail.length - maxLength }),
  }));
}

/** Tells whether the annotator may see the results of verifiers: the study says when. */
export function areVerifierResultsShown({ verifiers }: Pick<Task, 'verifiers'>, open: OpenItem): boolean {
  if (verifiers !== 'after') return verifiers === 'shown';
  return open.annotation !== undefined && open.annotation.judgement.skip === undefined && !isStale(open);
}
