import * as vscode from 'vscode';
import type { OrderName } from '../core/model/project';
import type { DeskEditor } from './editor';
import { textOf, type OrderChoice } from './itemOrder';
import { askFilters } from './searchFilters';
import { emptyQuery, isFiltered, type StudyQuery, type StudySearch } from './studySearch';

interface Row extends vscode.QuickPickItem {
  /** Absent: leads to a question for the filter. */
  readonly choice?: OrderChoice;
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
    const row = (choice: OrderChoice, label: string, description: string): Row => ({ choice, label, description, ...(isNow(choice) && { detail: vscode.l10n.t('This is the order now') }) });
    const texts = orderTexts();
    const names = Object.keys(texts) as OrderName[];
    const found = this.search.document === document && this.search.query && isSomething(this.search.query) ? this.search.query : undefined;
    const filtered = typeof now === 'object' && JSON.stringify(now) !== JSON.stringify(found) ? now : undefined;
    const rows: Row[] = [
      row('plan', vscode.l10n.t('As the study says'), texts[session.study.project.plan?.order ?? 'file'].label),
      ...names.map((name) => row(name, texts[name].label, texts[name].description)),
      { label: vscode.l10n.t('Only some items'), kind: vscode.QuickPickItemKind.Separator },
      ...[found, filtered].flatMap((query) => (query ? [row(query, vscode.l10n.t('Only: {0}', textOf(query)), query === found ? vscode.l10n.t('what the last search found') : '')] : [])),
      { label: vscode.l10n.t('Only items with…'), description: vscode.l10n.t('a status, a label, a flag, a value in their metadata') },
    ];
    const picked = await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Order of items'), placeHolder: vscode.l10n.t('Which item comes next? Items that are judged are passed over') });
    const asked = picked && !picked.choice ? await askFilters(emptyQuery) : undefined;
    const choice = picked?.choice ?? (asked && isSomething(asked) ? asked : undefined);
    comeBack?.();
    if (choice !== undefined && (await document.order.choose(session, choice))) await desk?.begin();
  }
}

const isSomething = (query: StudyQuery): boolean => query.text !== '' || isFiltered(query);

const orderTexts = (): Readonly<Record<OrderName, { readonly label: string; readonly description: string }>> => ({
  file: { label: vscode.l10n.t('File order'), description: vscode.l10n.t('as the items stand in the dataset') },
  shuffled: { label: vscode.l10n.t('Shuffled'), description: vscode.l10n.t('by the study’s seed, the same for all annotators') },
  'shuffled-each': { label: vscode.l10n.t('Shuffled for you'), description: vscode.l10n.t('by the study’s seed and your name') },
  uncertain: { label: vscode.l10n.t('Most uncertain first'), description: vscode.l10n.t('the widest spread of scores, or labels that disagree') },
});
