import * as vscode from 'vscode';
import type { Hit } from '../../core/dataset/search/search';
import { contextKeys } from '../surface/contextKeys';
import { percent, type ItemOfStudy } from '../items/goToItem';
import { isolated, numberOf, partName } from '../items/itemLabels';
import { itemsText } from '../study/countText';
import { filtersText } from './searchFilters';
import type { StudySearch } from './studySearch';

/** What the last search found, in the side bar. */
export class ResultsView implements vscode.TreeDataProvider<Hit> {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly search: StudySearch) {}

  /** The view itself, which tells what was looked for and how far it is. */
  show(): vscode.Disposable[] {
    const view = vscode.window.createTreeView('tiebreak.results', { treeDataProvider: this });
    let listed: readonly Hit[] = [];
    let length = 0;
    const set = contextKeys();
    const update = (): void => {
      set('hasResults', this.search.query !== undefined);
      set('searchRunning', this.search.state.kind === 'running');
      view.message = this.message();
      view.description = this.search.query
        ? [
            ...(this.search.query.text === '' ? [] : [`“${this.search.query.text}”`]),
            ...filtersText(this.search.query),
          ].join(' · ')
        : '';
      // The rest of a search counts on, and changes no line.
      const { hits } = this.search;
      if (hits === listed && hits.length === length) return;
      [listed, length] = [hits, hits.length];
      this.changes.fire();
    };
    return [view, this.search.onDidChange(update), this.changes];
  }

  getChildren(node?: Hit): Hit[] {
    return node ? [] : this.search.hits;
  }

  getTreeItem({ ordinal, part, snippet, match }: Hit): vscode.TreeItem {
    const number = `${numberOf(ordinal)}  `;
    const label = number + isolated(snippet);
    const shift = number.length + 1;
    const item = new vscode.TreeItem({ label, highlights: match ? [[match.start + shift, match.end + shift]] : [] });
    item.id = String(ordinal);
    item.description = partName(part);
    item.tooltip = snippet;
    item.iconPath = new vscode.ThemeIcon(part === 'response' ? 'comment-discussion' : 'comment');
    item.accessibilityInformation = {
      label: vscode.l10n.t('Item {0}, {1}: {2}', ordinal + 1, partName(part), snippet),
    };
    const place: ItemOfStudy = { item: ordinal + 1, study: this.search.document?.uri.toString() ?? '' };
    item.command = { command: 'tiebreak.goTo', title: vscode.l10n.t('Go to Item'), arguments: [place] };
    return item;
  }

  private message(): string {
    const { state, count, hits } = this.search;
    const found =
      count > hits.length
        ? vscode.l10n.t('{0} items, showing the first {1}', count.toLocaleString(), hits.length.toLocaleString())
        : itemsText(count);
    switch (state.kind) {
      case 'idle':
        return '';
      case 'running':
        return vscode.l10n.t('{0}; {1} of the dataset searched', found, percent(state.fraction));
      case 'done':
        return count === 0 ? vscode.l10n.t('No results found.') : found;
      case 'stopped':
        return vscode.l10n.t('{0}; search stopped', found);
      case 'failed':
        return state.message;
    }
  }
}
