import * as l10n from '@vscode/l10n';
import { Command, InvalidArgumentError, Option } from 'commander';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { layoutNamed, layouts } from '../core/dataset/layouts';
import { isMeaning, singleMeanings, skipMeaning, ordinals } from '../core/dataset/layouts/labels/labelCodes';
import { problem, wordsOf } from '../core/model/problems/problem';
import { modeChoices } from '../core/model/annotation/mode';
import { taskOptions } from '../core/model/study/options/taskOptions';
import { packFormatNamed, packFormats } from '../core/rubric/packs';
import { negativeMeanings, type PackFormat } from '../core/rubric/packs/packFormat';
import { countOf, nonEmptyText, withoutStop } from './arguments';
import { translateCommander } from './commanderTexts';
import { examples } from './examples';
import { runExport } from './commands/export';
import { runFormats } from './commands/formats';
import { runImport } from './commands/import';
import { runInit } from './commands/init';
import { runInspect } from './commands/inspect';
import { runItems } from './commands/items';
import { runKeepBoth } from './commands/keepBoth';
import { addRecipeFlags } from './recipeFlags';
import {
  annotatorNames,
  csvFile,
  figureLimits,
  htmlFile,
  judgesOf,
  runReport,
  sections,
  sectionsOf,
  slicePaths,
} from './commands/report';
import { runRubrics } from './commands/rubrics';
import { runRules } from './commands/rules';
import { runValidate } from './commands/validate';
import { addJudgeCommands } from './judgeProgram';
import { addTeamCommands } from './teamProgram';

/** The `tiebreak` command with its sub-commands; throws `CommanderError` for wrong usage. */
export function program(): Command {
  const tiebreak = new Command('tiebreak')
    .description(
      l10n.t(
        'Make preference data: inspect datasets, create projects, import labels, export training files, report on rubrics',
      ),
    )
    .version(version, '-V, --version', l10n.t('Show the version'))
    .helpOption('-h, --help', l10n.t('Show help'))
    .helpCommand('help [command]', l10n.t('Show help for a command'))
    .exitOverride();
  translateCommander(tiebreak);
  const layout = new Option(
    '--layout <name>',
    l10n.t('Layout of the dataset (see "tiebreak formats"); detected by default'),
  ).argParser(layoutName);
  const map = new Option(
    '--map <field=path>',
    l10n.t('Where to find a field, for example prompt=data.question; repeat for more fields'),
  )
    .argParser(mapping)
    .default({}, l10n.t('the field names of the layout'));
  const values = new Option(
    '--values <code=meaning,…>',
    l10n.t(
      'What the label values mean, for example 1=first,2=second,0=tie (for single responses: good, bad); garbage=skip leaves labels out, *=skip all other values',
    ),
  ).argParser(meanings);
  const gather = new Option(
    '--gather',
    l10n.t('Combine rows with the same prompt into one item; by default only in clear cases'),
  );
  const apart = new Option('--no-gather', l10n.t('Keep each row as a separate item'));
  const json = new Option('--json', l10n.t('Print JSON'));

  tiebreak
    .command('inspect')
    .description(l10n.t('Show the layout, number of items, fields and problems of a dataset'))
    .argument(
      '<dataset...>',
      l10n.t(
        'Files, folders or glob patterns: JSONL, JSON, CSV, TSV, Excel, Parquet, Arrow; text files also as gzip, zstd or zip',
      ),
      files,
    )
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak inspect pairs.jsonl',
        'tiebreak inspect "data/*.parquet" --json',
        'tiebreak inspect answers.csv --map prompt=question --map responses=answer_a,answer_b',
      ),
    )
    .action(runInspect);

  tiebreak
    .command('items')
    .summary(l10n.t('Print the items of a dataset with their labels'))
    .description(l10n.t('Print the first items of a dataset with their labels, or all items with --json'))
    .argument('<dataset...>', l10n.t('Files, folders or glob patterns (see "tiebreak inspect --help")'), files)
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(new Option('--limit <n>', l10n.t('Print at most this many items')).argParser(countOf))
    .option('--json', l10n.t('Print one JSON object per line: {"item", "labels"}'))
    .addHelpText(
      'after',
      examples(
        'tiebreak items pairs.jsonl --limit 10',
        'tiebreak items pairs.jsonl --json | jq .item.prompt',
        'tiebreak items labels.csv --values 1=first,2=second,0=tie',
      ),
    )
    .action(runItems);

  tiebreak
    .command('init')
    .description(l10n.t('Create a project'))
    .argument('<project>', l10n.t('Project file to create: NAME.tiebreak'), nonEmptyText)
    .requiredOption('--dataset <file...>', l10n.t('Files, folders or glob patterns to annotate'), files)
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(gather)
    .addOption(apart)
    .addOption(new Option(taskOptions.mode.flag, taskOptions.mode.label()).choices(modeChoices).default('auto'))
    .addOption(
      new Option(taskOptions.runPairs.flag, taskOptions.runPairs.label()).choices(taskOptions.runPairs.schema.options),
    )
    .option(taskOptions.guidelines.flag, withoutStop(taskOptions.guidelines.help()), nonEmptyText)
    .addHelpText(
      'after',
      examples(
        'tiebreak init study.tiebreak --dataset pairs.jsonl',
        'tiebreak init study.tiebreak --dataset "data/*.parquet" --mode pair --guidelines guidelines.md',
        'tiebreak init study.tiebreak --dataset answers.jsonl --map prompt=question --gather',
      ),
    )
    .action(runInit);

  tiebreak
    .command('import')
    .description(l10n.t('Import the labels of the dataset or of another file as annotations'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .argument('[file]', l10n.t('File with labels of the same items; the dataset by default'), nonEmptyText)
    .option(
      '--annotator <name>',
      l10n.t('Annotator to save the annotations under; the name of the model by default'),
      nonEmptyText,
    )
    .option(
      '--model <name>',
      l10n.t('Model that gave the labels that name nobody, so that they are no judgments of a person'),
      nonEmptyText,
    )
    .option(
      '--outcomes',
      l10n.t('Import the outcomes of runs (tests, rewards) as labels by the programs that say them, not by a person'),
    )
    .option(
      '--as-controls',
      l10n.t(
        'Make items whose labels name the first error of a run control items with this known answer, and import nothing',
      ),
    )
    .addOption(layout)
    .addOption(map)
    .addOption(values)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak import study.tiebreak --annotator source',
        'tiebreak import study.tiebreak verdicts.json --model PandaLM-7B',
        'tiebreak import study.tiebreak labels.csv --annotator ana --values 1=first,2=second,0=tie',
      ),
    )
    .action(runImport);

  addRecipeFlags(
    tiebreak
      .command('export')
      .description(l10n.t('Write training files and their manifest, or check an earlier export'))
      .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
      .option(
        '--recipe <name>',
        l10n.t(
          "Use this recipe of the project instead of the options below; writes to the recipe's own folder by default",
        ),
        nonEmptyText,
      )
      .option('--out <path>', l10n.t('Folder for the training files (train.jsonl, …), or a single file'), nonEmptyText)
      .option('--overwrite', l10n.t('Also replace files of an earlier export that were edited since'))
      .option(
        '--check <path>',
        l10n.t('Write nothing; check whether this export is still what the project would export'),
        nonEmptyText,
      ),
  )
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak export study.tiebreak --format trl-dpo --out exports/dpo',
        'tiebreak export study.tiebreak --format trl-dpo --out exports/dpo --split train=0.9,test=0.1',
        'tiebreak export study.tiebreak --check exports/dpo',
      ),
    )
    .action(runExport);

  tiebreak
    .command('rubrics')
    .description(l10n.t('List, import or export the rubrics of a project'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option(
      '--import <file>',
      l10n.t(
        'Import the rubrics of a file (its format is detected) or a rubric template: helpful-honest-harmless, summarization, code-review, mathematics, rag-answers, empathic-dialogue, safety',
      ),
      nonEmptyText,
    )
    .addOption(
      new Option(
        '--scope <scope>',
        l10n.t(
          'Items the imported rubrics are for: study (all items), item:ID, or items with a value, for example domain=law (repeatable)',
        ),
      ).argParser(texts),
    )
    .addOption(
      new Option(
        '--negative <meaning>',
        l10n.t(
          'What a negative weight means in a Rubrics as Rewards file: the criterion describes the fault (fault) or avoiding it (avoidance)',
        ),
      ).choices(negativeMeanings),
    )
    .option('--export <id>', l10n.t('Write this rubric to a file; needs --form and --out'), nonEmptyText)
    .option('--form <name>', l10n.t('Format of the rubric file (see "tiebreak formats")'), packForm)
    .option('--out <file>', l10n.t('File to create; existing files are not overwritten'), nonEmptyText)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak rubrics study.tiebreak',
        'tiebreak rubrics study.tiebreak --import code-review --scope domain=code',
        'tiebreak rubrics study.tiebreak --export code-review --form yaml --out code-review.yaml',
      ),
    )
    .action(runRubrics);

  tiebreak
    .command('rules')
    .description(l10n.t('List, import, export or retire the rules of a project'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option(
      '--import <file>',
      l10n.t(
        'Import the rules of a JSON, JSONL or YAML file of objects with "feedback" and "scope"; existing rules (same id or feedback) get a new version',
      ),
      nonEmptyText,
    )
    .option('--export <file>', l10n.t('Write the active rules to a new file'), nonEmptyText)
    .option('--retire <id>', l10n.t('Stop asking annotators about this rule'), nonEmptyText)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak rules study.tiebreak',
        'tiebreak rules study.tiebreak --import rules.yaml',
        'tiebreak rules study.tiebreak --retire be-kind',
      ),
    )
    .action(runRules);

  tiebreak
    .command('keep-both')
    .summary(l10n.t('Resolve merge conflicts in a project by keeping both sides'))
    .description(
      l10n.t(
        'Resolve the merge conflicts that git left in a project, its rubrics or its rules: keep the changes of both sides',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .addOption(json)
    .addHelpText('after', examples('tiebreak keep-both study.tiebreak', 'git add study.tiebreak study.tiebreak.d'))
    .action(runKeepBoth);

  tiebreak
    .command('report')
    .summary(l10n.t('Report on the quality of the data: can it be trusted?'))
    .description(
      l10n.t(
        'Report on the quality of the data of a project: agreement, annotators, label noise, biases, models, machine labels, kinds of judgments, work, and what the rubrics cover. By default it prints what to look at first',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option(
      '--section <names>',
      l10n.t('Sections to print in full, separated by commas: {0}', sections.join(', ')),
      sectionsOf,
    )
    .option(
      '--by <paths>',
      l10n.t(
        'Slices to report on, separated by commas: annotator, round, source, model, response, language, metadata paths',
      ),
      slicePaths,
    )
    .option(
      '--origins <kinds>',
      l10n.t(
        'Judgments to count, separated by commas: human, imported, model; by default human and imported, and model only if no person judged',
      ),
      judgesOf,
    )
    .option('--annotators <names>', l10n.t('Only count these annotators, separated by commas'), annotatorNames)
    .option('--without <names>', l10n.t('Do not count these annotators, separated by commas'), annotatorNames)
    .option(
      '--reference <model>',
      l10n.t('Model that others are held against. Default: responses with the text of a reference answer'),
    )
    .option('--out <file>', l10n.t('Also write the report to this HTML file, which needs no network'), htmlFile)
    .option('--csv <file>', l10n.t('Write the matrix of criteria and slices to this CSV file'), csvFile)
    .option(
      '--fail-if <limit>',
      l10n.t(
        'Exit with 1 where a figure is beyond a limit, for example "agreement.preferences<0.6" or "findings.high>0"; may be given several times',
      ),
      figureLimits,
    )
    .option(
      '--cache <folder>',
      l10n.t('Folder to cache what was read of the dataset, so that the next report is faster'),
      nonEmptyText,
    )
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak report study.tiebreak --section annotators,noise --without ben --out report.html',
        'tiebreak report study.tiebreak --section coverage --by annotator,model --csv coverage.csv',
        'tiebreak report study.tiebreak --fail-if "agreement.preferences<0.6" --fail-if "judged<1"',
      ),
    )
    .action(runReport);

  tiebreak
    .command('formats')
    .argument('[project]', l10n.t('Project file (*.tiebreak): its own formats are listed too'))
    .description(l10n.t('List the export formats with their trainers, the dataset layouts and the rubric formats'))
    .addOption(json)
    .addHelpText('after', examples('tiebreak formats', "tiebreak formats --json | jq -r '.export[].name'"))
    .action(runFormats);

  tiebreak
    .command('validate')
    .summary(l10n.t('Check a project, a journal or exported files'))
    .description(
      l10n.t(
        'Check a project, a journal, a file of rubrics or rules, or an exported file or folder; exit with 1 if there are errors',
      ),
    )
    .argument('<file>', l10n.t('File or folder to check'), nonEmptyText)
    .option('--format <name>', l10n.t('Export format to check against; detected by default'))
    .addOption(
      new Option(
        '--tokens <row>',
        l10n.t('Instead show which texts of this row, counted from 1, each trainer learns'),
      ).argParser(countOf),
    )
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak validate study.tiebreak',
        'tiebreak validate exports/dpo --tokens 1',
        'tiebreak validate train.jsonl --format trl-dpo',
      ),
    )
    .action(runValidate);

  addJudgeCommands(tiebreak, json);
  addTeamCommands(tiebreak, json);

  return tiebreak;
}

/** The files of a dataset so far, and one more. */
function files(value: string, before: readonly string[] = []): readonly string[] {
  if (before.some((path) => resolve(path) === resolve(nonEmptyText(value))))
    throw new InvalidArgumentError(l10n.t('It is given twice. Leave one of them out'));
  return [...before, nonEmptyText(value)];
}

function texts(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, nonEmptyText(value)];
}

function packForm(name: string): PackFormat {
  const form = packFormatNamed(name);
  if (!form)
    throw new InvalidArgumentError(
      l10n.t('The rubric formats are {0}', packFormats.map((each) => each.name).join(', ')),
    );
  return form;
}

const layoutProblem = (layout: string): string =>
  wordsOf(problem('recognition.noSuchLayout', { layout, layouts: layouts.map(({ name }) => name) })).replace(/\.$/, '');

function layoutName(value: string): string {
  if (!layoutNamed(value)) throw new InvalidArgumentError(layoutProblem(value));
  return value;
}

function meanings(value: string): string {
  if (!value.split(',').every((each) => /^\s*[^=]+=\s*\S/.test(each)))
    throw new InvalidArgumentError(l10n.t('Write it as code=meaning,…, for example 1=first,2=second,0=tie'));
  const codes = value.split(',').map((each) => each.split('=')[0]?.trim().toLowerCase());
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined)
    throw new InvalidArgumentError(l10n.t('"{0}" has two meanings. Leave one of them out', twice));
  const unknown = value
    .split(',')
    .map((each) => each.split('=')[1]?.trim() ?? '')
    .find((meaning) => !isMeaning(meaning));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      l10n.t(
        '"{0}" is not a meaning. Use {1} for comparisons, {2} for single responses, or {3} to leave labels out',
        unknown,
        [...ordinals.slice(0, 3), '…', 'tie'].join(', '),
        singleMeanings.join(', '),
        skipMeaning,
      ),
    );
  const others = value.split(',').find((each) => /^\s*\*\s*=/.test(each) && each.split('=')[1]?.trim() !== skipMeaning);
  if (others !== undefined)
    throw new InvalidArgumentError(l10n.t('All other values can only be left out: *={0}', skipMeaning));
  return value;
}

function mapping(value: string, before: Record<string, string>): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1 || (at === value.length - 1 && value !== 'prompt='))
    throw new InvalidArgumentError(
      l10n.t('Write it as field=path, for example prompt=data.question. If there is no prompt, write prompt='),
    );
  const name = value.slice(0, at);
  if (Object.hasOwn(before, name))
    throw new InvalidArgumentError(l10n.t('"{0}" is already mapped to "{1}"', name, before[name] ?? ''));
  return { ...before, [name]: value.slice(at + 1) };
}
