import * as vscode from 'vscode';
import type { Preview } from '../../core/dataset/items/preview';
import { forLabel, isolated } from '../items/itemLabels';
import type { FieldChooserState } from './fieldChooserState';
import { chooseRecords } from './recordsQuestion';
import type { FieldChooserRow } from './rowParts';

/** How records become items: of several files together, or of rows with the same prompt; Enter changes it. */
export function gatherRows(state: FieldChooserState, { canGather }: Preview): FieldChooserRow[] {
  const { gather, mapping } = state.draft;
  const gathering = gather !== false && gather !== undefined;
  if (gather === 'files' || state.options.draft.gather === 'files')
    return [
      {
        label: vscode.l10n.t('Files'),
        description:
          gather === 'files'
            ? vscode.l10n.t('one file per model; each item gets one response from each file')
            : vscode.l10n.t('read one after another, as one dataset'),
        iconPath: new vscode.ThemeIcon('files'),
        run: () => toggleGather(state, 'files'),
      },
    ];
  if (!canGather && !gathering) return [];
  return [
    {
      label:
        mapping.gather === undefined
          ? vscode.l10n.t('Rows with the same prompt')
          : vscode.l10n.t('Rows with the same “{0}”', forLabel(mapping.gather)),
      description: gathering
        ? vscode.l10n.t('combined into one item')
        : vscode.l10n.t('not combined: each row is one item'),
      iconPath: new vscode.ThemeIcon(gathering ? 'layers-active' : 'layers'),
      run: () => toggleGather(state, true),
    },
  ];
}

/** In which array of a file, or sheet of a workbook, the records are. */
export function recordsRows(state: FieldChooserState): FieldChooserRow[] {
  const [current] = state.head.recordsPaths;
  if (current === undefined) return [];
  return [
    {
      label: isSheet(state) ? vscode.l10n.t('Sheet') : vscode.l10n.t('Array of records'),
      description: forLabel(isolated(current)),
      iconPath: new vscode.ThemeIcon('json'),
      run: () => chooseRecords(state),
    },
  ];
}

function isSheet(state: FieldChooserState): boolean {
  return state.options.files.some((file) => /\.xlsx$/i.test(file));
}

function toggleGather(state: FieldChooserState, how: true | 'files'): void {
  state.draft = { ...state.draft, gather: state.draft.gather === how ? false : how };
}
