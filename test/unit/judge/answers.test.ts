import { describe, expect, it } from 'vitest';
import { answerJsonSchema, understood } from '../../../src/core/judge/answers';
import { probabilityOf } from '../../../src/core/judge/endpoint';
import { judgeIn } from '../../../src/core/judge/judgeFile';
import { questionsOn, type Question } from '../../../src/core/judge/questions';
import { messagesFor } from '../../../src/core/judge/messages';
import type { JudgeQuestion } from '../../../src/core/model/suggestion/suggestion';
import type { Project } from '../../../src/core/model/study/project';
import type { Rubrics } from '../../../src/core/model/rubric/rubric';
import { itemOf } from '../made/formatRows';
import { airlineRun } from '../made/airlineRuns';
import { judgedRuns } from '../made/judgedRuns';
import { temporaryFolder } from '../made/temporaryFolder';
import { itemsOf } from '../made/study';

const rubrics = {
  version: 1,
  rubrics: [
    {
      id: 'r',
      title: 'R',
      scope: { kind: 'study' },
      versions: [
        {
          version: 1,
          criteria: [
            { id: 'true', text: 'Is true.', weight: 1 },
            {
              id: 'tone',
              text: 'Which tone?',
              kind: 'category',
              categories: [{ name: 'warm' }, { name: 'cold' }],
              weight: 1,
            },
            { id: 'clear', text: 'How clear?', kind: 'scale', min: 1, max: 4, levels: { 1: 'not at all' }, weight: 1 },
          ],
        },
      ],
    },
  ],
} as unknown as Rubrics;
const project = {
  task: {
    mode: 'pair',
    questions: [{ version: 1, text: 'Which is kinder?' }],
    aspects: [{ name: 'help', min: 0, max: 4, levels: { 4: 'very' } }],
  },
} as unknown as Project;
const judgeOf = (asks: JudgeQuestion) =>
  judgeIn(`{name: j, asks: ${asks}, endpoint: "http://localhost/", model: m}`, 'j');

function firstQuestion(asks: JudgeQuestion): Question {
  const item = itemOf('Which sea?', ['The North Sea.', 'None.']);
  const [question] = questionsOn(item, judgeOf(asks), { project, rubrics });
  if (!question) throw new Error('no question');
  return question;
}

describe('an answer', () => {
  it('is read as JSON, in a fence, behind thoughts or with words around it', () => {
    const question = firstQuestion('pairs');
    const said = {
      judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] },
      confidence: 0.75,
      rationale: 'It helps.',
    };
    const json = '{"reason": "It helps.", "winner": "A", "confidence": 0.75}';
    for (const text of [
      json,
      `\`\`\`json\n${json}\n\`\`\``,
      `<think>{"winner": "B"}</think>${json}`,
      `I say: ${json}. Done.`,
    ])
      expect(understood(text, question), text).toEqual(said);
    expect(understood('{"winner": "tie"}', question).judgement).toEqual({
      comparisons: [{ a: 'a', b: 'b', outcome: 'tie' }],
    });
    for (const text of ['', 'A', '[]', 'null', '{}', '{"winner": "Response A"}', '{"winner": 1}'])
      expect(understood(text, question).judgement, text).toBeNull();
    expect(understood('{"winner": "A", "confidence": 75}', question)).not.toHaveProperty('confidence');
  });

  it('gives verdicts of the kinds of their criteria, and says which are missing', () => {
    const question = firstQuestion('verdicts');
    const text = JSON.stringify({
      verdicts: {
        true: { reason: 'It is a sea.', value: true, confidence: 1 },
        tone: { value: 'hot' },
        clear: { value: null, confidence: 0.5 },
        other: { value: true },
      },
    });
    expect(understood(text, question)).toEqual({
      judgement: {
        verdicts: [
          { response: 'a', criterion: 'true', value: true, note: 'It is a sea.' },
          { response: 'a', criterion: 'clear', value: null },
        ],
      },
      confidences: { true: 1, clear: 0.5 },
      problem: '1 of 3 criteria have no verdict',
    });
    expect(understood('{"verdicts": {"clear": {"value": 5}}}', question).judgement).toBeNull();
  });

  it('gives ratings within their scales', () => {
    const question = firstQuestion('ratings');
    expect(understood('{"ratings": {"help": {"value": 4, "reason": "all"}}}', question).judgement).toEqual({
      ratings: [{ response: 'a', aspect: 'help', value: 4, note: 'all' }],
    });
    expect(understood('{"ratings": {"help": {"value": 5}}}', question).judgement).toBeNull();
  });

  it('names the first wrong step of a run by its key, or that none is', async () => {
    const study = await judgedRuns(
      temporaryFolder(),
      [airlineRun(1, 0, [], 'Done.'), airlineRun(1, 1, [], 'Done it.')],
      () => ({
        flags: [{ flag: 'x' }],
      }),
    );
    const { items } = await itemsOf(study);
    await study.close();
    const item = items[0];
    if (!item) throw new Error('no item');
    const judge = judgeOf('first-error');
    const [question] = questionsOn(item, judge, { project, rubrics });
    if (!question) throw new Error('no question');
    expect(messagesFor(question, judge, project).user).toMatch(/<run>\n\[0\] /);
    const wrong = understood('{"step": 0, "reason": "It did not ask.", "confidence": 0.5}', question);
    expect(wrong.judgement?.runSteps).toMatchObject([{ at: 0, label: -1, firstError: true }]);
    const none = understood('{"step": null}', question);
    expect(none.judgement?.runSteps).toMatchObject([{ label: 1 }]);
    expect(none.judgement?.runSteps?.[0]).not.toHaveProperty('firstError');
    expect(understood('{"step": 99}', question)).toEqual({ judgement: null, problem: 'the run has no step 99' });
  });

  it('has a schema in which every field is required and no other is allowed', () => {
    for (const asks of ['pairs', 'verdicts', 'ratings', 'first-error'] as const) {
      const all: object[] = [];
      JSON.stringify(answerJsonSchema(firstSchema(asks)), (_, value: unknown) => {
        if (typeof value === 'object' && value !== null && 'properties' in value) all.push(value);
        return value;
      });
      expect(all.length).toBeGreaterThan(0);
      for (const each of all)
        expect(each).toMatchObject({
          additionalProperties: false,
          required: Object.keys((each as { properties: object }).properties),
        });
    }
  });
});

const firstSchema = (asks: JudgeQuestion): Question => ({
  ...firstQuestion('pairs'),
  ...(asks === 'pairs' ? {} : firstOf(asks)),
});
const firstOf = (asks: JudgeQuestion): Partial<Question> =>
  asks === 'first-error' ? { asks } : { ...firstQuestion(asks) };

describe('a question', () => {
  it('says the question of the study, and criteria with how they are answered', () => {
    const told = messagesFor(firstQuestion('pairs'), judgeOf('pairs'), project);
    expect(told.system).toContain('The question is: Which is kinder?');
    expect(told.user).toBe(
      '<prompt>\nWhich sea?\n</prompt>\n\n<response_A>\nThe North Sea.\n</response_A>\n\n<response_B>\nNone.\n</response_B>',
    );
    const { system } = messagesFor(firstQuestion('verdicts'), judgeOf('verdicts'), project);
    expect(system).toContain('- true: Is true. (true or false)');
    expect(system).toContain('- tone: Which tone? (one of "warm", "cold")');
    expect(system).toContain('- clear: How clear? (a number from 1 to 4; 1: not at all)');
    expect(messagesFor(firstQuestion('ratings'), judgeOf('ratings'), project).system).toContain(
      '- help (a number from 0 to 4; 4: very)',
    );
  });
});

it('the probability of an answer is that of the token that says the verdict', () => {
  const tokens = ['{"', 'winner', '":', ' "', 'A', '"}'].map((token, at) => ({
    token,
    logprob: at === 4 ? Math.log(0.8) : 0,
  }));
  expect(probabilityOf(tokens)).toBeCloseTo(0.8);
  expect(probabilityOf([...tokens, ...tokens])).toBeUndefined();
  expect(probabilityOf([])).toBeUndefined();
});

it('a judge file that says something else is refused, with where', () => {
  const refused = (text: string): string => {
    try {
      judgeIn(text, 'judge.yaml');
    } catch (error) {
      return String(error);
    }
    return 'taken';
  };
  const whole = 'name: j\nasks: pairs\nendpoint: http://localhost/\nmodel: m\n';
  expect(refused(whole)).toBe('taken');
  expect(refused(`${whole}temperatur: 1\n`)).toContain('temperatur');
  expect(refused(whole.replace('pairs', 'verdicts') + 'prompt: Grade it.\n')).toContain('write {{criteria}}');
  expect(refused(`${whole}sampling: {temperature: 3}\n`)).toContain('sampling.temperature');
  expect(refused(`${whole}command: [python]\n`)).toContain('name an endpoint or a command');
  expect(refused('name: j\nasks: pairs\nendpoint: http://localhost/\n')).toContain('model');
  expect(refused('name: j\nasks: pairs\nendpoint: file:///etc/passwd\nmodel: m\n')).toContain('endpoint');
  expect(refused('name: j\nasks: [\n')).toMatch(/Line \d is no YAML/);
});
