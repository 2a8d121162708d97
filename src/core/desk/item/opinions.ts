import { withCodePointOffsets } from '../../journal/codePointOffsets';
import type { Past } from '../../journal/replay';
import { seedOf } from '../../model/annotation/blindOrder';
import type { Annotation, Judgement } from '../../model/annotation/annotation';
import { namesMasked } from '../../model/item/maskedNames';
import { withoutImagePaths } from '../../model/item/markdownImages';
import type { DeskOpinion } from '../../model/desk/deskOpinion';
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

/** Of a text so much is shown, in UTF-16 units: it goes to the webview with every key. The history has all of it. */
const maxShown = 4000;

const beginning = (whole: string): string => {
  const text = withoutImagePaths(whole.slice(0, maxShown)).text;
  return whole.length > maxShown ? `${text.toWellFormed()}…` : text;
};

/** The same as the desk shows it. Names are hidden until the adjudicator has judged. */
export function opinionsShown(
  open: Pick<OpenItem, 'opinions' | 'shown' | 'annotation'>,
  describe: Describe,
): readonly DeskOpinion[] | undefined {
  const {
    opinions,
    annotation,
    shown: { responses },
  } = open;
  const isJudged = annotation !== undefined && !isStale(open);
  const masked = namesMasked({ responses });
  const said = (text: string): string => masked(beginning(text));
  const letter = letterIn(responses.map(({ id }) => id));
  return opinions?.map(({ annotator, judgement }) => ({
    by: isJudged ? annotator : null,
    summary: describe(judgement, letter),
    ...(judgement.rationale !== undefined && { rationale: said(judgement.rationale) }),
    notes: (judgement.critiques ?? []).flatMap(({ response, text, spans = [] }) => {
      const on = letter(response);
      return [
        ...(text === '' ? [] : [{ on, text: said(text) }]),
        ...spans.map(({ quote, note = '' }) => ({ on, text: said(note), quote: beginning(quote) })),
      ];
    }),
  }));
}
