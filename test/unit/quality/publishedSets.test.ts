import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/dataset/sources/scan';
import { importLabels } from '../../../src/core/import/importLabels';
import { formatLine } from '../../../src/core/journal/line';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import { createStudy } from '../../../src/core/study/create';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { temporaryFolder } from '../made/temporaryFolder';

/** Each set is known by how often which labels occur together, which is all that its figures depend on. */
type Counts = Readonly<Record<string, number>>;
const rowsOf = (counts: Counts): number[][] =>
  Object.entries(counts).flatMap(([labels, count]) => Array.from({ length: count }, () => Array.from(labels, Number)));
const swapped = (label: number): number => (label === 0 ? 0 : 3 - label);

async function reported(projectFile: string): Promise<QualityReport> {
  const study = await Study.open(projectFile);
  try {
    await study.refresh();
    return await qualityOf(study);
  } finally {
    await study.close();
  }
}

/**
 * PandaLM's test set: 999 pairs by three people, 1 and 2 the better response and 0 neither.
 * WeOpenML/PandaLM, data/testset-v1.json; its README gives Cohen's κ of each two people.
 */
describe("PandaLM's test set", () => {
  const counts: Counts = {
    '000': 85,
    '001': 2,
    '002': 2,
    '020': 4,
    '022': 4,
    '100': 5,
    '101': 11,
    '110': 10,
    '111': 368,
    '112': 10,
    '121': 12,
    '122': 11,
    '200': 7,
    '202': 4,
    '211': 11,
    '212': 18,
    '220': 2,
    '221': 7,
    '222': 426,
  };

  /** As it is published, or with what most people chose first. */
  async function figures(order: 'file' | 'chosen-first'): Promise<QualityReport> {
    const folder = temporaryFolder();
    const dataset = join(folder, 'testset.json');
    const rows = rowsOf(counts).map((labels, at) => {
      const isSwapped =
        order === 'chosen-first' &&
        labels.filter((label) => label === 2).length > labels.filter((label) => label === 1).length;
      const [one, other] = isSwapped ? ['opt-7b', 'llama-7b'] : ['llama-7b', 'opt-7b'];
      const [annotator1, annotator2, annotator3] = isSwapped ? labels.map(swapped) : labels;
      return {
        idx: at,
        motivation_app: 'Grammarly',
        cmp_key: `${one}_${other}`,
        instruction: `Say ${at} in other words.`,
        input: '',
        response1: `${one} says ${at}`,
        response2: `${other} says ${at}`,
        annotator1,
        annotator2,
        annotator3,
      };
    });
    await writeFile(dataset, JSON.stringify(rows));
    const mapping = { label: 'annotator1,annotator2,annotator3', values: '1=first,2=second,0=tie' };
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [dataset], mapping });
    const study = await Study.open(projectFile);
    const { labels } = await importLabels(study, { annotator: 'source' });
    await study.close();
    expect(labels).toBe(2997);
    return reported(projectFile);
  }

  it('has the κ that its README gives, .85, .88 and .86, also with the chosen response first', async () => {
    const [inFile, chosenFirst] = [await figures('file'), await figures('chosen-first')];
    for (const { agreement } of [inFile, chosenFirst]) {
      const kappas = Object.fromEntries(agreement.pairs.map(({ a, b, kappa }) => [`${a} ${b}`, kappa!.value]));
      // Of the labels as they are the README's are .8520, .8789 and .8617; that neither response is the first by nature adds .0003.
      expect(kappas).toEqual({
        'source:annotator1 source:annotator2': expect.closeTo(0.852, 3) as number,
        'source:annotator1 source:annotator3': expect.closeTo(0.879, 3) as number,
        'source:annotator2 source:annotator3': expect.closeTo(0.862, 3) as number,
      });
      const { alpha, same } = agreement.rows.find(({ kind }) => kind === 'preferences')!;
      expect(alpha!.value).toBeCloseTo(0.8646, 4);
      expect(same!.value).toBeCloseTo(0.9199, 4);
    }
    expect(chosenFirst.noise.overlap!.epsilon.value).toBeCloseTo(inFile.noise.overlap!.epsilon.value, 9);
  }, 60_000);
});

/**
 * LLMBar: pairs with the label of two experts who agree, judged by a model in both orders.
 * princeton-nlp/LLMBar, Dataset/LLMBar/…/evaluators/…/Vanilla/statistics.json: `correct_False` is the share of
 * verdicts in the first order that are right, and `equal` that of pairs with the same verdict in both orders.
 */
describe('LLMBar', () => {
  /** By the label, the verdict in the order of the file and that in the other one. */
  const sets: readonly (readonly [string, Counts, right: number, same: number])[] = [
    [
      'Natural by GPT-4',
      { '111': 39, '112': 1, '121': 1, '122': 1, '211': 1, '212': 2, '221': 1, '222': 54 },
      0.95,
      0.95,
    ],
    [
      'Natural by ChatGPT',
      { '111': 25, '112': 12, '121': 3, '122': 2, '211': 2, '212': 13, '221': 1, '222': 42 },
      0.8,
      0.71,
    ],
    [
      'Neighbor by GPT-4',
      { '111': 58, '112': 1, '121': 1, '122': 15, '211': 9, '212': 5, '221': 2, '222': 43 },
      104 / 134,
      125 / 134,
    ],
    [
      'Neighbor by ChatGPT',
      { '111': 4, '112': 21, '121': 1, '122': 49, '211': 40, '212': 14, '221': 2, '222': 3 },
      30 / 134,
      96 / 134,
    ],
  ];

  async function figures(counts: Counts, order: 'file' | 'chosen-first') {
    const folder = temporaryFolder();
    const dataset = join(folder, 'pairs.jsonl');
    const rows = rowsOf(counts).map((row) => {
      const isSwapped = order === 'chosen-first' && row[0] === 2;
      return { labels: isSwapped ? row.map(swapped) : row, isSwapped };
    });
    const records = rows.map((_, at) => ({
      id: `pair ${at}`,
      prompt: `Question ${at}?`,
      responses: [
        { id: '1', text: `One answer to ${at}.` },
        { id: '2', text: `Another answer to ${at}.` },
      ],
    }));
    await writeFile(dataset, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [dataset], layout: 'responses', mode: 'pair' });
    const study = await Study.open(projectFile);
    const hashes: string[] = [];
    for await (const batch of scan(study.data.paths, study.data.reading))
      for (const parsed of batch) hashes.push('item' in parsed ? parsed.item.hash : '');
    await study.close();
    const lines: Record<'expert' | 'judge', string[]> = { expert: [], judge: [] };
    for (const [at, { labels, isSwapped }] of rows.entries())
      for (const [which, label] of labels.entries()) {
        const annotator = which === 0 ? 'expert' : 'judge';
        // As it is published the judge reads first what stands first in its file, and then the other one.
        const isAsListed = (which === 1) !== isSwapped;
        const line: Annotation = {
          v: 1,
          type: 'annotation',
          id: `01J${(at * 3 + which).toString().padStart(23, '0')}`,
          item: records[at]!.id,
          hash: hashes[at]!,
          annotator,
          time: new Date(1_767_225_600_000 + at * 60_000 + which * 1000).toISOString(),
          duration: 1000,
          origin: which === 0 ? { kind: 'human' } : { kind: 'model', name: 'judge' },
          round: 1,
          ...(which === 2 && { repeat: 1 }),
          mode: 'pair',
          question: { version: 1 },
          rubrics: [],
          shown: which === 0 || isAsListed ? ['1', '2'] : ['2', '1'],
          seed: at,
          judgement: { comparisons: [{ a: '1', b: '2', outcome: label === 1 ? 'a' : 'b' }] },
        };
        lines[annotator].push(formatLine(line));
      }
    const { annotations } = studyPaths(projectFile);
    await mkdir(annotations, { recursive: true });
    for (const [name, own] of Object.entries(lines)) await writeFile(join(annotations, `${name}.jsonl`), own.join(''));
    const { machines } = await reported(projectFile);
    return machines.machines.find(({ name }) => name === 'judge')!;
  }

  it.each(sets)(
    '%s: the published shares of right first verdicts and of equal ones, also with the chosen response first',
    async (_, counts, right, same) => {
      const [inFile, chosenFirst] = [await figures(counts, 'file'), await figures(counts, 'chosen-first')];
      for (const judge of [inFile, chosenFirst]) {
        expect(judge.same!.value).toBeCloseTo(right, 9);
        expect(judge.bothOrders!.consistent.value).toBeCloseTo(same, 9);
      }
      for (const figure of ['kappa', 'firstWins'] as const)
        expect(chosenFirst[figure]!.value).toBeCloseTo(inFile[figure]!.value, 9);
    },
    60_000,
  );
});
