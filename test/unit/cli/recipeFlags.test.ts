import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRecipeFlags, recipeOf } from '../../../src/cli/recipeFlags';
import { exportFormats } from '../../../src/core/export';
import { exportOptionsOf } from '../../../src/core/export/options';
import { flagOf, formatOptions, recipeFields, recipeRow } from '../../../src/core/model/study/options/recipeOptions';
import { namedRecipeSchema, type Recipe } from '../../../src/core/model/study/recipe';
import { recipeFrom, recipeTexts } from '../../../src/core/model/study/recipeText';
import { anyRecipe } from '../model/arbitraryRecipe';

/** What a person types for a recipe, flag by flag. */
function typed(recipe: Recipe): string[] {
  const texts = recipeTexts(recipe);
  return recipeFields.flatMap((field) => {
    const text = texts[field];
    const flag = flagOf(field);
    const { control } = recipeRow(field);
    if (text === undefined) return [];
    if (control.kind === 'check' && control.on === true) return [flag];
    // Files are arguments of their own, and each value is given with its flag.
    if (field === 'contamination') return [flag, ...(recipe.contamination?.files ?? [])];
    if (field === 'where')
      return Object.entries(recipe.where ?? {}).flatMap(([path, values]) =>
        values.flatMap((value) => [flag, `${path}=${value}`]),
      );
    return [`${flag}=${text}`];
  });
}

function parsed(args: readonly string[]): Recipe {
  const seen: { options?: Record<string, unknown> } = {};
  addRecipeFlags(new Command().exitOverride().configureOutput({ writeErr: () => undefined }))
    .action((options: Record<string, unknown>) => void (seen.options = options))
    .parse([...args], { from: 'user' });
  return recipeOf(seen.options ?? {});
}

describe('a recipe', () => {
  it('is the same typed in a terminal, in a form, and kept in a project', () => {
    fc.assert(
      fc.property(anyRecipe, (recipe) => {
        expect(parsed(typed(recipe))).toEqual(recipe);
        expect(recipeFrom(recipeTexts(recipe))).toEqual({ recipe });
        expect(namedRecipeSchema.parse(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
      }),
    );
  });

  it('says which options are those of an export, with the format found', () => {
    fc.assert(
      fc.property(anyRecipe, (recipe) => {
        const format = exportFormats[0]!;
        const taken = Object.fromEntries(
          Object.entries(recipe).filter(([option, value]) =>
            option === 'file'
              ? (format.files as readonly unknown[]).includes(value)
              : !(formatOptions as readonly string[]).includes(option) ||
                (format.takes as readonly string[]).includes(option),
          ),
        ) as Recipe;
        expect(exportOptionsOf({ ...taken, format: format.name })).toEqual({ ...taken, format });
      }),
    );
  });

  it.each<[string, string[], string]>([
    ['no format', [], 'no format given. Add --format NAME'],
    ['a number that is none', ['--format', 'trl-dpo', '--min-agreement', 'much'], '--min-agreement: Must be a number'],
    ['a number that is too large', ['--format', 'trl-dpo', '--min-agreement', '2'], '--min-agreement: '],
    [
      'shares that make no whole',
      ['--format', 'trl-dpo', '--split', 'train=0.5,test=0.1'],
      '--split: Enter shares that add up to 1',
    ],
    [
      'a share of nothing',
      ['--format', 'trl-dpo', '--split', 'train=1,test=0'],
      '--split: Enter shares that add up to 1',
    ],
    [
      'a seed without a split',
      ['--format', 'trl-dpo', '--seed', '3'],
      '--seed needs a split. Add --split train=0.9,test=0.1, or leave --seed out',
    ],
    ['a field without a value', ['--format', 'trl-dpo', '--where', 'domain'], '--where: Enter fields with values'],
    [
      'an empty name',
      ['--format', 'trl-dpo', '--annotators', 'ana,,ben'],
      '--annotators: Enter names separated by commas',
    ],
    [
      'a version that is none',
      ['--format', 'trl-dpo', '--rubrics', 'helpfulness=latest'],
      '--rubrics: Enter a version for each rubric ID',
    ],
    [
      'items without judgements that are to be flagged',
      ['--format', 'rar', '--items', 'all', '--flags', 'unsafe'],
      '--flags: Requires judgments, but items without judgments are included',
    ],
    ['runs of nothing', ['--format', 'trl-dpo', '--gram', '8'], '--gram: Also enter benchmark files'],
    ['an overlap with nothing', ['--format', 'trl-dpo', '--overlap', '0.5'], '--overlap: Also enter benchmark files'],
  ])('with %s is refused by its flag', (_, args, message) => {
    expect(() => parsed(args)).toThrow(message);
  });

  it('takes names with commas, and each file as it is', () => {
    expect(
      parsed([
        '--format',
        'trl-dpo',
        '--annotators',
        String.raw`Doe\, Jane,ben`,
        '--decontaminate',
        'a,b.jsonl',
        'c.jsonl',
      ]),
    ).toEqual({
      format: 'trl-dpo',
      annotators: ['Doe, Jane', 'ben'],
      contamination: { files: ['a,b.jsonl', 'c.jsonl'] },
    });
  });
});

describe('what a recipe asks of its format', () => {
  it('is told with the formats that there are', () => {
    expect(() => exportOptionsOf({ format: 'trl' })).toThrow(
      `The format “trl” does not exist. Similar formats: ${exportFormats
        .map(({ name }) => name)
        .filter((name) => name.includes('trl'))
        .join(', ')}`,
    );
  });

  it.each([
    ['withFlags', ['unsafe'], '--flags'],
    ['minAnnotators', 2, '--min-annotators'],
    ['minAgreement', 0.5, '--min-agreement'],
  ] as const)('is refused where items without judgements cannot meet it: %s', (option, value, flag) => {
    expect(() => exportOptionsOf({ format: 'rar', items: 'all', [option]: value })).toThrow(
      `Items without judgments are included, but the option “${flag}” requires judgments. Remove it, or turn off “--items all”.`,
    );
    expect(() => exportOptionsOf({ format: 'rar', items: 'judged', [option]: value })).not.toThrow();
  });

  it('is refused where the format does not take it, with those that do', () => {
    const takers = (option: (typeof formatOptions)[number]): string[] =>
      exportFormats.filter(({ takes }) => takes.includes(option)).map(({ name }) => name);
    const values: Recipe = {
      format: '',
      criterion: 'better',
      pairs: 'all',
      margin: 'votes',
      weight: 'list',
      softLabel: true,
      aggregate: 'borda',
      minStrength: 2,
      maxSimilarity: 0.5,
      maxLengthRatio: 2,
      noise: 'flip',
      listSize: 3,
      runs: 'whole',
      tools: 'none',
      steps: 'first-error',
      neutral: 'out',
      unnecessary: 'wrong',
      attributes: { a: 'b' },
      ties: 'all',
      negative: 'fault',
      bare: true,
      items: 'all',
      context: 'user',
      evidence: 'none',
      media: 'none',
    };
    for (const format of exportFormats) {
      for (const option of formatOptions) {
        const ask = (): unknown => exportOptionsOf({ format: format.name, [option]: values[option] });
        if (format.takes.includes(option)) expect(ask).not.toThrow();
        else
          expect(ask).toThrow(
            takers(option).length === 0
              ? 'Remove it.'
              : `choose a format that supports it: ${takers(option).join(', ')}`,
          );
      }
    }
  });
});
