import { isEmptyDraft } from '../../model/annotation/draft';
import type { Notice } from '../../model/desk/deskState';
import type { Study } from '../../study/study';
import { cellsLeft } from '../grid/cells';
import { changedCriteria } from '../grid/changedCriteria';
import { nameOf } from '../grid/criteriaInForce';
import { contradictionsIn } from '../grid/scores';
import type { OpenItem } from './openItem';
import { modesByName } from '../modes';
import type { JudgingState, Unfinished } from '../modes/mode';

/** The questions that are left out in a study that accepts judgements of some responses only. */
const partialKinds: ReadonlySet<Unfinished['kind']> = new Set<Unfinished['kind']>([
  'confirm-unranked',
  'confirm-comparisons-left',
  'confirm-one-end',
  'confirm-unrated',
  'confirm-undecided',
  'confirm-steps-left',
]);

/**
 * Everything that is asked about before a judgement is saved, one after the other; each may stand. What judges nothing
 * is not saved at all.
 */
export function saveConfirmations(
  open: OpenItem,
  state: JudgingState,
  { rubrics }: Pick<Study, 'rubrics'>,
): readonly (Unfinished | Extract<Notice, { kind: 'nothing-judged' }>)[] {
  if (isEmptyDraft(open.draft)) return [{ kind: 'nothing-judged' }];
  const { criteria } = state.list;
  const found = modesByName[open.draft.mode].unfinished(state);
  const unfinished = found && state.task.partial && partialKinds.has(found.kind) ? undefined : found;
  const { left, of } = cellsLeft(state);
  const changed = changedCriteria(criteria, rubrics, open).flatMap((row) => criteria[row] ?? []);
  const against = contradictionsIn(criteria, open.draft, open.shown);
  return [
    ...(unfinished ? [unfinished] : []),
    ...(left > 0 ? [{ kind: 'confirm-verdicts-left', left, of } as const] : []),
    ...(changed.length > 0 ? [{ kind: 'confirm-criteria-changed', names: changed.map(nameOf) } as const] : []),
    ...(against.length > 0 ? [{ kind: 'confirm-against-verdicts', against } as const] : []),
  ];
}
