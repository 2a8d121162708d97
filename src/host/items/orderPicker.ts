import * as vscode from 'vscode';
import type { OrderName } from '../../core/model/study/planSchema';
import { isSlicePath } from '../../core/model/study/slicePath';
import type { DeskEditor } from '../desk/deskEditor';
import { isSliced, type OrderChoice } from './itemOrder';
import { ruleListOf } from '../../core/desk/rules/ruleList';
import type { DeskRule } from '../../core/model/desk/deskRules';
import { askFilters, queryText } from '../search/searchFilters';
import { inQuestions, type Questions } from '../surface/questions';
import { type StudySearch } from '../search/studySearch';
import { emptyQuery, isSomething } from '../search/studyQuery';

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
      ...(isNow(choice) && { detail: vscode.l10n.t('Current order') }),
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
      ? row(
          'thin',
          texts.thin.label,
          vscode.l10n.t('{0} (slices by {1})', texts.thin.description, plan.slices.join(', ')),
        )
      : {
          ...texts.thin,
          asks: 'slices',
          ...(isSliced(now) && {
            description: slices?.join(', ') ?? '',
            detail: vscode.l10n.t('Current order'),
          }),
        };
    const rows: Row[] = [
      row('plan', vscode.l10n.t('Study default'), texts[plan?.order ?? 'file'].label),
      ...names.map((name) => (name === 'thin' ? thin : row(name, texts[name].label, texts[name].description))),
      { label: vscode.l10n.t('Filtered items'), kind: vscode.QuickPickItemKind.Separator },
      ...[found, filtered].flatMap((query) =>
        query
          ? [
              row(
                query,
                vscode.l10n.t('Filter: {0}', queryText(query)),
                query === found ? vscode.l10n.t('results of the last search') : '',
              ),
            ]
          : [],
      ),
      {
        label: vscode.l10n.t('Filter items…'),
        description: vscode.l10n.t('by status, label, flag or metadata value'),
        asks: 'filter',
      },
    ];
    const choice = await inQuestions(async (questions) => {
      const picked = await questions.pick(rows, {
        title: vscode.l10n.t('Order of items'),
        placeHolder: vscode.l10n.t('Select the order of items. Items that you have already judged are not included'),
      });
      if (picked?.asks === 'filter') return askFilter(questions, ruleListOf(session.study.rules).rules);
      return picked?.asks === 'slices' ? askSlices(questions, slices) : picked?.choice;
    });
    comeBack?.();
    if (choice !== undefined && (await document.order.choose(session, choice))) await desk?.begin();
  }
}

async function askFilter(questions: Questions, rules: readonly DeskRule[]): Promise<OrderChoice | undefined> {
  const asked = await askFilters(questions, emptyQuery, rules);
  return asked && isSomething(asked) ? asked : undefined;
}

/** Asks by which values of the items slices are made. */
async function askSlices(
  questions: Questions,
  before: readonly string[] = ['language'],
): Promise<OrderChoice | undefined> {
  const pathsIn = (text: string): string[] =>
    text
      .split(/[,，、]/)
      .map((path) => path.trim())
      .filter((path) => path !== '');
  const text = await questions.input({
    title: vscode.l10n.t('Least annotated slices first'),
    value: before.join(', '),
    prompt: vscode.l10n.t(
      'A slice is all items with the same value in a field. List fields, separated by commas: language, or metadata paths such as category',
    ),
    validateInput: (value) =>
      pathsIn(value).length > 0 && pathsIn(value).every(isSlicePath)
        ? undefined
        : vscode.l10n.t('Enter fields of items. Fields of responses cannot be used.'),
  });
  return text === undefined ? undefined : { slices: pathsIn(text) };
}

const orderTexts = (): Readonly<Record<OrderName, { readonly label: string; readonly description: string }>> => ({
  file: { label: vscode.l10n.t('File order'), description: vscode.l10n.t('same order as in the dataset') },
  shuffled: {
    label: vscode.l10n.t('Shuffled'),
    description: vscode.l10n.t('random order from the study’s seed, the same for all annotators'),
  },
  'shuffled-each': {
    label: vscode.l10n.t('Shuffled for you'),
    description: vscode.l10n.t('random order from the study’s seed and your name, different for each annotator'),
  },
  uncertain: {
    label: vscode.l10n.t('Most uncertain first'),
    description: vscode.l10n.t('items whose labels or scorers disagree, then items with the closest scores'),
  },
  informative: {
    label: vscode.l10n.t('Most informative first'),
    description: vscode.l10n.t('items that teach most, given all judgments so far'),
  },
  outcomes: {
    label: vscode.l10n.t('Most disputed outcomes first'),
    description: vscode.l10n.t('tasks of which about half the runs pass; how many is not shown'),
  },
  thin: {
    label: vscode.l10n.t('Least annotated slices first'),
    description: vscode.l10n.t('items of the slices with the fewest judgments by all annotators'),
  },
});
