import { describe, expect, it } from 'vitest';
import { ResponseTexts } from '../../../../src/core/quality/coverage/items/responseTexts';

const found = (responses: readonly string[], references: readonly string[] = []) => {
  const texts = new ResponseTexts('all');
  texts.add({
    id: 'q',
    hash: 'h',
    prompt: [{ role: 'user', content: 'Why?' }],
    responses: responses.map((text, at) => ({ id: `r${at}`, text, turns: [{ role: 'assistant', content: text }] })),
    references,
  });
  return texts.found();
};

describe('what is seen of responses', () => {
  it('is how many of their pairs of words are new', () => {
    // "the cat", "cat sat" and "sat down"; then "the cat" once more and "cat ran".
    expect(found(['The cat sat down.', 'the CAT ran!']).wordPairs).toEqual({ responses: 2, all: 5, distinct: 4 });
    expect(found(['', 'One']).wordPairs).toEqual({ responses: 1, all: 0, distinct: 0 });
  });

  it('is which of them are a reference answer, but for space around it', () => {
    expect([...found(['Paris', 'Rome', ' Paris\n'], ['Paris']).reference]).toEqual([1, 0, 1]);
  });
});
