import { describe, expect, it } from 'vitest';
import { placedRunSteps } from '../../../src/core/model/item/placedRunSteps';
import type { Message, Response, RunPart } from '../../../src/core/model/item/item';

const call = (id: string, command: string): Message => ({
  role: 'assistant',
  content: '',
  toolCalls: [{ id, name: 'bash', arguments: { command } }],
});
const given = (id: string): Message => ({ role: 'tool', content: `of ${id}`, toolCallId: id });
const said = (content: string): Message => ({ role: 'assistant', content });
const asked = (content: string): Message => ({ role: 'user', content });

const run = (parts: { readonly subagents?: readonly RunPart[]; readonly branches?: readonly RunPart[] }): Response => ({
  id: 'r',
  text: '',
  turns: [call('a', 'ls'), given('a'), call('b', 'Find the port.'), given('b'), said('Done.')],
  run: { harness: 'h', patch: '--- a\n', ...parts },
});
const told = (response: Response): string[] =>
  placedRunSteps(response).map(({ nth, step, inner }) =>
    [nth, inner?.kind, step.kind === 'call' ? step.call.id : step.turn.content].filter((part) => part).join(' '),
  );

describe('the steps of a run with what hangs beside it', () => {
  it('are those of the run alone where nothing does', () => {
    expect(told(run({}))).toEqual(['1 a', '2 b', '3 Done.']);
  });

  it('stand behind the call that a helper works for, by its id or by what the helper was told', () => {
    const byId = run({ subagents: [{ call: 'a', turns: [said('I help.')] }] });
    expect(told(byId)).toEqual(['1 a', '1.1 helper I help.', '2 b', '3 Done.']);
    const byText = run({ subagents: [{ turns: [asked('Find the port.'), said('80')] }] });
    expect(told(byText)).toEqual(['1 a', '2 b', '2.1 helper Find the port.', '2.2 helper 80', '3 Done.']);
  });

  it('stand behind the turn that a writer names, before the first, or at the end', () => {
    const branches = [
      { after: 1, turns: [said('One.')] },
      { after: -1, turns: [said('Zero.')] },
      { turns: [said('Somewhere.')] },
      { after: 0, turns: [said('One more.')] },
    ];
    expect(told(run({ branches }))).toEqual([
      '0.1 branch Zero.',
      '1 a',
      '1.1 branch One.',
      '1.2 branch One more.',
      '2 b',
      '3 Done.',
      '3.1 branch Somewhere.',
    ]);
  });

  it('have keys of their own that stay when another part joins elsewhere, and texts behind the patch', () => {
    const part = { call: 'a', turns: [call('c', 'ls'), given('c')] };
    const alone = placedRunSteps(run({ subagents: [part] }));
    const joined = placedRunSteps(run({ subagents: [part, { turns: [said('Else.')] }] }));
    expect(new Set(joined.map(({ key }) => key)).size).toBe(joined.length);
    for (const { key } of alone) expect(joined.map((each) => each.key)).toContain(key);
    expect(alone[1]).toMatchObject({ turn: 6, observation: 7, inner: { kind: 'helper', part: 0, at: 0 } });
    expect(joined.at(-1)).toMatchObject({ turn: 8, nth: '3.1' });
  });
});
