import { describe, expect, it } from 'vitest';
import { importLabels } from '../../../src/core/import/importLabels';
import { type FileProblem, type Problem } from '../../../src/core/model/problems/problem';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import type { Study } from '../../../src/core/study/study';
import { itemsOf, opened, studyOf } from '../made/study';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const count = 60;
const row = (n: number, label: object): object => ({
  id: `i${n}`,
  question: `Question ${n}?`,
  answer_1: `This is one answer to ${n}.`,
  answer_2: `This is another answer to ${n}.`,
  ...label,
});
const rows = (label: (n: number) => object): object[] => [...Array(count).keys()].map((n) => row(n, label(n)));
const side = (isFirst: boolean): string => (isFirst ? 'answer_1' : 'answer_2');

/** A study that two people judged, who agree on nine of ten. */
const judgedStudy = async (): Promise<Study> => {
  const study = await studyOf(
    temporaryFolder(),
    rows(() => ({})),
  );
  for (const [annotator, parts] of [
    ['ana', 10],
    ['ben', 20],
  ] as const) {
    const file = fileOf((n) => ({ winner: side((n % 2 === 0) !== (n % parts === 0)) }));
    await importLabels(study, { annotator, file });
  }
  return study;
};

const fileOf = (label: (n: number) => object, name = 'verdicts.jsonl'): string =>
  temporaryFile(name, jsonl(rows(label)));

/** What the judge says, who is wrong half of the time. */
const verdict = (n: number): object => ({ winner: side(n % 4 < 2) });

const alphaOf = async (study: Study): Promise<number> =>
  (await qualityOf(study, {})).agreement.rows[0]?.alpha?.value ?? NaN;
const machinesOf = async (study: Study): Promise<string[]> =>
  (await qualityOf(study, {})).machines.machines.map(({ name }) => name);

/** By whom the labels of an annotator are, in all that stand. */
async function judgesOf(study: Study, annotator: string): Promise<(string | undefined)[]> {
  const found = new Set<string | undefined>();
  for (const { ref } of study.replay.all(annotator)) {
    const { origin } = await study.journal.fetch(ref);
    found.add(origin.kind === 'imported' ? origin.by : origin.kind);
  }
  return [...found];
}

const told = (problems: readonly FileProblem[], of: string): unknown[] =>
  problems
    .flatMap(({ code, params }): Problem[] => (code && params ? [{ code, params }] : []))
    .flatMap(({ code, params }) => (code === of ? [params] : []));

describe('labels that a model gave', () => {
  it('lower no agreement between people where the model is named, and are measured as a machine', async () => {
    const study = await judgedStudy();
    const before = await alphaOf(study);
    expect(before).toBeGreaterThan(0.6);
    const result = await importLabels(study, {
      annotator: 'house-7',
      model: 'house-7',
      file: fileOf(verdict),
    });
    expect(result).toMatchObject({
      labels: count,
      written: count,
      problems: [],
      models: [{ model: 'house-7', labels: count }],
    });
    expect(await judgesOf(study, 'house-7')).toEqual(['house-7']);
    expect(await alphaOf(study)).toBe(before);
    expect(await machinesOf(study)).toEqual(['house-7']);
    await study.close();
  });

  it('are kept under another name where one is given', async () => {
    const study = await judgedStudy();
    await importLabels(study, { annotator: 'run-1', model: 'house-7', file: fileOf(verdict) });
    expect(await judgesOf(study, 'run-1')).toEqual(['house-7']);
    // Whoever said so once need not say it again.
    expect(await importLabels(study, { annotator: 'run-1', file: fileOf(verdict) })).toMatchObject({
      written: 0,
      unchanged: count,
      models: [{ model: 'house-7', labels: count }],
      problems: [],
    });
    await study.close();
  });

  it.each(['PandaLM-7B', 'judge', 'gpt-4'])(
    'are a model’s under its name, %s, which is told as a guess',
    async (name) => {
      const study = await judgedStudy();
      const before = await alphaOf(study);
      const result = await importLabels(study, { annotator: name, file: fileOf(verdict) });
      expect(told(result.problems, 'import.byModelName')).toEqual([{ model: name, labels: count }]);
      expect(await judgesOf(study, name)).toEqual([name]);
      expect(await alphaOf(study)).toBe(before);
      await study.close();
    },
  );

  it.each([
    ['all labels', { mapping: { judges: 'people' } }],
    ['those that name nobody', { model: null }],
  ])('are people’s under a model’s name where somebody says so of %s', async (_, said) => {
    const study = await judgedStudy();
    expect(await importLabels(study, { annotator: 'claude', file: fileOf(verdict), ...said })).toMatchObject({
      written: count,
      models: [],
      problems: [],
    });
    expect(await judgesOf(study, 'claude')).toEqual([undefined]);
    await study.close();
  });

  it.each(['Claude Monet', 'judge judy', 'gpt_vs_claude'])('are no model’s under the name %s', async (name) => {
    const study = await judgedStudy();
    expect(await importLabels(study, { annotator: name, file: fileOf(verdict) })).toMatchObject({
      models: [],
      problems: [],
    });
    await study.close();
  });

  it.each([
    ['theirs', 'acme-gpt-4-checker', 'verdicts.jsonl', 'acme-gpt-4-checker'],
    ['their file’s', 'kit', 'PandaLM-7B.jsonl', 'PandaLM-7B'],
  ])('may be a model’s where a name is like one, %s, which is told', async (_, annotator, file, name) => {
    const study = await judgedStudy();
    const result = await importLabels(study, { annotator, file: fileOf(verdict, file) });
    expect(told(result.problems, 'import.mayBeModel')).toEqual([{ name, annotator, labels: count }]);
    expect(await judgesOf(study, annotator)).toEqual([undefined]);
    const again = await importLabels(study, { annotator, model: name, file: fileOf(verdict, file) });
    expect(again).toMatchObject({ written: count, corrected: count, unchanged: 0, problems: [] });
    expect(await judgesOf(study, annotator)).toEqual([name]);
    await study.close();
  });

  it('are corrected where they were imported as a person’s, and back, with all else as it was', async () => {
    const study = await judgedStudy();
    const before = await alphaOf(study);
    const file = fileOf(verdict);
    await importLabels(study, { annotator: 'prefs', file });
    expect(await alphaOf(study)).toBeLessThan(before - 0.1);
    const [item] = (await itemsOf(study)).items;
    const first = await study.journal.fetch(study.replay.on('prefs', item!)!.ref);
    await study.changeProject((project) => ({ ...project, round: project.round + 1 }));
    expect(await importLabels(study, { annotator: 'prefs', model: 'house-7', file })).toMatchObject({
      labels: count,
      written: count,
      corrected: count,
      unchanged: 0,
    });
    expect(await alphaOf(study)).toBe(before);
    const second = await study.journal.fetch(study.replay.on('prefs', item!)!.ref);
    expect(second).toEqual({ ...first, id: second.id, time: second.time, origin: { ...first.origin, by: 'house-7' } });
    expect(second.id > first.id).toBe(true);
    expect(await importLabels(study, { annotator: 'prefs', model: 'house-7', file })).toMatchObject({
      written: 0,
      corrected: 0,
      unchanged: count,
    });
    // A study that is opened anew reads the same.
    const again = await opened(study.file);
    expect(await judgesOf(again, 'prefs')).toEqual(['house-7']);
    await again.close();
    expect(await importLabels(study, { annotator: 'prefs', model: null, file })).toMatchObject({ corrected: count });
    expect(await judgesOf(study, 'prefs')).toEqual([undefined]);
    expect(await alphaOf(study)).toBeLessThan(before - 0.1);
    await study.close();
  });

  it('are corrected in a journal of whoever the file names', async () => {
    const study = await judgedStudy();
    const file = fileOf((n) => ({ ...verdict(n), annotator: 'PandaLM-7B' }));
    await importLabels(study, { annotator: 'f', file, mapping: { judges: 'people' } });
    expect(await judgesOf(study, 'f:PandaLM-7B')).toEqual([undefined]);
    const result = await importLabels(study, { annotator: 'f', file });
    expect(result).toMatchObject({ written: count, corrected: count });
    expect(told(result.problems, 'import.byModelName')).toEqual([{ model: 'PandaLM-7B', labels: count }]);
    expect(await judgesOf(study, 'f:PandaLM-7B')).toEqual(['PandaLM-7B']);
    await study.close();
  });

  it('are those that name nobody, and it is told how many do', async () => {
    const study = await judgedStudy();
    const file = fileOf((n) => ({ ...verdict(n), ...(n % 3 === 0 && { annotator: 'cleo' }) }));
    const result = await importLabels(study, { annotator: 'house-7', model: 'house-7', file });
    expect(told(result.problems, 'import.judgeIsNamed')).toEqual([{ model: 'house-7', labels: count / 3 }]);
    expect(await judgesOf(study, 'house-7:cleo')).toEqual([undefined]);
    expect(result.models).toEqual([{ model: 'house-7', labels: (2 * count) / 3 }]);
    await study.close();
  });

  it('are those too that only the name of their field says to be a machine’s, and no second machine', async () => {
    const study = await judgedStudy();
    const file = fileOf((n) => ({ pandalm_result: n % 4 < 2 ? 1 : 2 }));
    const options = { annotator: 'PandaLM-7B', file, mapping: { label: 'pandalm_result', values: '1=first,2=second' } };
    const result = await importLabels(study, { ...options, model: 'PandaLM-7B' });
    expect(result).toMatchObject({ problems: [], models: [{ model: 'PandaLM-7B', labels: count }] });
    expect(await machinesOf(study)).toEqual(['PandaLM-7B']);
    // Who said so once need not say it again.
    expect(await importLabels(study, options)).toMatchObject({ written: 0, unchanged: count });
  });

  it('are refused where people are said to have given all', async () => {
    const study = await judgedStudy();
    const mapping = { judges: 'people' };
    await expect(
      importLabels(study, { annotator: 'x', model: 'house-7', file: fileOf(verdict), mapping }),
    ).rejects.toMatchObject({ problem: { code: 'import.modelOrPeople' } });
    await study.close();
  });

  it('never replace what a person judged by hand under the same name', async () => {
    const study = await studyOf(temporaryFolder(), rows(verdict));
    const [item] = (await itemsOf(study)).items;
    await study.write([
      {
        v: 1,
        type: 'annotation',
        id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        item: item!.id,
        hash: item!.hash,
        annotator: 'claude',
        time: '2026-01-01T00:00:00.000Z',
        duration: 10,
        origin: { kind: 'human' },
        round: 1,
        question: { version: 1 },
        rubrics: [],
        shown: ['answer_1', 'answer_2'],
        seed: null,
        judgement: { comparisons: [{ a: 'answer_1', b: 'answer_2', outcome: 'b' }] },
      },
    ]);
    await study.refresh();
    expect(await importLabels(study, { annotator: 'claude' })).toMatchObject({
      judged: 1,
      written: count - 1,
      corrected: 0,
    });
    await study.close();
  });
});
