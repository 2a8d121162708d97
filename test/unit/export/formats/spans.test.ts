import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnWords, wordBounds } from '../../../../src/core/export/texts/wordBounds';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Judgement, Span } from '../../../../src/core/model/annotation/annotation';
import { codePointRange } from '../../../../src/core/model/text/codePoints';
import { createStudy } from '../../../../src/core/study/create';
import { root } from '../../made/bundle';
import { temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';
import { by, exported, faults, itemOf, named, readAgain, recordsIn, takenFor } from './formatFixtures';

const text = 'Two 🙂 and two are five, 漢字 says.';
const item = itemOf([text, 'Four.', 'Five.', ''], {
  references: ['Four.'],
  evidence: [
    { id: 'p', title: 'Sums', text: '2 + 2 = 4.', sentences: ['Sums', '2 + 2 = 4.'] },
    { id: 'q', text: 'Nothing.' },
  ],
});

/** The passage of a text with this quote, in code points. */
function passage(quote: string, changes: Partial<Span> = {}, of = text): Span {
  const start = of.indexOf(quote);
  return { ...codePointRange(of, { start, end: start + quote.length }), quote, type: 'Unverifiable', ...changes };
}
const marked = (spans: Span[], more: Judgement = {}): Judgement => ({
  critiques: [{ response: 'a', text: '', spans }],
  ...more,
});
/** What errors of the first row stand for. */
const quotes = (rows: readonly unknown[]): string[] =>
  (rows[0] as { feedback: { errors: { start: number; end: number }[] } }).feedback.errors.map(({ start, end }) =>
    Array.from(text).slice(start, end).join(''),
  );

describe('feedback for FG-RLHF', () => {
  it('is a record of four responses with passages, errors by code points, what is missing, the correction and six preferences', () => {
    const judgement: Judgement = {
      critiques: [
        {
          response: 'a',
          text: 'No.',
          spans: [passage('five,', { type: 'Wrong-Grounding', note: 'It is four.' })],
          missing: [
            { type: 'Missing-Answer', evidence: 'p', sentences: [1] },
            { type: 'Missing-Answer', note: 'no passage' },
          ],
        },
        { response: 'b', text: '', spans: [passage('Four.', {}, 'Four.')] },
      ],
      refinements: [
        { response: 'a', text: 'Four, once.' },
        { response: 'a', text: 'Four.', round: 2, of: 1 },
      ],
      ranking: { tiers: [['b'], ['a', 'c']] },
    };
    const { rows, dropped, notes } = exported('fg-rlhf', item, [by(1, item, judgement)]);
    expect(rows).toEqual([
      {
        question: 'Why?',
        passages: [
          ['Sums', '2 + 2 = 4.'],
          ['', 'Nothing.'],
        ],
        gold: 'Four.',
        'prediction 1': text,
        'prediction 2': 'Four.',
        'prediction 3': 'Five.',
        'prediction 4': '',
        feedback: {
          errors: [{ 'error type': 'Wrong-Grounding', explanation: 'It is four.', start: 18, end: 23 }],
          'missing-info': [{ 'error type': 'Missing-Answer', passage_id: 1, sentence_id: [1] }],
          'corrected-prediction': 'Four.',
        },
        preference: [2, 0, 1, 1, 1, 1],
      },
    ]);
    expect(dropped).toEqual({ 'other-response': 1, 'no-passage': 1 });
    expect(notes).not.toHaveProperty('pair-not-compared');
  });

  it('has the last correction that was not judged worse than the first response', () => {
    const refinements = [
      { response: 'a', text: 'Four.' },
      { response: 'a', text: 'Five.', round: 2, id: 'a~2' },
    ];
    const worse: Judgement = { comparisons: [{ a: 'a', b: 'a~2', outcome: 'a' }] };
    const { rows, dropped } = exported('fg-rlhf', item, [
      by(1, item, { ...marked([passage('five,')]), refinements, ...worse }),
    ]);
    expect(rows).toMatchObject([{ feedback: { 'corrected-prediction': 'Four.' } }]);
    expect(dropped).toEqual({ worsened: 1 });
  });

  it('has a passage that cuts a word moved to the bounds of the word, and counts it', () => {
    const { rows, notes } = exported('fg-rlhf', item, [by(1, item, marked([passage('wo are fi'), passage(' 漢')]))]);
    expect(quotes(rows)).toEqual(['two are five,', '漢字']);
    expect(notes).toMatchObject({ 'span-moved': 2, 'pair-not-compared': 6 });
  });

  it('leaves the later one of two passages that overlap out, also where they do so by their words only', () => {
    const { rows, dropped } = exported('fg-rlhf', item, [
      by(1, item, marked([passage('are five,'), passage('and two are'), passage('fi')])),
    ]);
    expect(quotes(rows)).toEqual(['and two are', 'five,']);
    expect(dropped).toEqual({ 'span-overlaps': 1 });
  });

  it('leaves praise, passages without a type, lost ones, empty ones and those outside of the text out, and counts each', () => {
    const spans = [
      passage('Two', { polarity: 'positive' }),
      { ...passage('and'), type: undefined },
      { start: 0, end: 4, quote: 'Gone', type: 'Redundant', lost: true as const },
      passage(' '),
      { start: 90, end: 95, quote: 'x', type: 'Redundant' },
    ];
    expect(exported('fg-rlhf', item, [by(1, item, marked(spans))])).toMatchObject({
      rows: [{ feedback: { errors: [] } }],
      dropped: { 'span-praise': 1, 'span-untyped': 1, 'span-lost': 2, 'span-empty': 1 },
    });
  });

  it.each([
    ['at its place', 'says.'],
    ['elsewhere', 'are'],
  ])('finds a passage that was lost and stands again %s, as the desk does', (where, quote) => {
    const again = passage(quote, { lost: true, ...(where === 'elsewhere' && { start: 0, end: quote.length }) });
    const { rows, dropped, notes } = exported('fg-rlhf', item, [by(1, item, marked([again]))]);
    expect([quotes(rows), dropped]).toEqual([[quote], {}]);
    expect(notes.moved).toBe(where === 'elsewhere' ? 1 : undefined);
  });

  it('takes no item of another number of responses, none whose first response nobody marked, and none that begins with an empty response', () => {
    const three = itemOf([text, 'b', 'c']);
    expect(exported('fg-rlhf', three, [by(1, three, marked([]))])).toMatchObject({
      rows: [],
      dropped: { 'not-four': 1 },
    });
    expect(
      exported('fg-rlhf', item, [
        by(1, item, { ranking: { tiers: [['a']] } }),
        by(2, item, { critiques: [{ response: 'a', text: 'Wrong.' }] }),
      ]),
    ).toMatchObject({ rows: [], dropped: { 'no-spans': 2 } });
    const blank = itemOf([' ', 'b', 'c', 'd']);
    expect(exported('fg-rlhf', blank, [by(1, blank, marked([]))])).toMatchObject({
      rows: [],
      dropped: { 'blank-response': 1 },
    });
  });

  const good = {
    question: 'Why?',
    passages: [['T', 's']],
    gold: '',
    'prediction 1': text,
    'prediction 2': 'b',
    'prediction 3': 'c',
    'prediction 4': 'd',
    feedback: {
      errors: [{ 'error type': 'Irrelevant', explanation: '', start: 4, end: 5 }],
      'missing-info': [],
      'corrected-prediction': '',
    },
    preference: [0, 1, 2, 0, 1, 2],
  };
  const withErrors = (...errors: object[]): object => ({
    feedback: {
      ...good.feedback,
      errors: errors.map((error) => ({ 'error type': 'Irrelevant', explanation: '', ...error })),
    },
  });
  it.each([
    [
      "KeyError: 'error type'",
      withErrors({ 'error type': undefined, start: 0, end: 3 }),
      `feedback.errors.0.error type: is missing: create_rel_fact_rm_files.py stops with "KeyError: 'error type'"`,
    ],
    ['assert start >= 0', withErrors({ start: -1, end: 3 }), 'is below 0: "assert start >= 0" fails'],
    [
      'IndexError: string index out of range',
      withErrors({ start: 0, end: 90 }),
      'reach from 0 to 90, which lies outside of "prediction 1": "IndexError: string index out of range"',
    ],
    [
      'AssertionError of the word bounds, which UTF-16 offsets fail',
      withErrors({ start: 5, end: 7 }),
      'begins or ends within a word: AssertionError ("make sure the left of start index or the end index points to an empty char")',
    ],
    [
      'AssertionError of overlapping errors',
      withErrors({ start: 0, end: 5 }, { start: 4, end: 9 }),
      'overlap at 4: AssertionError ("make sure each token finds at most one tag label")',
    ],
    [
      'IndexError: list assignment index out of range',
      { 'prediction 1': ' ', ...withErrors() },
      'prediction 1: is empty: create_rel_fact_rm_files.py stops with "IndexError: list assignment index out of range"',
    ],
    ['a list of preferences that is too short', { preference: [1] }, 'preference: must be six'],
    [
      'a type that silently counts as no matter of fact',
      withErrors({ 'error type': 'wrong fact', start: 0, end: 3 }),
      'warning: "wrong fact" is none of Irrelevant, Wrong-Grounding, Unverifiable, Redundant, Incoherent',
    ],
  ])('tells %s', async (_, changes, message) => {
    expect(await faults('fg-rlhf', good)).toEqual([]);
    expect(await takenFor(good)).toBe('fg-rlhf');
    expect(await faults('fg-rlhf', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });

  const words = fc
    .array(fc.constantFrom('a', 'é!', '漢字', '🙂', '𝒳y', '\u0085', '\ufeff'), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(' '));
  it('is read back as the same passages, preferences and correction, and written again as the same rows', async () => {
    const types = fc.constantFrom('Irrelevant', 'Wrong-Grounding', 'Redundant');
    const outcome = fc.constantFrom('a' as const, 'b' as const, 'tie' as const);
    await fc.assert(
      fc.asyncProperty(
        words.filter((each) => each.trim() !== ''),
        fc.array(
          fc.tuple(
            fc.nat({ max: 20 }),
            fc.nat({ max: 20 }),
            types,
            fc.option(
              words.filter((each) => each.trim() !== ''),
              { nil: undefined },
            ),
          ),
          { maxLength: 4 },
        ),
        fc.array(outcome, { minLength: 6, maxLength: 6 }),
        fc.option(
          words.filter((each) => each.trim() !== ''),
          { nil: undefined },
        ),
        async (first, cuts, outcomes, corrected) => {
          const own = itemOf([first, 'b', 'c', 'd']);
          const length = Array.from(first).length;
          const spans = cuts.map(([one, other, type, note]): Span => {
            const [start, end] = [Math.min(one, other, length), Math.min(Math.max(one, other), length)];
            return {
              start,
              end,
              quote: Array.from(first).slice(start, end).join(''),
              type,
              ...(note !== undefined && { note }),
            };
          });
          const ids = [
            ['a', 'b'],
            ['a', 'c'],
            ['a', 'd'],
            ['b', 'c'],
            ['b', 'd'],
            ['c', 'd'],
          ] as const;
          const judgement: Judgement = {
            ...marked(spans),
            comparisons: ids.map(([a, b], i) => ({ a, b, outcome: outcomes[i]! })),
            ...(corrected !== undefined && { refinements: [{ response: 'a', text: corrected }] }),
          };
          const { rows } = exported('fg-rlhf', own, [by(1, own, judgement)]);
          expect(await faults('fg-rlhf', ...rows)).toEqual([]);
          const { layout, read } = await readAgain(rows);
          expect(layout).toBe('fine-grained-rlhf');
          const { item: back, labels } = read[0]!;
          expect(labels[0]!.judgement.comparisons?.map((each) => each.outcome)).toEqual(outcomes);
          expect(labels[0]!.judgement.refinements?.[0]?.text).toEqual(corrected);
          for (const { start, end, quote } of labels[0]!.judgement.critiques![0]!.spans!)
            expect(Array.from(first).slice(start, end).join('')).toBe(quote);
          expect(exported('fg-rlhf', back, [by(1, back, labels[0]!.judgement, { hash: back.hash })]).rows).toEqual(
            rows,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has passages on words as Python splits them', () => {
    expect(isOnWords('a\u0085b', { start: 2, end: 3 })).toBe(true);
    expect(isOnWords('a\ufeffb', { start: 2, end: 3 })).toBe(false);
    expect(wordBounds('ab cd', { start: 1, end: 3 })).toEqual({ start: 0, end: 2 });
    expect(wordBounds('ab  cd', { start: 2, end: 4 })).toBeUndefined();
  });
});

describe('the table of passages', () => {
  it('has a row for each, with offsets in code points, and null for what was not said', () => {
    const judged = by(
      1,
      item,
      marked([
        passage('漢字', { polarity: 'negative', severity: 2, note: 'What?' }),
        { ...passage('Two'), type: undefined },
        passage('gone', { lost: true, start: 0, end: 4 }),
      ]),
    );
    const { rows, dropped, from } = exported(
      'spans',
      item,
      [
        judged,
        by(2, item, { critiques: [{ response: 'a', text: 'Fine.', missing: [{ note: 'why' }] }] }),
        by(3, item, { rationale: 'x' }),
      ],
      {},
      {},
      'In winter.',
    );
    const common = {
      annotation: judged.id,
      annotator: judged.annotator,
      item: 'item-1',
      context: 'In winter.',
      response: 'a',
      critique: '',
    };
    expect(rows).toEqual([
      {
        ...common,
        start: 24,
        end: 26,
        quote: '漢字',
        type: 'Unverifiable',
        polarity: 'negative',
        severity: 2,
        note: 'What?',
      },
      { ...common, start: 0, end: 3, quote: 'Two', type: null, polarity: null, severity: null, note: null },
    ]);
    expect(dropped).toEqual({ 'span-lost': 1, 'no-place': 1, 'no-spans': 1 });
    expect(from).toMatchObject([{ response: 'a', context: 'In winter.' }, {}]);
  });

  it('tells a quote that is not as long as its passage (offsets in UTF-16)', async () => {
    const row = {
      annotation: 'x',
      annotator: 'ana',
      item: 'i',
      context: null,
      response: 'a',
      start: 0,
      end: 1,
      quote: '🙂',
      type: null,
      polarity: null,
      severity: null,
      note: null,
      critique: '',
    };
    expect(await faults('spans', row)).toEqual([]);
    expect(await takenFor(row)).toBe('spans');
    expect(await faults('spans', { ...row, end: 2 })).toEqual([
      'has a quote whose length differs from "start" to "end" (counted in code points)',
    ]);
  });
});

const feedback = join(root, '../shared/data/fine-grained-rlhf-qa-dev-feedback.json');
describe.skipIf(!existsSync(feedback))("FG-RLHF's own feedback (dev)", () => {
  interface Source {
    readonly feedback: { readonly errors: readonly unknown[] };
  }
  it('comes out as it went in, all 500 records with their 1,373 errors, and as a table with a row for each', async () => {
    const source = JSON.parse(readFileSync(feedback, 'utf8')) as Source[];
    const folder = temporaryFolder();
    await createStudy({ projectFile: join(folder, 'study.tiebreak'), datasets: [feedback] });
    const study = await opened(join(folder, 'study.tiebreak'));
    await importLabels(study, { annotator: 'source' });
    const { files, tally } = await writeExport(study, { format: named('fg-rlhf') }, join(folder, 'fg'));
    const rows = recordsIn(files[0]!);
    expect((await validateExport(files[0]!, 'fg-rlhf')).problems).toEqual([]);
    expect(rows).toEqual(source);
    expect(tally.notes).toEqual({});
    const table = await writeExport(study, { format: named('spans') }, join(folder, 'spans'));
    expect(table.tally.rows.train).toBe(source.reduce((sum, each) => sum + each.feedback.errors.length, 0));
    await study.close();
  });
});
