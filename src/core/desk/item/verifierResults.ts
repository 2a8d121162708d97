import type { DeskVerifierResult } from '../../model/desk/deskState';
import type { Item, Response } from '../../model/item/item';
import type { Task } from '../../model/study/taskSchema';
import type { OpenItem } from './openItem';
import { namesMasked } from '../../model/item/maskedNames';
import { isStale } from './isStale';

/** Of a verifier's output so much is sent, in UTF-16 units. */
const maxLength = 16_384;

/**
 * What verifiers found out about a response of an item, as the desk shows it: without the names that tell whose
 * response it is.
 */
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

/** Whether the annotator may see what verifiers found: the study says when. */
export function areVerifierResultsShown({ verifiers }: Pick<Task, 'verifiers'>, open: OpenItem): boolean {
  if (verifiers !== 'after') return verifiers === 'shown';
  return open.annotation !== undefined && open.annotation.judgement.skip === undefined && !isStale(open);
}
