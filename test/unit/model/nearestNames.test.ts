import { describe, expect, it } from 'vitest';
import { layouts } from '../../../src/core/dataset/layouts';
import { nearestNames } from '../../../src/core/model/text/nearestNames';

const names = layouts.map(({ name }) => name);

describe('the nearest names', () => {
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
