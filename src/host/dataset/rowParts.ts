import * as vscode from 'vscode';
import { forLabel, isolated } from '../items/itemLabels';

/** A line of the field chooser. */
export interface FieldChooserRow extends vscode.QuickPickItem {
  /** What Enter does on it; absent: a line to read. */
  readonly run?: () => Promise<void> | void;
  /** Enter accepts the reading. */
  readonly accepts?: true;
  /** Enter shows the next of the first items. */
  readonly showsNextItem?: true;
}

/** At most this many fields are listed. */
export const maxPlaces = 12;

export const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

/** The beginning of a dataset's text, as a row shows it. */
export const shown = (sample: string): string => forLabel(isolated(sample));
