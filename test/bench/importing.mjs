import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

/**
 * How long an import of labels takes, against the least that it can be: each line parsed by `JSON.parse`, and a line of
 * the same length as an annotation's written for it, in turn, each in a process of its own.
 * @param {string} folder
 * @param {number} labels
 * @param {number} runs
 */
export async function measureImporting(folder, labels, runs) {
  const dataset = path.join(folder, `labels-${labels}.jsonl`);
  await makePairs(dataset, labels);
  const project = path.join(folder, 'importing.tiebreak');
  await fs.rm(project, { force: true });
  await measured().createStudy({ projectFile: project, datasets: [dataset] });
  /** @type {Record<string, { milliseconds: number, megabytes: number, written: number }[]>} */
  const found = { import: [], least: [] };
  for (let run = 0; run < runs; run++) {
    for (const what of Object.keys(found)) {
      await fs.rm(`${project}.d`, { recursive: true, force: true });
      await fs.mkdir(`${project}.d`);
      found[what].push(await inProcess(what, project, dataset));
    }
  }
  const wrong = Object.values(found)
    .flat()
    .find(({ written }) => written !== labels);
  if (wrong) throw new Error(`${wrong.written} of ${labels} labels were written`);
  return Object.fromEntries([
    ['labels', labels],
    ...Object.entries(found).map(([what, each]) => [
      what,
      {
        milliseconds: summary(each.map(({ milliseconds }) => milliseconds)),
        megabytes: Math.max(...each.map(({ megabytes }) => megabytes)),
      },
    ]),
  ]);
}

async function inProcess(what, project, dataset) {
  const child = fork(path.join(import.meta.dirname, 'importingStudy.mjs'), [what, project, dataset]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${what} ended without a figure`)));
  ended.catch(() => {});
  const [result] = await Promise.race([once(child, 'message'), ended]);
  return result;
}

/** Pairs of some 440 bytes. @param {string} file @param {number} count */
export async function makePairs(file, count) {
  const out = createWriteStream(file);
  for (let n = 0; n < count; n++) {
    const text = (words) => 'word '.repeat(words);
    if (
      !out.write(
        `${JSON.stringify({ id: `i${n}`, prompt: `Question ${n} ${text(12)}`, chosen: `A${n} ${text(30)}`, rejected: `B${n} ${text(30)}` })}\n`,
      )
    )
      await once(out, 'drain');
  }
  out.end();
  await finished(out);
}
