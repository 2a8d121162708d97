import type { Media, Message } from '../../model/item/item';
/** Where media stand in the text of a turn. */

/** A stretch of a turn: some of its text, or what stands there. */
export type TurnPart = { readonly text: string } | { readonly media: Media };

/** A turn in its stretches, in their order; none of its texts is empty. */
export function turnParts({ content, media = [] }: Message): TurnPart[] {
  const chunks: TurnPart[] = [];
  let read = 0;
  const readTo = (at: number): void => {
    if (at > read) chunks.push({ text: content.slice(read, at) });
    read = Math.max(read, at);
  };
  for (const each of mediaByPosition(media)) {
    const { at = 0, marker = '' } = each;
    readTo(at);
    chunks.push({ media: each });
    if (content.startsWith(marker, at)) read = Math.max(read, at + marker.length);
  }
  readTo(content.length);
  return chunks;
}

/** The marker of LLaMA-Factory, ms-swift and verl. */
const markerOf = ({ kind }: Media): string => `<${kind}>`;

/**
 * The text of a turn with a marker for each of its media (LLaMA-Factory `extras/constants.py`, ms-swift
 * `template/base.py special_tokens`, verl `rl_dataset.py _build_messages`).
 */
export const markedText = (turn: Message): string =>
  turn.media
    ? turnParts(turn)
        .map((each) => ('text' in each ? each.text : markerOf(each.media)))
        .join('')
    : turn.content;

const markers = /<(?:image|video|audio)>/;

/**
 * Whether a text has a marker that stands for nothing, which a reader that counts them would take for another image.
 */
export const hasLooseMarker = (turn: Message): boolean =>
  turn.media ? turnParts(turn).some((each) => 'text' in each && markers.test(each.text)) : markers.test(turn.content);

/** A turn without media, and without what stands for them in its text. */
export function withoutMarkers({ media, ...turn }: Message): Message {
  return media
    ? {
        ...turn,
        content: turnParts({ ...turn, media })
          .map((each) => ('text' in each ? each.text : ''))
          .join(''),
      }
    : turn;
}

export const mediaByPosition = (media: readonly Media[]): readonly Media[] =>
  media.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
