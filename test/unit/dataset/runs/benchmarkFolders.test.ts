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

  const session = (...lines: readonly string[]): string =>
    [
      '# aider chat started at 2025-01-01 10:00:00',
      '',
      '> Aider v1  ',
      '> Model: m-1 with diff edit format  ',
      ...lines,
      '',
    ].join('\n');

  it('asks what a model answered first, not what aider alone was told before, and names the model that was set then', async () => {
    const text = session(
      '',
      '#### /model m-2  ',
      '> Main model: m-2 with ask edit format, infinite output  ',
      '',
      '#### /ask Why?  ',
      '',
      '#### Why?  ',
      '> Added a.py to the chat.  ',
      '',
      'So.',
      '',
      '> Tokens: 1 sent, 1 received.  ',
    );
    const { items, told } = await readRuns(temporaryFile('history.md', text.replaceAll('\n', '\r\n')));
    expect(told).toEqual([]);
    expect(items).toMatchObject([
      {
        prompt: [{ role: 'user', content: 'Why?' }],
        responses: [
          {
            model: 'm-2',
            turns: [
              { role: 'tool', content: 'Added a.py to the chat.' },
              { role: 'assistant', content: 'So.' },
              { role: 'tool', content: 'Tokens: 1 sent, 1 received.' },
            ],
          },
        ],
      },
    ]);
  });

  it('tells headings and quotations of a model from lines of the user and of aider', async () => {
    const text = session(
      '',
      '#### Mend it.  ',
      '',
      '<thinking-content-0a>',
      '',
      'Hm.',
      '',
      '</thinking-content-0a>',
      '',
      '#### Plan',
      '',
      '> quoted',
      '',
      'Text.',
      '',
      '> Tokens: 1 sent, 1 received.',
      'Cost: $0.01 message.  ',
      '> The LLM did not conform to the edit format.  ',
      '> # 1 SEARCH/REPLACE block failed to match!',
      '',
      '## SearchReplaceNoExactMatch: in a.py',
      '> old',
      '',
      'Just reply with fixed versions.  ',
      '',
      'Fixed.',
    );
    const { items, told } = await readRuns(temporaryFile('history.md', text));
    expect(told).toEqual([]);
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { role: 'assistant', content: '<think>\nHm.\n</think>\n\n#### Plan\n\n> quoted\n\nText.' },
      {
        role: 'tool',
        content:
          'Tokens: 1 sent, 1 received.\nCost: $0.01 message.\nThe LLM did not conform to the edit format.\n' +
          '# 1 SEARCH/REPLACE block failed to match!\n\n## SearchReplaceNoExactMatch: in a.py\n> old\n\n' +
          'Just reply with fixed versions.',
      },
      { role: 'assistant', content: 'Fixed.' },
    ]);
  });

  it('takes the words of an architect that go to the editor, and answers to questions of aider, for no message of the user', async () => {
    const text = session(
      '',
      '#### Mend it.  ',
      '',
      'Change a.py.',
      'Then b.py.',
      '',
      '> Edit the files? (Y)es/(N)o [Yes]: y  ',
      '',
      '#### Change a.py.  ',
      '#### Then b.py.  ',
      '',
      'Done.',
      '',
      '> a.py  ',
      '',
      "#### Add file to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]: all  ",
      '> b.py  ',
    );
    const { items } = await readRuns(temporaryFile('history.md', text));
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { role: 'assistant', content: 'Change a.py.\nThen b.py.' },
      { role: 'tool', content: 'Edit the files? (Y)es/(N)o [Yes]: y' },
      { role: 'assistant', content: 'Done.' },
      { role: 'tool' },
    ]);
  });

  const block = (old: string, now: string): readonly string[] => [
    '<<<<<<< SEARCH',
    old,
    '=======',
    now,
    '>>>>>>> REPLACE',
  ];

  it('reads edits as calls, a file each, with what aider tells of each', async () => {
    const text = session(
      '',
      '#### Mend it.  ',
      '',
      'I edit:',
      '',
      'a.py',
      '```python',
      ...block('x = 1', 'x = 2'),
      ...block('y = 1', 'y = 2'),
      '```',
      '',
      '```python',
      'b\\c.py',
      ...block('', 'z = 1'),
      '```',
      '',
      'Done.',
      '',
      '> Tokens: 1 sent, 1 received.  ',
      '> Applied edit to a.py  ',
      '> Applied edit to b/c.py  ',
      '> Commit abc  ',
    );
    const { items, totals } = await readRuns(temporaryFile('history.md', text));
    expect(totals).toMatchObject({ calls: 2 });
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      {
        content: 'I edit:\n\nDone.',
        toolCalls: [
          {
            name: 'edit',
            arguments: {
              path: 'a.py',
              edits: [
                { old_text: 'x = 1\n', new_text: 'x = 2\n' },
                { old_text: 'y = 1\n', new_text: 'y = 2\n' },
              ],
            },
          },
          { name: 'edit', arguments: { path: 'b\\c.py', edits: [{ new_text: 'z = 1\n' }] } },
        ],
      },
      { role: 'tool', content: 'Tokens: 1 sent, 1 received.\nApplied edit to a.py' },
      { role: 'tool', content: 'Applied edit to b/c.py\nCommit abc' },
    ]);
    const turns = items[0]?.responses[0]?.turns ?? [];
    expect(turns.slice(1).map(({ toolCallId }) => toolCallId)).toEqual(turns[0]?.toolCalls?.map(({ id }) => id));
  });

  it.each(['```', '<source>'])('reads whole files in %s as calls', async (fence) => {
    const close = fence.replace('<', '</');
    const text = session('', '#### Mend it.  ', '', '**a.py**', fence, 'x = 2', close, '', '> Applied edit to a.py  ');
    const { items } = await readRuns(temporaryFile('history.md', text));
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { content: '', toolCalls: [{ name: 'write', arguments: { path: 'a.py', content: 'x = 2\n' } }] },
      { role: 'tool', content: 'Applied edit to a.py' },
    ]);
  });

  it('leaves edits that are only shown in what the model said', async () => {
    const text = session(
      '',
      '#### /ask How?  ',
      '',
      'a.py',
      '```',
      ...block('x', 'y'),
      '```',
      '',
      '> Tokens: 1 sent.  ',
    );
    const { items, totals } = await readRuns(temporaryFile('history.md', text));
    expect(totals).toMatchObject({ calls: 0 });
    expect(items[0]?.responses[0]?.turns?.[0]?.content).toContain('<<<<<<< SEARCH');
  });

  it('does not count a session in which no model answered, whatever its command line says', async () => {
    const text = [
      '# aider chat started at 2025-01-01 10:00:00',
      '',
      '> aider --message Mend',
      '        it  ',
      '> Model: m-1 with diff edit format  ',
      '',
      '#### Mend it  ',
      '> AuthenticationError  ',
      '',
      '',
    ].join('\n');
    const { items } = await readRuns(temporaryFile('history.md', `${text}${history}`));
    expect(items).toHaveLength(1);
    expect(items[0]?.responses).toHaveLength(1);
  });

  it('tells that a formatter took away what aider ends its lines with', async () => {
    const text = session('', '#### Mend it.', '', '> Scanned.', '>', '> Added.', '', 'Done.').replaceAll('  \n', '\n');
    const { items, told } = await readRuns(temporaryFile('history.md', text));
    expect(told).toEqual([expect.stringContaining('headings and quotations')]);
    expect(items[0]?.responses[0]?.turns).toMatchObject([
      { role: 'tool', content: 'Scanned.\n\nAdded.' },
      { role: 'assistant', content: 'Done.' },
    ]);
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

describe('OSWorld with what its writers differ in', () => {
  const step = (step_num: number, action: string, beside: object): object => ({
    step_num,
    action_timestamp: '20250101@100000',
    action,
    reward: 0,
    done: false,
    info: {},
    screenshot_file: `step_${step_num}.png`,
    ...beside,
  });
  const response = { model: 'm-2', raw_response: 'Click.', usage: { input_tokens: 5, output_tokens: 2 } };

  it('reads responses that are objects, each once, and names models by their folders else', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'pyautogui/screenshot/lab/m-1/chrome/ex-1/traj.jsonl': jsonl([
        step(1, 'WAIT', { instruction: 'Open it.' }),
        { Error: 'Time limit exceeded in chrome/ex-1' },
      ]),
      'pyautogui/screenshot/lab/m-3/chrome/ex-1/traj.jsonl': jsonl([
        step(1, 'a()', { response }),
        step(1, 'b()', { response: { ...response } }),
        step(2, 'WAIT', { response: { ...response, raw_response: '' } }),
      ]),
    });
    const { items, told } = await readRuns(folder);
    expect(told).toEqual([expect.stringContaining('1 (“response”)')]);
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(item?.prompt).toEqual([{ role: 'user', content: 'Open it.' }]);
    expect(item?.responses).toMatchObject([
      { model: 'lab/m-1', run: { exit: 'Time limit exceeded in chrome/ex-1' } },
      {
        model: 'm-2',
        turns: [
          { content: 'Click.', toolCalls: [{ arguments: { action: 'a()' } }] },
          { role: 'tool' },
          { content: '', toolCalls: [{ arguments: { action: 'b()' } }] },
          { role: 'tool' },
          { content: '' },
          { role: 'tool' },
        ],
        run: { usage: { inputTokens: 10, outputTokens: 4 } },
      },
    ]);
    expect(item?.responses[1]?.run).not.toHaveProperty('exit');
  });

  it('tells a run that broke off before its first step', async () => {
    const folder = temporaryFolder();
    write(folder, {
      'chrome/ex-1/traj.jsonl': jsonl([{ Error: 'chrome/ex-1 - no screenshot' }]),
      'chrome/ex-2/traj.jsonl': jsonl([step(1, 'DONE', {})]),
    });
    const { items, told } = await readRuns(folder);
    expect(items.map(({ id }) => id)).toEqual(['ex-2']);
    expect(told).toHaveLength(1);
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
