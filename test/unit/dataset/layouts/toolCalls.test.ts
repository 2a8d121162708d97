import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../../src/core/dataset/items/identity';
import { callsTools, type Message } from '../../../../src/core/model/item/item';
import { contentsIn, readFixture, readRecord } from '../../made/fixtures';
import { assistant, better, system, user } from '../../made/expectedItems';

const hash = { id: '(hash)' };
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: "Today's weather",
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    },
  },
};
const light = { name: 'control_light', parameters: { type: 'object', properties: { room: { type: 'string' } } } };
const call = (name: string, given: Record<string, unknown> | string, id?: string): object => ({
  ...(id !== undefined && { id }),
  name,
  arguments: given,
});
const calling = (content: string, ...toolCalls: object[]): Message =>
  ({ role: 'assistant', content, toolCalls }) as Message;
const answering = (content: string, about: object = {}): Message => ({ role: 'tool', content, ...about });
const rome = { city: 'Rome' };

/** A response in several turns or with calls; its text is what the turns read like. */
const response = (id: string, text: string, ...turns: Message[]): object => ({ id, text, turns });
const romeCalled = '→ `get_weather`\n\n```json\n{\n  "city": "Rome"\n}\n```';

describe('calls of tools', () => {
  it.each<[string, string, unknown[]]>([
    [
      'tools-trl.jsonl',
      'preference-pairs',
      [
        {
          ...hash,
          prompt: [user('Rain in Rome?')],
          tools: [weather, light],
          responses: [
            response(
              'chosen',
              '→ `get_weather`\n\n```json\n{\n  "city": "Rome 🌧",\n  "days": 1\n}\n```\n\n{"rain": true}\n\nYes.',
              calling('', call('get_weather', { city: 'Rome 🌧', days: 1 }, 'call_1')),
              answering('{"rain": true}', { toolName: 'get_weather', toolCallId: 'call_1' }),
              assistant('Yes.'),
            ),
            { id: 'rejected', text: 'I cannot know.' },
          ],
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [
            user('Light on'),
            calling('', call('control_light', { room: 'living room' }), call('get_weather', rome)),
            answering('on', { toolName: 'control_light' }),
          ],
          tools: [light],
          responses: [
            { id: 'chosen', text: 'Done!' },
            response(
              'rejected',
              '→ `control_light`\n\n```json\n{\n  "room": "living room"\n}\n```',
              calling('', call('control_light', { room: 'living room' })),
            ),
          ],
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [user('Hi')],
          responses: [
            { id: 'chosen', text: 'Hello' },
            response(
              'rejected',
              'Wait.\n\n→ `greet`\n\n```\nnot JSON\n```',
              calling('Wait.', call('greet', 'not JSON')),
            ),
          ],
          metadata: { tools: null },
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'tools-openai.jsonl',
      'openai-preference',
      [
        {
          ...hash,
          prompt: [
            user('Weather?'),
            calling('', call('get_weather', {})),
            answering('sunny', { toolName: 'get_weather' }),
          ],
          tools: [weather],
          responses: [
            { id: 'preferred', text: 'Sunny' },
            response('non_preferred', romeCalled, calling('', call('get_weather', rome, 'c2'))),
          ],
          metadata: { input: { parallel_tool_calls: false } },
          ...better('preferred', 'non_preferred'),
        },
        {
          ...hash,
          prompt: [user('And now?')],
          responses: [
            response(
              'preferred',
              romeCalled.replace('Rome', 'Oslo'),
              calling('', call('get_weather', { city: 'Oslo' }, 'c3')),
            ),
            { id: 'non_preferred', text: 'No idea' },
          ],
          metadata: { input: { tools: [] } },
          ...better('preferred', 'non_preferred'),
        },
      ],
    ],
    [
      'tools-sharegpt.json',
      'preference-pairs',
      [
        {
          ...hash,
          prompt: [
            system('Be brief'),
            user('Rain in Rome?'),
            calling('', call('get_weather', rome)),
            answering('{"rain": true}'),
          ],
          tools: [light, weather.function],
          responses: [
            { id: 'chosen', text: 'Yes' },
            response('rejected', romeCalled, calling('', call('get_weather', rome))),
          ],
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [
            {
              ...user('<image>What is it?'),
              media: [{ kind: 'image', source: 'cats/1.png', at: 0, marker: '<image>' }],
            },
          ],
          responses: [
            { id: 'chosen', text: 'A cat' },
            { id: 'rejected', text: 'A dog' },
          ],
          metadata: { tools: '' },
          ...better('chosen', 'rejected'),
        },
      ],
    ],
    [
      'tools-ms-swift.jsonl',
      'ms-swift',
      [
        {
          ...hash,
          prompt: [
            user('Rome and Oslo?'),
            calling('<think>two cities</think>\n', call('get_weather', rome), call('get_weather', { city: 'Oslo' })),
            answering('sun'),
            answering('snow'),
          ],
          tools: [weather],
          responses: [
            { id: 'chosen', text: 'Sun in Rome, snow in Oslo.' },
            { id: 'rejected', text: 'Sun in both.' },
          ],
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [user('Now?')],
          tools: [weather],
          responses: [
            response('chosen', '→ `get_weather`\n\n```json\n{}\n```', calling('', call('get_weather', {}))),
            { id: 'rejected', text: 'No idea' },
          ],
          metadata: { rejected_tools: [JSON.stringify(weather).replaceAll('":', '": ').replaceAll(',"', ', "')] },
          ...better('chosen', 'rejected'),
        },
      ],
    ],
  ])('of %s (%s) are kept as what they are', async (fixture, layout, items) => {
    expect(await readFixture(fixture)).toEqual({ layout, items, problems: [] });
  });

  const answered = (message: unknown): unknown =>
    readRecord('preference-pairs', { prompt: [user('Hi')], chosen: [message], rejected: 'No' })[0];
  it.each<[string, unknown]>([
    ['null content', { role: 'assistant', content: null }],
    ['calls that are no list of calls', { role: 'assistant', content: null, tool_calls: [{ function: {} }] }],
    [
      'a call without a name',
      { role: 'assistant', content: 'Hi', tool_calls: [{ function: { name: '', arguments: '{}' } }] },
    ],
    [
      'arguments that nest without end',
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { function: { name: 'f', arguments: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as unknown } },
        ],
      },
    ],
  ])('are not guessed: %s is refused', (_, message) => {
    expect(answered(message)).toBe('“chosen” must be text, a message or a list of messages. Found: a list');
  });

  it.each<[string, unknown, object]>([
    [
      'calls as JSON text, as in a table',
      { role: 'assistant', content: null, tool_calls: '[{"function": {"name": "f", "arguments": "[1]"}}]' },
      { text: '→ `f`\n\n```\n[1]\n```', turns: [calling('', call('f', '[1]'))] },
    ],
    [
      'a call without arguments',
      { role: 'assistant', content: null, tool_calls: [{ id: '', name: 'f' }] },
      { text: '→ `f`\n\n```json\n{}\n```', turns: [calling('', call('f', {}))] },
    ],
    [
      'a table that has null and empty lists for no calls',
      { role: 'assistant', content: 'Hi', tool_calls: [], function_call: null },
      { text: 'Hi' },
    ],
    [
      "JSON under ShareGPT's role that is no call",
      { from: 'function_call', value: '{"answer": 4}' },
      { text: '{"answer": 4}', turns: [{ role: 'function_call', content: '{"answer": 4}' }] },
    ],
  ])('are read from %s', (_, message, expected) => {
    expect(answered(message)).toMatchObject({
      responses: [
        { id: 'chosen', ...expected },
        { id: 'rejected', text: 'No' },
      ],
    });
  });

  it('are the answer where a conversation ends with them, and the prompt where a tool has answered', () => {
    const asks = { role: 'tool_call', content: '{"name": "f", "arguments": {}}' };
    const told = { role: 'tool_response', content: 'x' };
    const read = (messages: object[]): unknown => readRecord('kto-messages', { messages, label: true })[0];
    expect(read([user('Hi'), asks])).toMatchObject({
      prompt: [user('Hi')],
      responses: [{ id: 'completion', turns: [calling('', call('f', {}))] }],
    });
    expect(read([user('Hi'), asks, told, assistant('Well')])).toMatchObject({
      prompt: [user('Hi'), calling('', call('f', {})), answering('x')],
      responses: [{ id: 'completion', text: 'Well' }],
    });
    expect(read([user('Hi'), asks, told])).toBe('There is no answer: “messages” ends with a turn of the role “tool”');
  });
});

describe('an item without tools', () => {
  it('has the hash it has always had', () => {
    expect(contentHash({ prompt: [user('Hi')], responses: [{ id: 'a', text: 'x' }] })).toBe(
      '9c033ce4b0f4332428b247f1142e3de3',
    );
  });
});

describe('an item with tools', () => {
  const item = {
    prompt: [user('Hi'), calling('', call('f', { a: 1 }, 'c1')), answering('x', { toolName: 'f', toolCallId: 'c1' })],
    tools: [light],
    responses: [{ id: 'a', text: 'x' }],
  };
  const changed = (turn: number, message: Message): typeof item => ({
    ...item,
    prompt: item.prompt.map((each, i) => (i === turn ? message : each)),
  });
  it.each<[string, typeof item]>([
    ["a call's name", changed(1, calling('', call('g', { a: 1 }, 'c1')))],
    ['an argument', changed(1, calling('', call('f', { a: 2 }, 'c1')))],
    ["a call's id", changed(1, calling('', call('f', { a: 1 }, 'c2')))],
    ['a call more', changed(1, calling('', call('f', { a: 1 }, 'c1'), call('f', {})))],
    ['another tool that answers', changed(2, answering('x', { toolName: 'g', toolCallId: 'c1' }))],
    ['another definition', { ...item, tools: [weather] as never[] }],
  ])('is another with %s', (_, other) => {
    expect(contentHash(other)).not.toBe(contentHash(item));
  });

  it('tells that it calls them', () => {
    expect([callsTools(item.prompt), callsTools([user('Hi'), assistant('Hey')]), callsTools([answering('x')])]).toEqual(
      [true, false, true],
    );
  });
});

describe('media in columns of their own', () => {
  const row = (more: object): unknown =>
    contentsIn('preference-pairs', {
      prompt: [
        { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'What?' }] },
        assistant('That <image>'),
        user('And <image>?'),
      ],
      chosen: 'a',
      rejected: 'b',
      ...more,
    })[0];
  const images = (...sources: string[]): object => ({ media: sources.map((source) => ({ kind: 'image', source })) });
  it.each<[string, object, object]>([
    [
      'go to the turns with their placeholders, the rest to the first question',
      { images: ['1.png', '2.png', '3.png'] },
      {
        prompt: [
          { ...user('What?'), ...images('3.png') },
          { ...assistant('That <image>'), ...images('1.png') },
          { ...user('And <image>?'), ...images('2.png') },
        ],
      },
    ],
    [
      'may be one, or objects with a path',
      { image: { path: '1.png', bytes: null } },
      { prompt: [user('What?'), { ...assistant('That <image>'), ...images('1.png') }, user('And <image>?')] },
    ],
    [
      'stay in the metadata where there is no path',
      { images: [{ bytes: 'AAAA' }] },
      {
        prompt: [user('What?'), assistant('That <image>'), user('And <image>?')],
        metadata: { images: [{ bytes: 'AAAA' }] },
      },
    ],
  ])('%s', (_, more, expected) => {
    expect(row(more)).toMatchObject(expected);
  });
});

describe("media of a response's own", () => {
  const responses = (more: object): unknown =>
    contentsIn('responses', { prompt: 'Draw a cat.', responses: [{ text: 'Here.', ...more }, 'No.'] })[0]?.responses[0];
  const own = (...media: object[]): object => ({ turns: [{ role: 'assistant', content: 'Here.', media }] });
  it.each<[string, object, object]>([
    [
      'are read from its columns',
      { images: ['a.png', { path: 'b.png' }], audio: 'c.wav' },
      {
        text: 'Here.',
        ...own(
          { kind: 'image', source: 'a.png' },
          { kind: 'image', source: 'b.png' },
          { kind: 'audio', source: 'c.wav' },
        ),
      },
    ],
    [
      'go to the last message of the assistant',
      { text: undefined, messages: [assistant('Wait.'), assistant('Here.')], image: 'a.png' },
      { turns: [assistant('Wait.'), { ...assistant('Here.'), media: [{ kind: 'image', source: 'a.png' }] }] },
    ],
    [
      'stay in the metadata where there is no path',
      { images: [{ bytes: 'AAAA' }] },
      { text: 'Here.', metadata: { images: [{ bytes: 'AAAA' }] } },
    ],
  ])('%s', (_, more, expected) => {
    const read = responses(more);
    expect(read).toMatchObject(expected);
    if (!('metadata' in expected)) expect(read).not.toHaveProperty('metadata');
  });
});
