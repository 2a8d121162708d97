import { stat } from 'node:fs/promises';
import { labelsArePartial } from '../../core/dataset/items/partialLabels';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import { isOfCopy, toldOfCopy } from '../../core/dataset/sources/scan';
import { scanStudy, type StudyScan } from '../../core/study/scanStudy';
import { assignmentOf } from '../../core/model/study/assignment';
import { filterOf } from '../../core/study/planFilter';
import { controlsOf, Study } from '../../core/study/study';
import { readingOf } from './searchTask';
import { serveTask } from './serveTask';

/**
 * To look for records that cannot be read or share an id, `max` of them, and for annotations whose item changed or is
 * gone.
 */
export interface CheckTask {
  readonly kind: 'check';
  readonly project: string;
  /** Where the study's items are read from (see `Study.data`). */
  readonly paths: readonly string[];
  readonly layout: string;
  readonly mapping: Mapping;
  readonly max: number;
  /** Ids of items whose places are asked for. */
  readonly wanted: readonly string[];
}

/** Progress is told this often, in milliseconds. */
const pause = 100;

/**
 * Does a `CheckTask`. What is on the disk is what is checked: every judgement that the screen calls saved is there.
 */
export function serveCheck(): void {
  serveTask<CheckTask, StudyScan>(async (task, post, signal) => {
    const { project, paths, max, wanted } = task;
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    const size = sizes.reduce((sum, each) => sum + each, 1);
    let reportedAt = 0;
    const onBytes = (bytes: number): void => {
      const now = performance.now();
      if (now - reportedAt < pause) return;
      reportedAt = now;
      post({ fraction: bytes / size });
    };
    const study = await Study.open(project, { isTolerant: true });
    try {
      await study.refresh(signal);
      const reading = readingOf(task);
      const found = await scanStudy({ paths, reading }, study.replay, {
        max,
        signal,
        onBytes,
        shares: assignmentOf(study.project),
        filter: filterOf(study.project),
        wanted,
        controls: controlsOf(study),
      });
      const told = isOfCopy(reading) ? (await Promise.all(paths.map(toldOfCopy))).flat() : [];
      const scanned = { ...found, problems: [...told, ...found.problems].slice(0, max) };
      // What an import would not take is not counted as waiting for one.
      if (!scanned.labels || !(await labelsArePartial(study.sources, study.reading))) return scanned;
      return { ...scanned, labels: { ...scanned.labels, waiting: 0 } };
    } finally {
      await study.close();
    }
  });
}
