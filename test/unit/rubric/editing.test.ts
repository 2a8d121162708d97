import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/core/model/problems/problem';
import { rubricsSchema, versionInForce, type Rubrics } from '../../../src/core/model/rubric/rubric';
import {
  addCriterion,
  changeCriterion,
  criterionNamed,
  flagFaulty,
  moveCriterion,
  unflag,
} from '../../../src/core/rubric/criteria';
import { slugOf } from '../../../src/core/rubric/ids';
import { addRubric, cloneRubric, removeRubric } from '../../../src/core/rubric/library';
import { mergeCriteria } from '../../../src/core/rubric/mergeCriteria';
import type { EditContext } from '../../../src/core/rubric/versions';
import { anySession, idAt, place, play } from '../made/arbitraryEdits';
import { anyCriterion, anyLibrary, criterion, inUse, library, rubric } from '../made/rubrics';

const unused: EditContext = { used: new Map() };
const time = '2026-11-22T08:00:00.000Z';
const criteriaOf = (rubrics: Rubrics, id: string): string[] =>
  versionInForce(rubrics.rubrics.find((each) => each.id === id)!).criteria.map((each) => each.id);
const style = library(rubric('style', [[criterion('short'), criterion('clear'), criterion('kind')]]));

describe('any sequence of edits', () => {
  it('never alters a version in use, nor takes it away', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        let before = new Map<string, string>();
        play(session, (rubrics, used) => {
          const now = new Map(
            rubrics.rubrics.flatMap((each) =>
              each.versions.map(
                (version) => [`${each.id} ${version.version}`, JSON.stringify(version)] as [string, string],
              ),
            ),
          );
          for (const [id, versions] of used) {
            for (const version of versions) {
              const name = `${id} ${version}`;
              expect(before.get(name), name).toBeDefined();
              expect(now.get(name)).toBe(before.get(name));
            }
          }
          before = now;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a library whose ids are unique, and which can be written and read', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        play(session, (rubrics) => {
          expect(rubricsSchema.safeParse(JSON.parse(JSON.stringify(rubrics)))).toMatchObject({ success: true });
          const names = rubrics.rubrics.map(({ id }) => id);
          expect(new Set(names).size).toBe(names.length);
          const homes = rubrics.rubrics.flatMap((each) => [
            ...new Set(each.versions.flatMap(({ criteria }) => criteria.map(({ id }) => id))),
          ]);
          expect(new Set(homes).size).toBe(homes.length);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('moves a criterion to its place, and keeps all others in their order', () => {
    fc.assert(
      fc.property(anyLibrary, place, fc.integer({ min: -2, max: 6 }), (rubrics, at, to) => {
        const id = idAt(rubrics, at);
        fc.pre(id !== undefined);
        const home = criterionNamed(rubrics, id).rubric;
        const before = criteriaOf(rubrics, home);
        const after = criteriaOf(moveCriterion(rubrics, id, to, unused), home);
        expect(after.filter((each) => each !== id)).toEqual(before.filter((each) => each !== id));
        expect(after.indexOf(id)).toBe(Math.min(Math.max(to, 0), before.length - 1));
      }),
    );
  });

  it('merges examples and tags of both, whatever they are', () => {
    fc.assert(
      fc.property(anyCriterion, anyCriterion, (one, two) => {
        const { rubrics } = addRubric(library(), { title: 'Style' }, [one, two], unused);
        const [first, second] = versionInForce(rubrics.rubrics[0]!).criteria;
        let merged: Rubrics;
        try {
          merged = mergeCriteria(rubrics, first!.id, second!.id, unused);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          return;
        }
        const { criterion: kept } = criterionNamed(merged, first!.id);
        for (const field of ['examples', 'tags'] as const)
          expect(kept[field] ?? []).toEqual(
            expect.arrayContaining([...(first![field] ?? []), ...(second![field] ?? [])]),
          );
        expect(kept).toMatchObject({ text: first!.text, weight: first!.weight });
        expect(kept.merged).toContain(second!.id);
        expect(criteriaOf(merged, 'style')).toEqual([first!.id]);
      }),
    );
  });
});

describe('an edit', () => {
  it('changes the latest version where nobody judged under it, and says who and when', () => {
    expect(
      changeCriterion(style, 'clear', { weight: 3 }, { used: inUse({ style: [7] }), time, author: 'ana' }).rubrics[0]
        ?.versions,
    ).toEqual([
      {
        version: 1,
        time,
        author: 'ana',
        criteria: [criterion('short'), criterion('clear', { weight: 3 }), criterion('kind')],
      },
    ]);
  });

  it('makes a version with the next number that nobody named where somebody did', () => {
    const changed = changeCriterion(style, 'clear', { weight: 3 }, { used: inUse({ style: [1, 4] }) });
    expect(changed.rubrics[0]?.versions.map(({ version }) => version)).toEqual([1, 5]);
    expect(changed.rubrics[0]?.versions[0]).toBe(style.rubrics[0]?.versions[0]);
  });

  it('that changes nothing gives the library as it is', () => {
    expect(changeCriterion(style, 'clear', { weight: 1 }, { used: inUse({ style: [1] }) })).toBe(style);
    expect(moveCriterion(style, 'short', 0, { used: inUse({ style: [1] }) })).toBe(style);
  });

  it('adds a criterion with an id made of its title, or else its text, that nothing had', () => {
    const before = library(rubric('style', [[criterion('no-claims')], [criterion('short')]]));
    expect(addCriterion(before, 'style', { title: 'No claims!', text: 'x', weight: 1 }, unused, 0)).toMatchObject({
      id: 'no-claims-2',
    });
    expect(
      addCriterion(
        before,
        'style',
        { text: 'Names its sources, each of them, and says where they were found', weight: 1 },
        unused,
      ).id,
    ).toBe('names-its-sources-each-of-them-and-says');
    expect(addCriterion(before, 'style', { text: '?!', weight: 1 }, unused).id).toBe('criterion');
  });

  it('keeps the id of a criterion whose words change, and takes a field away', () => {
    const changed = changeCriterion(
      library(rubric('style', [[criterion('short', { title: 'Short', gate: { threshold: 1 } })]])),
      'short',
      { title: 'Brief', gate: undefined },
      unused,
    );
    expect(criterionNamed(changed, 'short')).toEqual({
      rubric: 'style',
      version: 1,
      criterion: criterion('short', { title: 'Brief' }),
    });
  });

  it('flags a criterion with a reason, and takes that back', () => {
    const flagged = flagFaulty(style, 'kind', 'asks two things', unused);
    expect(criterionNamed(flagged, 'kind').criterion.faulty).toEqual({ reason: 'asks two things' });
    expect(unflag(flagged, 'kind', unused)).toEqual(style);
    expect(() => flagFaulty(style, 'kind', ' ', unused)).toThrow(/Enter a reason/);
  });

  it('clones a rubric behind it, with ids of its own', () => {
    const two = library(...style.rubrics, rubric('truth', [[criterion('true')]]));
    const { rubrics, id } = cloneRubric(two, 'style', { scope: { kind: 'slice', fields: { domain: 'law' } } }, unused);
    expect([id, rubrics.rubrics.map((each) => each.id)]).toEqual(['style-2', ['style', 'style-2', 'truth']]);
    expect(criteriaOf(rubrics, 'style-2')).toEqual(['is-it-short', 'is-it-clear', 'is-it-kind']);
    expect(rubrics.rubrics[1]?.scope).toEqual({ kind: 'slice', fields: { domain: 'law' } });
  });

  it('takes a rubric away that nobody judged under, and else leaves it without criteria', () => {
    expect(removeRubric(style, 'style', unused)).toEqual(library());
    const emptied = removeRubric(style, 'style', { used: inUse({ style: [1] }) });
    expect(emptied.rubrics[0]?.versions.map(({ version, criteria }) => [version, criteria.length])).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  it('merges across rubrics', () => {
    const two = library(
      rubric('style', [[criterion('short', { tags: ['a'] })]]),
      rubric('truth', [[criterion('brief', { tags: ['b', 'a'], gate: { threshold: 0.5 } }), criterion('true')]]),
    );
    const merged = mergeCriteria(two, 'short', 'brief', unused);
    expect(criteriaOf(merged, 'truth')).toEqual(['true']);
    expect(criterionNamed(merged, 'short').criterion).toEqual(
      criterion('short', { tags: ['a', 'b'], gate: { threshold: 0.5 }, merged: ['brief'] }),
    );
    // Verdicts still name it.
    expect(addCriterion(merged, 'truth', { title: 'Brief', text: 'x', weight: 1 }, unused).id).toBe('brief-2');
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'a rubric that there is not',
      () => addCriterion(style, 'stile', criterion('x'), unused),
      /There is no rubric “stile”\. The rubrics are style/,
    ],
    [
      'a criterion that there is not',
      () => changeCriterion(style, 'shrot', { weight: 2 }, unused),
      /There is no criterion “shrot” in any rubric/,
    ],
    [
      'a criterion of an earlier version',
      () => changeCriterion(library(rubric('style', [[criterion('short')], []])), 'short', { weight: 2 }, unused),
      /“short” is no longer active\. It is in an earlier version of the rubric “style”/,
    ],
    [
      'a gate outside of 0 to 1',
      () => changeCriterion(style, 'short', { gate: { threshold: 1.5 } }, unused),
      /Criterion “short”: gate\.threshold: Must be at most 1, but is 1\.5/,
    ],
    [
      'a weight that is none',
      () => changeCriterion(style, 'short', { weight: NaN }, unused),
      /Criterion “short”: weight: /,
    ],
    [
      'a category without categories',
      () => changeCriterion(style, 'short', { kind: 'category' }, unused),
      /categories: Is missing/,
    ],
    [
      'an example that is no answer',
      () => changeCriterion(style, 'short', { examples: [{ text: 'x', value: 3 }] }, unused),
      /examples\.0\.value: 3 is not an answer to this criterion\. Enter true or false/,
    ],
    ['merging with itself', () => mergeCriteria(style, 'short', 'short', unused), /cannot be merged with itself/],
    [
      'merging different answers',
      () => mergeCriteria(changeCriterion(style, 'short', { kind: 'scale' }, unused), 'short', 'clear', unused),
      /their answer types are different: “Scale” and “Yes or no”\. Change one of them first/,
    ],
    [
      'merging a merit and a fault',
      () => mergeCriteria(changeCriterion(style, 'short', { weight: -1 }, unused), 'short', 'clear', unused),
      /one has a positive weight and the other a negative weight/,
    ],
  ])('tells of %s', (_, edit, message) => {
    expect(edit).toThrow(UserError);
    expect(edit).toThrow(message);
  });
});

describe('an id made of a text', () => {
  it.each([
    ['Says what it declines', 'says-what-it-declines'],
    ["Don't “over-claim”", 'dont-over-claim'],
    ['Natürlich & naïve', 'naturlich-naive'],
    ['読みやすい 文', '読みやすい-文'],
    ['a'.repeat(60), 'a'.repeat(40)],
    ['🙂', ''],
  ])('of %j is %j', (text, id) => {
    expect(slugOf(text)).toBe(id);
  });
});
