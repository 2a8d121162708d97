import * as vscode from 'vscode';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import type { Preview } from '../../core/dataset/items/preview';
import {
  unreadRanking,
  unreadValues,
  withMeaning,
  type UnreadRanking,
} from '../../core/dataset/recognition/userFieldRoles';
import { skipMeaning } from '../../core/dataset/layouts/labels/labelCodes';
import { allOtherValues } from '../../core/dataset/layouts/labels/skippedValues';
import { valuePreview } from '../../core/dataset/records/valuePreview';
import { titled, type FieldChooserState } from './fieldChooserState';
import { shown } from './rowParts';

/** Asks what one value of a label means, by the item that has it. */
export async function chooseMeaning(state: FieldChooserState, items: Preview['items']): Promise<void> {
  const all = unreadValues(items);
  const open = all.find(({ path }) => !state.skippedLabels.has(path));
  if (!open) return;
  state.sample = open.at;
  const { responses } = open.of.item;
  const isOne = open.meanings.includes('good');
  // The name of its field or model may be what the value says.
  const text = (at: number): string =>
    shown(
      `${/^(r\d+|completion)$/.test(responses[at]?.id ?? '') ? '' : `${responses[at]?.id ?? ''} · `}${valuePreview(responses[at]?.text ?? '')}`,
    );
  type MeaningRow = vscode.QuickPickItem & {
    readonly meaning?: string;
    readonly isRating?: true;
    readonly skips?: string;
  };
  const rows: MeaningRow[] = isOne
    ? [
        { label: vscode.l10n.t('The response is good'), description: text(0), meaning: 'good' },
        { label: vscode.l10n.t('The response is bad'), description: text(0), meaning: 'bad' },
        ...(Number.isFinite(Number(open.value))
          ? [{ label: vscode.l10n.t('The value is a rating: higher is better'), isRating: true as const }]
          : []),
      ]
    : open.meanings.map((meaning, at): MeaningRow =>
        meaning === 'tie'
          ? { label: vscode.l10n.t('The responses are tied'), meaning }
          : { label: vscode.l10n.t('Response {0}', at + 1), description: text(at), meaning },
      );
  const skips: MeaningRow[] = [
    {
      label: vscode.l10n.t('No judgment: skip labels with this value'),
      description: shown(open.value),
      iconPath: new vscode.ThemeIcon('trash'),
      skips: open.value,
    },
    ...(all.length > 1
      ? [
          {
            label: vscode.l10n.t('No judgments: skip labels with any value not set'),
            description: shown(all.map(({ value }) => value).join(', ')),
            iconPath: new vscode.ThemeIcon('trash'),
            skips: allOtherValues,
          },
        ]
      : []),
  ];
  const none: MeaningRow = {
    label: vscode.l10n.t('Not sure: skip these labels'),
    iconPath: new vscode.ThemeIcon('circle-slash'),
  };
  const title = titled(
    state,
    isOne
      ? vscode.l10n.t('item {0} has {1} = {2}. Is its response good or bad?', open.at + 1, open.path, open.value)
      : vscode.l10n.t('item {0} has {1} = {2}. Which response was better?', open.at + 1, open.path, open.value),
  );
  const [picked] =
    (await state.questions.ask({
      title,
      placeholder: shown(valuePreview(open.of.item.prompt.at(-1)?.content ?? '')),
      items: [...rows, ...skips, none],
      matchesDescriptions: true,
      hasBack: true,
    })) ?? [];
  if (!picked) return;
  if (picked.isRating) {
    const { label: _, values: __, ...rest } = state.draft.mapping;
    state.draft = { ...state.draft, mapping: { ...rest, rating: open.path } };
  } else if (picked.skips !== undefined)
    state.draft = {
      ...state.draft,
      mapping: withMeaning(state.draft.mapping, { ...open, value: picked.skips }, skipMeaning, all),
    };
  else if (picked.meaning === undefined) state.skippedLabels.add(open.path);
  else state.draft = { ...state.draft, mapping: withMeaning(state.draft.mapping, open, picked.meaning, all) };
}

/** The list of numbers that is still to be asked about; undefined where there is none. */
export function openRanking(state: FieldChooserState, items: Preview['items']): UnreadRanking | undefined {
  return unreadRanking(items.map(({ unread }) => (unread && !state.skippedLabels.has(unread.path) ? { unread } : {})));
}

/** Asks what a list with a number for each response says, by an item for which that makes a difference. */
export async function chooseRanking(state: FieldChooserState, items: Preview['items']): Promise<void> {
  const open = openRanking(state, items);
  if (!open) return;
  state.sample = open.at;
  const value = String(items[open.at]?.unread?.value ?? '');
  const order = (places: readonly number[]): string =>
    places.map((place) => vscode.l10n.t('Response {0}', place + 1)).join(' > ');
  const { label: _, values: __, rank: ___, ...rest } = state.draft.mapping;
  const rows: (vscode.QuickPickItem & { readonly mapping?: Mapping })[] = [
    {
      label: vscode.l10n.t('The rank of each response'),
      description: order(open.byRanks),
      mapping: { ...rest, rank: open.path },
    },
    {
      label: vscode.l10n.t('The responses, best first'),
      description: order(open.byOrder),
      mapping: { ...rest, label: open.path, values: open.values },
    },
    { label: vscode.l10n.t('Not sure: skip these labels'), iconPath: new vscode.ThemeIcon('circle-slash') },
  ];
  const [picked] =
    (await state.questions.ask({
      title: titled(
        state,
        vscode.l10n.t('item {0} has {1} = {2}. What do these numbers mean?', open.at + 1, open.path, value),
      ),
      placeholder: vscode.l10n.t('Each line shows how this item would be ranked'),
      items: rows,
      matchesDescriptions: true,
      hasBack: true,
    })) ?? [];
  if (picked?.mapping) state.draft = { ...state.draft, mapping: picked.mapping };
  else if (picked) state.skippedLabels.add(open.path);
}
