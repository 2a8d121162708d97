import { totalFileSize } from '../../core/dataset/sources/fileVersion';
import type { InformativeItems } from '../../core/model/desk/informativeItems';
import type { QualityReport } from '../../core/model/report/quality';
import { slicesWanted } from '../../core/quality/coverage/coverage';
import { slicesWithoutModels } from '../../core/quality/coverage/hideModels';
import { knownPreferences } from '../../core/quality/judgements/knownPreferences';
import { readJudgements } from '../../core/quality/judgements/readJudgements';
import { votersAmong } from '../../core/quality/judgements/studyJudgements';
import { informativeItems } from '../../core/quality/next/informativeItems';
import { withoutNames } from '../../core/quality/report/hideNames';
import type { ItemsQuestion } from '../../core/model/report/itemsQuestion';
import { itemsBehind } from '../../core/quality/items/itemsBehind';
import { reportOf } from '../../core/quality/report/qualityReport';
import { Study } from '../../core/study/study';
import type { StudyInput } from './coverageWorker';
import { throttled } from './searchTask';
import { serveTask } from './serveTask';

/** To compute a study's quality report; to look for the items behind one of its figures; or for those to judge next. */
export type QualityTask = StudyInput & {
  /** Annotators who do not count. */
  readonly without: readonly string[];
} & (
    | {
        readonly kind: 'quality';
        /** Whose name stays where nothing may tell of models. */
        readonly self: string;
      }
    | { readonly kind: 'qualityItems'; readonly question: ItemsQuestion }
    /** All items, those first of which one more judgement is expected to teach most. */
    | { readonly kind: 'informative' }
  );

/** What part of the work is done once the dataset was read, and once the annotations were. */
const [readingShare, judgedShare] = [0.5, 0.8];

/** Does a `QualityTask`. What is on the disk is what is counted: every judgement that the screen calls saved is there. */
export function serveQuality(): void {
  serveTask<QualityTask, QualityReport | number[] | InformativeItems>(async (task, post, signal) => {
    const study = await Study.open(task.project);
    try {
      if (task.copy !== undefined) study.readFrom(task.copy);
      const size = await totalFileSize(study.data.paths);
      await study.refresh(signal);
      const by = slicesWanted(study, {});
      const options = {
        // The same for all tasks: what one of them found in the dataset is what the others want of it.
        by: task.blind ? slicesWithoutModels(by) : by,
        withFields: true,
        cacheFolder: task.cacheFolder,
        without: task.without,
        signal,
        onBytes: throttled((bytes) => post({ fraction: Math.min(1, bytes / Math.max(1, size)) * readingShare })),
        onJudged: throttled((fraction) => post({ fraction: readingShare + fraction * (judgedShare - readingShare) })),
      };
      const judgements = await readJudgements(study, options);
      if (task.kind === 'informative') return informativeItems(judgements, votersAmong(judgements.annotators));
      if (task.kind === 'qualityItems')
        return itemsBehind(
          judgements,
          votersAmong(judgements.annotators),
          knownPreferences(judgements, study.project.plan?.controls?.answers),
          task.question,
        );
      const report = reportOf(judgements, study, options);
      return task.blind ? withoutNames(report, task.self) : report;
    } finally {
      await study.close();
    }
  });
}
