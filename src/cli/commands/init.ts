import type { ModeChoice } from '../../core/model/annotation/mode';
import { createStudy } from '../../core/study/create';
import { inspect } from '../../core/dataset/inspect';
import { formatCount, formatNumber, displayPath, printWarnings } from '../output/print';
import { mappingOf, type ReadingOptions } from '../readingOptions';
import { resolve } from 'node:path';

export async function runInit(
  projectFile: string,
  options: ReadingOptions & { dataset: [string, ...string[]]; mode?: ModeChoice; guidelines?: string },
): Promise<void> {
  const project = await createStudy({
    projectFile,
    datasets: options.dataset,
    layout: options.layout,
    mapping: mappingOf(options),
    gather: options.gather,
    mode: options.mode,
    guidelines: options.guidelines,
  });
  console.log(
    `Created ${displayPath(resolve(projectFile))}: layout ${project.dataset.layout}, ${project.dataset.sources.join(', ')}${project.dataset.gather === 'files' ? ', each file with the responses of one model to the same prompts' : ''}`,
  );
  const { layout, mapping, gather } = project.dataset;
  const found = await inspect(options.dataset, { layout, mapping, gather: gather ?? false });
  console.log(
    `${formatCount(found.items, 'item')}${found.labelled > 0 ? `, ${formatNumber(found.labelled)} with labels (import them with "tiebreak import")` : ''}`,
  );
  printWarnings(found.problems);
}
