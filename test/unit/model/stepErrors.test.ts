import { expect, it } from 'vitest';
import { stepErrorChoices, stepErrorPresets, stepErrorsOf } from '../../../src/core/model/annotation/stepErrors';
import { stepErrorsSchema } from '../../../src/core/model/annotation/stepErrorsSchema';
import { stepErrorLines, stepErrorsIn } from '../../../webview/settings/stepErrorLines';

const namesOf = (setting?: Parameters<typeof stepErrorsOf>[0]): string[] =>
  stepErrorChoices(stepErrorsOf(setting)).map(({ name }) => name);

it('has the 14 failure modes of MAST where a study says nothing, and the lists that a study can name', () => {
  expect(namesOf()).toHaveLength(14);
  expect(namesOf('trail')).toHaveLength(20);
  expect(namesOf('tau')).toEqual([
    'called_wrong_tool',
    'used_wrong_tool_argument',
    'goal_partially_completed',
    'other',
  ]);
  for (const preset of Object.keys(stepErrorPresets) as (keyof typeof stepErrorPresets)[])
    expect(new Set(namesOf(preset)).size).toBe(namesOf(preset).length);
});

it('takes names, descriptions and groups of a study of its own, and no name twice', () => {
  const own = [
    'wrong file',
    { name: 'tests', types: ['not run', { name: 'deleted', description: 'Takes them out.' }] },
  ];
  const read = stepErrorsSchema.parse(own);
  expect(stepErrorChoices(stepErrorsOf(read))).toEqual([
    { name: 'wrong file', within: [] },
    { name: 'not run', within: ['tests'] },
    { name: 'deleted', description: 'Takes them out.', within: ['tests'] },
  ]);
  expect(stepErrorsSchema.safeParse(['a', { name: 'b', types: ['a'] }]).success).toBe(false);
  expect(stepErrorsSchema.safeParse('taxonomy').success).toBe(false);
  expect(stepErrorsSchema.safeParse([]).success).toBe(false);
});

it('is written in the settings as lines, which say the same again', () => {
  expect(stepErrorLines('trail')).toEqual(['trail']);
  expect(stepErrorsIn(['trail'], undefined)).toBe('trail');
  const own = ['wrong file', { name: 'tests', types: ['not run'] }];
  expect(stepErrorLines(own)).toEqual(['wrong file', 'tests', '  not run']);
  expect(stepErrorsIn(stepErrorLines(own), own)).toEqual([
    { name: 'wrong file' },
    { name: 'tests', types: [{ name: 'not run' }] },
  ]);
  expect(stepErrorsIn([''], own)).toBeUndefined();
});
