import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exportFormats } from '../../../src/core/export';
import {
  filesIn,
  currentFolder,
  hydra,
  pythonString,
  yamlScalar,
  shellWord,
} from '../../../src/core/export/commands/trainingCommand';
import { type DataFiles } from '../../../src/core/export/folder/dataFiles';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import { commandFacts } from '../../../src/core/export/rows/rowFacts';
import { commandsFor, type TrainerCommand } from '../../../src/core/export/trainers';
import { writeExport, type ExportResult } from '../../../src/core/export/write';
import { UserError } from '../../../src/core/model/problems/problem';
import { fileKinds } from '../../../src/core/model/study/recipe';
import type { Study } from '../../../src/core/study/study';
import { everythingStudy } from '../made/goldenStudies';
import { temporaryFolder } from '../made/temporaryFolder';
import { opened } from '../made/study';

/** What is held out, by the names of the parts of a split. */
const splits = {
  'no split': undefined,
  'train and test': { train: 0.5, test: 0.5 },
  'train, validation and test': { train: 0.4, validation: 0.3, test: 0.3 },
} as const;

/**
 * Trainers and readers that have no place for a validation file or take whole folders, and those that measure models
 * and so read one split only, by the beginnings of their names.
 */
const readsOne = [
  /^RRHF/,
  /^RLHFlow \(ArmoRM,/,
  /^FastChat/,
  /^open-instruct$/,
  /^reward-bench/,
  /^simple-evals/,
  /^Auto-J/,
  /^Prometheus 2 recipe \(prepare/,
  /^LLaMA-Factory v1/,
  /^verifiers/,
  /^prime-rl/,
  /^NeMo Gym/,
];
/** What reads the test split and not a validation split, which it has no name for. */
const knowsTestOnly = [/^Prometheus 2 recipe \(alignment/, /^ordinal-preference-optimization/];
const isOneOf = (names: readonly RegExp[], trainer: string): boolean => names.some((name) => name.test(trainer));
/** DPO in torchtune; its fine-tuning validates. */
const validates = ({ trainer, text }: TrainerCommand): boolean =>
  !isOneOf(readsOne, trainer) && !text.includes('preference_dataset');

/** Which formats can be in one file, because they come with no further files. */
const inOneFile = exportFormats.filter(({ extras }) => !extras);
/** Trainers that read folders only, for which one file has no command. */
const foldersOnly = [
  /^TRL (PRM|ORPO|CPO|SDFT)/,
  /^Trinity/,
  /^RLHFlow \(ArmoRM,/,
  /^Prometheus 2 recipe \(alignment/,
  /^alignment-handbook/,
  /^ordinal-preference-optimization/,
];

let study: Study;
const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));
beforeAll(async () => {
  study = await opened(join(everythingStudy(6, home), 'study.tiebreak'));
});
afterAll(async () => {
  await study.close();
  rmSync(home, { recursive: true, force: true });
});

/** By the first seed that leaves no part of the split without a row: some formats find few. */
async function written(
  format: ExportFormat,
  out: string,
  split?: ExportOptions['split'],
  seed = 1,
): Promise<ExportResult> {
  try {
    return await writeExport(
      study,
      {
        format,
        stale: 'keep',
        ...(split && { split, seed }),
        ...(format.name === 'lipo' && { listSize: 4 }),
        // Without neutral steps there are too few rows for three parts.
        ...(format.takes.includes('neutral') && { neutral: 'right' as const }),
      },
      out,
    );
  } catch (error) {
    if (seed > 9 || !(error instanceof UserError && error.message.startsWith('The split “'))) throw error;
    return written(format, out, split, seed + 1);
  }
}

/** Every path that a text names in a folder, with or without a file of it. */
const pathsIn = (text: string, folder: string): string[] =>
  [...text.matchAll(new RegExp(`${folder.replaceAll('.', '\\.')}(?:/[\\w.-]*\\w)?`, 'g'))].map(([path]) => path);

const without = (text: string): string => text.replaceAll(/^#.*$/gm, '');

/** What every command of an export must hold to. */
function assertTrue({ commands }: ExportResult, { trainers }: ExportFormat, folder: string): void {
  for (const { text, language, trainer } of commands) {
    expect(text, trainer).toContain(folder);
    for (const path of pathsIn(text, folder)) expect(existsSync(path), `${trainer}: ${path}\n${text}`).toBe(true);
    // The training file, or the training split, is named once: nothing else is done with it.
    expect(
      pathsIn(text, folder).filter((path) => /^train\./.test(basename(path))).length,
      `${trainer}\n${text}`,
    ).toBeLessThan(2);
    expect(without(text), trainer).not.toMatch(
      /(test_split|eval\.split|--split)[ =]train|eval_dataset: preferences$|eval_dataset = .*split="train"/m,
    );
    if (language === 'yaml') expect(() => parse(text) as unknown, text).not.toThrow();
  }
  const inShell = commands.flatMap(({ language, text }) => (language === 'sh' ? [text] : [])).join('\n');
  expect(() => execFileSync('sh', ['-n'], { input: inShell, stdio: 'pipe' }), inShell).not.toThrow();
  expect(new Set(commands.map(({ trainer }) => trainer))).toEqual(
    new Set(commands.map(({ trainer }) => trainers.find(({ name }) => name === trainer)?.name)),
  );
}

describe.each(exportFormats)('the commands of $name', (format) => {
  it.each(Object.entries(splits))(
    'name what an export with %s wrote, and validate on nothing else',
    async (_, split) => {
      const out = join(temporaryFolder(), 'out');
      const result = await written(format, out, split);
      assertTrue(result, format, out);
      expect(result.commands.map(({ trainer }) => trainer)).toEqual(
        format.trainers.filter(({ command }) => command).map(({ name }) => name),
      );
      for (const command of result.commands.filter(validates)) {
        const [text, note] = [without(command.text), command.text.includes('# ') ? command.text : ''];
        const heldOut =
          split && (isOneOf(knowsTestOnly, command.trainer) ? 'test' : 'validation' in split ? 'validation' : 'test');
        if (heldOut && heldOut in split)
          expect(text, command.trainer).toMatch(new RegExp(`\\b${heldOut}\\b|_${heldOut}\\b`));
        else expect(text, `${command.trainer} ${note}`).not.toMatch(/(val|validation|test)\.(jsonl?|parquet)/);
      }
      const card = readFileSync(join(out, 'README.md'), 'utf8');
      const splitsWritten = (['train', 'validation', 'test'] as const).filter((name) =>
        existsSync(join(out, `${name}.${format.files[0]!}`)),
      );
      for (const { text, trainer } of commandsFor(format.trainers, {
        ...filesIn(currentFolder, format.files[0]!, splitsWritten),
        facts: commandFacts(result.tally.facts, result.tally.notes),
      })) {
        expect(card).toContain(text);
        // `load_dataset(".")` raises ValueError, whoever calls it; LLaMA-Factory looks for files by their names
        // (`loader.py`).
        expect(text.replace('dataset_dir: .', ''), trainer).not.toMatch(/[ "']\.(["'\s:]|$)/m);
      }
      expect(result.card).toBe(join(out, 'README.md'));
    },
  );
});

describe.each(inOneFile)('the commands of $name as one file', (format) => {
  it('name it, wherever the trainer reads a file', async () => {
    const file = join(temporaryFolder(), `some rows.${format.files[0]!}`);
    const result = await written(format, file);
    expect(result.card).toBeUndefined();
    expect(existsSync(file)).toBe(true);
    expect(result.commands.map(({ trainer }) => trainer)).toEqual(
      format.trainers.filter(({ name, command }) => command && !isOneOf(foldersOnly, name)).map(({ name }) => name),
    );
    for (const { text, language, trainer } of result.commands) {
      expect(text, trainer).toContain(file);
      expect(text, trainer).not.toMatch(/(train|validation|test)\.(jsonl?|parquet)/);
      if (language === 'yaml') expect(JSON.stringify(parse(text)), text).toContain(file);
    }
  });
});

describe('a command', () => {
  const commandsOf = (name: string, files: DataFiles): Record<string, string> =>
    // The first of each trainer.
    Object.fromEntries(
      commandsFor(exportFormats.find((format) => format.name === name)!.trainers, files)
        .map(({ trainer, text }) => [trainer.split(' ')[0]!, text] as const)
        .reverse(),
    );
  const all = (name: string): string =>
    commandsFor(exportFormats.find((format) => format.name === name)!.trainers, filesIn('/out', 'jsonl', ['train']))
      .map(({ text }) => text)
      .join('\n');

  it.each([
    [
      'verl',
      /^# verl stops without a validation file: export with the split train=0\.9,validation=0\.1\n.*"data\.val_files=VALIDATION_FILE"/,
    ],
    [
      'nemo-aligner-dpo',
      /^# NeMo-Aligner stops without files for validation and test: export with the split train=0\.8,validation=0\.1,test=0\.1\n.*validation: \[VALIDATION_FILE\], test: \[VALIDATION_FILE\]/,
    ],
    ['halos', /^# HALOs stops without a file to evaluate on: .*\n.*"test_datasets=\[TEST_FILE\]"/],
    ['trl-prm', /^# prm\.py stops without a split to evaluate on: /],
    ['lipo', /^# It stops without a split that is called test: /],
    ['judge-absolute', /^# It stops without a split that is called test: /],
    ['fg-rlhf', /^# It reads dev_feedback\.json too/],
    ['nemo-rl', /validation: null {2}# in place of HelpSteer3/],
  ])('of %s says that its trainer misses a validation file, where none was exported', (name, note) => {
    expect(all(name)).toMatch(note);
  });

  it('of NeMo-Aligner takes the held-out file in the place of the one that is not there', () => {
    expect(commandsOf('nemo-aligner-rm', filesIn('/out', 'jsonl', ['train', 'test']))['NeMo-Aligner']).toBe(
      'python examples/nlp/gpt/train_reward_model.py "model.data.data_prefix={train: [/out/train.jsonl], validation: [/out/test.jsonl], test: [/out/test.jsonl]}"',
    );
    expect(
      commandsOf('nemo-aligner-rm', filesIn('/out', 'jsonl', ['train', 'validation', 'test']))['NeMo-Aligner'],
    ).toContain('validation: [/out/validation.jsonl], test: [/out/test.jsonl]');
  });

  it('is told of what was held out in the way of each trainer', () => {
    const files = filesIn('/out', 'jsonl', ['train', 'validation']);
    expect(commandsOf('trl-dpo', files)).toMatchObject({
      TRL: 'trl dpo --dataset_name /out --dataset_test_split validation --eval_strategy epoch',
      OpenRLHF: expect.stringContaining(' --eval.dataset /out --eval.split validation') as string,
      Unsloth: expect.stringContaining('eval_dataset = load_dataset("/out", split="validation")') as string,
      axolotl: expect.stringContaining(
        'test_datasets:\n  - path: /out\n    split: validation\n    type: chat_template.default\n',
      ) as string,
    });
    expect(commandsOf('llama-factory', files)['LLaMA-Factory']).toContain(
      'dataset: preferences\neval_dataset: preferences_validation\neval_strategy: epoch',
    );
    expect(commandsOf('ms-swift', files)['ms-swift']).toBe(
      'swift rlhf --rlhf_type dpo --dataset /out/train.jsonl --val_dataset /out/validation.jsonl',
    );
    expect(parse(commandsOf('nemo-rl', files)['NeMo-RL']!)).toEqual({
      data: {
        train: { data_path: '/out/train.jsonl' },
        validation: { data_path: '/out/validation.jsonl' },
        default: { dataset_name: 'PreferenceDataset' },
      },
    });
    expect(commandsOf('verl', filesIn('/out', 'parquet', ['train', 'validation']))['verl']).toContain(
      '"data.val_files=/out/validation.parquet"',
    );
  });

  describe('for rows of many tokens', () => {
    // Two rows of up to 512 tokens, three of up to 4,096, one of up to 16,384.
    const lengths = [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 1];
    const files = { ...filesIn('/out', 'jsonl', ['train']), facts: { lengths, wholeRuns: 0, conversations: 0 } };

    it.each([
      ['trl-dpo', 'TRL', ' --max_length 16384'],
      ['trl-dpo', 'OpenRLHF', ' --data.max_len 16384'],
      ['trl-dpo', 'axolotl', '\nsequence_len: 16384\n'],
      ['trl-tpo', 'TRL', 'TPOConfig("tpo", max_length=16384)'],
      ['trl-prm', 'TRL', ' --max_length 16384'],
      ['nemo-rl', 'NeMo-RL', '\npolicy:\n  max_total_sequence_length: 16384\n'],
      ['llama-factory', 'LLaMA-Factory', '\ncutoff_len: 16384'],
      ['full-conversations', 'alignment-handbook', ' --max_length 16384'],
    ])('of %s gives %s the length of the longest, rounded up', (name, trainer, option) => {
      expect(commandsOf(name, files)[trainer]).toContain(option);
    });

    it('says how many rows the trainer would cut off or leave out by itself', () => {
      expect(commandsOf('trl-dpo', files)['TRL']).toMatch(
        /^# about 4 of 6 rows would be cut off or left out at the 1024 tokens of TRL; 16384 is an estimate/,
      );
      expect(commandsOf('nemo-rl', files)['NeMo-RL']).toContain("1024 tokens of NeMo-RL's dpo.yaml");
      const rm = commandsFor(exportFormats.find(({ name }) => name === 'nemo-rl')!.trainers, files)[1]!;
      expect(rm.text).toMatch(/^# about 1 of 6 rows .* 8192 tokens of NeMo-RL's rm\.yaml/);
    });

    it('leaves the length to a trainer that takes all rows', () => {
      const short = { ...files, facts: { ...files.facts, lengths: lengths.slice(0, 10) } };
      expect(commandsOf('trl-dpo', short)).toEqual(commandsOf('trl-dpo', filesIn('/out', 'jsonl', ['train'])));
    });
  });

  it('for SFT learns what the assistant says alone, where conversations have more', () => {
    const files = (conversations: number): DataFiles => ({
      ...filesIn('/out', 'jsonl', ['train']),
      facts: { lengths: [6], wholeRuns: 0, conversations },
    });
    expect(commandsOf('best-of-n', files(1))['TRL']).toContain('trl sft --dataset_name /out --assistant_only_loss  # ');
    expect(commandsOf('best-of-n', files(0))['TRL']).not.toContain('assistant_only_loss');
    expect(commandsOf('best-of-n', { ...files(1), folder: undefined })['TRL']).toMatch(/^assistant_only_loss: true/m);
    expect(commandsOf('trl-dpo', files(1))['TRL']).not.toContain('assistant_only_loss');
  });

  it('of ms-swift learns all rounds of runs, and the last one of other conversations', () => {
    const files = (wholeRuns: number): DataFiles => ({
      ...filesIn('/out', 'jsonl', ['train']),
      facts: { lengths: [6], wholeRuns, conversations: 6 },
    });
    expect(commandsOf('ms-swift-conversations', files(1))['ms-swift']).toBe(
      'swift rlhf --rlhf_type dpo --loss_scale default --dataset /out/train.jsonl',
    );
    expect(commandsOf('ms-swift-conversations', files(0))['ms-swift']).not.toContain('loss_scale');
  });

  it('that trains is not told where nothing is to be trained on, and one that measures is', () => {
    const files = filesIn('/out', 'jsonl', ['validation', 'test']);
    expect(Object.keys(commandsOf('full-conversations', files))).toEqual(['reward-bench']);
    expect(commandsOf('rewardbench2', files)['reward-bench,']).toContain('--dataset /out/test.jsonl');
  });

  it.each(exportFormats)('of $name names a reader of the kind of file that is chosen', ({ trainers, files }) => {
    for (const kind of fileKinds.filter((each) => files.includes(each))) {
      for (const { text } of [
        ...commandsFor(trainers, filesIn('/out', kind, ['train', 'test'])),
        ...commandsFor(trainers, { kind, train: `/out/rows.${kind}` }),
      ]) {
        for (const [, named] of text.matchAll(/\/out\/\w+\.(\w+)/g)) expect(named).toBe(kind);
        if (kind === 'parquet') expect(text).not.toMatch(/"json"|source: json|ds_type: json|read_json|load_json/);
        else expect(text).not.toMatch(/"parquet"|source: parquet|read_parquet/);
      }
    }
  });
});

describe('a path in a command', () => {
  // What a path may hold; a line break would end a comment, and no folder that is exported to has one.
  const path = fc.stringMatching(/^\/[^\n\r\0]{1,30}$/).filter((text) => text.isWellFormed());
  const said = (words: string): string[] =>
    execFileSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);

  it('is one word of a shell', () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 10, maxLength: 20 }), (texts) => {
        expect(said(texts.map(shellWord).join(' '))).toEqual(texts);
      }),
      { numRuns: 6 },
    );
  });

  it('is text in YAML, as a value, in a list and as a key', () => {
    fc.assert(
      fc.property(
        fc.oneof(path, fc.constantFrom('~/x', '1/2', '-/a', '@a/b', 'a: b/c', '/a #b', '//', 'out/train.jsonl')),
        (text) => {
          expect(
            parse(`a: ${yamlScalar(text)}\nb:\n  - path: ${yamlScalar(text)}\nc:\n  ${yamlScalar(text)}: 1.0`),
          ).toEqual({
            a: text,
            b: [{ path: text }],
            c: { [text]: 1 },
          });
        },
      ),
    );
  });

  it('is a string of Python, which reads escapes as JSON does here', () => {
    fc.assert(
      fc.property(
        path.filter((text) => !/\p{Cc}/u.test(text)),
        (text) => {
          expect(JSON.parse(pythonString(text))).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['/a', '/a'],
    ['/a b', "'/a b'"],
    ["/it's", "'/it\\'s'"],
  ])('is a value of Hydra: %s', (text, value) => {
    expect(hydra(text)).toBe(value);
    expect(said(`"x=[${hydra(text)}]"`)).toEqual([`x=[${value}]`]);
  });

  it.each([
    ['/a/b', '/a/b'],
    ['/a b', '"/a b"'],
    ['/a "b" $c `d`', '"/a \\"b\\" \\$c \\`d\\`"'],
  ])('stands as it is where it is plain, and in quotes where not: %s', (text, words) => {
    expect(shellWord(text)).toBe(words);
  });
});
