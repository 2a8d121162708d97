import { critiqueParts } from '../../model/annotation/judgementValues';
import type { DraftField } from '../../model/annotation/draft';
import type { JudgementAction } from '../../model/annotation/judgementAction';
import {
  noMetaCritique,
  opinionOf,
  critiquePlaces,
  withMetaCritique,
  withPlaces,
  withOpinion,
  type SelectedCritiques,
  type CritiquesNotice,
} from '../../model/annotation/metaCritique';
import type { MetaCritiqueAction } from '../../model/desk/metaCritiqueActions';
import type { CritiqueMade, DraftMetaCritique, CritiqueOpinion } from '../../model/annotation/metaCritiqueSchemas';
import { move, place } from '../../model/annotation/ranking';
import { clamp, type DraftUpdate, type JudgingState } from '../modes/mode';
import type { ShownCritique } from './critique';

/** Applies an action on others' critiques. Pure, so that undo is the draft before. */
export function applyMetaCritiqueAction(state: JudgingState, action: MetaCritiqueAction): DraftUpdate {
  switch (action.do) {
    case 'critiques':
      return toggled(state, action.index ?? state.selected, action.on);
    case 'critiquesBeside':
      return beside(state, action.by);
    case 'critiqueAt':
      return countOf(state, action.index) > 0
        ? {
            selected: action.index,
            critiques: taken(
              state,
              action.index,
              action.number,
              action.index === state.critiques?.index ? state.critiques.picked : [],
            ),
          }
        : {};
    case 'critiqueAccepted':
      return onCritique(state, (at) =>
        said(state, at, { accepted: at.said.accepted === action.value ? null : action.value }, (now) => ({
          what: 'accepted',
          number: at.number,
          value: now.accepted,
        })),
      );
    case 'critiqueSoundness':
      return onCritique(state, (at) =>
        said(state, at, { soundness: at.said.soundness === action.value ? null : action.value }, (now) => ({
          what: 'soundness',
          number: at.number,
          value: now.soundness,
        })),
      );
    case 'critiqueAgrees':
      return onCritique(state, (at) =>
        at.critique.verdict.length === 0
          ? saying({ what: 'no-verdict', number: at.number })
          : said(state, at, { agrees: at.said.agrees === action.value ? null : action.value }, (now) => ({
              what: 'agrees',
              number: at.number,
              value: now.agrees,
            })),
      );
    case 'critiqueEdit':
      return edited(state);
    case 'critiquePick':
      return onCritique(state, (at) => picked(at));
    case 'critiqueMerge':
      return merged(state);
  }
}

/** Applies other keys while critiques are in hand; undefined where they are not, or the key keeps its usual meaning. */
export function applyKeyToCritique(
  state: JudgingState,
  action: Exclude<JudgementAction, MetaCritiqueAction>,
): DraftUpdate | undefined {
  const { critiques } = state;
  if (!critiques) return undefined;
  if (action.do === 'selectBy')
    return { critiques: taken(state, critiques.index, critiques.number + action.by, critiques.picked) };
  if (action.do === 'move')
    return onCritique(state, (at) =>
      withOrder(
        state,
        at,
        move(
          at.keys.map((key) => opinionOf(at.own, key).place),
          at.number,
          action.step,
        ),
      ),
    );
  // A response that is named is one to be placed, whatever is in hand.
  if (action.do === 'number' && action.index === undefined)
    return onCritique(state, (at) => placed(state, at, action.value));
  return action.do === 'clear' && action.index === undefined ? cleared(state, critiques) : undefined;
}

/** The largest number that means something; undefined while no critiques are in hand. */
export const maxAmongCritiques = (state: JudgingState): number | undefined =>
  state.critiques ? listOf(state, state.critiques.index).length : undefined;

/** Corrects the critique in hand after an undo, or somebody else, took one back. */
export function settledCritiques(
  critiques: SelectedCritiques | null,
  state: Pick<JudgingState, 'draft' | 'critiquesOf'>,
): SelectedCritiques | null {
  if (!critiques) return null;
  const { index, of, number, picked: chosen } = critiques;
  if (countOf(state, index) === 0) return null;
  const list = listOf(state, index);
  const at = typeof of === 'number' ? list.length + of : list.findIndex(({ key }) => key === of);
  return taken(
    state,
    index,
    at < 0 ? number : at,
    chosen.filter((key) => list.some((each) => each.key === key)),
  );
}

/** The critique in hand, with what is said of it. */
interface At extends SelectedCritiques {
  readonly critique: ShownCritique;
  readonly own: DraftMetaCritique;
  readonly said: CritiqueOpinion;
  readonly keys: readonly string[];
}

const saying = (notice: CritiquesNotice): Pick<DraftUpdate, 'notice'> => ({
  notice: { kind: 'critiques', said: notice },
});

const listOf = ({ critiquesOf }: Pick<JudgingState, 'critiquesOf'>, index: number): readonly ShownCritique[] =>
  critiquesOf?.(index) ?? [];
/** Counts the critiques of a response, with the texts made of them. */
const countOf = (state: Pick<JudgingState, 'draft' | 'critiquesOf'>, index: number): number =>
  listOf(state, index).length + ownOf(state, index).texts.length;

const ownOf = ({ draft }: Pick<JudgingState, 'draft'>, index: number): DraftMetaCritique =>
  draft.metaCritiques[index] ?? noMetaCritique;

function toggled(state: JudgingState, index: number, on = state.critiques?.index !== index): DraftUpdate {
  if (!on)
    return state.critiques ? { critiques: null, ...saying({ what: 'closed', index: state.critiques.index }) } : {};
  if (index >= state.draft.places.length) return {};
  const list = state.critiquesOf?.(index);
  if (!list) return saying({ what: 'not-shown', why: state.task.othersCritiques === 'after' ? 'after' : 'hidden' });
  if (countOf(state, index) === 0) return saying({ what: 'none', index });
  const first = list.findIndex(({ key }) => !Object.hasOwn(ownOf(state, index).said, key));
  return {
    selected: index,
    critiques: taken(state, index, Math.max(0, first), []),
    ...saying({ what: 'opened', index, count: list.length }),
  };
}

function beside(state: JudgingState, by: -1 | 1): DraftUpdate {
  const { critiques, draft } = state;
  if (!critiques) return {};
  for (let index = critiques.index + by; index >= 0 && index < draft.places.length; index += by)
    if (countOf(state, index) > 0) return toggled(state, index, true);
  return {};
}

function taken(
  state: Pick<JudgingState, 'draft' | 'critiquesOf'>,
  index: number,
  number: number,
  chosen: readonly string[],
): SelectedCritiques {
  const list = listOf(state, index);
  const at = clamp(number, countOf(state, index));
  return { index, of: list[at]?.key ?? at - list.length, number: at, picked: chosen };
}

function onCritique(state: JudgingState, change: (at: At) => DraftUpdate): DraftUpdate {
  const { critiques } = state;
  const list = critiques ? listOf(state, critiques.index) : [];
  const critique = critiques && list[critiques.number];
  if (!critique) return saying({ what: 'no-critique-in-hand' });
  const own = ownOf(state, critiques.index);
  return change({ ...critiques, critique, own, said: opinionOf(own, critique.key), keys: list.map(({ key }) => key) });
}

function withOwn(
  { draft }: JudgingState,
  index: number,
  own: DraftMetaCritique,
): { readonly draft: JudgingState['draft'] } {
  return { draft: { ...draft, metaCritiques: withMetaCritique(draft.metaCritiques, index, own, draft.places.length) } };
}

function said(
  state: JudgingState,
  { index, own, critique: { key } }: At,
  change: Partial<CritiqueOpinion>,
  notice: (now: CritiqueOpinion) => CritiquesNotice,
): DraftUpdate {
  const now = withOpinion(own, key, change);
  return { ...withOwn(state, index, now), ...saying(notice(opinionOf(now, key))) };
}

function placed(state: JudgingState, at: At, value: number): DraftUpdate {
  const { keys, own, number } = at;
  if (value > keys.length) return saying({ what: 'no-such-place', count: keys.length });
  return withOrder(
    state,
    at,
    place(
      keys.map((key) => opinionOf(own, key).place),
      number,
      value === 0 ? null : value,
    ),
  );
}

function withOrder(
  state: JudgingState,
  { index, keys, own, number }: At,
  places: readonly (number | null)[],
): DraftUpdate {
  const now = withPlaces(own, keys, places);
  const stands = critiquePlaces(now, keys);
  const tiedWith =
    stands[number] === null
      ? []
      : [...keys.keys()].filter((each) => each !== number && stands[each] === stands[number]);
  return {
    ...withOwn(state, index, now),
    ...saying({ what: 'placed', number, place: places[number] ?? null, of: keys.length, tiedWith }),
  };
}

/** Takes the place of a critique back, or a text of one's own away. */
function cleared(state: JudgingState, { index, number, picked: chosen }: SelectedCritiques): DraftUpdate {
  const count = listOf(state, index).length;
  if (number < count) return onCritique(state, (at) => placed(state, at, 0));
  const own = ownOf(state, index);
  const now = { ...own, texts: own.texts.filter((_, each) => each !== number - count) };
  const change = withOwn(state, index, now);
  return {
    ...change,
    critiques:
      countOf({ ...state, ...change }, index) === 0 ? null : taken({ ...state, ...change }, index, number, chosen),
    ...saying({ what: 'removed' }),
  };
}

function picked({ index, of, number, picked: before, critique: { key } }: At): DraftUpdate {
  const on = !before.includes(key);
  const now = on ? [...before, key] : before.filter((each) => each !== key);
  return {
    critiques: { index, of, number, picked: now },
    ...saying({ what: 'picked', number, count: now.length, on }),
  };
}

/** Begins a text with the critique in hand, or goes on with the one that was begun so. */
function edited(state: JudgingState): DraftUpdate {
  const { critiques } = state;
  if (!critiques) return saying({ what: 'no-critique-in-hand' });
  const number = critiques.number - listOf(state, critiques.index).length;
  const made = ownOf(state, critiques.index).texts[number];
  if (made) return { focus: fieldOf(state, critiques.index, number, made) };
  return onCritique(state, ({ critique: { key, text, strengths, weaknesses, suggestion } }) =>
    writing(state, critiques, { of: [key], text, strengths, weaknesses, suggestion }),
  );
}

/**
 * Makes one text of those that are chosen, in the order in which they are shown: what several say alike stands once.
 */
function merged(state: JudgingState): DraftUpdate {
  const { critiques } = state;
  if (!critiques) return saying({ what: 'no-critique-in-hand' });
  const chosen = listOf(state, critiques.index).filter(({ key }) => critiques.picked.includes(key));
  if (chosen.length < 2) return saying({ what: 'pick-more' });
  const joined = (texts: readonly string[]): string =>
    [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].join('\n\n');
  const [strengths = '', weaknesses = '', suggestion = ''] = critiqueParts.map((part) =>
    joined(chosen.map((each) => each[part])),
  );
  return writing(
    state,
    { ...critiques, picked: [] },
    {
      of: chosen.map(({ key }) => key),
      text: joined(chosen.map(({ text }) => text)),
      strengths,
      weaknesses,
      suggestion,
    },
  );
}

/** Takes a text of one's own into the hand: the one that was made of the same critiques, or else a new one. */
function writing(
  state: JudgingState,
  { index, picked: chosen }: Pick<SelectedCritiques, 'index' | 'picked'>,
  made: CritiqueMade,
): DraftUpdate {
  const own = ownOf(state, index);
  const before = own.texts.findIndex(
    ({ of }) => of.length === made.of.length && made.of.every((key) => of.includes(key)),
  );
  const number = before < 0 ? own.texts.length : before;
  const critiques = { index, of: number, number: listOf(state, index).length + number, picked: chosen };
  const focus = fieldOf(state, index, number, own.texts[before] ?? made);
  const of = listOf(state, index).flatMap(({ key }, at) => (made.of.includes(key) ? [at] : []));
  return {
    ...(before < 0 && withOwn(state, index, { ...own, texts: [...own.texts, made] })),
    critiques,
    focus,
    ...saying({ what: 'made', of }),
  };
}

/** Chooses the field where writing begins: one with text in it, or else the one that the study asks for. */
function fieldOf({ task }: JudgingState, index: number, number: number, { text, ...parts }: CritiqueMade): DraftField {
  const part = text.trim() === '' ? critiqueParts.find((each) => parts[each].trim() !== '') : undefined;
  const isParted = text.trim() === '' && task.critique.fields === 'parts';
  const begun = part ?? (isParted ? critiqueParts[0] : undefined);
  return { kind: 'critiqueMade', index, number, ...(begun && { part: begun }) };
}
