import * as l10n from '@vscode/l10n';
import type { ModeChoice } from '../../core/model/annotation/mode';
import type { TaskSettings } from '../../core/model/study/taskSchema';
import { createStudy } from '../../core/study/create';
import { runPairsOf } from '../../core/study/runTask';
import { inspect } from '../../core/dataset/inspect';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printWarnings } from '../output/print';
import { mappingOf, type ReadingOptions } from '../readingOptions';
import { resolve } from 'node:path';

export async function runInit(
  projectFile: string,
  options: ReadingOptions & {
    dataset: [string, ...string[]];
    mode?: ModeChoice;
    runPairs?: TaskSettings['runPairs'];
    guidelines?: string;
  },
): Promise<void> {
  const project = await createStudy({
    projectFile,
    datasets: options.dataset,
    layout: options.layout,
    mapping: mappingOf(options),
    gather: options.gather,
    mode: options.mode,
    runPairs: options.runPairs,
    guidelines: options.guidelines,
  });
  console.log(
    [
      l10n.t('Created {0}: layout {1}', displayPath(resolve(projectFile)), project.dataset.layout),
      ...project.dataset.sources,
      ...(project.dataset.gather === 'files'
        ? [l10n.t('each file with the responses of one model to the same prompts')]
        : []),
    ].join(', '),
  );
  const { layout, mapping, gather } = project.dataset;
  const found = await inspect(options.dataset, {
    layout,
    mapping,
    gather: gather ?? false,
    pairs: runPairsOf(project, layout),
  });
  console.log(
    [
      counted(found.items, 'item'),
      ...(found.labelled > 0
        ? [l10n.t('{0} with labels (import them with "{1}")', digits(found.labelled), 'tiebreak import')]
        : []),
    ].join(', '),
  );
  printWarnings(found.problems);
}
