// What the quality report says first of studies in which something is planted, over seeds.
// usage: node test/bench/planted.mjs [SEEDS] [NAME]   (50 seeds, and all that is planted, where nothing is said)

import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundleMeasured, measured } from './bundle.mjs';

const seeds = Number(process.argv[2] ?? 50);
const only = process.argv[3] ?? '';
/** @param {string} name @param {number} epsilon @param {object} [more] */
const who = (name, epsilon, more = {}) => ({ name, epsilon, seconds: 30, ...more });
const four = [who('ana', 0.1), who('ben', 0.1), who('cleo', 0.1), who('dan', 0.1)];
const opposite = { wantsOpposite: true };
const plain = { items: 300, perItem: 3, annotators: four, models: { alpha: 0.5, beta: 0, gamma: -0.5 } };

/** By name: the study, and which finding must be the first; null where none must be grave. */
const planted = {
  'nothing: four alike, 60 items by two': [
    { ...plain, items: 60, perItem: 2, annotators: four.map(({ name }) => who(name, 0.15)) },
    null,
  ],
  'nothing: ten alike, 200 items by three': [
    { ...plain, items: 200, annotators: Array.from({ length: 10 }, (_, at) => who(`a${at}`, 0.15)) },
    null,
  ],
  'eve at random': [{ ...plain, annotators: [...four, who('eve', 0.5)] }, 'annotator-differs eve'],
  'eve 35 % wrong, others 10 %': [{ ...plain, annotators: [...four, who('eve', 0.35)] }, 'annotator-differs eve'],
  'eve takes the longer': [
    { ...plain, annotators: [...four, who('eve', 0, { takesLonger: true })] },
    'annotator-differs eve',
  ],
  'eve takes the first shown': [
    { ...plain, annotators: [...four, who('eve', 0, { takesFirst: true })] },
    'annotator-differs eve',
  ],
  'eve changes after 60 %, 900 items': [
    { ...plain, items: 900, annotators: [...four, who('eve', 0.05, { drift: { from: 0.6, epsilon: 0.5 } })] },
    'annotator-* eve',
  ],
  'three of five at random, 500 items': [
    { ...plain, items: 500, annotators: [...four.slice(0, 2), who('cleo', 0.5), who('dan', 0.5), who('eve', 0.5)] },
    'annotator-* cleo dan eve',
  ],
  'groups of three and three': [
    {
      ...plain,
      annotators: [
        ...four.slice(0, 3),
        who('dan', 0.1, opposite),
        who('eve', 0.1, opposite),
        who('fay', 0.1, opposite),
      ],
    },
    'groups',
  ],
  'groups of four and two': [
    { ...plain, annotators: [...four, who('eve', 0.1, opposite), who('fay', 0.1, opposite)] },
    'groups',
  ],
  'ben copies ana, 156 items by four': [
    {
      ...plain,
      items: 156,
      perItem: 4,
      annotators: [who('ana', 0.15), who('ben', 0.15, { copies: 'ana' }), who('cleo', 0.15), who('dan', 0.15)],
    },
    'copies',
  ],
  'models in a circle, 70 %': [{ ...plain, items: 600, cycle: 0.7 }, 'models-cycle'],
};

await bundleMeasured();
const { simulatedStudy, Study, qualityOf } = measured();
for (const [name, [simulation, wanted]] of Object.entries(planted)) {
  if (!name.includes(only)) continue;
  const said = new Map();
  let right = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'planted-'));
    const study = await Study.open(await simulatedStudy(folder, { ...simulation, seed }));
    await study.refresh();
    const { findings } = await qualityOf(study);
    await study.close();
    await fs.rm(folder, { recursive: true, force: true });
    const first = wanted === null ? findings.find(({ severity }) => severity === 'high') : findings[0];
    const code = first?.finding.code ?? 'nothing';
    const key = `${code} ${first?.finding.annotator ?? ''}`.trim();
    said.set(key, (said.get(key) ?? 0) + 1);
    const [code_, ...names] = (wanted ?? 'nothing').split(' ');
    const isCode = code_.endsWith('*') ? code.startsWith(code_.slice(0, -1)) : code === code_;
    if (isCode && (names.length === 0 || names.includes(first?.finding.annotator))) right++;
  }
  const rest = [...said].sort(([, a], [, b]) => b - a).map(([key, count]) => `${key} ${count}`);
  console.log(`| ${name} | ${wanted ?? 'nothing grave'} | ${right} of ${seeds} | ${rest.slice(0, 4).join(', ')} |`);
}
