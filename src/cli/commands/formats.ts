import * as l10n from '@vscode/l10n';
import { layouts } from '../../core/dataset/layouts';
import { exportFormats } from '../../core/export';
import { families, type Family } from '../../core/export/format';
import { packFormats } from '../../core/rubric/packs';
import { printJson } from '../output/print';

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

export function runFormats(options: { json?: true }): void {
  if (options.json) {
    printJson({
      export: exportFormats.map(({ name, title, family, files, takes, trainers }) => ({
        name,
        title,
        family,
        files,
        takes,
        trainers: trainers.map((trainer) => trainer.name),
      })),
      import: layouts.map(({ name, title }) => ({ name, title })),
      rubrics: packFormats.map(({ name, title, origin }) => ({ name, title, origin })),
    });
    return;
  }
  const width = Math.max(...[...exportFormats, ...layouts, ...packFormats].map(({ name }) => name.length));
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
