import { resolve } from 'node:path';
import { isModelName } from '../../core/dataset/layouts/labels/judgeNames';
import { plainFileName } from '../../core/import/importedAnnotator';
import { importLabels } from '../../core/import/importLabels';
import { UsageError } from '../../core/model/problems/problem';
import { openStudy } from '../openStudy';
import { importCommand, nextCommands, type ImportOptions } from '../importCommand';
import { formatCount, formatNumber, printJson, printProblems } from '../output/print';
import { mappingOf } from '../readingOptions';

export async function runImport(
  projectFile: string,
  file: string | undefined,
  options: ImportOptions & { json?: true },
): Promise<void> {
  const annotator = options.annotator ?? options.model ?? modelOfFile(file);
  if (annotator === undefined)
    throw new UsageError(
      'Say who gave the labels: --annotator NAME for a person or a group of people, --model NAME for a model',
    );
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    const result = await importLabels(study, {
      annotator,
      model: options.model,
      file: file === undefined ? undefined : resolve(file),
      layout: options.layout,
      mapping: mappingOf(options),
      closes: true,
    });
    if (options.json) printJson(result);
    else {
      console.log(
        `${formatCount(result.labels, 'label')} found, ${formatCount(result.written, 'annotation')} written for ${annotator}`,
      );
      if (result.unchanged > 0) console.log(`  unchanged ${formatNumber(result.unchanged)}: already imported`);
      if (result.corrected > 0)
        console.log(
          `  corrected ${formatNumber(result.corrected)}: already imported, but as judgments of another judge (a person, or another model)`,
        );
      for (const { model, labels } of result.models)
        console.log(`  judged by a model: ${model} (${formatCount(labels, 'label')})`);
      if (result.judged > 0)
        console.log(`  skipped ${formatNumber(result.judged)}: item already judged by hand by ${annotator}`);
      if (result.repeated > 0)
        console.log(`  skipped ${formatNumber(result.repeated)}: repeats an earlier label of the same item`);
      if (result.byTexts > 0)
        console.log(`  matched ${formatNumber(result.byTexts)} by text: item has another id in the study`);
      if (result.gathered > 0)
        console.log(`  combined ${formatNumber(result.gathered)}: each label covers only some responses of its item`);
      if (result.ambiguous > 0)
        console.log(`  skipped ${formatNumber(result.ambiguous)}: several items have the same prompt and responses`);
      if (result.contrary > 0)
        console.log(`  skipped ${formatNumber(result.contrary)}: contradicts an earlier label of the same annotator`);
      if (result.skipped > 0)
        console.log(`  skipped ${formatNumber(result.skipped)}: their values are left out (--values), see below`);
      if (result.spanTypes !== undefined)
        console.log(`  saved ${formatCount(result.spanTypes, 'span type')} as the study's taxonomy (task.spans)`);
      if (result.unknown > 0) console.log(`  skipped ${formatNumber(result.unknown)}: item not in the study's dataset`);
    }
    printProblems([...outside, ...study.problems, ...result.problems]);
    for (const line of nextCommands(result.problems, (label, values) =>
      importCommand(projectFile, file, {
        ...options,
        map: { ...options.map, ...(label !== undefined && { label }) },
        values,
      }),
    ))
      console.error(line);
    if (result.labels === 0) {
      console.error(
        result.unread > 0
          ? 'nothing was imported. Say with --values what the label values mean, as shown above'
          : 'nothing was imported: no labels found. If a field holds labels, name it with --map',
      );
      process.exitCode = 1;
    }
  } finally {
    await study.close();
  }
}

/** The model that a file of labels is called after, as `PandaLM-7B.json` is. */
function modelOfFile(file: string | undefined): string | undefined {
  const name = file === undefined ? '' : plainFileName(file);
  return isModelName(name) ? name : undefined;
}
