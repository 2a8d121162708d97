import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/core/dataset/inspect';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { previewOf } from '../../../src/core/dataset/items/preview';
import { unreadValues, withMeaning } from '../../../src/core/dataset/recognition/userFieldRoles';
import { headOf } from '../../../src/core/dataset/records/head';
import { importLabels } from '../../../src/core/import/importLabels';
import { isProblem, type FileProblem, type Problem } from '../../../src/core/model/problems/problem';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { studyOf } from '../made/study';

/** A comparison as evaluations of judges have them, of which some answers could not be read. */
const row = (n: number, winner: unknown): object => ({
  id: `i${n}`,
  question: `Question ${n}?`,
  answer_1: `This is one answer to ${n}.`,
  answer_2: `This is another answer to ${n}.`,
  winner,
});
const of = (...values: readonly unknown[]): object[] => values.map((winner, at) => row(at, winner));
const meanings = '1=first,2=second';

const found = (problems: readonly FileProblem[]): Problem[] =>
  problems.flatMap(({ code, params }) => (code && params ? [{ code, params }] : []));
const unknownIn = (problems: readonly FileProblem[]): unknown =>
  found(problems).flatMap((each) => (isProblem(each, 'import.valuesUnknown') ? [each.params.unknown] : []))[0];
const skippedIn = (problems: readonly FileProblem[]): unknown =>
  found(problems).flatMap((each) => (isProblem(each, 'dataset.labelsSkipped') ? [each.params] : []))[0];

describe('labels of which some say nothing', () => {
  const partly = of('1', '2', 'garbage', 'tie', '1', 'N/A', 'garbage', '2');

  it('are refused with the values that nobody can tell, how often they are there, and what leaves them out', async () => {
    const study = await studyOf(temporaryFolder(), partly);
    const mapping = { values: meanings };
    const result = await importLabels(study, { annotator: 'judge', mapping });
    expect([result.written, unknownIn(result.problems)]).toEqual([
      0,
      {
        values: [
          { value: '"garbage"', count: 2 },
          { value: '"N/A"', count: 1 },
        ],
        hasMore: false,
        skips: '1=first,2=second,garbage=skip,N/A=skip',
      },
    ]);
    await study.close();
  });

  it('are taken without the values that are to be left out, which are counted by value', async () => {
    const study = await studyOf(temporaryFolder(), partly);
    const mapping = { values: `${meanings},garbage=skip,n/a = Skip` };
    const result = await importLabels(study, { annotator: 'judge', mapping });
    expect(result).toMatchObject({ labels: 5, written: 5, unread: 0, skipped: 3 });
    expect(skippedIn(result.problems)).toEqual({
      path: 'winner',
      values: [
        { value: '"garbage"', count: 2 },
        { value: '"N/A"', count: 1 },
      ],
      hasMore: false,
      count: 3,
    });
    await study.close();
  });

  it('are refused still for a value that nobody named, and taken where all others are to be left out', async () => {
    const study = await studyOf(temporaryFolder(), [...partly, row(9, 'I, as a model, = cannot say')]);
    const some = await importLabels(study, { annotator: 'judge', mapping: { values: `${meanings},garbage=skip` } });
    // What has a comma cannot be named: all others are left out.
    expect([some.written, unknownIn(some.problems)]).toMatchObject([
      0,
      { skips: '1=first,2=second,garbage=skip,*=skip' },
    ]);
    const all = await importLabels(study, { annotator: 'judge', mapping: { values: `${meanings},*=skip` } });
    expect(all).toMatchObject({ written: 5, skipped: 4 });
    await study.close();
  });

  it('count an answer that is a whole text as one of them, where the field holds labels for certain', async () => {
    const text = 'As a language model, I cannot decide which of these two answers is the better one.';
    const study = await studyOf(temporaryFolder(), of('1', text, '2'));
    const mapping = { label: 'winner', values: meanings };
    const refused = await importLabels(study, { annotator: 'judge', mapping });
    expect([refused.written, unknownIn(refused.problems)]).toEqual([
      0,
      {
        values: [{ value: JSON.stringify(`${text.slice(0, 39)}…`), count: 1 }],
        hasMore: false,
        skips: '1=first,2=second,*=skip',
      },
    ]);
    const taken = await importLabels(study, {
      annotator: 'judge',
      mapping: { ...mapping, values: `${meanings},*=skip` },
    });
    expect(taken).toMatchObject({ written: 2, skipped: 1 });
    await study.close();
  });

  it('ask about the values that judge, and propose to leave out those that look like none', async () => {
    const study = await studyOf(temporaryFolder(), of('1', '2', 'garbage', '1', '2'));
    const { problems } = await importLabels(study, { annotator: 'judge' });
    const [asked] = found(problems).flatMap((each) =>
      isProblem(each, 'dataset.labelsWithoutMeaning') ? [each.params] : [],
    );
    expect(asked).toMatchObject({
      codes: '1=MEANING,2=MEANING,garbage=skip',
      question: { yes: '1=first,2=second,garbage=skip', no: '1=second,2=first,garbage=skip' },
    });
    // What most labels say is not proposed to be left out.
    const tied = await studyOf(temporaryFolder(), of('1', '2', 'tie', 'odd', '1'));
    expect(unknownIn((await importLabels(tied, { annotator: 'judge' })).problems)).toMatchObject({ skips: null });
    await study.close();
    await tied.close();
  });

  it('leave a word out that would be read by itself: a person says so', async () => {
    const study = await studyOf(temporaryFolder(), of('1', 'tie', '2', 'tie'));
    const result = await importLabels(study, { annotator: 'judge', mapping: { values: `${meanings},tie=skip` } });
    expect(result).toMatchObject({ written: 2, skipped: 2 });
    await study.close();

    const single = ['good', 'bad', 'good', 'correct'].map((label, at) => ({
      prompt: `Question ${at}?`,
      response: `An answer to ${at} in some words.`,
      label,
    }));
    const judged = await studyOf(temporaryFolder(), single);
    const taken = await importLabels(judged, { annotator: 'judge', mapping: { values: 'correct=skip' } });
    expect(taken).toMatchObject({ written: 3, skipped: 1 });
    await judged.close();
  });

  it('are left out of votes and of lists of responses too', async () => {
    const votes = [1, 2, 3].map((n) => ({
      question: `Question ${n}?`,
      answer_1: `This is one answer to ${n}.`,
      answer_2: `This is another answer to ${n}.`,
      annotator1: '1',
      annotator2: n === 2 ? 'garbage' : '2',
    }));
    const study = await studyOf(temporaryFolder(), votes, {
      mapping: { label: 'annotator1,annotator2', values: `${meanings},garbage=skip` },
    });
    expect(await importLabels(study, { annotator: 'team' })).toMatchObject({ written: 5, skipped: 1, unread: 0 });
    await study.close();

    const lists = [0, 1, 2, 3].map((n) => ({
      prompt: `Question ${n}?`,
      responses: [`One answer to ${n}.`, `Two answers to ${n}.`, `Three answers to ${n}.`],
      best: n === 3 ? 'garbage' : n,
    }));
    const ranked = await studyOf(temporaryFolder(), lists, {
      mapping: { label: 'best', values: '0=first,1=second,2=third,garbage=skip' },
    });
    expect(await importLabels(ranked, { annotator: 'team' })).toMatchObject({ written: 3, skipped: 1, unread: 0 });
    await ranked.close();
  });

  it('are told when a dataset is inspected', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'judged.jsonl');
    writeFileSync(file, jsonl(partly));
    const { problems } = await inspect([file], { mapping: { values: `${meanings},garbage=skip,N/A=skip` } });
    expect(skippedIn(problems)).toMatchObject({ count: 3 });
  });

  it('are left out by an answer in the editor, one value or all that are not set', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'judged.jsonl');
    writeFileSync(file, jsonl(partly));
    const layout = layoutNamed('paired-responses');
    if (!layout) throw new Error('no layout');
    const open = async (values: string): Promise<readonly string[]> => {
      const reading = { layout, mapping: { label: 'winner', values } };
      return unreadValues(previewOf(await headOf([file], reading.mapping), reading).items).map(({ value }) => value);
    };
    expect(await open(meanings)).toEqual(['garbage', 'N/A']);
    const reading = { layout, mapping: { label: 'winner', values: meanings } };
    const all = unreadValues(previewOf(await headOf([file], reading.mapping), reading).items);
    const one = withMeaning(reading.mapping, all[0]!, 'skip', all);
    expect(one.values).toBe('1=first,2=second,garbage=skip');
    expect(await open(one.values ?? '')).toEqual(['N/A']);
    const others = withMeaning(reading.mapping, { ...all[0]!, value: '*' }, 'skip', all);
    expect(await open(others.values ?? '')).toEqual([]);
  });
});
