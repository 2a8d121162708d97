import { describe, expect, it } from 'vitest';
import { deskContentOf, mediaAt } from '../../../src/core/desk/item/deskContent';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import type { Item } from '../../../src/core/model/item/item';
import { deskMedia, whereOf } from '../../../src/core/model/item/media';

describe('where a source leads', () => {
  it.each([
    ['images/a.png', 'file'],
    ['C:\\images\\a.png', 'file'],
    ['/images/a:b.png', 'file'],
    ['file:///images/a.png', 'file'],
    ['HTTPS://example.org/a.png', 'web'],
    ['data:image/png;base64,AAAA', 'record'],
    ['s3://bucket/a.png', 'elsewhere'],
    ['javascript:alert(1)', 'elsewhere'],
  ])('%s: %s', (source, where) => {
    expect(whereOf(source)).toBe(where);
  });
});

describe('images, sounds and films', () => {
  it('are numbered by their kind, and named by file or host where they may be', () => {
    const turns = [
      {
        media: [
          { kind: 'image', source: 'in/gpt.png' },
          { kind: 'audio', source: 'https://user:key@gpt.example.org:8080/a.wav?x=1' },
        ] as const,
      },
      {},
      { media: [{ kind: 'image', source: 'data:image/png;base64,AAAA' }] as const },
    ];
    expect(deskMedia(turns, true)).toEqual([
      [
        { kind: 'image', number: 1, where: 'file', name: 'gpt.png' },
        { kind: 'audio', number: 1, where: 'web', name: 'gpt.example.org:8080' },
      ],
      [],
      [{ kind: 'image', number: 2, where: 'record' }],
    ]);
    expect(JSON.stringify(deskMedia(turns, false))).not.toContain('gpt');
  });

  it('of responses reach the desk without their names, and are found again by turn and number', () => {
    const item: Item = {
      id: 'i',
      hash: 'h',
      tools: [{ name: 'draw' }],
      prompt: [{ role: 'user', content: 'Draw.', media: [{ kind: 'image', source: 'sky.png' }] }],
      responses: [
        {
          id: 'gpt',
          text: '',
          turns: [
            {
              role: 'assistant',
              content: '',
              media: [
                { kind: 'image', source: 'gpt_0.png' },
                { kind: 'image', source: 'https://gpt.example.org/1.png' },
              ],
            },
          ],
        },
      ],
    };
    const shown = { item, responses: item.responses } as unknown as ShownItem;
    const { prompt, responses } = deskContentOf('k', shown, false);
    expect(prompt[1]?.media).toEqual([{ kind: 'image', number: 1, where: 'file', name: 'sky.png' }]);
    expect(JSON.stringify(responses)).not.toContain('gpt');
    expect(responses[0]?.[0]?.media?.map(({ where }) => where)).toEqual(['file', 'web']);
    // The tools that can be called stand before the prompt's turns.
    expect(mediaAt(shown, { response: null, turn: 1 }, 0)?.source).toBe('sky.png');
    expect(mediaAt(shown, { response: 0, turn: 0 }, 1)?.source).toBe('https://gpt.example.org/1.png');
    expect([mediaAt(shown, { response: 0, turn: 0 }, 2), mediaAt(shown, { response: 3, turn: 0 }, 0)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
