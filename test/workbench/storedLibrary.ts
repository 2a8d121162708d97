import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rubric, Rubrics } from '../../src/core/model/rubric/rubric';
import type { Rule, Rules } from '../../src/core/model/rubric/rule';

/** What stands in all files of a study's rubrics, in order. @param project its file */
export const storedRubrics = (project: string): Rubrics => ({
  version: 1,
  rubrics: stored<Rubric>(`${project}.d`, 'rubrics'),
});

/** The same of its rules. */
export const storedRules = (project: string): Rules => ({ version: 1, rules: stored<Rule>(`${project}.d`, 'rules') });

/** Puts other rubrics, or rules, in the place of all that stand there, in the one file that held them once. */
export function store(project: string, library: Rubrics | Rules): void {
  const list = 'rules' in library ? 'rules' : 'rubrics';
  mkdirSync(`${project}.d`, { recursive: true });
  writeFileSync(join(`${project}.d`, `${list}.json`), JSON.stringify(library));
  rmSync(join(`${project}.d`, list), { recursive: true, force: true });
}

/** An id without the letters that were drawn for it. */
export const withoutLetters = (id: string): string => id.replace(/-[a-z0-9]{5}$/, '');

function stored<E>(folder: string, list: string): E[] {
  const files = [
    join(folder, `${list}.json`),
    ...[join(folder, list), join(folder, list, 'items')].flatMap((each) =>
      existsSync(each)
        ? readdirSync(each)
            .filter((name) => name.endsWith('.json'))
            .sort()
            .map((name) => join(each, name))
        : [],
    ),
  ];
  const found = files
    .filter((file) => existsSync(file))
    .flatMap(
      (file) => (JSON.parse(readFileSync(file, 'utf8')) as Record<string, (E & { order?: number })[]>)[list] ?? [],
    );
  return found
    .map(({ order = 0, ...entry }) => ({ order, entry }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry as unknown as E);
}
