import fs from 'node:fs/promises';
import path from 'node:path';
import { measured } from './bundle.mjs';
import { makeFile, makeDataset, randomly } from './dataset.mjs';

/** Responses of an item as the layout names them, in the dataset's order. */
const responses = ['r1', 'r2', 'r3', 'r4'];

/**
 * A study whose items were all ranked by each of the annotators, made in `folder`: most of the rankings are strict, and
 * some have ties.
 * @param {string} folder
 * @param {number} items
 * @param {readonly string[]} annotators
 */
export async function makeRankedStudy(folder, items, annotators) {
  const { createStudy, formatLine, Study, studyPaths, scan } = measured();
  const dataset = await makeDataset(folder, items);
  const project = path.join(folder, `ranked-${items}-${annotators.length}.tiebreak`);
  await fs.rm(project, { force: true });
  await fs.rm(`${project}.d`, { recursive: true, force: true });
  // A mode by its name, so that an earlier revision can read the study too (`against.mjs`).
  await createStudy({ projectFile: project, datasets: [dataset], mode: 'rank' });
  const { annotations } = studyPaths(project);
  await fs.mkdir(annotations, { recursive: true });
  const study = await Study.open(project);
  const made = [];
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const { item } of batch) made.push(item.hash);
  const id = (ordinal) => `item-${String(ordinal).padStart(7, '0')}`;
  await study.close();
  const journals = [];
  for (const [who, annotator] of annotators.entries()) {
    const pick = randomly(items + who);
    journals.push(
      await makeFile(path.join(annotations, `${annotator}.jsonl`), items, (ordinal) =>
        formatLine(annotation(ordinal, who, annotator, id(ordinal), made[ordinal], pick)).trimEnd(),
      ),
    );
  }
  const bytes = async (files) =>
    (await Promise.all(files.map((file) => fs.stat(file)))).reduce((sum, { size }) => sum + size, 0);
  return { project, dataset, journals, bytes: { dataset: await bytes([dataset]), journals: await bytes(journals) } };
}

/** A ranking as the desk writes it. @param {(below: number) => number} pick */
function annotation(ordinal, who, annotator, item, hash, pick) {
  const order = shuffled(pick);
  const tiers = order.map((response) => [response]);
  // One in four has a tie.
  if (pick(4) === 0) {
    const at = pick(3);
    tiers.splice(at, 2, [order[at], order[at + 1]]);
  }
  return {
    v: 1,
    type: 'annotation',
    id: `01J${who}000000${ordinal.toString().padStart(16, '0')}`,
    item,
    hash,
    annotator,
    time: new Date(1_767_225_600_000 + ordinal * 41_000).toISOString(),
    duration: 20_000 + pick(60_000),
    origin: { kind: 'human' },
    round: 1,
    question: { version: 1 },
    rubrics: [],
    shown: shuffled(pick),
    seed: ordinal,
    judgement: {
      ranking: { tiers },
      ...(pick(3) === 0 && { rationale: 'It answers what was asked and shows how to check it.' }),
    },
  };
}

function shuffled(pick) {
  const rest = [...responses];
  return responses.map(() => rest.splice(pick(rest.length), 1)[0]);
}
