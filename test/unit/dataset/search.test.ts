import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/dataset/sources/scan';
import { candidatesOf } from '../../../src/core/dataset/records/searchCandidates';
import { detectLayout } from '../../../src/core/dataset/detectLayout';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Layout } from '../../../src/core/dataset/layouts/layout';
import { contentsOf } from '../../../src/core/dataset/items/parse';
import {
  findId,
  search,
  snippetOf,
  textsOf,
  type Hit,
  type SearchQuery,
} from '../../../src/core/dataset/search/search';
import { matcherOf } from '../../../src/core/dataset/search/textQuery';
import { UserError } from '../../../src/core/model/problems/problem';
import { fixture, fixtures } from '../made/fixtures';
import { jsonl, temporaryFile } from '../made/temporaryFolder';

const plain: SearchQuery = {
  text: '',
  regex: false,
  matchCase: false,
  wholeWord: false,
  metadata: false,
  labelled: false,
  fields: [],
};

const layoutOf = (name: string): Layout => {
  const layout = layoutNamed(name);
  if (!layout) throw new Error(`there is no layout ${name}`);
  return layout;
};
const reading = { layout: layoutOf('responses'), mapping: {} };

async function found(
  paths: readonly string[],
  query: Partial<SearchQuery>,
  options: Partial<Parameters<typeof search>[3]> = {},
): Promise<{ ordinals: number[]; hits: Hit[]; bytes: number }> {
  const ordinals: number[] = [];
  const hits: Hit[] = [];
  let bytes = 0;
  for await (const batch of search(paths, reading, { ...plain, ...query }, { max: 100, ...options })) {
    ordinals.push(...batch.ordinals);
    hits.push(...batch.hits);
    ({ bytes } = batch);
  }
  return { ordinals, hits, bytes };
}

/** What reading every record finds. */
async function naively(path: string, query: Partial<SearchQuery>): Promise<number[]> {
  const matcher = matcherOf({ ...plain, ...query });
  const ordinals: number[] = [];
  let ordinal = 0;
  for await (const batch of scan([path], reading)) {
    for (const parsed of batch) {
      if ('item' in parsed && [...textsOf(parsed.item, query.metadata)].some(({ text }) => matcher(text)))
        ordinals.push(ordinal);
      ordinal++;
    }
  }
  return ordinals;
}

/** The same value in another of JSON's ways to write it. */
function written(value: unknown, how: number): string {
  const text = JSON.stringify(value, undefined, how % 3 === 2 ? 1 : undefined).replaceAll(
    '\n',
    how % 3 === 2 ? ' ' : '\n',
  );
  if (how % 4 === 1)
    return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (how % 4 === 2)
    return text.replace(/[a-m]/g, (unit) =>
      text.includes('\\') ? unit : `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return how % 4 === 3 ? text.replaceAll('/', '\\/') : text;
}

const pieces = [
  'a',
  'K',
  'k',
  's',
  'ſ',
  '\u212a',
  'é',
  'É',
  'ß',
  'Σ',
  'ς',
  'й',
  'Й',
  '🙂',
  '𐐀',
  '𐐨',
  'مرحبا',
  '\u202e',
  '中文',
  '"',
  '\\',
  '/',
  '\\n',
  '\n',
  '\t',
  '\u0000',
  '\u2028',
  ' ',
  'the',
  '},{',
  '[',
  '\ufffd',
  '\ud83d',
  'u0041',
  '1',
  '12',
  '.5',
  'e3',
  'content',
  'İ',
  'ı',
];
const anyText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const anyArguments = fc.dictionary(
  fc.constantFrom('a', 'b'),
  fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(anyText, { maxLength: 2 })),
  { noNullPrototype: true },
);
const anyCall = fc.record({
  function: fc.record({
    name: anyText.map((text) => `f${text}`),
    arguments: fc.oneof(
      anyArguments,
      anyArguments.map((given) => JSON.stringify(given)),
      anyText,
    ),
  }),
});
const anyMessage = fc.oneof(
  fc.record({
    role: fc.constant('assistant'),
    content: fc.oneof(fc.constant(null), anyText),
    tool_calls: fc.array(anyCall, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ role: fc.constantFrom('user', 'system', 'assistant'), content: anyText }),
  fc.record({
    from: fc.constantFrom('human', 'gpt'),
    value: fc.array(fc.record({ type: fc.constant('text'), text: anyText }), { maxLength: 3 }),
  }),
);
const anyPrompt = fc.oneof(anyText, fc.array(anyMessage, { minLength: 1, maxLength: 3 }));
const anyRecord = fc.record({
  prompt: anyPrompt,
  responses: fc.array(
    fc.oneof(
      anyText,
      anyText.map((text) => ({ text, model: 'secret' })),
    ),
    { minLength: 2, maxLength: 3 },
  ),
  note: fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
});

const textOf = (response: string | { readonly text: string } | undefined): string =>
  typeof response === 'string' ? response : (response?.text ?? '');

describe('a search', () => {
  it('finds what reading every record finds, however the JSON is written', async () => {
    const anyQuery = fc.record({
      needle: anyText,
      own: fc.nat(),
      matchCase: fc.boolean(),
      wholeWord: fc.boolean(),
      metadata: fc.boolean(),
      how: fc.nat({ max: 23 }),
      array: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
        anyQuery,
        async (records, { needle, own, how, array, ...rest }) => {
          const lines = records.map((record, index) => written(record, how + index));
          const path = temporaryFile('data.jsonl', array ? `[${lines.join(' ,\n')}]` : `${lines.join('\n')}\n`);
          // A piece of what is there, more often than not: else nothing would be found.
          const record = records[own % records.length];
          const text = own % 5 === 0 ? needle : textOf(record?.responses[0]).slice(own % 3, (own % 3) + 1 + (own % 7));
          if (text === '') return;
          const query = { text, ...rest };
          expect((await found([path], query)).ordinals).toEqual(await naively(path, query));
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['ΛΌΓΟΣ', 'ο λόγος'],
    ['йод', 'ЙОД'],
    ['µm', '3 Μm'],
    ['ǅ', 'ǆ'],
  ])('finds %s in “%s” whatever its case, written out or escaped', async (needle, text) => {
    const record = { prompt: text, responses: ['1', '2'] };
    const path = temporaryFile('data.jsonl', `${written(record, 0)}\n${written(record, 1)}\n`);
    expect((await found([path], { text: needle })).ordinals).toEqual([0, 1]);
    expect((await found([path], { text: needle, matchCase: true })).ordinals).toEqual([]);
  });

  it('finds a word that begins in one part of a message and ends in the next', async () => {
    const path = temporaryFile(
      'data.jsonl',
      jsonl([
        {
          prompt: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'straw' },
                { type: 'text', text: 'berry' },
              ],
            },
          ],
          responses: ['a', 'b'],
        },
      ]),
    );
    expect((await found([path], { text: 'strawberry' })).ordinals).toEqual([0]);
  });

  it('finds what a tool is called with, written as JSON or as JSON in JSON', async () => {
    const calling = (given: unknown): object => ({
      prompt: 'Hi',
      responses: [
        [{ role: 'assistant', content: null, tool_calls: [{ function: { name: 'get_weather', arguments: given } }] }],
        'b',
      ],
    });
    const path = temporaryFile(
      'data.jsonl',
      jsonl([calling({ city: 'São Paulo' }), calling('{"city": "S\\u00e3o Paulo", "days": 12}'), calling({})]),
    );
    expect((await found([path], { text: 'são paulo' })).ordinals).toEqual([0, 1]);
    expect((await found([path], { text: 'get_weather' })).hits).toHaveLength(3);
    expect((await found([path], { text: '12' })).ordinals).toEqual([1]);
  });

  it('goes on over stretches, files, faulty records and gzip, and counts bytes', async () => {
    const filler = 'lorem ipsum '.repeat(20_000);
    const record = (text: string): object => ({ prompt: 'p', responses: [filler + text, 'b'] });
    const first = temporaryFile(
      'first.jsonl',
      `${jsonl([record('none'), record('needle'), record('none')])}{"prompt": "needle\n${jsonl(Array.from({ length: 8 }, (_, i) => record(i === 6 ? 'Needle' : 'no')))}`,
    );
    const packed = gzipSync(JSON.stringify([record('no'), record('needle')]));
    const second = temporaryFile('second.json.gz', packed);
    const { ordinals, hits, bytes } = await found([first, second], { text: 'needle' }, { max: 2 });
    expect(ordinals).toEqual([1, 10, 13]);
    expect(hits.map(({ ordinal }) => ordinal)).toEqual([1, 10]);
    expect(bytes).toBeGreaterThan(packed.length);
  });

  const item = {
    id: 'x',
    prompt: [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: 'First?' },
      { role: 'assistant', content: 'Well.' },
      { role: 'user', content: 'And the\nsecond?' },
    ],
    responses: [{ text: 'Zebra apple', model: 'gpt' }, { text: 'Apple' }],
    source: { name: 'wiki gpt-4', score: 3 },
  };
  const path = (): string => temporaryFile('data.jsonl', jsonl([item]));

  it.each([
    [{ text: 'terse' }, 'system', 'You are terse.'],
    [{ text: 'SECOND' }, 'prompt', 'And the second?'],
    // Not the first in the source, which may be the better one.
    [{ text: 'apple' }, 'response', 'Apple'],
    [{ text: '' }, 'prompt', 'And the second?'],
    [{ text: 'wiki', metadata: true }, 'metadata', 'And the second?'],
  ] satisfies [Partial<SearchQuery>, string, string][])(
    'shows of %o where it was found, and nothing that names a model',
    async (query, part, snippet) => {
      const { hits } = await found([path()], query);
      expect(hits).toEqual([expect.objectContaining({ ordinal: 0, part, snippet })]);
    },
  );

  it.each([
    [{ text: 'gpt' }, 0],
    [{ text: 'wiki' }, 0],
    [{ text: '', fields: [{ path: 'source.score', value: '3' }] }, 1],
    [{ text: '', fields: [{ path: 'source.score', value: '4' }] }, 0],
    [{ text: 'terse', fields: [{ path: 'source.name', value: 'wiki gpt-4' }] }, 1],
    [{ text: '', labelled: true }, 0],
    [{ text: 'z.bra', regex: true }, 1],
    [{ text: 'z.bra', regex: true, matchCase: true }, 0],
    [{ text: '^second', regex: true }, 1],
    [{ text: 'x*', regex: true }, 0],
    [{ text: 'pple', wholeWord: true }, 0],
    [{ text: 'second?', wholeWord: true }, 1],
  ] satisfies [Partial<SearchQuery>, number][])('of %o finds %d', async (query, count) => {
    expect((await found([path()], query)).ordinals).toHaveLength(count);
  });

  it('finds items that have a label of their own', async () => {
    const pairs = temporaryFile('pairs.jsonl', jsonl([{ prompt: 'p', chosen: 'a', rejected: 'b' }]));
    const batches = search(
      [pairs],
      { layout: layoutOf('preference-pairs'), mapping: {} },
      { ...plain, labelled: true },
      { max: 1 },
    );
    expect((await batches.next()).value).toMatchObject({ ordinals: [0] });
  });

  it('asks of an item what it is not told by the dataset', async () => {
    const both = temporaryFile('data.jsonl', jsonl([item, { ...item, id: 'y' }]));
    expect(
      (await found([both], { text: 'apple' }, { accepts: ({ id, hash }) => id === 'y' && hash.length === 32 }))
        .ordinals,
    ).toEqual([1]);
  });

  it('tells what is no regular expression, and what to do', async () => {
    await expect(found([path()], { text: '(', regex: true })).rejects.toThrow(UserError);
    await expect(found([path()], { text: '(', regex: true })).rejects.toThrow(
      /“\(” is not a regular expression \(.*\)\. Correct it/,
    );
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    abort.abort(new Error('enough'));
    await expect(found([path()], { text: 'apple' }, { signal: abort.signal })).rejects.toThrow('enough');
  });
});

describe('every published dataset', () => {
  it.each(fixtures())(
    '%s is found by every word of its texts, though only records that hold it in their bytes are read',
    async (name) => {
      const layout = await detectLayout(fixture(name));
      const reading = { layout, mapping: {} };
      const missed: string[] = [];
      let ordinal = 0;
      for await (const { candidates } of candidatesOf([fixture(name)], {}, undefined)) {
        for (const { raw } of candidates) {
          const [content] = contentsOf(raw, reading);
          const words = new Set((content ? [...textsOf(content)] : []).flatMap(({ text }) => text.match(/\S+/g) ?? []));
          for (const word of words) {
            const ordinals: number[] = [];
            for await (const batch of search(
              [fixture(name)],
              reading,
              { ...plain, text: word, matchCase: true },
              { max: 0 },
            ))
              ordinals.push(...batch.ordinals);
            if (!ordinals.includes(ordinal)) missed.push(word);
          }
          ordinal++;
        }
      }
      expect(missed).toEqual([]);
    },
  );
});

describe('an id', () => {
  const records = [
    { id: 'first' },
    { id: 12 },
    { id: 1e21 },
    {},
    { id: 'a "quoted" ídentity/🙂' },
    { id: 'first' },
    { id: 0.5 },
  ].map((own, index) => ({ ...own, prompt: `number ${index}`, responses: ['a', 'b'] }));

  it.each([
    ['first', 0],
    ['12', 1],
    ['1e+21', 2],
    ['1000000000000000000000', undefined],
    ['a "quoted" ídentity/🙂', 4],
    ['0.5', 6],
    ['First', undefined],
    ['1', undefined],
  ])('%s is found at %s', async (id, ordinal) => {
    const odd = jsonl(records).replace('"id":0.5', '"id":5e-1').replace('1e+21', '1000000000000000000000');
    expect(await findId([temporaryFile('data.jsonl', odd)], reading, id)).toBe(ordinal);
  });

  it('that is a hash of the content is found too', async () => {
    const path = temporaryFile('data.jsonl', jsonl(records));
    const ids: string[] = [];
    for await (const batch of scan([path], reading))
      for (const parsed of batch) if ('item' in parsed) ids.push(parsed.item.id);
    expect(await findId([path], reading, ids[3] ?? '')).toBe(3);
  });
});

it('shows no path of an image, and no model in the title of a passage that belongs to its response', async () => {
  const path = temporaryFile(
    'd.jsonl',
    jsonl([
      {
        id: 'i',
        prompt: 'Look: ![x](in/gpt-4o/x.png) cats?',
        responses: [{ id: 'r', model: 'gpt-4o', text: '![a cat](img/gpt-4o/cat.png) It sits.' }, 'No.'],
      },
    ]),
  );
  const { hits } = await found([path], { text: 'sits' });
  expect(hits).toHaveLength(1);
  expect(
    JSON.stringify([hits, (await found([path], { text: 'cats' })).hits, (await found([path], {})).hits]),
  ).not.toContain('gpt-4o');
});

describe('a snippet', () => {
  it('holds its match where it says, in one line, and no half of a character', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.nat({ max: 60 }), (before, text, after, long) => {
        fc.pre(text !== '');
        const all = before.repeat(long) + text + after.repeat(long);
        const start = before.length * long;
        const { snippet, match } = snippetOf(all, { start, end: start + text.length });
        const shown = text.replace(/[\s\p{Cc}]/gu, ' ');
        expect(
          shown.startsWith(snippet.slice(match.start, match.end)) ||
            snippet.slice(match.start, match.end).startsWith(shown),
        ).toBe(true);
        expect(snippet).not.toMatch(/[\n\r\t\0]/);
        if (all.isWellFormed()) expect(snippet.isWellFormed()).toBe(true);
      }),
    );
  });
});
