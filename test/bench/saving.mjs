import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { measured } from './bundle.mjs';
import { makeFile } from './dataset.mjs';
import { summary } from './statistics.mjs';

const annotator = 'ana';

/**
 * Latency of a save with few and with many lines in the journal, taken in turn. Each study lives in a process of its
 * own, as each window has its own extension host, so that one's heap does not burden the other.
 * @param {string} folder
 * @param {string} dataset the items that are judged
 * @param {number} manyLines
 * @param {number} saves
 */
export async function measureSaving(folder, dataset, manyLines, saves) {
  const studies = { few: await startStudy(folder, dataset, 10), many: await startStudy(folder, dataset, manyLines) };
  /** @type {Record<string, number[]>} */
  const times = { few: [], many: [], floor: [] };
  for (let i = -10; i < saves; i++) {
    for (const [name, study] of Object.entries(studies)) {
      const { milliseconds, floor } = await study.ask('save');
      if (i < 0) continue; // the first ones warm the code
      times[name].push(milliseconds);
      times.floor.push(floor);
    }
  }
  const opened = Object.fromEntries(Object.entries(studies).map(([name, { opened }]) => [name, opened]));
  for (const study of Object.values(studies)) await study.stop();
  const result = { few: summary(times.few), many: summary(times.many), floor: summary(times.floor) };
  return {
    milliseconds: result,
    ratio: { median: result.many.median / result.few.median, p95: result.many.p95 / result.few.p95 },
    lines: { few: 10, many: manyLines },
    opened,
  };
}

/** @param {string} folder @param {string} dataset @param {number} lines in its journal */
async function startStudy(folder, dataset, lines) {
  const project = path.join(folder, `journal-${lines}.tiebreak`);
  await makeStudy(project, dataset, lines);
  const child = fork(path.join(import.meta.dirname, 'savingStudy.mjs'), [project, annotator], {
    execArgv: ['--expose-gc', '--max-old-space-size=4096'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the study with ${lines} lines ended`)));
  ended.catch(() => {}); // at the end it should
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  const opened = await answer();
  return {
    opened,
    ask: (request) => {
      child.send(request);
      return answer();
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** A study whose journal holds so many lines and no more: what an earlier run saved goes. */
async function makeStudy(project, dataset, lines) {
  const { createStudy, studyPaths, formatLine } = measured();
  const { folder, annotations } = studyPaths(project);
  const kept = `${project}.journal`;
  await makeFile(kept, lines, (ordinal) => formatLine(annotation(ordinal)).trimEnd());
  await fs.rm(project, { force: true });
  await fs.rm(folder, { recursive: true, force: true });
  await createStudy({ projectFile: project, datasets: [dataset] });
  await fs.mkdir(annotations, { recursive: true });
  await fs.copyFile(kept, path.join(annotations, `${annotator}.jsonl`));
}

/** A judgement of an item that is in no dataset here: each save afterwards is of an item without one. */
function annotation(ordinal) {
  return {
    v: 1,
    type: 'annotation',
    id: `01J0000000${ordinal.toString().padStart(16, '0')}`,
    item: `earlier-${ordinal}`,
    hash: ordinal.toString(16).padStart(32, '0'),
    annotator,
    time: '2026-01-01T00:00:00.000Z',
    duration: 41_000,
    origin: { kind: 'human' },
    round: 1,
    question: { version: 1 },
    rubrics: [],
    shown: ['r2', 'r4', 'r1', 'r3'],
    seed: ordinal,
    judgement: {
      ranking: { tiers: [['r1'], ['r3', 'r2'], ['r4']] },
      rationale: 'It answers what was asked and shows how to check it.',
    },
  };
}
