import * as vscode from 'vscode';
import { pathsOf } from '../../core/dataset/fields/fieldPaths';
import type { FieldPlace, Preview } from '../../core/dataset/items/preview';
import { partsOfResponses } from '../../core/dataset/recognition/userFieldRoles';
import { objectsOf } from '../../core/dataset/records/head';
import { forLabel } from '../items/itemLabels';
import { acceptRows } from './acceptRows';
import { hidesLabels, type FieldChooserState } from './fieldChooserState';
import { chooseResponses } from './fieldQuestions';
import { inRoleOrder, isItemPart } from './fieldRoles';
import { chooseLayout } from './layoutQuestion';
import { fieldRow, responsesRow, unusedRows, valuesRow } from './mappingRows';
import { previewRows } from './previewRows';
import { gatherRows, recordsRows } from './recordsRows';
import { maxPlaces, separator, shown, type FieldChooserRow } from './rowParts';

/** The lines of a reading: what Enter does, an item as it comes out, where each field stands, how records are read. */
export function decidedRows(state: FieldChooserState, preview: Preview): FieldChooserRow[] {
  const { layout } = state.draft;
  const { missing } = preview;
  const hides = hidesLabels(state, preview);
  const parts = layout ? partsOfResponses(layout) : [];
  const responses = preview.fields.filter(({ name, sample }) => parts.includes(name) && sample !== undefined);
  const fields = inRoleOrder(preview.fields).filter(({ name }) => !parts.includes(name));
  const found = fields.filter(({ sample, mapped }) => sample !== undefined || mapped);
  const fieldRows = (places: readonly FieldPlace[]): FieldChooserRow[] =>
    places.map((place) =>
      fieldRow(state, place, { isMissing: place.name === missing, isHidden: hides && !isItemPart(place.name) }),
    );
  const [prompt, rest] = [found.filter(({ name }) => name === 'prompt'), found.filter(({ name }) => name !== 'prompt')];
  return [
    ...acceptRows(state, preview),
    ...sampleRows(state, preview),
    separator(vscode.l10n.t('Field mapping')),
    ...fieldRows(prompt),
    ...(parts.length > 0
      ? [
          responsesRow(state, responses, {
            isMissing: missing !== undefined && parts.includes(missing),
            isHidden: hides,
          }),
        ]
      : []),
    ...fieldRows(rest),
    ...valuesRow(state),
    ...unusedRows(state, preview),
    separator(vscode.l10n.t('Records')),
    ...gatherRows(state, preview),
    ...recordsRows(state),
    {
      label: vscode.l10n.t('Layout: {0}', layout?.name ?? ''),
      description: layout?.title ?? '',
      iconPath: new vscode.ThemeIcon('symbol-structure'),
      run: () => chooseLayout(state),
    },
    separator(vscode.l10n.t('Fields not found')),
    ...fieldRows(fields.filter((each) => !found.includes(each))),
  ];
}

/** The lines while nobody knows the layout. */
export function undecidedRows(state: FieldChooserState): FieldChooserRow[] {
  const places = pathsOf(objectsOf(state.head)).filter(({ path }) => !path.includes('.'));
  return [
    {
      label: vscode.l10n.t('Choose the responses…'),
      iconPath: new vscode.ThemeIcon('question'),
      description: state.why?.[0] ?? vscode.l10n.t('Tiebreak could not detect which fields contain the responses.'),
      run: () => chooseResponses(state),
    },
    separator(vscode.l10n.t('Fields in the first records')),
    ...places.slice(0, maxPlaces).map(({ path, sample }): FieldChooserRow => ({
      label: forLabel(path),
      description: shown(sample),
      iconPath: new vscode.ThemeIcon('symbol-field'),
      run: () => chooseResponses(state, [path]),
    })),
    ...(places.length > maxPlaces ? [{ label: vscode.l10n.t('{0} more', places.length - maxPlaces) }] : []),
    ...recordsRows(state),
    separator(vscode.l10n.t('Layout')),
    {
      label: vscode.l10n.t('Choose a known layout…'),
      iconPath: new vscode.ThemeIcon('symbol-structure'),
      run: () => chooseLayout(state),
    },
  ];
}

/** The first items, one at a time. */
function sampleRows(state: FieldChooserState, preview: Preview): FieldChooserRow[] {
  const { items } = preview;
  const at = state.sample % items.length;
  const parsed = items[at];
  if (!parsed) return [];
  return [
    separator(vscode.l10n.t('Preview: item {0} of {1}', at + 1, items.length)),
    ...previewRows(parsed, hidesLabels(state, preview)),
    ...labelsRow(state, items),
    ...(items.length > 1
      ? [
          {
            label: vscode.l10n.t('Show the next item'),
            iconPath: new vscode.ThemeIcon('arrow-down'),
            showsNextItem: true as const,
            run: () => {
              state.sample++;
            },
          },
        ]
      : []),
  ];
}

/** Shows what the data says of the responses, or hides it again; nothing where it says nothing. */
function labelsRow(state: FieldChooserState, items: Preview['items']): FieldChooserRow[] {
  if (items.every(({ labels }) => labels.length === 0)) return [];
  return [
    {
      label: state.showsLabels ? vscode.l10n.t('Hide the labels') : vscode.l10n.t('Show the labels'),
      description: state.showsLabels ? '' : vscode.l10n.t('hidden, as responses are judged blind'),
      iconPath: new vscode.ThemeIcon(state.showsLabels ? 'eye-closed' : 'eye'),
      run: () => {
        state.showsLabels = !state.showsLabels;
      },
    },
  ];
}
