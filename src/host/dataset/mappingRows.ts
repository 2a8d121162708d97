import * as vscode from 'vscode';
import { noPromptPath } from '../../core/dataset/fields/fieldMapping';
import type { FieldPlace, Preview } from '../../core/dataset/items/preview';
import { forLabel, isolated } from '../items/itemLabels';
import type { FieldChooserState } from './fieldChooserState';
import { chooseField, chooseResponses } from './fieldQuestions';
import { roleName } from './fieldRoles';
import { maxPlaces, separator, shown, type FieldChooserRow } from './rowParts';

interface FieldMarks {
  /** Without it no item can be read. */
  readonly isMissing: boolean;
  /** Its beginning is not shown, as it says which response is better. */
  readonly isHidden: boolean;
}

/** Where one field of the layout stands, or that it is not there. */
export function fieldRow(
  state: FieldChooserState,
  { name, path, sample, mapped, free }: FieldPlace,
  { isMissing, isHidden }: FieldMarks,
): FieldChooserRow {
  if (name === 'prompt' && path === noPromptPath)
    return {
      label: roleName(name),
      description: vscode.l10n.t('There is no prompt'),
      iconPath: new vscode.ThemeIcon('edit'),
      run: () => chooseField(state, name),
    };
  const elsewhere = path === name ? '' : `← ${forLabel(isolated(path.split(',').join(', ')))}`;
  const nothing = mapped
    ? vscode.l10n.t('not in the first records')
    : free
      ? vscode.l10n.t('no field with a matching name')
      : name === 'id'
        ? vscode.l10n.t('none: the ID is made from the content of the item')
        : vscode.l10n.t('none in the first records');
  const icon = isMissing ? 'error' : sample === undefined ? 'circle-slash' : mapped ? 'edit' : 'symbol-field';
  return {
    label: roleName(name),
    description: [
      ...(elsewhere ? [elsewhere] : []),
      sample === undefined ? nothing : isHidden ? vscode.l10n.t('label hidden') : shown(sample),
    ].join(' · '),
    iconPath: new vscode.ThemeIcon(icon),
    run: () => chooseField(state, name),
  };
}

/** The fields that hold the responses together, whatever the layout calls them. */
export function responsesRow(
  state: FieldChooserState,
  places: readonly FieldPlace[],
  { isMissing, isHidden }: FieldMarks,
): FieldChooserRow {
  const names = places.map(({ name, path }) =>
    name === 'chosen'
      ? vscode.l10n.t('{0} (better)', forLabel(isolated(path)))
      : name === 'rejected'
        ? vscode.l10n.t('{0} (worse)', forLabel(isolated(path)))
        : forLabel(isolated(path.split(',').join(', '))),
  );
  const from = `← ${names.join(', ')}`;
  const description =
    places.length === 0
      ? vscode.l10n.t('none in the first records')
      : isHidden
        ? from
        : `${from} · ${shown(places.map(({ sample }) => sample ?? '').join(' | '))}`;
  return {
    label: vscode.l10n.t('Responses'),
    description,
    iconPath: new vscode.ThemeIcon(isMissing ? 'error' : 'symbol-field'),
    run: () => chooseResponses(state),
  };
}

/** What a person said that the values of the label mean; Enter asks anew. */
export function valuesRow(state: FieldChooserState): FieldChooserRow[] {
  const { values, ...rest } = state.draft.mapping;
  if (values === undefined) return [];
  const run = (): void => {
    state.draft = { ...state.draft, mapping: rest };
    state.skippedLabels.clear();
  };
  return [
    {
      label: vscode.l10n.t('Meaning of label values'),
      description: vscode.l10n.t(
        '{0}. Press Enter to change it.',
        forLabel(isolated(values.replaceAll('=', ' = ').replaceAll(',', ', '))),
      ),
      iconPath: new vscode.ThemeIcon('edit'),
      run,
    },
  ];
}

/** What plays no part and is kept as metadata: a prompt or a response among it is seen here. */
export function unusedRows(state: FieldChooserState, { items, fields }: Preview): FieldChooserRow[] {
  // A label whose meaning is not certain stays in the metadata, and is asked about.
  const used = new Set([
    ...fields.filter(({ sample }) => sample !== undefined).map(({ path }) => path),
    state.draft.mapping.gather,
  ]);
  const unused = new Map(
    items
      .flatMap(({ item: { metadata = {} } }) => Object.entries(metadata).filter(([name]) => !used.has(name)))
      .reverse(),
  );
  if (unused.size === 0) return [];
  return [
    separator(vscode.l10n.t('Unused fields, kept as metadata')),
    ...[...unused]
      .reverse()
      .slice(0, maxPlaces)
      .map(([name, value]): FieldChooserRow => ({
        label: forLabel(name),
        description: shown(typeof value === 'string' ? value : JSON.stringify(value)),
        iconPath: new vscode.ThemeIcon('circle-slash'),
      })),
  ];
}
