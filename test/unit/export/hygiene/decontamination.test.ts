import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { userTurnTexts, benchmarkTexts } from '../../../../src/core/export/dedup/benchmarks';
import { Contamination, tulu3 } from '../../../../src/core/export/dedup/decontamination';
import { UserError, type FileProblem } from '../../../../src/core/model/problems/problem';
import { locationText } from '../../../../src/core/model/problems/wording';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';
import { parquetOf } from '../../made/tables';
import { Sentences } from './randomSentences';

const texts = (...items: string[]): { text: string; file: string; line: number }[] =>
  items.map((text, i) => ({ text, file: '/bench.txt', line: i + 1 }));
const janet =
  'Janet’s ducks lay 16 eggs per day. She eats three for breakfast every morning and bakes muffins for her friends every day with four.';
/** The share of the item of which a prompt has most; 0 where it has nothing of any. */
const shareOf = (contamination: Contamination, prompt: string | readonly string[]): number =>
  contamination.overlapOf(prompt)?.share ?? 0;
const placeOf = (contamination: Contamination, prompt: string): string => {
  const overlap = contamination.overlapOf(prompt)!;
  return locationText(overlap.file, overlap);
};
/** "Janet’s" is two. */
const janetWords = 25;

describe('a prompt and the items of benchmarks', () => {
  it.each<[string, string, number]>([
    ['the item itself', janet, 1],
    ['the item in another writing', `Q: ${janet.toUpperCase().replaceAll('.', '')} ANSWER:`, 1],
    ['its first half and more', `${janet.split(' ').slice(0, 13).join(' ')} and then?`, 14 / janetWords],
    [
      'two runs of it apart',
      `${janet.split(' ').slice(0, 8).join(' ')} … ${janet.split(' ').slice(14, 23).join(' ')}`,
      (9 + 9) / janetWords,
    ],
    ['seven words of it', janet.split(' ').slice(2, 9).join(' '), 0],
    [
      'other content',
      'How many ducks does a farmer need for a dozen eggs a day, if each lays one egg every other day?',
      0,
    ],
    ['nothing', '', 0],
  ])('have, where the prompt is %s, their share in common', async (_, prompt, share) => {
    const contamination = await Contamination.of(
      texts('What is the boiling point of water at the top of Mount Everest?', janet),
    );
    expect(shareOf(contamination, prompt)).toBeCloseTo(share, 10);
    const overlap = contamination.overlapOf(prompt);
    if (share > 0) expect(locationText(overlap!.file, overlap!)).toBe('/bench.txt:2');
    else expect(overlap).toBeUndefined();
    expect(shareOf(contamination, prompt) > tulu3.above).toBe(share > 0.5);
  });

  it('have any 13 words in common, by the rule of GPT-3', async () => {
    const contamination = await Contamination.of(texts(janet), 13);
    const words = janet.split(' ');
    expect(shareOf(contamination, `Well: ${words.slice(3, 16).join(' ')}`) > 0).toBe(true);
    expect(shareOf(contamination, `Well: ${words.slice(3, 15).join(' ')}`) > 0).toBe(false);
  });

  it('are compared item by item: two items of which a prompt has a third each make no whole', async () => {
    const made = new Sentences(1);
    const [a, b] = [made.words(30), made.words(30)];
    const contamination = await Contamination.of(texts(a.join(' '), b.join(' ')));
    expect(shareOf(contamination, [...a.slice(0, 10), ...b.slice(0, 11)].join(' '))).toBeCloseTo(11 / 30, 10);
    expect(contamination.overlapOf([...a.slice(0, 10), ...b.slice(0, 11)].join(' '))).toMatchObject({ line: 2 });
  });

  it('are compared turn by turn', async () => {
    const contamination = await Contamination.of(texts(janet));
    expect(shareOf(contamination, ['Hello!', janet])).toBe(1);
    expect(shareOf(contamination, [janet.slice(0, 30), janet.slice(30)])).toBeLessThan(1);
    const item = {
      prompt: [
        { role: 'system', content: janet },
        { role: 'user', content: 'Hello!' },
      ],
    };
    expect(shareOf(contamination, userTurnTexts(item))).toBe(0);
  });

  it('are the same where an item of few words is the whole prompt, and only there', async () => {
    const contamination = await Contamination.of(texts('What is 2+2?', 'Is water wet?'));
    expect(contamination.overlapOf('is water WET')).toMatchObject({ share: 1, line: 2 });
    expect(shareOf(contamination, 'Tell me: is water wet?')).toBe(0);
    expect(shareOf(contamination, 'What is 2-2?')).toBe(0);
  });

  it('have no template in common: what stands in more than a hundred items tells nothing of one', async () => {
    const made = new Sentences(2);
    const template =
      'Answer the following multiple choice question. The last line of your response should name the letter.';
    const questions = Array.from({ length: 150 }, () => made.words(12).join(' '));
    const contamination = await Contamination.of(texts(...questions.map((question) => `${template} ${question}`)));
    expect(shareOf(contamination, `${template} What is the colour of the sky over the sea at night in winter?`)).toBe(
      0,
    );
    expect(contamination.overlapOf(`${template} ${questions[40]}`)).toMatchObject({ share: 1, line: 41 });
    expect(contamination.overlapOf(`Question: ${questions[40]}`)?.share).toBeGreaterThan(0.5);
  });

  it.each([
    [
      'Chinese',
      '小明有十六个苹果,他每天早上吃三个,下午送给朋友四个,剩下的拿去卖。',
      '请回答:小明有十六个苹果，他每天早上吃三个，下午送给朋友四个，剩下的拿去卖。谢谢',
      '小红有二十本书,她每天晚上读一本,周末借给同学两本,剩下的放在书架上。',
    ],
    [
      'Arabic',
      'لدى سارة ستة عشر تفاحة تأكل منها ثلاثا كل صباح وتعطي أصدقاءها أربعا كل يوم',
      'أجب: لدى سارة ستة عشر تفاحة، تأكل منها ثلاثا كل صباح، وتعطي أصدقاءها أربعا كل يوم؟',
      'كم عدد الكواكب في المجموعة الشمسية وما أكبرها وما أصغرها من حيث الحجم والكتلة',
    ],
  ])('are found in %s', async (_, item, prompt, other) => {
    const contamination = await Contamination.of(texts(item));
    expect(shareOf(contamination, prompt)).toBe(1);
    expect(shareOf(contamination, other)).toBe(0);
  });

  it('are as brute force finds them', async () => {
    const made = new Sentences(4);
    const items = Array.from({ length: 60 }, () => made.words(10 + made.below(30)));
    const contamination = await Contamination.of(texts(...items.map((words) => words.join(' '))));
    const grams = (words: readonly string[]): Set<string> =>
      new Set(words.slice(7).map((_, i) => words.slice(i, i + 8).join(' ')));
    const shareIn = (item: readonly string[], prompt: Set<string>): number => {
      const matched = new Set<number>();
      item.forEach(
        (_, i) =>
          prompt.has(item.slice(i, i + 8).join(' ')) &&
          item.slice(i, i + 8).length === 8 &&
          Array.from({ length: 8 }, (__, k) => matched.add(i + k)),
      );
      return matched.size / item.length;
    };
    for (let n = 0; n < 300; n++) {
      const prompt = [items[made.below(60)]!, items[made.below(60)]!].flatMap((words) =>
        words.slice(made.below(8), 8 + made.below(30)),
      );
      const expected = Math.max(...items.map((item) => shareIn(item, grams(prompt))));
      expect(shareOf(contamination, prompt.join(' '))).toBeCloseTo(expected, 10);
    }
  });

  it('are kept in less than 40 bytes a word of the benchmarks', async () => {
    const made = new Sentences(6);
    const contamination = await Contamination.of(
      texts(...Array.from({ length: 5000 }, () => made.words(40).join(' '))),
    );
    expect(contamination.items).toBe(5000);
    expect(contamination.bytes).toBeLessThan(200_000 * 40);
  });
});

describe('a benchmark file', () => {
  const asked = async (path: string, options: { field?: string } = {}): Promise<[string, number][]> => {
    const found: [string, number][] = [];
    for await (const { text, line } of benchmarkTexts([path], options)) found.push([text, line]);
    return found;
  };

  it.each<[string, string, string | Uint8Array, [string, number][]]>([
    [
      'lines of text',
      'b.txt',
      '\ufeffWhat is it?\r\n\r\nWho was it?\n',
      [
        ['What is it?\r', 1],
        ['Who was it?', 3],
      ],
    ],
    [
      'packed lines of text',
      'b.txt.gz',
      gzipSync('What is it?\nWho was it?'),
      [
        ['What is it?', 1],
        ['Who was it?', 2],
      ],
    ],
    [
      'text that begins with a bracket',
      'b.txt',
      '[INST] Tell me\nmore',
      [
        ['[INST] Tell me', 1],
        ['more', 2],
      ],
    ],
    [
      'JSONL that is called text',
      'b.txt',
      jsonl([{ question: 'A?' }, { question: 'B?' }]),
      [
        ['A?', 1],
        ['B?', 2],
      ],
    ],
    ['records of questions and answers', 'gsm8k.jsonl', jsonl([{ question: 'A?', answer: '#### 1' }]), [['A?', 1]]],
    [
      'a JSON array',
      'math.json',
      JSON.stringify([
        { problem: 'A?', level: '1', type: 't', solution: 's' },
        { problem: 'B?', level: '1', type: 't', solution: 's' },
      ]),
      [
        ['A?', 1],
        ['B?', 1],
      ],
    ],
    [
      'CSV',
      'gpqa.csv',
      'Record ID,Question,Correct Answer\n1,"A, or B?",A\n2,C?,D\n',
      [
        ['A, or B?', 2],
        ['C?', 3],
      ],
    ],
    [
      'Parquet',
      'mmlu.parquet',
      parquetOf([
        { subject: 's', question: 'A?', answer: 1 },
        { subject: 's', question: 'B?', answer: 2 },
      ]),
      [
        ['A?', 1],
        ['B?', 2],
      ],
    ],
    [
      'passages with questions',
      'drop.jsonl',
      jsonl([{ section_id: 's', passage: 'In 1900 …', question: 'When?', answers_spans: {} }]),
      [['In 1900 …\n\nWhen?', 1]],
    ],
    [
      'instructions with an input',
      'alpaca.json',
      JSON.stringify([{ instruction: 'Translate.', input: 'Hallo', output: 'Hello' }]),
      [['Translate.\n\nHallo', 1]],
    ],
    ['turns', 'mt-bench.jsonl', jsonl([{ question_id: 81, category: 'c', turns: ['A?', 'B?'] }]), [['A?\n\nB?', 1]]],
    [
      'messages',
      'chat.jsonl',
      jsonl([
        {
          messages: [
            { role: 'system', content: 'S' },
            { role: 'user', content: 'A?' },
            { role: 'assistant', content: 'B.' },
          ],
        },
        { messages: [{ role: 'user', content: 'C?' }] },
      ]),
      [
        ['A?', 1],
        ['C?', 2],
      ],
    ],
    [
      'preference pairs',
      'reward-bench.jsonl',
      jsonl([
        { prompt: 'A?', chosen: 'x', rejected: 'y' },
        { prompt: 'B?', chosen: 'x', rejected: 'y' },
      ]),
      [
        ['A?', 1],
        ['B?', 2],
      ],
    ],
  ])('may be %s', async (_, name, content, expected) =>
    expect(await asked(temporaryFile(name, content))).toEqual(expected),
  );

  it('has what is asked in the field that is named', async () => {
    const path = temporaryFile('b.jsonl', jsonl([{ question: 'no', data: { ask: 'A?' } }]));
    expect(await asked(path, { field: 'data.ask' })).toEqual([['A?', 1]]);
    await expect(asked(path, { field: 'data.aks' })).rejects.toThrow(
      `${path}: no record has text in the field “data.aks”. The first record has the fields question, data`,
    );
  });

  it('tells of records that ask nothing', async () => {
    const path = temporaryFile('b.jsonl', `${jsonl([{ question: 'A?' }, { question: '' }])}not json\n`);
    const problems: FileProblem[] = [];
    const contamination = await Contamination.read([path], { onProblem: (problem) => problems.push(problem) });
    expect(contamination.items).toBe(1);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        file: path,
        line: 2,
        message: expect.stringContaining(
          '2 records contain no question, so no prompt is compared with them. This is the first one',
        ) as unknown,
      },
    ]);
  });

  it.each([
    [
      'no known field',
      'b.jsonl',
      jsonl([{ a: 'x', b: 'y' }]),
      /none of the fields a, b is known to contain the questions of a benchmark/,
    ],
    ['nothing in it', 'b.txt', ' \n', /is empty/],
    ['no records', 'b.jsonl', '', /is empty/],
  ])('with %s is refused', async (_, name, content, message) => {
    const path = temporaryFile(name, content);
    await expect(Contamination.read([path])).rejects.toThrow(UserError);
    await expect(Contamination.read([path])).rejects.toThrow(message);
    await expect(Contamination.read([path])).rejects.toThrow(path);
  });

  it('that is not there is refused', async () => {
    await expect(Contamination.read(['/no/such/file.jsonl'])).rejects.toThrow(
      '/no/such/file.jsonl: There is no such file',
    );
  });

  it('is named with the line of the item that a prompt overlaps with', async () => {
    const [a, b] = [
      temporaryFile('a.txt', 'Why is the sky blue?\n'),
      temporaryFile('b.parquet', parquetOf([{ question: 'no' }, { question: janet }])),
    ];
    const contamination = await Contamination.read([a, b]);
    expect(placeOf(contamination, `Please: ${janet}`)).toBe(`${b}:row 2`);
    expect(placeOf(contamination, 'why is the sky blue')).toBe(`${a}:1`);
  });
});
