/** Made runs of agents, a rollout a line, in the form of NeMo Gym (see `core/dataset/runs/harnesses/nemoGym.ts`). */

/** A step: a thought, a command and what it gives with which exit code; or, without a command, words. */
export interface MadeStep {
  readonly say?: string;
  readonly command?: string;
  readonly gives?: string;
  readonly exit?: number;
  /** A call of another tool than the shell, in place of a command. */
  readonly call?: { readonly name: string; readonly given: string };
}

export interface MadeRun {
  readonly steps: readonly MadeStep[];
  readonly patch?: string;
  readonly seconds?: number;
}

/** The records of a task with its runs. */
export const taskOf = (
  id: string,
  ask: string,
  runs: readonly MadeRun[],
  tools: readonly object[] = [],
): readonly object[] =>
  runs.map(({ steps, patch, seconds }, n) => ({
    responses_create_params: { input: [{ role: 'user', content: ask }], tools, metadata: { instance_id: id } },
    response: { object: 'response', model: `model-${n}`, output: steps.flatMap(outputOf) },
    reward: n % 2,
    ...(patch !== undefined && { model_patch: patch }),
    ...(seconds !== undefined && { agent_run_time: seconds }),
    _ng_task_index: 0,
    _ng_rollout_index: n,
  }));

function outputOf({ say, command, call, gives = '', exit = 0 }: MadeStep, at: number): readonly object[] {
  const id = `call-${at}`;
  return [
    ...(say === undefined
      ? []
      : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: say }] }]),
    ...(command === undefined && call === undefined
      ? []
      : [
          {
            type: 'function_call',
            call_id: id,
            name: call?.name ?? 'bash',
            arguments: call?.given ?? JSON.stringify({ command }),
          },
          {
            type: 'function_call_output',
            call_id: id,
            output: `<returncode>${exit}</returncode>\n<output>\n${gives}\n</output>`,
          },
        ]),
  ];
}

const patchOf = (line: string): string =>
  [
    'diff --git a/src/clock.py b/src/clock.py',
    'index 83db48f..bf269f4 100644',
    '--- a/src/clock.py',
    '+++ b/src/clock.py',
    '@@ -10,7 +10,8 @@ class Clock:',
    '     def hours(self):',
    '         """Hours since midnight."""',
    '-        return self.seconds / 3600',
    `+        ${line}`,
    '+        # 24 is 0 again',
    ' ',
    '     def minutes(self):',
    '         return self.seconds % 3600 // 60',
    '',
  ].join('\n');

const source = Array.from({ length: 40 }, (_, at) => `${at + 1}\tdef method_${at}(self): return ${at}`).join('\n');

/** What all runs begin with. */
const start: readonly MadeStep[] = [
  { say: 'Let me look at the repository.', command: 'ls -la', gives: 'README.md\nsrc\ntests' },
  { command: 'cat README.md', gives: '# Clock\n\nTells the time.' },
  { command: 'cat src/clock.py', gives: source },
  { command: 'grep -rn "hours" src tests', gives: 'src/clock.py:11:    def hours(self):' },
  { command: 'git log --oneline | head -3', gives: 'a1b2c3d Begin' },
];

const edit = (line: string): MadeStep => ({
  say: 'The hours are a fraction. I round them down.',
  command: `sed -i 's|return self.seconds / 3600|${line}|' src/clock.py`,
});
const tests = (exit: number, times = 1): readonly MadeStep[] =>
  Array.from({ length: times }, () => ({
    command: 'python -m pytest tests -q',
    exit,
    gives:
      exit === 0
        ? '12 passed in 0.31s'
        : 'FAILED tests/test_clock.py::test_hours - assert 24 == 0\n1 failed, 11 passed',
  }));

/** Three runs that begin with five steps and then part: one mends all, one keeps failing, one ends early. */
export const clockTask = taskOf('acme__clock-7', 'The clock says 13.5 hours. It should say 13. Please mend it.', [
  {
    steps: [
      ...start,
      edit('return self.seconds // 3600 % 24'),
      ...tests(0),
      { say: 'Done: `hours` gives whole hours now, and 24 is 0 again.' },
    ],
    patch: patchOf('return self.seconds // 3600 % 24'),
    seconds: 84,
  },
  {
    steps: [
      ...start,
      { command: 'python -c "import clock"', exit: 1, gives: "ModuleNotFoundError: No module named 'clock'" },
      edit('return self.seconds // 3600'),
      ...tests(1, 4),
      edit('return int(self.seconds / 3600)'),
      ...tests(1),
      { say: 'I could not make the last test pass.' },
    ],
    patch: patchOf('return int(self.seconds / 3600)'),
    seconds: 312,
  },
  {
    steps: [...start, { say: 'The code looks right to me. Nothing has to be changed.' }],
    seconds: 31,
  },
]);

/** Three runs at a task whose text has a long line of code, with commands of several lines. */
export const wideTask = taskOf(
  'acme__wide-2',
  `Please mend what the clock says when it is asked for the hours, which are a fraction of an hour too much:\n\n\`\`\`python\n${'wide = 1; '.repeat(40)}\n\`\`\`\n`,
  [2, 1, 1].map((count, run) => ({
    steps: [
      ...Array.from({ length: count }, (_, at): MadeStep => ({
        command: `python - <<'PY'\nprint(${run}, ${at})\nPY`,
        gives: 'no',
        exit: 1,
      })),
      { say: 'I could not mend it.' },
    ],
  })),
);

/** Two runs with so many steps, which part in the middle. */
export const longTask = (count: number): readonly object[] =>
  taskOf(
    'acme__long-1',
    'Walk far.',
    [0, 1].map((run) => ({
      steps: Array.from({ length: count }, (_, at): MadeStep => {
        const part = at < count / 2 ? '' : ` --run ${run}`;
        return at % 7 === 3
          ? { say: `Thought ${at}`, command: `sed -i s/a/${at}/ file_${at}.txt${part}`, gives: '' }
          : {
              command: `cat file_${at}.txt${part}`,
              gives: `text of ${at}\n`.repeat((at % 5) + 1),
              exit: at % 11 === 5 ? 1 : 0,
            };
      }),
    })),
  );

/** Two runs with calls in which something is wrong: a value, a text of several lines that ends in CR LF, broken JSON. */
export const callsTask = taskOf(
  'acme__calls-3',
  'Greet in line 12.',
  [
    {
      steps: [
        {
          say: 'I write the greeting.',
          call: {
            name: 'edit_file',
            given: JSON.stringify({ path: 'src/greet.py', start_line: 3, text: 'print(1)\r\nprint(2)\r\n' }),
          },
          gives: 'edited',
        },
        { call: { name: 'view_file', given: '{"path": "src/greet.py"' }, gives: 'Error: arguments' },
        { say: 'It greets now.' },
      ],
    },
    { steps: [{ command: 'cat src/greet.py', gives: '' }, { say: 'Nothing to do.' }] },
  ],
  ['edit_file', 'view_file', 'insert_lines'].map((name) => ({
    type: 'function',
    name,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, start_line: { type: 'integer' }, end_line: { type: 'integer' } },
    },
  })),
);
