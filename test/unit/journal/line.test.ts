import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLine, parseLine } from '../../../src/core/journal/line';
import { annotation, anyLines, retraction } from '../made/journalLines';

describe('a journal line', () => {
  it('reads back as it was written, on one line', () => {
    fc.assert(
      fc.property(anyLines(), (lines) => {
        for (const line of lines) {
          const text = formatLine(line);
          expect(text.indexOf('\n')).toBe(text.length - 1);
          expect(parseLine(text.slice(0, -1))).toEqual({ line });
        }
      }),
      { numRuns: 300 },
    );
  });

  const good = annotation(1);
  it.each([
    ['is not JSON', '{"v":1,', /^the line is not JSON: /],
    ['is JSON but no object', '17', /neither an annotation nor a retraction/],
    [
      'is of a newer version',
      JSON.stringify({ ...good, v: 2, type: 'something new' }),
      /written by a newer Tiebreak \(journal version 2\)\. Update Tiebreak/,
    ],
    [
      'has no type',
      JSON.stringify({ ...good, type: undefined }),
      /^the line is neither an annotation nor a retraction: type: /,
    ],
    ['has an id that is no ULID', JSON.stringify({ ...good, id: 'x1' }), /: id: Is not a ULID$/],
    ['has no annotator', JSON.stringify({ ...good, annotator: '' }), /: annotator: /],
    ['has a time that is none', JSON.stringify({ ...good, time: 'yesterday' }), /: time: /],
    ['holds no judgement', JSON.stringify({ ...good, judgement: {} }), /: judgement: Contains no judgment$/],
    [
      'ranks a response twice',
      JSON.stringify({ ...good, judgement: { ranking: { tiers: [['a'], ['b', 'a']] } } }),
      /: judgement\.ranking: Ranks a response twice$/,
    ],
    [
      'has an empty tier',
      JSON.stringify({ ...good, judgement: { ranking: { tiers: [[]] } } }),
      /: judgement\.ranking\.tiers\.0: /,
    ],
    [
      'names a response that was not shown',
      JSON.stringify({ ...good, judgement: { ranking: { tiers: [['z']] } } }),
      /Refers to a response that was not shown: “z”$/,
    ],
    [
      'criticises a response that was not shown',
      JSON.stringify({ ...good, judgement: { critiques: [{ response: 'z', text: 'no' }] } }),
      /Refers to a response that was not shown: “z”$/,
    ],
    [
      'holds a ranking and comparisons at once',
      JSON.stringify({
        ...good,
        judgement: { ranking: { tiers: [['a']] }, comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] },
      }),
      /A judgment is either a ranking or comparisons/,
    ],
    [
      'retracts what has no id',
      JSON.stringify(retraction(2, good, { retracts: 'the last one' })),
      /: retracts: Is not a ULID$/,
    ],
  ])('that %s is refused with the reason', (_, text, reason) => {
    expect(parseLine(text)).toEqual({ reason: expect.stringMatching(reason) as string });
  });

  it('keeps reading when a later minor version adds a field', () => {
    expect(parseLine(JSON.stringify({ ...retraction(2, annotation(1)), why: 'new field' }))).toEqual({
      line: retraction(2, annotation(1)),
    });
  });
});
