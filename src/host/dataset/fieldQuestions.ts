import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { noPromptPath } from '../../core/dataset/fields/fieldMapping';
import { pathsFor, pathsOf } from '../../core/dataset/fields/fieldPaths';
import { responseList } from '../../core/dataset/layouts/lists/responseList';
import { pairedResponses } from '../../core/dataset/layouts/pairs/pairedResponses';
import {
  partsOfResponses,
  responseFields,
  withBetter,
  withPrompt,
  withResponses,
} from '../../core/dataset/recognition/userFieldRoles';
import { objectsOf } from '../../core/dataset/records/head';
import { ownValue } from '../../core/model/text/ownValue';
import { forLabel } from '../items/itemLabels';
import { currentPreview, currentReadingInFull, titled, type FieldChooserState } from './fieldChooserState';
import { roleName } from './fieldRoles';
import { pathRow, typedRow, type PathRow } from './pathRows';
import { separator } from './rowParts';

/** Asks which field of the records holds `name`, a part of an item or another field of the layout. */
export async function chooseField(state: FieldChooserState, name: string): Promise<void> {
  state.why = undefined;
  const reading = currentReadingInFull(state);
  if (!reading) return;
  const { layout, mapping } = reading;
  const { likely, others, suggested } = pathsFor(state.head, layout, mapping, name);
  const several = layout.several?.includes(name) === true;
  const items: PathRow[] = [
    ...(likely.length > 0 ? [separator(vscode.l10n.t('Fields with a matching name')), ...likely.map(pathRow)] : []),
    ...(others.length > 0 ? [separator(vscode.l10n.t('All other fields')), ...others.map(pathRow)] : []),
  ];
  const standard = ownValue(layout.fields, name) ?? name;
  if (Object.hasOwn(state.draft.mapping, name) && !items.some(({ path }) => path === standard))
    items.push(separator(vscode.l10n.t('Default of the layout')), {
      label: forLabel(standard),
      description: vscode.l10n.t('not in the first records'),
      iconPath: new vscode.ThemeIcon('discard'),
      path: standard,
    });
  const chosen = items.filter(({ path }) => path !== undefined && suggested.includes(path));
  // Two fields need no label where the one is always better.
  const [first, second] =
    layout === pairedResponses && name === 'label' ? responseFields(objectsOf(state.head), { layout, mapping }) : [];
  if (first !== undefined && second !== undefined)
    items.push(
      separator(vscode.l10n.t('No label')),
      ...[
        [first, second],
        [second, first],
      ].map(([better = '', worse = '']): PathRow => ({
        label: vscode.l10n.t('“{0}” is always the better response', forLabel(better)),
        iconPath: new vscode.ThemeIcon('thumbsup'),
        better: [better, worse],
      })),
    );
  if (name === 'prompt')
    items.push(separator(vscode.l10n.t('No prompt')), {
      label: vscode.l10n.t('There is no prompt'),
      description: vscode.l10n.t('responses are compared without a prompt'),
      iconPath: new vscode.ThemeIcon('circle-slash'),
      path: noPromptPath,
    });
  const picked = await state.questions.ask({
    title: titled(
      state,
      several
        ? vscode.l10n.t('which fields contain “{0}”? Choose one list, or several fields', roleName(name))
        : vscode.l10n.t('which field contains “{0}”?', roleName(name)),
    ),
    placeholder: several
      ? vscode.l10n.t('Press Down and Space to select, then Enter to continue. Or type a path')
      : vscode.l10n.t('Choose a field, or type a path, for example data.question'),
    items,
    active: chosen[0],
    matchesDescriptions: true,
    ...(several && { chosen }),
    typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
    hasBack: true,
  });
  const better = picked?.find((row) => row.better)?.better;
  if (better) state.draft = { ...state.draft, ...withBetter({ layout, mapping }, ...better) };
  const paths = picked?.flatMap(({ path }) => path ?? []) ?? [];
  if (paths.length > 0 && name === 'prompt')
    state.draft = {
      ...state.draft,
      ...withPrompt(objectsOf(state.head), { layout, mapping: state.draft.mapping }, paths),
    };
  if (paths.length > 0) mapField(state, name, paths.join(','));
}

/** Asks which fields hold the responses; which layout reads them follows. */
export async function chooseResponses(state: FieldChooserState, suggested?: readonly string[]): Promise<void> {
  state.why = undefined;
  const objects = objectsOf(state.head);
  const reading = currentReadingInFull(state) ?? { layout: responseList, mapping: state.draft.mapping };
  const items: PathRow[] = pathsOf(objects).map(pathRow);
  const current = suggested ?? responseFields(objects, reading);
  const chosen = items.filter(({ path }) => path !== undefined && current.includes(path));
  const picked = await state.questions.ask({
    title: titled(
      state,
      vscode.l10n.t('which fields contain the responses? Choose one list, or one field per response'),
    ),
    placeholder: vscode.l10n.t('Press Down and Space to select, then Enter to continue. Or type a path'),
    items,
    active: chosen[0],
    matchesDescriptions: true,
    chosen,
    typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
    hasBack: true,
  });
  const paths = picked?.flatMap(({ path }) => path ?? []) ?? [];
  if (paths.length === 0 || (state.draft.layout && isDeepStrictEqual(paths, responseFields(objects, reading)))) return;
  state.draft = { ...state.draft, ...withResponses(objects, reading, paths) };
  await askMissing(state);
}

/** Asks for a part of an item: all fields of the responses are asked for together. */
export function chooseRole(state: FieldChooserState, name: string): Promise<void> {
  return state.draft.layout && partsOfResponses(state.draft.layout).includes(name)
    ? chooseResponses(state)
    : chooseField(state, name);
}

/** One field after the other until an item can be read, each once. */
export async function askMissing(state: FieldChooserState): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const missing = currentPreview(state)?.missing;
    if (missing === undefined || asked.has(missing)) return;
    asked.add(missing);
    const before = state.draft;
    await chooseRole(state, missing);
    if (state.draft === before) return;
  }
}

/** Remembers the path of a field only where it is another than the layout's own. */
function mapField(state: FieldChooserState, name: string, path: string): void {
  const { [name]: _, ...rest } = state.draft.mapping;
  const standard = state.draft.layout && ownValue(state.draft.layout.fields, name);
  state.draft = { ...state.draft, mapping: path === standard ? rest : { ...rest, [name]: path } };
}
