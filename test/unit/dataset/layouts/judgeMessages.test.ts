import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolutePrompt,
  absoluteRubric,
  judgeMessages,
  relativePrompt,
  relativeRubric,
  withResult,
} from '../../../../src/core/export/judges/prometheus';
import { critiqueTask } from '../../../../src/core/export/judges/critiqueTask';
import { conversationText, labelledCritiqueText } from '../../../../src/core/export/texts/judgeTexts';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, assistant, system, user } from '../../made/expectedItems';

const levels = { 1: 'No.', 2: 'Barely.', 3: 'Nearly.', 4: 'Mostly.', 5: 'Yes.' };
const haiku = { references: ['Five, seven, five.'], criteria: [{ id: 'rubric', text: 'Is it a haiku?', levels }] };
const pair = (a: string, b: string): unknown[] => [
  { id: 'a', text: a },
  { id: 'b', text: b },
];
const read = (...messages: unknown[]): unknown => readRecord('judge-messages', { messages })[0];

describe("a judge's messages", () => {
  it('are taken apart: prompt, responses, reference and rubric, and what the judge answers', async () => {
    expect(await readFixture('judge-messages.jsonl')).toEqual({
      layout: 'judge-messages',
      problems: [],
      items: [
        {
          id: '(hash)',
          ...asked('Write a haiku.'),
          responses: [{ id: 'response', text: 'An old silent pond 🐸' }],
          ...haiku,
          labels: [
            {
              judgement: {
                ratings: [{ response: 'response', aspect: 'rubric', value: 4 }],
                critiques: [{ response: 'response', text: 'It scans.' }],
              },
            },
          ],
        },
        {
          id: '(hash)',
          prompt: [user('Hi'), assistant('Hello.'), user('Write a haiku.')],
          responses: pair('Frog.', 'An old silent pond'),
          references: haiku.references,
          criteria: [{ id: 'rubric', text: 'Is it a haiku?' }],
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b' }], rationale: 'B scans.' } }],
        },
        {
          id: '(hash)',
          ...asked('Why?'),
          responses: pair('Because.', 'So.'),
          criteria: [
            { id: '1', text: 'Is it true?\nReally?', weight: 2 },
            { id: '2', text: 'Is it kind?', weight: 1 },
          ],
          labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }], rationale: 'A says more.' } }],
        },
        {
          id: '(hash)',
          ...asked('Why?'),
          responses: pair('Because.', 'So.'),
          criteria: [{ id: 'rubric', text: 'Which is better?' }],
          labels: [{ judgement: { rationale: 'A tie.' } }],
        },
        {
          id: '(hash)',
          ...asked('Why?'),
          responses: [{ id: 'response', text: 'So.' }],
          labels: [
            {
              judgement: {
                critiques: [{ response: 'response', text: 'Thin.', strengths: 'Short.', suggestion: 'Say why.' }],
              },
            },
          ],
        },
        { id: '(hash)', ...asked('Why?'), responses: [{ id: 'response', text: 'So.' }] },
      ],
    });
  });

  const words = fc
    .array(fc.constantFrom('a', '漢字', '🙂', '\n', '###', '[x]', 'Score 1', 'two words', '"', ' '), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => `${parts.join(' ')}.`);
  it("give back what Prometheus' prompts are made of", () => {
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.option(words, { nil: undefined }),
        words,
        fc.tuple(words, words, words, words, words),
        words,
        (instruction, a, b, reference, text, five, feedback) => {
          const described = Object.fromEntries(five.map((level, i) => [i + 1, level]));
          const beside = { ...asked(instruction), ...(reference !== undefined && { references: [reference] }) };
          expect(
            read(
              ...judgeMessages(
                'absolute',
                absolutePrompt({
                  instruction,
                  response: a,
                  reference,
                  rubric: absoluteRubric({ text, levels: described }),
                }),
                withResult(feedback, 3),
              ),
            ),
          ).toEqual({
            id: '(hash)',
            ...beside,
            responses: [{ id: 'response', text: a }],
            criteria: [{ id: 'rubric', text, levels: described }],
            labels: [
              {
                judgement: {
                  ratings: [{ response: 'response', aspect: 'rubric', value: 3 }],
                  critiques: [{ response: 'response', text: feedback }],
                },
              },
            ],
          });
          expect(
            read(
              ...judgeMessages(
                'relative',
                relativePrompt({ instruction, a, b, reference, rubric: relativeRubric(text) }),
                withResult(feedback, 'B'),
              ),
            ),
          ).toEqual({
            id: '(hash)',
            ...beside,
            responses: pair(a, b),
            criteria: [{ id: 'rubric', text }],
            labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b' }], rationale: feedback } }],
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  const part = fc.option(words, { nil: undefined });
  it('give a critique back in its parts, and the words of it in any case', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(''), words, fc.constantFrom('Strengths: none', 'x\n\nSuggestion: ', 'Weaknesses:  y')),
        part,
        part,
        part,
        (text, strengths, weaknesses, suggestion) => {
          const critique = {
            text,
            ...(strengths !== undefined && { strengths }),
            ...(weaknesses !== undefined && { weaknesses }),
            ...(suggestion !== undefined && { suggestion }),
          };
          const written = labelledCritiqueText(critique);
          fc.pre(written !== '');
          const found = read(
            critiqueTask({ prompt: [user('Why?')] }, { id: 'x', text: 'So.' }),
            assistant(written),
          ) as { labels: { judgement: { critiques: (typeof critique)[] } }[] };
          expect(labelledCritiqueText(found.labels[0]!.judgement.critiques[0]!)).toBe(written);
          if (
            !/^(Strengths|Weaknesses|Suggestion):|\n\nSuggestion: /.test(text) &&
            strengths?.trim() === strengths &&
            weaknesses?.trim() === weaknesses &&
            suggestion?.trim() === suggestion
          )
            expect(found.labels[0]!.judgement.critiques).toEqual([{ response: 'response', ...critique }]);
        },
      ),
    );
  });

  it.each([
    [[system('Be kind.'), user('Hi'), assistant('Hello.'), user('More')]],
    [[user('One.'), assistant('User: two'), user('Three\n\nmore')]],
  ])('give a conversation back that is one text', (turns) => {
    expect(read(critiqueTask({ prompt: turns }, { id: 'x', text: 'So.' }))).toMatchObject({ prompt: turns });
  });

  it.each(['User: Hi', 'User: Hi\n\nAssistant: Hello.', 'Note\n\nUser: Hi\n\nAssistant: x\n\nUser: y'])(
    'leave a prompt as it is that only looks like one: %j',
    (text) => {
      expect(conversationText([user(text)])).toBe(text);
      expect(read(critiqueTask({ prompt: [user(text)] }, { id: 'x', text: 'So.' }))).toMatchObject(asked(text));
    },
  );

  it('are refused where they are no question to a judge, with the field', () => {
    expect(read(user('Hi'), assistant('Hello.'))).toMatch(
      /“messages” is not a prompt for a judge\. Known are those of Prometheus, and “\[Prompt\]” with “\[Response\]” or with “\[Response A\]” and “\[Response B\]”/,
    );
    expect(readRecord('judge-messages', {})[0]).toBe('“messages” must be a list of messages. Found: no value');
  });
});
