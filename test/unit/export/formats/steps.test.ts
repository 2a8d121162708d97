import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../src/core/model/annotation/annotation';
import { stepLabels } from '../../../../src/core/model/annotation/judgementValues';
import { codePointOffset } from '../../../../src/core/model/text/codePoints';
import { by, exported, faults, itemOf, readAgain, takenFor } from './formatFixtures';

/** The steps of a response of lines, with their labels. */
function labelled(lines: readonly string[], labels: readonly Step['label'][], response = 'a'): Step[] {
  let start = 0;
  return lines.map((line, i) => {
    const end = start + codePointOffset(line, line.length);
    const step = { response, start, end, label: labels[i] ?? null };
    start = end + 1;
    return step;
  });
}

const lines = ['Two 🙂 and two.', 'That is 漢字.', 'So 5.', 'Well.', ''];
const item = itemOf([lines.join('\n'), 'One\nTwo']);
const all = by(1, item, { steps: labelled(lines, ['correct', 'unnecessary', 'incorrect', null, 'correct']) });

describe('steps for TRL', () => {
  it('are cut out of the text by code points; those without a label or text are left out, and the prompt ends with a line break', () => {
    const { rows, from, dropped } = exported('trl-prm', item, [all]);
    expect(rows).toEqual([
      { prompt: 'Why?\n', completions: ['Two 🙂 and two.', 'That is 漢字.', 'So 5.'], labels: [true, true, false] },
    ]);
    expect(from).toMatchObject([{ annotations: [all.id], response: 'a' }]);
    expect(dropped).toEqual({ 'step-unjudged': 1, 'step-empty': 1 });
  });

  it.each([
    ['left out and right', {}, [true, true, false], { 'unnecessary-right': 1 }, { 'step-neutral': 1 }],
    [
      'wrong and right',
      { neutral: 'wrong' },
      [true, false, true, false],
      { 'neutral-wrong': 1, 'unnecessary-right': 1 },
      {},
    ],
    [
      'right and wrong',
      { neutral: 'right', unnecessary: 'wrong' },
      [true, true, false, false],
      { 'neutral-right': 1, 'unnecessary-wrong': 1 },
      {},
    ],
    ['left out and right', { neutral: 'out' }, [true, true, false], { 'unnecessary-right': 1 }, { 'step-neutral': 1 }],
    [
      'wrong and left out',
      { neutral: 'wrong', unnecessary: 'out' },
      [true, false, false],
      { 'neutral-wrong': 1 },
      { 'step-unnecessary': 1 },
    ],
  ] as const)(
    'that are neutral, and correct but unnecessary, count as %s with %j, each by its own option, and this is told',
    (_, options, labels, notes, dropped) => {
      const told = exported(
        'trl-prm',
        item,
        [by(1, item, { steps: labelled(lines.slice(0, 4), ['correct', 'neutral', 'unnecessary', 'incorrect']) })],
        options,
      );
      expect(told).toMatchObject({ rows: [{ labels }] });
      expect([told.notes, told.dropped]).toEqual([notes, dropped]);
    },
  );

  it('end with the first error where that is asked for, and a neutral one is none', () => {
    const told = exported(
      'trl-prm',
      item,
      [by(1, item, { steps: labelled(lines.slice(0, 4), ['neutral', 'incorrect', 'correct', 'incorrect']) })],
      { steps: 'first-error', neutral: 'right' },
    );
    expect(told).toMatchObject({ rows: [{ labels: [true, false] }], dropped: { 'after-error': 2 } });
  });

  it('are a row for each annotator and response, under the context before the prompt; who judged none gives none', () => {
    const two = by(2, item, {
      steps: [...labelled(['One', 'Two'], ['correct', 'correct'], 'b'), ...labelled(lines.slice(0, 1), ['incorrect'])],
    });
    const { rows, dropped, notes } = exported(
      'trl-prm',
      item,
      [all, two, by(3, item, { rationale: 'Hm.' })],
      {},
      {},
      'In winter.',
    );
    expect(rows).toMatchObject([
      { prompt: 'In winter.\n\nWhy?\n', labels: [true, true, false] },
      { labels: [true, true] },
      { labels: [false] },
    ]);
    expect(dropped['no-steps']).toBe(1);
    expect(notes['under-context']).toBe(3);
  });

  it('of a text that is shorter now, or of a response that is gone, are left out', () => {
    expect(
      exported('trl-prm', item, [
        by(1, item, {
          steps: [
            { response: 'b', start: 4, end: 9, label: 'correct' },
            { response: 'gone', start: 0, end: 1, label: 'correct' },
          ],
        }),
      ]),
    ).toMatchObject({ rows: [], dropped: { 'step-lost': 1, stale: 1 } });
  });

  const quoted = (texts: readonly string[], labels: readonly Step['label'][]): Step[] =>
    labelled(texts, labels).map((step, at) => ({ ...step, quote: texts[at] ?? '' }));
  const was = ['First multiply 3 by 4: 12.', 'So.', 'Then add 2: 14.', 'So.'];
  const labels = ['correct', 'incorrect', 'correct', 'correct'] as const;
  const stale = (now: readonly string[], steps: readonly Step[]): ReturnType<typeof exported> =>
    exported('trl-prm', itemOf([now.join('\n')], { hash: 'another hash' }), [by(1, item, { steps: [...steps] })]);

  it.each<[string, readonly string[], readonly string[], readonly boolean[], number, number]>([
    ['moved along', ['🙂 We add up.', ...was], was, [true, false, true, true], 0, 4],
    ['rewritten', ['First multiply.', ...was.slice(1)], was.slice(1), [false, true, true], 1, 3],
    [
      'there once of twice',
      ['Hm.', was[0] ?? '', 'So.', was[2] ?? ''],
      ['First multiply 3 by 4: 12.', 'Then add 2: 14.'],
      [true, true],
      2,
      2,
    ],
    ['all gone', ['Restate: we have nothing.'], [], [], 4, 0],
  ])('of a text that changed are found by their quotes, or told as lost: %s', (_, now, kept, right, lost, moved) => {
    const told = stale(now, quoted(was, labels));
    expect(told.rows.flatMap(({ completions }) => completions)).toEqual(kept);
    expect(told.rows.flatMap(({ labels: own }) => own)).toEqual(right);
    expect([told.dropped, told.notes]).toEqual([lost > 0 ? { 'step-lost': lost } : {}, moved > 0 ? { moved } : {}]);
  });

  it('of old lines, which have no quotes, are lost once the text may be another, and never cut at old offsets', () => {
    expect(stale(['Restate: we have', ...was], labelled(was, labels))).toMatchObject({
      rows: [],
      dropped: { 'step-lost': 4 },
    });
    expect(exported('trl-prm', itemOf([was.join('\n')]), [by(1, item, { steps: labelled(was, labels) })]).rows).toEqual(
      [{ prompt: 'Why?\n', completions: was, labels: [true, false, true, true] }],
    );
  });
});

const good = { prompt: 'Why?\n', completions: ['a', 'b'], labels: [true, false] };
describe('of rows that TRL reads as steps', () => {
  it('good ones are known by their fields, and nothing is wrong with them', async () => {
    expect(await faults('trl-prm', good, { ...good, labels: [1, 0] })).toEqual([]);
    expect(await takenFor(good)).toBe('trl-prm');
  });

  it.each([
    [
      'ValueError: zip() argument 2 is shorter than argument 1',
      { labels: [true] },
      'TRL stops with "ValueError: zip() argument 2 is shorter than argument 1"',
    ],
    [
      'TypeError: int() argument must be a string',
      { labels: [true, null] },
      'TRL stops with a TypeError of int() at null',
    ],
    [
      'IndexError: Target -1 is out of bounds',
      { labels: [true, -1] },
      'TRL stops with "IndexError: Target -1 is out of bounds"',
    ],
    ['ValueError of a conversational prompt', { prompt: [{ role: 'user', content: 'Why?' }] }, 'prompt: must be text'],
    [
      '0.5, which is silently 0',
      { labels: [true, 0.5] },
      'warning: a label is between 0 and 1: TRL rounds it down to 0',
    ],
    ['an empty step, which is silently accepted', { completions: ['a', ''] }, 'warning: a step is empty'],
    [
      'a prompt that is joined to the first step',
      { prompt: 'Why?' },
      'warning: the prompt does not end with white space',
    ],
  ])('tells %s', async (_, changes, message) => {
    expect(await faults('trl-prm', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

describe('steps for Math-Shepherd', () => {
  it('get their number, the marker and their sign', () => {
    const { rows } = exported('math-shepherd', { ...item, metadata: { task: 'GSM8K' } }, [all]);
    expect(rows).toEqual([
      {
        input: 'Why? Step 1: Two 🙂 and two. ки\nStep 2: That is 漢字. ки\nStep 3: So 5. ки',
        label: 'Why? Step 1: Two 🙂 and two. +\nStep 2: That is 漢字. +\nStep 3: So 5. -',
        task: 'GSM8K',
      },
    ]);
  });

  it('are left out where a text holds the marker', () => {
    const own = itemOf(['Say ки.']);
    expect(exported('math-shepherd', own, [by(1, own, { steps: labelled(['Say ки.'], ['correct']) })])).toMatchObject({
      rows: [],
      dropped: { 'not-template': 1 },
    });
  });

  it('tells of a row with fewer signs than markers, or without any', async () => {
    expect(
      await faults('math-shepherd', {
        input: 'Q Step 1: a ки\nStep 2: b ки',
        label: 'Q Step 1: a +\nStep 2: b',
        task: '',
      }),
    ).toEqual(['has a different number of signs in its label than of "ки" in its input']);
    expect(await faults('math-shepherd', { input: 'Q Step 1: a', label: 'Q Step 1: a', task: '' })).toEqual([
      'has no "ки" in its input, so there is no position for the sign of a step',
    ]);
  });
});

const word = fc
  .array(fc.constantFrom('a', 'é', '漢字', '🙂', '𝒳', 'two words', '2 + 2 = 4.', '-'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '));
const solution = fc.array(fc.record({ text: word, label: fc.constantFrom(...stepLabels) }), {
  minLength: 1,
  maxLength: 5,
});

describe.each(['trl-prm', 'math-shepherd'])('a file of %s', (format) => {
  it('is read back as the same steps, right or wrong, and written again as the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(solution, { minLength: 1, maxLength: 3 }), word, async (solutions, prompt) => {
        const rows = solutions.flatMap((steps) => {
          // A neutral step is neither right nor wrong, and left out.
          const own = itemOf([steps.map(({ text }) => text).join('\n')], {
            prompt: [{ role: 'user', content: prompt }],
            promptText: prompt,
          });
          return exported(format, own, [
            by(1, own, {
              steps: labelled(
                steps.map(({ text }) => text),
                steps.map(({ label }) => label),
              ),
            }),
          ]).rows;
        });
        if (rows.length === 0) return;
        expect(await faults(format, ...rows)).toEqual([]);
        const { layout, read } = await readAgain(rows);
        expect(layout).toBe(format === 'trl-prm' ? 'stepwise' : 'math-shepherd');
        expect(read.map(({ labels }) => labels[0]?.judgement.steps?.map(({ label }) => label))).toEqual(
          solutions.flatMap((steps) => {
            const kept = steps.filter(({ label }) => label !== 'neutral');
            return kept.length === 0
              ? []
              : [kept.map(({ label }) => (label === 'incorrect' ? 'incorrect' : 'correct'))];
          }),
        );
        const again = read.flatMap(
          ({ item: own, labels }) => exported(format, own, [by(1, own, labels[0]!.judgement)]).rows,
        );
        expect(again).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });
});
