import { Command, InvalidArgumentError, Option } from 'commander';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { layoutNamed, layoutsToChoose } from '../core/dataset/layouts';
import { isMeaning, ofOne, ordinals } from '../core/dataset/layouts/labels/labelCodes';
import { modeNames } from '../core/model/annotation/mode';
import { packFormNamed, packForms } from '../core/rubric/packs';
import { negativeMeanings, type PackForm } from '../core/rubric/packs/form';
import { text } from './arguments';
import { exportFormat, runExport } from './commands/export';
import { runFormats } from './commands/formats';
import { runImport } from './commands/import';
import { runInit } from './commands/init';
import { runInspect } from './commands/inspect';
import { runItems } from './commands/items';
import { runKeepBoth } from './commands/keepBoth';
import { addRecipeFlags } from './recipe';
import { csvFile, judgesOf, runReport, sections, slicePaths } from './commands/report';
import { runRubrics } from './commands/rubrics';
import { runRules } from './commands/rules';
import { runValidate } from './commands/validate';

/** The `tiebreak` command with its sub-commands; throws `CommanderError` for wrong usage. */
export function program(): Command {
  const tiebreak = new Command('tiebreak')
    .description(
      'Preference data from the command line: inspect datasets, print their items, make projects, import labels, export training files, report on rubrics.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const layout = new Option('--layout <name>', 'read the dataset as this layout').argParser(layoutName);
  const map = new Option('--map <field=path>', 'where a field stands, as in prompt=data.question')
    .argParser(mapping)
    .default({});
  const values = new Option(
    '--values <code=meaning,…>',
    'what the values of the label mean, as in 1=first,2=second,0=tie (of one response: good, bad)',
  ).argParser(meanings);
  const gather = new Option(
    '--gather',
    'make one item of rows with the same prompt, where that is not found by looking',
  );
  const apart = new Option('--no-gather', 'leave each row an item by itself');
  const json = new Option('--json', 'print JSON for machines');

  tiebreak
    .command('inspect')
    .description('tell the layout, item count, field mapping and problems of a dataset')
    .argument(
      '<dataset...>',
      'files, folders or patterns: JSONL, JSON, CSV, TSV, Excel, Parquet, Arrow; texts plain, gzip, zstd or zip',
      files,
    )
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(json)
    .action(runInspect);

  tiebreak
    .command('items')
    .description(
      'print the items of a dataset as they are read, with their labels: the first few for people, with --json all of them, one a line',
    )
    .argument('<dataset...>', 'files, folders or patterns, as of "tiebreak inspect"', files)
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(new Option('--limit <n>', 'no more items than these').argParser(countOf))
    .option(
      '--json',
      'one JSON object a line, {"item", "labels"}, as in "tiebreak items data.jsonl --json | jq .item.prompt"',
    )
    .action(runItems);

  tiebreak
    .command('init')
    .description('make a project')
    .argument('<project>', 'the project file, NAME.tiebreak', text)
    .requiredOption('--dataset <file...>', 'what to annotate: files, folders or patterns', files)
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(new Option('--mode <mode>', 'how annotators judge').choices(modeNames).default('rank'))
    .option('--guidelines <file>', 'a Markdown file that says how to judge', text)
    .action(runInit);

  tiebreak
    .command('import')
    .description('turn the labels that the dataset (or FILE) has into annotations')
    .argument('<project>', 'the project file', text)
    .argument('[file]', 'labels on the same items from another file', text)
    .requiredOption('--annotator <name>', 'in whose name they are kept', text)
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(json)
    .action(runImport);

  addRecipeFlags(
    tiebreak
      .command('export')
      .description('write a training file and its manifest, or check one that was written')
      .argument('<project>', 'the project file', text)
      .option(
        '--recipe <name>',
        'an export that the project keeps under this name, instead of the options below; written to its own folder where --out is left out',
        text,
      )
      .option('--out <path>', 'a folder (gets train.jsonl), or a file', text)
      .option('--overwrite', 'replace files of an earlier export that were edited since, too')
      .option(
        '--check <path>',
        'write nothing, and tell whether this export is still what the project would give',
        text,
      ),
  )
    .addOption(json)
    .action(runExport);

  tiebreak
    .command('rubrics')
    .description('list the rubrics of a project, add those of a pack, or write one as a pack')
    .argument('<project>', 'the project file', text)
    .option(
      '--import <file>',
      'add the rubrics of a file (its form is found by looking), or of a pack that comes with Tiebreak: helpful-honest-harmless, summarization, code-review, mathematics, rag-answers, empathic-dialogue, safety',
      text,
    )
    .addOption(
      new Option(
        '--scope <scope>',
        'which items the rubric is for: study, item:ID, or a value that they have, as in domain=law (given again for another)',
      ).argParser(texts),
    )
    .addOption(
      new Option(
        '--negative <meaning>',
        'what a negative weight means in a file of Rubrics as Rewards: its text describes the fault, or the avoidance of it',
      ).choices(negativeMeanings),
    )
    .option('--export <id>', 'write this rubric', text)
    .option('--form <name>', 'see "tiebreak formats"', packForm)
    .option('--out <file>', 'a file that is not there yet', text)
    .addOption(json)
    .action(runRubrics);

  tiebreak
    .command('rules')
    .description('list the scoped rules of a project, add those of a file, or write them')
    .argument('<project>', 'the project file', text)
    .option(
      '--import <file>',
      'add the rules of a file (JSON, JSONL or YAML): objects with "feedback" and "scope"; one that is there, by its id or feedback, gets a new version',
      text,
    )
    .option('--export <file>', 'write the rules in force to a file that is not there yet', text)
    .option('--retire <id>', 'ask about this rule no more', text)
    .addOption(json)
    .action(runRules);

  tiebreak
    .command('keep-both')
    .description(
      'write what both sides of a git merge come to, where it left a conflict in a project, its rubrics or its rules',
    )
    .argument('<project>', 'the project file', text)
    .addOption(json)
    .action(runKeepBoth);

  tiebreak
    .command('report')
    .description('tell what the rubrics cover and explain: --section coverage')
    .argument('<project>', 'the project file', text)
    .addOption(new Option('--section <name>', 'what to report on').choices(sections))
    .option(
      '--by <paths>',
      'slices: annotator, round, source, model, response, language, paths in the metadata; separated by commas',
      slicePaths,
    )
    .option(
      '--origins <kinds>',
      "whose judgements count: human, imported, model, separated by commas; people's where nothing is said",
      judgesOf,
    )
    .option('--csv <file>', 'write criteria by slices to a file', csvFile)
    .option(
      '--cache <folder>',
      'keep there what the dataset says of its items, which the next report need not read again',
      text,
    )
    .addOption(json)
    .action(runReport);

  tiebreak
    .command('formats')
    .description('list every format with the trainers that read it, and the forms of rubrics')
    .addOption(json)
    .action(runFormats);

  tiebreak
    .command('validate')
    .description('check a project, a journal, or an exported file or folder')
    .argument('<file>', 'what to check', text)
    .option('--format <name>', 'the export format to check against', exportFormat)
    .addOption(json)
    .action(runValidate);

  return tiebreak;
}

/** The files of a dataset so far, and one more. */
function files(value: string, before: readonly string[] = []): readonly string[] {
  if (before.some((path) => resolve(path) === resolve(text(value))))
    throw new InvalidArgumentError('it is named twice, and each of its items would count twice');
  return [...before, text(value)];
}

function countOf(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value.trim())) throw new InvalidArgumentError('a whole number, 1 or more');
  return Number(value);
}

function texts(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, text(value)];
}

function packForm(name: string): PackForm {
  const form = packFormNamed(name);
  if (!form) throw new InvalidArgumentError(`the forms are ${packForms.map((each) => each.name).join(', ')}`);
  return form;
}

function layoutName(value: string): string {
  if (!layoutNamed(value)) throw new InvalidArgumentError(layoutsToChoose(value));
  return value;
}

function meanings(value: string): string {
  if (!value.split(',').every((each) => /^\s*[^=]+=\s*\S/.test(each)))
    throw new InvalidArgumentError('write it as code=meaning,…, as in 1=first,2=second,0=tie');
  const codes = value.split(',').map((each) => each.split('=')[0]?.trim().toLowerCase());
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) throw new InvalidArgumentError(`"${twice}" has two meanings: leave one of them out`);
  const unknown = value
    .split(',')
    .map((each) => each.split('=')[1]?.trim() ?? '')
    .find((meaning) => !isMeaning(meaning));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `"${unknown}" is no meaning; there are ${[...ordinals.slice(0, 3), '…', 'tie'].join(', ')} for responses that are compared, and ${ofOne.join(' and ')} for one alone`,
    );
  return value;
}

function mapping(value: string, before: Record<string, string>): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1 || (at === value.length - 1 && value !== 'prompt='))
    throw new InvalidArgumentError(
      'write it as field=path, as in prompt=data.question; where there is no prompt, as prompt=',
    );
  const name = value.slice(0, at);
  if (Object.hasOwn(before, name))
    throw new InvalidArgumentError(`"${name}" is mapped to "${before[name] ?? ''}" already`);
  return { ...before, [name]: value.slice(at + 1) };
}
