import { describe, expect, it } from 'vitest';
import { layouts } from '../../../src/core/dataset/layouts';
import { namesToChoose, nearestNames } from '../../../src/core/model/text/nearestNames';

const names = layouts.map(({ name }) => name);

describe('names to choose from', () => {
  it('are all listed where they are few', () => {
    expect(namesToChoose('promt', ['prompt', 'chosen'], { plural: 'fields', otherwise: 'the page lists them' })).toBe(
      'the fields are prompt, chosen',
    );
  });

  it('are the nearest of many, and where the others stand', () => {
    expect(namesToChoose('preference-pair', names, { plural: 'layouts', otherwise: 'the page lists them' })).toBe(
      'did you mean preference-pairs? If not, the page lists them',
    );
    expect(namesToChoose('xyzzy', names, { plural: 'layouts', otherwise: 'the page lists them' })).toBe(
      'the page lists them',
    );
  });

  it.each([
    ['kt', 'kto'],
    ['HALO', 'halos'],
    ['prefrence-pairs', 'preference-pairs'],
    ['responsse', 'responses'],
  ])('of %s begin with %s', (given, expected) => {
    const near = nearestNames(given, names);
    expect(near[0]).toBe(expected);
    expect(near.length).toBeLessThanOrEqual(5);
  });
});
