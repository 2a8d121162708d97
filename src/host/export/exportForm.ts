import * as l10n from '@vscode/l10n';
import type { Meanings } from '../../core/model/study/options/option';
import {
  recipeFields,
  recipeGroups,
  recipeRow,
  type RecipeControl,
  type RecipeField,
} from '../../core/model/study/options/recipeOptions';
import type { FormControl, FormField, FormGroup, NamedValue } from '../../protocol/export';

/** Returns the options of an export as the view shows them, in the language of VS Code. */
export const exportForm = (): readonly FormGroup[] =>
  Object.entries(recipeGroups).map(([id, title]) => ({
    id,
    title: title(),
    fields: recipeFields.filter((field) => recipeRow(field).group === id).map(formField),
  }));

function formField(field: RecipeField): FormField {
  const { label, help, control, needs = null, byFormat = false } = recipeRow(field);
  return { field, label: label(), help: help?.() ?? null, control: formControl(control), needs, byFormat };
}

function formControl(control: RecipeControl): FormControl {
  if (control.kind === 'check') return { kind: 'check', on: control.on === true ? 'yes' : control.on };
  if (control.kind === 'choice')
    return { kind: 'choice', values: namedValues(control.meanings), known: null, unset: (control.unset ?? none)() };
  if (control.kind === 'some') return { kind: 'some', values: namedValues(control.meanings), known: null, example: '' };
  if (control.kind === 'list' && control.known !== undefined)
    return { kind: 'some', values: [], known: control.known, example: control.example };
  if (control.kind === 'text' && control.known !== undefined)
    return { kind: 'choice', values: [], known: control.known, unset: (control.unset ?? none)() };
  return { kind: 'text', example: control.example, isNumber: control.kind === 'number' || control.kind === 'whole' };
}

const none = (): string => l10n.t('{0} (default)', l10n.t('None'));

const namedValues = (meanings: Meanings): NamedValue[] =>
  Object.entries(meanings).map(([value, meaning]) => [value, meaning()]);
