import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { importLabels } from '../../../src/core/import/importLabels';
import { itemsOf, opened, studyOf } from '../made/study';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const question = (n: number): string => `Question ${n}?`;
const [one, other] = [
  (n: number): string => `This is one answer to ${n}.`,
  (n: number): string => `This is another answer to ${n}.`,
];
const items = [1, 2].map((n) => ({
  id: `q${n}`,
  prompt: question(n),
  responses: [
    { id: 'x', text: one(n) },
    { id: 'y', text: other(n) },
  ],
}));

type Opened = Awaited<ReturnType<typeof studyOf>>;

/** What the judge said of an item: what was shown, and which of the two is better. */
async function said(study: Opened, annotator: string, at: number): Promise<unknown[]> {
  const item = (await itemsOf(study)).items[at]!;
  const found: unknown[] = [];
  for (const repeat of [undefined, 1, 2]) {
    const current = study.replay.on(annotator, item, repeat === undefined ? {} : { repeat });
    if (!current) continue;
    const { shown, judgement, origin } = await study.journal.fetch(current.ref);
    const { a, b, outcome } = judgement.comparisons![0]!;
    found.push([repeat ?? 0, shown.join(), outcome === 'a' ? a : b, origin.kind === 'imported' ? origin.by : '']);
  }
  return found;
}

describe("a judge's verdicts on the same two responses in both orders", () => {
  const row = (n: number, a: string, b: string, outcome: 'a' | 'b') => ({
    annotator: 'judge-7b',
    origin: 'model',
    item: `q${n}`,
    response_a: a,
    response_b: b,
    outcome,
  });

  it('are two judgments of a table of comparisons, the second one as of an item that came again', async () => {
    const study = await studyOf(temporaryFolder(), items);
    const file = temporaryFile(
      'table.jsonl',
      jsonl([row(1, 'x', 'y', 'a'), row(1, 'y', 'x', 'a'), row(2, 'y', 'x', 'b')]),
    );
    expect(await importLabels(study, { annotator: 't', file })).toMatchObject({ labels: 3, written: 3, problems: [] });
    expect(await said(study, 't:judge-7b', 0)).toEqual([
      [0, 'x,y', 'x', 'judge-7b'],
      [1, 'y,x', 'y', 'judge-7b'],
    ]);
    expect(await said(study, 't:judge-7b', 1)).toEqual([[0, 'y,x', 'x', 'judge-7b']]);
    expect(await importLabels(study, { annotator: 't', file })).toMatchObject({ labels: 3, written: 0, unchanged: 3 });
    await study.close();
  });

  it('stay one judgment of a person, whose comparisons are what they were', async () => {
    const study = await studyOf(temporaryFolder(), items);
    const rows = [row(1, 'x', 'y', 'a'), row(1, 'y', 'x', 'b')].map(({ origin: _, ...rest }) => ({
      ...rest,
      annotator: 'ana',
    }));
    const file = temporaryFile('table.jsonl', jsonl(rows));
    expect(await importLabels(study, { annotator: 't', file })).toMatchObject({ labels: 1, written: 1 });
    await study.close();
  });

  const record = (n: number, isTurned: boolean, winner: 'A' | 'B') => ({
    question: question(n),
    response_a: isTurned ? other(n) : one(n),
    response_b: isTurned ? one(n) : other(n),
    judge_model: 'judge-7b',
    winner,
  });

  it.each([
    ['one file', [[record(1, false, 'A'), record(1, true, 'A'), record(2, true, 'B')]]],
    ['a file for each order', [[record(1, false, 'A'), record(2, true, 'B')], [record(1, true, 'A')]]],
  ])('are both kept from records that name the responses by their texts, in %s', async (_, files) => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, items);
    const paths = files.map((records, at) => temporaryFile(`judged-${at}.jsonl`, jsonl(records)));
    for (const file of paths) await importLabels(study, { annotator: 'j', file });
    expect(await said(study, 'j:judge-7b', 0)).toEqual([
      [0, 'x,y', 'x', 'judge-7b'],
      [1, 'y,x', 'y', 'judge-7b'],
    ]);
    expect(await said(study, 'j:judge-7b', 1)).toEqual([[0, 'y,x', 'x', 'judge-7b']]);
    await study.close();
    const again = await opened(join(folder, 'data.tiebreak'));
    for (const file of paths) expect(await importLabels(again, { annotator: 'j', file })).toMatchObject({ written: 0 });
    await again.close();
  });
});
