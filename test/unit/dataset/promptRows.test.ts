import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../src/core/dataset/detectReading';
import { headOf } from '../../../src/core/dataset/records/head';
import { inspect } from '../../../src/core/dataset/inspect';
import { demonstrations } from '../../../src/core/dataset/layouts/edits/demonstrations';
import { singleResponses } from '../../../src/core/dataset/layouts/unpaired/singleResponses';
import { previewOf } from '../../../src/core/dataset/items/preview';
import { promptRowsOf } from '../../../src/core/dataset/grouping/promptRows';
import { createStudy } from '../../../src/core/study/create';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const prompts = Array.from({ length: 30 }, (_, n) => `Why is number ${n} odd or even?`);
const models = ['small', 'middle', 'large'];
/** A row of each model for each prompt, by prompts or by models. */
const byPrompt = prompts.flatMap((prompt) =>
  models.map((model) => ({ prompt, model, completion: `${model} says of ${prompt}` })),
);
const byModel = models.flatMap((model) => byPrompt.filter((row) => row.model === model));
const samples = prompts.flatMap((prompt) =>
  [0, 1].map((sample) => ({ prompt, sample, completion: `Sample ${sample} of ${prompt}`, score: sample })),
);

describe('rows with one response each', () => {
  it.each<[string, readonly object[], number]>([
    ['of several models, prompt by prompt', byPrompt, 90],
    ['of several models, model by model', byModel, 90],
    ['of as many samples a prompt', samples, 60],
    ['of several models, one of which did not answer now and then', byPrompt.filter((_, n) => n % 20 !== 1), 85],
  ])('are one item a prompt: %s', async (_, rows, count) => {
    const path = temporaryFile('rows.jsonl', jsonl(rows));
    expect(await promptRowsOf([path], { layout: singleResponses, mapping: {} })).toEqual({
      rows: count,
      prompts: 30,
      apart: 0,
    });
    const found = await inspect([path]);
    expect([found.items, found.responses.max]).toEqual([30, rows === samples ? 2 : 3]);
    expect(found.problems.map(({ message }) => message)).toEqual([
      `Rows with the same prompt are one item. Number of rows: ${count}. Number of prompts: 30. Rows can be kept separate with --no-gather`,
    ]);
    expect((await inspect([path], { gather: false })).items).toBe(count);
    const file = `${path}.tiebreak`;
    expect((await createStudy({ projectFile: file, datasets: [path] })).dataset.gather).toBe(true);
  });

  it('are one item where the prompt has other line ends and spaces in them', async () => {
    const rows = byPrompt.map((row, n) => ({
      ...row,
      prompt: n % 3 === 1 ? row.prompt.replaceAll(' ', ' \r\n') : row.prompt,
    }));
    const found = await inspect([temporaryFile('rows.jsonl', jsonl(rows))]);
    expect([found.items, found.responses.max]).toEqual([30, 3]);
  });

  it('without a prompt are one item by their plain id, where each model has one of it', async () => {
    const rows = models.flatMap((model) =>
      prompts.map((_, id) => ({ id, model, answer: `${model} says that number ${id} is as odd as it can be.` })),
    );
    const found = await inspect([temporaryFile('rows.jsonl', jsonl(rows))]);
    expect([found.items, found.responses.max]).toEqual([30, 3]);
  });

  it.each<[string, readonly object[]]>([
    [
      'prompts that hardly repeat',
      [
        ...byPrompt.slice(0, 9),
        ...prompts.map((prompt, n) => ({ prompt: `${prompt} And why?`, model: 'small', completion: `It is ${n}.` })),
      ],
    ],
    [
      'one instruction for all',
      prompts.map((_, n) => ({ prompt: 'Write a poem.', model: models[n % 3], completion: `Poem ${n}` })),
    ],
    [
      'the same response again',
      prompts.flatMap((prompt) => [1, 2].map((rating) => ({ prompt, completion: `Of ${prompt}`, rating }))),
    ],
    [
      'other numbers of samples each',
      prompts.flatMap((prompt, n) =>
        Array.from({ length: 1 + (n % 5) }, (_, sample) => ({
          prompt,
          completion: `Sample ${sample} of ${prompt}`,
          score: sample,
        })),
      ),
    ],
    ['another text before the same prompt', byPrompt.map((row, n) => ({ ...row, pre_prompt: `As number ${n % 3}:` }))],
    ['no prompt', prompts.map((_, n) => ({ prompt: '', model: models[n % 3], completion: `Text ${n}` }))],
  ])('stay apart where they have %s', async (_, rows) => {
    expect(
      await promptRowsOf([temporaryFile('rows.jsonl', jsonl(rows))], { layout: singleResponses, mapping: {} }),
    ).toBeUndefined();
  });

  it('are one item where only the number of their prompt says so, and are asked about where it does not', async () => {
    const rows = (size: (n: number) => number): string =>
      jsonl(
        prompts.flatMap((_, n) =>
          models.slice(0, size(n)).map((agent) => ({
            qid: `q${n}`,
            agent,
            answer: `The ${agent} one says of this what it thinks, at some length: ${n}.`,
          })),
        ),
      );
    const path = temporaryFile(
      'rows.jsonl',
      rows(() => 3),
    );
    const found = await inspect([path]);
    expect([found.items, found.responses.max, found.problems[0]?.message]).toEqual([
      30,
      3,
      'Rows with the same “qid” are one item. Number of rows: 90. Number of items: 30. Rows can be kept separate with --no-gather',
    ]);
    const { layout, mapping } = await detectReading([path]);
    const [first] = previewOf(await headOf([path], mapping), { layout, mapping, gather: true }).items;
    expect(first?.item).toMatchObject({ id: 'q0', responses: models.map((model) => ({ model })) });
    await expect(
      inspect([
        temporaryFile(
          'other.jsonl',
          rows((n) => (n % 3) + 1),
        ),
      ]),
    ).rejects.toThrow('no field contains a prompt; records with the same “qid” may answer the same prompt');
  });

  it('are one item of several samples where a file has one prompt, and every row another text', async () => {
    const rows = models.map((of) => ({
      query: 'What does the author say of schools?',
      answer: `The ${of} sample says of this what it thinks.`,
    }));
    expect((await inspect([temporaryFile('rows.jsonl', jsonl(rows))])).items).toBe(1);
    expect((await inspect([temporaryFile('rows.jsonl', jsonl([...rows, ...rows]))])).items).toBe(6);
  });

  it.each<[string, (n: number) => object]>([
    [
      'pictures',
      (n) => ({
        prompt: 'Describe the image in detail.',
        image_id: n,
        response: `It shows the thing number ${n} in the light.`,
      }),
    ],
    [
      'questions',
      (n) => ({
        prompt: 'Please continue the story from above.',
        question_id: n,
        response: `And then number ${n} came along.`,
      }),
    ],
  ])('stay apart where one prompt is asked of other things: %s', async (_, make) => {
    expect((await inspect([temporaryFile('rows.jsonl', jsonl([0, 1, 2, 3].map(make)))])).items).toBe(4);
  });

  it.each<[string, (n: number) => object]>([
    [
      'turns of a conversation',
      (n) => ({
        conversation_id: `c${Math.floor(n / 4)}`,
        turn: n % 4,
        model: 'gpt',
        response: `This is what it says in turn ${n} of it.`,
      }),
    ],
    [
      'answers of one model to parts of a task',
      (n) => ({ task_id: n < 8 ? 'mmlu' : 'gsm', model: 'gpt', output: `This is what it says of number ${n} in it.` }),
    ],
    [
      'what two judges say of the same',
      (n) => ({
        question_id: Math.floor(n / 4),
        model: n % 2 ? 'a' : 'b',
        judge: n % 4 < 2 ? 'j1' : 'j2',
        response: `The answer of ${n % 2} to ${Math.floor(n / 4)} is this.`,
        score: (n % 5) + 1,
      }),
    ],
  ])('are not brought together by a number: %s', async (_, make) => {
    const path = temporaryFile('rows.jsonl', jsonl([...Array(16).keys()].map(make)));
    const items = await inspect([path]).then(
      (found) => found.items,
      () => 'asked',
    );
    expect([16, 'asked']).toContain(items);
  });

  it('have ids of their own where they are gathered by a field, and those without it stay apart, which is told', async () => {
    const rows = [1, 1, 2, 2, null, '', undefined].map((question_id, n) => ({
      question_id,
      prompt: n < 4 ? 'Please continue the story from above.' : `Why is ${n} odd?`,
      model: n % 2 ? 'a' : 'b',
      response: `The text number ${n} says this.`,
    }));
    const path = temporaryFile('rows.jsonl', jsonl(rows));
    const mapping = { gather: 'question_id' };
    const found = await inspect([path], { mapping });
    expect([found.items, found.problems[0]?.message]).toEqual([
      5,
      'Rows with the same “question_id” are one item. Number of rows: 4. Number of items: 2. Number of rows without a value, which are kept separate: 3. Rows can be kept separate with --no-gather',
    ]);
    const { layout, mapping: full } = await detectReading([path], { mapping });
    const ids = previewOf(await headOf([path], full), { layout, mapping: full, gather: true }).items.map(
      ({ item }) => item.id,
    );
    expect(new Set(ids).size).toBe(5);
    // What the layout itself reads says it too.
    const byModel = await detectReading([path], { mapping: { gather: 'model' } });
    expect(previewOf(await headOf([path], byModel.mapping), { ...byModel, gather: true }).items.length).toBe(5);
  });

  it('are of the models that wrote them, a file of each, where the number of a question is all that they share', async () => {
    const folder = temporaryFolder();
    const files = [join(folder, 'small.jsonl'), join(folder, 'middle.jsonl'), join(folder, 'large.jsonl')] as const;
    for (const [at, file] of files.entries())
      writeFileSync(
        file,
        jsonl(
          prompts.map((_, n) => ({
            answer_id: `${at}-${n}`,
            model_id: models[at],
            question_id: n,
            text: `The ${models[at] ?? ''} one says of ${n} what it thinks.`,
          })),
        ),
      );
    const found = await inspect(files);
    expect([found.items, found.responses, found.problems[0]?.message]).toEqual([
      30,
      { min: 3, max: 3 },
      expect.stringContaining('Rows with the same “question_id” are one item. Number of rows:'),
    ]);
  });

  it('are gathered by the field that a person names, together with their prompt', async () => {
    const path = temporaryFile('rows.jsonl', jsonl(byPrompt.map((row, n) => ({ ...row, round: n < 45 ? 1 : 2 }))));
    expect((await inspect([path], { mapping: { gather: 'round' } })).items).toBe(30);
    const halves = temporaryFile(
      'rows.jsonl',
      jsonl(byPrompt.map((row) => ({ ...row, round: row.model === 'small' ? 1 : 2 }))),
    );
    expect((await inspect([halves], { mapping: { gather: 'round' } })).items).toBe(60);
    await expect(inspect([path], { mapping: { gather: 'rounds' } })).rejects.toThrow(
      'No record has “rounds”, which is set as the field “gather”. The first record of',
    );
  });

  it('stay apart where their layout means one response each', async () => {
    expect(
      await promptRowsOf([temporaryFile('rows.jsonl', jsonl(byPrompt))], { layout: demonstrations, mapping: {} }),
    ).toBeUndefined();
  });

  it('keep the same text of two models, each with its rating', async () => {
    const path = temporaryFile(
      'rows.jsonl',
      jsonl(
        prompts.flatMap((prompt, n) =>
          models.map((model, at) => ({
            prompt,
            model,
            completion: n % 3 === 0 ? 'Yes.' : `${model} says no.`,
            rating: at,
          })),
        ),
      ),
    );
    expect(await inspect([path])).toMatchObject({ items: 30, responses: { min: 3, max: 3 } });
  });
});
