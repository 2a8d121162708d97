import * as vscode from 'vscode';
import type { DeskEditor } from '../desk/editor';
import { registerGoTo } from '../items/goTo';
import { ItemsView } from '../items/itemsView';
import { OrderPicker } from '../items/orderPicker';
import { ResultsView } from './resultsView';
import { SearchPicker } from './searchPicker';
import { StudySearch } from './studySearch';

/** So many hits are kept, with a line of text each. */
const mostHits = 1000;

/** All that finds items: the search with its results, the list of items, and going to one. */
export function registerFinding(editor: DeskEditor): vscode.Disposable[] {
  const search = new StudySearch(mostHits);
  const picker = new SearchPicker(editor, search);
  const items = new ItemsView(editor);
  const orders = new OrderPicker(editor, search);
  const command = (name: string, run: () => unknown): vscode.Disposable => vscode.commands.registerCommand(`tiebreak.${name}`, run);
  return [
    search,
    picker,
    ...items.show(),
    ...new ResultsView(search).show(),
    registerGoTo(editor),
    command('search', () => picker.show()),
    command('order', () => orders.show()),
    command('filterSearch', () => picker.filter()),
    command('toggleMatchCase', () => picker.toggle('matchCase')),
    command('toggleWholeWord', () => picker.toggle('wholeWord')),
    command('toggleRegex', () => picker.toggle('regex')),
    command('stopSearch', () => search.stop()),
    command('clearSearch', () => search.clear()),
    command('revealItem', () => items.reveal()),
    command('filterItems', () => items.ask()),
    command('listAllItems', () => items.list(undefined)),
    editor.onDidChange(() => {
      // What was found in a study that is closed leads nowhere.
      if (search.document && !editor.studies.includes(search.document)) search.clear();
    }),
  ];
}
