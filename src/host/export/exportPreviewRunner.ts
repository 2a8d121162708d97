import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import type { Recipe } from '../../core/model/study/recipe';
import type { ExportState, PreviewCounts } from '../../protocol/export';
import { previewCounts } from './formatChoices';
import type { ExportDraft } from './exportDraft';
import type { StudyDocument } from '../study/studyDocument';
import { exportInWorker } from '../worker/hostWorkers';
import { foldersNear } from './recipes';

/** What is looked at so long after the last change of an option, in milliseconds: each keystroke in a field is one. */
export const previewDelay = 250;

/** Work in another process: how far it is, from 0 to 1, and what ends it. */
export interface BackgroundWork {
  readonly abort: AbortController;
  fraction: number;
}

/** What is told while it counts. */
interface Listener {
  /** Something else is to be shown. */
  readonly changed: () => void;
  readonly progress: () => void;
}

/**
 * Counts what the options of an export give, in a process of its own that reads what is on the disk. A change of an
 * option ends it, and it begins anew once the typing rests, so that no answer of other options is ever drawn.
 */
export class ExportPreviewRunner implements vscode.Disposable {
  /** Criteria by which something was preferred, as the last looks found them. */
  criteria: readonly string[] = [];
  private counts: PreviewCounts | undefined;
  private error: string | undefined;
  private runningPreview: BackgroundWork | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private from: readonly unknown[] = [];

  constructor(
    private readonly document: StudyDocument,
    private readonly draft: ExportDraft,
    private readonly isBlind: () => boolean,
    private readonly listener: Listener,
  ) {}

  dispose(): void {
    clearTimeout(this.waiting);
    this.runningPreview?.abort.abort();
  }

  /** How far it is, from 0 to 1; null where nothing is counted. */
  get fraction(): number | null {
    return this.runningPreview?.fraction ?? null;
  }

  get state(): ExportState['preview'] {
    const { counts } = this;
    return {
      looking: this.fraction,
      error: this.error ?? null,
      counts: counts ?? null,
      outdated:
        this.document.session !== undefined &&
        counts !== undefined &&
        !this.runningPreview &&
        !isDeepStrictEqual(this.from, this.seen()),
      blind: this.isBlind(),
    };
  }

  /** Counts once the options rest for so many milliseconds. */
  begin(after: number): void {
    this.dispose();
    this.runningPreview = undefined;
    this.error = undefined;
    const read = this.draft.read();
    if ('recipe' in read) {
      const looking: BackgroundWork = { abort: new AbortController(), fraction: 0 };
      this.runningPreview = looking;
      this.waiting = setTimeout(() => void this.count(read.recipe, looking), after);
    }
    this.listener.changed();
  }

  stop(): void {
    if (!this.runningPreview) return;
    this.runningPreview.abort.abort();
    this.runningPreview = undefined;
    this.counts = undefined;
    this.error = vscode.l10n.t('Calculation stopped.');
    this.listener.changed();
  }

  private async count(recipe: Recipe, looking: BackgroundWork): Promise<void> {
    const limit = vscode.workspace.getConfiguration('tiebreak').get<number>('export.previewRows') ?? 5;
    const { signal } = looking.abort;
    const { format, trainer } = this.draft;
    const from = this.seen();
    try {
      // Nothing is read of a project that the person did not let lead outside of its folder, or that cannot be opened.
      if (!this.document.session && this.document.error !== undefined) throw new Error(this.document.error);
      const preview = await exportInWorker(
        {
          kind: 'preview',
          project: this.document.uri.fsPath,
          recipe,
          limit,
          mediaFolders: foldersNear(this.document.uri.fsPath),
        },
        signal,
        (fraction) => {
          looking.fraction = fraction;
          this.listener.progress();
        },
      );
      if (signal.aborted) return;
      this.counts = previewCounts(preview, format, trainer, this.isBlind());
      this.criteria = [...preview.tally.criteria].sort();
      this.from = from;
    } catch (error) {
      if (signal.aborted) return;
      this.error = messageOf(error);
      this.counts = undefined;
    }
    this.runningPreview = undefined;
    this.listener.changed();
  }

  /** What the study holds, as far as it can change what is exported. */
  private seen(): unknown[] {
    const { session } = this.document;
    const replay = session?.study.replay;
    return [
      session?.study.sources.join('\n'),
      session?.study.project.formats,
      replay
        ?.annotators()
        .map((annotator) => `${annotator} ${replay.revision(annotator)}`)
        .join('\n'),
    ];
  }
}
