import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/core/model/problems/problem';
import { versionInForce, type Rubrics } from '../../../src/core/model/rubric/rubric';
import { changeCriterion } from '../../../src/core/rubric/criteria';
import { moveRubric } from '../../../src/core/rubric/library';
import { editOf, joined, reversed, undoEdit } from '../../../src/core/rubric/undoEdit';
import type { EditContext } from '../../../src/core/rubric/versions';
import { anySession, play } from '../made/arbitraryEdits';
import { criterion, inUse, library, rubric } from '../made/rubrics';

/** What is in force, without the numbers of versions; a rubric that was taken out and kept counts as gone. */
const inForce = ({ rubrics }: Rubrics): unknown =>
  rubrics
    .map((each) => [each.id, each.title, each.scope, versionInForce(each).criteria])
    .filter(([, , , criteria]) => (criteria as unknown[]).length > 0);
const style = library(
  rubric('style', [[criterion('short'), criterion('clear')]]),
  rubric('truth', [[criterion('true')]]),
);
const unused: EditContext = { used: new Map() };

describe('an edit that is taken back', () => {
  it('leaves the library as it was, and made again as it had become, where nobody judged in between', () => {
    fc.assert(
      fc.property(anySession, ([start, steps]) => {
        let before = start;
        play([start, steps], (after, used) => {
          const edit = editOf(before, after);
          if (edit) {
            expect(undoEdit(after, edit, { used })).toEqual(before);
            expect(undoEdit(before, reversed(edit), { used })).toEqual(after);
          } else expect(after).toEqual(before);
          before = after;
        });
      }),
      { numRuns: 300 },
    );
  });

  it('leaves in force what was in force, and no version in use altered, where somebody did', () => {
    fc.assert(
      fc.property(anySession, ([start, steps]) => {
        let before = start;
        play([start, steps], (after, used) => {
          const edit = editOf(before, after);
          const judged = new Map(
            after.rubrics.map((each) => [
              each.id,
              new Set([...(used.get(each.id) ?? []), versionInForce(each).version]),
            ]),
          );
          for (const [id, versions] of used) judged.set(id, new Set([...versions, ...(judged.get(id) ?? [])]));
          if (edit) {
            const back = undoEdit(after, edit, { used: judged });
            expect(inForce(back)).toEqual(inForce(before));
            for (const { id, versions } of after.rubrics) {
              for (const version of versions)
                if (judged.get(id)?.has(version.version))
                  expect(back.rubrics.find((each) => each.id === id)?.versions).toContainEqual(version);
            }
          }
          before = after;
        });
      }),
      { numRuns: 300 },
    );
  });

  it('leaves what others changed elsewhere', () => {
    const after = changeCriterion(style, 'short', { weight: 3 }, unused);
    const edit = editOf(style, after)!;
    const others = changeCriterion(after, 'true', { weight: -1 }, unused);
    expect(undoEdit(others, edit, unused)).toEqual(changeCriterion(style, 'true', { weight: -1 }, unused));
    expect(() => undoEdit(changeCriterion(after, 'clear', { weight: 9 }, unused), edit, unused)).toThrow(
      /the rubric “style” was changed by somebody else/,
    );
    expect(() => undoEdit(library(), edit, unused)).toThrow(UserError);
  });

  it('puts rubrics back into their order, with a new one among them', () => {
    const edit = editOf(style, moveRubric(style, 'truth', 0))!;
    expect(
      undoEdit(
        library(rubric('truth', [[criterion('true')]]), rubric('new', [[criterion('other')]]), style.rubrics[0]!),
        edit,
        { used: inUse({}) },
      ).rubrics.map(({ id }) => id),
    ).toEqual(['style', 'new', 'truth']);
  });
});

describe('edits one behind the other', () => {
  it('are one where the second goes on from the first, and two where it does not', () => {
    const one = changeCriterion(style, 'short', { text: 'Is it sh' }, unused);
    const two = changeCriterion(one, 'short', { text: 'Is it short?!' }, unused);
    const both = joined(editOf(style, one)!, editOf(one, two)!);
    expect(both && undoEdit(two, both, unused)).toEqual(style);
    expect(joined(editOf(style, one)!, editOf(style, two)!)).toBeUndefined();
    expect(joined(editOf(style, one)!, editOf(two, moveRubric(two, 'truth', 0))!)).toBeUndefined();
  });
});
