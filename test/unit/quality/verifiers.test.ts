import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatLine } from '../../../src/core/journal/line';
import { scan } from '../../../src/core/dataset/sources/scan';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { random } from '../../../src/core/model/annotation/blindOrder';
import { people } from '../../../src/core/model/annotation/judgeKind';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { MachineFigures, QualityReport } from '../../../src/core/model/report/quality';
import { maxVerifiers, VerifierResults } from '../../../src/core/quality/coverage/items/verifierResults';
import { itemsBehind } from '../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../src/core/quality/judgements/readJudgements';
import { aucOf } from '../../../src/core/quality/machines/auc';
import { reportOf } from '../../../src/core/quality/report/qualityReport';
import { findingText } from '../../../src/core/model/report/document/findings';
import { createStudy } from '../../../src/core/study/create';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { temporaryFolder } from '../made/temporaryFolder';

interface Made {
  readonly report: QualityReport;
  readonly behind: (question: ItemsQuestion) => readonly number[];
}

const count = 60;

/**
 * Two responses an item, of which one is good: ana accepts it, prefers it and rates it on two aspects. The tests pass
 * what is good, lint what it likes, the reward model scores without passing, and a judge rates kindness as ana does and
 * style as it likes.
 */
async function study(): Promise<Made> {
  const next = random(5);
  const folder = temporaryFolder();
  const good = Array.from({ length: count }, () => (next() < 0.5 ? 'a' : 'b'));
  const records = good.map((best, at) => ({
    id: `q${at}`,
    prompt: `Question ${at}?`,
    responses: ['a', 'b'].map((id) => ({
      id,
      text: `${id} says something of ${at}.`,
      verifiers: [
        { name: 'tests', passed: id === best },
        { name: 'lint', passed: next() < 0.5 },
        { name: 'reward', score: (id === best ? 1 : 0) + 2.5 * next() },
      ],
    })),
  }));
  const dataset = join(folder, 'data.jsonl');
  await writeFile(dataset, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const projectFile = join(folder, 'data.tiebreak');
  await createStudy({ projectFile, datasets: [dataset], layout: 'responses', mode: 'pair' });
  const made = await Study.open(projectFile);
  const hashes: string[] = [];
  for await (const batch of scan(made.data.paths, made.data.reading))
    for (const parsed of batch) hashes.push('item' in parsed ? parsed.item.hash : '');
  await made.close();
  let lines = 0;
  const line = (annotator: string, at: number, judgement: Judgement): string => {
    const annotation: Annotation = {
      v: 1,
      type: 'annotation',
      id: `01J${(lines++).toString().padStart(23, '0')}`,
      item: `q${at}`,
      hash: hashes[at]!,
      annotator,
      time: '2026-01-01T00:00:00.000Z',
      duration: null,
      origin: annotator === 'judge' ? { kind: 'model', name: annotator } : { kind: 'human' },
      round: 1,
      question: { version: 1 },
      rubrics: [],
      shown: ['a', 'b'],
      seed: annotator === 'judge' ? null : at,
      judgement,
    };
    return formatLine(annotation);
  };
  const { annotations } = studyPaths(projectFile);
  await mkdir(annotations, { recursive: true });
  await writeFile(
    join(annotations, 'ana.jsonl'),
    good
      .map((best, at) =>
        line('ana', at, {
          comparisons: [{ a: 'a', b: 'b', outcome: best === 'a' ? 'a' : 'b' }],
          acceptable: { a: best === 'a', b: best === 'b' },
          // What people rate by themselves comes before what the judge rates.
          ratings: [{ response: 'a', aspect: 'accuracy', value: 3 }],
        }),
      )
      .join(''),
  );
  await writeFile(
    join(annotations, 'judge.jsonl'),
    good
      .map((best, at) =>
        line('judge', at, {
          ratings: ['a', 'b'].flatMap((response) => [
            { response, aspect: 'kindness', value: response === best ? 5 : 2 },
            { response, aspect: 'style', value: 1 + Math.floor(next() * 5) },
          ]),
        }),
      )
      .join(''),
  );
  const opened = await Study.open(projectFile);
  await opened.refresh();
  const judgements = await readJudgements(opened);
  const report = reportOf(judgements, opened);
  await opened.close();
  return { report, behind: (question) => itemsBehind(judgements, people, new Map(), question) };
}

const named = ({ report }: Made, name: string): MachineFigures =>
  report.machines.machines.find((each) => each.name === name)!;

describe('each verifier and reward model', () => {
  it('is a machine of its own, against what people accept and prefer', async () => {
    const made = await study();
    expect(made.report.machines.machines.map(({ name, kind }) => [name, kind])).toEqual([
      ['judge', 'model'],
      ['lint', 'verifier'],
      ['reward', 'verifier'],
      ['tests', 'verifier'],
    ]);
    const [tests, lint, reward] = ['tests', 'lint', 'reward'].map((name) => named(made, name));
    expect(tests).toMatchObject({ units: 2 * count, kappa: { value: 1, items: count }, scores: [] });
    expect(tests!.confirmed!.value).toBe(1);
    expect(tests!.falsePass!.value).toBe(0);
    expect(Math.abs(lint!.kappa!.value)).toBeLessThan(0.3);
    expect(lint!.falsePass!.value).toBeGreaterThan(0.3);
    // Scores alone, without a word on what passes.
    expect(reward).toMatchObject({ kappa: null, falsePass: null, falseFail: null, units: 2 * count });
    const [score] = reward!.scores;
    expect(score).toMatchObject({ of: 'reward', responses: 2 * count, pairs: count });
    // Uniform over 2.5 and 1 apart: 1 - 1.5² / 2.5² / 2.
    expect(score!.auc!.low).toBeLessThan(0.82);
    expect(score!.auc!.high).toBeGreaterThan(0.82);
    expect(score!.confirmed!.low).toBeLessThan(0.82);
    expect(score!.bands).toHaveLength(5);
    const poor = made.report.findings.flatMap((each) => (each.finding.code === 'machine-differs' ? [each] : []));
    expect(poor.map((each) => findingText(each.finding)).filter((text) => text.startsWith('tests'))).toEqual([]);
    expect(poor.map((each) => findingText(each.finding)).find((text) => text.startsWith('lint'))).toMatch(
      /^lint \(results of the dataset\): /u,
    );
  });

  it('has the items behind its figures', async () => {
    const made = await study();
    const passes = made.behind({ of: 'verifiers', wrongly: 'pass', verifier: 'lint' });
    expect(passes.length).toBeGreaterThan(10);
    expect(made.behind({ of: 'verifiers', wrongly: 'pass', verifier: 'tests' })).toEqual([]);
    expect(made.behind({ of: 'verifiers', wrongly: 'pass' })).toEqual(passes);
    const [score] = named(made, 'reward').scores;
    expect(made.behind({ of: 'verifiers', wrongly: 'order', verifier: 'reward' })).toHaveLength(
      Math.round((1 - score!.confirmed!.value) * score!.pairs),
    );
  });

  it('leaves each aspect of a judge apart, and bands there where people rate another', async () => {
    const { scores } = named(await study(), 'judge');
    expect(scores.map(({ of }) => of)).toEqual(['kindness', 'style']);
    const [kindness, style] = scores;
    expect(kindness).toMatchObject({ auc: { value: 1 }, confirmed: { value: 1 }, pairs: count });
    expect(kindness!.bands).toHaveLength(5);
    expect(style!.auc!.value).toBeLessThan(0.65);
    // Nothing of the one is lower than of the other, in 60 items: that is no certainty.
    expect(kindness!.auc!.low).toBeGreaterThan(0.9);
    expect(kindness!.auc!.low).toBeLessThan(1);
  });
});

describe('results of verifiers', () => {
  it('are kept for those who have one, at 13 bytes each', () => {
    const results = new VerifierResults();
    for (let place = 0; place < 1_000_000; place++)
      results.add(place, place % 10 === 0 ? [{ name: 'reward', score: place }] : []);
    const [only, ...others] = results.found().verifiers;
    expect(others).toEqual([]);
    const bytes = only!.places.byteLength + only!.passed.byteLength + only!.scores.byteLength;
    expect(bytes).toBe(13 * 100_000);
  });

  it('are one of a response where a verifier is named twice: it passes where both do', () => {
    const results = new VerifierResults();
    results.add(3, [
      { name: 'tests', passed: true },
      { name: 'tests', passed: false, score: 0.5 },
      { name: 'tests', passed: true },
      { name: 'noted', detail: 'nothing' },
    ]);
    const { verifiers } = results.found();
    expect(verifiers.map(({ name, places, passed, scores }) => [name, [...places], [...passed], [...scores]])).toEqual([
      ['tests', [3], [0], [0.5]],
    ]);
  });

  it('of more verifiers than are told apart are counted', () => {
    const results = new VerifierResults();
    for (let at = 0; at < maxVerifiers + 7; at++) results.add(at, [{ name: `test ${at}`, passed: true }]);
    const { verifiers, otherResults } = results.found();
    expect([verifiers.length, otherResults]).toEqual([maxVerifiers, 7]);
  });
});

describe('the area under the ROC curve', () => {
  it('is the share of pairs of both kinds in which the one scores higher, ties half', () => {
    const next = random(2);
    for (let run = 0; run < 50; run++) {
      const scores = Array.from({ length: 30 }, () => Math.floor(next() * 8));
      const isOf = scores.map((score) => (next() < score / 10 ? 1 : 0));
      let [part, whole] = [0, 0];
      for (const [a, one] of scores.entries())
        for (const [b, other] of scores.entries()) {
          if (isOf[a] !== 1 || isOf[b] !== 0) continue;
          whole++;
          part += one > other ? 1 : one === other ? 0.5 : 0;
        }
      const auc = aucOf(
        scores.map((_, at) => at),
        scores,
        isOf,
      );
      if (whole === 0) expect(auc).toBeNull();
      else expect(auc!.value).toBeCloseTo(part / whole, 12);
    }
  });

  it('holds what was planted in 92 to 98 of 100, where what is of one item hangs together', () => {
    let covered = 0;
    for (let seed = 0; seed < 500; seed++) {
      const next = random(seed);
      const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      const [rows, scores, isOf]: [number[], number[], number[]] = [[], [], []];
      for (let row = 0; row < 80; row++) {
        const item = normal();
        for (let each = 0; each < 3; each++) {
          const kind = next() < 0.5 ? 1 : 0;
          rows.push(row);
          isOf.push(kind);
          // The difference of two of different items has variance 2 + 2: Φ(2 / 2) is 0.841.
          scores.push(2 * kind + item + normal());
        }
      }
      const { low, high } = aucOf(rows, scores, isOf)!;
      if (low! <= 0.8413 && high! >= 0.8413) covered++;
    }
    expect(covered / 500).toBeGreaterThanOrEqual(0.92);
    expect(covered / 500).toBeLessThanOrEqual(0.98);
  });
});
