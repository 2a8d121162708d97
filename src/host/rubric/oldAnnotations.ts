import * as vscode from 'vscode';
import type { OldCount } from '../../core/model/rubric/rubricView';
import { underOldVersions, type OldAnnotation, type UnderOldVersion } from '../../core/rubric/oldVersions';
import { openItemById, queueItems } from '../items/queueItems';
import type { RubricSelection } from './rubricSelection';
import { itemsText } from '../study/countText';
import type { StudyDocument } from '../study/studyDocument';

/**
 * What was counted is counted again after so many times as long as it took, and after this at least. In milliseconds.
 */
const pause = { times: 5, least: 400 };

interface Row extends vscode.QuickPickItem {
  /** Ids of items that are judged again. */
  readonly queue?: readonly string[];
  /** Id of an item to go to. */
  readonly item?: string;
}

/**
 * Annotations of one study that were made under old versions of its rubrics: their counts for the screen, and the list
 * of them.
 */
export class OldAnnotations implements vscode.Disposable {
  private abort = new AbortController();
  private waiting: NodeJS.Timeout | undefined;
  private running = false;
  /** How often it was asked for. */
  private asked = 0;
  private wait: number = pause.least;

  constructor(
    private readonly document: StudyDocument,
    private readonly tell: (counts: readonly OldCount[] | null) => void,
  ) {}

  /** Counts them anew, soon. */
  look(): void {
    this.asked++;
    if (this.running || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      void this.count();
    }, this.wait);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.abort.abort();
  }

  /**
   * Lists those of a rubric, of one version or of all, and goes to what is chosen: one item, or all of them as the
   * queue of the desk.
   */
  async list(
    selection: RubricSelection,
    { rubric, version }: { readonly rubric?: string; readonly version?: number },
  ): Promise<void> {
    const { session } = this.document;
    if (!session) return;
    const all = await underOldVersions(session.study, this.abort.signal);
    const old = all.filter(
      (each) => (rubric === undefined || each.rubric === rubric) && (version === undefined || each.version === version),
    );
    if (old.length === 0) {
      selection.announce(vscode.l10n.t('All current annotations were made with the active rubric versions.'));
      return;
    }
    const titles = new Map(session.study.rubrics.rubrics.map(({ id, title }) => [id, title]));
    const nameOf = (each: UnderOldVersion): string =>
      vscode.l10n.t('{0}, version {1}', titles.get(each.rubric) ?? each.rubric, each.version);
    const rows = rowsOf(old, session.annotator, nameOf);
    const picked = await selection.ask(() =>
      vscode.window.showQuickPick(rows, {
        title: vscode.l10n.t('Judged with old rubric versions'),
        placeHolder: vscode.l10n.t('Select one item, or judge all items one after another'),
        matchOnDescription: true,
      }),
    );
    if (picked?.item !== undefined) await openItemById(selection.desks, this.document, picked.item);
    if (picked?.queue)
      await queueItems(
        selection.desks,
        this.document,
        new Set(picked.queue),
        vscode.l10n.t(
          'judged with {0}',
          new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(old.map(nameOf)),
        ),
      );
  }

  private async count(): Promise<void> {
    const { session } = this.document;
    const { asked } = this;
    if (!session) return;
    this.running = true;
    const begun = performance.now();
    try {
      const old = await underOldVersions(session.study, this.abort.signal);
      if (!this.abort.signal.aborted)
        this.tell(old.map(({ rubric, version, annotations }) => ({ rubric, version, count: annotations.length })));
    } catch {
      // The study was closed, or a journal is being replaced: the next look tells.
      if (!this.abort.signal.aborted) this.tell(null);
    } finally {
      this.running = false;
      this.wait = Math.max(pause.least, (performance.now() - begun) * pause.times);
      if (this.asked > asked && !this.abort.signal.aborted) this.look();
    }
  }
}

/** To judge them all again, or the annotator's own; and each by itself. */
function rowsOf(old: readonly UnderOldVersion[], annotator: string, nameOf: (each: UnderOldVersion) => string): Row[] {
  const annotations = old.flatMap((each) => each.annotations);
  const own = annotations.filter((each) => each.annotator === annotator);
  const queue = (label: string, of: readonly OldAnnotation[]): Row => {
    const items = [...new Set(of.map(({ item }) => item))];
    return { label: `$(debug-restart) ${label}`, description: itemsText(items.length), queue: items };
  };
  return [
    ...(own.length > 0 && own.length < annotations.length ? [queue(vscode.l10n.t('Judge your items again'), own)] : []),
    queue(vscode.l10n.t('Judge all items again'), annotations),
    { label: vscode.l10n.t('Single annotations'), kind: vscode.QuickPickItemKind.Separator },
    ...old.flatMap((each) =>
      each.annotations.map((annotation): Row => ({
        label: annotation.item,
        description: `${annotation.annotator} · ${nameOf(each)}`,
        item: annotation.item,
      })),
    ),
  ];
}
