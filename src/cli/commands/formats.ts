import * as l10n from '@vscode/l10n';
import { layouts } from '../../core/dataset/layouts';
import { exportFormats } from '../../core/export';
import { families, type ExportFormat, type Family } from '../../core/export/format';
import { ownFormatProblems, ownFormatsIn } from '../../core/export/ownFormats/studyFormats';
import { fileProblem } from '../../core/model/problems/problem';
import { packFormats } from '../../core/rubric/packs';
import { openStudy } from '../openStudy';
import { printJson, printProblems } from '../output/print';

/** What the formats of a family are for, as its heading says. */
const familyTitles: Readonly<Record<Family, () => string>> = {
  pairs: () => l10n.t('pairs (DPO and similar)'),
  reward: () => l10n.t('pairs for reward models'),
  labels: () => l10n.t('single responses, good or bad (KTO)'),
  lists: () => l10n.t('lists'),
  steps: () => l10n.t('steps'),
  rubrics: () => l10n.t('rubrics'),
  attributes: () => l10n.t('attributes'),
  judges: () => l10n.t('judges and critiques'),
  texts: () => l10n.t('texts to imitate (SFT), and edits'),
  spans: () => l10n.t('spans'),
  votes: () => l10n.t('votes'),
  tables: () => l10n.t('tables of judgments'),
};

/** `tiebreak formats`. @param project whose own formats are listed first */
export async function runFormats(project: string | undefined, options: { json?: true }): Promise<void> {
  const own = project === undefined ? [] : await ownFormats(project);
  if (options.json) {
    printJson({
      export: [...own, ...exportFormats].map(({ name, title, family, files, takes, trainers, declared }) => ({
        name,
        title,
        family,
        files,
        takes,
        trainers: trainers.map((trainer) => trainer.name),
        ...(declared && { declared }),
      })),
      import: layouts.map(({ name, title }) => ({ name, title })),
      rubrics: packFormats.map(({ name, title, origin }) => ({ name, title, origin })),
    });
    return;
  }
  const width = Math.max(...[...own, ...exportFormats, ...layouts, ...packFormats].map(({ name }) => name.length));
  if (own.length > 0) console.log(l10n.t('Formats of this study'));
  for (const { name, title } of own) console.log(`    ${name.padEnd(width)} ${title}`);
  console.log(l10n.t('Export formats (--format) and the trainers that read them'));
  for (const family of families) {
    console.log(`\n  ${familyTitles[family]()}`);
    for (const { name, title, trainers } of exportFormats.filter((each) => each.family === family)) {
      console.log(`    ${name.padEnd(width)} ${title}`);
      for (const trainer of trainers) console.log(`    ${''.padEnd(width)}   ${trainer.name}`);
    }
  }
  console.log(`\n${l10n.t('Dataset layouts (--layout; detected by default)')}`);
  for (const { name, title } of layouts) console.log(`  ${name.padEnd(width)} ${title}`);
  console.log(`\n${l10n.t('Rubric formats (tiebreak rubrics --form; detected on import)')}`);
  for (const { name, title } of packFormats) console.log(`  ${name.padEnd(width)} ${title}`);
}

/** The formats that a project declares; what is wrong with others is told. */
async function ownFormats(project: string): Promise<readonly ExportFormat[]> {
  const { study, outside } = await openStudy(project, { isTolerant: true });
  try {
    printProblems([
      ...outside,
      ...ownFormatProblems(study.project).map((found) => fileProblem('error', { file: study.file }, found)),
    ]);
    return ownFormatsIn(study.project);
  } finally {
    await study.close();
  }
}
