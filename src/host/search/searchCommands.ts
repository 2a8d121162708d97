import type * as vscode from 'vscode';
import type { DeskEditor } from '../desk/deskEditor';
import { registerGoTo } from '../items/goToItem';
import { ItemsView } from '../items/itemsView';
import { OrderPicker } from '../items/orderPicker';
import { registerKeyCommands } from '../surface/keyCommands';
import { ResultsView } from './resultsView';
import { SearchPicker } from './searchPicker';
import { StudySearch } from './studySearch';

/** So many hits are kept, with a line of text each. */
const maxHits = 1000;

/** All that finds items: the search with its results, the list of items, and going to one. */
export function registerSearch(editor: DeskEditor): vscode.Disposable[] {
  const search = new StudySearch(maxHits);
  const picker = new SearchPicker(editor, search);
  const items = new ItemsView(editor);
  const orders = new OrderPicker(editor, search);
  return [
    search,
    picker,
    ...items.show(),
    ...new ResultsView(search).show(),
    ...registerGoTo(editor),
    ...registerKeyCommands({
      search: () => picker.show(),
      order: () => orders.show(),
      filterSearch: () => picker.filter(),
      toggleMatchCase: () => picker.toggle('matchCase'),
      toggleWholeWord: () => picker.toggle('wholeWord'),
      toggleRegex: () => picker.toggle('regex'),
      stopSearch: () => search.stop(),
      clearSearch: () => search.clear(),
      revealItem: () => items.reveal(),
      filterItems: () => items.ask(),
      listAllItems: () => items.list(undefined),
    }),
    editor.onDidChange(() => {
      // What was found in a study that is closed leads nowhere.
      if (search.document && !editor.studies.includes(search.document)) search.clear();
    }),
  ];
}
