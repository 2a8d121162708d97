import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import type { Mapping } from '../../../../src/core/dataset/fields/fieldMapping';
import { inspect } from '../../../../src/core/dataset/inspect';
import type { Label } from '../../../../src/core/dataset/layouts/layout';
import { scan } from '../../../../src/core/dataset/sources/scan';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

type Row = Readonly<Record<string, unknown>>;

/** The labels of the first item of rows like these, by the judge that each names (`people` where it names none). */
async function judgedIn(rows: readonly Row[], mapping: Mapping = {}): Promise<Record<string, Label['judgement']>> {
  const path = temporaryFile('rows.jsonl', jsonl(rows));
  const reading = await detectReading([path], { mapping });
  for await (const [parsed] of scan([path], reading))
    if (parsed && 'item' in parsed)
      return Object.fromEntries(
        parsed.labels.map(({ judge, annotator, judgement }) => [judge ?? annotator ?? 'people', judgement]),
      );
  throw new Error('no item was read');
}

const texts = [
  'It is blue because of scattering.',
  'The sky reflects the sea, which is blue.',
  'Nobody knows why it is.',
];
const rowsOf = (make: (at: number) => Row): Row[] =>
  [0, 1, 2, 3].map((at) => ({ id: `q${at}`, prompt: `Why is the sky number ${at} blue today?`, ...make(at) }));

describe('labels of machines', () => {
  it('are told from those of people beside one response', async () => {
    const rows = rowsOf((at) => ({
      response: texts[at % 3],
      rating: 1 + at,
      metadata: { judge_score: at / 10, bert_score: 0.8 + at / 100 },
    }));
    expect(
      await judgedIn(rows, { rating: 'rating,metadata.judge_score,metadata.bert_score', completion: 'response' }),
    ).toEqual({
      people: { ratings: [{ response: 'completion', aspect: 'rating', value: 1 }] },
      judge_score: { ratings: [{ response: 'completion', aspect: 'metadata.judge_score', value: 0 }] },
      bert_score: { ratings: [{ response: 'completion', aspect: 'metadata.bert_score', value: 0.8 }] },
    });
  });

  it("are promptfoo's where its assertions were checked, and a person's where one said so in its viewer", async () => {
    const rows = (type: string): Row[] =>
      rowsOf((at) => ({
        response: { output: texts[at % 3] },
        score: at % 2,
        gradingResult: { pass: at % 2 === 1, score: at % 2, componentResults: [{ assertion: { type } }] },
      }));
    const mapping = { rating: 'score', completion: 'response.output' };
    const rating = { ratings: [{ response: 'completion', aspect: 'score', value: 0 }] };
    expect(await judgedIn(rows('not-icontains'), mapping)).toEqual({ promptfoo: rating });
    expect(await judgedIn(rows('human'), mapping)).toEqual({ people: rating });
    expect(await judgedIn(rows('not-icontains'), { ...mapping, judges: 'people' })).toEqual({ people: rating });
  });

  it('are told in a list of responses, beside a ranking by people', async () => {
    const rows = rowsOf((at) => ({
      responses: texts.map((text, index) => ({ text, rank: 1 + ((index + at) % 3), reward: index + at / 10 })),
    }));
    expect(await judgedIn(rows, { rank: 'responses.rank', rating: 'responses.reward' })).toEqual({
      people: { ranking: { tiers: [['r1'], ['r2'], ['r3']] } },
      reward: {
        ratings: [0, 1, 2].map((value) => ({ response: `r${value + 1}`, aspect: 'reward', value })),
      },
    });
  });

  it('are told of two responses, whose own names are no judges', async () => {
    const pair = { gpt4_response: texts[0], claude_response: texts[1] };
    const rows = rowsOf((at) => ({ ...pair, gpt4_score: 4 + at, claude_score: 2 + at }));
    expect(
      await judgedIn(rows, {
        first: 'gpt4_response',
        second: 'claude_response',
        rating: 'gpt4_score,claude_score',
      }),
    ).toEqual({
      people: {
        ratings: [
          { response: 'gpt4_response', aspect: 'score', value: 4 },
          { response: 'claude_response', aspect: 'score', value: 2 },
        ],
      },
    });
    const judged = rowsOf(() => ({ response_a: texts[0], response_b: texts[1], llm_judge_verdict: 'response_b' }));
    expect(await judgedIn(judged, { label: 'llm_judge_verdict' })).toEqual({
      llm_judge_verdict: { comparisons: [{ a: 'response_a', b: 'response_b', outcome: 'b' }] },
    });
  });

  it('are told beside a pair, of which people said which is better', async () => {
    const rows = rowsOf((at) => ({
      chosen: texts[0],
      rejected: texts[1],
      chosen_reward: 3.5 + at,
      rejected_reward: -1 - at,
    }));
    const compared = { comparisons: [{ a: 'chosen', b: 'rejected', outcome: 'a' }] };
    const ratings = [
      { response: 'chosen', aspect: 'reward', value: 3.5 },
      { response: 'rejected', aspect: 'reward', value: -1 },
    ];
    expect(await judgedIn(rows)).toEqual({ people: compared, reward: { ratings } });
    expect(await judgedIn(rows, { judges: 'people' })).toEqual({ people: { ...compared, ratings } });
  });

  it('are of the model that a record names where their own name is only that of a judge', async () => {
    const rows = rowsOf((at) => ({
      response: texts[at % 3],
      judge_model: 'gpt-4o-2024-08-06',
      judge_score: at,
      reward: at / 2,
    }));
    expect(await judgedIn(rows, { completion: 'response', rating: 'judge_score,reward' })).toEqual({
      'gpt-4o-2024-08-06': { ratings: [{ response: 'completion', aspect: 'judge_score', value: 0 }] },
      reward: { ratings: [{ response: 'completion', aspect: 'reward', value: 0 }] },
    });
  });

  it('are told among the votes of several', async () => {
    const rows = rowsOf(() => ({
      response_a: texts[0],
      response_b: texts[1],
      votes: { 'gpt-4': 'response_a', maria: 'response_b' },
    }));
    expect(await judgedIn(rows, { label: 'votes' })).toEqual({
      'gpt-4': { comparisons: [{ a: 'response_a', b: 'response_b', outcome: 'a' }] },
      maria: { comparisons: [{ a: 'response_a', b: 'response_b', outcome: 'b' }] },
    });
  });

  it('are told among objectives that models judged', async () => {
    const rows = [0, 1].map((at) => ({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
      'helpsteer-helpfulness': at,
      'ultrafeedback-honesty': 0.5,
      'beavertails-is_safe': null,
    }));
    expect(await judgedIn(rows)).toEqual({
      people: { ratings: [{ response: 'response', aspect: 'helpsteer-helpfulness', value: 0 }] },
      model: { ratings: [{ response: 'response', aspect: 'ultrafeedback-honesty', value: 0.5 }] },
    });
  });

  it('are of people where somebody says so, and of nobody else', async () => {
    const rows = rowsOf((at) => ({ response: texts[at % 3], rating: 3, judge_score: at }));
    const mapping = { completion: 'response', rating: 'rating,judge_score' };
    expect(await judgedIn(rows, { ...mapping, judges: 'people' })).toEqual({
      people: {
        ratings: [
          { response: 'completion', aspect: 'rating', value: 3 },
          { response: 'completion', aspect: 'judge_score', value: 0 },
        ],
      },
    });
    // Also where the record names a model, whose name they keep: a person may be called so.
    expect(
      await judgedIn(
        rows.map((row) => ({ ...row, judge_model: 'gpt-4o' })),
        { ...mapping, judges: 'people' },
      ),
    ).toHaveProperty(['gpt-4o']);
    const path = temporaryFile('rows.jsonl', jsonl(rows));
    await expect(inspect([path], { mapping: { ...mapping, judges: 'robots' } })).rejects.toThrow('“people”');
  });
});
