import { totalFileSize } from '../../core/dataset/sources/fileVersion';
import type { CellTable, CoverageFigures } from '../../core/model/report/coverage';
import {
  itemsOfCell,
  type CellItem,
  type CellQuestion,
  type SpanQuestion,
} from '../../core/quality/coverage/items/cellItems';
import { tableOfCells } from '../../core/quality/coverage/cellTable';
import { coverageOf, slicesWanted } from '../../core/quality/coverage/coverage';
import { itemsOfRule, type RuleQuestion } from '../../core/quality/coverage/items/ruleItems';
import { itemsOfSpans } from '../../core/quality/coverage/items/spanItems';
import { withoutResponseIds, slicesWithoutModels } from '../../core/quality/coverage/hideModels';
import { Study } from '../../core/study/study';
import { throttled } from './searchTask';
import { serveTask } from './serveTask';

export interface StudyInput {
  readonly project: string;
  /** Where the study's items were written out, if they had to be (see `Study.readFrom`). */
  readonly copy: string | undefined;
  /** Where it is kept what the dataset says of its items, so that nothing reads it a second time. */
  readonly cacheFolder: string;
  /** Nothing may tell of models. */
  readonly blind: boolean;
}

/** To count what a study's rubrics cover; or to look for the items behind one count. */
export type CoverageTask = StudyInput & ({ readonly kind: 'coverage' } | FigureItemsTask);

/** What stands behind one count. */
export type FigureItemsTask =
  | { readonly kind: 'cell'; readonly question: CellQuestion }
  | { readonly kind: 'spans'; readonly question: SpanQuestion }
  | { readonly kind: 'rule'; readonly question: RuleQuestion };

export interface CoverageTaskResult extends CoverageFigures {
  readonly cells: CellTable;
}

/** What part of the work is done once the dataset was read. */
const readingShare = 0.6;

/**
 * Does a `CoverageTask`. What is on the disk is what is counted: every judgement that the screen calls saved is there.
 */
export function serveCoverage(): void {
  serveTask<CoverageTask, CoverageTaskResult | CellItem[]>(async (task, post, signal) => {
    const study = await Study.open(task.project);
    try {
      if (task.copy !== undefined) study.readFrom(task.copy);
      const size = await totalFileSize(study.data.paths);
      const onBytes = throttled((bytes) => post({ fraction: Math.min(1, bytes / Math.max(1, size)) * readingShare }));
      await study.refresh(signal);
      // By response too: where the dataset names no models, the ids of its responses may be the columns that it came
      // from.
      const all = [...slicesWanted(study, {}), 'response'];
      // The same for all tasks: what one of them found in the dataset is what the others want of it.
      const options = {
        by: task.blind ? slicesWithoutModels(all) : all,
        withFields: true,
        cacheFolder: task.cacheFolder,
        signal,
        onBytes,
      };
      if (task.kind === 'cell') return await itemsOfCell(study, task.question, options);
      if (task.kind === 'spans') return await itemsOfSpans(study, task.question, options);
      if (task.kind === 'rule') return await itemsOfRule(study, task.question, options);
      const onJudged = throttled((fraction) => post({ fraction: readingShare + fraction * (1 - readingShare) }));
      const coverage = await coverageOf(study, { ...options, onJudged });
      const { slices, criteria, study: figures, spans, critiques, rules } = coverage;
      const counted = { slices, criteria, study: figures, spans, critiques, rules, cells: tableOfCells(coverage) };
      return task.blind ? withoutResponseIds(counted) : counted;
    } finally {
      await study.close();
    }
  });
}
