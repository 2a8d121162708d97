import * as vscode from 'vscode';
import { matchingLayouts } from '../../core/dataset/matchingLayouts';
import { layouts } from '../../core/dataset/layouts';
import type { Layout } from '../../core/dataset/layouts/layout';
import { responseList } from '../../core/dataset/layouts/lists/responseList';
import { preferencePair } from '../../core/dataset/layouts/texts/preferencePair';
import { objectsOf } from '../../core/dataset/records/head';
import { titled, type FieldChooserState } from './fieldChooserState';
import { askMissing } from './fieldQuestions';
import { separator } from './rowParts';

/** Takes another layout, and asks for the fields that it misses. */
export async function chooseLayout(state: FieldChooserState): Promise<void> {
  state.why = undefined;
  const matching = matchingLayouts(objectsOf(state.head), state.draft.mapping);
  const general = [responseList, preferencePair].filter((layout) => !matching.includes(layout));
  const others = layouts.filter((layout) => !matching.includes(layout) && !general.includes(layout));
  const row = (layout: Layout): vscode.QuickPickItem & { layout?: Layout } => ({
    label: layout.name,
    description: layout.title,
    layout,
  });
  const group = (label: string, members: readonly Layout[]): (vscode.QuickPickItem & { layout?: Layout })[] =>
    members.length > 0 ? [separator(label), ...members.map(row)] : [];
  const items = [
    ...group(vscode.l10n.t('Layouts that match the first records'), matching),
    ...group(vscode.l10n.t('Layouts for any field names'), general),
    ...group(vscode.l10n.t('Other layouts'), others),
  ];
  const current = items.find(({ layout }) => layout && layout === state.draft.layout);
  const [picked] =
    (await state.questions.ask({
      title: titled(state, vscode.l10n.t('which layout?')),
      placeholder: vscode.l10n.t('Search for a layout by name or by the tool that uses it'),
      items,
      active: current ?? items.find(({ layout }) => layout),
      matchesDescriptions: true,
      hasBack: true,
    })) ?? [];
  if (!picked?.layout) return;
  const known = [
    ...Object.keys(picked.layout.fields),
    'records',
    'judges',
    ...(picked.layout.hasCodes ? ['values'] : []),
  ];
  const mapping = Object.fromEntries(Object.entries(state.draft.mapping).filter(([name]) => known.includes(name)));
  state.draft = { ...state.draft, layout: picked.layout, mapping };
  await askMissing(state);
}
