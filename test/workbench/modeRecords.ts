import { expect } from '@playwright/test';
import type { Desk } from './desk';

const response = (text: string, index: number): object => ({ id: `r${index}`, text });

/** Two responses of several steps. */
export const steps = {
  id: 'steps',
  prompt: 'How long does the train take?',
  responses: [
    'It leaves at 9:40.\nIt arrives at 11:05.\nThat is 85 minutes.',
    'From 9:40 to 11:05.\nThat is 75 minutes.',
  ].map(response),
};

/** A list that is sorted into buckets first. */
export const twelve = {
  id: 'twelve',
  prompt: 'Name a river.',
  responses: Array.from({ length: 12 }, (_, index) => `River number ${index}, which is long.`).map(response),
};

/** Responses that think first. */
export const reasoned = {
  id: 'reasoned',
  prompt: 'How long does it take?',
  responses: ['<think>\nFrom 9:40 to 11:05.\n</think>\n\nIt takes 85 minutes.', 'It takes **75 minutes**.'].map(
    response,
  ),
};

/** Judges the item on the desk in another way, by its name. */
export async function judgeBy(desk: Desk, mode: string): Promise<void> {
  await desk.press('m');
  await desk.pick('Switch annotation mode', mode);
  await expect(desk.root.locator('.head .way')).toContainText(mode);
  await desk.ready();
}
