import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../src/core/dataset/detectReading';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import { inspect } from '../../../src/core/dataset/inspect';
import { jsonl, temporaryFile } from '../made/temporaryFolder';

const transcripts = { chosen: '\n\nHuman: Hi\n\nAssistant: a', rejected: '\n\nHuman: Hi\n\nAssistant: b' };
const messages = {
  chosen: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'a' },
  ],
  rejected: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'b' },
  ],
};
const sharegpt = {
  conversations: [{ from: 'human', value: 'Hi' }],
  chosen: { from: 'gpt', value: 'a' },
  rejected: { from: 'gpt', value: 'b' },
};
const list = { prompt: 'Hi', responses: ['a', 'b', 'c'] };

describe('the layout of a dataset', () => {
  it.each<[string, unknown[], string]>([
    ['a list of responses', [list], 'responses'],
    ['strings with a prompt', [{ prompt: 'Hi', chosen: 'a', rejected: 'b' }], 'preference-pairs'],
    ['strings without a prompt', [{ chosen: 'Q: a', rejected: 'Q: b' }], 'preference-pairs'],
    ['messages without a prompt', [messages], 'preference-pairs'],
    ['the mixed form', [{ prompt: 'Hi', ...messages }], 'preference-pairs'],
    ['whole transcripts', [transcripts], 'preference-pairs'],
    [
      'transcripts beside their prompt',
      [{ prompt: '\n\nHuman: Hi\n\nAssistant:', chosen: ' a', rejected: ' b' }],
      'preference-pairs',
    ],
    ["LLaMA-Factory's conversations", [sharegpt], 'preference-pairs'],
    [
      'a list of responses that carries chosen and rejected too',
      [{ ...list, chosen: 'a', rejected: 'b' }],
      'responses',
    ],
    [
      "RM-Bench's lists, under the name of its subset",
      [{ id: 1, prompt: 'Hi', subset: 'chat', chosen: ['a', 'b', 'c'], rejected: ['d', 'e', 'f'] }],
      'rm-bench',
    ],
    [
      'mostly pairs, though the first record is odd',
      [{ note: 'header' }, transcripts, transcripts],
      'preference-pairs',
    ],
  ])('is found by looking: %s', async (_, records, name) => {
    for (const content of [jsonl(records), JSON.stringify(records, undefined, 2), gzipSync(jsonl(records))])
      expect((await detectLayout(temporaryFile('data', content))).name).toBe(name);
  });

  it('is found through a mapping', async () => {
    const path = temporaryFile('data.jsonl', jsonl([{ question: 'Hi', data: { answers: ['a', 'b'] } }]));
    expect((await detectLayout(path, { mapping: { prompt: 'question', responses: 'data.answers' } })).name).toBe(
      'responses',
    );
  });

  it.each<[string, string, RegExp]>([
    ['an empty file', '', /data\.jsonl: is empty\. Choose another file/],
    ['an empty array', '[]', /data\.jsonl: has no records/],
    [
      'a header without rows',
      'prompt,chosen\n',
      /data\.jsonl: has no records\. It starts with “prompt,chosen”, which is neither JSON nor the header of a table with rows/,
    ],
    [
      'a table without names',
      'Who is so tall as this tree?,It is the tree that is so tall.,Nobody is so tall as that tree.,1\nWho?,It is.,No.,0\n',
      /data\.jsonl: its first line looks like data, not like column names \(“1”, “Who is so tall as this tree\?”, “It is the tree that is so tall…”, “Nobody is so tall as that tree…”\)\. Add a line with the column names above it, for example prompt,response_a,response_b,label$/,
    ],
    ['prose', '# A title\n\nand what follows, in lines\n', /data\.jsonl: has no records/],
    ['a JSON object that is cut off', '{"prompt": "Hi", "cho', /data\.jsonl:1: This is not JSON/],
    [
      'scores without texts',
      'id,model,score\n1,gpt-4,3\n2,llama,4\n',
      /data\.jsonl: no field contains text that could be a response\. The first record has the fields id, model, score\. Open the file that contains the responses\.$/,
    ],
    ['lists', '[[1],[2]]', /data\.jsonl:1: The record is a list, not an object/],
    [
      'fields that no layout knows',
      '{"question":"Q","answers":["a"]}\n',
      /no known layout\. The first record of data\.jsonl has the fields question, answers\. Choose the fields with --map \(--map prompt=question --map responses=answers, --map responses=FIELD,FIELD, --map records=PATH\), or convert the file to \{"prompt", "responses": \[\.\.\.\]\}/,
    ],
  ])('is not guessed for %s; the person is told what to do', async (_, text, message) => {
    await expect(detectLayout(temporaryFile('data.jsonl', text))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(message) as string,
    });
  });

  it('may be named, but must exist', async () => {
    const path = temporaryFile('data.jsonl', jsonl([messages]));
    expect((await detectLayout(path, { layout: 'preference-pairs' })).name).toBe('preference-pairs');
    await expect(detectLayout(path, { layout: 'trl' })).rejects.toThrow(
      'There is no layout “trl”. Select one of the list with “tiebreak formats”.',
    );
  });
});

const asked = (n: number, of: string): object => ({
  question: `Why is number ${n} odd?`,
  answer: `The ${of} one says of ${n} that nobody knows.`,
});
const ten = (make: (n: number) => object): object[] => [...Array(10).keys()].map(make);

describe('files of which one has other fields', () => {
  it('are refused by the name of that one', async () => {
    const [one = '', other = '', odd = ''] = [
      ten((n) => asked(n, 'gpt')),
      ten((n) => asked(n, 'llama')),
      ten((n) => ({ answer: `The odd one says of ${n} that it is.` })),
    ].map((rows, at) => temporaryFile(`${at}.jsonl`, jsonl(rows)));
    await expect(detectReading([one, other, odd])).rejects.toThrow(
      `${odd}: its first record has the fields answer, but ${one} has question, answer. All files of a study are read in the same way. Give this file the same fields, or leave it out.`,
    );
  });
});

describe('the records of a file', () => {
  it('are asked about where several arrays hold the same fields and other prompts, and read where one is named', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({
        made: '2024',
        gpt: ten((n) => asked(n, 'gpt')),
        llama: ten((n) => asked(n + 10, 'llama')),
        notes: [{ by: 'ann' }],
      }),
    );
    await expect(detectReading([path])).rejects.toThrow(
      'several arrays contain records with the same fields: “gpt”, “llama”. Choose one, or all of them, with --map records=gpt,llama.',
    );
    await expect(detectReading([path], { mapping: { records: 'llama' } })).resolves.toMatchObject({
      mapping: { records: 'llama', completion: 'answer' },
    });
  });

  it('are of one model each where several arrays answer the same prompts, beside others that do not', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({
        made: '2024',
        gpt: ten((n) => asked(n, 'gpt')),
        llama: ten((n) => asked(n, 'llama')),
        notes: [{ by: 'ann' }],
      }),
    );
    await expect(detectReading([path])).resolves.toMatchObject({
      mapping: { records: 'gpt,llama', model: 'key', completion: 'answer' },
    });
  });

  it('are asked about with the names of few arrays, however many there are', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify(
        Object.fromEntries(
          ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key, at) => [key, ten((n) => asked(n + 10 * at, key))]),
        ),
      ),
    );
    await expect(detectReading([path])).rejects.toThrow(
      'several arrays contain records with the same fields: “a”, “b”, “c”, “d”, “e”, and more. Choose one, or all of them, with --map records=a.',
    );
  });

  it('are those of the first part where arrays are parts of a dataset', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({ train: ten((n) => asked(n, 'first')), test: ten((n) => asked(n, 'other')) }),
    );
    await expect(detectReading([path])).resolves.toMatchObject({ mapping: { completion: 'answer' } });
  });

  it('are those of the array with the most of them, where none is known', async () => {
    const path = temporaryFile(
      'data.json',
      JSON.stringify({ authors: [{ name: 'A. Writer' }], rows: ten((n) => asked(n, 'only')) }),
    );
    await expect(detectReading([path])).resolves.toMatchObject({
      mapping: { prompt: 'question', completion: 'answer' },
    });
  });

  it('have no names where a table begins with a row', async () => {
    const rows = ten((n) => asked(n, 'long'))
      .map((row, n) => `2024-01-0${n % 9},${Object.values(row).join(',')}`)
      .join('\n');
    await expect(detectReading([temporaryFile('data.csv', rows)])).rejects.toMatchObject({
      lacks: 'header',
      message: expect.stringContaining(
        'its first line looks like data, not like column names (“2024-01-00”, “Why is number 0 odd?”, “The long one says of 0 that no…”). Add a line with the column names above it, for example prompt,response_a,response_b',
      ) as unknown,
    });
  });
});

describe('inspecting a dataset', () => {
  it('counts items, responses and labels over all files, and lists the problems by line', async () => {
    const first = temporaryFile('a.jsonl', `${jsonl([list, { ...list, responses: ['a', 'b'] }])}\n{"prompt":\n`);
    const second = temporaryFile('b.json', JSON.stringify([{ prompt: 'Other', responses: [] }, list]).slice(0, -1));
    const found = await inspect([first, second]);
    expect(found).toMatchObject({
      layout: 'responses',
      items: 3,
      responses: { min: 2, max: 3 },
      labelled: 0,
      mapping: { id: 'id', prompt: 'prompt', responses: 'responses' },
    });
    expect(found.problems.map(({ severity, file, line }) => [severity, file, line])).toEqual([
      ['error', first, 4],
      ['error', second, 1],
      ['error', second, 1],
      ['warning', second, 1],
    ]);
    expect(found.problems.map(({ message }) => message).join('\n')).toMatch(
      /This is not JSON.*\n.*has no responses.*\n.*cut off.*\nSame item as in line 1 of a\.jsonl/,
    );
  });

  it('warns of one id on two contents', async () => {
    const path = temporaryFile(
      'a.jsonl',
      jsonl([
        { id: 1, ...list },
        { id: 1, ...list, prompt: 'Else' },
      ]),
    );
    expect((await inspect([path])).problems).toMatchObject([
      {
        severity: 'warning',
        file: path,
        line: 2,
        message:
          'Same ID as in line 1, but other content. They are judged separately, but counted as one. Use different IDs',
      },
    ]);
  });

  it('counts labels', async () => {
    expect(await inspect([temporaryFile('a.jsonl', jsonl([transcripts]))])).toMatchObject({
      labelled: 1,
      items: 1,
      responses: { min: 2, max: 2 },
    });
  });
});
