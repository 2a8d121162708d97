import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import namesInComments from '../../scripts/lint/namesInComments.mjs';

/** The names in a comment that the rule does not know. */
function unknownNames(comment: string): (string | undefined)[] {
  const messages = new Linter().verify(`/* ${comment} */`, {
    plugins: { tiebreak: { rules: { 'names-in-comments': namesInComments } } },
    rules: { 'tiebreak/names-in-comments': ['error', { foreign: ['canPickMany'] }] },
  });
  return messages.map(({ message }) => /^`(.*)` exists nowhere/.exec(message)?.[1]);
}

const never = ['draftOf', 'Nobody'].join(''); // in one word it would be a name of this project

test('a name of code in a comment exists in the project', () => {
  expect(unknownNames('See `draftOf`, `Tally.add()` and `canPickMany`.')).toEqual([]);
  expect(unknownNames(`See \`${never}\`, then \`draftOf.${never}\`.`)).toEqual([never, `draftOf.${never}`]);
});

test('a path in a comment leads to a file or folder of the project', () => {
  expect(unknownNames('See `export/rows/rowBuilder`, `rowBuilder.ts` and `study/mergeConflict`.')).toEqual([]);
  expect(unknownNames('See `export/rows/asSeen`.')).toEqual(['export/rows/asSeen']);
});

test('names of other languages and plain words are left alone', () => {
  expect(unknownNames('TRL `dpo_trainer.py`, `load_dataset`, `prompt`, `Widget.__str__`.')).toEqual([]);
});
