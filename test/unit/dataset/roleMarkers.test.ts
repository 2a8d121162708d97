import { describe, expect, it } from 'vitest';
import { promptOfText, turnsOfTemplate, withoutEndOfTurn } from '../../../src/core/dataset/items/roleMarkers';

const system = { role: 'system', content: 'Be brief.' };
const first = { role: 'user', content: 'What is a comet?' };
const answer = { role: 'assistant', content: 'Ice and dust.' };
const second = { role: 'user', content: 'Name one.' };

describe('a prompt that a chat template was applied to', () => {
  // As the tokenizers of Qwen 2.5, Llama 3.1, Llama 2, Gemma 2 and Zephyr write them.
  it.each([
    [
      'ChatML',
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nWhat is a comet?<|im_end|>\n<|im_start|>assistant\nIce and dust.<|im_end|>\n<|im_start|>user\nName one.<|im_end|>\n<|im_start|>assistant\n',
      [system, first, answer, second],
    ],
    [
      'Llama 3',
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nWhat is a comet?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
      [system, first],
    ],
    [
      'Llama 2',
      '<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nWhat is a comet? [/INST] Ice and dust. </s><s>[INST] Name one. [/INST]',
      [system, first, answer, second],
    ],
    ['Gemma', '<bos><start_of_turn>user\nWhat is a comet?<end_of_turn>\n<start_of_turn>model\n', [first]],
    ['Zephyr', '<|system|>\nBe brief.</s>\n<|user|>\nWhat is a comet?</s>\n<|assistant|>\n', [system, first]],
    ['ChatML without what begins the answer', '<|im_start|>user\nWhat is a comet?<|im_end|>\n', [first]],
  ])('is read as the turns it was made of: %s', (_, text, turns) => {
    expect(turnsOfTemplate(text)).toEqual(turns);
    expect(promptOfText(text)).toEqual({ prompt: turns, promptText: text });
  });

  it.each([
    ['no token', 'User: Hello\nAssistant:'],
    ['a token that is spoken of', 'What does <|im_start|> mean?'],
    [
      'tokens within a text that begins otherwise',
      'Explain this: <|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    ],
    ['a turn of a tool', '<|im_start|>user\nHi<|im_end|>\n<|im_start|>tool\n{}<|im_end|>\n<|im_start|>assistant\n'],
    ['an answer that has begun', '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nSure'],
    ['nobody asks', '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>assistant\n'],
  ])('is one turn where it is not understood: %s', (_, text) => {
    expect(promptOfText(text)).toEqual({ prompt: [{ role: 'user', content: text }], promptText: text });
  });

  it('ends answers with a token that is none of their words', () => {
    expect(withoutEndOfTurn('Ice and dust.<|im_end|>\n')).toBe('Ice and dust.');
    expect(withoutEndOfTurn('Ice and dust.\n')).toBeUndefined();
  });
});
