import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { previewOf } from '../../../../src/core/dataset/items/preview';
import type { ItemOrProblem } from '../../../../src/core/dataset/items/parsedItem';
import { headOf } from '../../../../src/core/dataset/records/head';
import { inspect } from '../../../../src/core/dataset/inspect';
import { materializedCopy } from '../../../../src/core/dataset/sources/scan';
import { createStudy } from '../../../../src/core/study/create';
import { itemsOf, opened } from '../../made/study';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';

/** The files of MT-bench as FastChat writes them, and of MultiChallenge. */
function mtBench(): { readonly questions: string; readonly answers: readonly string[]; readonly folder: string } {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'model_answer'));
  const questions = join(folder, 'question.jsonl');
  writeFileSync(
    questions,
    jsonl([
      { question_id: 81, category: 'writing', turns: ['Write a line about rain.', 'Now about snow.'] },
      { question_id: 82, category: 'math', turns: ['What is 3 + 4?'], reference: ['7'] },
      { question_id: 83, category: 'math', turns: ['What is 3 + 5?'] },
    ]),
  );
  const answers = (['model-a', 'model-b'] as const).map((model) => {
    const path = join(folder, 'model_answer', `${model}.jsonl`);
    writeFileSync(
      path,
      jsonl([
        {
          question_id: 81,
          answer_id: 'x',
          model_id: model,
          choices: [{ index: 0, turns: [`Rain, ${model}.`, 'Snow.'] }],
        },
        { question_id: 82, answer_id: 'y', model_id: model, choices: [{ index: 0, turns: [`7, says ${model}.`] }] },
        { question_id: 99, answer_id: 'z', model_id: model, choices: [{ index: 0, turns: ['To what?'] }] },
      ]),
    );
    return path;
  });
  return { questions, answers, folder };
}

describe('questions and answers in files of their own', () => {
  it('are items of a question with the answers of all models, turn by turn', async () => {
    const { questions, answers, folder } = mtBench();
    expect((await detectReading([...answers, questions])).layout.name).toBe('questions-and-answers');
    await createStudy({ projectFile: join(folder, 's.tiebreak'), datasets: [questions, ...answers] });
    const study = await opened(join(folder, 's.tiebreak'));
    const { items } = await itemsOf(study);
    await study.close();
    expect(items.map(({ id, prompt }) => [id, prompt.map(({ content }) => content)])).toEqual([
      ['81', ['Write a line about rain.']],
      ['82', ['What is 3 + 4?']],
    ]);
    expect(items[0]?.metadata).toEqual({ category: 'writing' });
    expect(items[0]?.responses).toMatchObject([
      {
        id: 'model-a',
        model: 'model-a',
        turns: [
          { role: 'assistant', content: 'Rain, model-a.' },
          { role: 'user', content: 'Now about snow.' },
          { role: 'assistant', content: 'Snow.' },
        ],
      },
      { id: 'model-b' },
    ]);
  });

  it('tell of each question without an answer, and each answer without a question', async () => {
    const { questions, answers } = mtBench();
    const { problems } = await inspect([questions, ...answers], {});
    expect(problems.map(({ message }) => message).sort()).toEqual([
      'The question “83” has no answer in these files. It was left out',
      'The question “99” of this answer is in none of these files. The answer was left out',
      'The question “99” of this answer is in none of these files. The answer was left out',
    ]);
  });

  it('give no number to a question that nobody answered, and one to an answer to none', async () => {
    const { questions, answers, folder } = mtBench();
    const paths = [questions, ...answers];
    const copy = await materializedCopy(paths, await detectReading(paths), join(folder, 'cache'));
    const kept = readFileSync(copy, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ItemOrProblem);
    expect(kept.map((each) => ('item' in each ? each.item.id : each.problem.severity))).toEqual([
      '81',
      '82',
      'error',
      'error',
    ]);
  });

  it('are found where the answers alone are named, with the command that reads both', async () => {
    const { questions, answers } = mtBench();
    await expect(detectReading(answers)).rejects.toThrow(
      `The file has answers, and their questions are in question.jsonl. Read both:\n  tiebreak items ${[...answers, questions].join(' ')}`,
    );
  });

  it('are seen in the editor before a study is made, however far the answers lie behind the questions', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'all.jsonl');
    const ids = [...Array(60).keys()];
    writeFileSync(
      path,
      jsonl([
        ...ids.map((id) => ({ question_id: id, turns: [`What is number ${id}?`] })),
        ...['a', 'b'].flatMap((model) =>
          ids.map((id) => ({ question_id: id, model_id: model, choices: [{ index: 0, turns: [`It is ${id}.`] }] })),
        ),
      ]),
    );
    const reading = await detectReading([path]);
    const { items, problems } = previewOf(await headOf([path], {}, reading.layout), reading);
    expect([items.length, problems, items[0]?.item.responses.map(({ id }) => id)]).toEqual([60, [], ['a', 'b']]);
  });

  it('of MultiChallenge are told apart by the names of their files', async () => {
    const folder = temporaryFolder();
    const questions = join(folder, 'benchmark_questions.jsonl');
    writeFileSync(
      questions,
      jsonl([
        {
          QUESTION_ID: 'q1',
          AXIS: 'INFERENCE_MEMORY',
          CONVERSATION: [
            { role: 'user', content: 'I eat no nuts.' },
            { role: 'assistant', content: 'Noted.' },
            { role: 'user', content: 'Name a snack.' },
          ],
          PASS_CRITERIA: 'YES',
        },
      ]),
    );
    const answers = ['one', 'two'].map((model) => {
      const path = join(folder, `${model}.jsonl`);
      writeFileSync(path, jsonl([{ QUESTION_ID: 'q1', RESPONSE: [`An apple, says ${model}.`, 'Bread.'] }]));
      return path;
    });
    const paths = [questions, ...answers] as const;
    await createStudy({ projectFile: join(folder, 's.tiebreak'), datasets: paths });
    const study = await opened(join(folder, 's.tiebreak'));
    const { items } = await itemsOf(study);
    await study.close();
    expect(items).toMatchObject([
      {
        id: 'q1',
        prompt: [{ content: 'I eat no nuts.' }, { content: 'Noted.' }, { content: 'Name a snack.' }],
        metadata: { AXIS: 'INFERENCE_MEMORY', PASS_CRITERIA: 'YES' },
        responses: [
          { id: 'one', text: 'An apple, says one.' },
          { id: 'one 2', text: 'Bread.' },
          { id: 'two', text: 'An apple, says two.' },
          { id: 'two 2', text: 'Bread.' },
        ],
      },
    ]);
  });

  it('of other files keep theirs: nothing is joined where no file asks', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'answers.jsonl');
    writeFileSync(
      path,
      jsonl([0, 1, 2].map((n) => ({ question_id: n, response: `It is answer number ${n}, and a long one.` }))),
    );
    await expect(detectReading([path])).rejects.toThrow('no field contains a prompt');
  });
});
