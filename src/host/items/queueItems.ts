import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { UserError } from '../../core/model/problems/problem';
import { deskViewType, type DeskEditor } from '../desk/deskEditor';
import type { DeskPanel } from '../desk/deskPanel';
import type { JudgedAs } from './itemOrder';
import { scanWithProgress } from './itemScans';
import { findItemsById } from '../search/backgroundSearch';
import type { StudyDocument } from '../study/studyDocument';

/** Goes to one item at the desk, in whatever order the others come. @param ordinal its 0-based place */
export async function openItem(editor: DeskEditor, uri: vscode.Uri, ordinal: number): Promise<void> {
  const found = await deskFor(editor, uri);
  if (found) await found.desk.goTo(ordinal);
}

/**
 * Goes to the first of some items at the desk; from there on only they come.
 * @param ordinals their places, each once, in the order in which they are to come
 * @param what they have in common, for people
 * @param as as what they are judged, where not as an annotator
 */
export async function openQueue(
  editor: DeskEditor,
  uri: vscode.Uri,
  ordinals: Iterable<number>,
  what: string,
  as: JudgedAs = {},
): Promise<void> {
  const listed = Uint32Array.from(ordinals);
  const found = await deskFor(editor, uri);
  if (!found) return;
  found.document.order.give(found.session, listed, what, as);
  found.desk.panel.reveal();
  await found.desk.begin();
}

/**
 * Goes to the first of the items with these ids at the desk of a study; from there on only they come, judged or not.
 * False where the search for them was stopped. Rejects with `UserError` where the dataset has none of them.
 * @param what they have in common, for people
 */
export async function queueItems(
  editor: DeskEditor,
  document: StudyDocument,
  ids: ReadonlySet<string>,
  what: string,
): Promise<boolean> {
  const ordinals = await placesOf(document, ids);
  if (!ordinals) return false;
  if (ordinals.length === 0) throw new UserError(vscode.l10n.t('These items are no longer in the dataset.'));
  const found = await deskFor(editor, document.uri);
  if (!found) return false;
  found.document.order.give(found.session, ordinals, what);
  found.desk.panel.reveal();
  await found.desk.begin();
  return true;
}

/**
 * Goes to the item with an id at the desk, in whatever order the others come. Rejects with `UserError` where it is
 * gone.
 */
export async function openItemById(editor: DeskEditor, document: StudyDocument, id: string): Promise<void> {
  const places = await placesOf(document, new Set([id]));
  if (places?.length === 0) throw new UserError(vscode.l10n.t('Item {0} is no longer in the dataset.', id));
  if (places) await openItem(editor, document.uri, places[0] ?? 0);
}

function placesOf({ session }: StudyDocument, ids: ReadonlySet<string>): Promise<Uint32Array | undefined> {
  if (!session) throw new UserError(vscode.l10n.t('The study is not open'));
  return scanWithProgress(vscode.l10n.t('Looking for the items'), new AbortController().signal, (onFraction, signal) =>
    findItemsById(session, ids, onFraction, signal),
  );
}

/** The desk of a study, opened where it is not; undefined where that cannot be, and the person was told why. */
async function deskFor(
  editor: DeskEditor,
  uri: vscode.Uri,
): Promise<{ readonly desk: DeskPanel; readonly document: StudyDocument; readonly session: Session } | undefined> {
  const known = editor.studyOf(uri);
  if (!known || !editor.deskOf(known)) await vscode.commands.executeCommand('vscode.openWith', uri, deskViewType);
  const document = editor.studyOf(uri);
  const desk = document && editor.deskOf(document);
  if (desk && document.session) return { desk, document, session: document.session };
  void vscode.window.showErrorMessage(vscode.l10n.t('The study is not open: {0}', document?.error ?? uri.fsPath));
  return undefined;
}
