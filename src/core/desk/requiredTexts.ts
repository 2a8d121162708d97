import type { JudgementAction } from '../model/annotation/judgementAction';
import { taskOf } from '../model/study/taskSchema';
import { lacksRationale, type TooShort } from '../model/annotation/writingRequirements';
import type { OpenItem } from './item/openItem';
import type { DeskController } from './deskController';
import { selectedComparison } from './modes/pair';
import type { JudgingState } from './modes/mode';

/**
 * What a study asks annotators to write, and when. A study that asks for a minimum gets it: nothing shorter is
 * saved, and the draft stays.
 */

/**
 * What judges; all else (to look around, to note something, to take something back) is free before the rationale is
 * there.
 */
const verdicts: ReadonlySet<JudgementAction['do']> = new Set([
  'number',
  'move',
  'drop',
  'accept',
  'acceptNone',
  'compare',
  'answer',
  'winner',
  'rate',
  'notApplicable',
  'firstError',
  'level',
]);

/** Tells whether an action has to wait for the rationale, and says so on the desk. */
export function needsRationaleFirst(controller: DeskController, { draft }: OpenItem, action: JudgementAction): boolean {
  const task = taskOf(controller.session.study.project);
  // What is marked by a rule is the prompt, and no response.
  const waits = verdicts.has(action.do) && controller.selection.rule === null && lacksRationale(draft, task);
  if (waits) controller.announce({ kind: 'rationale-first', min: task.rationale.minLength });
  return waits;
}

/** Brings the keyboard to the rationale where the study wants it first and there is none. */
export function startWithRationale(controller: DeskController): void {
  const { open, session, sending } = controller;
  if (open && lacksRationale(open.draft, taskOf(session.study.project)))
    sending.focus({ kind: 'field', field: { kind: 'rationale' }, waits: true });
}

/**
 * The field of a text that is too short, and the response (of a pair, the comparison) that has to be in hand for it to
 * be there.
 */
export function placeOfText({ field }: TooShort, state: JudgingState): JudgementAction | undefined {
  if (field.kind !== 'critique') return undefined;
  const { index } = field;
  const has = (two: { readonly a: number; readonly b: number } | undefined): boolean =>
    two?.a === index || two?.b === index;
  const part =
    state.draft.mode !== 'pair' || has(selectedComparison(state)) ? state.part : state.draft.comparisons.findIndex(has);
  return { do: 'select', index, ...(state.draft.mode === 'pair' && part >= 0 && { part }) };
}
