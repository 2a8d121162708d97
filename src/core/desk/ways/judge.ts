import type { Judging } from '../../model/judging';
import { isMarkingAction } from '../../model/markingActions';
import { isMetaCritiqueAction } from '../../model/metaCritiqueActions';
import { suits, type Mode } from '../../model/mode';
import { isRuleAction } from '../../model/ruleActions';
import { ways } from '.';
import { judgeInGrid, mostInCell } from '../grid/judge';
import { marked } from '../marking';
import { judgeAmongCritiques, judgeCritiques, mostAmongCritiques } from '../othersCritiques/judge';
import { markedByKey, mostByRule, ruled } from '../rules/judge';
import { comparedAs } from './pair';
import { dropped, orderTier } from './rank';
import { notApplicable, rateCell } from './rate';
import { cutStep, firstError, joinStep } from './steps';
import type { Change, Hand } from './way';

/** What an action changes; nothing where it means nothing in the way that the item is judged. */
export function judge(before: Hand, action: Judging): Change {
  if (isMetaCritiqueAction(action)) return judgeCritiques(before, action);
  const amongCritiques = judgeAmongCritiques(before, action);
  if (amongCritiques) return amongCritiques;
  if (isRuleAction(action)) return ruled(before, action);
  const byRule = markedByKey(before, action);
  if (byRule) return byRule;
  const inGrid = isMarkingAction(action) ? undefined : judgeInGrid(before, action);
  if (inGrid) return inGrid;
  const selected = 'index' in action ? (action.index ?? before.selected) : before.selected;
  if (selected >= before.draft.places.length) return {};
  const hand = { ...before, selected };
  const { mode } = hand.draft;
  const way = ways[mode];
  if (isMarkingAction(action)) return marked(hand, action);
  switch (action.do) {
    case 'select':
      return way.point?.(hand, action.part) ?? { selected, part: action.part ?? 0 };
    case 'selectBy':
      return way.select(hand, action.by);
    case 'number':
      return { selected, ...way.number(hand, action.value) };
    case 'clear':
      return { selected, ...way.clear(hand) };
    case 'move':
      return way.move(hand, action.step);
    case 'drop':
      return mode === 'rank' && action.target < hand.draft.places.length
        ? dropped(hand, hand.selected, action.target, action.position)
        : {};
    case 'accept':
      return way.accept(hand);
    case 'acceptNone':
      return acceptNone(hand);
    case 'compare':
      return mode === 'pair' ? comparedAs(hand, action) : {};
    case 'mode':
      return { ...judgeBy(hand, action.mode), cell: null };
    case 'buckets':
      return mode === 'rank' ? { buckets: !hand.buckets, notice: { kind: 'buckets', on: !hand.buckets } } : {};
    case 'orderTier':
      return mode === 'rank' ? orderTier(hand) : {};
    case 'rate':
      return mode === 'rate' ? rateCell(hand, action.part, action.value) : {};
    case 'notApplicable':
      return mode === 'rate' ? notApplicable(hand) : {};
    case 'firstError':
      return mode === 'steps' ? firstError(hand) : {};
    case 'cutStep':
      return mode === 'steps' ? cutStep(hand, action.at) : {};
    case 'joinStep':
      return mode === 'steps' ? joinStep(hand) : {};
    // The desk goes to another judgement of the item.
    case 'turn':
    case 'grid':
    case 'cell':
    case 'cellBy':
    case 'answer':
    case 'winner':
      return {};
    case 'flag':
      return flag(hand, action.number);
    case 'support':
      return support(hand, action.passage);
    case 'because':
      return {
        draft: { ...hand.draft, because: action.criteria },
        notice: { kind: 'because', count: action.criteria.length },
      };
    case 'removeAnswer':
      return removeAnswer(hand, action.answer);
    case 'confidence':
      return confide(hand, action.value);
  }
}

/** The largest number that means anything now. */
export const mostFor = (hand: Hand): number =>
  mostAmongCritiques(hand) ?? mostByRule(hand) ?? mostInCell(hand) ?? ways[hand.draft.mode].most(hand);

/**
 * None is acceptable, or (where that was said) nothing is said of any. The keyboard stays with the responses: what is
 * typed next judges them, and `answer` writes.
 */
function acceptNone({ draft }: Hand): Change {
  const on = !draft.places.every((_, index) => draft.acceptable[index] === false);
  return {
    draft: { ...draft, acceptable: draft.places.map(() => (on ? false : null)) },
    notice: { kind: 'none-acceptable', on },
  };
}

/** What was judged in another way stays in the draft. */
function judgeBy(hand: Hand, mode: Mode): Change {
  const { draft } = hand;
  if (!suits(mode, draft.places.length)) return { notice: { kind: 'mode-unfit', mode } };
  const changed = { ...draft, mode, within: null };
  // A judgement is a ranking or comparisons.
  const isBoth = draft.comparisons.length > 0 && draft.places.some((place) => place !== null);
  return {
    draft: changed,
    ...ways[mode].first({ ...hand, draft: changed }),
    notice: { kind: 'mode', mode, ...(isBoth && { aside: mode === 'pair' ? 'ranking' : 'comparisons' }) },
  };
}

function flag({ draft, selected, task }: Hand, number: number): Change {
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

function support({ draft, selected, passages }: Hand, passage: number): Change {
  if (passage >= passages) return { notice: { kind: 'no-such-passage', count: passages } };
  const others = draft.supports.filter((each) => each.passage !== passage || each.index !== selected);
  const on = others.length === draft.supports.length;
  return {
    selected,
    draft: { ...draft, supports: on ? [...others, { index: selected, passage }] : others },
    notice: { kind: 'supports', passage, index: selected, on },
  };
}

function removeAnswer({ draft }: Hand, answer = draft.answers.length - 1): Change {
  if (!(answer in draft.answers)) return { notice: { kind: 'no-answer' } };
  return {
    draft: { ...draft, answers: draft.answers.filter((_, at) => at !== answer) },
    notice: { kind: 'answer-removed', answer },
  };
}

function confide({ draft }: Hand, value: number): Change {
  const confidence = draft.confidence === value ? null : value;
  return { draft: { ...draft, confidence }, notice: { kind: 'confidence', value: confidence } };
}
