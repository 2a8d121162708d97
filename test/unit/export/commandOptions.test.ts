import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exportFormats } from '../../../src/core/export';
import { filesIn } from '../../../src/core/export/commands/trainingCommand';
import { commandsFor, type TrainerCommand } from '../../../src/core/export/trainers';
import { fileKinds } from '../../../src/core/model/study/recipe';

/** The options of each program, as `test/trainers/options.py` reads them out of the trainers' sources. */
interface Program {
  readonly program: string;
  readonly repository: string;
  readonly version: string;
  readonly sources: readonly string[];
  readonly options: readonly string[];
}

const programs = JSON.parse(
  readFileSync(new URL('../../trainers/options.json', import.meta.url), 'utf8'),
) as readonly Program[];

/** What a command gives to a program: names of options, and `option=value` for each. */
interface Given {
  readonly program: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/** Programs whose names say little without their trainer. */
const ofTrainer: readonly (readonly [trainer: RegExp, started: string, program: string])[] = [
  [/^RRHF/, 'train.py', 'RRHF train.py'],
  [/^PRO/, 'main.py', 'PRO main.py'],
  [/^slime/, 'train.py', 'slime train.py'],
];

/** YAML and Python are for a trainer. */
const filesOf: readonly (readonly [trainer: RegExp, language: TrainerCommand['language'], program: string])[] = [
  [/^axolotl|^any trainer/, 'yaml', 'axolotl (YAML)'],
  [/^LLaMA-Factory v1/, 'yaml', 'LLaMA-Factory v1 (YAML)'],
  [/^LLaMA-Factory/, 'yaml', 'LLaMA-Factory (YAML)'],
  [/^torchtune/, 'yaml', 'torchtune (YAML)'],
  [/^NeMo-RL/, 'yaml', 'NeMo-RL (YAML)'],
  [/^ordinal-preference-optimization/, 'yaml', 'ordinal-preference-optimization (YAML)'],
  [/^TRL (?:TPO|SDPO)/, 'python', 'trl (Python)'],
  [/^Tinker/, 'python', 'tinker (Python)'],
  [/^Oumi/, 'yaml', 'Oumi (YAML)'],
  [/^OpenAI/, 'python', 'openai (Python)'],
  [/^(?:verifiers|prime-rl)/, 'python', 'verifiers (Python)'],
];

/**
 * What has no options of a trainer: rows that are loaded with HF datasets or pandas, for scripts of one's own. Their
 * trainers, and the reason where a command holds more than that.
 */
const withoutOptions: readonly RegExp[] = [
  /^pandas/,
  /^Unsloth/,
  /^HF datasets/,
  /^Context-aware preference models/,
  /^research code for Nectar/,
  /^Math-Shepherd/,
  /^UltraFeedback/,
  /^HelpSteer[23]/,
  /^RLBFF/,
  /^RLHFlow \(ArmoRM preparation\)/,
  /^NeMo-Aligner \(SteerLM/,
  /^NeMo-RL \(its HelpSteer3 reader/,
  /^Prometheus 2/,
  // Its options are in a comment: `train_dataset.path=… train_dataset.type=rl`.
  /^AReaL/,
  // Its sources are too large for a copy; its configuration is in its documentation.
  /^Trinity-RFT/,
];

/** The lines of a shell's text that start a program with options. */
function givenInShell(text: string, trainer: string): Given[] {
  return text
    .split('\n')
    .filter((line) => !/^(#|cp |mkdir |[A-Z]+=("[^"]*"|\S*)$)/.test(line) && line.trim() !== '')
    .map((line) => {
      const words = [...line.replace(/ {2}# .*$/, '').matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      );
      const isOption = (word: string): boolean => word.startsWith('-') || /^[a-z][\w.+]*=/.test(word);
      const started = words.filter((word) => !/^[A-Z_]+=/.test(word));
      const first = started.findIndex((word, at) => isOption(word) && word !== '-m' && at > 0);
      const names = started
        .slice(0, first < 0 ? undefined : first)
        .filter((word) => !['python', 'python3', '-m', 'accelerate', 'launch'].includes(word));
      const [head = '', ...rest] = names;
      const known = ofTrainer.find(([of, program]) => of.test(trainer) && program === head)?.[2];
      const program = known ?? (/^(trl|swift)$/.test(head) ? `${head} ${rest[0]}` : head);
      const given: { name: string; value: string }[] = [];
      for (let at = first < 0 ? started.length : first; at < started.length; at++) {
        const word = started[at] ?? '';
        const next = started[at + 1];
        if (word.startsWith('--')) {
          const [name = '', value] = word.slice(2).split(/=(.*)/s);
          given.push({ name, value: value ?? (next === undefined || next.startsWith('--') ? '' : next) });
        } else {
          const found = /^(\+*)([a-z][\w.]*)=(.*)$/s.exec(word);
          if (found) given.push({ name: found[2] ?? '', value: found[3] ?? '' });
        }
      }
      return { program, options: given };
    });
}

/** The keys of YAML, those in lists as if there were one entry. */
function keysOf(value: unknown, above = ''): { name: string; value: string }[] {
  if (Array.isArray(value)) return value.flatMap((each) => keysOf(each, above));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const name = above === '' ? key : `${above}.${key}`;
    const isLeaf = typeof below !== 'object' || below === null;
    return [{ name, value: isLeaf ? String(below) : '' }, ...keysOf(below, name)];
  });
}

/** What is imported, and the keywords and attributes that are used of it. */
function givenInPython(text: string): { name: string; value: string }[] {
  const given: { name: string; value: string }[] = [];
  for (const [, module = '', names = ''] of text.matchAll(/^from ([\w.]+) import (.+)$/gm))
    if (module !== 'datasets')
      for (const name of names.split(', ')) given.push({ name: 'import', value: `${module}.${name}` });
  for (const [, name = ''] of text.matchAll(/\b(vf\.\w+)/g)) given.push({ name, value: '' });
  for (const [, call = '', inside = ''] of text.matchAll(
    /^(?:.*?)(client\.[\w.]+)\(([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*)\)/gms,
  ))
    for (const [, keyword = ''] of inside.replaceAll(/client\.[\w.]+\([^\n]*/g, '').matchAll(/(\w+)=/g))
      given.push({ name: `${call}.${keyword}`, value: '' });
  for (const [, call = '', keywords = ''] of text.matchAll(/(client\.files\.create)\((.*)\)\.id/g))
    for (const keyword of keywords.matchAll(/(?:^|, )(\w+)=/g))
      given.push({ name: `${call}.${keyword[1]}`, value: '' });
  return given;
}

/** Names that mean the same part of a configuration: a validation set has the keys of the training set. */
const sameKeys: readonly (readonly [RegExp, string])[] = [
  [/^test_datasets\./, 'datasets.'],
  [/^dataset_val\./, 'dataset.'],
];

function givenBy({ trainer, language, text }: TrainerCommand): Given[] {
  if (language === 'sh') return givenInShell(text, trainer);
  const program =
    /^# (trl \w+) --config FILE/.exec(text)?.[1] ??
    filesOf.find(([of, written]) => written === language && of.test(trainer))?.[2];
  if (program === undefined) return [];
  const options = language === 'yaml' ? keysOf(parse(text)) : givenInPython(text);
  // Names of datasets are a user's own.
  return [{ program, options: options.filter(({ name }) => !name.startsWith('dataset_mixer.')) }];
}

/** What of a command its program does not have. */
function unknownIn(command: TrainerCommand): string[] {
  return givenBy(command).flatMap(({ program, options }) => {
    const known = programs.find((each) => each.program === program);
    if (!known) return [`${program} is not in test/trainers/options.json`];
    return options.flatMap(({ name: written, value }) => {
      const [from, to] = sameKeys.find(([pattern]) => pattern.test(written)) ?? [/^/, ''];
      const name = written.replace(from, to);
      if (name === 'import')
        return known.options.includes(`import=${value}`) ? [] : [`${program} has no ${value} (${known.version})`];
      if (!known.options.includes(name)) return [`${program} has no option ${name} (${known.version})`];
      // Where the values are listed, one of them.
      const values = known.options.filter((each) => each.startsWith(`${name}=`));
      const isFree = values.length === 0 || value === '' || values.includes(`${name}=${value}`);
      return isFree ? [] : [`${program}: ${name} cannot be ${value} (${known.version})`];
    });
  });
}

const commandsOf = (format: (typeof exportFormats)[number]): TrainerCommand[] =>
  fileKinds
    .filter((kind) => format.files.includes(kind))
    .flatMap((kind) => [
      ...commandsFor(format.trainers, filesIn('/out', kind, ['train', 'validation', 'test'])),
      ...commandsFor(format.trainers, filesIn('/out', kind, ['train', 'test'])),
      ...commandsFor(format.trainers, filesIn('/out', kind, ['train'])),
      ...commandsFor(format.trainers, { kind, train: `/out/rows.${kind}` }),
      ...[undefined, '/out'].flatMap((folder) =>
        commandsFor(format.trainers, {
          ...filesIn('/out', kind, ['train']),
          folder,
          facts: { lengths: Array<number>(16).fill(1), wholeRuns: 1, conversations: 1 },
        }),
      ),
    ]);

describe('every command that is printed', () => {
  it.each(exportFormats)('for $name has only options that its trainer has', (format) => {
    expect(commandsOf(format).flatMap(unknownIn)).toEqual([]);
  });

  it('is of a program that the table knows, or loads rows and nothing else', () => {
    const loose = exportFormats
      .flatMap(commandsOf)
      .filter((command) => givenBy(command).length === 0)
      .map(({ trainer }) => trainer);
    expect([...new Set(loose)].filter((trainer) => !withoutOptions.some((known) => known.test(trainer)))).toEqual([]);
  });

  it('is of a program in the table, all of which are used', () => {
    const used = new Set(
      exportFormats.flatMap(commandsOf).flatMap((command) => givenBy(command).map(({ program }) => program)),
    );
    expect(programs.map(({ program }) => program).filter((program) => !used.has(program))).toEqual([]);
  });
});

describe('the check', () => {
  const sh = (text: string): string[] => unknownIn({ trainer: 'verl', language: 'sh', text });

  it.each([
    [
      'python3 -m verl.trainer.main_ppo custom_reward_function.path=reward.py',
      'verl.trainer.main_ppo has no option custom_reward_function.path',
    ],
    ['trl dpo --dataset /out', 'trl dpo has no option dataset'],
    [
      'swift sft --loss_type listwise_generative_reranker',
      'swift sft: loss_type cannot be listwise_generative_reranker',
    ],
    ['trl orpo --dataset_name /out', 'trl orpo is not in test/trainers/options.json'],
  ])('finds what is wrong in %s', (text, found) => {
    expect(sh(text)).toEqual([expect.stringContaining(found) as string]);
  });

  it('finds a key of YAML that is none, and a value that is none', () => {
    const text = 'rl: dop\ndatasets:\n  - path: /out\n    kind: x\n';
    expect(unknownIn({ trainer: 'axolotl', language: 'yaml', text })).toEqual([
      expect.stringContaining('rl cannot be dop') as string,
      expect.stringContaining('has no option datasets.kind') as string,
    ]);
  });
});
