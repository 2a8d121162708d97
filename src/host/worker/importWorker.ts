import { importLabels } from '../../core/import/importLabels';
import type { ImportProgress, ImportResult } from '../../core/import/importResult';
import { Study } from '../../core/study/study';
import { serveTask } from './serveTask';

/** To take over the labels of a study's own dataset as judgements by `annotator`. */
export interface ImportTask {
  readonly kind: 'import';
  readonly project: string;
  readonly annotator: string;
  /** The model that gave the labels which name nobody; null where people did, undefined where nobody was asked. */
  readonly model: string | null | undefined;
  /** The outcomes of responses instead, as labels by the programs that say them. */
  readonly outcomes?: boolean;
}

/** Progress is told this often, in milliseconds. */
const pause = 100;

/**
 * Does an `ImportTask`. It appends to journals as the command line does; whoever has the study open hears of it as of
 * any other program.
 */
export function serveImport(): void {
  serveTask<ImportTask, ImportResult>(async ({ project, annotator, model, outcomes }, post, signal) => {
    let reportedAt = 0;
    let last: ImportProgress = { labels: 0, written: 0 };
    const onProgress = (progress: ImportProgress): void => {
      last = progress;
      const now = performance.now();
      if (now - reportedAt < pause) return;
      reportedAt = now;
      post({ found: progress });
    };
    const study = await Study.open(project, { isTolerant: true });
    try {
      await study.refresh(signal);
      return await importLabels(study, { annotator, model, outcomes, signal, onProgress, closes: true });
    } finally {
      post({ found: last });
      await study.close();
    }
  });
}
