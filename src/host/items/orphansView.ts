import * as vscode from 'vscode';
import { is } from '../commands/conditions';
import { updateSortedSet } from './updateSortedSet';
import { partsOf, chunkName, type ListRange } from '../../core/dataset/sources/listRanges';
import { openingOf } from '../../core/dataset/search/search';
import type { ItemRef } from '../../core/desk/item/itemStatus';
import type { Session } from '../../core/desk/session';
import type { LineRef } from '../../core/journal/journal';
import type { Annotation } from '../../core/model/annotation/annotation';
import {
  isOrphaned,
  orphanAt,
  orphanCount,
  orphansOn,
  type OrphanedAnnotations,
} from '../../core/study/orphanedAnnotations';
import { annotationUri } from './annotationDocuments';
import type { DeskEditor } from '../desk/deskEditor';
import { percent } from './goToItem';
import { isolated, numberOf } from './itemLabels';
import { RecentlyVisited } from './recentlyVisited';

type Group = keyof OrphanedAnnotations;
const groups: readonly Group[] = ['changed', 'gone'];

/** A group (where `whole`), a stretch of it, or (one place long) an annotation; places count those that are listed. */
interface Node extends ListRange {
  readonly group: Group;
  readonly whole?: true;
}

/** What is kept of an annotation that was shown. */
interface Shown {
  /** Absent where the journal cannot be read there any more. */
  readonly annotation?: Annotation;
  readonly ref?: LineRef;
  /** The item as it is now; absent where it is gone. */
  readonly ordinal?: number;
  readonly item?: ItemRef;
  readonly opening: string;
}

/** Judgements are followed this often, in milliseconds. */
const annotationRate = 400;

/** Annotations of the active study whose item changed or is gone, in the side bar; each is read when it is unfolded. */
export class OrphansView implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private orphans: OrphanedAnnotations | undefined;
  /** Of each group, the indices of those that are strays still. */
  private listed: Record<Group, number[]> = { changed: [], gone: [] };
  private shown: Record<Group, Map<number, Shown>> = { changed: new Map(), gone: new Map() };
  private readonly visited: RecentlyVisited;
  private view: vscode.TreeView<Node> | undefined;
  private pending: NodeJS.Timeout | undefined;
  private known: boolean | undefined;

  constructor(private readonly editor: DeskEditor) {
    this.visited = new RecentlyVisited(editor);
  }

  /** The view itself, which follows the active study, and is there while there is something to list. */
  show(): vscode.Disposable[] {
    this.view = vscode.window.createTreeView('tiebreak.strays', { treeDataProvider: this, showCollapseAll: true });
    const follow = this.editor.onDidChange(() => {
      this.pending ??= setTimeout(() => {
        this.pending = undefined;
        void this.follow();
      }, annotationRate);
    });
    return [this.view, this.visited, follow, this.changes, { dispose: () => clearTimeout(this.pending) }];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) {
      this.take();
      return groups
        .filter((group) => this.listed[group].length > 0)
        .map((group) => ({ group, from: 0, to: this.listed[group].length, whole: true }));
    }
    const parts = partsOf(node).map((part): Node => ({ ...part, group: node.group }));
    await this.read(parts.filter(isOne));
    return parts;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.whole) return this.groupOf(node);
    const index = this.listed[node.group][node.from];
    if (!isOne(node)) return this.chunkOf(node);
    const shown = index === undefined ? undefined : this.shown[node.group].get(index);
    return shown?.annotation
      ? this.itemOf(node.group, shown, shown.annotation)
      : new vscode.TreeItem(vscode.l10n.t('annotation that can no longer be read'));
  }

  /** Takes over what was found, and what was judged or taken back since. */
  async follow(): Promise<void> {
    const { study } = this.editor;
    const session = study?.session;
    if (study?.orphans !== this.orphans) {
      this.take();
      this.changes.fire(undefined);
    } else if (session && this.orphans && (await this.keepUp(session))) this.changes.fire(undefined);
    this.describe();
  }

  /** Begins with what the look through the dataset found. */
  private take(): void {
    const orphans = this.editor.study?.orphans;
    if (orphans === this.orphans) return;
    this.orphans = orphans;
    this.listed = { changed: all(orphans?.changed), gone: all(orphans?.gone) };
    this.shown = { changed: new Map(), gone: new Map() };
    this.visited.take();
  }

  /**
   * Looks again at those that are shown, and at those of items that were on the desk since; tells whether others are
   * listed now.
   */
  private async keepUp(session: Session): Promise<boolean> {
    const { orphans } = this;
    if (!orphans) return false;
    const visited = this.visited.take().flatMap((ordinal) => orphansOn(orphans.changed, ordinal));
    for (const index of visited)
      if (!this.shown.changed.has(index)) this.shown.changed.set(index, await this.look(session, 'changed', index));
    if (this.orphans !== orphans) return false;
    let any = false;
    for (const group of groups) {
      for (const [index, { annotation, item }] of this.shown[group])
        if (annotation)
          any = updateSortedSet(this.listed[group], index, isOrphaned(session.study.replay, annotation, item)) || any;
    }
    return any;
  }

  private async read(nodes: readonly Node[]): Promise<void> {
    const session = this.editor.study?.session;
    const { orphans } = this;
    if (!session) return;
    await Promise.all(
      nodes.map(async ({ group, from }) => {
        const index = this.listed[group][from];
        if (index === undefined || this.shown[group].has(index)) return;
        const shown = await this.look(session, group, index);
        if (this.orphans === orphans) this.shown[group].set(index, shown);
      }),
    );
  }

  private async look({ study, dataset }: Session, group: Group, index: number): Promise<Shown> {
    const list = this.orphans?.[group];
    if (!list) return { opening: '' };
    const { ordinal, ref } = orphanAt(list, index);
    // A journal may have been replaced since; its lines are looked for again with the next look through the dataset.
    const annotation = await study.journal.fetch(ref).catch(() => undefined);
    if (!annotation) return { opening: '' };
    // A dataset that just changed is read anew, and looked through again.
    const parsed = ordinal === undefined ? undefined : await dataset.at(ordinal).catch(() => undefined);
    if (ordinal === undefined || !parsed || !('item' in parsed)) return { annotation, ref, opening: '' };
    const { id, hash, prompt } = parsed.item;
    return { annotation, ordinal, item: { id, hash }, opening: openingOf(prompt) };
  }

  private describe(): void {
    const count = this.listed.changed.length + this.listed.gone.length;
    if (this.known !== count > 0) void vscode.commands.executeCommand('setContext', is('hasStrays'), count > 0);
    this.known = count > 0;
    if (!this.view) return;
    const looked = this.editor.study?.looked;
    this.view.description = count.toLocaleString();
    this.view.message = looked === undefined ? '' : vscode.l10n.t('Checking the dataset: {0}', percent(looked));
  }

  private groupOf({ group, to }: Node): vscode.TreeItem {
    const title = group === 'changed' ? vscode.l10n.t('Changed items') : vscode.l10n.t('Missing items');
    const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
    item.id = group;
    item.description = to.toLocaleString();
    item.tooltip =
      group === 'changed'
        ? vscode.l10n.t(
            'These annotations are kept, but they are not exported. If an annotator judges the item again, the new annotation replaces the old one.',
          )
        : vscode.l10n.t(
            'These annotations are kept, but they are not exported. They count again when the items are back in the dataset.',
          );
    return item;
  }

  private chunkOf(node: Node): vscode.TreeItem {
    const item = new vscode.TreeItem(
      `${numberOf(node.from)} – ${numberOf(node.to - 1)}`,
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = `${node.group} ${chunkName(node)}`;
    return item;
  }

  private itemOf(group: Group, { ref, ordinal, opening }: Shown, annotation: Annotation): vscode.TreeItem {
    const { id, item: name, annotator, time } = annotation;
    const when = new Date(time).toLocaleString();
    const item = new vscode.TreeItem(
      ordinal === undefined ? isolated(name) : `${numberOf(ordinal)}  ${isolated(opening)}`,
    );
    item.id = `${group} ${id}`;
    item.description = `${isolated(annotator)}, ${when}`;
    item.iconPath =
      group === 'changed'
        ? new vscode.ThemeIcon('history', new vscode.ThemeColor('charts.orange'))
        : new vscode.ThemeIcon('question', new vscode.ThemeColor('disabledForeground'));
    const mine = annotator === this.editor.study?.session?.annotator;
    const advice =
      group === 'gone'
        ? vscode.l10n.t('Press Enter to view the annotation.')
        : mine
          ? vscode.l10n.t('Press Enter to judge the item again.')
          : vscode.l10n.t('{0} has to judge the item again. Press Enter to view the item.', isolated(annotator));
    item.tooltip = [
      vscode.l10n.t('Item {0}, judged by {1}, {2}', isolated(name), isolated(annotator), when),
      advice,
    ].join('\n\n');
    const said =
      ordinal === undefined
        ? vscode.l10n.t('Item {0}, missing, judged by {1}, {2}', name, annotator, when)
        : vscode.l10n.t('Item {0}, changed, judged by {1}, {2}: {3}', ordinal + 1, annotator, when, opening);
    item.accessibilityInformation = { label: said };
    const { study } = this.editor;
    if (ordinal !== undefined)
      item.command = { command: 'tiebreak.goTo', title: vscode.l10n.t('Go to Item'), arguments: [ordinal + 1] };
    else if (ref && study)
      item.command = {
        command: 'vscode.open',
        title: vscode.l10n.t('Open'),
        arguments: [annotationUri(study.uri, annotation, ref)],
      };
    return item;
  }
}

const isOne = ({ from, to, whole }: Node): boolean => to - from === 1 && !whole;

const all = (list: OrphanedAnnotations[Group] | undefined): number[] =>
  list ? [...Array(orphanCount(list)).keys()] : [];
