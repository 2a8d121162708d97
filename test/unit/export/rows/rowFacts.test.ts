import { describe, expect, it } from 'vitest';
import {
  addRowFacts,
  estimatedTokens,
  lookAtRow,
  noRowFacts,
  type RowFacts,
} from '../../../../src/core/export/rows/rowFacts';

const said = (role: string, content = 'x'): { role: string; content: string } => ({ role, content });
const look = (facts: RowFacts, value: Record<string, unknown>): void => lookAtRow(facts, value);

describe('the length of a row', () => {
  it('is that of the prompt with the longer answer', () => {
    const text = 'x'.repeat(300);
    expect(estimatedTokens({ prompt: text, chosen: text, rejected: 'x' })).toBe(200);
    expect(estimatedTokens({ prompt: text, chosen: 'x', rejected: text, margin: 1 })).toBe(200);
    expect(estimatedTokens({ messages: [{ role: 'user', content: text }] })).toBeGreaterThan(100);
    const completion = (content: string) => ({ rank: 0, completion: [{ role: 'assistant', content }] });
    expect(estimatedTokens({ context: [], completions: [completion(text), completion('x')] })).toBeLessThan(120);
  });

  it('counts all steps of a response, and bytes of letters', () => {
    expect(estimatedTokens({ prompt: '', completions: ['xxx', 'xxx'] })).toBe(2);
    expect(estimatedTokens({ prompt: '漢字' })).toBe(2);
  });

  it('is counted by powers of two, in parts as in all of them', () => {
    const [whole, one, other] = [noRowFacts(), noRowFacts(), noRowFacts()];
    const rows = ['x'.repeat(3 * 512), 'x'.repeat(3 * 513), 'x'].map((prompt) => ({ prompt }));
    for (const row of rows) look(whole, row);
    look(one, rows[0]!);
    for (const row of rows.slice(1)) look(other, row);
    addRowFacts(one, other);
    expect(one).toEqual(whole);
    expect([whole.lengths[0], whole.lengths[9], whole.lengths[10]]).toEqual([1, 1, 1]);
  });
});

describe('what rows are of', () => {
  it.each<[string, Record<string, unknown>, conversations: number]>([
    ['a question', { messages: [said('user'), said('assistant')] }, 1],
    ['a conversation', { messages: [said('user'), said('assistant'), said('user'), said('assistant')] }, 1],
    ['a run', { messages: [said('user'), said('assistant'), said('tool')] }, 1],
    ['a pair', { prompt: 'x' }, 0],
  ])('is told of %s', (_, value, conversations) => {
    const facts = noRowFacts();
    look(facts, value);
    expect(facts.conversations).toBe(conversations);
  });
});
