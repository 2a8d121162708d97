import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { promptOfExtraIds } from '../../../../src/core/dataset/layouts/texts/extraIdTurns';
import type { Message } from '../../../../src/core/model/item/item';
import { contentsOf, problemIn } from '../../made/fixtures';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

describe('HelpSteer2', () => {
  it('gives one response with its ratings, and the turns of a long prompt', async () => {
    expect(await contentsOf('helpsteer2.jsonl')).toEqual({
      layout: 'helpsteer2',
      contents: [
        {
          prompt: [user('What is C#?')],
          promptText: 'What is C#?',
          responses: [{ id: 'response', text: 'A language.' }],
          labels: [
            {
              judgement: {
                ratings: [
                  { response: 'response', aspect: 'helpfulness', value: 3 },
                  { response: 'response', aspect: 'correctness', value: 4 },
                  { response: 'response', aspect: 'coherence', value: 4 },
                  { response: 'response', aspect: 'complexity', value: 2 },
                  { response: 'response', aspect: 'verbosity', value: 0 },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('Hi 🙂'), assistant('Hello'), user('And now?')],
          responses: [{ id: 'response', text: '' }],
          labels: [
            {
              judgement: {
                ratings: [
                  { response: 'response', aspect: 'helpfulness', value: 0 },
                  { response: 'response', aspect: 'coherence', value: 1 },
                  { response: 'response', aspect: 'complexity', value: 0 },
                  { response: 'response', aspect: 'verbosity', value: 0 },
                ],
              },
            },
          ],
        },
      ],
    });
  });

  it('gives the ratings of each annotator', async () => {
    expect(await contentsOf('helpsteer2-disagreements.jsonl')).toEqual({
      layout: 'helpsteer2',
      contents: [
        {
          prompt: [user('What is C#?')],
          promptText: 'What is C#?',
          responses: [{ id: 'response', text: 'A language.' }],
          labels: [
            {
              annotator: 'annotator-1',
              judgement: {
                ratings: [
                  { response: 'response', aspect: 'helpfulness', value: 3 },
                  { response: 'response', aspect: 'correctness', value: 3 },
                  { response: 'response', aspect: 'coherence', value: 4 },
                  { response: 'response', aspect: 'complexity', value: 2 },
                  { response: 'response', aspect: 'verbosity', value: 2 },
                ],
              },
            },
            {
              annotator: 'annotator-2',
              judgement: {
                ratings: [
                  { response: 'response', aspect: 'helpfulness', value: 3 },
                  { response: 'response', aspect: 'correctness', value: 4 },
                  { response: 'response', aspect: 'coherence', value: 3 },
                  { response: 'response', aspect: 'complexity', value: 2 },
                  { response: 'response', aspect: 'verbosity', value: 1 },
                ],
              },
            },
            {
              annotator: 'annotator-3',
              judgement: {
                ratings: [
                  { response: 'response', aspect: 'helpfulness', value: 4 },
                  { response: 'response', aspect: 'correctness', value: 4 },
                  { response: 'response', aspect: 'coherence', value: 4 },
                  { response: 'response', aspect: 'complexity', value: 2 },
                  { response: 'response', aspect: 'verbosity', value: null },
                ],
              },
            },
          ],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['no response', { prompt: 'Hi', response: null }, '“response” must be text. Found: null'],
    [
      'a rating that is a word',
      { prompt: 'Hi', response: 'a', helpfulness: 'high' },
      '“helpfulness” must be a number, or a list with one number for each annotator. Found: "high"',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('helpsteer2', record)).toBe(message);
  });

  it('reads turns that give the source again when its markers are put between them', () => {
    const markers = fc.constantFrom('\n<extra_id_1>User\n', '\n<extra_id_1>Assistant\n');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.tuple(markers, fc.string({ unit: 'binary' }))),
        (first, rest) => {
          const prompt = first + rest.flat().join('');
          const turns = promptOfExtraIds(prompt).prompt;
          expect(
            turns
              .map(({ role, content }, i) =>
                i === 0 ? content : `\n<extra_id_1>${role === 'user' ? 'User' : 'Assistant'}\n${content}`,
              )
              .join(''),
          ).toBe(prompt);
        },
      ),
    );
  });
});

describe('HelpSteer2-Preference', () => {
  it('gives the overall preference and those of the annotators, with strength and reason; -100 says that neither is valid', async () => {
    expect(await contentsOf('helpsteer2-preference.jsonl')).toEqual({
      layout: 'helpsteer2-preference',
      contents: [
        {
          prompt: [user('What is C#?')],
          promptText: 'What is C#?',
          responses: [
            { id: 'response_1', text: 'A language.' },
            { id: 'response_2', text: 'A note.' },
          ],
          metadata: {
            split: 'train',
            preference_strength: -2,
            three_most_similar_preferences: [
              { statement: '@Response 1 is better.', elaboration: 'It fits the topic.', strength: -2 },
            ],
            all_preferences_unprocessed: [
              { strength: -2, justification: '@Response 1 is better. It fits the topic.' },
              { strength: -100, justification: 'Neither is right.' },
              { strength: 0, justification: '' },
            ],
          },
          labels: [
            {
              judgement: {
                comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'a', strength: 2 }],
                rationale: '@Response 1 is better.\n\nIt fits the topic.',
              },
            },
            {
              annotator: 'annotator-1',
              judgement: {
                comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'a', strength: 2 }],
                rationale: '@Response 1 is better. It fits the topic.',
              },
            },
            {
              annotator: 'annotator-2',
              judgement: {
                comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'both-bad' }],
                rationale: 'Neither is right.',
              },
            },
            {
              annotator: 'annotator-3',
              judgement: { comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'tie' }] },
            },
          ],
        },
        {
          prompt: [user('Hi 🙂'), assistant('Hello'), user('And now?')],
          responses: [
            { id: 'response_1', text: 'a' },
            { id: 'response_2', text: 'é' },
          ],
          metadata: {
            split: 'val',
            preference_strength: 3,
            three_most_similar_preferences: [],
            all_preferences_unprocessed: [],
          },
          labels: [{ judgement: { comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'b', strength: 3 }] } }],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'no second response',
      { prompt: 'Hi', response_1: 'a', preference_strength: 1 },
      '“response_2” must be text. Found: no value',
    ],
    [
      'a strength that is a word',
      { prompt: 'Hi', response_1: 'a', response_2: 'b', preference_strength: 'much' },
      '“preference_strength” must be a number. Found: text',
    ],
    [
      'an annotator who is none',
      { prompt: 'Hi', response_1: 'a', response_2: 'b', preference_strength: 1, all_preferences_unprocessed: [3] },
      '“all_preferences_unprocessed[0]” must be an object. Found: a number',
    ],
  ])('is refused with %s, and the field is named', (_, record, message) => {
    expect(problemIn('helpsteer2-preference', record)).toBe(message);
  });
});

describe('HelpSteer3', () => {
  it('Preference gives the overall preference and those of the annotators; the language of code is no language', async () => {
    expect(await contentsOf('helpsteer3-preference.jsonl')).toEqual({
      layout: 'helpsteer3-preference',
      contents: [
        {
          prompt: [user('Sort a list')],
          responses: [
            { id: 'response1', text: 'sorted(x)' },
            { id: 'response2', text: 'x.sort()' },
          ],
          metadata: {
            domain: 'code',
            language: 'python',
            overall_preference: -1,
            individual_preference: [
              { score: -1, reasoning: '@Response 1 returns it.', feedback1: 'Neat.', feedback2: 'Changes x.' },
              { score: 0, reasoning: null, feedback1: null, feedback2: null },
            ],
          },
          labels: [
            { judgement: { comparisons: [{ a: 'response1', b: 'response2', outcome: 'a', strength: 1 }] } },
            {
              annotator: 'annotator-1',
              judgement: {
                comparisons: [{ a: 'response1', b: 'response2', outcome: 'a', strength: 1 }],
                rationale: '@Response 1 returns it.',
                critiques: [
                  { response: 'response1', text: 'Neat.' },
                  { response: 'response2', text: 'Changes x.' },
                ],
              },
            },
            {
              annotator: 'annotator-2',
              judgement: { comparisons: [{ a: 'response1', b: 'response2', outcome: 'tie' }] },
            },
          ],
        },
        {
          prompt: [user('Salut'), assistant('Bonjour 👋'), user('Ça va ?')],
          language: 'french',
          responses: [
            { id: 'response1', text: 'Oui' },
            { id: 'response2', text: 'Ça va bien, et toi ?' },
          ],
          metadata: {
            domain: 'multilingual',
            overall_preference: 3,
            individual_preference: [{ score: 3, reasoning: 'Plus poli.' }],
          },
          labels: [
            { judgement: { comparisons: [{ a: 'response1', b: 'response2', outcome: 'b', strength: 3 }] } },
            {
              annotator: 'annotator-1',
              judgement: {
                comparisons: [{ a: 'response1', b: 'response2', outcome: 'b', strength: 3 }],
                rationale: 'Plus poli.',
              },
            },
          ],
        },
      ],
    });
  });

  it('Feedback gives the critiques of each annotator', async () => {
    expect(await contentsOf('helpsteer3-feedback.jsonl')).toEqual({
      layout: 'helpsteer3-feedback',
      contents: [
        {
          prompt: [user('Name a tree')],
          language: 'english',
          responses: [
            { id: 'response1', text: 'Oak' },
            { id: 'response2', text: 'Rose' },
          ],
          metadata: { domain: 'general' },
          labels: [
            {
              annotator: 'annotator-1',
              judgement: {
                critiques: [
                  { response: 'response1', text: 'The response is mostly helpful.' },
                  { response: 'response2', text: 'The response is not helpful.' },
                ],
              },
            },
            { annotator: 'annotator-2', judgement: { critiques: [{ response: 'response1', text: 'Good.' }] } },
            {
              annotator: 'annotator-3',
              judgement: {
                critiques: [
                  { response: 'response1', text: 'Fine.' },
                  { response: 'response2', text: 'Wrong.' },
                ],
              },
            },
          ],
        },
        {
          prompt: [user('1+1?')],
          language: 'english',
          responses: [
            { id: 'response1', text: '2' },
            { id: 'response2', text: '3' },
          ],
          metadata: { domain: 'stem' },
          labels: [{ annotator: 'annotator-1', judgement: { critiques: [{ response: 'response1', text: 'Right.' }] } }],
        },
      ],
    });
  });

  it('Edit gives a refinement with its reason, and the critiques that asked for it', async () => {
    expect(await contentsOf('helpsteer3-edit.jsonl')).toEqual({
      layout: 'helpsteer3-edit',
      contents: [
        {
          prompt: [user('Name a tree')],
          language: 'english',
          responses: [{ id: 'original_response', text: 'Rose' }],
          metadata: { domain: 'general' },
          labels: [
            {
              judgement: { refinements: [{ response: 'original_response', text: 'Oak' }], rationale: 'Named a tree.' },
            },
            {
              annotator: 'annotator-1',
              judgement: { critiques: [{ response: 'original_response', text: 'The rose is a shrub.' }] },
            },
            {
              annotator: 'annotator-2',
              judgement: { critiques: [{ response: 'original_response', text: 'Not a tree.' }] },
            },
          ],
        },
        {
          prompt: [user('Name two')],
          language: 'english',
          responses: [{ id: 'original_response', text: 'Oak' }],
          metadata: { domain: 'general' },
          labels: [{ judgement: { refinements: [{ response: 'original_response', text: 'Oak and beech' }] } }],
        },
      ],
    });
  });

  it('Edit-Quality compares the edits for one criterion, and leaves the original out of it', async () => {
    expect(await contentsOf('helpsteer3-edit-quality.jsonl')).toEqual({
      layout: 'helpsteer3-edit-quality',
      contents: [
        {
          prompt: [user('Name a tree')],
          language: 'english',
          responses: [
            { id: 'original_response', text: 'Rose' },
            { id: 'good_edited_response', text: 'Oak' },
            { id: 'bad_edited_response', text: 'Tulip' },
          ],
          metadata: { domain: 'general' },
          labels: [
            {
              shown: ['good_edited_response', 'bad_edited_response'],
              judgement: {
                comparisons: [
                  {
                    a: 'good_edited_response',
                    b: 'bad_edited_response',
                    outcome: 'a',
                    criterion: 'follows the feedback',
                  },
                ],
              },
            },
            {
              annotator: 'annotator-1',
              judgement: { critiques: [{ response: 'original_response', text: 'The rose is a shrub.' }] },
            },
            {
              annotator: 'annotator-2',
              judgement: { critiques: [{ response: 'original_response', text: 'Not a tree.' }] },
            },
          ],
        },
        {
          prompt: [user('Print 1')],
          responses: [
            { id: 'original_response', text: 'puts(1);' },
            { id: 'good_edited_response', text: 'printf("1");' },
            { id: 'bad_edited_response', text: 'puts(2);' },
          ],
          metadata: { domain: 'code', language: 'c' },
          labels: [
            {
              shown: ['good_edited_response', 'bad_edited_response'],
              judgement: {
                comparisons: [
                  {
                    a: 'good_edited_response',
                    b: 'bad_edited_response',
                    outcome: 'a',
                    criterion: 'follows the feedback',
                  },
                ],
              },
            },
            {
              annotator: 'annotator-1',
              judgement: { critiques: [{ response: 'original_response', text: 'It does not compile.' }] },
            },
          ],
        },
      ],
    });
  });

  it('Principle gives a verdict on a criterion of the item', async () => {
    expect(await contentsOf('helpsteer3-principle.jsonl')).toEqual({
      layout: 'helpsteer3-principle',
      contents: [
        {
          prompt: [user('Name a tree')],
          language: 'english',
          responses: [{ id: 'response', text: 'Oak' }],
          criteria: [{ id: 'principle', text: 'names a tree' }],
          metadata: { domain: 'general' },
          labels: [{ judgement: { verdicts: [{ response: 'response', criterion: 'principle', value: true }] } }],
        },
        {
          prompt: [user('Name a tree')],
          language: 'english',
          responses: [{ id: 'response', text: 'Rose' }],
          criteria: [{ id: 'principle', text: 'names a tree' }],
          metadata: { domain: 'general' },
          labels: [{ judgement: { verdicts: [{ response: 'response', criterion: 'principle', value: false }] } }],
        },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    [
      'helpsteer3-preference',
      { context: [], response1: 'a', response2: 'b', overall_preference: 1 },
      '“context” must be a list of messages. Found: an empty list',
    ],
    [
      'helpsteer3-preference',
      { context: [user('Hi')], response1: 'a', response2: 'b', overall_preference: {} },
      '“overall_preference” must be a number. Found: an object',
    ],
    [
      'helpsteer3-feedback',
      { context: [user('Hi')], response1: 'a', response2: 5 },
      '“response2” must be text. Found: a number',
    ],
    [
      'helpsteer3-edit',
      { context: [user('Hi')], original_response: 'a' },
      '“edited_response” must be text. Found: no value',
    ],
    [
      'helpsteer3-edit-quality',
      { context: [{ role: 'user' }], original_response: 'a' },
      '“context[0]” is not a message with text: {"role": …, "content": "…"} or {"from": …, "value": "…"}',
    ],
    ['helpsteer3-principle', { context: [user('Hi')], response: 'a' }, '“principle” must be text. Found: no value'],
  ])('%s names the field that is wrong', (layout, record, message) => {
    expect(problemIn(layout, record)).toBe(message);
  });
});
