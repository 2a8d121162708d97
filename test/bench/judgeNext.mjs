import fs from 'node:fs/promises';
import path from 'node:path';
import { root } from '../harness/paths.mjs';
import { measured } from './bundle.mjs';

/** Real sets of labelled pairs, where they are; never copied into the project. */
const sets = ['hh-rlhf-harmless-test.jsonl.gz', 'llamafactory-dpo-en-demo.json'];
const marks = [25, 50, 100, 200, 400, 800, 1600, 3200];

/**
 * How many judgements each order of items needs (`judgeNext.ts`): a simulation on real sets with labels, of which annotators
 * get one of seven wrong.
 * @param {string} folder
 * @param {number} draws
 */
export async function measureJudgeNext(folder, draws) {
  const { createStudy, Study, judgeNext } = measured();
  const found = [];
  for (const name of sets) {
    const dataset = path.join(root, '../shared/data', name);
    const isThere = await fs.stat(dataset).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const project = path.join(folder, `next-${name}.tiebreak`);
    await fs.rm(project, { force: true });
    await createStudy({ projectFile: project, datasets: [dataset] });
    const study = await Study.open(project);
    found.push({ name, curves: await judgeNext(study, marks, { epsilon: 0.15, draws }) });
    await study.close();
  }
  return found;
}
