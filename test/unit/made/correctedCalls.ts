import { placedRunSteps } from '../../../src/core/model/item/placedRunSteps';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, judge, studyOf } from './study';

/**
 * A study of an item with two runs, of which the second calls a tool with a wrong argument twice, which is corrected.
 * @param more further fields of its record
 */
export async function correctedCalls(folder: string, more: Readonly<Record<string, unknown>> = {}): Promise<Study> {
  const turn = (id: string, day: string): object => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: JSON.stringify({ day }) } }],
  });
  const run = (...days: readonly string[]): object[] => [
    ...days.flatMap((day, at) => [
      turn(`call-${at}`, day),
      { role: 'tool', tool_call_id: `call-${at}`, content: `Nothing on ${day}.` },
    ]),
    { role: 'assistant', content: 'There is nothing.' },
  ];
  const study = await studyOf(folder, [
    {
      id: 'q1',
      prompt: 'Is there a flight?',
      responses: [run('Monday'), run('Sunday', 'Tuesday')],
      context: 'In winter.',
      evidence: [{ title: 'Source', text: 'A passage' }],
      ...more,
    },
  ]);
  const { items } = await itemsOf(study);
  const [, worse] = items[0]?.responses ?? [];
  const steps = worse ? placedRunSteps(worse) : [];
  const calls = [0, 1].map((at) => ({
    response: worse?.id ?? '',
    step: steps[at]?.key ?? '',
    at,
    tool: 'find',
    path: '/day',
    verdict: 'wrong-value' as const,
    corrected: 'Friday',
  }));
  await judge(study, 0, { calls });
  return study;
}
