import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importLabels } from '../../../../src/core/import/importLabels';
import { createStudy } from '../../../../src/core/study/create';
import { judgeKinds } from '../../../../src/core/model/annotation/judgeKind';
import { fixture } from '../../made/fixtures';
import { temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';
import { exported, fileOf, said, type Value } from './studyFixtures';

/** What a format makes of a file's own labels. */
async function throughStudy(
  path: string,
  format: string,
  options: Parameters<typeof exported>[2] = {},
): Promise<Value[]> {
  const projectFile = join(temporaryFolder(), 'study.tiebreak');
  await createStudy({ projectFile, datasets: [path] });
  const study = await opened(projectFile);
  const imported = await importLabels(study, { annotator: 'source' });
  expect(imported.problems).toEqual([]);
  const { rows } = await exported(study, format, { origins: [...judgeKinds], ...options });
  await study.close();
  return rows;
}

const words = fc
  .array(fc.constantFrom('a', 'é', '漢字', '🙂', 'two words', '\n', "it's", '$&', '{x}'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))
  .filter((text) => text.trim() !== '');
/** Texts that differ from row to row, so that no row repeats an item. */
const numbered = <T extends Value>(row: fc.Arbitrary<T>, distinct: (row: T, n: number) => T): fc.Arbitrary<T[]> =>
  fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => rows.map(distinct));
const maybeWords = fc.option(words, { nil: '' });

const helpSteer3 = {
  domain: fc.constantFrom('general', 'stem', 'code'),
  language: fc.constantFrom('english', 'python'),
  context: fc.tuple(words, words, words).map(([first, second, third]) => [
    { role: 'user', content: first },
    { role: 'assistant', content: second },
    { role: 'user', content: third },
  ]),
};
/** What several people wrote on some texts: none of them nothing at all. */
const feedback = (texts: number): fc.Arbitrary<string[][]> =>
  fc
    .array(
      fc.tuple(...Array.from({ length: texts }, () => maybeWords)).filter((each) => each.some((text) => text !== '')),
      { minLength: 1, maxLength: 3 },
    )
    .map((people) => Array.from({ length: texts }, (_, at) => people.map((each) => each[at] ?? '')));

const formats: Readonly<
  Record<string, { readonly rows: fc.Arbitrary<Value[]>; readonly options?: Parameters<typeof exported>[2] }>
> = {
  'feedback-collection': {
    rows: numbered(
      fc.record({
        orig_instruction: words,
        orig_response: words,
        orig_reference_answer: maybeWords,
        orig_criteria: words,
        orig_score1_description: words,
        orig_score2_description: words,
        orig_score3_description: words,
        orig_score4_description: words,
        orig_score5_description: words,
        orig_feedback: words,
        orig_score: fc.constantFrom('1', '2', '3', '4', '5'),
      }),
      (row, n) => ({ ...row, orig_response: `${row.orig_response}${n}` }),
    ),
  },
  'preference-collection': {
    rows: numbered(
      fc.record({
        orig_instruction: words,
        orig_response_A: words,
        orig_response_B: words,
        orig_reference_answer: maybeWords,
        orig_criteria: words,
        orig_feedback: words,
        orig_preference: fc.constantFrom('A', 'B'),
      }),
      (row, n) => ({ ...row, orig_response_A: `${row.orig_response_A}${n}` }),
    ),
  },
  'helpsteer3-feedback': {
    rows: numbered(
      fc
        .record({ ...helpSteer3, response1: words, response2: words, both: feedback(2) })
        .map(({ both: [feedback1 = [], feedback2 = []], ...row }) => ({ ...row, feedback1, feedback2 })),
      (row, n) => ({ ...row, response1: `${row.response1}${n}` }),
    ),
  },
  'helpsteer3-edit': {
    rows: numbered(
      fc
        .record({
          ...helpSteer3,
          original_response: words,
          edited_response: words,
          change_summary: maybeWords,
          one: feedback(1),
        })
        .map(({ one: [first = []], ...row }) => ({
          ...row,
          edited_response: `${row.edited_response}!`,
          feedback: first,
        })),
      (row, n) => ({ ...row, original_response: `${row.original_response}${n}` }),
    ),
  },
  'helpsteer3-edit-quality': {
    rows: numbered(
      fc
        .record({
          ...helpSteer3,
          original_response: words,
          good_edited_response: words,
          bad_edited_response: words,
          one: feedback(1),
        })
        .map(({ one: [first = []], ...row }) => ({
          ...row,
          bad_edited_response: `${row.bad_edited_response}!`,
          feedback: first,
        }))
        .filter(({ good_edited_response: good, bad_edited_response: bad }) => good !== bad),
      (row, n) => ({ ...row, original_response: `${row.original_response}${n}` }),
    ),
    options: { criterion: 'follows the feedback' },
  },
  'helpsteer3-principle': {
    rows: numbered(
      fc.record({ ...helpSteer3, response: words, principle: words, fulfilment: fc.constantFrom('Yes', 'No') }),
      (row, n) => ({ ...row, response: `${row.response}${n}` }),
    ),
  },
  'auto-j': {
    rows: numbered(
      fc.record({
        scenario: words,
        label: fc.constantFrom(0, 1, 2),
        prompt: words,
        'response 1': words,
        'response 2': words,
      }),
      (row, n) => ({ ...row, 'response 1': `${row['response 1']}${n}` }),
    ),
  },
};

/** A row without what is said twice in it, and with both responses of a pair in one order. */
function meaning({ instruction: _instruction, output: _output, ...row }: Value): Value {
  if (!('response 1' in row)) return row;
  const { 'response 1': one, 'response 2': other, label, ...rest } = row;
  return { ...rest, better: label === 2 ? null : label === 0 ? one : other, responses: [one, other].sort() };
}

describe.each(Object.entries(formats))('a file of %s', (name, { rows: anyRows, options }) => {
  it('is read and written again as the same rows, which its readers take', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const again = await throughStudy(fileOf(rows), name, options);
        expect(again.map(meaning)).toEqual(rows.map(meaning));
        expect(again.flatMap((row) => said(name, row, again[0]!))).toEqual([]);
        // What was drawn or worked out once stays: nothing changes the second time.
        expect(await throughStudy(fileOf(again), name, options)).toEqual(again);
      }),
      { numRuns: 12 },
    );
  });
});

it.each([
  ['feedback-collection.jsonl', 'judge-absolute', 2],
  ['feedback-collection.jsonl', 'feedback-collection', 2],
  ['biggen-bench.json', 'judge-absolute', 2],
  ['preference-collection.jsonl', 'judge-pairwise', 3],
  ['helpsteer3-feedback.jsonl', 'critique-sft', 6],
  ['helpsteer3-feedback.jsonl', 'helpsteer3-feedback', 2],
  ['helpsteer3-principle.jsonl', 'verdicts', 2],
  ['auto-j.jsonl', 'auto-j', 3],
  ['nectar.jsonl', 'auto-j', undefined],
])('%s as %s gives %s rows', async (file, format, count) => {
  const rows = await throughStudy(fixture(file), format);
  if (count === undefined) expect(rows.length).toBeGreaterThan(0);
  else expect(rows.length).toBe(count);
  expect(rows.flatMap((row) => said(format, row, rows[0]!))).toEqual([]);
});
