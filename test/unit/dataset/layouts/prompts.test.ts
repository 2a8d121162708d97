import { describe, expect, it } from 'vitest';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';
import { readRecord } from '../../made/fixtures';
import { assistant, system, user } from '../../made/expectedItems';

const two = { chosen: 'The answer is 4.', rejected: 'The answer is 5.' };
const answers = {
  responses: [
    { id: 'chosen', text: two.chosen },
    { id: 'rejected', text: two.rejected },
  ],
};
const sum = 'What is 2+2?';
const marked = (text: string): unknown => ({ text: ` ${text}`, turns: [assistant(text)] });

describe('the prompt of a pair', () => {
  it.each<[string, object, unknown[]]>([
    ['a question, behind its system message', { system: 'Be brief.', question: sum }, [system('Be brief.'), user(sum)]],
    ['a question with an empty system message', { system: '', question: sum }, [user(sum)]],
    ['a request', { request: sum }, [user(sum)]],
    ['a query', { query: sum, source: 'web' }, [user(sum)]],
    ['an instruction and its input', { instruction: 'Add.', input: '2+2' }, [user('Add.\n2+2')]],
    ['an instruction without input', { instruction: sum, input: '' }, [user(sum)]],
    ['a conversation', { conversations: [{ from: 'human', value: sum }] }, [user(sum)]],
    [
      'a conversation as the context',
      { context: [user('Hi'), assistant('Hello'), user(sum)] },
      [user('Hi'), assistant('Hello'), user(sum)],
    ],
    [
      'a prompt, behind its system message',
      { system_prompt: 'Be brief.', prompt: sum },
      [system('Be brief.'), user(sum)],
    ],
  ])('is read whole where it is %s, and nothing is cut off the answers', async (_, asked, prompt) => {
    const record = { ...asked, ...two };
    expect((await detectLayout(temporaryFile('pairs.jsonl', jsonl([record])))).name).toBe('preference-pairs');
    expect(readRecord('preference-pairs', record)).toEqual([
      expect.objectContaining({
        prompt,
        ...answers,
        labels: [{ judgement: { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] } }],
      }),
    ]);
  });

  it.each<[string, string, unknown[]]>([
    ['names of roles on lines of their own', 'Human: What is\n2+2?\nAssistant:', [user('What is\n2+2?')]],
    ['several turns', 'User: Hi\n\nAI: Hello\n\nUser: 2+2?\n\nAI:', [user('Hi'), assistant('Hello'), user('2+2?')]],
    ['headings', '### Instruction:\n2+2?\n\n### Response:', [user('2+2?')]],
    [
      'ChatML',
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n2+2?<|im_end|>\n<|im_start|>assistant\n',
      [system('Be brief.'), user('2+2?')],
    ],
    ['the template of Llama 2', '<s>[INST] 2+2? [/INST]', [user('2+2?')]],
  ])('is what both texts begin with, up to the last role marker: %s', (_, promptText, prompt) => {
    const record = { chosen: `${promptText} The answer is 4`, rejected: `${promptText} The answer is 5` };
    const [item] = readRecord('preference-pairs', record);
    expect(item).toMatchObject({
      promptText,
      prompt,
      responses: [marked('The answer is 4'), marked('The answer is 5')],
    });
  });

  it('is never a part of what was answered, whichever field is missing', () => {
    const [problem] = readRecord('preference-pairs', { title: sum, ...two });
    expect(problem).toMatch(
      /There is no prompt: “chosen” and “rejected” do not begin with the same conversation, as in “Human: … Assistant: …”, and no other field looks like a prompt\. Add a field “prompt”, or choose the prompt with --map prompt=FIELD/,
    );
    expect(readRecord('preference-pairs', { title: sum, ...two }, { prompt: 'title' })).toMatchObject([
      { prompt: [user(sum)], ...answers },
    ]);
  });
});

describe('a system message in a field of its own', () => {
  it.each<[string, object]>([
    ['responses', { responses: ['a', 'b'] }],
    ['kto', { completion: 'a', label: true }],
    ['demonstrations', { completion: 'a' }],
  ])('is the first message of the prompt: %s', (layout, more) => {
    expect(readRecord(layout, { system: 'Be brief.', prompt: sum, ...more })).toMatchObject([
      { prompt: [system('Be brief.'), user(sum)] },
    ]);
    expect(readRecord(layout, { system: 'Be brief.', prompt: [system('Mine.'), user(sum)], ...more })).toMatchObject([
      { prompt: [system('Mine.'), user(sum)], metadata: { system: 'Be brief.' } },
    ]);
  });
});
