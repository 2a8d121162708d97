import * as vscode from 'vscode';
import * as z from 'zod';
import type { Session } from '../../core/desk/session';
import { messageOf } from '../../core/model/problems/problem';
import type { DeskEditor } from '../desk/deskEditor';
import { findItemById } from '../search/backgroundSearch';
import { registerKeyCommands } from '../surface/keyCommands';
import { openItem } from './queueItems';

const itemOfStudy = z.object({ item: z.int().positive(), study: z.string() });

/** An item by its number, in the study of a project file, whose URI is given: the active desk may show another one. */
export type ItemOfStudy = z.infer<typeof itemOfStudy>;

/** "Go to Item": by its number or its id, asked for or given as an argument. */
export function registerGoTo(editor: DeskEditor): vscode.Disposable[] {
  return registerKeyCommands({
    goTo: async (target) => {
      const place = itemOfStudy.safeParse(target).data;
      if (place) await openItem(editor, vscode.Uri.parse(place.study), place.item - 1);
      else if (typeof target === 'number') await editor.desk?.goTo(target - 1);
      else if (typeof target === 'string') await goToNamed(editor, target);
      else ask(editor);
    },
  });
}

async function goToNamed(editor: DeskEditor, text: string): Promise<void> {
  const session = editor.study?.session;
  if (!session) return;
  const title = vscode.l10n.t('Looking for the item “{0}”', text);
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      let shown = 0;
      const report = (fraction: number): void => {
        progress.report({ increment: (fraction - shown) * 100 });
        shown = fraction;
      };
      try {
        const ordinal = await placeOf(session, text, report, abort.signal);
        if (ordinal !== undefined) await editor.desk?.goTo(ordinal);
        else void vscode.window.showErrorMessage(noSuchItem(session, text));
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    },
  );
}

function ask(editor: DeskEditor): void {
  const session = editor.study?.session;
  if (!session) return;
  const comeBack = editor.desk?.leaveFor((key) => {
    if (key === '\n') void go();
    else input.value += key;
  });
  const input = vscode.window.createInputBox();
  const question = vscode.l10n.t('Type an item number from 1 to {0}, or an item ID', session.dataset.count);
  input.title = vscode.l10n.t('Go to item');
  input.prompt = question;
  let search = new AbortController();
  const stop = (): void => {
    search.abort();
    search = new AbortController();
    input.busy = false;
    input.prompt = question;
    input.validationMessage = undefined;
  };
  const go = async (): Promise<void> => {
    const text = input.value.trim();
    stop();
    if (text === '') return;
    const { signal } = search;
    try {
      input.busy = true;
      const ordinal = await placeOf(
        session,
        text,
        (fraction) =>
          (input.prompt = vscode.l10n.t(
            'Looking for the item ID: {0} of the dataset searched. Press Escape to cancel.',
            percent(fraction),
          )),
        signal,
      );
      if (signal.aborted) return;
      stop();
      if (ordinal === undefined) input.validationMessage = noSuchItem(session, text);
      else {
        input.hide();
        await editor.desk?.goTo(ordinal);
      }
    } catch (error) {
      if (signal.aborted) return;
      stop();
      input.validationMessage = messageOf(error);
    }
  };
  input.onDidChangeValue(stop);
  input.onDidAccept(() => void go());
  input.onDidHide(() => {
    search.abort();
    input.dispose();
    comeBack?.();
  });
  input.show();
}

/**
 * The 0-based place that a person means: of the item with that id, else of the item with that number. Where the ids of
 * the dataset are no numbers, a number is one at once, without a look at every id.
 */
async function placeOf(
  session: Session,
  text: string,
  onFraction: (fraction: number) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const number = /^\d+$/.test(text) ? Number(text) : undefined;
  const ordinal = number !== undefined && number >= 1 && number <= session.dataset.count ? number - 1 : undefined;
  if (ordinal !== undefined) {
    const ids = await Promise.all([ordinal, ordinal + 1, 0].map((at) => idAt(session, at)));
    const near = ids.indexOf(text);
    if (near >= 0) return [ordinal, ordinal + 1, 0][near];
    if (!ids.some((id) => /^\d+$/.test(id ?? ''))) return ordinal;
  }
  return (await findItemById(session, text, onFraction, signal)) ?? ordinal;
}

async function idAt({ dataset }: Session, ordinal: number): Promise<string | undefined> {
  if (ordinal >= dataset.count) return undefined;
  const parsed = await dataset.at(ordinal);
  return parsed && 'item' in parsed ? parsed.item.id : undefined;
}

function noSuchItem({ dataset }: Session, text: string): string {
  if (!/^\d+$/.test(text)) return vscode.l10n.t('No item has the ID “{0}”.', text);
  return vscode.l10n.t('No item has the ID “{0}”. Item numbers go from 1 to {1}.', text, dataset.count);
}

/** A part of a whole, for people. */
export const percent = (fraction: number): string => `${Math.floor(fraction * 100)} %`;
