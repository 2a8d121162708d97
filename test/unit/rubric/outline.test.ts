import { describe, expect, it } from 'vitest';
import { removeCriterion } from '../../../src/core/rubric/criteria';
import { removeRubric } from '../../../src/core/rubric/library';
import { detailOf, outlineOf } from '../../../src/core/rubric/outline';
import { RubricSearch } from '../../../src/core/rubric/search';
import { criterion, inUse, library, rubric } from '../made/rubrics';

const none = inUse({});
const style = rubric(
  'style',
  [
    [criterion('short'), criterion('clear')],
    [
      criterion('clear', { weight: 2 }),
      criterion('kind', {
        title: 'Kind',
        text: 'Is it  kind\nto the reader?',
        gate: { threshold: 0.5 },
        faulty: { reason: 'asks two things' },
      }),
    ],
  ],
  { title: 'Style', scope: { kind: 'slice', fields: { domain: 'law' } } },
);

describe('the outline of a library', () => {
  it('has of each rubric the criteria in force, in the order of their importance', () => {
    expect(outlineOf(library(style), inUse({ style: [1] }))).toEqual([
      {
        id: 'style',
        title: 'Style',
        scope: { kind: 'slice', fields: { domain: 'law' } },
        version: 2,
        inUse: false,
        gone: false,
        criteria: [
          { id: 'clear', label: 'Is it clear?', kind: 'yes-no', weight: 2, gate: false, faulty: false },
          { id: 'kind', label: 'Kind', kind: 'yes-no', weight: 1, gate: true, faulty: true },
        ],
      },
    ]);
  });

  it('tells a rubric that was taken out after it was judged under from one without criteria', () => {
    const used = inUse({ style: [2] });
    expect(outlineOf(removeRubric(library(style), 'style', { used }), used)).toMatchObject([
      { gone: true, version: 3, criteria: [] },
    ]);
    expect(outlineOf(library(rubric('new', [[]])), used)).toMatchObject([{ gone: false, criteria: [] }]);
  });

  it('cuts a long text, and takes it as one line', () => {
    const [line] = outlineOf(library(rubric('style', [[criterion('long', { text: 'word\n'.repeat(100) })]])), none);
    expect(line?.criteria[0]?.label).toMatch(/^word word .*…$/);
    expect(line?.criteria[0]?.label.length).toBeLessThanOrEqual(160);
  });
});

describe('what is selected', () => {
  it('is a criterion as it is in force', () => {
    expect(detailOf(library(style), { rubric: 'style', criterion: 'clear' }, inUse({ style: [2] }))).toEqual({
      kind: 'criterion',
      rubric: 'style',
      version: 2,
      inUse: true,
      criterion: criterion('clear', { weight: 2 }),
    });
    expect(detailOf(library(style), { rubric: 'style', criterion: 'short' }, none)).toBeUndefined();
    expect(detailOf(library(), { rubric: 'style', criterion: null }, none)).toBeUndefined();
  });

  it('is a rubric with its versions, the latest first, and what became other with each', () => {
    const three = removeCriterion(library(style), 'kind', {
      used: inUse({ style: [1, 2] }),
      author: 'ana',
      time: '2026-11-22T08:00:00.000Z',
    });
    expect(detailOf(three, { rubric: 'style', criterion: null }, inUse({ style: [1, 2] }))).toEqual({
      kind: 'rubric',
      rubric: 'style',
      title: 'Style',
      description: '',
      scope: { kind: 'slice', fields: { domain: 'law' } },
      versions: [
        {
          version: 3,
          time: '2026-11-22T08:00:00.000Z',
          author: 'ana',
          criteria: 1,
          inUse: false,
          inForce: true,
          change: { added: 0, removed: 1, changed: 0, moved: 0 },
        },
        {
          version: 2,
          time: undefined,
          author: undefined,
          criteria: 2,
          inUse: true,
          inForce: false,
          change: { added: 1, removed: 1, changed: 1, moved: 0 },
        },
        { version: 1, time: undefined, author: undefined, criteria: 2, inUse: true, inForce: false, change: null },
      ],
    });
  });
});

describe('a search in a library', () => {
  const search = new RubricSearch(
    library(
      rubric(
        'style',
        [
          [
            criterion('short', {
              title: 'Brief',
              text: 'Says it in few words',
              levels: { 1: 'rambles' },
              tags: ['length'],
              examples: [{ text: 'Ça va', value: true, note: 'Très bref' }],
            }),
            criterion('kind', { faulty: { reason: 'Ambiguous' } }),
          ],
        ],
        { title: 'Style guide' },
      ),
      rubric('truth', [[criterion('true', { text: 'Is it ＴＲＵＥ?' })]], {
        scope: { kind: 'slice', fields: { domain: 'law' } },
      }),
    ),
  );
  it.each([
    ['few BRIEF', ['short'], []],
    ['rambles', ['short'], []],
    ['length', ['short'], []],
    ['ça bref', ['short'], []],
    ['ambig', ['kind'], []],
    ['is it', ['kind', 'true'], []],
    ['true?', ['true'], []],
    ['guide', [], ['style']],
    ['domain=law', [], ['truth']],
    ['few true', [], []],
  ])('finds for %j what has all its words', (asked, criteria, rubrics) => {
    expect(search.find(asked)).toEqual({ criteria, rubrics });
  });

  it('asks nothing with blanks alone', () => {
    expect(search.find('  ')).toBeUndefined();
  });
});
