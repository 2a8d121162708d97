// What the quality report says first of studies in which something is planted, over seeds, and how often the interval of
// one of its figures holds what was planted.
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

/** @param {number} n @param {number} error */
const majority = (n, error) => {
  let [right, ways] = [0, 1];
  for (let wrong = 0; wrong < n / 2; wrong++) {
    right += ways * error ** wrong * (1 - error) ** (n - wrong);
    ways = (ways * (n - wrong)) / (wrong + 1);
  }
  return right;
};
/** Figures with what was planted: each gives an interval of the report. */
const noise = (truth) => ['label noise', truth, ({ noise }) => noise.overlap?.epsilon];
const noiseOf = (name, truth) => [
  `label noise of ${name}`,
  truth,
  ({ annotators }) => annotators.annotators.find((each) => each.name === name)?.epsilon,
];
const ofThree = (truth) => [
  'a majority of 3 is right',
  truth,
  ({ noise }) => noise.majority.find(({ annotators }) => annotators === 3),
];
const inside = ['agreement in the first group', 0.82, ({ annotators }) => annotators.groups[0]?.inside];
const winsOf = (name, truth) => [
  `wins of ${name}`,
  truth,
  ({ models }) => models.models.find(({ model }) => model === name)?.winRate,
];
const firstOf = (name, truth) => [
  `first shown wins with ${name}`,
  truth,
  ({ machines }) => machines.machines.find((each) => each.name === name)?.firstWins,
];

/** By name: the study, which finding must be the first (null where none must be grave), and a figure. */
const planted = {
  'nothing: four alike, 60 items by two': [
    { ...plain, items: 60, perItem: 2, annotators: four.map(({ name }) => who(name, 0.15)) },
    null,
    noise(0.15),
  ],
  'nothing: ten alike, 200 items by three': [
    { ...plain, items: 200, annotators: Array.from({ length: 10 }, (_, at) => who(`a${at}`, 0.15)) },
    null,
    noise(0.15),
  ],
  'eve at random': [{ ...plain, annotators: [...four, who('eve', 0.5)] }, 'annotator-differs eve', noiseOf('ana', 0.1)],
  'eve 35 % wrong, others 10 %': [
    { ...plain, annotators: [...four, who('eve', 0.35)] },
    'annotator-differs eve',
    noiseOf('eve', 0.35),
  ],
  'eve takes the longer': [
    { ...plain, annotators: [...four, who('eve', 0, { takesLonger: true })] },
    'annotator-differs eve',
    noiseOf('ana', 0.1),
  ],
  'eve takes the first shown': [
    { ...plain, annotators: [...four, who('eve', 0, { takesFirst: true })] },
    'annotator-differs eve',
    noiseOf('ana', 0.1),
  ],
  'eve changes after 60 %, 900 items': [
    { ...plain, items: 900, annotators: [...four, who('eve', 0.05, { drift: { from: 0.6, epsilon: 0.5 } })] },
    'annotator-* eve',
    noiseOf('ana', 0.1),
  ],
  'three of five at random, 500 items': [
    { ...plain, items: 500, annotators: [...four.slice(0, 2), who('cleo', 0.5), who('dan', 0.5), who('eve', 0.5)] },
    'annotator-* cleo dan eve',
    noiseOf('ana', 0.1),
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
    inside,
  ],
  'groups of four and two': [
    { ...plain, annotators: [...four, who('eve', 0.1, opposite), who('fay', 0.1, opposite)] },
    'groups',
    inside,
  ],
  'ben copies ana, 156 items by four': [
    {
      ...plain,
      items: 156,
      perItem: 4,
      annotators: [who('ana', 0.15), who('ben', 0.15, { copies: 'ana' }), who('cleo', 0.15), who('dan', 0.15)],
    },
    'copies',
    noiseOf('cleo', 0.15),
  ],
  'half of the items hard (40 % wrong), half easy (2 %), by five': [
    { ...plain, perItem: 5, hard: 0.4, annotators: [...four, who('eve', 0.1)].map(({ name }) => who(name, 0.02)) },
    null,
    ofThree((majority(3, 0.4) + majority(3, 0.02)) / 2),
  ],
  'alpha wins nearly always': [
    { ...plain, annotators: four.map(({ name }) => who(name, 0)), models: { alpha: 3.5, beta: 0, gamma: 0 } },
    null,
    winsOf('alpha', 1 / (1 + Math.exp(-3.5))),
  ],
  'a judge takes the first shown in 65 %': [
    {
      ...plain,
      items: 400,
      perItem: 4,
      annotators: [...four.slice(0, 3), { ...who('judge', 0.1, { firstShare: 0.3 }), isModel: true }],
    },
    'machine-position judge',
    firstOf('judge', 0.65),
  ],
  'models in a circle, 70 %': [{ ...plain, items: 600, cycle: 0.7 }, 'models-cycle', winsOf('alpha', 0.5)],
};

await bundleMeasured();
const { simulatedStudy, Study, qualityOf } = measured();
const shareOf = (count, all) => `${((100 * count) / all).toFixed(1).replace('.0', '')} %`;
console.log('| planted | to be said first | is | else | figure | its interval holds it |\n| - | - | - | - | - | - |');
for (const [name, [simulation, wanted, [figure, truth, find]]] of Object.entries(planted)) {
  if (!name.includes(only)) continue;
  const said = new Map();
  let [right, held, told] = [0, 0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'planted-'));
    const study = await Study.open(await simulatedStudy(folder, { ...simulation, seed }));
    await study.refresh();
    const report = await qualityOf(study);
    const { findings } = report;
    await study.close();
    await fs.rm(folder, { recursive: true, force: true });
    const first = wanted === null ? findings.find(({ severity }) => severity === 'high') : findings[0];
    const code = first?.finding.code ?? 'nothing';
    const by = first?.finding.annotator ?? first?.finding.machine?.name;
    const [wantedCode, ...names] = (wanted ?? 'nothing').split(' ');
    const isCode = wantedCode.endsWith('*') ? code.startsWith(wantedCode.slice(0, -1)) : code === wantedCode;
    if (isCode && (names.length === 0 || names.includes(by))) right++;
    else {
      const key = `${code} ${by ?? ''}`.trim();
      said.set(key, (said.get(key) ?? 0) + 1);
    }
    const interval = find(report);
    if (!interval) continue;
    told++;
    if (interval.low <= truth && truth <= interval.high) held++;
  }
  const rest = [...said].sort(([, a], [, b]) => b - a).map(([key, count]) => `${key} ${count}`);
  const holds = told === 0 ? '' : `${shareOf(held, told)}${told < seeds ? ` of ${told}` : ''}`;
  console.log(
    `| ${name} | ${wanted ?? 'nothing grave'} | ${shareOf(right, seeds)} | ${rest.slice(0, 3).join(', ')} | ${figure}: ${truth.toFixed(3)} | ${holds} |`,
  );
}
