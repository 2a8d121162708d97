import { layouts } from '../core/dataset/layouts';
import { exportFormats } from '../core/export';
import { packForms } from '../core/rubric/packs';
import { printJson } from './print';

export function runFormats(options: { json?: true }): void {
  if (options.json) {
    printJson({ export: exportFormats.map(({ name, title, trainers }) => ({ name, title, trainers: trainers.map((trainer) => trainer.name) })), import: layouts.map(({ name, title }) => ({ name, title })), rubrics: packForms.map(({ name, title, origin }) => ({ name, title, origin })) });
    return;
  }
  const width = Math.max(...[...exportFormats, ...layouts, ...packForms].map(({ name }) => name.length));
  console.log('export (--format)');
  for (const { name, title, trainers } of exportFormats) {
    console.log(`  ${name.padEnd(width)} ${title}`);
    for (const trainer of trainers) console.log(`  ${''.padEnd(width)}   ${trainer.name}`);
  }
  console.log('\ndatasets (--layout; found by looking where it is left out)');
  for (const { name, title } of layouts) console.log(`  ${name.padEnd(width)} ${title}`);
  console.log('\nrubrics (tiebreak rubrics --form; found by looking where they are read)');
  for (const { name, title } of packForms) console.log(`  ${name.padEnd(width)} ${title}`);
}
