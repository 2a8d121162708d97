import fs from 'node:fs';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import type { SpanType } from '../../src/core/model/annotation/taxonomy';
import { keyTimeout, pressUntil } from './desk';
import { Leaks } from './leaks';
import { lookAt, wide } from './looks';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const text = 'The café 🙂 opens at nine.\r\nIt **never** closes, it never rests.\n\nOur source is the newspaper.';
const long = Array.from({ length: 3000 }, (_, line) => `Line ${line} 🙂 of many.`).join('\n');
const evidence = [
  { id: 'p-1', text: 'Opens at eight.', title: 'Opening hours' },
  { id: 'p-2', text: 'Closed on Sunday.' },
];
const records = [
  {
    id: 'a',
    prompt: 'When does it open?',
    responses: [
      { id: 'r', text },
      { id: 's', text },
    ],
    evidence,
  },
  {
    id: 'b',
    prompt: 'Tell me a lot.',
    responses: [
      { id: 'r', text: long },
      { id: 's', text: long },
    ],
  },
];
const spans: SpanType[] = [
  {
    name: 'wrong',
    polarity: 'negative',
    types: [
      { name: 'wrong time', of: 'span' },
      { name: 'wrong name', of: 'span' },
    ],
  },
  { name: 'well put', polarity: 'positive', of: 'span' },
  { name: 'no address', of: 'missing' },
];

/** What an annotation says of its first shown response, each passage cut as a script in Python would. */
function marksIn({ judgement }: Annotation, whole: string): unknown[] {
  const characters = Array.from(whole);
  const [critique] = judgement.critiques ?? [];
  return (critique?.spans ?? []).map(({ start, end, quote, ...rest }) => {
    expect(characters.slice(start, end).join('')).toBe(quote);
    return [quote, rest];
  });
}

const times = (count: number, key: string): string[] => new Array<string>(count).fill(key);

test.describe('a person marks passages by keyboard', () => {
  test.use({ dataset: { records } });

  test('with types in groups, what is missing and a part of the critique; the journal has them in code points', async ({
    openDesk,
    study,
  }) => {
    study.init({ spans });
    const desk = await openDesk();
    const region = desk.root.locator('[data-marking]');
    // Keys typed at once go where they were meant to.
    await desk.press('f');
    await expect(region).toBeFocused();
    await desk.press('1');
    await expect(desk.notice).toContainText('First select a passage');
    // What can be done now is seen, and nothing moves when more can be.
    const bar = desk.root.locator('.way-bar.marking');
    const tools = bar.locator('.tools button:visible');
    await expect(tools).toHaveText([/^missing/, /^done/]);
    const place = await bar.boundingBox();
    await desk.press(...times(4, 'ArrowRight'), ...times(6, 'Shift+ArrowRight'), '2');
    await expect(desk.notice).toContainText('Marked as well put: “café 🙂”');
    await expect(tools).toHaveCount(12);
    expect(await bar.boundingBox()).toEqual(place);
    await desk.press('Home', 'Control+ArrowRight', 'Control+ArrowRight', 'Control+ArrowRight', 'Shift+End', '1');
    await expect(desk.notice).toContainText('wrong is a group.');
    await desk.press('1');
    await expect(desk.notice).toContainText('Marked as wrong time');
    await desk.press('Shift+2', 'n');
    const note = desk.root.locator('.marking textarea');
    await expect(note).toBeFocused();
    await desk.page.keyboard.type('It opens at 8, not 9.');
    await desk.press('Escape');
    await expect(region).toBeFocused();
    // The same passage once more, as a group itself; then neither good nor bad.
    await desk.press('a');
    await expect(desk.notice).toContainText('Marked again');
    await desk.press('1', 'Enter');
    await expect(desk.notice).toContainText('The mark now has the type wrong');
    await desk.press('p', 'p');
    await expect(desk.notice).toHaveText('Neither good nor bad.');
    // What is missing, with its evidence.
    await desk.press('Shift+M', '1', 'Alt+Shift+2');
    await expect(desk.notice).toHaveText('The missing information is in passage 2.');
    await expect(desk.card('A').locator('.marked-one')).toHaveCount(4);
    // From one to the next, and another end for one of them.
    await desk.press('k', 'k', 'k');
    await expect(desk.card('A').locator('.marked-one.in-hand')).toContainText('well put');
    await desk.press('Shift+Control+ArrowRight', 'Enter');
    await expect(desk.notice).toContainText('Mark moved to: “café 🙂 opens');
    await desk.press('j', 'Delete', 'Control+z');
    await expect(desk.card('A').locator('.marked-one')).toHaveCount(4);
    await desk.press('Escape');
    await expect(desk.card('A')).toBeFocused();
    await expect(desk.card('A').locator('.mark')).toHaveText(['3 passages marked', 'missing information: 1']);

    // A part of the critique, and the passage that it speaks of.
    await desk.writeCritique('A', 'Bad. No source.');
    await desk.press(...times(10, 'Shift+ArrowLeft'), 'Control+m');
    await expect(region).toBeFocused();
    await desk.press('Control+End', 'Shift+Home', '1', '2');
    await expect(desk.notice).toContainText('linked to the critique');
    await desk.press('Escape');
    await desk.press('1', '2', 'Enter');
    await desk.at(2);
    const [saved] = study.annotations();
    expect(saved!.offsets).toBe('code-points');
    expect(marksIn(saved!, text)).toEqual([
      ['café 🙂 opens', { type: 'well put', polarity: 'positive' }],
      [' opens at nine.', { type: 'wrong time', polarity: 'negative', severity: 2, note: 'It opens at 8, not 9.' }],
      [' opens at nine.', { type: 'wrong' }],
      [
        'Our source is the newspaper.',
        { type: 'wrong name', polarity: 'negative', about: { start: 5, end: 15, quote: 'No source.' } },
      ],
    ]);
    expect(saved!.judgement.critiques![0]!.missing).toEqual([{ type: 'no address', evidence: 'p-2' }]);

    // A long text: what stands far behind its first part has its place in the whole.
    await desk.press('f');
    await expect(region).toBeFocused();
    await desk.press('Control+End', 'Shift+Home', '2');
    await expect(desk.notice).toContainText('Line 2999 🙂 of many.');
    await desk.press(...times(3, 'Shift+ArrowUp'), '2');
    await expect(desk.card('A').locator('.marked-one')).toHaveCount(2);
    await desk.press('Escape');
    await expect(desk.card('A')).toBeFocused();
    await desk.ready();
    await desk.press('1', '2', 'Enter');
    await expect(desk.root).toContainText('All 2 items are done');
    expect(marksIn(study.annotations()[1]!, long).map((each) => (each as [string])[0])).toEqual([
      'Line 2999 🙂 of many.',
      long.slice(long.indexOf('Line 2996')),
    ]);
  });
});

test.describe('marked passages', () => {
  const named = ['zephyr-leak', 'mistral-leak'].map((model, number) => ({ id: `resp-leak-${number}`, model, text }));
  test.use({
    dataset: {
      records: [1, 2].map((number) => ({
        id: `item-${number}`,
        prompt: `When does it open? (${number})`,
        responses: named,
        evidence: evidence.map((passage) => ({ ...passage, id: `${passage.id}-leak` })),
      })),
    },
  });

  test('are legible where they overlap, give no response away and are accessible', async ({
    openDesk,
    sharedWindow: { heard },
    study,
  }) => {
    test.slow();
    study.init({ mode: 'thumbs' });
    const desk = await openDesk(wide);
    const leaks = new Leaks(desk, heard, study);
    const region = desk.root.locator('[data-marking]');
    await desk.press('f');
    await expect(region).toBeFocused();
    await desk.press(
      'Shift+End',
      '1',
      '1',
      'Shift+2',
      'Home',
      ...times(4, 'ArrowRight'),
      ...times(15, 'Shift+ArrowRight'),
      '5',
      '1',
    );
    await desk.press('Home', ...times(9, 'ArrowRight'), ...times(40, 'Shift+ArrowRight'), '3', '2', 'p', 'p', 'n');
    await expect(desk.root.locator('.marking textarea')).toBeFocused();
    await desk.page.keyboard.type('Which one?');
    await desk.press('Escape');
    await expect(region).toBeFocused();
    const found = await lookAt(desk, 'marking');
    // On a busy machine the focus now and then stays with a list of themes that was closed: a person would press this
    // too.
    await desk.press('Control+1');
    await expect(region).toBeFocused();
    await pressUntil(desk.page, 'Shift+M', () =>
      expect(desk.notice).toContainText('Missing information added', { timeout: keyTimeout }),
    );
    await desk.press('1', 'Alt+Shift+1');
    await expect(desk.notice).toHaveText('The missing information is in passage 1.');
    found.push(...(await lookAt(desk, 'marking-missing')));
    await leaks.look('marking');
    await pressUntil(desk.page, 'Escape', () => expect(desk.card('A')).toBeFocused({ timeout: keyTimeout }));
    found.push(...(await lookAt(desk, 'marked')));
    expect(found).toEqual([]);
    await desk.ready();
    await desk.press('1', '2', 'Enter');
    await desk.at(2);
    await leaks.look('saved');
    expect(leaks.seen).toEqual([]);
    expect(fs.readFileSync(study.journal, 'utf8')).toContain('resp-leak-');
  });
});
