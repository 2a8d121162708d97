import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle';
import { temporaryFolder } from './folder';

const golden = join(root, 'test/golden');
const read = (...path: string[]): string => readFileSync(join(golden, ...path), 'utf8');

/** One study of all that the golden ones hold (rankings, ratings, rubrics, rules, steps, passages, contexts, refined and written answers), so that every format finds something in it; the folder of `study.tiebreak`. */
export function everythingStudy(): string {
  const folder = temporaryFolder();
  const beside = join(folder, 'study.tiebreak.d');
  const studies = readdirSync(golden).sort();
  writeFileSync(join(folder, 'data.jsonl'), studies.map((study) => read(study, 'data.jsonl')).join(''));
  const project = JSON.parse(read('ratings', 'study.tiebreak')) as object;
  writeFileSync(join(folder, 'study.tiebreak'), JSON.stringify(project));
  mkdirSync(join(beside, 'annotations'), { recursive: true });
  for (const name of ['rubrics.json', 'rules.json']) writeFileSync(join(beside, name), read('rubrics', 'study.tiebreak.d', name));
  const journals = new Map<string, string>();
  for (const [n, study] of studies.entries()) {
    for (const name of readdirSync(join(golden, study, 'study.tiebreak.d/annotations'))) {
      // Each study counts its annotations from 1.
      journals.set(name, (journals.get(name) ?? '') + read(study, 'study.tiebreak.d/annotations', name).replaceAll('01KAAA', `01KAA${'ABC'.charAt(n)}`));
    }
  }
  for (const [name, lines] of journals) writeFileSync(join(beside, 'annotations', name), lines);
  return folder;
}
