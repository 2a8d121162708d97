import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../harness/paths.mjs';
import { measured } from './bundle.mjs';
import { randomly, sentences } from './dataset.mjs';
import { summary } from './statistics.mjs';

const run = promisify(execFile);

/**
 * A lead's look at a study that many people judge: `tiebreak validate` of all, and the study opened with every journal
 * read. Each runs beside the same with the journal of one person, in turn, in processes of their own.
 * @param {string} folder
 * @param {number} journals
 * @param {number} lines in each
 * @param {number} rounds
 */
export async function measureJournals(folder, journals, lines, rounds) {
  const studies = {
    one: await makeJournals(folder, 1, lines),
    many: await makeJournals(folder, journals, lines),
  };
  const cli = path.join(root, 'dist/cli.js');
  /** @type {Record<'one' | 'many', { validate: number[], open: number[] }>} */
  const found = { one: { validate: [], open: [] }, many: { validate: [], open: [] } };
  for (let round = 0; round < rounds; round++) {
    for (const [name, project] of Object.entries(studies)) {
      const began = performance.now();
      await run(process.execPath, [cli, 'validate', project]);
      found[name].validate.push((performance.now() - began) / 1000);
      found[name].open.push(await opened(project));
    }
  }
  return {
    journals,
    lines,
    seconds: Object.fromEntries(
      Object.entries(found).map(([name, { validate, open }]) => [
        name,
        { validate: summary(validate), open: summary(open) },
      ]),
    ),
  };
}

/** Seconds until a study is open and all its journals are read. @param {string} project */
async function opened(project) {
  const { Study } = measured();
  const began = performance.now();
  const study = await Study.open(project);
  await study.refresh();
  const seconds = (performance.now() - began) / 1000;
  await study.close();
  return seconds;
}

/**
 * Pairs, a third of which each has judged by three people in turn, with the strength, the confidence and a rationale.
 * @param {string} folder @param {number} journals @param {number} lines
 */
export async function makeJournals(folder, journals, lines) {
  const { createStudy, formatLine, scan, Study, studyPaths } = measured();
  const items = Math.max(lines, (journals * lines) / 3);
  const name = path.join(folder, `journals-${journals}`);
  const pick = randomly(journals);
  const text = () => Array.from({ length: 3 }, () => sentences[pick(sentences.length)]).join(' ');
  await fs.writeFile(
    `${name}.jsonl`,
    Array.from({ length: items }, (_, i) => {
      const responses = [
        { id: 'a', text: text() },
        { id: 'b', text: text() },
      ];
      return `${JSON.stringify({ id: `item-${i}`, prompt: `Question ${i}: ${text()}`, responses })}\n`;
    }).join(''),
  );
  const project = `${name}.tiebreak`;
  await fs.rm(project, { force: true });
  await fs.rm(`${project}.d`, { recursive: true, force: true });
  await createStudy({ projectFile: project, datasets: [`${name}.jsonl`], mode: 'pair' });
  const study = await Study.open(project);
  const hashes = [];
  for await (const batch of scan(study.data.paths, study.data.reading))
    for (const { item } of batch) hashes.push(item.hash);
  await study.close();
  const { annotations } = studyPaths(project);
  await fs.mkdir(annotations, { recursive: true });
  for (let journal = 0; journal < journals; journal++) {
    const annotator = `person-${journal}`;
    const all = Array.from({ length: lines }, (_, line) => {
      const item = (((journal * lines) / 3 + line) % items) | 0;
      return formatLine({
        v: 1,
        id: idOf(journal * lines + line),
        annotator,
        time: new Date(1_767_225_600_000 + line * 1000).toISOString(),
        type: 'annotation',
        item: `item-${item}`,
        hash: hashes[item],
        mode: 'pair',
        duration: 5000,
        origin: { kind: 'human' },
        round: 0,
        question: { version: 1 },
        rubrics: [],
        shown: ['a', 'b'],
        seed: 1,
        judgement: {
          comparisons: [{ a: 'a', b: 'b', outcome: pick(2) === 0 ? 'a' : 'b', strength: 1 + pick(3) }],
          confidence: 0.8,
          rationale: sentences[pick(sentences.length)],
        },
      });
    });
    await fs.writeFile(path.join(annotations, `${annotator}.jsonl`), all.join(''));
  }
  return project;
}

/** The ULID of a line by its number. @param {number} number */
function idOf(number) {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (let rest = number, i = 0; i < 16; i++, rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return `01KE000000${text}`;
}
