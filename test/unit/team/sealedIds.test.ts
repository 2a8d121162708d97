import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { newSealKey, SealKey, withNewKey, type Envelope } from '../../../src/core/team/sealedIds';
import { idOf } from '../made/journalLines';
import { testRun } from '../made/testRun';

const hexadecimal = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), ...lengths });
const key = new SealKey(newSealKey());
const anyEnvelope = fc.record<Envelope>({
  item: fc.string({ unit: 'grapheme', minLength: 1 }),
  hash: hexadecimal({ minLength: 32, maxLength: 32 }),
  shownHash: hexadecimal({ minLength: 8, maxLength: 8 }),
  responses: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 64 }),
  passages: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
});
const envelope: Envelope = {
  item: 'q1',
  hash: 'a'.repeat(32),
  shownHash: 'b'.repeat(8),
  responses: ['3', 'gpt', '1'],
  passages: ['gpt-1', 'x'],
};
const line = (changes: Partial<Annotation>): Annotation => ({
  v: 1,
  type: 'annotation',
  id: idOf(1),
  item: key.seal(envelope),
  hash: `${'b'.repeat(8)}${'c'.repeat(24)}`,
  annotator: 'ana',
  time: '2026-11-21T08:00:00.000Z',
  duration: 1,
  origin: { kind: 'human' },
  round: 1,
  question: { version: 1 },
  rubrics: [],
  shown: ['2', '1', '3'],
  seed: 1,
  judgement: { ranking: { tiers: [['2'], ['1', '3']] } },
  ...changes,
});

describe('sealed ids', () => {
  it('open to what was sealed, are the same for the same item, and say nothing without the key', () => {
    fc.assert(
      fc.property(anyEnvelope, (each) => {
        const id = key.seal(each);
        expect(key.open(id)).toEqual(each);
        expect(new SealKey(key.text).seal(each)).toBe(id);
        expect(new SealKey(newSealKey()).open(id)).toBeUndefined();
        expect(id).toMatch(/^~[\w-]+$/);
      }),
    );
  });

  it('are sealed with the newest of several keys and opened with each of them', () => {
    const second = new SealKey(withNewKey(key.text));
    const third = new SealKey(withNewKey(second.text));
    const ids = fc.sample(anyEnvelope, 50).map((each) => ({
      each,
      ids: [key, second, third].map((of) => of.seal(each)),
    }));
    for (const { each, ids: sealed } of ids) {
      expect(new Set(sealed).size).toBe(3);
      for (const id of sealed) expect(third.open(id)).toEqual(each);
      expect(key.open(sealed[1] ?? '')).toBeUndefined();
      expect(second.open(sealed[2] ?? '')).toBeUndefined();
      expect(new SealKey(newSealKey()).open(sealed[0] ?? '')).toBeUndefined();
    }
    expect(third.placeOf('q1', 'hash', '1')).not.toBe(key.placeOf('q1', 'hash', '1'));
    expect(third.opened(line({ item: key.seal(envelope) })).item).toBe('q1');
  });

  it('are AES-256 in counter mode under an HMAC-SHA-256, as Node has them', () => {
    const derived = (name: string): Buffer =>
      createHmac('sha256', Buffer.from(key.text, 'base64url')).update(name).digest();
    fc.assert(
      fc.property(anyEnvelope, (each) => {
        const bytes = Buffer.from(key.seal(each).slice(1), 'base64url');
        const vector = bytes.subarray(0, 16);
        const text = createCipheriv('aes-256-ctr', derived('cipher'), vector).update(bytes.subarray(16));
        expect(createHmac('sha256', derived('authenticity')).update(text).digest().subarray(0, 16)).toEqual(vector);
      }),
    );
  });

  it('that were changed by a single letter open to nothing', () => {
    const id = key.seal(envelope);
    fc.assert(
      fc.property(fc.nat({ max: id.length - 3 }), fc.constantFrom('A', 'B', '_'), (at, letter) => {
        const other = `${id.slice(0, at + 1)}${letter}${id.slice(at + 2)}`;
        if (other !== id) expect(key.open(other)).toBeUndefined();
      }),
    );
    for (const other of ['', '~', '~item', `~${'A'.repeat(100)}`, 'q1', id.slice(0, -4)])
      expect(key.open(other)).toBeUndefined();
  });
});

// A test may be called as a response is.
const tested = testRun({ 1: 'passed' });

describe('a line on a sealed item', () => {
  it('is one on the real item, with the real ids in every field', () => {
    const judgement: Annotation['judgement'] = {
      ranking: { tiers: [['2'], ['1', '3']] },
      acceptable: { 1: true, 3: false },
      ratings: [{ response: '1', aspect: 'a', value: 2 }],
      verdicts: [{ response: '2', criterion: '1', value: '1' }],
      winners: [{ criterion: '1', responses: ['1', '3'] }],
      critiques: [{ response: '3', text: 'See 1.', missing: [{ evidence: 'p1', sentences: [1] }] }],
      metaCritiques: [{ response: '2', seed: 1, critiques: [], texts: [] }],
      steps: [{ response: '1', start: 0, end: 1, label: 'correct' }],
      refinements: [{ response: '2', text: 'x', id: '2~1.0123456789ab' }],
      flags: [{ flag: '1', response: '1' }],
      supports: [{ response: '2', passage: 'p2' }],
      rationale: 'The first, 1.',
    };
    const sealed = line({
      shown: ['2', '1', '3', '2~1.0123456789ab'],
      judgement,
      suggestion: { judgement: { ranking: { tiers: [['1']] } } },
      checks: {
        base: tested,
        responses: [
          { response: '1', ...tested },
          { response: '2', ...tested },
        ],
        verdictBefore: { ranking: { tiers: [['1', '3'], ['2']] } },
      },
    });
    expect(key.opened(sealed)).toEqual({
      ...sealed,
      item: 'q1',
      hash: envelope.hash,
      shown: ['gpt', '3', '1', 'gpt~1.0123456789ab'],
      judgement: {
        ranking: { tiers: [['gpt'], ['3', '1']] },
        acceptable: { 3: true, 1: false },
        ratings: [{ response: '3', aspect: 'a', value: 2 }],
        verdicts: [{ response: 'gpt', criterion: '1', value: '1' }],
        winners: [{ criterion: '1', responses: ['3', '1'] }],
        critiques: [{ response: '1', text: 'See 1.', missing: [{ evidence: 'gpt-1', sentences: [1] }] }],
        metaCritiques: [{ response: 'gpt', seed: 1, critiques: [], texts: [] }],
        steps: [{ response: '3', start: 0, end: 1, label: 'correct' }],
        refinements: [{ response: 'gpt', text: 'x', id: 'gpt~1.0123456789ab' }],
        flags: [{ flag: '1', response: '3' }],
        supports: [{ response: 'gpt', passage: 'x' }],
        rationale: 'The first, 1.',
      },
      suggestion: { judgement: { ranking: { tiers: [['3']] } } },
      checks: {
        base: tested,
        responses: [
          { response: '3', ...tested },
          { response: 'gpt', ...tested },
        ],
        verdictBefore: { ranking: { tiers: [['3', '1'], ['gpt']] } },
      },
    });
  });

  it('keeps its hash where its copy was changed at the desk', () => {
    expect(key.opened(line({ hash: 'd'.repeat(32) })).hash).toBe('d'.repeat(32));
  });

  it('that is a retraction is one on the real item', () => {
    const { id, annotator, time, item } = line({});
    const retraction = { v: 1, type: 'retraction', id, annotator, time, item, retracts: idOf(2) } as const;
    expect(key.opened(retraction)).toEqual({ ...retraction, item: 'q1' });
  });

  it.each(['q1', '~', '~q1', `~${'A'.repeat(86)}`, new SealKey(newSealKey()).seal(envelope)])(
    'stays as it is where the item is %s, which is none of this study',
    (item) => {
      const other = line({ item });
      expect(key.opened(other)).toBe(other);
    },
  );
});
