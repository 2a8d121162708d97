import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkValue } from '../../../src/core/model/problems/checkValue';
import { firstIssue } from '../../../src/core/model/problems/problem';
import { recipeProblemText } from '../../../src/core/export/recipeProblem';
import { projectSchema, type Project } from '../../../src/core/model/study/project';

const words = (schema: z.ZodType, value: unknown): string => {
  const { error } = checkValue(schema, value);
  return error ? firstIssue(error) : 'fine';
};

describe('what a schema refuses, in words', () => {
  const recipe = (fields: object): unknown => ({ nightly: { format: 'trl-dpo', ...fields } });
  it.each<[string, unknown, string]>([
    [
      'text in the place of recipes',
      'trl-dpo',
      'exports: Must be an object of exports by name, for example {"nightly": {"format": "trl-dpo"}}, but is "trl-dpo"',
    ],
    ['a recipe that is text', { nightly: 'trl-dpo' }, 'exports.nightly: Must be an object, but is "trl-dpo"'],
    ['a recipe without a format', { nightly: {} }, 'exports.nightly.format: Is missing. Must be text'],
    [
      'a value that there is not',
      recipe({ pairs: 'bets' }),
      'exports.nightly.pairs: Must be one of all, neighbours, best-rest, best-worst, acceptable, but is "bets"',
    ],
    [
      'a value of another type',
      recipe({ pairs: ['all'] }),
      'exports.nightly.pairs: Must be one of all, neighbours, best-rest, best-worst, acceptable, but is a list',
    ],
    ['a number as text', recipe({ seed: '3' }), 'exports.nightly.seed: Must be a number, but is "3"'],
    ['a number that is not whole', recipe({ seed: 1.5 }), 'exports.nightly.seed: Must be a whole number, but is 1.5'],
    ['a number below what there is', recipe({ listSize: 1 }), 'exports.nightly.listSize: Must be at least 2, but is 1'],
    [
      'a share of nothing',
      recipe({ minAgreement: 0 }),
      'exports.nightly.minAgreement: Must be greater than 0, but is 0',
    ],
    [
      'names that are no list',
      recipe({ annotators: 'ana' }),
      'exports.nightly.annotators: Must be a list, but is "ana"',
    ],
    ['an empty list', recipe({ annotators: [] }), 'exports.nightly.annotators: Must not be empty'],
    [
      'false where only true says something',
      recipe({ softLabel: false }),
      'exports.nightly.softLabel: Must be true, but is false',
    ],
  ])('tells %s', (_, exports, message) => {
    const project = {
      version: 1,
      dataset: { sources: ['a.jsonl'], layout: 'responses', mapping: {} },
      task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: [] },
      round: 0,
      seed: 1,
      exports,
    };
    const said = words(projectSchema, project);
    // What is wrong with one recipe is asked of it alone, so that the rest can be used.
    expect(said === 'fine' ? recipeProblemText(project as unknown as Project, 'nightly') : said).toBe(message);
  });

  it('names the fields that there are beside one that there is not', () => {
    expect(
      words(z.strictObject({ pairs: z.string().optional(), margin: z.string().optional() }), { paris: 'all' }),
    ).toBe('Unknown fields: “paris”. Correct or remove them. The fields are pairs, margin');
  });

  it('cuts a long value', () => {
    expect(words(z.number(), 'x'.repeat(500))).toMatch(/^Must be a number, but is "x{59}…"$/);
  });
});
