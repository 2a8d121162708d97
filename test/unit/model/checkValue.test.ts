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
      'exports: is "trl-dpo"; it must be an object of exports by name, as in {"nightly": {"format": "trl-dpo"}}',
    ],
    [
      'a recipe that is text',
      { nightly: 'trl-dpo' },
      'exports.nightly: is "trl-dpo"; it must be an object with fields',
    ],
    ['a recipe without a format', { nightly: {} }, 'exports.nightly.format: is missing; it must be text'],
    [
      'a value that there is not',
      recipe({ pairs: 'bets' }),
      'exports.nightly.pairs: is "bets"; it must be one of all, neighbours, best-rest, best-worst, acceptable',
    ],
    [
      'a value of another type',
      recipe({ pairs: ['all'] }),
      'exports.nightly.pairs: is a list; it must be one of all, neighbours, best-rest, best-worst, acceptable',
    ],
    ['a number as text', recipe({ seed: '3' }), 'exports.nightly.seed: is "3"; it must be a number'],
    ['a number that is not whole', recipe({ seed: 1.5 }), 'exports.nightly.seed: is 1.5; it must be a whole number'],
    ['a number below what there is', recipe({ listSize: 1 }), 'exports.nightly.listSize: is 1; it must be at least 2'],
    ['a share of nothing', recipe({ minAgreement: 0 }), 'exports.nightly.minAgreement: is 0; it must be above 0'],
    [
      'names that are no list',
      recipe({ annotators: 'ana' }),
      'exports.nightly.annotators: is "ana"; it must be a list',
    ],
    ['an empty list', recipe({ annotators: [] }), 'exports.nightly.annotators: is empty'],
    [
      'false where only true says something',
      recipe({ softLabel: false }),
      'exports.nightly.softLabel: is false; it must be true',
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
    ).toBe('holds "paris", which is no field here. Correct or remove it; the fields are pairs, margin');
  });

  it('cuts a long value', () => {
    expect(words(z.number(), 'x'.repeat(500))).toMatch(/^is "x{59}…"; it must be a number$/);
  });
});
