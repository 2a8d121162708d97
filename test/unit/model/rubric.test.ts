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
      'Rubric “style”: id: Another rubric has the same ID. Change one of them',
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
      'Rubric “style”, Version 2: version: Another version has the same number. Give the later one the next number that is not used',
    ],
    [
      'a criterion twice in a version',
      library(rubric('style', [[criterion('short'), criterion('short')]])),
      'Rubric “style”, Version 1, Criterion “short”: id: Another criterion of this version has the same ID. Change one of them',
    ],
    [
      'a criterion in force in two rubrics',
      library(rubric('style', [[], [criterion('short')]]), rubric('law', [[criterion('short')]])),
      'Rubric “law”, Version 1, Criterion “short”: id: A criterion of the rubric “style” has the same ID. Change one of them',
    ],
    [
      'a gate outside of 0 to 1',
      library(rubric('style', [[criterion('short', { gate: { threshold: 2 } })]])),
      'Rubric “style”, Version 1, Criterion “short”: gate.threshold: Must be at most 1, but is 2',
    ],
    [
      'an unknown kind',
      library(rubric('style', [[{ ...criterion('short'), kind: 'stars' as 'scale' }]])),
      'Rubric “style”, Version 1, Criterion “short”: kind: Must be one of yes-no, scale, category, but is "stars"',
    ],
    [
      'a scale that goes down',
      library(rubric('style', [[criterion('short', { kind: 'scale', min: 5, max: 1 })]])),
      'Rubric “style”, Version 1, Criterion “short”: max: Must be greater than the lowest level',
    ],
    [
      'a level that is not on the scale',
      library(rubric('style', [[criterion('short', { ...scale, levels: { 5: 'x' } })]])),
      'Rubric “style”, Version 1, Criterion “short”: levels.5: Is not a level of the scale from 0 to 4',
    ],
    [
      'a category twice',
      library(
        rubric('style', [[criterion('short', { kind: 'category', categories: [{ name: 'x' }, { name: 'x' }] })]]),
      ),
      'Rubric “style”, Version 1, Criterion “short”: categories: Contains “x” twice',
    ],
    [
      'a slice of nothing',
      library(rubric('style', [[]], { scope: { kind: 'slice', fields: {} } })),
      'Rubric “style”: scope.fields: Must not be empty',
    ],
    [
      'a criterion without an id',
      {
        version: 1,
        rubrics: [{ id: 'style', title: 'Style', versions: [{ version: 1, criteria: [{ text: 'x', weight: 1 }] }] }],
      },
      'Rubric “style”, Version 1, Criterion 1: id: Is missing. Must be text',
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
