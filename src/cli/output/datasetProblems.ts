import * as l10n from '@vscode/l10n';
import { assertPathsExist } from '../../core/dataset/fields/mappingChecks';
import { scan } from '../../core/dataset/sources/scan';
import { UsageError, UserError } from '../../core/model/problems/problem';
import type { ProblemGroups } from '../../core/model/study/problemGroups';
import { OrphanFinder, orphanAt, orphanCount } from '../../core/study/orphanedAnnotations';
import { ControlProblems } from '../../core/study/controlProblems';
import { controlsOf, type Study } from '../../core/study/study';
import { AnchorCheck } from './anchorProblems';
import { itemText } from './itemText';

/**
 * Looks through the dataset of a study, once, and tells `problems` what is wrong with it: fields of its mapping that
 * are in no record any more, records that cannot be read, that there are none, annotations whose items changed or are
 * gone (each at its line), marked passages, steps and critiques that are no longer in their texts, and control items that are not there. Resolves to the number of items.
 * @param project where it is told of the dataset as a whole
 */
export async function findDatasetProblems(study: Study, project: string, problems: ProblemGroups): Promise<number> {
  const controlProblems = new ControlProblems(controlsOf(study));
  const finder = new OrphanFinder(study.replay);
  const anchors = new AnchorCheck(study);
  let items = 0;
  try {
    await assertPathsExist(study.data.paths, study.data.reading).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      problems.add({
        severity: 'error',
        file: project,
        message: l10n.t(
          'dataset.mapping: {0}. Restore the field, or correct the mapping',
          error.message.replace(/^--map /, '').replace(/[.。]$/, ''),
        ),
      });
    });
    for await (const batch of scan(study.data.paths, study.data.reading)) {
      for (const problem of await anchors.look(batch.flatMap((parsed) => ('item' in parsed ? [parsed.item] : []))))
        problems.add(problem);
      for (const parsed of batch) {
        if ('problem' in parsed) problems.add(parsed.problem);
        if (!('item' in parsed)) continue;
        items++;
        // Nobody asks for the places of items here.
        finder.look(parsed.item, 0);
        controlProblems.look(parsed.item);
      }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    problems.add({ severity: 'error', file: project, message: `dataset.sources: ${error.message}` });
    return items;
  }
  if (items === 0)
    problems.add({
      severity: 'error',
      file: project,
      message: study.reading.pairs
        ? l10n.t(
            'task.runPairs: no task has two runs that meet as “{0}” says. Choose “drawn”, or remove the setting to rank all runs of a task',
            study.reading.pairs.meet,
          )
        : l10n.t(
            'dataset.sources: no readable items in {0}. Restore the data, or create a new project from another file',
            study.sources.join(', '),
          ),
    });
  for (const problem of controlProblems.problems()) problems.add(problem);
  for (const problem of anchors.ofChanged()) problems.add(problem);
  const { changed, gone } = finder.found();
  for (const [list, what] of [
    [changed, l10n.t('it has changed since. The annotation is kept but not exported. Judge the item again')],
    [
      gone,
      l10n.t(
        'it is no longer in the dataset. The annotation is kept but not exported. It counts again when the item is back',
      ),
    ],
  ] as const) {
    for (let index = 0; index < orphanCount(list); index++) {
      const { ref } = orphanAt(list, index);
      const { item, annotator, time } = await study.journal.fetch(ref);
      problems.add({
        severity: 'warning',
        file: ref.source,
        line: ref.line,
        message: itemText(item, { annotator, time }, what),
      });
    }
  }
  return items;
}
