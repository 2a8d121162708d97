import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { NoLayoutError } from '../../../../src/core/dataset/items/noLayoutError';
import { answer, ask, records } from '../../made/namingMatrix';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

/** The name of the layout that records are read by, or what a person is told instead. */
async function readAs(all: readonly JsonObject[], name = 'a.jsonl'): Promise<string> {
  try {
    return (await detectReading([temporaryFile(name, jsonl(all))])).layout.name;
  } catch (error) {
    if (!(error instanceof NoLayoutError)) throw error;
    return error.plan && error.plan.doubts.length > 0
      ? `asked for ${error.plan.layout.name}: ${error.plan.doubts.join('; ')}`
      : `refused: ${error.message}`;
  }
}

const conversation = (n: number): readonly JsonObject[] => [
  { role: 'user', content: ask(n) },
  { role: 'assistant', content: answer(n, 'agent') },
];

describe('a conversation that ends with an answer', () => {
  it('is a demonstration where nothing else is said of it', async () => {
    expect(await readAs(records((n) => ({ id: `c${n}`, messages: conversation(n), source: 'forum' })))).toBe(
      'demonstrations',
    );
  });

  it.each<[string, JsonObject]>([
    ['resolved', { instance_id: 'django-1', resolved: 0 }],
    ['scores', { scores: { match: 1 } }],
    ['exit_status', { exit_status: 'submitted' }],
    ['target', { target: '4' }],
    ['outcome', { evaluation: { outcome: 'success' } }],
    ['trajectory', { trajectory: [{ action: 'ls', observation: 'a.txt' }] }],
    ['reward', { metadata: { reward: 0.5 } }],
  ])('is none beside "%s", which a run has', async (name, beside) => {
    const read = await readAs(records((n) => ({ messages: conversation(n), ...beside })));
    expect(read).toMatch(/^(asked for single-responses|refused): /);
    expect(read).toContain(name);
  });

  it('is rated and none beside one number', async () => {
    for (const name of ['reward', 'score'])
      expect(await readAs(records((n) => ({ messages: conversation(n), [name]: n / 10 })))).toBe('armorm');
  });

  it('is refused where its messages answer one turn side by side', async () => {
    const read = await readAs(
      records((n) => ({
        conversation_id: `c${n}`,
        conversations: [
          { role: 'user', content: ask(n), turn: 0 },
          { role: 'assistant', content: answer(n, 'one'), turn: 0, if_chosen: true },
          { role: 'assistant', content: answer(n, 'other'), turn: 0, if_chosen: false },
        ],
      })),
    );
    expect(read).toContain('refused');
    expect(read).toContain('if_chosen');
  });
});

describe('a run of a model', () => {
  it.each<[string, (n: number) => JsonObject]>([
    [
      'the reward of which is of all its messages',
      (n) => ({
        responses_create_params: { input: [{ role: 'user', content: ask(n) }] },
        response: {
          output: [1, 2, 3].map((step) => ({
            id: `m${n}${step}`,
            role: 'assistant',
            content: [{ type: 'output_text', text: answer(n, `step ${step}`) }],
          })),
        },
        reward: n % 2,
      }),
    ],
    [
      'with the status of each test',
      (n) => ({
        trial_name: `fix.${n}-of-5`,
        instruction: ask(n),
        is_resolved: n % 2 === 0,
        parser_results: { test_layout: 'passed', test_about: 'failed' },
      }),
    ],
    [
      'with what its harness printed',
      (n) => ({
        responses_create_params: { input: [{ role: 'user', content: ask(n) }] },
        run_stdout: answer(n, 'shell'),
        container: `registry/image-${n} and more words`,
        reward: n % 2,
      }),
    ],
  ])('is refused with what says so: %s', async (_, make) => {
    const read = await readAs(records(make, 5));
    expect(read).toContain('refused');
    expect(read).toMatch(/responses_create_params|trial_name/);
  });

  it('is no record for each of its steps', async () => {
    const file = temporaryFile(
      'run.json',
      JSON.stringify({
        session_id: 's',
        steps: [1, 2, 3, 4].map((n) => ({
          step_id: n,
          message: ask(n),
          observation: { results: [{ content: 'done', extra: { prompt: ask(n), summary: answer(n, 'agent') } }] },
        })),
      }),
    );
    await expect(detectReading([file])).rejects.toThrow();
  });

  it('has an outcome that is no judgement of the records within it', async () => {
    const read = await readAs(
      records((n) => ({
        id: `r${n}`,
        evaluation: { rating: n % 5 },
        parts: [1, 2, 3].map((part) => ({ question: `${ask(n)} ${part}`, response: answer(n, `part ${part}`) })),
      })),
    );
    expect(read).toMatch(/asked for single-responses: .*evaluation\.rating/);
  });

  it('has test statuses, which are no responses by any name', async () => {
    const read = await readAs(records((n) => ({ prompt: ask(n), results: { test_a: 'passed', test_b: 'failed' } })));
    expect(read).toContain('refused');
  });
});
