import type { JudgementAction } from '../../model/annotation/judgementAction';
import { inFileOrder, sameDiffComment } from '../../model/annotation/diffComments';
import { scales, valuesOf, type ScaleName } from '../../model/annotation/fields/scales';
import { isMarkingAction } from '../../model/desk/markingActions';
import { isMetaCritiqueAction } from '../../model/desk/metaCritiqueActions';
import { isByComparisons, suits, type ModeName } from '../../model/annotation/mode';
import { isRunAction } from '../../model/desk/runActions';
import { isRuleAction } from '../../model/desk/ruleActions';
import { replaceAt } from '../../model/text/replaceAt';
import { modesByName } from '.';
import { applyGridAction, maxInCell } from '../grid/applyGridAction';
import { applyMarkingAction } from '../applyMarkingAction';
import {
  applyKeyToCritique,
  applyMetaCritiqueAction,
  maxAmongCritiques,
} from '../othersCritiques/applyMetaCritiqueAction';
import { applyKeyToRule, maxByRule, applyRuleAction } from '../rules/applyRuleAction';
import { applyKeyToRun, applyRunAction, maxByStep } from '../runs/applyRunAction';
import { recordComparison } from './pair';
import { dropped, orderTier } from './rank';
import { notApplicable, rateCell } from './rate';
import { cutStep, firstError, joinStep } from './steps';
import type { DraftUpdate, JudgingState } from './mode';

/**
 * Applies an action to what is in hand; changes nothing where the action means nothing in the item's annotation mode.
 */
export function applyAction(before: JudgingState, action: JudgementAction): DraftUpdate {
  if (action.do === 'diffComment') return commented(before, action);
  if (action.do === 'takeover') return takenOver(before, action);
  if (isMetaCritiqueAction(action)) return applyMetaCritiqueAction(before, action);
  const amongCritiques = applyKeyToCritique(before, action);
  if (amongCritiques) return amongCritiques;
  if (isRuleAction(action)) return applyRuleAction(before, action);
  const byRule = applyKeyToRule(before, action);
  if (byRule) return byRule;
  if (isRunAction(action)) return applyRunAction(before, action);
  const byStep = applyKeyToRun(before, action);
  if (byStep) return byStep;
  const inGrid = isMarkingAction(action) ? undefined : applyGridAction(before, action);
  if (inGrid) return inGrid;
  const selected = 'index' in action ? (action.index ?? before.selected) : before.selected;
  if (selected >= before.draft.places.length) return {};
  const state = { ...before, selected };
  const { mode } = state.draft;
  const handler = modesByName[mode];
  if (isMarkingAction(action)) return applyMarkingAction(state, action);
  switch (action.do) {
    case 'select':
      return handler.point?.(state, action.part) ?? { selected, part: action.part ?? 0 };
    case 'selectBy':
      return handler.select(state, action.by);
    case 'number':
      return { selected, ...handler.number(state, action.value) };
    case 'clear':
      return { selected, ...handler.clear(state) };
    case 'move':
      return handler.move(state, action.step);
    case 'drop':
      return mode === 'rank' && action.target < state.draft.places.length
        ? dropped(state, state.selected, action.target, action.position)
        : {};
    case 'accept':
      return handler.accept(state);
    case 'acceptNone':
      return acceptNone(state);
    case 'compare':
      return mode === 'pair' ? recordComparison(state, action) : {};
    case 'mode':
      return { ...judgeBy(state, action.mode), cell: null };
    case 'buckets':
      return mode === 'rank' ? { buckets: !state.buckets, notice: { kind: 'buckets', on: !state.buckets } } : {};
    case 'orderTier':
      return mode === 'rank' ? orderTier(state) : {};
    case 'rate':
      return mode === 'rate' ? rateCell(state, action.part, action.value) : {};
    case 'notApplicable':
      return mode === 'rate' ? notApplicable(state) : {};
    case 'firstError':
      return mode === 'steps' ? firstError(state) : {};
    case 'cutStep':
      return mode === 'steps' ? cutStep(state, action.at) : {};
    case 'joinStep':
      return mode === 'steps' ? joinStep(state) : {};
    // The desk goes to another judgement of the item.
    case 'turn':
    case 'grid':
    case 'cell':
    case 'cellBy':
    case 'answer':
    case 'winner':
      return {};
    case 'flag':
      return flag(state, action.number);
    case 'support':
      return support(state, action.passage);
    case 'because':
      return {
        draft: { ...state.draft, because: action.criteria },
        notice: { kind: 'because', count: action.criteria.length },
      };
    case 'removeAnswer':
      return removeAnswer(state, action.answer);
    case 'level':
      return sayLevel(state, action.scale, action.level);
  }
}

/** The largest number that means anything now. */
export const maxFor = (state: JudgingState): number =>
  maxAmongCritiques(state) ??
  maxByRule(state) ??
  maxByStep(state) ??
  maxInCell(state) ??
  modesByName[state.draft.mode].most(state);

/**
 * None is acceptable, or (where that was said) nothing is said of any. The keyboard stays with the responses: what is
 * typed next judges them, and `answer` writes.
 */
function acceptNone({ draft }: JudgingState): DraftUpdate {
  const on = !draft.places.every((_, index) => draft.acceptable[index] === false);
  return {
    draft: { ...draft, acceptable: draft.places.map(() => (on ? false : null)) },
    notice: { kind: 'none-acceptable', on },
  };
}

/** Changes the annotation mode. What was judged in another one stays in the draft. */
function judgeBy(state: JudgingState, mode: ModeName): DraftUpdate {
  const { draft } = state;
  if (!suits(mode, draft.places.length)) return { notice: { kind: 'mode-unfit', mode } };
  const changed = { ...draft, mode, within: null };
  // A judgement is a ranking or comparisons.
  const isBoth = draft.comparisons.length > 0 && draft.places.some((place) => place !== null);
  return {
    draft: changed,
    ...modesByName[mode].first({ ...state, draft: changed }),
    notice: { kind: 'mode', mode, ...(isBoth && { aside: isByComparisons(mode) ? 'ranking' : 'comparisons' }) },
  };
}

function flag({ draft, selected, task }: JudgingState, number: number): DraftUpdate {
  const named = task.flags[number - 1];
  if (!named) return { notice: { kind: 'no-such-flag', count: task.flags.length } };
  const index = named.of === 'item' ? null : selected;
  const others = draft.flags.filter((each) => each.flag !== named.name || each.index !== index);
  const on = others.length === draft.flags.length;
  return {
    selected,
    draft: { ...draft, flags: on ? [...others, { flag: named.name, index }] : others },
    notice: { kind: 'flagged', flag: named.name, index, on },
  };
}

function support({ draft, selected, passages }: JudgingState, passage: number): DraftUpdate {
  if (passage >= passages) return { notice: { kind: 'no-such-passage', count: passages } };
  const others = draft.supports.filter((each) => each.passage !== passage || each.index !== selected);
  const on = others.length === draft.supports.length;
  return {
    selected,
    draft: { ...draft, supports: on ? [...others, { index: selected, passage }] : others },
    notice: { kind: 'supports', passage, index: selected, on },
  };
}

function removeAnswer({ draft }: JudgingState, answer = draft.answers.length - 1): DraftUpdate {
  if (!(answer in draft.answers)) return { notice: { kind: 'no-answer' } };
  return {
    draft: { ...draft, answers: draft.answers.filter((_, at) => at !== answer) },
    notice: { kind: 'answer-removed', answer },
  };
}

/** What is in hand stays so: comments are written in an editor of their own. */
function commented(
  { draft }: JudgingState,
  { index, before, after }: Extract<JudgementAction, { do: 'diffComment' }>,
): DraftUpdate {
  if (index >= draft.places.length) return {};
  const own = draft.diffComments[index] ?? [];
  const at = before ? own.findIndex((each) => sameDiffComment(each, before)) : own.length;
  if (at < 0) return {};
  const next = own.toSpliced(at, 1, ...(after ? [after] : []));
  return { draft: { ...draft, diffComments: replaceAt(draft.diffComments, index, inFileOrder(next), []) } };
}

/** What is in hand stays so: runs are taken over in a window of their own. */
function takenOver(
  { draft }: JudgingState,
  { index, takeover }: Extract<JudgementAction, { do: 'takeover' }>,
): DraftUpdate {
  if (index >= draft.places.length) return {};
  return { draft: { ...draft, takeovers: replaceAt(draft.takeovers, index, takeover, null) } };
}

function sayLevel({ draft }: JudgingState, scale: ScaleName, level: number): DraftUpdate {
  const said = valuesOf(scales[scale])[level - 1];
  if (said === undefined) return {};
  const value = draft[scale] === said ? null : said;
  return { draft: { ...draft, [scale]: value }, notice: { kind: 'level', scale, value } };
}
