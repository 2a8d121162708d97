import { describe, expect, it } from 'vitest';
import { isAnswer, worthOf } from '../../../src/core/model/rubric/criterion';
import { rubricsSchema } from '../../../src/core/model/rubric/rubric';
import { checkValue } from '../../../src/core/model/problems/checkValue';
import { namedIssues } from '../../../src/core/model/problems/namedIssues';
import { checkedRubrics } from '../../../src/core/rubric/checkedRubrics';
import { criterion, library, rubric } from '../made/rubrics';

const scale = { kind: 'scale' as const, min: 0, max: 4 };
const categories = { kind: 'category' as const, categories: [{ name: 'good', value: 1 }, { name: 'odd' }] };

describe('a library of rubrics', () => {
  it.each<[string, unknown, string]>([
    [
      'two rubrics with one id',
      library(rubric('style', [[]]), rubric('style', [[]])),
      'rubric "style": id: names another rubric too. Give one of them another id',
    ],
    [
      'two versions with one number',
      library(
        rubric('style', [[]], {
          versions: [
            { version: 2, criteria: [] },
            { version: 2, criteria: [] },
          ],
        }),
      ),
      'rubric "style", version 2: version: is the number of another version too. Give the later one the next number that is free',
    ],
    [
      'a criterion twice in a version',
      library(rubric('style', [[criterion('short'), criterion('short')]])),
      'rubric "style", version 1, criterion "short": id: names another criterion of this version too. Give one of them another id',
    ],
    [
      'a criterion in force in two rubrics',
      library(rubric('style', [[], [criterion('short')]]), rubric('law', [[criterion('short')]])),
      'rubric "law", version 1, criterion "short": id: names a criterion of the rubric "style" too, and verdicts name criteria by their id alone. Give one of them another id',
    ],
    [
      'a gate outside of 0 to 1',
      library(rubric('style', [[criterion('short', { gate: { threshold: 2 } })]])),
      'rubric "style", version 1, criterion "short": gate.threshold: is 2; it must be at most 1',
    ],
    [
      'an unknown kind',
      library(rubric('style', [[{ ...criterion('short'), kind: 'stars' as 'scale' }]])),
      'rubric "style", version 1, criterion "short": kind: is "stars"; it must be one of yes-no, scale, category',
    ],
    [
      'a scale that goes down',
      library(rubric('style', [[criterion('short', { kind: 'scale', min: 5, max: 1 })]])),
      'rubric "style", version 1, criterion "short": max: is not above "min"',
    ],
    [
      'a level that is not on the scale',
      library(rubric('style', [[criterion('short', { ...scale, levels: { 5: 'x' } })]])),
      'rubric "style", version 1, criterion "short": levels.5: is no level of the scale, which goes from 0 to 4',
    ],
    [
      'a category twice',
      library(
        rubric('style', [[criterion('short', { kind: 'category', categories: [{ name: 'x' }, { name: 'x' }] })]]),
      ),
      'rubric "style", version 1, criterion "short": categories: names "x" twice',
    ],
    [
      'a slice of nothing',
      library(rubric('style', [[]], { scope: { kind: 'slice', fields: {} } })),
      'rubric "style": scope.fields: is empty',
    ],
    [
      'a criterion without an id',
      {
        version: 1,
        rubrics: [{ id: 'style', title: 'Style', versions: [{ version: 1, criteria: [{ text: 'x', weight: 1 }] }] }],
      },
      'rubric "style", version 1, criterion 1: id: is missing; it must be text',
    ],
  ])('is told to have %s', (_, value, words) => {
    const result = checkValue(rubricsSchema, value);
    expect(result.error && namedIssues(result.error, value)).toEqual([words]);
    expect(() => checkedRubrics(value)).toThrow(words);
  });

  it('may hold a criterion in many versions of one rubric, and whatever it does not know', () => {
    const value = {
      ...library({ ...rubric('style', [[criterion('short', { by: 'ana' })], [criterion('short')]]), owner: 'ana' }),
      more: 1,
    };
    expect(checkedRubrics(value)).toEqual(value);
  });
});

describe('a verdict', () => {
  it.each([
    [{}, true, true, 1],
    [{}, false, true, 0],
    [{}, 1, false, undefined],
    [scale, 3, true, 0.75],
    [scale, 5, false, undefined],
    [{ kind: 'scale' as const }, 1, true, 0],
    [categories, 'good', true, 1],
    [categories, 'odd', true, undefined],
    [categories, 'bad', false, undefined],
  ])('by %j of %j is an answer or not, and worth something or not', (of, value, answers, worth) => {
    expect([isAnswer(of, value), worthOf(of, value)]).toEqual([answers, worth]);
  });
});
