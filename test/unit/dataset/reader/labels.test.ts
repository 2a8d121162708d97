import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { fullMapping, type Content } from '../../../../src/core/dataset/layouts/layout';
import { RecordReader } from '../../../../src/core/dataset/records/recordReader';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const ask = (n: number): string => `What is the answer to question number ${n}?`;
const answer = (n: number, of: string): string =>
  `This is what the ${of} one says about number ${n}, in some words of its own.`;
const three = (n: number): string[] => ['first', 'second', 'third'].map((of) => answer(n, of));

/** The judgement that each of twenty records is read with, the responses by their letters; or what is asked of it. */
async function judgementsOf(make: (n: number) => JsonObject): Promise<unknown[]> {
  const all = [...Array(20).keys()].map(make);
  const { layout, mapping } = await detectReading([temporaryFile('a.jsonl', jsonl(all))]);
  return all.map((record) => {
    const { responses, labels, unread } = layout.read(
      new RecordReader(record, fullMapping(layout, mapping)),
    ) as Content;
    if (unread) return `${unread.path}?`;
    let said = JSON.stringify(
      labels?.map(({ annotator, judgement }) => (annotator === undefined ? judgement : [annotator, judgement])) ?? [],
    );
    for (const [at, { id }] of responses.entries())
      said = said.replaceAll(JSON.stringify(id), JSON.stringify('ABC'[at]));
    return JSON.parse(said) as unknown;
  });
}

const best = (letter: string): readonly unknown[] => [{ ranking: { tiers: [[letter]] } }];
const pair = (outcome: string): readonly unknown[] => [{ comparisons: [{ a: 'A', b: 'B', outcome }] }];
const twenty = <T>(of: (n: number) => T): T[] => [...Array(20).keys()].map(of);

describe('what a file says of its responses', () => {
  it.each<[string, (n: number) => JsonObject, (n: number) => unknown]>([
    [
      'an index from 0',
      (n) => ({ prompt: ask(n), completions: three(n), chosen_index: n % 3 }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'an index from 1',
      (n) => ({ prompt: ask(n), responses: three(n), best_index: (n % 3) + 1 }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'a 1 in one of three fields',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'first'),
        response_b: answer(n, 'second'),
        winner_a: Number(n % 3 === 0),
        winner_b: Number(n % 3 === 1),
        tie: Number(n % 3 === 2),
      }),
      (n) => pair(['a', 'b', 'tie'][n % 3] ?? ''),
    ],
    [
      'a 1 as text in one of three fields, as the arena has it',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'first'),
        response_b: answer(n, 'second'),
        winner_model_a: String(Number(n % 3 === 0)),
        winner_model_b: String(Number(n % 3 === 1)),
        winner_tie: String(Number(n % 3 === 2)),
      }),
      (n) => pair(['a', 'b', 'tie'][n % 3] ?? ''),
    ],
    [
      'grades of both under a word that labels have too',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'first'),
        response_b: answer(n, 'second'),
        helpful_a: (n % 5) + 1,
        helpful_b: 5 - (n % 5),
      }),
      (n) => [
        {
          ratings: [
            { response: 'A', aspect: 'helpful', value: (n % 5) + 1 },
            { response: 'B', aspect: 'helpful', value: 5 - (n % 5) },
          ],
        },
      ],
    ],
    [
      'whether the one response was chosen',
      (n) => ({ prompt: ask(n), answer: answer(n, 'only'), decision: ['chosen', 'rejected'][n % 2] }),
      (n) => [{ acceptable: { A: n % 2 === 0 } }],
    ],
    [
      'a letter',
      (n) => ({ question: ask(n), responses: three(n).slice(0, 2), winner: ['A', 'B', 'TIE'][n % 3] }),
      (n) => pair(['a', 'b', 'tie'][n % 3] ?? ''),
    ],
    [
      'the text of the best',
      (n) => ({ prompt: ask(n), responses: three(n), best: three(n)[n % 3] }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'one among zeros',
      (n) => ({ prompt: ask(n), responses: three(n), labels: [0, 1, 2].map((at) => Number(at === n % 3)) }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'a mark in the entries',
      (n) => ({ prompt: ask(n), responses: three(n).map((text, at) => ({ text, is_best: at === n % 3 })) }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'scores in the entries',
      (n) => ({ prompt: ask(n), responses: three(n).map((text, at) => ({ text, score: at + n })) }),
      (n) => [{ ratings: [0, 1, 2].map((at) => ({ response: 'ABC'.charAt(at), aspect: 'score', value: at + n })) }],
    ],
    [
      'ranks in the entries',
      (n) => ({ prompt: ask(n), responses: three(n).map((text, at) => ({ text, rank: 3 - at })) }),
      () => [{ ranking: { tiers: [['C'], ['B'], ['A']] } }],
    ],
    [
      'scores beside a list',
      (n) => ({ query: ask(n), outputs: three(n), rewards: [0.1, 0.2, n] }),
      (n) => [
        { ratings: [0.1, 0.2, n].map((value, at) => ({ response: 'ABC'.charAt(at), aspect: 'rewards', value })) },
      ],
    ],
    [
      'an order in words',
      (n) => ({ prompt: ask(n), responses: three(n), preference: 'B > A = C' }),
      () => [{ ranking: { tiers: [['B'], ['A', 'C']] } }],
    ],
    [
      'the name of a field',
      (n) => ({
        dialogue: ask(n),
        baseline: answer(n, 'plain'),
        concise: answer(n, 'short'),
        judge_winner: n % 2 ? 'concise' : 'baseline',
      }),
      (n) => pair(n % 2 ? 'b' : 'a'),
    ],
    [
      'the name of one of three fields',
      (n) => ({
        question: ask(n),
        base: answer(n, 'base'),
        sft: answer(n, 'sft'),
        dpo: answer(n, 'dpo'),
        winner: ['base', 'sft', 'dpo'][n % 3],
      }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
    [
      'codes that scores explain',
      (n) => ({
        question: ask(n),
        answer_1: answer(n, 'one'),
        answer_2: answer(n, 'other'),
        score_1: n % 3,
        score_2: 1,
        label: [2, 0, 1][n % 3],
      }),
      (n) => [
        {
          comparisons: [{ a: 'A', b: 'B', outcome: ['b', 'tie', 'a'][n % 3] }],
          ratings: [
            { response: 'A', aspect: 'score', value: n % 3 },
            { response: 'B', aspect: 'score', value: 1 },
          ],
        },
      ],
    ],
    [
      'ratings of both of two',
      (n) => ({
        prompt: ask(n),
        response_A: answer(n, 'one'),
        response_B: answer(n, 'other'),
        A_clarity: n % 5,
        B_clarity: 4,
        A_tokens: 7,
        B_tokens: 9,
      }),
      (n) => [
        {
          ratings: [
            { response: 'A', aspect: 'clarity', value: n % 5 },
            { response: 'B', aspect: 'clarity', value: 4 },
          ],
        },
      ],
    ],
    // As PandaLM's data/testset-v1.json, where the values are 0, 1 and 2.
    [
      'a field for each annotator',
      (n) => ({
        instruction: ask(n),
        input: '',
        response1: answer(n, 'one'),
        response2: answer(n, 'other'),
        annotator1: 'A',
        annotator2: n % 2 ? 'B' : 'tie',
        annotator3: 'response2',
      }),
      (n) => [
        ['annotator1', pair('a')[0]],
        ['annotator2', pair(n % 2 ? 'b' : 'tie')[0]],
        ['annotator3', pair('b')[0]],
      ],
    ],
    [
      'a list of votes',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'one'),
        response_b: answer(n, 'other'),
        votes: ['A', 'B', 'A'].slice(0, 2 + (n % 2)),
      }),
      (n) => [['votes 1', pair('a')[0]], ['votes 2', pair('b')[0]], ...(n % 2 ? [['votes 3', pair('a')[0]]] : [])],
    ],
    [
      'annotations with their annotators',
      (n) => ({
        prompt: ask(n),
        output_1: answer(n, 'one'),
        output_2: answer(n, 'other'),
        annotations: [
          { annotator_id: 'w1', preference: 'output_1' },
          { annotator_id: `w${n}`, preference: 'output_2' },
        ],
      }),
      (n) => [
        ['w1', pair('a')[0]],
        [`w${n}`, pair('b')[0]],
      ],
    ],
    [
      'votes by the names of people',
      (n) => ({ prompt: ask(n), responses: three(n), votes: { ana: 'A', ben: 'C' } }),
      () => [
        ['ana', best('A')[0]],
        ['ben', best('C')[0]],
      ],
    ],
    [
      'grades of several people',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), rater_1: 4, rater_2: n % 5 }),
      (n) =>
        [4, n % 5].map((value, at) => [`rater_${at + 1}`, { ratings: [{ response: 'A', aspect: 'rating', value }] }]),
    ],
    [
      'yes and no of several people',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), rater_1: 'True', rater_2: n % 2 === 0 }),
      (n) => [true, n % 2 === 0].map((good, at) => [`rater_${at + 1}`, { acceptable: { A: good } }]),
    ],
    [
      'who judged, under another name',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), score: n % 5, evaluator: `E${n % 3}` }),
      (n) => [[`E${n % 3}`, { ratings: [{ response: 'A', aspect: 'score', value: n % 5 }] }]],
    ],
    [
      'scores named after each of three',
      (n) => ({
        prompt: ask(n),
        response_1: answer(n, 'one'),
        response_2: answer(n, 'other'),
        response_3: answer(n, 'third'),
        score_1: n % 5,
        score_2: 2,
        score_3: 3,
      }),
      (n) => [{ ratings: [n % 5, 2, 3].map((value, at) => ({ response: 'ABC'.charAt(at), aspect: 'rating', value })) }],
    ],
    [
      'yes and no of each model',
      (n) => ({
        question: ask(n),
        '6b': { solution: answer(n, 'small'), is_correct: n % 2 === 0 },
        '70b': { solution: answer(n, 'middle'), is_correct: false },
        '175b': { solution: answer(n, 'large'), is_correct: true },
      }),
      (n) => [{ acceptable: { A: n % 2 === 0, B: false, C: true } }],
    ],
    [
      'grades as forms write them: of how many',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), rating: `${n % 11}/10` }),
      (n) => [{ ratings: [{ response: 'A', aspect: 'rating of 10', value: n % 11 }] }],
    ],
    [
      'grades with a decimal comma',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'one'),
        response_b: answer(n, 'other'),
        score_a: `${n % 5},5`,
        score_b: '3,0',
      }),
      (n) => [
        {
          ratings: [
            { response: 'A', aspect: 'score', value: (n % 5) + 0.5 },
            { response: 'B', aspect: 'score', value: 3 },
          ],
        },
      ],
    ],
    [
      'stars',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), stars: '★'.repeat((n % 5) + 1) + '☆'.repeat(4 - (n % 5)) }),
      (n) => [{ ratings: [{ response: 'A', aspect: 'stars in stars', value: (n % 5) + 1 }] }],
    ],
    [
      'grades on unlike scales, which are never compared',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), rating: n % 2 ? '4/5' : '8/10' }),
      (n) => [{ ratings: [{ response: 'A', aspect: n % 2 ? 'rating of 5' : 'rating of 10', value: n % 2 ? 4 : 8 }] }],
    ],
    [
      'grades beside a list, as texts',
      (n) => ({ prompt: ask(n), responses: three(n), scores: ['4/5', '3/5', '1/5'] }),
      () => [{ ratings: [4, 3, 1].map((value, at) => ({ response: 'ABC'.charAt(at), aspect: 'scores of 5', value })) }],
    ],
    [
      'a word among grades, which is left out and told',
      (n) => ({ prompt: ask(n), responses: three(n), scores: n === 3 ? [1, 'very good', 2] : [1, 2, 3] }),
      (n) =>
        n === 3
          ? 'scores?'
          : [{ ratings: [1, 2, 3].map((value, at) => ({ response: 'ABC'.charAt(at), aspect: 'scores', value })) }],
    ],
    [
      'columns by their ranks',
      (n) => ({ prompt: ask(n), rank1: answer(n, 'one'), rank2: answer(n, 'other'), rank3: answer(n, 'third') }),
      () => [{ ranking: { tiers: [['A'], ['B'], ['C']] } }],
    ],
    // As tatsu-lab/alpaca_eval writes annotations.json.
    [
      'the codes of AlpacaEval',
      (n) => ({
        instruction: ask(n),
        output_1: answer(n, 'one'),
        generator_1: 'base',
        output_2: answer(n, 'other'),
        generator_2: 'mine',
        annotator: 'a',
        preference: [1, 2, 1.5, 0][n % 4],
      }),
      (n) => [['a', pair(['a', 'b', 'tie', 'tie'][n % 4] ?? '')[0]]],
    ],
    [
      'the codes of AlpacaEval beside which models were shown',
      (n) => ({
        instruction: ask(n),
        output_1: answer(n, 'one'),
        generator_1: 'base',
        output_2: answer(n, 'other'),
        generator_2: 'mine',
        annotator: 'a',
        preference: 1 + (n % 2),
        referenced_models: { M: n % 3 ? 'output_1' : 'output_2', m: n % 3 ? 'output_2' : 'output_1' },
      }),
      (n) => [['a', pair(n % 2 ? 'b' : 'a')[0]]],
    ],
    [
      'a 1 for a right answer',
      (n) => ({ prompt: ask(n), response: answer(n, 'a'), answer_correct: n % 2 }),
      (n) => [{ acceptable: { A: n % 2 === 1 } }],
    ],
    [
      'the name of a stage, one of which never wins',
      (n) => ({
        prompt: ask(n),
        Base: answer(n, 'base'),
        SFT: answer(n, 'sft'),
        DPO: answer(n, 'dpo'),
        winner: n % 2 ? 'SFT' : 'DPO',
      }),
      (n) => best(n % 2 ? 'A' : 'B'),
    ],
    [
      "people's grades of one",
      (n) => ({ rating_id: n, question: ask(n), reply: answer(n, 'a'), human_tact: n % 5, human_notes: 'fine' }),
      (n) => [{ ratings: [{ response: 'A', aspect: 'human_tact', value: n % 5 }] }],
    ],
    [
      'a ranking of two, which is ranks and order in one',
      (n) => ({ query: ask(n), outputs: three(n).slice(0, 2), ranking: n % 2 ? [1, 0] : [0, 1] }),
      (n) => [{ ranking: { tiers: n % 2 ? [['B'], ['A']] : [['A'], ['B']] } }],
    ],
    [
      'a ranking with a tie, which no order has',
      (n) => ({ prompt: ask(n), responses: three(n), ranking: n % 2 ? [1, 1, 2] : [2, 3, 1] }),
      (n) => [{ ranking: { tiers: n % 2 ? [['A', 'B'], ['C']] : [['C'], ['A'], ['B']] } }],
    ],
    [
      'a ranking of names',
      (n) => ({ prompt: ask(n), responses: three(n), ranking: ['r2', 'r1', 'r3'] }),
      () => [{ ranking: { tiers: [['B'], ['A'], ['C']] } }],
    ],
    [
      'the text of the better one of two',
      (n) => ({
        task: ask(n),
        model_a_output: answer(n, 'one'),
        model_b_output: answer(n, 'other'),
        choice: answer(n, n % 2 ? 'one' : 'other'),
      }),
      (n) => pair(n % 2 ? 'a' : 'b'),
    ],
    [
      'words of feedback',
      (n) => ({ question: ask(n), answer: answer(n, 'only'), feedback: ['like', '👎', 'Thumbs up', '❌'][n % 4] }),
      (n) => [{ acceptable: { A: n % 2 === 0 } }],
    ],
    [
      'grades of both in one list',
      (n) => ({
        question: ask(n),
        Answer1: answer(n, 'one'),
        Answer2: answer(n, 'other'),
        scores: [8, n],
        scores_reverse: [n, 7],
      }),
      (n) => [
        {
          ratings: [
            { response: 'A', aspect: 'scores', value: 8 },
            { response: 'B', aspect: 'scores', value: n },
          ],
        },
      ],
    ],
    // As tianyi-lab/Cherry_LLM writes *_reviews_gpt3.5.json.
    [
      'grades of both in a text',
      (n) => ({ text: ask(n), Answer1: answer(n, 'one'), Answer2: answer(n, 'other'), scores: `[8.0, ${n}.5]` }),
      (n) => [
        {
          ratings: [
            { response: 'A', aspect: 'scores', value: 8 },
            { response: 'B', aspect: 'scores', value: n + 0.5 },
          ],
        },
      ],
    ],
    [
      'an index beside an object that holds marks too',
      (n) => ({
        prompt: ask(n),
        completions: three(n),
        chosen_index: n % 3,
        settings: { quality_metrics: { best: 'x', temperature: 0.7 } },
      }),
      (n) => best('ABC'.charAt(n % 3)),
    ],
  ])('is taken over: %s', async (_, make, wanted) => {
    expect(await judgementsOf(make)).toEqual(twenty(wanted));
  });

  it.each<[string, (n: number) => JsonObject, unknown]>([
    [
      'an index that may count from 0 or from 1',
      (n) => ({ prompt: ask(n), responses: three(n), best_index: (n % 2) + 1 }),
      'best_index?',
    ],
    [
      'codes of several annotators',
      (n) => ({
        question: ask(n),
        answer_1: answer(n, 'one'),
        answer_2: answer(n, 'other'),
        annotator1: n % 3,
        annotator2: 1,
      }),
      'annotator1,annotator2?',
    ],
    [
      'a ranking of three, which may be ranks or an order',
      (n) => ({
        prompt: ask(n),
        responses: three(n),
        ranking: [
          [2, 3, 1],
          [3, 1, 2],
        ][n % 2],
      }),
      'ranking?',
    ],
    [
      'words of feedback that say neither good nor bad',
      (n) => ({ question: ask(n), answer: answer(n, 'only'), feedback: ['escalated', 'resolved'][n % 2] }),
      'feedback?',
    ],
    [
      'codes that scores do not explain',
      (n) => ({
        question: ask(n),
        answer_1: answer(n, 'one'),
        answer_2: answer(n, 'other'),
        score_1: n % 3,
        score_2: 1,
        label: n % 2,
      }),
      'label?',
    ],
  ])('is asked about: %s', async (_, make, wanted) => {
    expect(await judgementsOf(make)).toEqual(twenty(() => wanted));
  });

  it.each<[string, (n: number) => JsonObject]>([
    [
      'how two were sampled',
      (n) => ({
        brief: ask(n),
        candidate_a: answer(n, 'one'),
        candidate_b: answer(n, 'other'),
        candidate_a_params: { temperature: 0.7, top_p: 1 },
        candidate_b_params: { temperature: 1, top_p: 0.9 },
      }),
    ],
    ['a word that sorts records', (n) => ({ prompt: ask(n), responses: three(n), label: 'safety' })],
    [
      'scores of which there are more than responses',
      (n) => ({ prompt: ask(n), responses: three(n), scores: [1, 2, 3, 4] }),
    ],
  ])('is left alone: %s', async (_, make) => {
    expect(await judgementsOf(make)).toEqual(twenty(() => []));
  });
});

describe('a ranking that may be ranks or an order', () => {
  it('is read as a person says: the rank of each response, or their numbers, best first', async () => {
    const all = [...Array(20).keys()].map((n) => ({ prompt: ask(n), responses: three(n), ranking: [2, 3, 1] }));
    const path = temporaryFile('a.jsonl', jsonl(all));
    const tiers = async (mapping: Record<string, string>): Promise<unknown> => {
      const { layout, mapping: whole } = await detectReading([path], { mapping });
      return (layout.read(new RecordReader(all[0]!, fullMapping(layout, whole))) as Content).labels?.[0]?.judgement
        .ranking?.tiers;
    };
    expect(await tiers({ rank: 'ranking' })).toEqual([['r3'], ['r1'], ['r2']]);
    expect(await tiers({ label: 'ranking', values: '1=first,2=second,3=third' })).toEqual([['r2'], ['r3'], ['r1']]);
  });
});

describe('who judged', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['is a model under a name that says so', { judge_model: 'my-own-7b' }, { judge: 'my-own-7b' }],
    ['is a model that is called like one', { annotator: 'gpt-4' }, { judge: 'gpt-4', judgeByName: true }],
    ['is a person otherwise', { annotator: 'ana' }, { annotator: 'ana' }],
    ['is nobody whom the record does not name', { judge: 'strict' }, {}],
  ])('%s', async (_, named, wanted) => {
    const forms: readonly JsonObject[] = [
      { response_a: 'One of them, in words.', response_b: 'The other, in words.', winner: 'A' },
      { completion: 'The only one, in words.', rating: 4 },
      { responses: three(1), rank: [1, 2, 3] },
    ];
    for (const form of forms) {
      const all = [...Array(5).keys()].map((n) => ({ prompt: ask(n), ...form, ...named }));
      const { layout, mapping } = await detectReading([temporaryFile('a.jsonl', jsonl(all))]);
      const [{ judgement: _judged, ...who }] = (
        layout.read(new RecordReader(all[0]!, fullMapping(layout, mapping))) as Content
      ).labels as unknown as readonly [JsonObject];
      expect(who).toEqual(wanted);
    }
  });
});

describe('responses by their names', () => {
  it.each<[string, (n: number) => JsonObject, readonly string[]]>([
    [
      'texts',
      (n) => ({ prompt: ask(n), responses: { 'gpt-4.1': answer(n, 'one'), 'llama-3': answer(n, 'other') } }),
      ['gpt-4.1', 'llama-3'],
    ],
    [
      'objects with one long text',
      (n) => ({
        question: ask(n),
        conditions: {
          plain: { final_story: answer(n, 'one'), words: n },
          guided: { final_story: answer(n, 'other'), words: n },
        },
      }),
      ['plain', 'guided'],
    ],
  ])('are read of an object of %s', async (_, make, ids) => {
    const all = twenty(make);
    const { layout, mapping } = await detectReading([temporaryFile('a.jsonl', jsonl(all))]);
    const { responses, prompt } = layout.read(new RecordReader(make(3), fullMapping(layout, mapping))) as Content;
    expect([prompt[0]?.content, responses.map(({ id, text }) => [id, text])]).toEqual([
      ask(3),
      [
        [ids[0], answer(3, 'one')],
        [ids[1], answer(3, 'other')],
      ],
    ]);
  });

  it('are no parts of one answer', async () => {
    await expect(
      detectReading([
        temporaryFile(
          'a.jsonl',
          jsonl(
            twenty((n) => ({ prompt: ask(n), output: { reasoning: answer(n, 'thought'), answer: answer(n, 'said') } })),
          ),
        ),
      ]),
    ).resolves.toMatchObject({ mapping: { completion: 'output.answer' } });
  });
});
