import type { DeskContent, DeskTurn, TextPlace } from '../../model/desk/deskState';
import { turnsOf, type Item, type Media, type Message, type Response } from '../../model/item/item';
import { deskMedia, type ReadMedia } from '../../model/item/media';
import { fairLength, partOf } from '../../model/item/textPaging';
import { type TextPart } from '../../model/item/textPart';
import { toolsAsLists, turnAsLists } from '../../model/item/toolsAsLists';
import { innerTurns, patchOf } from '../../model/item/placedRunSteps';
import { deskRunsOf } from '../runs/deskRuns';
import { contextPanelOf } from './contextPanel';
import { verifierResultsOf } from './verifierResults';
import type { ShownItem } from './shownItem';
import { withoutImagePaths } from '../../model/item/markdownImages';

/** The UTF-16 units of all texts of an item that are sent with it at most; the rest is asked for. */
const maxSent = 524_288;

/** The texts of an item as the desk first shows them: each from its beginning. */
export function deskContentOf(
  key: string,
  shown: ShownItem,
  showsReferences: boolean,
  showsChecks = true,
): DeskContent {
  const { item, responses } = shown;
  const beside = contextPanelOf(shown, showsReferences);
  const prompt = promptOf(item);
  const answers = responses.map(answerOf);
  const runs = deskRunsOf(shown);
  const longest = fairLength(
    [prompt, ...answers, beside].flat().map(({ text }) => text.length),
    maxSent,
  );
  const cut = (turns: readonly ReadTurn[], isNamed: boolean): DeskTurn[] => {
    const media = deskMedia(turns, isNamed);
    return turns.map(({ role, text }, at) => ({
      role,
      ...partOf(text, 0, longest),
      ...(media[at]?.length && { media: media[at] }),
    }));
  };
  return {
    key,
    prompt: cut(prompt, true),
    responses: answers.map((turns) => cut(turns, false)),
    checks: responses.map((response) => (showsChecks ? verifierResultsOf(response, item) : [])),
    beside: beside.map(({ text, ...rest }) => ({ ...rest, ...partOf(text, 0, longest) })),
    ...(runs && { runs }),
  };
}

/** The next part of one text of an item; undefined where there is no such text, or nothing left of it. */
export function moreOf(
  shown: ShownItem,
  place: TextPlace,
  from: number,
  showsReferences: boolean,
): TextPart | undefined {
  const text = textAt(shown, place, showsReferences)?.text;
  return text === undefined || from >= text.length ? undefined : partOf(text, from);
}

/** The image, sound or film with that number (from 0) of a turn. */
export function mediaAt(shown: ShownItem, place: TextPlace, number: number): Media | undefined {
  return textAt(shown, place, false)?.media?.[number];
}

/** One text. Of a response no other turn is read for it: a run has thousands. */
function textAt(
  shown: ShownItem,
  { response, turn }: TextPlace,
  showsReferences: boolean,
): { readonly text: string; readonly media?: readonly Media[] | undefined } | undefined {
  if (response === null) return promptOf(shown.item)[turn];
  if (response === 'beside') return contextPanelOf(shown, showsReferences)[turn];
  if (response === 'guidelines') return undefined;
  const one = shown.responses[response];
  if (!one) return undefined;
  const turns = turnsOf(one);
  const asked = turns[turn];
  if (asked) return read(asked);
  const patch = patchOf(one);
  if (turn === turns.length && patch !== undefined) return { text: patch };
  const inner = innerTurns(one)[turn - turns.length - (patch === undefined ? 0 : 1)];
  return inner && read(inner);
}

/** The texts of a response: its turns, and of a run its patch and what hangs beside it. */
function answerOf(response: Response): ReadTurn[] {
  const patch = patchOf(response);
  return [
    ...turnsOf(response).map(read),
    ...(patch === undefined ? [] : [{ role: 'patch', text: patch }]),
    ...innerTurns(response).map(read),
  ];
}

/** A turn as people read it. */
interface ReadTurn {
  readonly role: string;
  readonly text: string;
  readonly media?: readonly ReadMedia[] | undefined;
}

function read(turn: Message): ReadTurn {
  const { text, images } = withoutImagePaths(turnAsLists(turn));
  return {
    role: turn.role,
    text,
    media: [...(turn.media ?? []), ...images.map((image) => ({ ...image, isInText: true }))],
  };
}

/** The prompt's turns, after the tools that can be called where there are any. */
function promptOf({ prompt, tools }: Item): ReadTurn[] {
  return [...(tools ? [{ role: 'tools', text: toolsAsLists(tools) }] : []), ...prompt.map(read)];
}
