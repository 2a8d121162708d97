import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskContentOf, mediaAt, moreOf } from '../../../src/core/desk/item/deskContent';
import { refinementShown } from '../../../src/core/desk/item/difference';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import { refinementsOf } from '../../../src/core/desk/item/refinements';
import { withImagePaths, withoutImagePaths } from '../../../src/core/model/item/markdownImages';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import type { Item } from '../../../src/core/model/item/item';
import { processorTime } from '../made/processorTime';

const sourcesIn = (text: string): string[] => withoutImagePaths(text).images.map(({ source }) => source);

describe('images that a text names', () => {
  it.each<[string, string, string[]]>([
    ['a path', 'See ![a cat](img/gpt-4o/1.png), then.', ['img/gpt-4o/1.png']],
    ['a path with a title', '![](img/gpt-4o/1.png "gpt-4o, first")', ['img/gpt-4o/1.png']],
    ['a path in angle brackets, with spaces', '![x](<img/gpt 4o/1.png>)', ['img/gpt 4o/1.png']],
    ['a path with an encoded space and with parentheses', '![x](img/gpt%204o(1).png)', ['img/gpt 4o(1).png']],
    ['an address', '![x](https://gpt-4o.example.org/a%20b.png)', ['https://gpt-4o.example.org/a%20b.png']],
    [
      'two images, the first within brackets of a link',
      '[![x](img/gpt-4o.png)](https://example.org) ![y](img/claude-3.png)',
      ['img/gpt-4o.png', 'img/claude-3.png'],
    ],
    ['an image by name', '![x][cat]\n\n[cat]: img/gpt-4o/1.png "gpt-4o"\n', ['img/gpt-4o/1.png']],
    ['an element that is shown as it is written', '<img width="9" src="img/gpt-4o/1.png">', ['img/gpt-4o/1.png']],
    ['a path on a line of its own', '![x](\nimg/gpt-4o/1.png\n)', ['img/gpt-4o/1.png']],
    ['a path with parentheses in parentheses', '![x](gpt-4o(a(b)).png)', ['gpt-4o(a(b)).png']],
    ['a path with escaped parentheses', '![x](img/gpt-4o\\(1.png)', ['img/gpt-4o\\(1.png']],
    ['a title with an escaped quotation mark', '![x](img/gpt-4o.png "by \\"gpt-4o\\"")', ['img/gpt-4o.png']],
    ['brackets in brackets of brackets', '![a [b [c]]](img/gpt-4o.png)', ['img/gpt-4o.png']],
    ['an image by name whose path is on the next line', '![x][cat]\n\n[cat]:\n  img/gpt-4o.png', ['img/gpt-4o.png']],
    ['an image by a name with other spaces', '![x][Cat  One]\n\n[cat one]: img/gpt-4o.png', ['img/gpt-4o.png']],
    ['an image by name in a quotation', '> ![x][cat]\n>\n> [cat]: img/gpt-4o.png', ['img/gpt-4o.png']],
    ['an element without quotation marks', '<img src=img/gpt-4o.png>', ['img/gpt-4o.png']],
    ['an element with a sign in its text', '<img alt="a>b" src="img/gpt-4o.png">', ['img/gpt-4o.png']],
    [
      'an element with two addresses',
      '<video poster="img/gpt-4o.png" src=\'img/gpt-4o.mp4\'>',
      ['img/gpt-4o.png', 'img/gpt-4o.mp4'],
    ],
    ['the bytes themselves', '![x](data:image/png;base64,AAAA)', ['data:image/png;base64,AAAA']],
  ])('are found, and their places taken by as many characters: %s', (_, text, sources) => {
    const masked = withoutImagePaths(text);
    expect(masked.images.map(({ source }) => source)).toEqual(sources);
    expect(masked.text).toHaveLength(text.length);
    expect(masked.text).toMatch(/image-1_*/);
    expect(masked.text.replaceAll('https://example.org', '')).not.toMatch(/gpt|claude|\/|base64/i);
    expect(withImagePaths(masked.text, text)).toBe(text);
  });

  it.each([
    'no image',
    '[a link](docs/gpt.md)',
    '!(img/a.png)',
    '![x]',
    '[cat]: img/a.png',
    '![](x)',
    'if (!a[0]) (b)',
  ])('are none in %j', (text) => {
    expect(withoutImagePaths(text)).toEqual({ text, images: [] });
  });

  it.each(['![x](a/b.png) as image-1 shows', '![x](ab) is issue #1'])(
    'come back where an image has their place, and nowhere else: %j',
    (text) => {
      expect(withImagePaths(withoutImagePaths(text).text, text)).toBe(text);
    },
  );

  it('leave every other character where it was, whatever the text', () => {
    const part = fc.constantFrom(
      '![a](',
      'img/gpt-4o/1.png',
      ')',
      ' "t"',
      '\n',
      '![',
      '][',
      ']',
      '(',
      '<img src="',
      '">',
      '🙂',
      'x',
      '[r]: ',
      'http://h/p.png',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const text = parts.join('');
        const masked = withoutImagePaths(text);
        expect(masked.text).toHaveLength(text.length);
        expect(withImagePaths(masked.text, text)).toBe(text);
        if (masked.images.length === 0) expect(masked.text).toBe(text);
      }),
      { numRuns: 2000, examples: [[['<img src="', '![a](', '">', ')']]] },
    );
  });

  it('take no time that grows with the square of a text', () => {
    const taken = processorTime();
    for (const text of [
      '![a]('.repeat(20_000),
      '!['.repeat(50_000),
      `![a](${'('.repeat(50_000)}`,
      `![${'['.repeat(50_000)}`,
      '<img '.repeat(30_000),
      `![x](${' '.repeat(60_000)}`,
      '[a]:\n'.repeat(20_000) + '![',
    ])
      withoutImagePaths(text);
    // Milliseconds; with a square it would be minutes.
    expect(taken()).toBeLessThan(20_000);
  });
});

const cat = '![a cat](img/gpt-4o/cat.png) It sits.';
const responses: Item['responses'] = [
  {
    id: 'a',
    text: cat,
    turns: [{ role: 'assistant', content: cat, media: [{ kind: 'image', source: 'img/own.png' }] }],
  },
  { id: 'b', text: cat },
];
const item: Item = {
  id: 'i',
  hash: 'h',
  prompt: [{ role: 'user', content: 'Look: ![x](in/gpt-4o/x.png)' }],
  responses,
  context: '![x](in/gpt-4o/c.png)',
  references: ['![x](in/gpt-4o/r.png)'],
};
const shown: ShownItem = { item, annotator: 'ana', seed: 1, responses };

describe('an item with such texts', () => {
  it('reaches the page without a path, its images beside those of the turn and loaded by their number', () => {
    const content = deskContentOf('k', shown, true);
    expect(JSON.stringify(content)).not.toMatch(/gpt-4o|own\.png/);
    expect(content.responses.map(([turn]) => turn?.media)).toEqual([
      [
        { kind: 'image', number: 1, where: 'file' },
        { kind: 'image', number: 2, where: 'file', isInText: true },
      ],
      [{ kind: 'image', number: 1, where: 'file', isInText: true }],
    ]);
    expect([mediaAt(shown, { response: 0, turn: 0 }, 1), mediaAt(shown, { response: 1, turn: 0 }, 0)]).toMatchObject([
      { source: 'img/gpt-4o/cat.png' },
      { source: 'img/gpt-4o/cat.png' },
    ]);
    const long = { ...shown, responses: [{ id: 'a', text: 'word '.repeat(20_000) + cat }] };
    expect(moreOf(long, { response: 0, turn: 0 }, 99_990, false)?.text).not.toContain('gpt-4o');
  });

  it('shows what comes before the words there, and what comes behind them behind', () => {
    const turn = {
      role: 'assistant',
      content: 'Here.',
      media: [
        { kind: 'image', source: 'a.png' },
        { kind: 'image', source: 'b.png', at: 5 },
      ],
    } as const;
    const {
      responses: [answer],
    } = deskContentOf('k', { ...shown, responses: [{ id: 'a', text: 'Here.', turns: [turn] }] }, false);
    expect(answer?.[0]?.media).toEqual([
      { kind: 'image', number: 1, where: 'file' },
      { kind: 'image', number: 2, where: 'file', isBehind: true },
    ]);
  });

  it('is refined without a path on the screen, and is kept with it', () => {
    const { before, text } = refinementShown(shown, emptyDraft(2), 1)!;
    expect(before).toBe('![a cat](image-1___________) It sits.');
    const draft = { ...emptyDraft(2), refinements: ['', text.replace('It sits.', 'It sat, ![x](mine.png).')] };
    expect(refinementsOf(draft, shown, {})).toMatchObject([
      { response: 'b', text: '![a cat](img/gpt-4o/cat.png) It sat, ![x](mine.png).' },
    ]);
    expect(refinementsOf({ ...draft, refinements: ['', text] }, shown, {})).toEqual([]);
  });
});

it('what is no path is none', () => expect(sourcesIn('![x]( )')).toEqual([]));
