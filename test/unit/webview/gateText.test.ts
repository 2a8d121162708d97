import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../src/core/model/rubric/criterion';
import { failingAnswersText } from '../../../webview/rubric/gateText';

const gate = (threshold: number): Pick<Criterion, 'gate'> => ({ gate: { threshold } });
const categories = [
  { name: 'direct', value: 1 },
  { name: 'list', value: 0.5 },
  { name: 'rambling', value: 0 },
  { name: 'odd' },
];

describe('the answers that fail a gate', () => {
  it.each<readonly [string, Parameters<typeof failingAnswersText>[0], string | undefined]>([
    ['no, where it is answered by yes or no', gate(0.5), 'No'],
    ['levels, as a number of the scale', { kind: 'scale', ...gate(0.5) }, 'below 3'],
    ['levels of another scale', { kind: 'scale', min: 0, max: 10, ...gate(0.25) }, 'below 2.5'],
    [
      'categories that are worth less, and none without a worth',
      { kind: 'category', categories, ...gate(0.6) },
      'list, rambling',
    ],
    ['none of the categories', { kind: 'category', categories: categories.slice(0, 1), ...gate(1) }, undefined],
    ['none below 0', gate(0), undefined],
    ['none without a gate', {}, undefined],
  ])('are %s', (_, criterion, text) => {
    expect(failingAnswersText(criterion)).toBe(text);
  });
});
