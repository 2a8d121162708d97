import { resolve } from 'node:path';
import { importLabels } from '../../core/import/labels';
import { openStudy } from '../openStudy';
import { counted, number, printJson, printProblems } from '../output/print';
import { mappingOf, type ReadingOptions } from '../readingOptions';

export async function runImport(
  projectFile: string,
  file: string | undefined,
  options: ReadingOptions & { annotator: string; json?: true },
): Promise<void> {
  const { study, outside } = await openStudy(projectFile);
  try {
    await study.refresh();
    const result = await importLabels(study, {
      annotator: options.annotator,
      file: file === undefined ? undefined : resolve(file),
      layout: options.layout,
      mapping: mappingOf(options),
      closes: true,
    });
    if (options.json) printJson(result);
    else {
      console.log(
        `${counted(result.labels, 'label')} found, ${counted(result.written, 'annotation')} written for ${options.annotator}`,
      );
      if (result.unchanged > 0) console.log(`${number(result.unchanged)} stood already`);
      if (result.judged > 0)
        console.log(
          `${number(result.judged)} on items that ${options.annotator} judged by hand; those judgements stand`,
        );
      if (result.repeated > 0)
        console.log(`${number(result.repeated)} on an item that came before: one annotation counts for every copy`);
      if (result.byTexts > 0)
        console.log(`${number(result.byTexts)} on items that have other ids in the study, found by their texts`);
      if (result.groupedByPrompt > 0)
        console.log(`${number(result.groupedByPrompt)} put together, as each is of some of an item's responses`);
      if (result.ambiguous > 0)
        console.log(
          `${number(result.ambiguous)} that could be on any of several items with the same prompt and responses; left out`,
        );
      if (result.contrary > 0)
        console.log(`${number(result.contrary)} that say otherwise than one before in the same name; left out`);
      if (result.spanTypes !== undefined)
        console.log(`${counted(result.spanTypes, 'type')} of marked passages became the study's taxonomy (task.spans)`);
      if (result.unknown > 0)
        console.log(`${number(result.unknown)} on items that the study's dataset does not have; left out`);
    }
    printProblems([...outside, ...study.problems, ...result.problems]);
    if (result.labels === 0) {
      console.error(
        result.unread > 0
          ? 'nothing was imported: the meaning of the labels has to be said first, as above'
          : 'no record says which response is better, so there is nothing to import',
      );
      process.exitCode = 1;
    }
  } finally {
    await study.close();
  }
}
