import path from 'node:path';
import type { Desk } from './desk';
import { everythingIn, type WebviewMessages } from './webviewMessages';
import type { StudyFolder } from './studyFolder';

/** What must not be seen has this in its name, and nothing else has. */
const leak = /leak/i;

const code = 'So:\n\n```python\ndef first(xs):\n    return sorted(xs)[0]\n```\n';
const texts = [
  `${code}\nThe old dog sat down. ![a dog](out/art-leak-7b/dog.png "by art-leak-7b") ![sky](https://art-leak.example.org/s.png)`,
  '<think>\nA cat, perhaps.\n</think>\n\nThe cat sat down.',
  'Nobody sat down.\nThey stood.',
];
const call = { id: 'call-leak', type: 'function', function: { name: 'look', arguments: '{"where":"mat"}' } };
const images = ['out/gpt-leak_0.png', 'out/gpt-leak_gone.png', 'https://gpt-leak.example.org/sky.png'];
const models = ['zephyr-leak-7b', 'mistral-leak-8x7b', 'gpt-leak'];
/** The response at `index` in its own way: a text, calls of tools, images. */
const bodies = [
  (text: string): object => ({ text }),
  (text: string): object => ({
    messages: [
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call-leak', content: 'a cat' },
      { role: 'assistant', content: text },
    ],
  }),
  (text: string): object => ({
    messages: [
      { role: 'assistant', content: [{ type: 'text', text }, ...images.map((image) => ({ type: 'image', image }))] },
    ],
  }),
];
const response = (text: string, index: number): unknown => ({
  id: `resp-leak-${index}`,
  model: models[index],
  metadata: { origin: `source-leak-${index}`, temperature: 0.5 },
  verifiers: [
    {
      name: 'tests',
      passed: index > 0,
      detail: `seen: ${index}, resp-leak-${index} of ${models[index] ?? ''}: runs/${models[index] ?? ''}/out.txt`,
    },
    { name: `reward of ${models[index] ?? ''}`, score: index / 4 },
  ],
  ...bodies[index]?.(text),
});

/** An item whose responses bear names that must not be seen wherever a record has room for one. */
export const item = (number: number): unknown => ({
  id: `item-${number}`,
  prompt: `Who sat down in story ${number}?`,
  responses: texts.map(response),
  references: ['The cat did.'],
  evidence: [
    {
      id: 'passage',
      title: 'What MISTRAL-leak-8x7b found',
      source: 'https://example.org/mistral-leak-8x7b/resp-leak-1.html',
      text: 'There was a mat. ![a mat](out/mistral-leak-8x7b/mat.png)',
      response: 'resp-leak-1',
    },
  ],
  context: 'A house.',
  metadata: { split: 'metadata-leak' },
  topic: 'houses',
});

/** Looks for what must not be seen, at all that is in a window and all that its webviews were told. */
export class Leaks {
  /** What was seen, and where. */
  readonly seen: string[] = [];

  constructor(
    private readonly desk: Desk,
    private readonly heard: WebviewMessages,
    private readonly study: StudyFolder,
  ) {}

  /** @param mayName whether a path may be seen of the study */
  async look(what: string, mayName: 'path' | 'nothing' = 'nothing'): Promise<void> {
    const { desk, heard } = this;
    // Behind another editor it has no document.
    const places = {
      desk: (await desk.root.isVisible()) ? await everythingIn(await desk.frame()) : '',
      window: await everythingIn(desk.page.mainFrame()),
      messages: heard.messages.join('\n'),
    };
    for (const [place, text] of Object.entries(places))
      for (const found of text.match(new RegExp(`.{0,60}${leak.source}.{0,60}`, 'gi')) ?? [])
        this.seen.push(`${what}, ${place}: ${found}`);
    const folder = new RegExp(`.{0,80}${path.basename(this.study.path)}`);
    const told = [places.desk, ...heard.messages.filter((message) => message.includes('"kind":'))];
    for (const text of mayName === 'path' ? [] : told)
      if (folder.test(text)) this.seen.push(`${what}: names the folder of the study: ${folder.exec(text)?.[0] ?? ''}`);
  }
}
