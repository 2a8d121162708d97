import * as vscode from 'vscode';
import { is } from '../commands/conditions';
import { openingOf } from '../../core/dataset/search/search';
import { partsOf, rangePathTo, chunkName, type ListRange } from '../../core/dataset/sources/listRanges';
import { updateSortedSet } from './updateSortedSet';
import { statusOf, type ItemRef, type ItemStatus, type Judgements } from '../../core/desk/item/itemStatus';
import type { Session } from '../../core/desk/session';
import type { Item } from '../../core/model/item/item';
import type { DeskEditor } from '../desk/deskEditor';
import { percent } from './goToItem';
import { iconOf, isolated, numberOf, statusName } from './itemLabels';
import { StudySearch } from '../search/studySearch';
import { emptyQuery } from '../search/studyQuery';
import { itemsText } from '../study/countText';
import { RecentlyVisited } from './recentlyVisited';

/** A stretch of the list, or (where it is one place long) an item. */
type Node = ListRange;

/** What is kept of an item that was shown. */
interface Shown {
  /** Absent where its record cannot be read. */
  readonly ref?: ItemRef;
  readonly opening: string;
  readonly tooltip: string;
  status: ItemStatus;
}

/** Statuses, and the number of items, are followed this often, in milliseconds. */
const annotationRate = 400;
const maxTooltipLength = 600;

/** The items of the active study in the side bar, in stretches that are read when they are unfolded. */
export class ItemsView implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly search = new StudySearch(0, true);
  /** The one status that is listed; all where there is none. */
  private filter: ItemStatus | undefined;
  private session: Session | undefined;
  /** How long the list was when it was told last. */
  private length = 0;
  private readonly nodes = new Map<string, Node>();
  private readonly shown = new Map<number, Shown>();
  private pending: NodeJS.Timeout | undefined;
  private view: vscode.TreeView<Node> | undefined;
  /** Where items may have another status than when they were looked for. */
  private readonly visited: RecentlyVisited;

  constructor(private readonly editor: DeskEditor) {
    this.visited = new RecentlyVisited(editor);
  }

  /** The view itself, which follows the active study. */
  show(): vscode.Disposable[] {
    this.view = vscode.window.createTreeView('tiebreak.items', { treeDataProvider: this, showCollapseAll: true });
    const follow = (): void => {
      this.pending ??= setTimeout(() => {
        this.pending = undefined;
        void this.follow();
      }, annotationRate);
    };
    const listening = [
      this.editor.onDidChange(follow),
      this.search.onDidChange(follow),
      this.view.onDidChangeVisibility(follow),
    ];
    return [
      this.view,
      this.visited,
      ...listening,
      this.search,
      this.changes,
      { dispose: () => clearTimeout(this.pending) },
    ];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) {
      this.session = this.editor.study?.session;
      this.length = this.session ? this.count : 0;
    }
    const parts = partsOf(node ?? { from: 0, to: this.length }).map((part) => this.nodeOf(part));
    if (parts.some(isItem)) await this.read(parts);
    return parts;
  }

  getParent({ from, to }: Node): Node | undefined {
    const path = rangePathTo(from, { from: 0, to: this.length });
    const parent = path.findLast((part) => part.from <= from && part.to >= to && part.to - part.from > to - from);
    return parent && this.nodeOf(parent);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return isItem(node) ? this.itemOf(this.ordinalAt(node.from)) : this.chunkOf(node);
  }

  /** Shows where the desk is. */
  async reveal(): Promise<void> {
    const ordinal = this.editor.desk?.ordinal;
    if (ordinal === undefined) return;
    // Hidden until now, it has not followed.
    await vscode.commands.executeCommand('tiebreak.items.focus');
    await this.follow();
    const place = this.filter === undefined ? ordinal : this.search.ordinals.indexOf(ordinal);
    const node = place < 0 ? undefined : rangePathTo(place, { from: 0, to: this.length }).at(-1);
    if (node) await this.view?.reveal(this.nodeOf(node), { select: true, focus: true });
    else
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'Item {0} is not in the list because the list is filtered. Select “Show All Items” to see it.',
          ordinal + 1,
        ),
      );
  }

  /** Asks which items to list. */
  async ask(): Promise<void> {
    const name = (status: ItemStatus): string =>
      statusName(status).replace(/^./u, (letter) => letter.toLocaleUpperCase());
    const choices = [undefined, 'empty', 'draft', 'saved', 'skipped', 'imported', 'stale'] as const;
    const picked = await vscode.window.showQuickPick(
      choices.map((status) => ({
        status,
        label: status ? name(status) : vscode.l10n.t('All'),
        ...(status && { iconPath: iconOf(status) }),
        ...(status === this.filter && { description: vscode.l10n.t('current') }),
      })),
      { title: vscode.l10n.t('Filter items by status') },
    );
    if (picked) this.list(picked.status);
  }

  /**
   * Lists items with one status as it is now, or all. They are looked for in the whole dataset and appear as they are
   * found.
   */
  list(status: ItemStatus | undefined): void {
    this.filter = status;
    void vscode.commands.executeCommand('setContext', is('itemsFiltered'), status !== undefined);
    const { study } = this.editor;
    if (status && study?.session) this.search.start(study, { ...emptyQuery, statuses: [status] });
    else this.search.clear();
    this.startAnew();
  }

  private get count(): number {
    if (this.filter !== undefined) return this.search.ordinals.length;
    return this.session?.dataset.count ?? 0;
  }

  private ordinalAt(place: number): number {
    return this.filter === undefined ? place : (this.search.ordinals[place] ?? place);
  }

  /** Takes over what changed, and tells of nothing else. What nobody sees follows when it is seen. */
  async follow(): Promise<void> {
    if (this.view?.visible === false) return;
    const { study } = this.editor;
    if (study?.session !== this.session) {
      this.session = study?.session;
      this.visited.forget();
      if (this.filter !== undefined) this.list(this.filter);
      else this.startAnew();
      return;
    }
    this.describe();
    const { session } = this;
    const judgements = await session?.judgements();
    if (!session || !judgements) return;
    const changed = new Set<number>();
    for (const [ordinal, shown] of this.shown) {
      const status = shown.ref && statusOf(judgements, shown.ref);
      if (!status || status === shown.status) continue;
      shown.status = status;
      changed.add(ordinal);
    }
    if (this.filter === undefined) this.visited.take();
    else if (await this.keepUp(session, judgements, this.filter)) return;
    if (this.count !== this.length) this.changes.fire(undefined);
    for (const node of this.nodes.values())
      if (isItem(node) && changed.has(this.ordinalAt(node.from))) this.changes.fire(node);
  }

  /**
   * Takes items out of a list of some, or into it, whose status is another one than when they were looked for: those
   * that were on the desk since, and those that are shown. Where the desk is, the list stays as it is, until the desk
   * goes on. Tells whether it is another.
   */
  private async keepUp(session: Session, judgements: Judgements, filter: ItemStatus): Promise<boolean> {
    const { search: filtered } = this;
    // A search that still runs goes by what was judged at its start.
    const isRunning = filtered.state.kind === 'running';
    const visited = isRunning ? this.visited.all() : this.visited.take();
    const looked = new Map(this.shown);
    for (const ordinal of visited)
      if (!looked.has(ordinal)) looked.set(ordinal, await this.look(session, judgements, ordinal));
    if (this.session !== session || this.filter !== filter) return false;
    const { here } = this.visited;
    let any = false;
    for (const [ordinal, { ref, status }] of looked) {
      const isListed = ref !== undefined && status === filter;
      if (ordinal !== here && !(isListed && isRunning))
        any = updateSortedSet(filtered.ordinals, ordinal, isListed) || any;
    }
    if (!any) return false;
    // A place is another item's from here on.
    this.nodes.clear();
    this.describe();
    this.changes.fire(undefined);
    return true;
  }

  private startAnew(): void {
    this.nodes.clear();
    this.shown.clear();
    this.describe();
    this.changes.fire(undefined);
  }

  private describe(): void {
    if (!this.view) return;
    const { state, count } = this.search;
    this.view.description = this.filter ? statusName(this.filter) : '';
    if (this.filter === undefined) this.view.message = '';
    else if (state.kind === 'running')
      this.view.message = vscode.l10n.t('{0}; {1} of the dataset searched', itemsText(count), percent(state.fraction));
    else this.view.message = state.kind === 'failed' ? state.message : itemsText(count);
  }

  /** The same object for the same stretch, by which VS Code knows it again. */
  private nodeOf(range: ListRange): Node {
    const key = keyOf(range);
    const known = this.nodes.get(key);
    if (known) return known;
    this.nodes.set(key, range);
    return range;
  }

  private async read(nodes: readonly Node[]): Promise<void> {
    const { session } = this;
    if (!session) return;
    const judgements = await session.judgements();
    const ordinals = nodes.map(({ from }) => this.ordinalAt(from)).filter((ordinal) => !this.shown.has(ordinal));
    await Promise.all(
      ordinals.map(async (ordinal) => this.shown.set(ordinal, await this.look(session, judgements, ordinal))),
    );
  }

  private async look({ dataset }: Session, judgements: Judgements, ordinal: number): Promise<Shown> {
    // A dataset that just changed is read anew, and its items are listed anew.
    const parsed = await dataset.at(ordinal).catch(() => undefined);
    if (!parsed || 'problem' in parsed) return { opening: '', tooltip: '', status: 'empty' };
    const { id, hash, prompt } = parsed.item;
    const ref = { id, hash };
    return { ref, opening: openingOf(prompt), tooltip: asked(prompt), status: statusOf(judgements, ref) };
  }

  private itemOf(ordinal: number): vscode.TreeItem {
    const shown = this.shown.get(ordinal);
    const number = numberOf(ordinal);
    const item = new vscode.TreeItem(
      shown?.ref ? `${number}  ${isolated(shown.opening)}` : vscode.l10n.t('{0} cannot be read', number),
    );
    item.id = `item ${ordinal}`;
    item.contextValue = 'item';
    item.command = { command: 'tiebreak.goTo', title: vscode.l10n.t('Go to Item'), arguments: [ordinal + 1] };
    if (!shown?.ref) {
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
      return item;
    }
    item.iconPath = iconOf(shown.status);
    item.tooltip = `${vscode.l10n.t('Item {0}, {1}', number, statusName(shown.status))}\n\n${shown.tooltip}`;
    item.accessibilityInformation = {
      label: vscode.l10n.t('Item {0}, {1}: {2}', ordinal + 1, statusName(shown.status), shown.opening),
    };
    return item;
  }

  private chunkOf(node: Node): vscode.TreeItem {
    const [first, last] = [this.ordinalAt(node.from), this.ordinalAt(node.to - 1)].map(numberOf);
    const item = new vscode.TreeItem(`${first} – ${last}`, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = chunkName(node);
    item.accessibilityInformation = { label: vscode.l10n.t('Items {0} to {1}', first ?? '', last ?? '') };
    return item;
  }
}

const isItem = ({ from, to }: Node): boolean => to - from === 1;

const keyOf = ({ from, to }: ListRange): string => `${from} to ${to}`;

/** The last turn of the person who asked, as a tooltip. */
function asked(prompt: Item['prompt']): string {
  const text = (prompt.findLast(({ role }) => role === 'user') ?? prompt.at(-1))?.content ?? '';
  return text.length > maxTooltipLength ? `${text.slice(0, maxTooltipLength)}…` : text;
}
