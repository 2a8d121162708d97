import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/core/journal/newId';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import { people } from '../../../../src/core/model/annotation/judgeKind';
import type { FigureName } from '../../../../src/core/model/report/figureNames';
import type { JudgmentFigure } from '../../../../src/core/model/report/judgments';
import type { Estimate } from '../../../../src/core/model/report/estimate';
import { itemsBehind } from '../../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../../src/core/quality/judgements/readJudgements';
import { reportOf } from '../../../../src/core/quality/report/qualityReport';
import { Study } from '../../../../src/core/study/study';
import { simulatedStudy, type Simulation } from '../../made/simulatedStudy';
import { itemsOf, studyOf } from '../../made/study';
import { temporaryFolder } from '../../made/temporaryFolder';

interface Found {
  readonly of: (name: FigureName, what?: string) => JudgmentFigure;
  readonly value: (name: FigureName, what?: string) => Estimate;
  /** Names of the figures of which there are findings. */
  readonly findings: readonly string[];
  /** Places of the items behind a figure. */
  readonly behind: (name: FigureName, what?: string) => readonly number[];
}

async function figuresOf(study: Study): Promise<Found> {
  await study.refresh();
  const judgements = await readJudgements(study);
  const report = reportOf(judgements, study);
  await study.close();
  const all = report.judgments.kinds.flatMap(({ figures }) => figures);
  const of: Found['of'] = (name, what) => {
    const found = all.find((each) => each.name === name && (what === undefined || each.what === what));
    if (!found)
      throw new Error(
        `no figure ${name} ${what ?? ''} among ${all.map((each) => `${each.name} ${each.what ?? ''}`).join(', ')}`,
      );
    return found;
  };
  return {
    of,
    value: (name, what) => of(name, what).value as Estimate,
    findings: report.findings.flatMap(({ finding }) =>
      finding.code === 'judgments' ? [`${finding.name}${finding.what === null ? '' : ` ${finding.what}`}`] : [],
    ),
    behind: (name, what) => itemsBehind(judgements, people, new Map(), of(name, what).question!),
  };
}

const simulated = async (simulation: Simulation): Promise<Found> =>
  figuresOf(await Study.open(await simulatedStudy(temporaryFolder(), simulation)));

const holds = ({ low, high }: Estimate, truth: number): void => {
  expect(low).toBeLessThanOrEqual(truth);
  expect(high).toBeGreaterThanOrEqual(truth);
};

const plain: Simulation = {
  items: 500,
  perItem: 2,
  annotators: ['ana', 'ben', 'cleo'].map((name) => ({ name, epsilon: 0.1, seconds: 30 })),
  models: { alpha: 1, beta: 0 },
  seed: 5,
};
/** How often two labels differ of which each is wrong with chance ε, where the truth differs with chance f. */
const differ = (epsilon: number, f: number): number => {
  const byNoise = 2 * epsilon * (1 - epsilon);
  return f * (1 - byNoise) + (1 - f) * byNoise;
};

/** A study of pairs: what each of some annotators says of each item, and what the dataset has of it. */
async function plantedStudy(
  count: number,
  record: (at: number) => object,
  said: (at: number, annotator: string) => { readonly judgement: Judgement } & Partial<Annotation>,
  annotators: readonly string[] = ['ana'],
): Promise<Study> {
  const study = await studyOf(
    temporaryFolder(),
    Array.from({ length: count }, (_, at) => ({ id: `q${at}`, prompt: `Question ${at}?`, ...record(at) })),
  );
  const { items } = await itemsOf(study);
  for (const annotator of annotators) {
    let id = study.replay.lastId(annotator);
    const lines = items.map((item, at): Annotation => ({
      v: 1,
      type: 'annotation',
      id: (id = newId(id)),
      item: item.id,
      hash: item.hash,
      annotator,
      time: new Date(1_767_225_600_000 + at * 60_000).toISOString(),
      duration: 4000,
      origin: { kind: 'human' },
      round: 1,
      question: { version: 1 },
      rubrics: [],
      shown: item.responses.map((response) => response.id),
      seed: at,
      ...said(at, annotator),
    }));
    await study.append(lines);
  }
  return study;
}
const prefers = (isFirst: boolean): Judgement => ({
  comparisons: [{ a: 'r1', b: 'r2', outcome: isFirst ? 'a' : 'b' }],
});
const two = (first: object, second: object): object => ({
  responses: [
    { id: 'r1', ...first },
    { id: 'r2', ...second },
  ],
});

describe('figures of contexts and turns', () => {
  it('find how often a label turns round under another context, in 12 studies', async () => {
    const settings = [{ context: 'For a child.' }, { context: 'For a lawyer.' }];
    let inside = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { of, value, findings, behind } = await simulated({ ...plain, items: 150, settings, flips: 0.3, seed });
      const { low, high } = value('contexts.flips');
      if (low! <= differ(0.1, 0.3) && high! >= differ(0.1, 0.3)) inside++;
      expect(findings).toContain('contexts.flips');
      expect(value('contexts.within').value).toBeGreaterThan(value('contexts.across').value);
      expect(of('contexts.used').value).toBe(2);
      const share = behind('contexts.flips').length / 150;
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.7);
    }
    expect(inside).toBeGreaterThanOrEqual(10);
  }, 120_000);

  it('say nothing of flips where the context changes nothing and annotators are steady', async () => {
    const settings = [{ context: 'For a child.' }, { context: 'For a lawyer.' }];
    const { value, findings } = await simulated({
      ...plain,
      settings,
      annotators: plain.annotators.map((each) => ({ ...each, epsilon: 0.03 })),
    });
    holds(value('contexts.flips'), differ(0.03, 0));
    expect(findings).not.toContain('contexts.flips');
  });

  it('hold turns against each other and against the whole', async () => {
    const { value, findings, behind } = await simulated({
      ...plain,
      settings: [{}, { turn: 0 }, { turn: 1 }],
      flips: 0.5,
    });
    expect(value('turns.perItem').value).toBe(2);
    holds(value('turns.asWhole'), 1 - differ(0.1, 0.5));
    holds(value('turns.flips'), differ(0.1, 0.5));
    expect(findings).toContain('turns.asWhole');
    expect(behind('turns.asWhole').length).toBeGreaterThan(150);
    const agreed = await simulated({ ...plain, settings: [{}, { turn: 0 }], flips: 0 });
    expect(agreed.findings).not.toContain('turns.asWhole');
  });
});

describe('figures of what responses are from', () => {
  it('find a model that became better from one round to the next, and no other change', async () => {
    const study = await plantedStudy(
      400,
      () => two({ text: 'One way to say it.', model: 'alpha' }, { text: 'Another way to say it.', model: 'beta' }),
      (at) => ({ judgement: prefers(at % 10 < (at < 200 ? 3 : 7)), round: at < 200 ? 1 : 2 }),
    );
    const { value, findings, behind } = await figuresOf(study);
    holds(value('rounds.wins', '1 · alpha'), 0.3);
    holds(value('rounds.wins', '2 · alpha'), 0.7);
    expect(findings).toEqual(expect.arrayContaining(['rounds.wins 2 · alpha', 'rounds.wins 2 · beta']));
    expect(behind('rounds.wins', '2 · alpha').every((at) => at >= 200)).toBe(true);
  });

  it('find the sampling parameters that lose', async () => {
    const study = await plantedStudy(
      300,
      () =>
        two(
          { text: 'One way to say it.', metadata: { temperature: 0.7 } },
          { text: 'Another way to say it.', metadata: { temperature: 1.3 } },
        ),
      (at) => ({ judgement: prefers(at % 4 > 0) }),
    );
    const { value, findings } = await figuresOf(study);
    holds(value('sampling.wins', 'temperature 0.7'), 0.75);
    holds(value('sampling.wins', 'temperature 1.3'), 0.25);
    expect(findings).toContain('sampling.wins temperature 1.3');
    expect(findings).not.toContain('sampling.wins temperature 0.7');
  });

  it('count images by domain, and name a cell that nobody judged', async () => {
    const study = await plantedStudy(
      60,
      (at) => ({
        ...two({ text: 'A.' }, { text: 'B.' }),
        prompt: [
          at % 2 === 0
            ? {
                role: 'user',
                content: [
                  { type: 'image', image: `pictures/${at}.png` },
                  { type: 'text', text: `What is it? ${at}` },
                ],
              }
            : { role: 'user', content: `What is ${at}?` },
        ],
        metadata: { domain: at % 4 === 0 ? 'law' : 'code' },
      }),
      (at) => ({ judgement: at % 4 === 0 ? { skip: { reason: 'No.' } } : prefers(true) }),
    );
    const { of, value, findings, behind } = await figuresOf(study);
    expect(of('media.items', 'image').value).toBe(30);
    expect(of('media.items', 'image · metadata.domain=law').value).toBe(15);
    expect(value('media.judged', 'image · metadata.domain=code').value).toBe(1);
    expect(findings).toContain('media.judged image · metadata.domain=law');
    expect(behind('media.judged', 'image · metadata.domain=law')).toHaveLength(15);
  });

  it('tell what is missing in metadata, and which items lack it', async () => {
    const study = await plantedStudy(
      40,
      (at) => ({
        ...two({ text: 'A.', model: 'alpha' }, { text: 'B.', ...(at < 30 && { model: 'beta' }) }),
        metadata: { topic: 'law', ...(at % 10 > 0 && { level: 'easy' }) },
      }),
      () => ({ judgement: prefers(true), guidelines: { version: 'one' } }),
    );
    const { value, findings, behind } = await figuresOf(study);
    expect(value('metadata.items', 'metadata.level').value).toBeCloseTo(0.9);
    expect(behind('metadata.items', 'metadata.level')).toEqual([0, 10, 20, 30]);
    expect(value('metadata.models').value).toBeCloseTo(70 / 80);
    expect(value('metadata.judgments', 'guidelines').value).toBe(1);
    expect(value('metadata.judgments', 'group').value).toBe(0);
    expect(findings).toEqual(expect.arrayContaining(['metadata.items metadata.level', 'metadata.models']));
    expect(findings).not.toContain('metadata.items metadata.topic');
  });
});

describe('figures of what is chosen', () => {
  it('say how often a flagged response wins, and name faults that do', async () => {
    const next = random(6);
    const study = await plantedStudy(
      200,
      () => two({ text: 'One.' }, { text: 'Two.' }),
      (at) => ({
        judgement: {
          ...prefers(next() < 0.8),
          ...(at % 2 === 0 && { flags: [{ response: 'r1', flag: at % 4 === 0 ? 'off-topic' : 'backtracking' }] }),
        },
      }),
    );
    const { value, findings, behind } = await figuresOf(study);
    holds(value('flagged.chosen', 'off-topic'), 0.8);
    holds(value('flagged.chosen', 'backtracking'), 0.8);
    expect(value('flagged.set', 'off-topic').value).toBeCloseTo(50 / 400);
    expect(findings).toContain('flagged.chosen off-topic');
    expect(findings).not.toContain('flagged.chosen backtracking');
    expect(behind('flagged.chosen', 'off-topic').every((at) => at % 4 === 0)).toBe(true);
  });

  it('set looks of the chosen beside those of the rejected', async () => {
    const study = await plantedStudy(
      100,
      (at) =>
        two({ text: at % 2 === 0 ? '# A heading\n\nAnd a longer text below it.' : 'Short.' }, { text: 'Short too.' }),
      () => ({ judgement: prefers(true) }),
    );
    const { value } = await figuresOf(study);
    expect(value('looks.chosen', 'heading').value).toBe(0.5);
    expect(value('looks.rejected', 'heading').value).toBe(0);
    expect(value('looks.lengthChosen').value).toBeGreaterThan(value('looks.lengthRejected').value);
  });

  it('find a chosen set that collapses to one way to say things, and no other', async () => {
    const next = random(7);
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
    const free = (): string => Array.from({ length: 40 }, () => words[Math.floor(next() * words.length)]).join(' ');
    const stock = 'as always it is good to ask and here is what there is to say of it in short so that all is clear';
    const study = async (collapses: boolean): Promise<Found> =>
      figuresOf(
        await plantedStudy(
          120,
          () => two({ text: collapses ? `${stock} ${free()}` : free() }, { text: free() }),
          () => ({ judgement: prefers(true) }),
        ),
      );
    const collapsed = await study(true);
    expect(collapsed.value('diversity.chosen').value).toBeGreaterThan(
      collapsed.value('diversity.rejected').value + 0.1,
    );
    expect(collapsed.findings).toContain('diversity.more');
    const varied = await study(false);
    expect(varied.findings).not.toContain('diversity.more');
    expect(Math.abs(varied.value('diversity.more').value)).toBeLessThan(0.02);
  });

  it('hold labels against the reason that their item came for', async () => {
    const next = random(8);
    const made = async (noiseOfUncertain: number): Promise<Found> =>
      figuresOf(
        await plantedStudy(
          200,
          () => two({ text: 'One.' }, { text: 'Two.' }),
          (at) => {
            const isUncertain = at % 2 === 0;
            return {
              judgement: prefers(next() >= (isUncertain ? noiseOfUncertain : 0.2)),
              served: isUncertain ? { why: 'uncertain', value: 0.4 } : { why: 'shuffled' },
            };
          },
          ['ana', 'ben'],
        ),
      );
    const found = await made(0.45);
    expect(found.value('served.share', 'uncertain').value).toBe(0.5);
    expect(found.value('served.value', 'uncertain').value).toBeCloseTo(0.4);
    expect(found.value('served.same', 'uncertain').value).toBeLessThan(found.value('served.same', 'shuffled').value);
    expect(found.findings).not.toContain('served.same uncertain');
    expect((await made(0)).findings).toContain('served.same uncertain');
  });
});
