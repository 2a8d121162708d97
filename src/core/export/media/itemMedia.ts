import { turnsOf, type Item, type Media, type Message, type Response } from '../../model/item/item';
import type { ExportFormat } from '../format';
import type { Fields } from '../fields';
import type { DropReason } from '../dropReasons';
import { withoutMarkers, mediaByPosition } from './mediaMarkers';
import { type MediaKind } from './mediaKinds';

const none: readonly Media[] = [];

/** All that turns name, in the order in which they stand there. */
export function mediaIn(turns: readonly Message[]): readonly Media[] {
  return turns.some(({ media }) => media)
    ? turns.flatMap(({ media }) => (media ? mediaByPosition(media) : none))
    : none;
}

const ofResponses = ({ responses }: Pick<Item, 'responses'>): readonly Media[] =>
  responses.some(({ turns }) => turns) ? responses.flatMap(({ turns }) => (turns ? mediaIn(turns) : none)) : none;

/**
 * Whether an item has any in what the rows of a format are made of: its prompt, and its responses where rows hold
 * these.
 */
export const hasMedia = (item: Item, { promptOnly }: Pick<ExportFormat, 'promptOnly'>): boolean =>
  mediaIn(item.prompt).length > 0 || (!promptOnly && ofResponses(item).length > 0);

/** The kinds that an item has, and whether a response has any. */
export function mediaOf(
  item: Item,
  { promptOnly }: Pick<ExportFormat, 'promptOnly'>,
): { readonly kinds: ReadonlySet<MediaKind>; readonly isInResponses: boolean } {
  const further = promptOnly ? none : ofResponses(item);
  return {
    kinds: new Set([...mediaIn(item.prompt), ...further].map(({ kind }) => kind)),
    isInResponses: further.length > 0,
  };
}

/** Why a format has no place for the media of an item. */
export function mediaFault(
  item: Item,
  { media, promptOnly }: Pick<ExportFormat, 'media' | 'promptOnly'>,
): DropReason | undefined {
  const { kinds = [], inResponses = false, roles } = media ?? {};
  const inAnswers = promptOnly ? none : ofResponses(item);
  if (![...mediaIn(item.prompt), ...inAnswers].every(({ kind }) => kinds.includes(kind))) return 'media';
  if (!inResponses && inAnswers.length > 0) return 'media-in-response';
  return roles && item.prompt.some((turn) => turn.media && !roles.includes(turn.role)) ? 'media-role' : undefined;
}

/** An item as if it never had any. */
export const withoutMedia = (item: Item): Item => changed(item, withoutMarkers);

/** An item whose media are named otherwise. */
export const withSources = (item: Item, name: (media: Media) => string): Item =>
  changed(item, (turn) =>
    turn.media ? { ...turn, media: turn.media.map((each) => ({ ...each, source: name(each) })) } : turn,
  );

function changed(item: Item, change: (turn: Message) => Message): Item {
  const prompt = item.prompt.map(change);
  const { promptText, ...rest } = item;
  const responses = item.responses.map((response): Response => {
    if (!response.turns) return response;
    const turns = turnsOf(response).map(change);
    return { ...response, turns, text: turns.length === 1 ? (turns[0]?.content ?? response.text) : response.text };
  });
  const isSame = prompt.every(({ content }, i) => content === item.prompt[i]?.content);
  return { ...rest, prompt, responses, ...(promptText !== undefined && isSame && { promptText }) };
}

const columns = { image: 'images', video: 'videos', audio: 'audios' } as const;
export const columnOf = (kind: MediaKind): (typeof columns)[MediaKind] => columns[kind];

/** The sources of one kind that turns name, in their order. */
export const mediaOfKind = (turns: readonly Message[], kind: MediaKind): string[] =>
  mediaIn(turns).flatMap((each) => (each.kind === kind ? [each.source] : []));

/** The columns of media by their names, as `dataset_info.json` has them. */
export const columnNames = (kinds: readonly MediaKind[] = []): Fields =>
  Object.fromEntries(kinds.map((kind) => [columns[kind], columns[kind]]));
