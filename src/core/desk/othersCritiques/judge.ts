import { critiqueParts } from '../../model/choices';
import type { DraftField } from '../../model/draft';
import type { Judging } from '../../model/judging';
import {
  noMetaCritique,
  saidOf,
  standings,
  withMetaCritique,
  withPlaces,
  withSaid,
  type CritiquesInHand,
  type CritiquesNotice,
} from '../../model/metaCritique';
import type { MetaCritiqueAction } from '../../model/metaCritiqueActions';
import type { CritiqueMade, DraftMetaCritique, SaidOfCritique } from '../../model/metaCritiqueSchemas';
import { move, place } from '../../model/ranking';
import { clamp, type Change, type Hand } from '../ways/way';
import type { ShownCritique } from './critique';

/** What judging others' critiques changes. Pure, so that undo is the draft before. */
export function judgeCritiques(hand: Hand, action: MetaCritiqueAction): Change {
  switch (action.do) {
    case 'critiques':
      return toggled(hand, action.index ?? hand.selected, action.on);
    case 'critiquesBeside':
      return beside(hand, action.by);
    case 'critiqueAt':
      return countOf(hand, action.index) > 0
        ? {
            selected: action.index,
            critiques: taken(
              hand,
              action.index,
              action.number,
              action.index === hand.critiques?.index ? hand.critiques.picked : [],
            ),
          }
        : {};
    case 'critiqueAccepted':
      return onCritique(hand, (at) =>
        said(hand, at, { accepted: at.said.accepted === action.value ? null : action.value }, (now) => ({
          what: 'accepted',
          number: at.number,
          value: now.accepted,
        })),
      );
    case 'critiqueSoundness':
      return onCritique(hand, (at) =>
        said(hand, at, { soundness: at.said.soundness === action.value ? null : action.value }, (now) => ({
          what: 'soundness',
          number: at.number,
          value: now.soundness,
        })),
      );
    case 'critiqueAgrees':
      return onCritique(hand, (at) =>
        at.critique.verdict.length === 0
          ? saying({ what: 'no-verdict', number: at.number })
          : said(hand, at, { agrees: at.said.agrees === action.value ? null : action.value }, (now) => ({
              what: 'agrees',
              number: at.number,
              value: now.agrees,
            })),
      );
    case 'critiqueEdit':
      return edited(hand);
    case 'critiquePick':
      return onCritique(hand, (at) => picked(at));
    case 'critiqueMerge':
      return merged(hand);
  }
}

/**
 * What other keys mean while critiques are in hand; undefined where they are not, or the key means what it means
 * elsewhere.
 */
export function judgeAmongCritiques(hand: Hand, action: Exclude<Judging, MetaCritiqueAction>): Change | undefined {
  const { critiques } = hand;
  if (!critiques) return undefined;
  if (action.do === 'selectBy')
    return { critiques: taken(hand, critiques.index, critiques.number + action.by, critiques.picked) };
  if (action.do === 'move')
    return onCritique(hand, (at) =>
      withOrder(
        hand,
        at,
        move(
          at.keys.map((key) => saidOf(at.own, key).place),
          at.number,
          action.step,
        ),
      ),
    );
  // A response that is named is one to be placed, whatever is in hand.
  if (action.do === 'number' && action.index === undefined)
    return onCritique(hand, (at) => placed(hand, at, action.value));
  return action.do === 'clear' && action.index === undefined ? cleared(hand, critiques) : undefined;
}

/** The largest number that means something; undefined while no critiques are in hand. */
export const mostAmongCritiques = (hand: Hand): number | undefined =>
  hand.critiques ? listOf(hand, hand.critiques.index).length : undefined;

/** What keys fall on, where an undo, or somebody else, took back more than they knew of. */
export function settledCritiques(
  critiques: CritiquesInHand | null,
  hand: Pick<Hand, 'draft' | 'critiquesOf'>,
): CritiquesInHand | null {
  if (!critiques) return null;
  const { index, of, number, picked: chosen } = critiques;
  if (countOf(hand, index) === 0) return null;
  const list = listOf(hand, index);
  const at = typeof of === 'number' ? list.length + of : list.findIndex(({ key }) => key === of);
  return taken(
    hand,
    index,
    at < 0 ? number : at,
    chosen.filter((key) => list.some((each) => each.key === key)),
  );
}

/** The critique in hand, with what is said of it. */
interface At extends CritiquesInHand {
  readonly critique: ShownCritique;
  readonly own: DraftMetaCritique;
  readonly said: SaidOfCritique;
  readonly keys: readonly string[];
}

const saying = (notice: CritiquesNotice): Pick<Change, 'notice'> => ({ notice: { kind: 'critiques', said: notice } });

const listOf = ({ critiquesOf }: Pick<Hand, 'critiquesOf'>, index: number): readonly ShownCritique[] =>
  critiquesOf?.(index) ?? [];
/** How many there are of a response: critiques, and texts made of them. */
const countOf = (hand: Pick<Hand, 'draft' | 'critiquesOf'>, index: number): number =>
  listOf(hand, index).length + ownOf(hand, index).texts.length;

const ownOf = ({ draft }: Pick<Hand, 'draft'>, index: number): DraftMetaCritique =>
  draft.metaCritiques[index] ?? noMetaCritique;

function toggled(hand: Hand, index: number, on = hand.critiques?.index !== index): Change {
  if (!on) return hand.critiques ? { critiques: null, ...saying({ what: 'closed', index: hand.critiques.index }) } : {};
  if (index >= hand.draft.places.length) return {};
  const list = hand.critiquesOf?.(index);
  if (!list) return saying({ what: 'not-shown', why: hand.task.othersCritiques === 'after' ? 'after' : 'hidden' });
  if (countOf(hand, index) === 0) return saying({ what: 'none', index });
  const first = list.findIndex(({ key }) => !Object.hasOwn(ownOf(hand, index).said, key));
  return {
    selected: index,
    critiques: taken(hand, index, Math.max(0, first), []),
    ...saying({ what: 'opened', index, count: list.length }),
  };
}

function beside(hand: Hand, by: -1 | 1): Change {
  const { critiques, draft } = hand;
  if (!critiques) return {};
  for (let index = critiques.index + by; index >= 0 && index < draft.places.length; index += by)
    if (countOf(hand, index) > 0) return toggled(hand, index, true);
  return {};
}

function taken(
  hand: Pick<Hand, 'draft' | 'critiquesOf'>,
  index: number,
  number: number,
  chosen: readonly string[],
): CritiquesInHand {
  const list = listOf(hand, index);
  const at = clamp(number, countOf(hand, index));
  return { index, of: list[at]?.key ?? at - list.length, number: at, picked: chosen };
}

function onCritique(hand: Hand, change: (at: At) => Change): Change {
  const { critiques } = hand;
  const list = critiques ? listOf(hand, critiques.index) : [];
  const critique = critiques && list[critiques.number];
  if (!critique) return saying({ what: 'no-critique-in-hand' });
  const own = ownOf(hand, critiques.index);
  return change({ ...critiques, critique, own, said: saidOf(own, critique.key), keys: list.map(({ key }) => key) });
}

function withOwn({ draft }: Hand, index: number, own: DraftMetaCritique): { readonly draft: Hand['draft'] } {
  return { draft: { ...draft, metaCritiques: withMetaCritique(draft.metaCritiques, index, own, draft.places.length) } };
}

function said(
  hand: Hand,
  { index, own, critique: { key } }: At,
  change: Partial<SaidOfCritique>,
  notice: (now: SaidOfCritique) => CritiquesNotice,
): Change {
  const now = withSaid(own, key, change);
  return { ...withOwn(hand, index, now), ...saying(notice(saidOf(now, key))) };
}

function placed(hand: Hand, at: At, value: number): Change {
  const { keys, own, number } = at;
  if (value > keys.length) return saying({ what: 'no-such-place', count: keys.length });
  return withOrder(
    hand,
    at,
    place(
      keys.map((key) => saidOf(own, key).place),
      number,
      value === 0 ? null : value,
    ),
  );
}

function withOrder(hand: Hand, { index, keys, own, number }: At, places: readonly (number | null)[]): Change {
  const now = withPlaces(own, keys, places);
  const stands = standings(now, keys);
  const tiedWith =
    stands[number] === null
      ? []
      : [...keys.keys()].filter((each) => each !== number && stands[each] === stands[number]);
  return {
    ...withOwn(hand, index, now),
    ...saying({ what: 'placed', number, place: places[number] ?? null, of: keys.length, tiedWith }),
  };
}

/** Takes the place of a critique back, or a text of one's own away. */
function cleared(hand: Hand, { index, number, picked: chosen }: CritiquesInHand): Change {
  const count = listOf(hand, index).length;
  if (number < count) return onCritique(hand, (at) => placed(hand, at, 0));
  const own = ownOf(hand, index);
  const now = { ...own, texts: own.texts.filter((_, each) => each !== number - count) };
  const change = withOwn(hand, index, now);
  return {
    ...change,
    critiques:
      countOf({ ...hand, ...change }, index) === 0 ? null : taken({ ...hand, ...change }, index, number, chosen),
    ...saying({ what: 'removed' }),
  };
}

function picked({ index, of, number, picked: before, critique: { key } }: At): Change {
  const on = !before.includes(key);
  const now = on ? [...before, key] : before.filter((each) => each !== key);
  return {
    critiques: { index, of, number, picked: now },
    ...saying({ what: 'picked', number, count: now.length, on }),
  };
}

/** Begins a text with the critique in hand, or goes on with the one that was begun so. */
function edited(hand: Hand): Change {
  const { critiques } = hand;
  if (!critiques) return saying({ what: 'no-critique-in-hand' });
  const number = critiques.number - listOf(hand, critiques.index).length;
  const made = ownOf(hand, critiques.index).texts[number];
  if (made) return { focus: fieldOf(hand, critiques.index, number, made) };
  return onCritique(hand, ({ critique: { key, text, strengths, weaknesses, suggestion } }) =>
    writing(hand, critiques, { of: [key], text, strengths, weaknesses, suggestion }),
  );
}

/**
 * Makes one text of those that are chosen, in the order in which they are shown: what several say alike stands once.
 */
function merged(hand: Hand): Change {
  const { critiques } = hand;
  if (!critiques) return saying({ what: 'no-critique-in-hand' });
  const chosen = listOf(hand, critiques.index).filter(({ key }) => critiques.picked.includes(key));
  if (chosen.length < 2) return saying({ what: 'pick-more' });
  const joined = (texts: readonly string[]): string =>
    [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].join('\n\n');
  const [strengths = '', weaknesses = '', suggestion = ''] = critiqueParts.map((part) =>
    joined(chosen.map((each) => each[part])),
  );
  return writing(
    hand,
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
  hand: Hand,
  { index, picked: chosen }: Pick<CritiquesInHand, 'index' | 'picked'>,
  made: CritiqueMade,
): Change {
  const own = ownOf(hand, index);
  const before = own.texts.findIndex(
    ({ of }) => of.length === made.of.length && made.of.every((key) => of.includes(key)),
  );
  const number = before < 0 ? own.texts.length : before;
  const critiques = { index, of: number, number: listOf(hand, index).length + number, picked: chosen };
  const focus = fieldOf(hand, index, number, own.texts[before] ?? made);
  const of = listOf(hand, index).flatMap(({ key }, at) => (made.of.includes(key) ? [at] : []));
  return {
    ...(before < 0 && withOwn(hand, index, { ...own, texts: [...own.texts, made] })),
    critiques,
    focus,
    ...saying({ what: 'made', of }),
  };
}

/** Where writing begins: where something stands, or else as the study asks for critiques. */
function fieldOf({ task }: Hand, index: number, number: number, { text, ...parts }: CritiqueMade): DraftField {
  const part = text.trim() === '' ? critiqueParts.find((each) => parts[each].trim() !== '') : undefined;
  const isParted = text.trim() === '' && task.critique.fields === 'parts';
  const begun = part ?? (isParted ? critiqueParts[0] : undefined);
  return { kind: 'critiqueMade', index, number, ...(begun && { part: begun }) };
}
