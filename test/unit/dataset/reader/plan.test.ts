import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { fullMapping, type Content } from '../../../../src/core/dataset/layouts/layout';
import { responseList } from '../../../../src/core/dataset/layouts/lists/responseList';
import { optionsOf } from '../../../../src/core/dataset/recognition/planCommand';
import { readingProblem } from '../../../../src/core/dataset/recognition/planChecks';
import { planOf } from '../../../../src/core/dataset/recognition/plan';
import { RecordReader } from '../../../../src/core/dataset/records/recordReader';
import { answer, ask, polarNames, promptNames, questions, records, siblingNames } from '../../made/namingMatrix';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { matchingLayouts } from '../../../../src/core/dataset/matchingLayouts';
import { NoLayoutError } from '../../../../src/core/dataset/items/noLayoutError';

/** What is made of records as a file of them is opened: what was asked and the responses of each. */
function readAs(all: readonly JsonObject[]):
  | {
      readonly certain: boolean;
      readonly layout: string;
      readonly mapping: unknown;
      readonly items: (readonly [string, ...string[]])[];
    }
  | undefined {
  const [known] = matchingLayouts(all, {});
  const plan =
    known && readingProblem(all, known, {}) === undefined ? { layout: known, mapping: {}, doubts: [] } : planOf(all);
  if (!plan) return undefined;
  const items =
    plan.doubts.length > 0
      ? []
      : all.flatMap((record): (readonly [string, ...string[]])[] => {
          const read = plan.layout.read(new RecordReader(record, fullMapping(plan.layout, plan.mapping)));
          return (Array.isArray(read) ? (read as readonly Content[]) : [read as Content]).map(
            ({ prompt, responses }) =>
              [prompt.map(({ content }) => content).join('\n'), ...responses.map(({ text }) => text)] as const,
          );
        });
  return { certain: plan.doubts.length === 0, layout: plan.layout.name, mapping: plan.mapping, items };
}

const lists = ['responses', 'answers', 'completions', 'outputs', 'candidates', 'generations', 'choices'];
const texts = ['text', 'content', 'response', 'completion', 'output', 'answer', 'body'];
const beside: readonly JsonObject[] = [
  {},
  { id: 7 },
  { source: 'web', split: 'train' },
  { system: 'Be brief.' },
  { category: 'qa', model: 'gpt-4' },
];

describe('records of an unknown layout', () => {
  it('are read by the names of their fields: hardly any is asked about, and none is read wrongly', () => {
    const outcomes = { right: 0, asked: 0, refused: 0, wrong: [] as string[] };
    const look = (all: readonly JsonObject[], wanted: readonly string[][], what: string): void => {
      const read = readAs(all);
      if (!read) outcomes.refused++;
      else if (!read.certain) outcomes.asked++;
      else if (
        read.items.every(
          ([asked, ...said], n) => asked.endsWith(ask(n)) && JSON.stringify(said) === JSON.stringify(wanted[n]),
        )
      )
        outcomes.right++;
      else outcomes.wrong.push(`${what} ${JSON.stringify(read.mapping)}`);
    };
    for (const prompt of promptNames) {
      for (const more of beside) {
        for (const [a = '', b = ''] of [...polarNames, ...siblingNames])
          look(
            records((n) => ({ ...more, [prompt]: ask(n), [a]: answer(n, 'first'), [b]: answer(n, 'second') })),
            [...Array(20).keys()].map((n) => [answer(n, 'first'), answer(n, 'second')]),
            `${prompt}, ${a}, ${b}`,
          );
        for (const list of lists) {
          look(
            records((n) => ({
              ...more,
              [prompt]: ask(n),
              [list]: [answer(n, 'first'), answer(n, 'second'), answer(n, 'third')],
            })),
            [...Array(20).keys()].map((n) => [answer(n, 'first'), answer(n, 'second'), answer(n, 'third')]),
            `${prompt}, ${list} of texts`,
          );
          if (Object.keys(more).length === 0)
            for (const text of texts)
              look(
                records((n) => ({
                  [prompt]: ask(n),
                  [list]: [
                    { [text]: answer(n, 'first'), model: 'x' },
                    { [text]: answer(n, 'second'), model: 'y' },
                  ],
                })),
                [...Array(20).keys()].map((n) => [answer(n, 'first'), answer(n, 'second')]),
                `${prompt}, ${list} of ${text}`,
              );
        }
      }
    }
    const all = outcomes.right + outcomes.asked + outcomes.refused + outcomes.wrong.length;
    expect(all).toBeGreaterThan(2000);
    expect(outcomes.wrong).toEqual([]);
    expect({ ...outcomes, share: outcomes.right / all }).toMatchObject({
      share: expect.toSatisfy((share: number) => share >= 0.95) as number,
    });
  });

  it.each<[string, (n: number) => JsonObject, readonly [string, ...string[]]]>([
    [
      'a response and the right one',
      (n) => ({ prompt: ask(n), correct_response: answer(n, 'right'), model_response: answer(n, 'given') }),
      [ask(0), answer(0, 'given')],
    ],
    [
      'a response and its opening',
      (n) => ({
        prompt: ask(n),
        response_text: `${answer(n, 'given')} And more.`,
        response_opening: `${answer(n, 'given').slice(0, 30)}...`,
      }),
      [ask(0), `${answer(0, 'given')} And more.`],
    ],
    [
      'an instruction and the question that it is about',
      (n) => ({
        instruction: 'Answer as a critic.',
        question: ask(n),
        base_answer: answer(n, 'a'),
        lora_answer: answer(n, 'b'),
      }),
      [`Answer as a critic.\n${ask(0)}`, answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a transcript of speakers',
      (n) => ({
        id: n,
        turns: [
          { speaker: 'Customer', text: ask(n) },
          { speaker: 'bot', text: answer(n, 'a') },
        ],
      }),
      [ask(0), answer(0, 'a')],
    ],
    ['what was replied to', (n) => ({ email: ask(n), category: 'x', reply: answer(n, 'a') }), [ask(0), answer(0, 'a')]],
    [
      'an instruction and its input',
      (n) => ({
        instruction: ask(n),
        input: n % 2 === 0 ? '' : `input ${n}`,
        output: [answer(n, 'a'), answer(n, 'b')],
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'columns that are named after models',
      (n) => ({ question: ask(n), 'gpt-4o': answer(n, 'one'), 'llama-3-8b': answer(n, 'other') }),
      [ask(0), answer(0, 'one'), answer(0, 'other')],
    ],
    [
      'objects within',
      (n) => ({ meta: { id: n }, data: { question: ask(n), answers: [answer(n, 'a'), answer(n, 'b')] } }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'texts in objects of their own',
      (n) => ({
        prompt: { text: ask(n), lang: 'en' },
        chosen: { text: answer(n, 'a'), score: 1 },
        rejected: { text: answer(n, 'b'), score: 0 },
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a user and an assistant',
      (n) => ({ user: ask(n), assistant: answer(n, 'only'), rating: n % 5 }),
      [ask(0), answer(0, 'only')],
    ],
    [
      'one response',
      (n) => ({ question_id: n, question: ask(n), response: answer(n, 'only') }),
      [ask(0), answer(0, 'only')],
    ],
    [
      'a response beside a reference and a grade',
      (n) => ({
        question: ask(n),
        reference: answer(n, 'right'),
        response: answer(n, 'model'),
        model: 'x',
        human_score: n % 5,
      }),
      [ask(0), answer(0, 'model')],
    ],
    [
      'a table of a person',
      (n) => ({
        'Evaluator ID': `E${n}`,
        Prompt: ask(n),
        'Model Response': answer(n, 'only'),
        'Safety Score (1-5)': '4',
        Notes: `fine ${n}`,
      }),
      [ask(0), answer(0, 'only')],
    ],
    // As lmarena/arena-hard-auto writes model_answer/*.jsonl.
    [
      "Arena-Hard's answers",
      (n) => ({
        uid: `u${n}`,
        model: 'x',
        messages: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: { answer: answer(n, 'a') } },
        ],
      }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'translations',
      (n) => ({ source_text: ask(n), translation_1: answer(n, 'a'), translation_2: answer(n, 'b') }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      "a source that is somebody's words",
      (n) => ({ source: `${ask(n)} (${n})`, output_1: answer(n, 'a'), output_2: answer(n, 'b') }),
      [`${ask(0)} (0)`, answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'siblings in another order',
      (n) => ({ prompt: ask(n), response_b: answer(n, 'b'), response_a: answer(n, 'a') }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a factual answer and a hallucinated one',
      (n) => ({ question: ask(n), right_answer: answer(n, 'right'), hallucinated_answer: answer(n, 'wrong') }),
      [ask(0), answer(0, 'right'), answer(0, 'wrong')],
    ],
    [
      'versions of one text',
      (n) => ({ prompt: ask(n), summary_pre: answer(n, 'before'), summary_after: answer(n, 'after') }),
      [ask(0), answer(0, 'before'), answer(0, 'after')],
    ],
    [
      'answers in the object of each model',
      (n) => ({
        question: ask(n),
        '6b': { solution: answer(n, 'small') },
        '70b': { solution: answer(n, 'middle') },
        '175b': { solution: answer(n, 'large') },
      }),
      [ask(0), answer(0, 'small'), answer(0, 'middle'), answer(0, 'large')],
    ],
    [
      'stages beside others of their names',
      (n) => ({ prompt: ask(n), SFT: answer(n, 'sft'), Base_PPO: answer(n, 'base'), Prima_PPO: answer(n, 'prima') }),
      [ask(0), answer(0, 'sft'), answer(0, 'base'), answer(0, 'prima')],
    ],
    [
      'pairs in objects that hold more',
      (n) => ({
        prompt: ask(n),
        chosen: { model: 'x', critique: answer(n, 'critic'), response: answer(n, 'a') },
        rejected: { model: 'y', critique: answer(n, 'critic too'), response: answer(n, 'b') },
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a response beside the right answer',
      (n) => ({ question: ask(n), correct_answer: answer(n, 'right'), response: answer(n, 'given') }),
      [ask(0), answer(0, 'given')],
    ],
    [
      "columns with a version's dot in their names",
      (n) => ({ prompt: ask(n), 'llama-3.1_response': answer(n, 'one'), 'qwen-2.5_response': answer(n, 'other') }),
      [ask(0), answer(0, 'one'), answer(0, 'other')],
    ],
    [
      'two conversations that begin alike',
      (n) => ({
        id: n,
        chosen: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: answer(n, 'a') },
        ],
        rejected: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: answer(n, 'b') },
        ],
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'texts that a program wrote as JSON',
      (n) => ({
        prompt: ask(n),
        response: answer(n, 'a'),
        trace: JSON.stringify({ step: n, said: answer(n, 'program') }),
      }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'columns of models that are called what they hold, beside a list',
      (n) => ({
        question: ask(n),
        facts: ['a', 'b'],
        'Qwen2.5-7B_summary': answer(n, 'one'),
        mistral_base_summary: answer(n, 'other'),
      }),
      [ask(0), answer(0, 'one'), answer(0, 'other')],
    ],
    [
      'what was predicted, beside what was expected',
      (n) => ({
        question: ask(n),
        perspective: ['CAUSE', 'INFORMATION'][n % 2],
        Predicted: answer(n, 'model'),
        Actual: answer(n, 'right'),
      }),
      [ask(0), answer(0, 'model')],
    ],
    [
      'one conversation of speakers with what they uttered',
      (n) => ({
        id: n,
        conversation: [
          { speaker: 'user', utterance: ask(n) },
          { speaker: 'agent', utterance: answer(n, 'a') },
        ],
      }),
      [ask(0), answer(0, 'a')],
    ],
    // As LLaMA-Factory's alpaca format has the turns before the instruction.
    [
      'earlier turns',
      (n) => ({ instruction: ask(n), output: answer(n, 'a'), history: n === 0 ? [['Hello?', 'Hi.']] : [] }),
      [`Hello?\nHi.\n${ask(0)}`, answer(0, 'a')],
    ],
    [
      'earlier turns as messages',
      (n) => ({
        question: ask(n),
        response_a: answer(n, 'a'),
        response_b: answer(n, 'b'),
        chat_history: [
          { role: 'user', content: 'Hello?' },
          { role: 'assistant', content: 'Hi.' },
        ],
      }),
      [`Hello?\nHi.\n${ask(0)}`, answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a question with its options, and what a model said',
      (n) => ({
        sample: { question: ask(n), choices: [`Oslo ${n}`, `Bergen ${n}`], answer: 1 },
        response: answer(n, 'model'),
      }),
      [ask(0), answer(0, 'model')],
    ],
    [
      'reasons of scores beside the answer',
      (n) => ({
        question: ask(n),
        answer_relevancy_score: n % 5,
        answer_relevancy_reason: answer(n, 'judge'),
        answer: answer(n, 'model'),
      }),
      [ask(0), answer(0, 'model')],
    ],
    [
      'steps of two solutions',
      (n) => ({
        prompt: ask(n),
        chosen: [`Step 1: take ${n}.`, 'Step 2: add one.'],
        rejected: [`Step 1: take ${n}.`, 'Step 2: add two.'],
      }),
      [ask(0), 'Step 1: take 0.\nStep 2: add one.', 'Step 1: take 0.\nStep 2: add two.'],
    ],
    [
      'texts each in a list by itself',
      (n) => ({ prompt: ask(n), chosen: [answer(n, 'a')], rejected: [answer(n, 'b')] }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'summaries by what made them, of an article',
      (n) => ({
        sample_id: `s${n}`,
        article: `${ask(n)} ${answer(n, 'reporter')}`,
        reference: answer(n, 'right'),
        summary_baseline: answer(n, 'a'),
        summary_dpo_whole: answer(n, 'b'),
        summary_dpo_holistic: answer(n, 'c'),
      }),
      [`${ask(0)} ${answer(0, 'reporter')}`, answer(0, 'a'), answer(0, 'b'), answer(0, 'c')],
    ],
    [
      'a reply to a context',
      (n) => ({
        ID: n,
        Dataset: 'daily',
        Context: `${ask(n)} I have ${n} of them.`,
        Response: answer(n, 'a'),
        Human_Score: n % 5,
      }),
      [`${ask(0)} I have 0 of them.`, answer(0, 'a')],
    ],
    [
      'what two said in turn, under their names',
      (n) => ({
        conversation: [
          { human: 'Hello?', assistant: 'Hi.' },
          { human: ask(n), assistant: answer(n, 'a') },
        ],
      }),
      [`Hello?\nHi.\n${ask(0)}`, answer(0, 'a')],
    ],
    [
      'a response under the name of each model',
      (n) => ({
        prompt: ask(n),
        gen: {
          fusion: { text: answer(n, 'a'), score: { human: [1, 2] } },
          plan_write: { text: answer(n, 'b'), score: { human: [2, 3] } },
        },
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      "an assistant's message by itself",
      (n) => ({
        question: ask(n),
        custom_id: `c${n}`,
        result: {
          type: 'done',
          message: { role: 'assistant', model: 'x', content: [{ type: 'text', text: answer(n, 'a') }] },
        },
      }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'several responses, and nothing that was asked',
      (n) => ({ id: n, answers: [answer(n, 'a'), answer(n, 'b')] }),
      ['', answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'a pair that says which is better, and nothing that was asked',
      (n) => ({ chosen_summary: answer(n, 'a'), rejected_summary: answer(n, 'b') }),
      ['', answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'what a model was sampled to say, under no name of a response',
      (n) => ({ prompt: ask(n), category: 'travel', seed: n, text: answer(n, 'a') }),
      [ask(0), answer(0, 'a')],
    ],
    ['results of a model', (n) => ({ input: ask(n), llm_results: answer(n, 'a') }), [ask(0), answer(0, 'a')]],
    [
      'a prediction beside what it should have been, in short',
      (n) => ({ query: ask(n), gt: answer(n, 'right'), 'claude-100k_pred': answer(n, 'a') }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'answers by what made them, called in two letters',
      (n) => ({
        question: ask(n),
        gold_answer: answer(n, 'right'),
        answer_llm_only: answer(n, 'a'),
        answer_llm_kg: answer(n, 'b'),
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'parts that were cut out of the response',
      (n) => ({
        prompt: ask(n),
        response_text: `${answer(n, 'a')} And so on, and on, to the end of it.`,
        matched: `${n}, in some words of its own. And so on, and on, to the end`,
      }),
      [ask(0), `${answer(0, 'a')} And so on, and on, to the end of it.`],
    ],
    [
      'a second output that is told from the first',
      (n) => ({
        input: ask(n),
        model_output: answer(n, 'a'),
        model_output_b: answer(n, 'b'),
        human_winner: 'AB'[n % 2],
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'what a policy said, and the model before its training',
      (n) => ({
        question: ask(n),
        ref_response: answer(n, 'ref'),
        policy_response: answer(n, 'policy'),
        expected: answer(n, 'right'),
      }),
      [ask(0), answer(0, 'ref'), answer(0, 'policy')],
    ],
    [
      'columns of models, one of which says little',
      (n) => ({
        question: ask(n),
        'ft:gpt-3.5-turbo:a': answer(n, 'a'),
        'ft:gpt-3.5-turbo:b': answer(n, 'b'),
        'ft:gpt-3.5-turbo:c': `In spring ${n}.`,
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b'), 'In spring 0.'],
    ],
    [
      'answers of systems, some of them known models',
      (n) => ({
        question: ask(n),
        golden_answer: `Oslo ${n}`,
        answer_fid: `Bergen ${n}.`,
        answer_gpt35: answer(n, 'a'),
        answer_chatgpt: answer(n, 'b'),
        answer_newbing: answer(n, 'c'),
      }),
      [ask(0), 'Bergen 0.', answer(0, 'a'), answer(0, 'b'), answer(0, 'c')],
    ],
    [
      'what one model said, under its name',
      (n) => ({ prompt: ask(n), ground_truth: answer(n, 'right'), 'Meta-Llama-3.1-8B': answer(n, 'a') }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'a standard answer',
      (n) => ({
        Question: ask(n),
        'Standard answer': answer(n, 'right'),
        Answers: [
          { Chatbot: 'a', Answer: answer(n, 'a') },
          { Chatbot: 'b', Answer: answer(n, 'b') },
        ],
      }),
      [ask(0), answer(0, 'a'), answer(0, 'b')],
    ],
    [
      'an answer that judges would improve',
      (n) => ({
        question: ask(n),
        answer: answer(n, 'a'),
        review_1: 'Good',
        human_score: n % 5,
        llm_judge_improved: answer(n, 'judge'),
      }),
      [ask(0), answer(0, 'a')],
    ],
    ['a question in Arabic', (n) => ({ السؤال: ask(n), 'اجابة النموذج': answer(n, 'a') }), [ask(0), answer(0, 'a')]],
    [
      'a judged response, and nothing that was asked',
      (n) => ({ id: n, response: answer(n, 'a'), rating: n % 5 }),
      ['', answer(0, 'a')],
    ],
    [
      'more than two siblings',
      (n) => ({ prompt: ask(n), answer_a: answer(n, 'a'), answer_b: answer(n, 'b'), answer_c: answer(n, 'c') }),
      [ask(0), answer(0, 'a'), answer(0, 'b'), answer(0, 'c')],
    ],
    [
      'stages, one of which is written in two words',
      (n) => ({ question: ask(n), base: answer(n, 'base'), fine_tuned: answer(n, 'tuned') }),
      [ask(0), answer(0, 'base'), answer(0, 'tuned')],
    ],
    [
      'what a prompt was made of beside it',
      (n) => ({
        prompt: `Do this: ${ask(n)}\nInput: ${answer(n, 'input')}\nOutput:`,
        instruction: ask(n),
        input: answer(n, 'input'),
        response: answer(n, 'a'),
      }),
      [`Do this: ${ask(0)}\nInput: ${answer(0, 'input')}\nOutput:`, answer(0, 'a')],
    ],
    [
      'an article under "source"',
      (n) => ({
        doc_id: n,
        source: `${answer(n, 'article')} `.repeat(5).trim(),
        system_output: answer(n, 'summary'),
        scores: { coherence: n % 5 },
      }),
      [`${answer(0, 'article')} `.repeat(5).trim(), answer(0, 'summary')],
    ],
    [
      'a response and several right ones',
      (n) => ({
        question: ask(n),
        response: answer(n, 'given'),
        Best_Answer1: answer(n, 'right'),
        Best_Answer2: answer(n, 'other right'),
      }),
      [ask(0), answer(0, 'given')],
    ],
    [
      'the turn before a response',
      (n) => ({
        evidence: answer(n, 'book'),
        'previous turn': ask(n),
        response: answer(n, 'a'),
        'gold label': ['entailment', 'generic'][n % 2],
      }),
      [ask(0), answer(0, 'a')],
    ],
    [
      'a list with the one output of each',
      (n) => ({
        prompt_hash: `h${n}`,
        text: `${ask(n)} (${n})`,
        outputs: [{ index: 0, text: answer(n, 'a'), token_ids: [1, 2] }],
      }),
      [`${ask(0)} (0)`, answer(0, 'a')],
    ],
  ])('are read where they hold %s', (_, make, first) =>
    expect(readAs(records(make))).toMatchObject({ certain: true, items: expect.arrayContaining([first]) as unknown }),
  );

  it('are read of one record where prompt and responses are named beyond doubt', () => {
    const one = {
      task: 'Drag and rank the given AI model responses by their relevance to the prompt.',
      prompt: ask(0),
      items: [
        { title: 'Llama', body: answer(0, 'a'), id: 'x' },
        { title: 'Cobra', body: answer(0, 'b'), id: 'y' },
      ],
    };
    expect(readAs([one])).toMatchObject({ certain: true, items: [[ask(0), answer(0, 'a'), answer(0, 'b')]] });
    expect(planOf([{ task: one.task, question: ask(0), response: answer(0, 'a') }])?.doubts).toEqual([
      'nothing uses “task”',
    ]);
  });

  it.each<[string, (n: number) => JsonObject]>([
    [
      'ids of answers',
      (n) => ({
        review_id: `r${n}`,
        question_id: n,
        answer1_id: `kEL9ifUHDeYuAXzevje${n}`,
        answer2_id: `3UA6eGXGyFeUGqGpP${n}`,
        text: answer(n, 'judge'),
        score: [9, 8],
      }),
    ],
    [
      'names of models and a winner',
      (n) => ({ question_id: String(n), model_1: 'claude-v1', model_2: 'vicuna-13b', winner1: 'model_2' }),
    ],
    [
      'judgements alone',
      (n) => ({ output: `A: Feedback 1 is better, for reason ${n} and others.`, cost: 0.1, finish_reason: 'stop' }),
    ],
    ['prompts alone', (n) => ({ instruction: ask(n), input: `and this ${n}` })],
    ['codes', (n) => ({ prompt: ask(n), response_a: 'A', response_b: 'B', label: n % 2 })],
    ['numbers', (n) => ({ prompt: ask(n), output_1: n, output_2: n + 1 })],
    [
      'states that are called responses',
      (n) => ({ query: ask(n), response_timing_raw: ['absent', 'early', 'late'][n % 3], safety_competence: n / 7 }),
    ],
    [
      'what was expected',
      (n) => ({ expected_clarification_questions: ask(n), expected_answer_points: answer(n, 'expected') }),
    ],
    [
      "a judge's reasons",
      (n) => ({
        question: ask(n),
        fw_a: 'langchain',
        fw_b: 'llamaindex',
        winner: n % 2 ? 'langchain' : 'llamaindex',
        reasoning: answer(n, 'judge'),
      }),
    ],
    ['a key and no answers', (n) => ({ task_prompt: ask(n), gold_answer: answer(n, 'right'), model_answers: [] })],
    [
      'a result that names one of two models',
      (n) => ({
        instruction: ask(n),
        model_output: answer(n, 'a'),
        reference_output: answer(n, 'b'),
        result: `model_${(n % 2) + 1}`,
      }),
    ],
    [
      'options of a question and the right one',
      (n) => ({ scenario: ask(n), choices: [`${ask(n)} one`, `${ask(n)} two`], label: `${ask(n)} two` }),
    ],
    ['names of pictures', (n) => ({ winner: `picture${n}.jpg`, loser: `other${n}.jpg` })],
    [
      'names of prompts',
      (n) => ({
        task_id: n,
        prompt_profile: n % 2 ? 'minimal_doctrine' : 'full_doctrine',
        output_text: answer(n, 'a'),
      }),
    ],
    ['one text', (n) => ({ id: n, text: answer(n, 'only') })],
    [
      'one of two that a label names',
      (n) => ({
        prompt: ask(n),
        response_reference: answer(n, 'good'),
        response_to_corrupt: answer(n, 'bad'),
        human_preferred: 'B',
      }),
    ],
    [
      'sentences of a summary',
      (n) => ({
        article: answer(n, 'reporter'),
        summary_sentences: [
          { sentence: answer(n, 'first'), ok: true },
          { sentence: answer(n, 'second'), ok: false },
        ],
      }),
    ],
    ["a judge's words alone", (n) => ({ question_id: n, judge_tone: n % 5, judge_reasoning: answer(n, 'judge') })],
    [
      'thoughts and the answers beside them, in objects',
      (n) => ({
        prompt: ask(n),
        a: { text: answer(n, 'thought'), final: answer(n, 'one') },
        b: { text: answer(n, 'other thought'), final: answer(n, 'other') },
        winner: 'a',
      }),
    ],
    [
      'turns by their numbers',
      (n) => ({ prompt: ask(n), turn_3: answer(n, 'third'), turn_5: answer(n, 'fifth'), turn_7: answer(n, 'seventh') }),
    ],
    [
      'an answer and what the model thought on the way',
      (n) => ({ model: 'x', thinking: answer(n, 'thought'), response: answer(n, 'a') }),
    ],
    [
      "one model's texts, of which nothing says what was asked",
      (n) => ({ answer_id: `a${n}`, model_id: 'x', question_id: n, text: answer(n, 'a') }),
    ],
    [
      'answers of numbered models beside a person, who may be one of them',
      (n) => ({
        context: ask(n),
        human_response: answer(n, 'person'),
        llm_t03: answer(n, 'cool'),
        llm_t07: answer(n, 'warm'),
        llm_t10: answer(n, 'hot'),
      }),
    ],
  ])('are not opened where they hold %s', (_, make) => expect(planOf(records(make))?.doubts.length).not.toBe(0));

  it.each<[string, (n: number) => JsonObject, RegExp]>([
    [
      'two prompts',
      (n) => ({ question: ask(n), query: `${ask(n)} please`, response: answer(n, 'a') }),
      /the prompt may be one of these fields: “question”, “query”/,
    ],
    [
      'an answer beside that of a model',
      (n) => ({ question: ask(n), answer: answer(n, 'right'), model_output: answer(n, 'given') }),
      /nothing says that “answer” is what “model_output” should have been/,
    ],
    [
      'numbers where a prompt may be',
      (n) => ({ query: '', answer: answer(n, 'only'), confidence: `[0.${n}, 0.3, 0.6]` }),
      /^no field contains a prompt$/,
    ],
    [
      'a pair whose scores say the opposite',
      (n) => ({ prompt: ask(n), chosen: answer(n, 'a'), rejected: answer(n, 'b'), score_chosen: 2, score_rejected: 8 }),
      /^“score_chosen”, “score_rejected” rate the response that is called better lower \(records: 20 of 20\)/,
    ],
    [
      'a winner and scores that say the opposite',
      (n) => ({
        prompt: ask(n),
        response_a: answer(n, 'a'),
        response_b: answer(n, 'b'),
        winner: 'response_b',
        score_a: 9,
        score_b: 1,
      }),
      /^“score_a”, “score_b” contradict “winner” \(records: 20 of 20\)/,
    ],
    [
      'a winner that is the rejected one',
      (n) => ({ prompt: ask(n), chosen: answer(n, 'a'), rejected: answer(n, 'b'), winner: 'rejected' }),
      /^“winner” says that “rejected” is the better response$/,
    ],
    ['one response and no prompt', (n) => ({ id: n, answer: answer(n, 'a') }), /^no field contains a prompt$/],
    [
      'responses, no prompt, and a text that may be it',
      (n) => ({ id: n, title_text: `About ${ask(n)}`, answers: [answer(n, 'a'), answer(n, 'b')] }),
      /prompt/,
    ],
    [
      'pairs of which some begin alike',
      (n) => ({
        chosen: `Human: ${ask(n)}\nAssistant: ${answer(n, 'a')}`,
        rejected: `Human: ${n % 2 ? ask(n) : 'What?'}\nAssistant: ${answer(n, 'b')}`,
      }),
      /./,
    ],
    [
      'a text that nothing uses',
      (n) => ({ prompt: ask(n), story: answer(n, 'long and untold'), response: answer(n, 'a') }),
      /nothing uses “story”/,
    ],
    [
      'an answer in two languages',
      (n) => ({ question: ask(n), answer_en: answer(n, 'english'), answer_de: answer(n, 'german') }),
      /“answer_en”, “answer_de” .*but nothing says that they are responses/,
    ],
    [
      'texts that are made',
      (n) => ({ prompt: ask(n), generated_headline: answer(n, 'head'), generated_body: answer(n, 'body') }),
      /“generated_headline”, “generated_body” .*but nothing says that they are responses/,
    ],
    [
      'parts that may be two responses',
      (n) => ({ prompt: ask(n), response_opening: answer(n, 'head'), response_body: answer(n, 'body') }),
      /“response_opening”, “response_body” .*but nothing says that they are responses/,
    ],
    [
      'a text that may be the prompt',
      (n) => ({ id: n, source: ask(n), answers: [answer(n, 'a'), answer(n, 'b')] }),
      /no field is named as the prompt; it may be “source”/,
    ],
    [
      'texts that are alike',
      (n) => ({ question: ask(n), baseline_hi: answer(n, 'a'), augmented_hi: answer(n, 'b') }),
      /“baseline_hi”, “augmented_hi” .*but nothing says that they are responses/,
    ],
    [
      'no field that is named as a response',
      (n) => ({ question: ask(n), essay_body: answer(n, 'long'), topic: 'x' }),
      /no field is named as a response; it may be “essay_body”/,
    ],
    [
      'options of questions',
      (n) => ({
        question: ask(n),
        choices: [
          { label: 'A', text: `Oslo ${n}` },
          { label: 'B', text: `Bergen ${n}` },
        ],
      }),
      /the entries of “choices” look like the options of a question/,
    ],
    [
      'a question with its options and the right one',
      (n) => ({ question: ask(n), candidates: [`Oslo ${n}`, `Bergen ${n}`], answer: `Oslo ${n}` }),
      /the entries of “candidates” look like the options of a question/,
    ],
    [
      'two objects with an answer each',
      (n) => ({ question: ask(n), plain: { solution: answer(n, 'one') }, other: { solution: answer(n, 'other') } }),
      /“plain.solution”, “other.solution” .*but nothing says that they are responses/,
    ],
    [
      'a second response',
      (n) => ({ question: ask(n), response: answer(n, 'a'), completion_body: answer(n, 'b') }),
      /“completion_body”/,
    ],
    [
      'another prompt than the one that both begin with',
      (n) => ({
        prompt: '',
        instruction: `${ask(n)} A summary.`,
        chosen: `Human: Something else ${n}?\n\nAssistant: ${answer(n, 'a')}`,
        rejected: `Human: Something else ${n}?\n\nAssistant: ${answer(n, 'b')}`,
      }),
      /the prompt may be in “prompt”, or in the text that both responses start with/,
    ],
    [
      'a worse answer beside a conversation',
      (n) => ({
        dialog: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: answer(n, 'a') },
        ],
        rejected_text: answer(n, 'b'),
      }),
      /other responses may be in “rejected_text”/,
    ],
    [
      'a conversation with its answer beside a worse one',
      (n) => ({
        dialog: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: answer(n, 'a') },
        ],
        rejected_response: answer(n, 'b'),
      }),
      /the conversation in “dialog” ends with an answer, which may be a response too/,
    ],
    [
      'a list of worse answers beside one',
      (n) => ({
        prompt: ask(n),
        response: answer(n, 'a'),
        loser_list: [{ answer: answer(n, 'b') }, { answer: answer(n, 'c') }],
      }),
      /other responses may be in “loser_list”/,
    ],
    [
      'a list of grades beside a conversation',
      (n) => ({
        dialog: [
          { role: 'user', content: ask(n) },
          { role: 'assistant', content: answer(n, 'a') },
        ],
        label: [n % 5, 2.5],
      }),
      /“label” may judge the last turn/,
    ],
    [
      'a response and its correction',
      (n) => ({ question: ask(n), answer: answer(n, 'model'), correction: answer(n, 'better') }),
      /“correction” is called an edit, but nothing says that it is better than “answer”/,
    ],
    [
      'a list of answers beside what was predicted',
      (n) => ({
        question: ask(n),
        answers: [answer(n, 'a'), answer(n, 'b')],
        Predicted: answer(n, 'model'),
        Actual: answer(n, 'right'),
      }),
      /nothing uses “answers”/,
    ],
    [
      'a prompt that is always the same beside a question',
      (n) => ({
        prompt: 'You are a careful assistant of the city library.',
        question: ask(n),
        response: answer(n, 'a'),
      }),
      /“prompt” is the same in every record; the prompt may be “question”/,
    ],
    [
      'options under letters and the right letter',
      (n) => ({ question: ask(n), options: { A: answer(n, 'first'), B: answer(n, 'second') }, answer: 'B' }),
      /the entries of “options” look like the options of a question/,
    ],
    [
      'texts of no name that are alike, and no prompt',
      (n) => ({ f1: answer(n, 'a'), f2: answer(n, 'b') }),
      /“f1”, “f2” look alike, but nothing says that they are responses/,
    ],
    [
      'texts that are short, under a name for responses',
      (n) => ({ model: 'x', response: ['Adam', 'Eve'][n % 2], answer: 'Eve' }),
      /“response” contains no more than a word or a number/,
    ],
    [
      'records that it cannot read',
      (n) => ({ prompt: ask(n), outputs: n < 1 ? [] : [answer(n, 'a'), answer(n, 'b')] }),
      /records that cannot be read this way: 1 of 20/,
    ],
    [
      'a response beside its prompt, and another text that a model made',
      (n) => ({ output: answer(n, 'critic'), meta: { prompt: ask(n), response: answer(n, 'a') } }),
      /^nothing uses “output”$/,
    ],
    [
      'what an agent did, in one text with its task',
      (n) => ({ id: n, text: `Task: ${ask(n)}\nAgent: ${answer(n, 'a')}` }),
      /it may be “text.Agent”/,
    ],
    [
      'letters of options',
      (n) => ({ question: ask(n), answer: `Answer: ${'ABCDE'[n % 5] ?? ''}` }),
      /“answer” contains no more than a word or a number/,
    ],
    [
      'texts with numbers beside them, as short lists',
      (n) => ({
        prompt: ask(n),
        outputs: [
          [answer(n, 'a'), '-1.62'],
          [answer(n, 'b'), `${n}.5`],
        ],
      }),
      /^the numbers beside the texts in “outputs” have no name/,
    ],
    [
      'a question and its answers in one text',
      (n) => ({ id: n, text: `Question: ${ask(n)}\n\nResponse A: ${answer(n, 'a')}\nResponse B: ${answer(n, 'b')}` }),
      /^“text” contains prompt and responses in one text, which is split at “Question”, “Response A”, “Response B”$/,
    ],
    [
      'an answer and the best of eight',
      (n) => ({ prompt: ask(n), greedy_response: answer(n, 'greedy'), best_of_8_response: answer(n, 'best') }),
      /nothing says/,
    ],
    [
      'one output that may be judged',
      (n) => ({ prompt: ask(n), outputs: [answer(n, 'a')], rating: n % 5 }),
      /“outputs” contains one text per record, and these fields may belong to it: “rating”/,
    ],
    [
      "a harness's answers beside the right one",
      (n) => ({
        doc_id: n,
        doc: { question: ask(n), answer: answer(n, 'right') },
        resps: [[answer(n, 'model')]],
        filtered_resps: [answer(n, 'model')],
        acc: n % 2,
      }),
      /./,
    ],
  ])('are asked about where they hold %s', (_, make, doubt) =>
    expect(planOf(records(make))?.doubts.join('; ')).toMatch(doubt),
  );

  it('never judge by themselves: what a label means waits, and nobody is said to have written a response', async () => {
    const path = temporaryFile(
      'a.jsonl',
      jsonl(records((n) => ({ question: ask(n), response: answer(n, 'a'), label: n % 3 }))),
    );
    const { layout, mapping } = await detectReading([path]);
    const read = layout.read(
      new RecordReader({ question: 'Q', response: answer(1, 'a'), label: 2 }, fullMapping(layout, mapping)),
    ) as Content;
    expect([read.labels, read.unread?.path, read.unread?.value]).toEqual([undefined, 'label', 2]);
  });

  it('are no demonstrations where a model is named or numbers grade them', () => {
    const dialog = (n: number): JsonObject => ({
      dialog: [
        { role: 'user', content: ask(n) },
        { role: 'assistant', content: answer(n, 'a') },
      ],
    });
    expect(planOf(records(dialog))).toMatchObject({ layout: { name: 'demonstrations' }, doubts: [] });
    expect(planOf(records((n) => ({ ...dialog(n), model_name: 'small-1b' })))).toMatchObject({
      layout: { name: 'single-responses' },
      doubts: [],
    });
    expect(
      matchingLayouts(
        records((n) => ({ prompt: ask(n), completion: answer(n, 'a'), helpfulness: n % 5 })),
        {},
      ).map(({ name }) => name),
    ).toEqual(['single-responses']);
  });

  it('propose the number beside a text as its rating, and never more than one', () => {
    const read = (...said: readonly unknown[]): unknown =>
      planOf(
        records((n) => ({
          prompt: ask(n),
          outputs: [
            [answer(n, 'a'), ...said],
            [answer(n, 'b'), ...said],
          ],
        })),
      )?.mapping;
    expect(read(0.25)).toEqual({ prompt: 'prompt', responses: 'outputs', text: '0', rating: 'outputs.1' });
    expect(read(0.25, 1.5)).toEqual({ prompt: 'prompt', responses: 'outputs', text: '0' });
    expect(read(true)).toEqual({ prompt: 'prompt', responses: 'outputs', text: '0' });
  });

  it('take a yes or no for a judgement only under the plain name of what is graded, beside no other judgement', () => {
    const read = (more: (n: number) => JsonObject): unknown =>
      planOf(records((n) => ({ prompt: ask(n), response: answer(n, 'a'), ...more(n) })))?.mapping;
    const isYes = (n: number): boolean => n % 2 === 0;
    expect(read((n) => ({ response_level_factuality: isYes(n) }))).toMatchObject({
      label: 'response_level_factuality',
    });
    expect(read((n) => ({ has_factuality_error: isYes(n) }))).not.toHaveProperty('label');
    expect(read((n) => ({ needs_safety_review: isYes(n) }))).not.toHaveProperty('label');
    expect(read((n) => ({ score: n % 5, quality: isYes(n) }))).not.toHaveProperty('label');
    const listed = (said: (n: number) => JsonObject, more: (n: number) => JsonObject = () => ({})): unknown =>
      planOf(
        records((n) => ({
          prompt: ask(n),
          responses: [
            { text: answer(n, 'a'), ...said(n) },
            { text: answer(n, 'b'), ...said(n + 1) },
          ],
          ...more(n),
        })),
      )?.mapping;
    expect(listed((n) => ({ factuality: isYes(n) }))).toMatchObject({ acceptable: 'responses.factuality' });
    expect(listed((n) => ({ safety_violation: isYes(n) }))).not.toHaveProperty('acceptable');
    expect(listed((n) => ({ correct: isYes(n), safety: isYes(n) }))).toMatchObject({ label: 'responses.correct' });
    expect(
      listed(
        (n) => ({ safety: isYes(n) }),
        (n) => ({ preferred: 'AB'[n % 2] }),
      ),
    ).toMatchObject({ label: 'preferred' });
  });

  it('keep a text in the metadata where more stands in it than is read', () => {
    const three = { id: 1, text: 'Question: Why?\nResponse A: One.\nResponse B: Two.\nResponse C: Three.' };
    const read = (paths: string): Content =>
      responseList.read(
        new RecordReader(three, fullMapping(responseList, { prompt: 'text.Question', responses: paths })),
      ) as Content;
    expect(read('text.Response A,text.Response B').metadata).toEqual({ text: three.text });
    expect(read('text.Response A,text.Response B,text.Response C').metadata).toBeUndefined();
  });

  it('leave a text whole where its headings do not part it beyond doubt', () => {
    const whole = (text: (n: number) => string): unknown => planOf(records((n) => ({ id: n, text: text(n) })))?.mapping;
    expect(whole((n) => `Question: ${ask(n)}\nAnswer: ${answer(n, 'a')}\nAnswer: ${answer(n, 'b')}`)).toBeUndefined();
    expect(whole((n) => `human: ${ask(n)}\nassistant:\n1. ${answer(n, 'a')}\n2. ${answer(n, 'b')}`)).toBeUndefined();
    expect(whole((n) => `Question: ${ask(n)}\nAnswer:`)).toBeUndefined();
    expect(
      planOf(
        records((n) => ({
          prompt: `Question: ${ask(n)}\nResponse A: ${answer(n, 'a')}\nResponse B: ${answer(n, 'b')}`,
          response: answer(n, 'judge'),
        })),
      )?.mapping,
    ).toMatchObject({ prompt: 'prompt', completion: 'response' });
  });

  it('take answers behind one another for a list, and not for one conversation', () => {
    const [first = ''] = questions;
    expect(
      readAs(
        records((n) => ({
          prompt: ask(n),
          replies: [
            { role: 'assistant', content: answer(n, 'first') },
            { role: 'assistant', content: answer(n, 'second') },
          ],
        })),
      ),
    ).toMatchObject({
      certain: true,
      items: [[first, answer(0, 'first'), answer(0, 'second')], ...(Array(19).fill(expect.anything()) as unknown[])],
    });
  });

  it('are judged by what stands in an object beside them', () => {
    const pair = (n: number): JsonObject => ({
      prompt: ask(n),
      answer_one: answer(n, 'a'),
      answer_two: answer(n, 'b'),
      judge: { winner: n % 2 ? 'answer_one' : 'B' },
    });
    const single = (n: number): JsonObject => ({
      question: ask(n),
      reply: answer(n, 'a'),
      feedback: { quality: n % 5 },
    });
    for (const [make, wanted] of [
      [pair, { comparisons: [{ a: 'answer_one', b: 'answer_two', outcome: 'b' }] }],
      [single, { ratings: [{ response: 'completion', aspect: 'feedback.quality', value: 2 }] }],
    ] as const) {
      const plan = planOf(records(make))!;
      const { labels } = plan.layout.read(new RecordReader(make(2), fullMapping(plan.layout, plan.mapping))) as Content;
      expect([plan.doubts, labels?.map(({ judgement }) => judgement)]).toEqual([[], [wanted]]);
    }
  });

  it('come with a command where a person has to look, and the command reads them', async () => {
    const all = records((n) => ({
      prompt: ask(n),
      'my story': answer(n, 'long and untold'),
      outputs: [answer(n, 'a'), answer(n, 'b')],
    }));
    const path = temporaryFile('a.jsonl', jsonl(all));
    const error: unknown = await detectReading([path]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoLayoutError);
    expect((error as Error).message).toContain(
      `The nearest reading is not certain: nothing uses “my story”. If it is right, use it:\n  tiebreak items ${path} --layout responses --map prompt=prompt --map responses=outputs\nor name other fields in the same way`,
    );
    const plan = planOf(all)!;
    expect(optionsOf({ ...plan, mapping: { prompt: "it's here" } })).toBe(
      `--layout responses --map 'prompt=it'\\''s here'`,
    );
    expect((await detectReading([path], { layout: 'responses', mapping: plan.mapping })).layout.name).toBe('responses');
  });

  it('are what their trainers mean only where all of it is there', () => {
    const found = (make: (n: number) => JsonObject): readonly string[] =>
      matchingLayouts(records(make), {}).map(({ name }) => name);
    const asked = (n: number): JsonObject => ({ messages: [{ role: 'user', content: ask(n) }] });
    expect(found((n) => ({ ...asked(n), A: answer(n, 'a'), B: answer(n, 'b'), label: n % 2 }))).toEqual([]);
    expect(
      found((n) => ({ ...asked(n), preferred_response: answer(n, 'a'), rejected_response: answer(n, 'b') })),
    ).toEqual([]);
    expect(
      found((n) => ({
        instruction: ask(n),
        input: 'x',
        completions: [
          { response: answer(n, 'a'), rating: 3 },
          { response: answer(n, 'b'), rating: 4 },
        ],
      })),
    ).toEqual([]);
  });

  it('take a field that a person names for a part, and are read as before for the others', async () => {
    const path = temporaryFile(
      'a.jsonl',
      jsonl(records((n) => ({ question: ask(n), reply: answer(n, 'a'), mood: n % 2 === 0 }))),
    );
    expect(await detectReading([path], { mapping: { label: 'mood' } })).toMatchObject({
      layout: { name: 'single-responses' },
      mapping: { prompt: 'question', completion: 'reply', label: 'mood' },
    });
    await expect(detectReading([path], { mapping: { rejected: 'mood' } })).rejects.toBeInstanceOf(NoLayoutError);
  });

  it('are no settings that a pair of objects has in common', () => {
    const plan = planOf(
      records(
        (n) => ({
          user_request: ask(n),
          chosen: { model: 'small', system_prompt_style: 'standard', generated_code: '', success: false },
          rejected: { model: 'large', system_prompt_style: 'standard', generated_code: '', success: false },
        }),
        9,
      ),
    );
    expect(plan?.doubts.join('; ')).toMatch(/“chosen\.\w+” contains no more than a word/);
  });

  it('are no steps of somebody who acts, where what came back has a reward and nothing was asked', () => {
    const plan = planOf(
      records((n) => ({
        episode: 1,
        step: n,
        state: { web: 0, database: n },
        chosen_action: { tool: 1, target: 0 },
        blue_team_response: answer(n, 'defending'),
        reward: -0.5 * n,
      })),
    );
    expect(plan?.doubts).toContain('no field contains a prompt');
  });

  it('of models that are called A and B are gathered by the id of what was asked, and none is said to be better', () => {
    const plan = planOf(
      records((n) => ({
        prompt_id: Math.floor(n / 2),
        model_name: n % 2 === 0 ? 'ModelA' : 'ModelB',
        output_id: `${n}`,
        response_text: answer(n, 'one'),
      })),
    );
    expect(plan).toMatchObject({ mapping: { completion: 'response_text', gather: 'prompt_id' }, doubts: [] });
    expect(plan?.mapping).not.toHaveProperty('label');
  });

  it('have no prompt where a person says so, and are asked about before', async () => {
    const path = temporaryFile('a.jsonl', jsonl(records((n) => ({ id: `g${n}`, reply: answer(n, 'a') }))));
    await expect(detectReading([path])).rejects.toThrow(
      /no field contains a prompt\. If it is right, use it:\n {2}tiebreak items .* --layout single-responses --map prompt= --map completion=reply/,
    );
    const { layout, mapping } = await detectReading([path], {
      mapping: { prompt: '', completion: 'reply' },
      layout: 'single-responses',
    });
    expect(layout.read(new RecordReader({ reply: 'Yes, it is.' }, fullMapping(layout, mapping)))).toMatchObject({
      prompt: [{ role: 'user', content: '' }],
      responses: [{ text: 'Yes, it is.' }],
    });
  });

  it.each<[string, (n: number) => JsonObject, RegExp]>([
    [
      'a pair whose worse response is always empty',
      (n) => ({ instruction: ask(n), input: '', chosen: answer(n, 'a'), rejected: '' }),
      /empty in nearly all records: “rejected”[^]*--layout single-responses --map prompt=instruction --map completion=chosen/,
    ],
    [
      'a completion beside a pair',
      (n) => ({
        prompt: ask(n),
        chosen: answer(n, 'a'),
        rejected: answer(n, 'b'),
        completion: answer(n, 'c'),
        label: n % 2 === 0,
      }),
      /the responses may be in one of these fields: “chosen” \+ “rejected”, “completion”[^]*--layout preference-pairs/,
    ],
    [
      'a prompt that is always the same, beside a question',
      (n) => ({
        prompt: 'You are a careful assistant.',
        question: ask(n),
        responses: [answer(n, 'a'), answer(n, 'b')],
      }),
      /“prompt” is the same in every record; the prompt may be “question”/,
    ],
  ])('are asked about though their names are usual: %s', async (_, make, message) => {
    await expect(detectReading([temporaryFile('a.jsonl', jsonl(records(make)))])).rejects.toThrow(message);
  });

  it('are one dataset where all files are read alike, and none where they differ', async () => {
    const folder = temporaryFolder();
    const [one, same, other] = ['question', 'question', 'query'].map((name, at) =>
      temporaryFile(`${at}.jsonl`, jsonl(records((n) => ({ [name]: ask(n), reply: answer(n, 'a') })))),
    );
    expect(folder).not.toBe('');
    expect((await detectReading([one!, same!])).mapping).toEqual({ prompt: 'question', completion: 'reply' });
    await expect(detectReading([one!, other!])).rejects.toBeInstanceOf(NoLayoutError);
  });
});

describe('what stands beside a response', () => {
  it('is asked about where it differs though a long response is the same', () => {
    const all = records((n) => ({
      topic: `Person ${Math.floor(n / 5)}`,
      statement: `Person ${Math.floor(n / 5)} did thing number ${n} in the year ${1900 + n}.`,
      response: `${answer(Math.floor(n / 5), 'model')} `.repeat(4),
    }));
    expect(planOf(all)?.doubts.join()).toContain(
      'several records have the same text in “response” and different texts in',
    );
  });

  it('is no prompt without a question where it is called the real one of what was made', () => {
    const all = records((n) => ({ generated_q: `${ask(n)} (${n})`, real_q: `Who painted picture number ${n}?` }));
    expect(planOf(all)?.doubts).not.toEqual([]);
  });

  it('is the source of a translation that an engine made, and not what that should have been', () => {
    const all = records((n) => ({
      engine: `engine-${n % 3}`,
      source: `${ask(n)} ${n}`,
      target: answer(n, 'second'),
      score: n / 20,
    }));
    expect(planOf(all)).toMatchObject({
      doubts: [],
      mapping: { prompt: 'source', completion: 'target', rating: 'score' },
    });
  });
});

describe('a conversation under "context"', () => {
  const candidates = (n: number): JsonObject[] =>
    ['first', 'second'].map((of, rank) => ({
      rank,
      candidate: [{ role: 'assistant', content: answer(n, of) }],
    }));

  it('is the prompt of responses that are messages in objects, under any name', () => {
    const all = records((n) => ({ context: [{ role: 'user', content: ask(n) }], candidates: candidates(n) }));
    expect(planOf(all)).toMatchObject({
      doubts: [],
      mapping: { prompt: 'context', responses: 'candidates', text: 'candidate', rank: 'candidates.rank' },
    });
  });

  it('is the prompt too where some records have it as text, and no context besides', () => {
    const all = records((n) => ({
      context: n % 3 === 0 ? ask(n) : [{ role: 'user', content: ask(n) }],
      candidates: candidates(n),
    }));
    const plan = planOf(all)!;
    expect(plan).toMatchObject({ doubts: [], mapping: { prompt: 'context' } });
    for (const record of all.slice(0, 4)) {
      const read = plan.layout.read(new RecordReader(record, fullMapping(plan.layout, plan.mapping))) as Content;
      expect(read.prompt.at(-1)?.content).toBe(ask(all.indexOf(record)));
      expect(read.context).toBeUndefined();
    }
  });
});

describe('what stands in an object beside the prompt', () => {
  const tools = [{ type: 'function', function: { name: 'clock', parameters: { type: 'object', properties: {} } } }];

  it('is kept, and tools are the tools', () => {
    const all = records((n) => ({
      input: { messages: [{ role: 'user', content: ask(n) }], tools, temperature: 0.5 },
      preferred: [{ role: 'assistant', content: answer(n, 'better') }],
      dispreferred: [{ role: 'assistant', content: answer(n, 'worse') }],
    }));
    const plan = planOf(all)!;
    expect(plan).toMatchObject({ doubts: [], mapping: { prompt: 'input.messages', tools: 'input.tools' } });
    const read = plan.layout.read(new RecordReader(all[0]!, fullMapping(plan.layout, plan.mapping))) as Content;
    expect(read).toMatchObject({ tools, metadata: { input: { temperature: 0.5 } } });
    expect(read.metadata).toEqual({ input: { temperature: 0.5 } });
  });
});

describe('the one model that wrote both responses', () => {
  it('is the model of each', () => {
    const all = records((n) => ({
      question: ask(n),
      response_model: 'gpt-4o',
      answer_1: answer(n, 'first'),
      answer_2: answer(n, 'second'),
    }));
    const layout = matchingLayouts(all, {})[0]!;
    const read = layout.read(new RecordReader(all[0]!, fullMapping(layout, {}))) as Content;
    expect(read.responses.map(({ model }) => model)).toEqual(['gpt-4o', 'gpt-4o']);
    expect(read.metadata).toBeUndefined();
  });
});
