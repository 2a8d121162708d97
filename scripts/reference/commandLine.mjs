// docs/reference/command-line.md: every command with its arguments and options, from the program itself, and what it
// prints with --json, from a run.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandNotes } from './commandNotes.mjs';
import { openedStudy } from './exampleStudy.mjs';
import { block, code, codes, generated, json, list, page, plain, sentence, table } from './markdown.mjs';

const rubricFile = `id: helpfulness
title: Helpfulness
criteria:
  - id: answers
    text: Answers the question.
    weight: 2
`;
const ruleFile = '[{ "id": "plain-words", "feedback": "Use plain words.", "scope": "when somebody asks to explain" }]';

/**
 * How the JSON of each command is shown: arguments, in the order in which the commands run; `show` takes what is
 * printed. What the next commands need is made by those before.
 */
const runs = [
  ['inspect', ['data.jsonl', '--json']],
  ['items', ['data.jsonl', '--limit', '1', '--json']],
  ['import', ['study.tiebreak', 'labels.jsonl', '--annotator', 'crowd', '--json']],
  ['export', ['study.tiebreak', '--format', 'trl-dpo', '--out', 'exports/dpo', '--json']],
  ['export', ['study.tiebreak', '--check', 'exports/dpo', '--json']],
  ['rubrics', ['study.tiebreak', '--json']],
  ['rubrics', ['study.tiebreak', '--import', 'helpfulness.yaml', '--json']],
  [
    'rubrics',
    ['study.tiebreak', '--export', 'helpfulness', '--form', 'healthbench', '--out', 'helpfulness.jsonl', '--json'],
  ],
  ['rules', ['study.tiebreak', '--json']],
  ['rules', ['study.tiebreak', '--import', 'rules.json', '--json']],
  ['rules', ['study.tiebreak', '--export', 'rules.jsonl', '--json']],
  ['rules', ['study.tiebreak', '--retire', 'plain-words', '--json']],
  ['keep-both', ['study.tiebreak', '--json']],
  ['report', ['study.tiebreak', '--section', 'coverage', '--json']],
  ['judge', ['study.tiebreak', '--judge', 'judge.yaml', '--limit', '1', '--json']],
  ['judge', ['study.tiebreak', '--judge', 'judge.yaml', '--send', '--json']],
  ['certify', ['study.tiebreak', '--judge', 'judge.yaml', '--json']],
  ['formats', ['--json']],
  ['validate', ['exports/dpo', '--json']],
];

const judgeFile = 'name: longer\nasks: pairs\nsamples: 1\ncommand: [node, longer.mjs]\n';
const judgeProgram = `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, responses: [a, b] } = JSON.parse(line);
  console.log(JSON.stringify({ id, answer: { winner: a.length > b.length ? 'A' : 'B', confidence: 0.75 } }));
});`;

export async function commandLinePage({ source, run, folder }) {
  const commands = source.program().commands;
  const { study } = await openedStudy({ source, folder, name: 'command-line' });
  await study.close();
  const home = path.dirname(study.file);
  await mkdir(path.join(home, 'exports'));
  await writeFile(path.join(home, 'helpfulness.yaml'), rubricFile);
  await writeFile(path.join(home, 'rules.json'), ruleFile);
  await writeFile(path.join(home, 'judge.yaml'), judgeFile);
  await writeFile(path.join(home, 'longer.mjs'), judgeProgram);
  await writeFile(
    path.join(home, 'labels.jsonl'),
    `${JSON.stringify({ prompt: 'What is 2 + 3 × 4?', chosen: '3 × 4 = 12\n2 + 12 = 14', rejected: '2 + 3 = 5\n5 × 4 = 20' })}\n`,
  );
  const printed = await run(
    runs.map(([name, args]) => [name, ...args]),
    home,
  );
  const outputs = new Map();
  for (const [at, [name, args]] of runs.entries()) {
    const typed = ['tiebreak', name, ...args].join(' ');
    outputs.set(name, [...(outputs.get(name) ?? []), [typed, shortened(JSON.parse(printed[at]), home)]]);
  }
  const unknown = Object.keys(commandNotes).find((name) => !commands.some((command) => command.name() === name));
  if (unknown !== undefined) throw new Error(`scripts/reference/commandNotes.mjs: there is no command "${unknown}"`);
  for (const command of commands)
    if (command.options.some(({ long }) => long === '--json') !== outputs.has(command.name()))
      throw new Error(`scripts/reference/commandLine.mjs: no run of "tiebreak ${command.name()}" with --json`);

  return page(
    generated,
    '# Command line',
    'The command line does everything without VS Code, in scripts and in CI. This page lists every command with its arguments, options and output.',
    'The program is `dist/cli.js`; the package names it `tiebreak`. In a copy of the source code: `npm run build`, then `node dist/cli.js`.',
    block('sh', first),
    '## Commands',
    table(
      ['command', 'does'],
      commands.map((command) => [
        `[${command.name()}](#tiebreak-${command.name()})`,
        plain(sentence(command.description())),
      ]),
    ),
    '## For all commands',
    list([
      '`--help` (`-h`) prints the arguments and options of a command, `tiebreak --version` (`-V`) prints the version.',
      '`--json` prints JSON for other programs. Commands without it print text only. The examples on this page come from a small study in `/home/ana/study`; of longer lists they show the first entry.',
      'Errors and warnings are on stderr: `FILE:LINE: what is wrong and what to do`. In Parquet and Arrow files it is `FILE:row N`.',
      'A dataset is one or more files, a folder, or a pattern such as `data/train-*.parquet`. Put patterns in quotation marks if your shell should not expand them.',
      'An option with `...` takes several values. `--map`, `--where` and `--scope` can be given several times.',
    ]),
    '### Exit codes',
    table(
      ['code', 'meaning'],
      [
        ['0', 'Done. There may be warnings.'],
        ['1', 'A problem in the data or with a file, or a check that failed.'],
        ['2', 'Wrong usage: an unknown option, or options that do not fit together.'],
        ['129', 'Stopped because the terminal was closed (SIGHUP).'],
        ['130', 'Stopped with Ctrl+C (SIGINT).'],
        ['143', 'Stopped by SIGTERM.'],
      ],
    ),
    'An export that is stopped or refused leaves no files behind.',
    ...commands.flatMap((command) => commandParts(command, outputs.get(command.name()) ?? [])),
  );
}

const first = `tiebreak inspect data.jsonl
tiebreak init study.tiebreak --dataset data.jsonl
tiebreak export study.tiebreak --format trl-dpo --out exports/dpo
tiebreak validate exports/dpo`;

function commandParts(command, outputs) {
  return [
    `## tiebreak ${command.name()}`,
    ...usageParts(command, command.commands.length > 0 ? ['<command>'] : []),
    ...(commandNotes[command.name()] ?? []),
    examplesOf(command),
    ...command.commands.flatMap((each) => [
      `### tiebreak ${command.name()} ${each.name()}`,
      ...usageParts(each),
      examplesOf(each),
    ]),
    ...outputs.flatMap(([typed, value]) => [
      `${code(typed)} prints${command.name() === 'items' ? ', for each item on one line' : ''}:`,
      json(value),
    ]),
  ];
}

/** What a command does and how it is called, with its arguments and options. */
function usageParts(command, inner = []) {
  const groups = new Map();
  for (const option of command.options) {
    const group = option.helpGroupHeading ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  const args = command.registeredArguments;
  return [
    plain(sentence(command.description())),
    block('text', usageOf(command, inner)),
    args.length > 0 &&
      page(
        '**Arguments**',
        list(
          args.map(
            (each) =>
              `${code(argumentOf(each))}: ${plain(sentence(each.description))}${each.required ? '' : ' Optional.'}`,
          ),
        ),
      ).trimEnd(),
    ...[...groups].flatMap(([heading, options]) => [
      `**${plain(heading === '' ? 'Options' : heading.replace(/:$/, ''))}**`,
      list(options.map(optionLine)),
    ]),
  ];
}

/** The commands in the text behind a command's help: lines that begin with "$". */
function examplesOf(command) {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  const lines = [...text.matchAll(/^ *\$ (.*)$/gm)].map(([, line]) => line);
  return lines.length > 0 && page('Examples:', block('sh', lines.join('\n'))).trimEnd();
}

const argumentOf = (argument) => {
  const inner = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${inner}>` : `[${inner}]`;
};

/** @param inner what stands for the names of its own commands */
const usageOf = (command, inner) =>
  [
    'tiebreak',
    ...namesOf(command),
    ...inner,
    ...command.registeredArguments.map(argumentOf),
    ...command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
    '[options]',
  ].join(' ');

/** The names of a command and of those that it belongs to, but the program's. */
const namesOf = (command) => (command.parent ? [...namesOf(command.parent), command.name()] : []);

function optionLine({ flags, description, argChoices, defaultValue, mandatory, negate }) {
  const value = typeof defaultValue === 'object' || negate ? undefined : defaultValue;
  return [
    `${code(flags)}: ${plain(sentence(description))}`,
    ...(mandatory ? ['Required.'] : []),
    ...(argChoices ? [`One of ${codes(argChoices)}.`] : []),
    ...(value === undefined ? [] : [`Default: ${code(String(value))}.`]),
  ].join(' ');
}

/** Output as a page shows it: paths as if the study lay in /home/ana/study, and of longer lists the first entry. */
function shortened(value, home) {
  if (typeof value === 'string')
    return value.includes(home) ? value.replaceAll(home, '/home/ana/study').replaceAll(path.sep, '/') : value;
  if (Array.isArray(value))
    return (value.length > 1 && typeof value[0] === 'object' ? value.slice(0, 1) : value).map((each) =>
      shortened(each, home),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Object.hasOwn(ofNow, name) ? ofNow[name] : shortened(each, home),
    ]),
  );
}

/** What is another each time that the page is written, as it could be. */
const ofNow = { made: '2026-03-02T10:00:00.000Z', signature: '8e5b4d4a3f6c…' };
