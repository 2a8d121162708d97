import { describe, expect, it } from 'vitest';
import {
  addRowFacts,
  estimatedTokens,
  lookAtRow,
  noRowFacts,
  type RowFacts,
} from '../../../../src/core/export/rows/rowFacts';
import type { Item } from '../../../../src/core/model/item/item';

const said = (role: string, content = 'x'): { role: string; content: string } => ({ role, content });
/** One response is a run, the other one text. */
const item = {
  responses: [
    { id: 'run', text: 'x', turns: [said('assistant'), said('tool'), said('assistant')] },
    { id: 'text', text: 'x' },
  ],
} as unknown as Item;
const none = { annotations: [], annotators: [] };
const look = (facts: RowFacts, value: Record<string, unknown>, from: object = {}): void =>
  lookAtRow(facts, { value, from: { ...none, ...from } }, item);

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
  it.each<[string, Record<string, unknown>, object, [runs: number, dialogues: number]]>([
    ['a question', { messages: [said('user'), said('assistant')] }, { response: 'text' }, [0, 0]],
    [
      'a conversation',
      { messages: [said('user'), said('assistant'), said('user'), said('assistant')] },
      { response: 'text' },
      [0, 1],
    ],
    ['a run', { messages: [said('user'), said('assistant'), said('tool')] }, { response: 'run' }, [1, 1]],
    ['a pair with a run', { prompt: 'x' }, { chosen: 'text', rejected: 'run' }, [1, 0]],
    ["a judge's task on a run", { messages: [said('user'), said('assistant')] }, {}, [0, 0]],
  ])('is told of %s', (_, value, from, [runs, dialogues]) => {
    const facts = noRowFacts();
    look(facts, value, from);
    expect([facts.runs, facts.dialogues]).toEqual([runs, dialogues]);
  });
});
