import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanStudy } from '../../../src/core/study/scanStudy';
import { LabelCounter, type LabelCounts } from '../../../src/core/import/labelCounter';
import { importLabels } from '../../../src/core/import/importLabels';
import { nameForLabels, plainFileName } from '../../../src/core/import/importedAnnotator';
import type { Study } from '../../../src/core/study/study';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { itemsOf, judge, opened, studyOf } from '../made/study';

const pairs = (count: number): object[] =>
  [...Array(count).keys()].map((n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    chosen: `good ${n}`,
    rejected: `bad ${n}`,
  }));
const labelsOf = async (study: Study): Promise<LabelCounts | undefined> =>
  (await scanStudy(study.data, study.replay)).labels;

describe('the labels that a dataset came with', () => {
  it('are counted, and wait until a journal holds them', async () => {
    const study = await studyOf(temporaryFolder(), pairs(5));
    expect(await labelsOf(study)).toEqual({ labels: 5, waiting: 5, names: [], moreNames: 0, areSomeUnnamed: true });
    await importLabels(study, { annotator: 'hh' });
    expect(await labelsOf(study)).toEqual({
      labels: 5,
      waiting: 0,
      names: [],
      moreNames: 0,
      areSomeUnnamed: false,
      takenAs: 'hh',
    });
  });

  it('wait no less because a person judged their items', async () => {
    const study = await studyOf(temporaryFolder(), pairs(2));
    await judge(study, 0, { skip: { reason: 'by hand' } });
    expect(await labelsOf(study)).toMatchObject({ labels: 2, waiting: 2 });
  });

  it('wait again once their item has other texts', async () => {
    const folder = temporaryFolder();
    await importLabels(await studyOf(folder, pairs(2)), { annotator: 'hh' });
    writeFileSync(join(folder, 'data.jsonl'), jsonl([{ ...pairs(1)[0], prompt: 'Another?' }, ...pairs(2).slice(1)]));
    expect(await labelsOf(await opened(join(folder, 'data.tiebreak')))).toMatchObject({
      labels: 2,
      waiting: 1,
      takenAs: 'hh',
    });
  });

  it('are told by those whom the file names, the first of many, each with a journal of their own', async () => {
    const study = await studyOf(temporaryFolder(), pairs(1));
    const {
      items: [item],
    } = await itemsOf(study);
    const counter = new LabelCounter(study.replay);
    const labels = ['ana', 'ben', 'cleo', 'dora', 'ana'].map((annotator) => ({ annotator, judgement: {} }));
    counter.look({ item: item!, labels: [...labels, { judge: 'gpt', judgement: {} }] });
    expect(counter.found()).toEqual({
      labels: 6,
      waiting: 6,
      names: ['ana', 'ben', 'cleo'],
      moreNames: 2,
      areSomeUnnamed: false,
    });
    await judge(
      study,
      0,
      { rationale: 'Clear.' },
      { annotator: 'hh:ben', origin: { kind: 'imported', from: 'dataset' } },
    );
    const next = new LabelCounter(study.replay);
    next.look({ item: item!, labels });
    expect(next.found()).toEqual({
      labels: 5,
      waiting: 4,
      names: ['ana', 'cleo', 'dora'],
      moreNames: 0,
      areSomeUnnamed: false,
      takenAs: 'hh',
    });
  });

  it('are not told of a dataset whose look ended before its last record', async () => {
    const study = await studyOf(
      temporaryFolder(),
      [...Array<object>(20).fill({ id: 'x', prompt: 'broken', chosen: 5, rejected: 'x' }), ...pairs(3)].reverse(),
    );
    expect((await scanStudy(study.data, study.replay, { max: 2 })).labels).toBeUndefined();
    expect((await scanStudy(study.data, study.replay)).labels).toMatchObject({ labels: 3, waiting: 3 });
  });
});

describe('an import that is ended', () => {
  it('keeps what was taken over until then, and the next one goes on behind it', async () => {
    const study = await studyOf(temporaryFolder(), pairs(3000));
    const abort = new AbortController();
    let last = { labels: 0, written: 0 };
    const ended = importLabels(study, {
      annotator: 'hh',
      signal: abort.signal,
      onProgress: (progress) => {
        last = progress;
        if (progress.labels >= 100) abort.abort();
      },
    });
    await expect(ended).rejects.toThrow();
    await study.refresh();
    const { judged } = study.replay.progress('hh');
    expect(judged).toBe(last.written);
    expect(judged).toBeGreaterThanOrEqual(100);
    expect(judged).toBeLessThan(3000);
    expect(await importLabels(study, { annotator: 'hh' })).toMatchObject({
      labels: 3000,
      written: 3000 - judged,
      unchanged: judged,
      annotators: ['hh'],
    });
  });
});

describe('the name for labels', () => {
  it.each([
    ['/a/prefs.jsonl.gz', 'prefs'],
    ['hh.v2.jsonl', 'hh.v2'],
    ['folder', 'folder'],
    ['book.xlsx', 'book'],
  ])('of %s is %s', (path, name) => {
    expect(plainFileName(path)).toBe(name);
  });

  it('is the dataset’s, of several files the study’s, and never that of a person at the desk', async () => {
    const { replay } = await studyOf(temporaryFolder(), pairs(1));
    const name = (sources: string[], annotator: string): string =>
      nameForLabels({ sources, study: 'study', annotator, replay });
    expect(name(['/a/hh.jsonl'], 'ana')).toBe('hh');
    expect(name(['/a/hh.jsonl', '/a/more.jsonl'], 'ana')).toBe('study');
    expect(name(['/a/hh.jsonl'], 'HH')).toBe('hh-labels');
  });
});
