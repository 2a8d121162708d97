import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { scan } from '../../../../src/core/dataset/sources/scan';
import type { ItemOrProblem } from '../../../../src/core/dataset/items/parsedItem';
import { asMessage } from '../../../../src/core/dataset/items/messages';
import { user } from '../../made/expectedItems';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

/** A message as hiyouga/LLaMA-Factory, src/llamafactory/v1/utils/types.py has it. */
const turn = (role: string, ...parts: (readonly [type: string, value: string])[]): object => ({
  role,
  content: parts.map(([type, value]) => ({ type, value })),
  loss_weight: role === 'assistant' ? 1 : 0,
});
const call = '{"name": "get_weather", "arguments": {"city": "Rome"}}';

/** The layout that is found for records, with what is read of them. */
async function read(records: readonly object[]): Promise<{ layout: string; items: ItemOrProblem[] }> {
  const path = temporaryFile('v1.jsonl', jsonl(records));
  const { layout, mapping } = await detectReading([path]);
  const items: ItemOrProblem[] = [];
  for await (const batch of scan([path], { layout, mapping })) items.push(...batch);
  return { layout: layout.name, items };
}

describe("LLaMA-Factory's v1 records", () => {
  it('of conversations are demonstrations, with reasoning and calls of tools', async () => {
    const { layout, items } = await read([
      { messages: [turn('user', ['text', 'Hi']), turn('assistant', ['text', 'Hello!'])] },
      {
        messages: [
          turn('system', ['text', 'Use tools.']),
          turn('user', ['text', 'Rain in Rome?']),
          turn('assistant', ['reasoning', 'I look.'], ['tool_call', call]),
          turn('tool', ['text', '{"rain": true}']),
          turn('assistant', ['reasoning', 'It rains.'], ['text', 'Yes.']),
        ],
        tools: '[{"name": "get_weather"}]',
      },
    ]);
    expect(layout).toBe('demonstrations');
    expect(items).toMatchObject([
      { item: { prompt: [user('Hi')], responses: [{ text: 'Hello!' }] } },
      {
        item: {
          prompt: [
            { role: 'system', content: 'Use tools.' },
            user('Rain in Rome?'),
            {
              role: 'assistant',
              content: '<think>\nI look.\n</think>\n\n',
              toolCalls: [{ name: 'get_weather', arguments: { city: 'Rome' } }],
            },
            { role: 'tool', content: '{"rain": true}' },
          ],
          tools: [{ name: 'get_weather' }],
          responses: [{ text: '<think>\nIt rains.\n</think>\n\nYes.' }],
        },
      },
    ]);
  });

  it('of two conversations are pairs', async () => {
    const asked = turn('user', ['text', 'Rome or Oslo?']);
    const { layout, items } = await read(
      [1, 2, 3].map((n) => ({
        chosen_messages: [asked, turn('assistant', ['text', `Rome, I would say, for the ${n}. time.`])],
        rejected_messages: [asked, turn('assistant', ['text', `Oslo, I would say, for the ${n}. time.`])],
      })),
    );
    expect(layout).toBe('preference-pairs');
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      item: {
        prompt: [user('Rome or Oslo?')],
        responses: [{ text: 'Rome, I would say, for the 1. time.' }, { text: 'Oslo, I would say, for the 1. time.' }],
      },
    });
  });

  it('name media where they stand in the text', () => {
    expect(
      asMessage(turn('user', ['text', 'Who are they? '], ['image_url', 'photos/1.jpg'], ['audio_url', 'a.mp3'])),
    ).toEqual({
      role: 'user',
      content: 'Who are they? ',
      media: [
        { kind: 'image', source: 'photos/1.jpg', at: 14 },
        { kind: 'audio', source: 'a.mp3', at: 14 },
      ],
    });
  });

  it.each<[string, object]>([
    ['a part of another kind', turn('user', ['score', '3'])],
    ['a call that is no JSON', turn('assistant', ['tool_call', 'get_weather(Rome)'])],
    ['a value that is no text', { role: 'user', content: [{ type: 'text', value: 3 }] }],
  ])('with %s are no messages', (_, message) => {
    expect(asMessage(message)).toBeUndefined();
  });
});
