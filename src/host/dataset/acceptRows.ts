import * as vscode from 'vscode';
import type { Preview } from '../../core/dataset/items/preview';
import { unreadValues } from '../../core/dataset/recognition/userFieldRoles';
import { forLabel, isolated } from '../items/itemLabels';
import type { FieldChooserState } from './fieldChooserState';
import { chooseRole } from './fieldQuestions';
import { roleName } from './fieldRoles';
import { chooseMeaning, chooseRanking, openRanking } from './labelQuestions';
import { chooseLayout } from './layoutQuestion';
import { problemText, showProblems } from './problemList';
import type { FieldChooserRow } from './rowParts';

/** What Enter does, and what stands against it. */
export function acceptRows(
  state: FieldChooserState,
  { items, problems, unreadable, missing }: Preview,
): FieldChooserRow[] {
  const count = state.head.records.length;
  const { label, description } = state.options.accept;
  const [first] = problems;
  const described = first ? problemText(first) : '';
  if (items.length === 0) {
    return [
      {
        label:
          missing === undefined
            ? vscode.l10n.t('Choose another layout…')
            : vscode.l10n.t('Choose the field for “{0}”…', roleName(missing)),
        description: vscode.l10n.t('None of the first records can be read this way (records tried: {0}).', count),
        iconPath: new vscode.ThemeIcon('error'),
        run: () => (missing === undefined ? chooseLayout(state) : chooseRole(state, missing)),
      },
      {
        label: vscode.l10n.t('Why'),
        description: described,
        iconPath: new vscode.ThemeIcon('info'),
        run: () => showProblems(state, problems),
      },
    ];
  }
  const open = unreadValues(items).find(({ path }) => !state.skippedLabels.has(path));
  const ranking = openRanking(state, items);
  const all =
    unreadable === 0
      ? count === 1
        ? vscode.l10n.t('the first record can be read')
        : vscode.l10n.t('the first {0} records can be read', count)
      : vscode.l10n.t('{0} of the first {1} records can be read', count - unreadable, count);
  return [
    // On a guess Enter corrects first: who agrees goes one line down.
    ...(state.why ?? []).map((doubt, at) => ({
      label: at === 0 ? vscode.l10n.t('A guess: please check it') : vscode.l10n.t('Please check this too'),
      description: doubt,
      iconPath: new vscode.ThemeIcon('question'),
      // The person has seen the guess.
      run: () => {
        state.why = undefined;
      },
    })),
    // Nobody but a person knows what a code means: one question about one item, before it is left out.
    ...(ranking && state.why === undefined
      ? [
          {
            label: vscode.l10n.t('What does “{0}” mean?', forLabel(ranking.path)),
            description: vscode.l10n.t(
              'Either ranks, or responses from best to worst. Press Enter to decide with item {0} as an example.',
              ranking.at + 1,
            ),
            iconPath: new vscode.ThemeIcon('question'),
            run: () => chooseRanking(state, items),
          },
        ]
      : []),
    ...(open && state.why === undefined
      ? [
          {
            label: vscode.l10n.t('What does “{0}” mean?', forLabel(open.path)),
            description: vscode.l10n.t(
              'For example, item {0} has the value {1}. Press Enter to set its meaning.',
              open.at + 1,
              forLabel(isolated(open.value)),
            ),
            iconPath: new vscode.ThemeIcon('question'),
            run: () => chooseMeaning(state, items),
          },
        ]
      : []),
    { label, description: `${description} · ${all}`, iconPath: new vscode.ThemeIcon('check'), accepts: true },
    ...(first
      ? [
          {
            label: unreadable === 0 ? vscode.l10n.t('Warnings') : vscode.l10n.t('{0} cannot be read', unreadable),
            description: described,
            iconPath: new vscode.ThemeIcon('warning'),
            run: () => showProblems(state, problems),
          },
        ]
      : []),
  ];
}
