import { describe, expect, it } from 'vitest';
import { emptyDraft, withText, type Draft, type DraftField } from '../../../src/core/model/annotation/draft';
import { projectSchema } from '../../../src/core/model/study/project';
import { taskOf } from '../../../src/core/model/study/taskSchema';
import {
  critiqueTexts,
  lacksRationale,
  noWritingRequirements,
  tooShort,
  writtenLength,
  type WritingRequirements,
} from '../../../src/core/model/annotation/writingRequirements';

const asks = (
  critique: Partial<WritingRequirements['critique']>,
  rationale: Partial<WritingRequirements['rationale']> = {},
): WritingRequirements => ({
  critique: { ...noWritingRequirements.critique, ...critique },
  rationale: { ...noWritingRequirements.rationale, ...rationale },
});
const write = (draft: Draft, ...texts: readonly (readonly [DraftField, string])[]): Draft =>
  texts.reduce((before, [field, text]) => withText(before, field, text), draft);

describe('a minimum length', () => {
  it.each([
    ['', 0],
    ['  \n', 0],
    ['abc', 3],
    [' a b ', 3],
    ['🙂é', 2],
  ])('counts %j as %i characters', (text, length) => {
    expect(writtenLength(text)).toBe(length);
  });

  it('is asked of the rationale first, then of each response, whatever parts its critique has', () => {
    const writing = asks({ fields: 'parts', minLength: 6 }, { minLength: 4 });
    let draft = emptyDraft(2);
    expect(tooShort(draft, writing)).toEqual({ field: { kind: 'rationale' }, length: 0, min: 4 });
    draft = write(draft, [{ kind: 'rationale' }, ' why ']);
    expect(tooShort(draft, writing)).toMatchObject({ length: 3 });
    draft = write(
      draft,
      [{ kind: 'rationale' }, 'why so'],
      [{ kind: 'critique', index: 0, part: 'weaknesses' }, 'abc'],
      [{ kind: 'critique', index: 0 }, 'def'],
    );
    expect(tooShort(draft, writing)).toEqual({
      field: { kind: 'critique', index: 1, part: 'strengths' },
      length: 0,
      min: 6,
    });
    expect(tooShort(draft, asks({ minLength: 6 }))).toMatchObject({ field: { kind: 'critique', index: 1 } });
    draft = write(draft, [{ kind: 'critique', index: 1, part: 'suggestion' }, 'longer']);
    expect(tooShort(draft, writing)).toBeUndefined();
  });

  it('is none where a study says nothing', () => {
    expect(tooShort(emptyDraft(3), noWritingRequirements)).toBeUndefined();
    expect(lacksRationale(emptyDraft(3), noWritingRequirements)).toBe(false);
  });
});

it('a rationale that comes first is there once it is as long as the study asks, or says anything at all', () => {
  const draft = withText(emptyDraft(2), { kind: 'rationale' }, 'so');
  expect(lacksRationale(emptyDraft(2), asks({}, { first: true }))).toBe(true);
  expect(lacksRationale(draft, asks({}, { first: true }))).toBe(false);
  expect(lacksRationale(draft, asks({}, { first: true, minLength: 3 }))).toBe(true);
});

it('each part of a critique is a text of its own', () => {
  const draft = write(
    emptyDraft(2),
    [{ kind: 'critique', index: 1, part: 'suggestion' }, 'c'],
    [{ kind: 'critique', index: 1 }, 'd'],
    [{ kind: 'critique', index: 1, part: 'strengths' }, 'a'],
    [{ kind: 'critique', index: 7, part: 'strengths' }, 'nobody'],
  );
  expect(critiqueTexts(draft, 1)).toEqual(['d', 'a', '', 'c']);
  expect(critiqueTexts(draft, 0)).toEqual(['', '', '', '']);
});

it('answers are as many as hold something, or stand before one that does', () => {
  const answer = (index: number): DraftField => ({ kind: 'answer', index });
  const two = write(emptyDraft(2), [answer(1), 'second']);
  expect(two.answers).toEqual(['', 'second']);
  expect(write(two, [answer(0), 'first'], [answer(1), '']).answers).toEqual(['first']);
  expect(write(two, [answer(1), '']).answers).toEqual([]);
});

describe('a project', () => {
  const project = (task: object): unknown => ({
    version: 1,
    dataset: { sources: ['a.jsonl'], layout: 'responses', mapping: {} },
    task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: [], ...task },
    round: 0,
    seed: 1,
  });

  it('says what is to be written, and what it does not say is not asked', () => {
    const parsed = projectSchema.parse(project({ critique: { fields: 'parts' }, rationale: { minLength: 40 } }));
    expect(taskOf(parsed)).toMatchObject({
      critique: { fields: 'parts', minLength: 0 },
      rationale: { first: false, minLength: 40 },
    });
  });

  it.each([
    [{ critique: { fields: 'pieces' } }],
    [{ critique: { minLength: 0 } }],
    [{ rationale: { minLength: 2.5 } }],
    [{ rationale: { first: 'yes' } }],
  ])('with %j is refused', (task) => {
    expect(projectSchema.safeParse(project(task)).success).toBe(false);
  });
});
