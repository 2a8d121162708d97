import * as vscode from 'vscode';
import type { Reading } from '../../core/dataset/items/parse';
import type { Questions } from '../surface/questions';
import { decidedRows, undecidedRows } from './fieldChooserRows';
import { currentPreview, currentReading, type FieldChooserOptions, type FieldChooserState } from './fieldChooserState';
import type { FieldChooserRow } from './rowParts';

/**
 * Shows how a dataset would be read - layout, an item as it comes out, where each field stands - and lets a person
 * correct it. Gives the reading that was accepted; undefined where none was. Writes nothing.
 */
export async function chooseReading(options: FieldChooserOptions, questions: Questions): Promise<Reading | undefined> {
  const { title, head, draft, why, hasBack = false } = options;
  const state: FieldChooserState = {
    options,
    questions,
    head,
    draft,
    why,
    sample: 0,
    showsLabels: false,
    skippedLabels: new Set(),
  };
  let last: FieldChooserRow | undefined;
  for (;;) {
    const preview = currentPreview(state);
    const rows = preview ? decidedRows(state, preview) : undecidedRows(state);
    const choices = rows.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    const placeholder = preview
      ? hasBack
        ? vscode.l10n.t('Select a line and press Enter to correct it. Press Escape to go back.')
        : vscode.l10n.t('Select a line and press Enter to correct it. Press Escape to cancel without changes.')
      : vscode.l10n.t('Press Enter to continue. Press Escape to cancel without changes.');
    // Who looks at one item after the other stays on that line; after a correction Enter accepts.
    const active = (last?.showsNextItem && choices.find(({ showsNextItem }) => showsNextItem)) ?? choices[0];
    const [picked] = (await questions.ask({ title, placeholder, items: rows, active, hasBack })) ?? [];
    if (!picked) return undefined;
    if (picked.accepts) return currentReading(state);
    await picked.run?.();
    last = picked;
  }
}
