import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layouts } from '../../src/core/dataset/layouts';
import { exportFormats } from '../../src/core/export';
import { modeNames } from '../../src/core/model/annotation/mode';
import { packFormats } from '../../src/core/rubric/packs';
import { pageOf, pages, quoted, root, tableOf } from './documentation/pages';

const sortedNames = (names: readonly string[]): readonly string[] => [...names].sort();
const firstColumn = (page: string, heading: string): readonly string[] =>
  sortedNames(tableOf(page, heading).flatMap(([cell = '']) => quoted(cell)));

describe('what is written for people', () => {
  it.each([
    ['every layout', 'docs/set-up-a-study.md', 'layout', layouts.map(({ name }) => name)],
    ['every form of rubrics', 'docs/rubrics-and-coverage.md', 'form', packFormats.map(({ name }) => name)],
    ['every way to judge', 'docs/annotate.md', 'mode', modeNames],
  ] as const)('names %s, once, and no other', (_, page, heading, names) => {
    expect(firstColumn(page, heading)).toEqual(sortedNames(names));
  });

  it.each(tableOf('README.md', 'trainer'))('says rightly what %s reads', (trainers = '', ...cells) => {
    for (const name of cells.flatMap(quoted)) {
      const format = exportFormats.find((each) => each.name === name);
      expect(format, name).toBeDefined();
      for (const trainer of trainers.split(', '))
        expect(
          format?.trainers.some((each) => each.name.startsWith(trainer)),
          `${name} for ${trainer}`,
        ).toBe(true);
    }
  });

  it('lists every page in the index, once', () => {
    const listed = [...pageOf('docs/README.md').matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = '']) => `docs/${link}`);
    expect([...listed].sort()).toEqual(
      pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md').sort(),
    );
  });

  it.each(pages)('%s leads to files and headings that are there', (page) => {
    for (const [, link = ''] of pageOf(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      expect(existsSync(join(root, target)), `${page}: ${link}`).toBe(true);
      if (heading !== undefined)
        expect(
          pageOf(target)
            .split('\n')
            .filter((line) => line.startsWith('#'))
            .map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-')),
        ).toContain(heading);
    }
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files and folders that are there', (page) => {
    const named = [...pageOf(page).matchAll(/`([a-z]\w*(?:\/\w+)+(?:(?:\.\w+)*\.(?:tsx?|md))?)`/g)].map(
      ([, path]) => path ?? '',
    );
    expect(named.length).toBeGreaterThan(10);
    for (const path of named)
      expect(
        ['src/core', 'src', '.'].some(
          (folder) => existsSync(join(root, folder, path)) || existsSync(join(root, folder, `${path}.ts`)),
        ),
        path,
      ).toBe(true);
  });
});
