import { withCodePointOffsets } from '../../journal/codePointOffsets';
import type { Past } from '../../journal/replay';
import { seedOf } from '../../model/annotation/blindOrder';
import type { Annotation, Judgement } from '../../model/annotation/annotation';
import { namesMasked } from '../../model/item/maskedNames';
import { withoutImagePaths } from '../../model/item/markdownImages';
import type { DeskOpinion, DeskOpinions } from '../../model/desk/deskOpinion';
import { eachPreference } from '../../quality/coverage/preferences';
import type { Study } from '../../study/study';
import { letterIn } from '../drafts/versionText';
import { isStale } from './isStale';
import type { OpenItem } from './openItem';
import type { ShownItem } from './shownItem';

/** Says what a judgement is, in one line. @param letter the letter of a response by its id */
export type Describe = (judgement: Judgement, letter: (id: string) => string) => string;

/**
 * What annotators judged of an item, for an adjudicator: the annotations of people in force on its texts, as it is
 * judged now (of the same context and turn), in an order that says nothing of who made them. Undefined where the item
 * is not adjudicated. `before` spares reading what has not changed.
 */
export async function opinionsOn(
  { replay, journal }: Pick<Study, 'replay' | 'journal'>,
  { item, judgementKey }: ShownItem,
  before?: readonly Annotation[],
): Promise<readonly Annotation[] | undefined> {
  if (judgementKey?.role === undefined) return undefined;
  const isOpinion = ({ state, hash, byModel, role, repeat, context, turn }: Past): boolean =>
    state === 'in-force' &&
    hash === item.hash &&
    !byModel &&
    role === undefined &&
    repeat === undefined &&
    context === judgementKey.context &&
    turn === judgementKey.turn;
  const past = replay.past(item.id).filter(isOpinion);
  if (before && past.length === before.length && past.every(({ id }) => before.some((each) => each.id === id)))
    return before;
  const lines = await Promise.all(past.map(({ ref }) => journal.fetch(ref)));
  const place = ({ annotator }: Annotation): number => seedOf('opinion', item.id, annotator);
  return lines
    .map((line) => withCodePointOffsets(line, item.responses))
    .sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

/**
 * The UTF-16 units of a text that are shown at most, as it goes to the webview with every key. The history has all of
 * it.
 */
const maxShown = 4000;

const beginning = (whole: string): string => {
  const text = withoutImagePaths(whole.slice(0, maxShown)).text;
  return whole.length > maxShown ? `${text.toWellFormed()}…` : text;
};

/** Converts opinions for the desk. Names are hidden until the adjudicator has judged, or are there from the start. */
export function opinionsShown(
  open: Pick<OpenItem, 'opinions' | 'shown' | 'annotation'>,
  describe: Describe,
  isNamed: boolean,
): DeskOpinions | undefined {
  const {
    opinions,
    annotation,
    shown: { responses },
  } = open;
  const isJudged = annotation !== undefined && !isStale(open);
  const masked = namesMasked({ responses });
  const said = (text: string): string => masked(beginning(text));
  const letter = letterIn(responses.map(({ id }) => id));
  if (!opinions) return undefined;
  const contradictions = contradictionsIn(opinions, letter);
  const differing = new Map(contradictions.criteria.map(({ criterion, on }) => [criterion, on]));
  const of = opinions.map(({ annotator, judgement }): DeskOpinion => ({
    by: isJudged || isNamed ? annotator : null,
    summary: describe(judgement, letter),
    ...(judgement.rationale !== undefined && { rationale: said(judgement.rationale) }),
    verdicts: (judgement.verdicts ?? []).flatMap(({ response, criterion, value }) =>
      value !== null && differing.get(criterion)?.includes(letter(response)) === true
        ? [{ criterion, on: letter(response), value }]
        : [],
    ),
    notes: (judgement.critiques ?? []).flatMap(({ response, text, spans = [] }) => {
      const on = letter(response);
      return [
        ...(text === '' ? [] : [{ on, text: said(text) }]),
        ...spans.map(({ quote, note = '' }) => ({ on, text: said(note), quote: beginning(quote) })),
      ];
    }),
  }));
  return { isJudged, of, ...contradictions };
}

/** Finds pairs of responses that some prefer one way and some the other, and criteria with different verdicts. */
function contradictionsIn(
  opinions: readonly Annotation[],
  letter: (id: string) => string,
): Pick<DeskOpinions, 'pairs' | 'criteria'> {
  /** The annotators who prefer one response to another, by the letters of both. */
  const preferred = new Map<string, Set<number>>();
  const verdicts = new Map<string, Map<string, unknown>>();
  const criteria = new Map<string, Set<string>>();
  for (const [by, { judgement, shown }] of opinions.entries()) {
    eachPreference(
      judgement,
      (id) => shown.indexOf(id),
      shown.length,
      (winner, loser, isTied) => {
        if (isTied) return;
        const key = `${letter(shown[winner] ?? '')} ${letter(shown[loser] ?? '')}`;
        preferred.set(key, (preferred.get(key) ?? new Set()).add(by));
      },
    );
    for (const { response, criterion, value } of judgement.verdicts ?? []) {
      if (value === null) continue;
      const known = verdicts.get(criterion) ?? new Map<string, unknown>();
      verdicts.set(criterion, known);
      if (!known.has(response)) known.set(response, value);
      else if (known.get(response) !== value)
        criteria.set(criterion, (criteria.get(criterion) ?? new Set()).add(letter(response)));
    }
  }
  return {
    pairs: [...preferred].sort(byKey).flatMap(([pair, forFirst]) => {
      const [first = '', second = ''] = pair.split(' ');
      const forSecond = preferred.get(`${second} ${first}`);
      return first < second && forSecond ? [{ first, second, forFirst: [...forFirst], forSecond: [...forSecond] }] : [];
    }),
    criteria: [...criteria].map(([criterion, letters]) => ({ criterion, on: [...letters].sort() })),
  };
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
