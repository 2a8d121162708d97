import * as vscode from 'vscode';
import { UserError } from '../core/model/problem';
import { viewType, type DeskEditor } from './editor';
import type { DeskPanel } from './deskPanel';
import { look } from './itemPasses';
import { findItems } from './studySearch';
import type { StudyDocument } from './studyDocument';

/**
 * Goes to the first of the items with these ids at the desk of a study; from there on only they come, judged or not. False where the search for them was stopped.
 * Rejects with `UserError` where the dataset has none of them. @param what they have in common, for people
 */
export async function queueItems(editor: DeskEditor, document: StudyDocument, ids: ReadonlySet<string>, what: string): Promise<boolean> {
  const ordinals = await placesOf(document, ids);
  if (!ordinals) return false;
  if (ordinals.length === 0) throw new UserError(vscode.l10n.t('None of these items is in the dataset any more.'));
  const desk = await deskOf(editor, document);
  const { session } = document;
  if (!desk || !session) return false;
  document.order.give(session, ordinals, what);
  desk.panel.reveal();
  await desk.begin();
  return true;
}

/** Goes to one item at the desk, in whatever order the others come. Rejects with `UserError` where it is gone. */
export async function openItem(editor: DeskEditor, document: StudyDocument, id: string): Promise<void> {
  const places = await placesOf(document, new Set([id]));
  if (places?.length === 0) throw new UserError(vscode.l10n.t('The item {0} is not in the dataset any more.', id));
  const desk = places && (await deskOf(editor, document));
  if (desk) await desk.goTo(places[0] ?? 0);
}

function placesOf({ session }: StudyDocument, ids: ReadonlySet<string>): Promise<Uint32Array | undefined> {
  if (!session) throw new UserError(vscode.l10n.t('The study is not open'));
  return look(vscode.l10n.t('Looking for the items'), new AbortController().signal, (onFraction, signal) => findItems(session, ids, onFraction, signal));
}

/** The desk of a study, opened where it is not. */
async function deskOf(editor: DeskEditor, document: StudyDocument): Promise<DeskPanel | undefined> {
  if (!editor.deskOf(document)) await vscode.commands.executeCommand('vscode.openWith', document.uri, viewType);
  return editor.deskOf(document);
}
