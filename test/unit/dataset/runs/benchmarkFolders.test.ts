import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { readRuns } from '../../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

describe('aider', () => {
  const history = [
    '',
    '# aider chat started at 2025-01-01 10:00:00',
    '',
    '> Main model: m-1 with diff edit format  ',
    '',
    '#### Mend it.  ',
    '#### Quickly.  ',
    '',
    'I edit it:',
    '',
    '# A heading of the model',
    '',
    '> Applied edit to a.py  ',
    '> Commit abc  ',
    '',
    'Done.',
    '',
    '# aider chat started at 2025-01-01 11:00:00',
    '',
    '> Nothing was asked.  ',
    '',
  ].join('\n');
  const turns = [
    { role: 'assistant', content: 'I edit it:\n\n# A heading of the model' },
    { role: 'tool', content: 'Applied edit to a.py\nCommit abc' },
    { role: 'assistant', content: 'Done.' },
  ];

  it('reads each session of a history in which a model was asked', async () => {
    const { items, told } = await readRuns(temporaryFile('history.md', history));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      { prompt: [{ role: 'user', content: 'Mend it.\nQuickly.' }], responses: [{ model: 'm-1', turns }] },
    ]);
    expect(items).toHaveLength(1);
  });

  it('gathers runs of the benchmark by exercise and language, with what the tests say', async () => {
    const folder = temporaryFolder();
    const results = (outcomes: readonly boolean[], model: string): string =>
      JSON.stringify({ testcase: 'wordy', model, tests_outcomes: outcomes, cost: 0.5, duration: 9 });
    write(folder, {
      'one/python/exercises/practice/wordy/.aider.chat.history.md': history,
      'one/python/exercises/practice/wordy/.aider.results.json': results([false, true], 'm-1'),
      'two/python/exercises/practice/wordy/.aider.chat.history.md': history
        .replace('Done.', 'Tried.')
        .replace('m-1', 'm-2'),
      'two/python/exercises/practice/wordy/.aider.results.json': results([false], 'm-2'),
      // Of those who work in a folder with data.
      'notes/.aider.chat.history.md': history,
    });
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 'python/wordy',
        responses: [
          {
            turns,
            verifiers: [
              { name: 'tests', passed: true },
              { name: 'tests of try 1', passed: false },
              { name: 'tests of try 2', passed: true },
            ],
            run: { usage: { cost: 0.5, seconds: 9 } },
          },
          { verifiers: [{ name: 'tests', passed: false }] },
        ],
      },
    ]);
    expect(items).toHaveLength(1);
  });
});

describe('OSWorld', () => {
  const step = (step_num: number, action: unknown, beside: object = {}): object => ({
    step_num,
    action_timestamp: '20250101@100000',
    action,
    response: `Thought ${step_num}.`,
    reward: 0,
    done: false,
    info: {},
    screenshot_file: `step_${step_num}.png`,
    ...beside,
  });

  it('reads the steps of an example with their screenshots, and its evaluation', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'chrome/ex-1/traj.jsonl': jsonl([
        step(1, 'pyautogui.click(1, 2)'),
        step(1, { action_type: 'TYPING', text: 'a' }),
        step(2, 'DONE', { screenshot_file: '../../../secret.png' }),
      ]),
      'chrome/ex-1/result.txt': '0.0\n',
    });
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([expect.stringContaining('1 (“screenshot_file”)')]);
    expect(items).toMatchObject([
      {
        id: 'ex-1',
        responses: [
          {
            turns: [
              {
                content: 'Thought 1.',
                toolCalls: [{ name: 'computer', arguments: { action: 'pyautogui.click(1, 2)' } }],
              },
              { role: 'tool', media: [{ kind: 'image', source: 'step_1.png' }] },
              { content: '', toolCalls: [{ name: 'TYPING' }] },
              { role: 'tool', media: [{ source: 'step_1.png' }] },
              { content: 'Thought 2.', toolCalls: [{ arguments: { action: 'DONE' } }] },
            ],
            run: { exit: 'DONE' },
            verifiers: [{ name: 'result', score: 0 }],
          },
        ],
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });
});

describe('AgentRewardBench', () => {
  const steps = (screenshot_path: string): readonly object[] => [
    { url: 'http://a', axtree: 'button', reasoning: 'Click.', action: "click('1')", screenshot_path },
  ];
  const trajectory = (agent: string, screenshot: string): string =>
    JSON.stringify({
      benchmark: 'webarena',
      agent,
      goal: 'Buy it.',
      steps: steps(screenshot),
      summary_info: { cum_reward: 1 },
    });

  it('reads runs of agents at a task with screenshots from the same folder alone, and the reward of the benchmark', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'trajectories/cleaned/webarena/m-1/e/webarena.1.json': trajectory('m-1', 'trajectories/screenshots/1.png'),
      'trajectories/cleaned/webarena/m-2/e/webarena.1.json': trajectory('m-2', '../secret.png'),
      'trajectories/screenshots/1.png': 'png',
      'secret.png': 'png',
    });
    const { items, told } = await readRuns(join(folder, 'trajectories'));
    expect(told).toEqual([expect.stringContaining('1 (“screenshot_path”)')]);
    expect(items).toMatchObject([
      {
        id: 'webarena.1',
        prompt: [{ content: 'Buy it.' }],
        responses: [
          {
            model: 'm-1',
            verifiers: [{ name: 'reward', score: 1 }],
            turns: [
              { role: 'tool', content: 'http://a\n\nbutton', media: [{ source: '../../../../screenshots/1.png' }] },
              { content: 'Click.', toolCalls: [{ name: 'browser', arguments: { action: "click('1')" } }] },
            ],
          },
          { model: 'm-2', turns: [{ content: 'http://a\n\nbutton' }, { content: 'Click.' }] },
        ],
      },
    ]);
  });

  it('refuses what people said of runs without the runs, and says so', async () => {
    const file = temporaryFile(
      'annotations.csv',
      [
        'annotator_name,benchmark,task_id,model_name,trajectory_success,trajectory_side_effect,trajectory_looping',
        ...['A', 'B', 'C'].map((who) => `${who},webarena,webarena.1,m-1,Successful,No,No`),
      ].join('\n'),
    );
    await expect(detectReading([file])).rejects.toThrow(
      /answers of people about runs .+ runs themselves are not in the file/,
    );
  });
});
