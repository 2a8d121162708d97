import { violations } from './looks';
import { tiersByLetter } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const responses = [...Array(5).keys()].map((n) => ({
  id: `r${n}`,
  model: `maker-${n}`,
  text: `Response ${n}. ${'It goes on and on. '.repeat(40)}\n\nThe end of ${n}.`,
}));

test.describe('five responses', () => {
  test.use({ dataset: { records: [1, 2].map((n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses })) } });

  test('stand two in focus while the others are folded, which is remembered, and what is folded is found', async ({
    openDesk,
    study,
  }, info) => {
    study.init();
    const desk = await openDesk({ width: 1800, height: 1000 });
    const name = desk.root.locator('.display-menu button').first();
    for (const next of [/^Stack/, /^ColumnsV/, /^Two in focus/]) {
      await desk.press('v');
      await expect(name).toHaveText(next);
    }
    // Heard too, as are two presses in a row.
    await expect(desk.notice).toHaveText('Two in focus.');
    await desk.press('t', 't', 'l', 'l');
    await expect(desk.notice).toHaveText('Lengths hidden.');
    await expect(desk.root.locator('.display-menu [aria-pressed=true]')).toHaveText([/^Prompt/]);
    const open = desk.root.locator('.card:not(.folded) .letter');
    await expect(open).toHaveText(['A', 'B']);
    const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map((letter) => desk.card(letter).boundingBox()));
    expect(b?.y).toBe(a?.y);
    expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
    expect([c?.x, d?.x, c?.width]).toEqual([a?.x, a?.x, d?.width]);
    expect(c?.width).toBeGreaterThan(2 * (a?.width ?? 0));
    expect(c?.height).toBeLessThan((a?.height ?? 0) / 2);

    // The one just judged stays where it stands, beside the one that is up next.
    await desk.press('1');
    await expect(desk.card('B')).toHaveClass(/next/);
    await desk.press('2');
    await expect(open).toHaveText(['C', 'B']);
    await expect(desk.card('C')).toHaveClass(/next/);
    await expect(desk.card('B')).toBeFocused();
    await expect(desk.root.locator('.card.folded .letter')).toHaveText(['A', 'D', 'E']);
    expect(await violations(desk)).toEqual([]);
    await desk.page.screenshot({ path: info.outputPath('two-in-focus.png') });

    await desk.press('Control+f');
    const bar = desk.root.locator('.find-bar');
    await expect(bar.locator('input')).toBeFocused();
    await desk.page.keyboard.type('the end of');
    await expect(bar.locator('.found')).toHaveText(/ of 5$/);
    await desk.press('Escape');
    await expect(desk.root.locator('.card.folded')).toHaveCount(3);

    // What is pressed on below would come into focus under the pointer: it is dragged all the same.
    await desk.drag('E', 'A', 'tie');
    await expect(desk.notice).toHaveText('E is 1st of 5, tied with A.');
    await desk.press('Control+z', '2', '4', '3');
    await expect(desk.notice).toContainText('E is 3rd of 5.');
    await desk.press('Enter');
    await desk.at(2);
    expect(study.annotations().map(tiersByLetter)).toEqual([['A', 'BC', 'E', 'D']]);
    await expect(name).toHaveText(/^Two in focus/);
    await expect(open).toHaveText(['A', 'B']);
    await desk.press('v');
    await expect(name).toHaveText(/^Columns if they fit/);
    await expect(desk.root.locator('.card.folded')).toHaveCount(0);
  });

  test('say which model wrote them once they are judged, where the study reveals it', async ({ openDesk, study }) => {
    study.init({ reveal: true });
    const desk = await openDesk();
    await expect(desk.root).not.toContainText('maker-');
    await desk.rank(1, 2, 3, 4, 5);
    await expect(desk.root).not.toContainText('maker-');
    await desk.press('Enter');
    await desk.at(2);
    await expect(desk.root).not.toContainText('maker-');
    await desk.press('Shift+K');
    await desk.at(1);
    const { shown } = study.annotations()[0]!;
    await expect(desk.root.locator('.card .model')).toHaveText(shown.map((id) => `maker-${id.slice(1)}`));
    await expect(desk.card('A')).toHaveAttribute('aria-label', new RegExp(`maker-${shown[0]?.slice(1) ?? ''}`));
    await desk.press('Control+z');
    await expect(desk.notice).toHaveText('Save undone. Your judgment is a draft again.');
    await expect(desk.root).not.toContainText('maker-');
  });
});
