import fc from 'fast-check';
import type { Item, Message } from '../../../../src/core/model/item/item';
import { placedRunSteps } from '../../../../src/core/model/item/placedRunSteps';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { shortHash } from '../../../../src/core/model/text/shortHash';
import { by, exported, faults, itemOf, readAgain, takenFor } from './formatFixtures';

const user = (content: string): object => ({ role: 'user', content });
const assistant = (content: string): object => ({ role: 'assistant', content });
const item = itemOf(['So 🙂.', 'No.', '漢字']);
const edited: Judgement = {
  refinements: [
    { response: 'a', text: 'So it is.', id: 'a~1' },
    { response: 'a', text: 'So it was.', round: 2, of: 1 },
  ],
  critiques: [{ response: 'a', text: 'Too short.' }],
  ratings: [{ response: 'a~1', aspect: 'Overall', value: 4 }],
};

describe('edits', () => {
  it('are a row a round, each with the text that was edited, what was wrong with it and how the edit was rated', () => {
    const { rows, from } = exported('refinements', item, [by(1, item, edited)]);
    expect(rows).toEqual([
      { prompt: 'Why?', initial: 'So 🙂.', critique: 'Too short.', refined: 'So it is.', score: 4 },
      { prompt: 'Why?', initial: 'So it is.', critique: '', refined: 'So it was.', score: null },
    ]);
    expect(from).toMatchObject([{ response: 'a' }, { response: 'a' }]);
  });

  it('that change nothing, are of a response or round that is gone, or were not made are none', () => {
    const none: Judgement = {
      refinements: [
        { response: 'b', text: 'No.' },
        { response: 'gone', text: 'x' },
        { response: 'a', text: 'x', round: 3, of: 2 },
      ],
    };
    expect(exported('refinements', item, [by(1, item, none), by(2, item, { rationale: 'x' })])).toMatchObject({
      rows: [],
      dropped: { identical: 1, stale: 2, 'no-refinement': 1 },
    });
  });

  it('are pairs: the edited text over the one before, for each annotator, under the context as it is exported', () => {
    const { rows, from } = exported('refinement-pairs', item, [
      by(1, item, edited),
      by(2, item, { refinements: [{ response: 'c', text: '' }] }),
    ]);
    expect(rows).toEqual([
      { prompt: [user('Why?')], chosen: [assistant('So it is.')], rejected: [assistant('So 🙂.')] },
      { prompt: [user('Why?')], chosen: [assistant('So it was.')], rejected: [assistant('So it is.')] },
      { prompt: [user('Why?')], chosen: [assistant('')], rejected: [assistant('漢字')] },
    ]);
    expect(from).toMatchObject([
      { chosen: 'a~1', rejected: 'a' },
      { chosen: 'a~2', rejected: 'a~1' },
      { chosen: 'c~1', rejected: 'c' },
    ]);
  });

  it.each([
    ['worse', [['a'], ['a~1', 'b']], 1],
    ['as good', [['a', 'a~1'], ['b']], 1],
    ['better', [['a~1'], ['a']], 0],
  ])('that were judged again and found %s', (_, tiers, dropped) => {
    const told = exported('refinement-pairs', item, [
      by(
        1,
        item,
        { refinements: [{ response: 'a', text: 'So it is.', id: 'a~1' }], ranking: { tiers } },
        { shown: ['a', 'a~1', 'b', 'c'] },
      ),
    ]);
    expect(told.rows).toHaveLength(1 - dropped);
    expect(told.dropped).toEqual(dropped === 0 ? {} : { 'not-improved': 1 });
  });

  it('that were compared with the text before count by what came out, whichever side they stood on', () => {
    const pairs = (outcome: 'a' | 'b' | 'too-close', sides: { a: string; b: string }): number =>
      exported('refinement-pairs', item, [
        by(1, item, {
          refinements: [{ response: 'a', text: 'So it is.', id: 'a~1' }],
          comparisons: [{ ...sides, outcome }],
        }),
      ]).rows.length;
    expect([
      pairs('a', { a: 'a~1', b: 'a' }),
      pairs('b', { a: 'a', b: 'a~1' }),
      pairs('a', { a: 'a', b: 'a~1' }),
      pairs('too-close', { a: 'a~1', b: 'a' }),
    ]).toEqual([1, 1, 0, 0]);
  });

  it.each([
    ['null for text', { refined: null }, 'refined: must be text'],
    ['a score that is text', { score: '4' }, 'score: must be a number or null'],
    ['an edit that changes nothing', { refined: 'a' }, 'warning: initial and refined are the same'],
    ['an edit without a critique', { critique: '' }, 'warning: there is no critique'],
  ])('tell %s', async (_, changes, message) => {
    const good = { prompt: 'Why?', initial: 'a', critique: 'x', refined: 'b', score: null };
    expect(await faults('refinements', good)).toEqual([]);
    expect(await takenFor(good)).toBe('refinements');
    expect(await faults('refinements', { ...good, ...changes })).toEqual([expect.stringContaining(message)]);
  });
});

/** Formats whose rows teach to write the edited text, with that text in them. */
const targets = [
  ['refinements', ({ refined }: Record<string, unknown>) => refined],
  ['helpsteer3-edit', ({ edited_response: text }: Record<string, unknown>) => text],
] as const;

describe.each(targets)('edits as targets in %s', (format, textOf) => {
  const refinements = [
    { response: 'a', text: 'So it is.', id: 'a~1' },
    { response: 'a', text: 'So it was.', round: 2, of: 1, id: 'a~2' },
  ];
  const shown = ['a', 'a~1', 'a~2', 'b', 'c'];
  const worse = { outcome: 'a' as const, a: 'a', b: 'a~1' };
  it.each<[string, Judgement, readonly string[]]>([
    ['ranked below it', { ranking: { tiers: [['a'], ['a~2'], ['a~1']] } }, []],
    ['that are as good', { ranking: { tiers: [['a', 'a~1', 'a~2']] } }, ['So it is.', 'So it was.']],
    [
      'that are better than the edit before, and worse than the response',
      {
        comparisons: [worse, { a: 'a~1', b: 'a~2', outcome: 'b' }, { a: 'a~2', b: 'a', outcome: 'b' }],
      },
      [],
    ],
    ['that lost to it', { comparisons: [worse] }, ['So it was.']],
    [
      'that lost to it by a criterion alone',
      { comparisons: [{ ...worse, criterion: 'tone' }] },
      ['So it is.', 'So it was.'],
    ],
    ['that are not acceptable where it is', { acceptable: { a: true, 'a~1': false } }, ['So it was.']],
    [
      'rated below it as a whole',
      {
        ratings: [
          { response: 'a', aspect: 'overall', value: 4 },
          { response: 'a~1', aspect: 'overall', value: 3 },
          { response: 'a~2', aspect: 'overall', value: 5 },
        ],
      },
      ['So it was.'],
    ],
  ])('%s: left out where they are worse than the original, and told', (_, judgement, left) => {
    const { rows, dropped } = exported(format, item, [by(1, item, { refinements, ...judgement }, { shown })]);
    expect(rows.map(textOf)).toEqual(left);
    expect(dropped).toEqual(left.length === 2 ? {} : { worsened: 2 - left.length });
  });
});

it('edits have beside them what was written of the text that was edited, and by whoever edited it', () => {
  const one: Judgement = {
    refinements: [
      { response: 'a', text: 'So it is.' },
      { response: 'a', text: 'So it was.', round: 2, of: 1 },
    ],
    critiques: [{ response: 'a', text: 'The wrong man.' }],
  };
  const other: Judgement = {
    refinements: [{ response: 'a', text: 'Not so.', id: 'a~1' }],
    critiques: [{ response: 'a~1', text: 'Rude.' }],
  };
  const both = [by(1, item, one), by(2, item, other, { shown: ['a', 'b', 'c', 'a~1'] })];
  expect(exported('refinements', item, both).rows.map(({ critique }) => critique)).toEqual(['The wrong man.', '', '']);
  expect(exported('helpsteer3-edit', item, both).rows.map(({ feedback }) => feedback)).toEqual([
    ['The wrong man.'],
    [],
    ['The wrong man.'],
  ]);
});

describe("answers of one's own", () => {
  it('are a conversation each, several to a prompt, behind its system message', () => {
    const own = itemOf(['a'], {
      prompt: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Why?' },
      ],
    });
    const { rows, from, dropped, notes } = exported('demonstrations', own, [
      by(1, own, {
        demonstrations: [
          { turns: [{ role: 'assistant', content: 'So 🙂.' }] },
          {
            turns: [
              { role: 'assistant', content: 'Let me see.' },
              { role: 'user', content: 'Yes?' },
              { role: 'assistant', content: '' },
            ],
          },
        ],
      }),
      by(2, own, { rationale: 'x' }),
    ]);
    expect(rows).toEqual([
      { messages: [...own.prompt, assistant('So 🙂.')] },
      { messages: [...own.prompt, assistant('Let me see.'), user('Yes?'), assistant('')] },
    ]);
    expect(from).toMatchObject([{ demonstration: 1 }, { demonstration: 2 }]);
    expect(dropped).toEqual({ 'no-demonstration': 1 });
    expect(notes).toEqual({});
  });

  it('are runs that were taken over: their turns up to the step, and what the annotator leaves as a block', () => {
    const calls = (...ids: string[]) => ids.map((id) => ({ id, name: 'bash', arguments: { command: id } }));
    const turns: Message[] = [
      { role: 'assistant', content: 'I look.', toolCalls: calls('c1', 'c2'), key: 'k1' },
      { role: 'tool', content: 'one', toolCallId: 'c1' },
      { role: 'tool', content: 'two', toolCallId: 'c2' },
      { role: 'assistant', content: '', toolCalls: calls('c3'), key: 'k2' },
      { role: 'tool', content: 'three', toolCallId: 'c3' },
      { role: 'assistant', content: 'I give up.', key: 'k3' },
    ];
    const own = itemOf(['a', 'b']);
    const run = {
      ...own,
      responses: [{ ...own.responses[0]!, id: 'a', turns, run: { harness: 'x' } }, own.responses[1]!],
    };
    const patch = 'diff --git a/x.md b/x.md\n--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+```\n';
    const [first] = placedRunSteps(run.responses[0]!);
    const { rows, from, dropped } = exported('demonstrations', run, [
      by(1, run, {
        takeovers: [{ response: 'a', step: first!.key, at: 0, patch, leftOut: ['x.png'], text: 'Mended.' }],
      }),
      by(2, run, { takeovers: [{ response: 'a', patch: patch.replace('```', 'b') }] }),
      by(3, run, { takeovers: [{ response: 'a', step: 'gone', at: 7, patch }] }),
      by(4, run, { takeovers: [{ response: 'nobody', patch }] }),
    ]);
    const said = rows.map((row) => (row as { messages: Message[] }).messages.slice(run.prompt.length));
    expect(said.map((messages) => messages.map(({ content }) => content))).toEqual([
      ['I look.', 'one', 'two', `Mended.\n\n\`\`\`\`diff\n${patch}\`\`\`\``],
      // Its own last word gives way to the annotator's.
      ['I look.', 'one', 'two', '', 'three', `\`\`\`diff\n${patch.replace('```', 'b')}\`\`\``],
    ]);
    expect(from).toMatchObject([
      { takeover: 'a', step: first!.key, left_out: ['x.png'] },
      { takeover: 'a', step: null },
    ]);
    expect(dropped).toEqual({ 'takeover-lost': 2 });
  });
});

const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });
describe('the best response', () => {
  it('is a row for each annotator, as messages and as text', () => {
    const judged = [by(1, item, ranked(['b'], ['a', 'c'])), by(2, item, ranked(['c']))];
    expect(exported('best-of-n', item, judged).rows).toEqual([
      { messages: [user('Why?'), assistant('No.')] },
      { messages: [user('Why?'), assistant('漢字')] },
    ]);
    expect(exported('sft-text', item, judged, {}, {}, 'In winter.').rows).toEqual([
      { prompt: 'In winter.\n\nWhy?', completion: 'No.' },
      { prompt: 'In winter.\n\nWhy?', completion: '漢字' },
    ]);
    expect(exported('best-of-n', item, judged).dropped).toEqual({});
  });

  it('of several that are tied is the first that was shown, or every one where that is asked for', () => {
    const judged = [by(1, item, ranked(['a', 'c'], ['b']), { shown: ['c', 'b', 'a'] })];
    expect(exported('sft-text', item, judged)).toMatchObject({
      rows: [{ completion: '漢字' }],
      dropped: { 'tied-best': 1 },
    });
    const all = exported('sft-text', item, judged, { ties: 'all' });
    expect(all.rows).toMatchObject([{ completion: '漢字' }, { completion: 'So 🙂.' }]);
    expect(all.dropped).toEqual({});
  });

  it('is none where all are tied, where they beat each other in a circle, where nothing was compared, or where it is not acceptable', () => {
    const circle: Judgement = {
      comparisons: [
        { a: 'a', b: 'b', outcome: 'a' },
        { a: 'b', b: 'c', outcome: 'a' },
        { a: 'a', b: 'c', outcome: 'b' },
      ],
    };
    const judged = [
      ranked(['a', 'b', 'c']),
      circle,
      { rationale: 'x' },
      { ...ranked(['a'], ['b', 'c']), acceptable: { a: false } },
    ].map((judgement, i) => by(i + 1, item, judgement));
    expect(exported('best-of-n', item, judged)).toMatchObject({
      rows: [],
      dropped: { 'no-best': 2, 'no-preference': 1, 'not-acceptable': 1 },
    });
  });

  it('is no run that failed, unless somebody calls it acceptable', () => {
    const failed: Item = {
      ...item,
      responses: item.responses.map((response) => ({
        ...response,
        run: { harness: 'x' },
        verifiers: [{ name: 'resolved', passed: response.id !== 'a' }],
      })),
    };
    const judgement = ranked(['a'], ['b', 'c']);
    expect(exported('best-of-n', failed, [by(1, failed, judgement)])).toMatchObject({
      rows: [],
      dropped: { 'failed-run': 1 },
    });
    const accepted = exported('best-of-n', failed, [by(1, failed, { ...judgement, acceptable: { a: true } })]);
    expect(accepted.rows).toHaveLength(1);
    expect(accepted.dropped).toEqual({});
  });

  it('by comparisons is the one that beat another and lost to none, by one criterion where that is asked for', () => {
    const judged = [
      by(1, item, {
        comparisons: [
          { a: 'a', b: 'b', outcome: 'b' },
          { a: 'b', b: 'c', outcome: 'tie' },
          { a: 'a', b: 'c', outcome: 'a', criterion: 'safer' },
        ],
      }),
    ];
    expect(exported('sft-text', item, judged).rows).toMatchObject([{ completion: 'No.' }]);
    expect(exported('sft-text', item, judged, { criterion: 'safer' })).toMatchObject({
      rows: [{ completion: 'So 🙂.' }],
      criteria: ['safer'],
    });
  });
});

describe('rows for supervised fine-tuning', () => {
  const good = { messages: [user('Why?'), assistant('So.')] };
  it.each([
    [
      'an empty list (IndexError)',
      { messages: [] },
      'messages: is an empty list: TRL stops with an IndexError or trains on empty text, depending on a random order',
    ],
    [
      'content that is null',
      { messages: [user('Why?'), { role: 'assistant', content: null }] },
      'messages.1.content: must be text',
    ],
    [
      'a conversation that ends with the user',
      { messages: [user('Why?')] },
      'warning: the last turn is not an assistant turn',
    ],
    ['an answer that is empty', { messages: [user('Why?'), assistant('')] }, 'warning: the answer is empty'],
  ])('tell %s', async (_, row, message) => {
    expect(await faults('best-of-n', good)).toEqual([]);
    expect(['best-of-n', 'demonstrations']).toContain(await takenFor(good));
    expect(await faults('demonstrations', row)).toEqual([expect.stringContaining(message)]);
  });

  it('tell a completion that is empty, or no text', async () => {
    expect(await takenFor({ prompt: 'Why?', completion: 'So.' })).toBe('sft-text');
    expect(await faults('sft-text', { prompt: 'Why?', completion: '' })).toEqual([
      'warning: the completion is empty: the model learns to give empty answers',
    ]);
    expect(await faults('sft-text', { prompt: 'Why?', completion: [assistant('So.')] })).toEqual([
      expect.stringContaining('completion: must be text'),
    ]);
  });
});

it('edits as pairs are read back as the same preferences between the same texts', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '漢字', '🙂', '𝒳', '\n'), { maxLength: 4 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(text, text).filter(([one, other]) => one !== other),
        { minLength: 1, maxLength: 4 },
      ),
      async (edits) => {
        const rows = edits.flatMap(([before, after]) => {
          const own = itemOf([before]);
          return exported('refinement-pairs', own, [by(1, own, { refinements: [{ response: 'a', text: after }] })])
            .rows;
        });
        const { read } = await readAgain(rows);
        expect(
          read.map(({ item: own, labels }) => {
            const { a, b, outcome } = labels[0]!.judgement.comparisons![0]!;
            const said = (id: string): string => own.responses.find((response) => response.id === id)!.text;
            return outcome === 'a' ? [said(b), said(a)] : [];
          }),
        ).toEqual(edits);
      },
    ),
    { numRuns: 40 },
  );
});

describe('edits of a response whose text changed since', () => {
  const was = itemOf(['Scott.', 'No.']);
  const now = itemOf(['Amundsen.', 'No.'], { hash: 'another hash' });
  const edit = (more: object = {}): Judgement => ({
    refinements: [
      { response: 'a', text: 'It was Scott.', id: 'a~1', ...more },
      { response: 'a', text: 'It was Captain Scott.', round: 2, of: 1, id: 'a~2' },
    ],
    rules: [{ rule: 'short', version: 1, scope: 'in' }],
    ranking: { tiers: [['a~2'], ['a~1'], ['a'], ['b']] },
  });
  const shown = ['a', 'b', 'a~1', 'a~2'];
  const counted = (format: string, item: typeof was, judgement: Judgement): object => {
    const { rows, dropped } = exported(format, item, [by(1, was, judgement, { shown })]);
    return { rows: rows.length, left: dropped['original-changed'] ?? 0 };
  };
  const formats = ['refinements', 'refinement-pairs', 'helpsteer3-edit'] as const;

  it.each(formats)('are left out of %s and counted, with all that was made of them', (format) => {
    expect(counted(format, now, edit({ ofHash: shortHash('Scott.') }))).toEqual({ rows: 0, left: 2 });
    expect(counted(format, was, edit({ ofHash: shortHash('Scott.') }))).toEqual({ rows: 2, left: 0 });
  });

  it.each(formats)('are rows of %s where only other texts of the item changed', (format) => {
    const other = itemOf(['Scott.', 'Never.'], { hash: 'another hash' });
    expect(counted(format, other, edit({ ofHash: shortHash('Scott.') }))).toEqual({ rows: 2, left: 0 });
  });

  it.each(formats)(
    'of old lines, which have no hash, are left out of %s as soon as the item changed at all',
    (format) => {
      expect(counted(format, itemOf(['Scott.', 'Never.'], { hash: 'another hash' }), edit())).toEqual({
        rows: 0,
        left: 2,
      });
      expect(counted(format, was, edit())).toEqual({ rows: 2, left: 0 });
    },
  );

  it('are no original of two edits', () => {
    const judgement: Judgement = {
      refinements: [
        { response: 'a', text: 'It was Scott.', id: 'a~1', ofHash: shortHash('Scott.') },
        { response: 'a', text: 'Scott, R. F.', round: 2, id: 'a~2', ofHash: shortHash('Scott.') },
      ],
      comparisons: [{ a: 'a~1', b: 'a~2', outcome: 'a' }],
    };
    expect(counted('helpsteer3-edit-quality', was, judgement)).toEqual({ rows: 1, left: 0 });
    expect(counted('helpsteer3-edit-quality', now, judgement)).toEqual({ rows: 0, left: 1 });
  });
});
