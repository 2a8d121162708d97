import { describe, expect, it } from 'vitest';
import { withKeys } from '../../../../src/core/model/item/run';
import { stepsOf } from '../../../../src/core/model/item/runSteps';
import type { Message } from '../../../../src/core/model/item/item';

const call = (...ids: readonly (string | undefined)[]): Message => ({
  role: 'assistant',
  content: 'thought',
  toolCalls: ids.map((id) => ({ ...(id !== undefined && { id }), name: 'ls', arguments: {} })),
});
const given = (content: string, toolCallId?: string): Message => ({
  role: 'tool',
  content,
  ...(toolCallId !== undefined && { toolCallId }),
});
const told = (turns: readonly Message[]): unknown[] =>
  stepsOf(turns).map((step) =>
    step.kind === 'call' ? [step.thought, step.call.id, step.observation?.content] : step.turn.content,
  );

describe('steps of a run', () => {
  it('are calls with what they gave, by id, and messages', () => {
    expect(told([call('a', 'b'), given('of b', 'b'), given('of a', 'a'), { role: 'user', content: 'go on' }])).toEqual([
      ['thought', 'a', 'of a'],
      ['', 'b', 'of b'],
      'go on',
    ]);
  });

  it('go by order where there are no ids', () => {
    expect(told([call(undefined, undefined), given('1'), given('2'), given('3')])).toEqual([
      ['thought', undefined, '1'],
      ['', undefined, '2'],
      '3',
    ]);
  });

  it('are not mixed up where an id comes again, or nothing came back', () => {
    expect(told([call('a'), given('first', 'a'), call('a'), given('second', 'a'), call('b')])).toEqual([
      ['thought', 'a', 'first'],
      ['thought', 'a', 'second'],
      ['thought', 'b', undefined],
    ]);
  });
});

describe('the key of a turn', () => {
  const turns: readonly Message[] = [given('x'), given('y'), given('x'), { ...given('z'), key: 'own' }];

  it('is its own, or tells turns apart that say the same', () => {
    const keys = withKeys(turns).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(keys[3]).toBe('own');
  });

  it('stays when turns are added or stand elsewhere', () => {
    const [x, y] = withKeys(turns);
    expect(withKeys([given('new'), ...turns]).slice(1, 3)).toEqual([x, y]);
  });
});
