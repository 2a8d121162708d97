import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOfCriterion } from '../../../src/core/model/rubric/criterionKind';
import { addPacks } from '../../../src/core/rubric/addPacks';
import { readPackFile, starterPacks } from '../../../src/core/rubric/packs/files';
import type { Pack } from '../../../src/core/rubric/packs/pack';
import { root } from '../made/bundle';

const packs = await starterPacks(join(root, 'media', 'rubrics'));

async function packAt(path: string): Promise<Pack> {
  const { form, packs: found, skipped } = await readPackFile(path);
  expect([form.name, found.length, skipped]).toEqual(['yaml', 1, []]);
  return found[0]!;
}

describe('the packs that come with Tiebreak', () => {
  it('are seven', () => {
    expect(packs.map(({ name }) => name)).toEqual([
      'code-review',
      'empathic-dialogue',
      'helpful-honest-harmless',
      'mathematics',
      'rag-answers',
      'safety',
      'summarization',
    ]);
  });

  it.each(packs)('hold in $name a rubric that can be judged by', async ({ name, path }) => {
    const { id, title, description, criteria } = await packAt(path);
    expect(id).toBe(name);
    expect([title, description]).not.toContain(undefined);
    expect(criteria.length).toBeGreaterThanOrEqual(5);
    expect(criteria.length).toBeLessThanOrEqual(9);
    for (const { id: own, title: short, kind, min = 1, max = 5, levels = {}, weight, gate, tags, origin } of criteria) {
      expect([own, short, tags], own).not.toContain(undefined);
      expect(origin, own).toEqual({ kind: 'human' });
      expect(weight).not.toBe(0);
      if (kind === 'scale')
        expect(Object.keys(levels).map(Number)).toEqual([...Array(max - min + 1).keys()].map((at) => at + min));
      // A gate on a fault would shut where the fault is absent.
      if (gate) expect(weight, own).toBeGreaterThan(0);
    }
  });

  it.each(packs)(
    'say in $name what counts against a response, and show the subtle met and not met',
    async ({ path }) => {
      const { criteria } = await packAt(path);
      expect(criteria.some(({ weight }) => weight < 0)).toBe(true);
      const exemplified = criteria.filter(({ examples }) => examples);
      expect(exemplified.length).toBeGreaterThanOrEqual(2);
      for (const { id, examples, ...criterion } of exemplified)
        if (kindOfCriterion(criterion) === 'yes-no')
          expect(new Set(examples?.map(({ value }) => value)), id).toEqual(new Set([true, false]));
    },
  );

  it('can all be in one study, with the ids that they have', async () => {
    const all = await Promise.all(packs.map(({ path }) => packAt(path)));
    const { rubrics, added } = addPacks({ version: 1, rubrics: [] }, all, { titleOf: () => 'x' }, { used: new Map() });
    for (const each of added) expect(each).toMatchObject({ outcome: 'added', renamed: [] });
    expect(rubrics.rubrics).toHaveLength(packs.length);
  });

  it('are named by the command line', () => {
    const help = readFileSync(join(root, 'src/cli/program.ts'), 'utf8');
    for (const { name } of packs) expect(help).toContain(name);
  });
});
