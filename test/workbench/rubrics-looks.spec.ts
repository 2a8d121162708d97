import fs from 'node:fs';
import path from 'node:path';
import type { Rubrics } from '../../src/core/model/rubric/rubric';
import { lookThrough, wide, type ScreenState } from './looks';
import { RubricScreen } from './rubricScreen';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const time = '2026-11-20T09:30:00.000Z';
const helpful = {
  id: 'style-helpful',
  title: 'Helpful for the one who asked',
  text: 'How far does the answer bring the person who asked nearer to what they want to do?',
  kind: 'scale' as const,
  levels: {
    1: 'not at all, or away from it',
    2: 'a little; most is still to be found elsewhere',
    3: 'half of the way',
    4: 'nearly there',
    5: 'there: nothing is missing and nothing is in the way',
  },
  weight: 3,
  gate: { threshold: 0.25 },
  tags: ['helpfulness', 'overall'],
  examples: [
    {
      text: 'Press and hold the power button for ten seconds; the light goes out and comes back.',
      value: 5,
      note: 'It is done then.',
    },
    { text: 'Have you read the manual?', value: 1 },
  ],
  origin: { kind: 'hybrid' as const, name: 'judge-1' },
};
const criteria = [
  helpful,
  {
    id: 'style-register',
    text: 'In which register is it written?',
    kind: 'category' as const,
    categories: [{ name: 'plain', value: 1 }, { name: 'formal', value: 0.5 }, { name: 'slang' }],
    weight: 1,
  },
  { id: 'style-hedges', text: 'Hedges every sentence, so that nothing is said in the end', weight: -2 },
  {
    id: 'style-two',
    text: 'Is it short and well ordered?',
    weight: 1,
    faulty: { reason: 'It asks two things at once' },
  },
  ...Array.from({ length: 30 }, (_, n) => ({
    id: `style-more-${n}`,
    text: `Does it say what point ${n + 1} of the brief asks for, in words that a reader who is new to it can follow?`,
    weight: (n % 3) + 1,
  })),
];
const rubrics: Rubrics = {
  version: 1,
  rubrics: [
    {
      id: 'style',
      title: 'Writing style',
      description: 'For answers in prose.',
      versions: [
        { version: 1, time, author: 'Ana', criteria: criteria.slice(1) },
        { version: 2, time, author: 'Ben', criteria },
      ],
    },
    {
      id: 'law',
      title: 'Answers on points of law',
      scope: { kind: 'slice', fields: { domain: 'law', language: 'de' } },
      versions: [{ version: 1, criteria: [{ id: 'law-cites', text: 'Does it cite the paragraph?', weight: 2 }] }],
    },
  ],
};

test('rubrics are edited on a readable and accessible screen', async ({ openDesk, study }) => {
  test.slow();
  const file = `${study.init()}.d/rubrics.json`;
  const desk = await openDesk(wide);
  await desk.press('Alt+k');
  const sights: readonly ScreenState<RubricScreen>[] = [
    { name: 'rubrics-empty', reach: (screen) => expect(screen.button(/^Start from /)).toHaveCount(7) },
    {
      name: 'rubrics-rubric',
      reach: async (screen) => {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, JSON.stringify(rubrics));
        await expect(screen.rows.first()).toContainText('Writing style');
        await screen.rows.first().click();
        await expect(screen.root.locator('.versions')).toContainText('1 added');
      },
    },
    {
      name: 'rubrics-criterion',
      reach: async (screen) => {
        await screen.press('ArrowDown');
        await expect(screen.preview).toContainText('nothing is in the way');
      },
    },
    {
      name: 'rubrics-categories',
      reach: async (screen) => {
        await screen.field('Fails if the score is below').fill('7');
        await expect(screen.root.locator('.issue')).toHaveText('Must be at most 1, but is 7');
        await screen.rows.filter({ hasText: 'register' }).click();
        await expect(screen.preview).toContainText('slang');
      },
    },
  ];
  expect(await lookThrough(await RubricScreen.in(desk.page), sights)).toEqual([]);
});
