import type { DeskCheck } from '../model/desk';
import type { Response } from '../model/item';
import type { Task } from '../model/project';
import type { OpenItem } from './session';
import { isStale } from './view';

/** Of a verifier's output so much is sent, in UTF-16 units. */
const longest = 16_384;

/** What verifiers found out about a response, as the desk shows it. Their names are the study's; whose response it is they do not say. */
export function checksOf({ verifiers = [] }: Response): DeskCheck[] {
  return verifiers.map(({ name, passed, score, detail }) => ({
    name,
    ...(passed !== undefined && { passed }),
    ...(score !== undefined && { score }),
    ...(detail !== undefined && { detail: detail.slice(0, longest) }),
    ...(detail !== undefined && detail.length > longest && { left: detail.length - longest }),
  }));
}

/** Whether the annotator may see what verifiers found: the study says when. */
export function areChecksShown({ verifiers }: Pick<Task, 'verifiers'>, open: OpenItem): boolean {
  if (verifiers !== 'after') return verifiers === 'shown';
  return open.annotation !== undefined && open.annotation.judgement.skip === undefined && !isStale(open);
}
