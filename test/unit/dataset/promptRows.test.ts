import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../src/core/dataset/detect';
import { headOf } from '../../../src/core/dataset/head';
import { inspect } from '../../../src/core/dataset/inspect';
import { demonstrations } from '../../../src/core/dataset/layouts/demonstrations';
import { singleResponses } from '../../../src/core/dataset/layouts/singleResponses';
import { previewOf } from '../../../src/core/dataset/preview';
import { promptRowsOf } from '../../../src/core/dataset/promptRows';
import { createStudy } from '../../../src/core/study/create';
import { jsonl, temporaryFile, temporaryFolder } from '../made/folder';

const prompts = Array.from({ length: 30 }, (_, n) => `Why is number ${n} odd or even?`);
const models = ['small', 'middle', 'large'];
/** A row of each model for each prompt, by prompts or by models. */
const byPrompt = prompts.flatMap((prompt) => models.map((model) => ({ prompt, model, completion: `${model} says of ${prompt}` })));
const byModel = models.flatMap((model) => byPrompt.filter((row) => row.model === model));
const samples = prompts.flatMap((prompt) => [0, 1].map((sample) => ({ prompt, sample, completion: `Sample ${sample} of ${prompt}`, score: sample })));

describe('rows with one response each', () => {
  it.each<[string, readonly object[], number]>([
    ['of several models, prompt by prompt', byPrompt, 90],
    ['of several models, model by model', byModel, 90],
    ['of as many samples a prompt', samples, 60],
    ['of several models, one of which did not answer now and then', byPrompt.filter((_, n) => n % 20 !== 1), 85],
  ])('are one item a prompt: %s', async (_, rows, count) => {
    const path = temporaryFile('rows.jsonl', jsonl(rows));
    expect(await promptRowsOf([path], { layout: singleResponses, mapping: {} })).toEqual({ rows: count, prompts: 30 });
    const found = await inspect([path]);
    expect([found.items, found.responses.max]).toEqual([30, rows === samples ? 2 : 3]);
    expect(found.problems.map(({ message }) => message)).toEqual([`${count} rows hold responses to 30 prompts: rows with the same prompt are one item. To leave each row by itself, use --no-gather`]);
    expect((await inspect([path], { gather: false })).items).toBe(count);
    const file = `${path}.tiebreak`;
    expect((await createStudy({ projectFile: file, datasets: [path] })).dataset.gather).toBe(true);
  });

  it.each<[string, readonly object[]]>([
    ['prompts that hardly repeat', [...byPrompt.slice(0, 9), ...prompts.map((prompt, n) => ({ prompt: `${prompt} And why?`, model: 'small', completion: `It is ${n}.` }))]],
    ['one instruction for all', prompts.map((_, n) => ({ prompt: 'Write a poem.', model: models[n % 3], completion: `Poem ${n}` }))],
    ['the same response again', prompts.flatMap((prompt) => [1, 2].map((rating) => ({ prompt, completion: `Of ${prompt}`, rating })))],
    ['other numbers of samples each', prompts.flatMap((prompt, n) => Array.from({ length: 1 + (n % 5) }, (_, sample) => ({ prompt, completion: `Sample ${sample} of ${prompt}`, score: sample })))],
    ['no prompt', prompts.map((_, n) => ({ prompt: '', model: models[n % 3], completion: `Text ${n}` }))],
  ])('stay apart where they have %s', async (_, rows) => {
    expect(await promptRowsOf([temporaryFile('rows.jsonl', jsonl(rows))], { layout: singleResponses, mapping: {} })).toBeUndefined();
  });

  it('are one item where only the number of their prompt says so, and are asked about where it does not', async () => {
    const rows = (size: (n: number) => number): string => jsonl(prompts.flatMap((_, n) => models.slice(0, size(n)).map((agent) => ({ qid: `q${n}`, agent, answer: `The ${agent} one says of this what it thinks, at some length: ${n}.` }))));
    const path = temporaryFile('rows.jsonl', rows(() => 3));
    const found = await inspect([path]);
    expect([found.items, found.responses.max, found.problems[0]?.message]).toEqual([30, 3, '90 rows hold responses to 30 prompts: rows with the same "qid" are one item. To leave each row by itself, use --no-gather']);
    const { layout, mapping } = await detectReading([path]);
    const [first] = previewOf(await headOf([path], mapping), { layout, mapping, gather: true }).items;
    expect(first?.item).toMatchObject({ id: 'q0', responses: models.map((model) => ({ model })) });
    await expect(inspect([temporaryFile('other.jsonl', rows((n) => (n % 3) + 1))])).rejects.toThrow('no field holds a prompt; records with the same "qid" may answer one');
  });

  it('are one item of several samples where a file has one prompt, and every row another text', async () => {
    const rows = models.map((of) => ({ query: 'What does the author say of schools?', answer: `The ${of} sample says of this what it thinks.` }));
    expect((await inspect([temporaryFile('rows.jsonl', jsonl(rows))])).items).toBe(1);
    expect((await inspect([temporaryFile('rows.jsonl', jsonl([...rows, ...rows]))])).items).toBe(6);
  });

  it('are of the models that wrote them, a file of each, where the number of a question is all that they share', async () => {
    const folder = temporaryFolder();
    const files = [join(folder, 'small.jsonl'), join(folder, 'middle.jsonl'), join(folder, 'large.jsonl')] as const;
    for (const [at, file] of files.entries()) writeFileSync(file, jsonl(prompts.map((_, n) => ({ answer_id: `${at}-${n}`, model_id: models[at], question_id: n, text: `The ${models[at] ?? ''} one says of ${n} what it thinks.` }))));
    const found = await inspect(files);
    expect([found.items, found.responses, found.problems[0]?.message]).toEqual([30, { min: 3, max: 3 }, expect.stringContaining('rows with the same "question_id" are one item')]);
  });

  it('are gathered by the field that a person names, together with their prompt', async () => {
    const path = temporaryFile('rows.jsonl', jsonl(byPrompt.map((row, n) => ({ ...row, round: n < 45 ? 1 : 2 }))));
    expect((await inspect([path], { mapping: { gather: 'round' } })).items).toBe(30);
    const halves = temporaryFile('rows.jsonl', jsonl(byPrompt.map((row) => ({ ...row, round: row.model === 'small' ? 1 : 2 }))));
    expect((await inspect([halves], { mapping: { gather: 'round' } })).items).toBe(60);
    await expect(inspect([path], { mapping: { gather: 'rounds' } })).rejects.toThrow('no record has "rounds"');
  });

  it('stay apart where their layout means one response each', async () => {
    expect(await promptRowsOf([temporaryFile('rows.jsonl', jsonl(byPrompt))], { layout: demonstrations, mapping: {} })).toBeUndefined();
  });

  it('keep the same text of two models, each with its rating', async () => {
    const path = temporaryFile('rows.jsonl', jsonl(prompts.flatMap((prompt, n) => models.map((model, at) => ({ prompt, model, completion: n % 3 === 0 ? 'Yes.' : `${model} says no.`, rating: at })))));
    expect(await inspect([path])).toMatchObject({ items: 30, responses: { min: 3, max: 3 } });
  });
});
