import * as l10n from '@vscode/l10n';
import { resolve } from 'node:path';
import { isModelName } from '../../core/dataset/layouts/labels/judgeNames';
import { plainFileName } from '../../core/import/importedAnnotator';
import { importLabels } from '../../core/import/importLabels';
import { UsageError } from '../../core/model/problems/problem';
import { controlsFromLabels } from '../../core/study/labelledControls';
import { openStudy } from '../openStudy';
import { importCommand, nextCommands, type ImportOptions } from '../importCommand';
import { digits } from '../../core/model/problems/program';
import { counted } from '../../core/model/problems/counts';
import { printJson, printProblems } from '../output/print';
import { mappingOf } from '../readingOptions';

export async function runImport(
  projectFile: string,
  file: string | undefined,
  options: ImportOptions & { json?: true },
): Promise<void> {
  if (options.asControls) return importControls(projectFile, file, options);
  if (options.outcomes && (file !== undefined || options.model !== undefined))
    throw new UsageError(
      l10n.t('--outcomes takes the outcomes of the dataset, by the programs that say them. Leave FILE and --model out'),
    );
  const annotator = options.annotator ?? options.model ?? (options.outcomes ? 'outcomes' : modelOfFile(file));
  if (annotator === undefined)
    throw new UsageError(
      l10n.t('Say who gave the labels: --annotator NAME for a person or a group of people, --model NAME for a model'),
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
      outcomes: options.outcomes,
      closes: true,
    });
    if (options.json) printJson(result);
    else {
      console.log(
        l10n.t(
          '{0} found, {1} written for {2}',
          counted(result.labels, 'label'),
          counted(result.written, 'annotation'),
          annotator,
        ),
      );
      if (result.unchanged > 0) console.log(`  ${l10n.t('unchanged {0}: already imported', digits(result.unchanged))}`);
      if (result.corrected > 0)
        console.log(
          `  ${l10n.t(
            'corrected {0}: already imported, but as judgments of another judge (a person, or another model)',
            digits(result.corrected),
          )}`,
        );
      for (const { model, labels } of result.models)
        console.log(`  ${l10n.t('judged by a model: {0} ({1})', model, counted(labels, 'label'))}`);
      if (result.judged > 0)
        console.log(`  ${l10n.t('skipped {0}: item already judged by hand by {1}', digits(result.judged), annotator)}`);
      if (result.repeated > 0)
        console.log(`  ${l10n.t('skipped {0}: repeats an earlier label of the same item', digits(result.repeated))}`);
      if (result.byTexts > 0)
        console.log(`  ${l10n.t('matched {0} by text: item has another id in the study', digits(result.byTexts))}`);
      if (result.gathered > 0)
        console.log(
          `  ${l10n.t('combined {0}: each label covers only some responses of its item', digits(result.gathered))}`,
        );
      if (result.ambiguous > 0)
        console.log(
          `  ${l10n.t('skipped {0}: several items have the same prompt and responses', digits(result.ambiguous))}`,
        );
      if (result.contrary > 0)
        console.log(
          `  ${l10n.t('skipped {0}: contradicts an earlier label of the same annotator', digits(result.contrary))}`,
        );
      if (result.skipped > 0)
        console.log(
          `  ${l10n.t('skipped {0}: their values are left out (--values), see below', digits(result.skipped))}`,
        );
      if (result.spanTypes !== undefined)
        console.log(
          `  ${l10n.t("saved {0} as the study's taxonomy (task.spans)", counted(result.spanTypes, 'span type'))}`,
        );
      if (result.unknown > 0)
        console.log(`  ${l10n.t("skipped {0}: item not in the study's dataset", digits(result.unknown))}`);
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
          ? l10n.t('nothing was imported. Say with --values what the label values mean, as shown above')
          : l10n.t('nothing was imported: no labels found. If a field holds labels, name it with --map'),
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

/** Makes control items of those whose labels name the first error of a run. */
async function importControls(
  projectFile: string,
  file: string | undefined,
  { outcomes, json }: ImportOptions & { json?: true },
): Promise<void> {
  if (file !== undefined || outcomes)
    throw new UsageError(l10n.t('--as-controls takes the labels of the dataset. Leave FILE and --outcomes out'));
  const { study, outside } = await openStudy(projectFile);
  try {
    const { items, problems } = await controlsFromLabels(study);
    if (json) printJson({ items, problems });
    else console.log(l10n.t('{0} with the known first error of a run', counted(items.length, 'control item')));
    printProblems([...outside, ...problems]);
    if (items.length === 0) process.exitCode = 1;
  } finally {
    await study.close();
  }
}
