import * as vscode from 'vscode';
import { mediaAt } from '../../core/desk/item/deskContent';
import type { Desk } from '../../core/desk/desk';
import type { Media } from '../../core/model/item/item';
import { whereOf, type MediaPart } from '../../core/model/item/media';
import type { MediaPlace } from '../../protocol/display';
import type { StudyDocument } from '../study/studyDocument';

/**
 * The next part of a file that the item on the screen names; null where another item is there by now. The webview gets
 * bytes and makes an address of its own for them: one of the file would show its name, and that of a response's file
 * may be its model's.
 */
export async function mediaPart(
  document: StudyDocument,
  desk: Desk | undefined,
  place: MediaPlace,
  from: number,
): Promise<MediaPart | null> {
  const { session, media: files } = document;
  const media = mediaIn(desk, place);
  if (!media || !session || !files) return null;
  const parsed = await session.dataset.at(Number.parseInt(place.key, 10));
  return parsed && 'item' in parsed ? files.read(media.source, parsed.file, from) : null;
}

/** Where the item on the screen says that a file lies; the person asked. */
export const mediaName = (desk: Desk | undefined, place: MediaPlace): string | null =>
  mediaIn(desk, place)?.source ?? null;

/** Opens an address that the item on the screen names in the browser; VS Code asks before it does. */
export async function openMedia(desk: Desk | undefined, place: MediaPlace): Promise<void> {
  const media = mediaIn(desk, place);
  if (media && whereOf(media.source) === 'web') await vscode.env.openExternal(vscode.Uri.parse(media.source));
}

function mediaIn(desk: Desk | undefined, { key, response, turn, number }: MediaPlace): Media | undefined {
  return desk?.open?.key === key ? mediaAt(desk.open.shown, { response, turn }, number) : undefined;
}
