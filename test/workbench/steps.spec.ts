import type { Locator } from '@playwright/test';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const first = 'one and two\nthree 🙂 four\n    five';
test.use({
  dataset: {
    records: [
      {
        id: 'a',
        prompt: 'Count',
        responses: [
          { id: 'p', text: first },
          { id: 'q', text: first },
        ],
      },
      { id: 'b', prompt: 'Again', responses: ['x\ny', 'z\nw'] },
    ],
  },
});

test('steps are judged, cut and joined, the first error by one key, and the outcome apart', async ({
  openDesk,
  study,
}) => {
  study.init({ mode: 'steps' });
  const desk = await openDesk();
  await expect(desk.step.locator('.text')).toHaveText('one and two');
  await desk.press('3');
  await expect(desk.notice).toHaveText('A, step 1: correct, but unnecessary.');
  await expect(desk.step.locator('.nth')).toHaveText('2');
  // A double click cuts before a word.
  const box = await desk.step.locator('.text').boundingBox();
  await desk.page.mouse.dblclick(
    box!.x + (await widthOf(desk.step.locator('.text'), 'three 🙂 fo')),
    box!.y + box!.height / 2,
  );
  await expect(desk.notice).toHaveText('A now has 4 steps.');
  await expect(desk.step.locator('.text')).toHaveText('three 🙂');
  await desk.press(',');
  await expect(desk.notice).toHaveText('A now has 3 steps.');
  await desk.press(',');
  await expect(desk.notice).toHaveText('A now has 2 steps.');
  await desk.press('.');
  await expect(desk.notice).toHaveText('A now has 3 steps.');
  await desk.press('j');
  await expect(desk.step.locator('.text')).toHaveText('five');
  await desk.press('a', 'a');
  await expect(desk.card('A').locator('.mark')).toHaveText('outcome wrong');
  await desk.press('x');
  await expect(desk.notice).toHaveText('A: the first error is in step 3.');
  await expect(desk.card('A').locator('.standing')).toHaveText('3 of 3 steps judged, first error in step 3');
  await expect(desk.card('B')).toHaveClass(/selected/);
  await desk.press('Enter');
  await expect(desk.notice).toContainText('Some steps are not judged: B.');
  await desk.press('Enter');
  await desk.at(2);
  const { mode, shown, judgement } = study.annotations()[0]!;
  expect(stepsOf(study.annotations()[0]!, first)).toEqual([
    ['one and two', 'unnecessary'],
    ['three 🙂 four', 'correct'],
    ['five', 'incorrect'],
  ]);
  expect([mode, judgement.acceptable]).toEqual(['steps', { [shown[0]!]: false }]);

  // Behind the last step of a response comes the first one of the next.
  await desk.press('1', '1', '4');
  await expect(desk.card('B')).toHaveClass(/selected/);
  await expect(desk.card('A')).toHaveClass(/folded/);
  await desk.press('2', 'Enter');
  await expect(desk.root).toContainText('All 2 items are done');
  expect(study.annotations()[1]!.judgement.steps?.map(({ label }) => label)).toEqual([
    'correct',
    'correct',
    'neutral',
    'incorrect',
  ]);
});

/** The steps of a judgement of one response, as text and label: cut by code points, as a script does it. */
function stepsOf({ judgement }: Annotation, text: string): unknown[] {
  return (judgement.steps ?? []).map(({ start, end, label }) => [Array.from(text).slice(start, end).join(''), label]);
}

/** How wide the beginning of an element's text is on the screen. */
function widthOf(element: Locator, beginning: string): Promise<number> {
  return element.evaluate((node, length) => {
    const range = document.createRange();
    range.setStart(node.firstChild!, 0);
    range.setEnd(node.firstChild!, length);
    return range.getBoundingClientRect().width;
  }, beginning.length);
}
