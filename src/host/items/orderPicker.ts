import * as vscode from 'vscode';
import { isSlicePath, type OrderName } from '../../core/model/project';
import type { DeskEditor } from '../desk/editor';
import { isSliced, type OrderChoice } from './itemOrder';
import { rulesAsked } from '../../core/desk/rules/list';
import type { DeskRule } from '../../core/model/deskRules';
import { askFilters, textOf } from '../search/searchFilters';
import { type StudySearch } from '../search/studySearch';
import { emptyQuery, isFiltered, type StudyQuery } from '../search/studyQuery';

interface Row extends vscode.QuickPickItem {
  readonly choice?: OrderChoice;
  /** What is asked first. */
  readonly asks?: 'filter' | 'slices';
}

/** "Order of Items": which item comes next. */
export class OrderPicker {
  constructor(
    private readonly editor: DeskEditor,
    private readonly search: StudySearch,
  ) {}

  /** Asks, puts the items in that order, and goes to the first that is to be judged. */
  async show(): Promise<void> {
    const { study: document, desk } = this.editor;
    const session = document?.session;
    if (!document || !session) return;
    const comeBack = desk?.leaveFor();
    const now = document.order.choice;
    const isNow = (choice: OrderChoice): boolean => JSON.stringify(choice) === JSON.stringify(now);
    const row = (choice: OrderChoice, label: string, description: string): Row => ({
      choice,
      label,
      description,
      ...(isNow(choice) && { detail: vscode.l10n.t('This is the order now') }),
    });
    const texts = orderTexts();
    const names = Object.keys(texts) as OrderName[];
    const found =
      this.search.document === document && this.search.query && isSomething(this.search.query)
        ? this.search.query
        : undefined;
    const filtered =
      typeof now === 'object' && !isSliced(now) && JSON.stringify(now) !== JSON.stringify(found) ? now : undefined;
    const { plan } = session.study.project;
    const slices = isSliced(now) ? now.slices : plan?.slices;
    const thin: Row = plan?.slices
      ? row('thin', texts.thin.label, vscode.l10n.t('{0}, by {1}', texts.thin.description, plan.slices.join(', ')))
      : {
          ...texts.thin,
          asks: 'slices',
          ...(isSliced(now) && {
            description: slices?.join(', ') ?? '',
            detail: vscode.l10n.t('This is the order now'),
          }),
        };
    const rows: Row[] = [
      row('plan', vscode.l10n.t('As the study says'), texts[plan?.order ?? 'file'].label),
      ...names.map((name) => (name === 'thin' ? thin : row(name, texts[name].label, texts[name].description))),
      { label: vscode.l10n.t('Only some items'), kind: vscode.QuickPickItemKind.Separator },
      ...[found, filtered].flatMap((query) =>
        query
          ? [
              row(
                query,
                vscode.l10n.t('Only: {0}', textOf(query)),
                query === found ? vscode.l10n.t('what the last search found') : '',
              ),
            ]
          : [],
      ),
      {
        label: vscode.l10n.t('Only items with…'),
        description: vscode.l10n.t('a status, a label, a flag, a value in their metadata'),
        asks: 'filter',
      },
    ];
    const picked = await vscode.window.showQuickPick(rows, {
      title: vscode.l10n.t('Order of items'),
      placeHolder: vscode.l10n.t('Which item comes next? Items that are judged are passed over'),
    });
    const choice =
      picked?.asks === 'filter'
        ? await askFilter(rulesAsked(session.study.rules).rules)
        : picked?.asks === 'slices'
          ? await askSlices(slices)
          : picked?.choice;
    comeBack?.();
    if (choice !== undefined && (await document.order.choose(session, choice))) await desk?.begin();
  }
}

async function askFilter(rules: readonly DeskRule[]): Promise<OrderChoice | undefined> {
  const asked = await askFilters(emptyQuery, rules);
  return asked && isSomething(asked) ? asked : undefined;
}

/** Asks by which values of the items slices are made. */
async function askSlices(before: readonly string[] = ['language']): Promise<OrderChoice | undefined> {
  const pathsIn = (text: string): string[] =>
    text
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== '');
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Thin slices first'),
    value: before.join(', '),
    prompt: vscode.l10n.t(
      'Fields of the items whose values make the slices, with commas between them: language, or paths in their metadata such as category',
    ),
    validateInput: (value) =>
      pathsIn(value).length > 0 && pathsIn(value).every(isSlicePath)
        ? undefined
        : vscode.l10n.t('A field of the items is needed, none of a response.'),
  });
  return text === undefined ? undefined : { slices: pathsIn(text) };
}

const isSomething = (query: StudyQuery): boolean => query.text !== '' || isFiltered(query);

const orderTexts = (): Readonly<Record<OrderName, { readonly label: string; readonly description: string }>> => ({
  file: { label: vscode.l10n.t('File order'), description: vscode.l10n.t('as the items stand in the dataset') },
  shuffled: {
    label: vscode.l10n.t('Shuffled'),
    description: vscode.l10n.t('by the study’s seed, the same for all annotators'),
  },
  'shuffled-each': {
    label: vscode.l10n.t('Shuffled for you'),
    description: vscode.l10n.t('by the study’s seed and your name'),
  },
  uncertain: {
    label: vscode.l10n.t('Most uncertain first'),
    description: vscode.l10n.t('labels or scorers that disagree, then the closest scores'),
  },
  thin: {
    label: vscode.l10n.t('Thin slices first'),
    description: vscode.l10n.t('the slices with the fewest judgements by anybody'),
  },
});
