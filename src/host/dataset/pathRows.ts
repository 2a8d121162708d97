import * as vscode from 'vscode';
import type { FieldPath } from '../../core/dataset/fields/fieldPaths';
import { forLabel } from '../items/itemLabels';
import { shown } from './rowParts';

/** A line for a place in the records. */
export interface PathRow extends vscode.QuickPickItem {
  readonly path?: string;
  /** The better and the worse of two fields. */
  readonly better?: readonly [string, string];
}

export const pathRow = ({ path, sample }: FieldPath): PathRow => ({
  label: forLabel(path),
  description: sample === '' ? vscode.l10n.t('(empty)') : shown(sample),
  path,
});

/** The line for a path that was typed. */
export const typedRow = (text: string): PathRow => ({
  label: forLabel(text),
  description: vscode.l10n.t('use the path you typed'),
  iconPath: new vscode.ThemeIcon('edit'),
  path: text,
  alwaysShow: true,
});
