import { describe, expect, it } from 'vitest';
import {
  addRowFacts,
  estimatedTokens,
  lookAtRow,
  noRowFacts,
  type RowFacts,
} from '../../../../src/core/export/rows/rowFacts';
import { RowJson } from '../../../../src/core/export/rows/rowJson';

const said = (role: string, content = 'x'): { role: string; content: string } => ({ role, content });

/** A row as it is written. */
function written(row: Record<string, unknown>): RowJson {
  const json = new RowJson();
  json.line(row);
  return json;
}
const look = (facts: RowFacts, row: Record<string, unknown>): void => lookAtRow(facts, row, written(row));
const tokensOf = (row: Record<string, unknown>): number => estimatedTokens(row, written(row));

describe('the length of a row', () => {
  it('is that of the prompt with the longer answer', () => {
    const text = 'x'.repeat(3000);
    const ofTwo = { prompt: text, chosen: text, rejected: 'x' };
    // Names and marks of JSON are few bytes.
    expect(tokensOf(ofTwo)).toBeGreaterThanOrEqual(2000);
    expect(tokensOf(ofTwo)).toBeLessThan(2020);
    expect(tokensOf({ prompt: text, chosen: 'x', rejected: text, margin: 1 })).toBeLessThan(2020);
    expect(tokensOf({ messages: [{ role: 'user', content: text }] })).toBeGreaterThan(1000);
    const completion = (content: string) => ({ rank: 0, completion: [{ role: 'assistant', content }] });
    expect(tokensOf({ context: [], completions: [completion(text), completion('x')] })).toBeLessThan(1040);
    expect(tokensOf({ context: [], completions: [completion('x'), completion(text)] })).toBeLessThan(1040);
  });

  it('counts all steps of a response, and bytes of letters', () => {
    const step = 'x'.repeat(300);
    expect(tokensOf({ prompt: '', completions: [step, step] })).toBeGreaterThan(200);
    expect(tokensOf({ prompt: '漢'.repeat(100) })).toBeGreaterThanOrEqual(100);
  });

  it('is told of each row, also of one that begins as the row before', () => {
    const json = new RowJson();
    const [text, short] = ['x'.repeat(3000), 'x'];
    const rows = [
      { prompt: text, chosen: short, rejected: short },
      { prompt: text, chosen: text, rejected: short },
      { prompt: text, chosen: text, rejected: short },
      { prompt: short, chosen: text, rejected: short },
    ];
    const tokens = rows.map((row) => {
      json.line(row);
      return estimatedTokens(row, json);
    });
    expect(tokens).toEqual(rows.map(tokensOf));
    expect(new Set(tokens).size).toBe(2);
  });

  it('is counted by powers of two, in parts as in all of them', () => {
    const [whole, one, other] = [noRowFacts(), noRowFacts(), noRowFacts()];
    const rows = ['x'.repeat(3 * 500), 'x'.repeat(3 * 513), ''].map((prompt) => ({ prompt }));
    for (const row of rows) look(whole, row);
    look(one, rows[0]!);
    for (const row of rows.slice(1)) look(other, row);
    addRowFacts(one, other);
    expect(one).toEqual(whole);
    expect([whole.lengths[9], whole.lengths[10]]).toEqual([1, 1]);
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
