import { describe, expect, it } from 'vitest';
import type { FileContent } from '../../../../../src/core/desk/runs/files/fileContent';
import { filesAfterStep } from '../../../../../src/core/desk/runs/files/filesAfterStep';
import type { Message, Response, Run, ToolCall } from '../../../../../src/core/model/item/item';

/** A call and what it gave; null where nothing came back. */
type Did = readonly [name: string, given: ToolCall['arguments'], gave: string | null];

const turnsOf = (calls: readonly Did[]): Message[] =>
  calls.flatMap(([name, given, gave], at): Message[] => [
    { role: 'assistant', content: '', toolCalls: [{ id: `c${at}`, name, arguments: given }] },
    ...(gave === null ? [] : [{ role: 'tool', content: gave, toolCallId: `c${at}` }]),
  ]);

const runOf = (calls: readonly Did[], run: Run = {} as Run): Response => ({
  id: 'r',
  text: '',
  turns: turnsOf(calls),
  run,
});

/** What a file holds after the last of the calls. */
function after(path: string, ...calls: readonly Did[]): FileContent | undefined {
  return filesAfterStep(runOf(calls), calls.length - 1).find((file) => file.path === path)?.after;
}

const whole = (text: string): FileContent => ({ kind: 'whole', text });
const bash = (command: string, gave: string | null = ''): Did => ['bash', { command }, gave];
const editor = (given: Readonly<Record<string, unknown>>, gave: string): Did => ['str_replace_editor', given, gave];
const write = (path: string, content: string): Did => [
  'Write',
  { file_path: path, content },
  'File created successfully at: x',
];
const abc = write('/w/a.py', 'a\nb\nc\n');
const edit = (old: string, put: string, gave = 'The file /w/a.py has been updated.'): Did => [
  'Edit',
  { file_path: '/w/a.py', old_string: old, new_string: put },
  gave,
];

describe('a file that is written whole', () => {
  it.each<Did>([
    editor({ command: 'create', path: '/w/a.py', file_text: 'x = 1\n' }, 'File created successfully at: /w/a.py'),
    [
      'edit_anthropic',
      { command: 'create', path: '/w/a.py', file_text: 'x = 1\n' },
      'File created successfully at: /w/a.py',
    ],
    write('/w/a.py', 'x = 1\r\n'),
    ['write_file', { file_path: '/w/a.py', content: 'x = 1\n' }, 'Successfully created and wrote to new file: /w/a.py'],
    ['write', { filePath: '/w/a.py', content: 'x = 1\n' }, ''],
    ['create', { path: '/w/a.py', file_text: 'x = 1\n' }, 'Created file /w/a.py with 6 characters'],
    ['Edit', { file_path: '/w/a.py', old_string: '', new_string: 'x = 1\n' }, 'File created successfully at: /w/a.py'],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: /w/a.py\n+x = 1\n*** End Patch' }, 'Done!'],
    bash("cat > /w/a.py <<'EOF'\nx = 1\nEOF"),
    bash("cd /w && cat <<'EOF' > a.py\nx = 1\nEOF\npython a.py", 'Exit code 1\nTraceback'),
    bash("tee /w/a.py <<'EOF'\nx = 1\nEOF", 'x = 1'),
    bash("echo 'x = 1' > /w/a.py"),
    ['shell', { command: ['bash', '-lc', "mkdir -p /w && cat > /w/a.py <<'E'\nx = 1\nE"] }, ''],
  ])('is what %s %j wrote', (...call) => {
    expect(after('/w/a.py', call)).toEqual(whole('x = 1\n'));
  });

  it.each<Did>([
    bash('cat > /w/a.py <<EOF\nx = $HOME\nEOF'),
    bash("printf 'x = %s' 1 > /w/a.py"),
    bash("echo -e 'x\\n' > /w/a.py"),
    bash("[ -f b ] && cat > /w/a.py <<'EOF'\nx\nEOF", 'Exit code 1'),
    bash("test -f b || cat > /w/a.py <<'EOF'\nx\nEOF"),
    bash("cat > /w/a.py <<'EOF'\nx\nEOF", 'bash: /w/a.py: Permission denied'),
    bash("cat > /w/a.py <<'EOF'\nx\nEOF", null),
    ['terminal', { keystrokes: "echo 'x' > /w/a.py\r" }, 'root@1:/w# echo x'],
  ])('is unknown where the text is not what stands there: %s %j', (...call) => {
    expect(after('/w/a.py', call)).toMatchObject({ kind: 'unknown', cause: { by: 'command' }, passages: [] });
  });
});

describe('a file that is changed', () => {
  const patch = (hunk: string): string => `*** Begin Patch\n*** Update File: /w/a.py\n${hunk}\n*** End Patch`;

  it.each<readonly [Did, string]>([
    [
      editor(
        { command: 'str_replace', path: '/w/a.py', old_str: 'b', new_str: '$&' },
        'The file /w/a.py has been edited.',
      ),
      'a\n$&\nc\n',
    ],
    [
      editor({ command: 'str_replace', path: '/w/a.py', old_str: 'b\n' }, 'The file /w/a.py has been edited.'),
      'a\nc\n',
    ],
    [
      editor({ command: 'insert', path: '/w/a.py', insert_line: 1, new_str: 'x' }, 'The file /w/a.py has been edited.'),
      'a\nx\nb\nc\n',
    ],
    [edit('b', 'x'), 'a\nx\nc\n'],
    [
      [
        'MultiEdit',
        {
          file_path: '/w/a.py',
          edits: [
            { old_string: 'a', new_string: 'b' },
            { old_string: 'b', new_string: 'x', replace_all: true },
          ],
        },
        'Applied 2 edits to /w/a.py:',
      ],
      'x\nx\nc\n',
    ],
    [
      ['replace', { file_path: '/w/a.py', old_string: 'b', new_string: 'x' }, 'Successfully modified file: /w/a.py'],
      'a\nx\nc\n',
    ],
    [['edit', { filePath: '/w/a.py', oldString: 'b', newString: 'x' }, 'Edit applied successfully.'], 'a\nx\nc\n'],
    [['edit', { path: '/w/a.py', oldText: 'b', newText: 'x' }, 'Successfully replaced text in /w/a.py.'], 'a\nx\nc\n'],
    [['apply_patch', patch('@@\n a\n-b\n+x'), 'Success. Updated the following files:\nM a.py'], 'a\nx\nc\n'],
    [['shell', { command: ['apply_patch', patch('@@ a\n-b\n+x\n c')] }, 'Success. Updated'], 'a\nx\nc\n'],
    [
      ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch('@@\n-b\n+x')}\nEOF`] }, 'Success. Updated'],
      'a\nx\nc\n',
    ],
    [['apply_diff', { path: 'x', diff: '--- a/w/a.py\n+++ b/w/a.py\n@@ -2 +2 @@\n-b\n+x' }, 'Done!'], 'a\nx\nc\n'],
    [bash("cat >> /w/a.py <<'EOF'\nd\nEOF"), 'a\nb\nc\nd\n'],
    [
      [
        'edit',
        { start_line: 2, end_line: 3, replacement_text: 'x' },
        'File updated.\n\n(Open file: /w/a.py)\n(Current directory: /w)',
      ],
      'a\nx\n',
    ],
    [
      bash(
        'edit 2:2\nx\ny\nend_of_edit',
        '[File: /w/a.py (9 lines total)]\n(1 more lines above)\n2:x\n(Open file: /w/a.py)',
      ),
      'a\nx\ny\nc\n',
    ],
  ])('has the change of %j', (call, text) => {
    expect(after('/w/a.py', abc, call)).toEqual(whole(text));
  });

  it.each<Did>([
    edit('b', 'x', '<tool_use_error>String to replace not found in file.\nString: b</tool_use_error>'),
    edit('b', 'x', "The user doesn't want to proceed with this tool use. The tool use was rejected"),
    edit('b', 'x', '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>'),
    editor(
      { command: 'str_replace', path: '/w/a.py', old_str: 'b', new_str: 'x' },
      'No replacement was performed, old_str `b` did not appear verbatim in /w/a.py.',
    ),
    editor(
      { command: 'create', path: '/w/a.py', file_text: 'x' },
      'ERROR:\nInvalid `path` parameter. File already exists at: /w/a.py.',
    ),
    ['patch', { path: '/w/a.py', old_string: 'b', new_string: 'x' }, '{"success": false, "error": "no match"}'],
    ['shell', { command: ['apply_patch', patch('@@\n-b\n+x')] }, 'Error: Invalid Context 0:\nb\nexit code: 1'],
    [
      'edit',
      { start_line: 2, end_line: 3, replacement_text: 'x' },
      'Your proposed edit has introduced new syntax error(s).\n[File: /w/a.py (2 lines total)]\n1:a\n2:x\n(Open file: /w/a.py)',
    ],
  ])('stays as it was where %s %j failed', (...call) => {
    expect(after('/w/a.py', abc, call)).toEqual(whole('a\nb\nc\n'));
  });

  it('is as it was before the change that is undone', () => {
    const change = (old: string, put: string): Did =>
      editor(
        { command: 'str_replace', path: '/w/a.py', old_str: old, new_str: put },
        'The file /w/a.py has been edited.',
      );
    const undo = editor({ command: 'undo_edit', path: '/w/a.py' }, 'Last edit to /w/a.py undone successfully.');
    expect(after('/w/a.py', abc, change('b', 'x'), change('x', 'y'), undo)).toEqual(whole('a\nx\nc\n'));
    expect(after('/w/a.py', abc, undo)).toMatchObject({ kind: 'unknown', cause: { by: 'mismatch', step: 1 } });
    const shown =
      "Last edit to /w/a.py undone successfully. Here's the result of running `cat -n` on /w/a.py:\n     1\tq\n";
    expect(after('/w/a.py', abc, editor({ command: 'undo_edit', path: '/w/a.py' }, shown))).toEqual(whole('q\n'));
  });

  it('is known by its passages alone where it was never seen whole', () => {
    expect(after('/w/a.py', edit('b', 'x = 1'), edit('x', 'y'), edit('q', 'r'))).toEqual({
      kind: 'unknown',
      cause: { by: 'unseen', step: 0 },
      passages: [
        { step: 1, text: 'y = 1' },
        { step: 2, text: 'r' },
      ],
    });
  });

  it('is no more known where a change does not fit, or nothing tells of it', () => {
    expect(after('/w/a.py', abc, edit('q', 'x'))).toMatchObject({
      cause: { by: 'mismatch', step: 1 },
      passages: [{ text: 'x' }],
    });
    expect(after('/w/a.py', write('/w/a.py', 'b\nb\n'), edit('b', 'x'))).toMatchObject({
      cause: { by: 'mismatch', step: 1 },
    });
    const unanswered: Did = ['Edit', { file_path: '/w/a.py', old_string: 'b', new_string: 'x' }, null];
    expect(after('/w/a.py', abc, unanswered)).toMatchObject({ cause: { by: 'unanswered', step: 1 } });
    expect(after('/w/a.py', abc, ['notebook_edit', { path: '/w/a.py', cell: 1 }, 'ok'])).toMatchObject({
      cause: { by: 'command' },
    });
  });

  it('is moved and deleted by a patch', () => {
    const moved = '*** Begin Patch\n*** Update File: /w/a.py\n*** Move to: /w/b.py\n@@\n-b\n+x\n*** End Patch';
    expect(after('/w/b.py', abc, ['apply_patch', { input: moved }, 'Done!'])).toEqual(whole('a\nx\nc\n'));
    expect(after('/w/a.py', abc, ['apply_patch', { input: moved }, 'Done!'])).toEqual({ kind: 'deleted' });
    const deleted = '*** Begin Patch\n*** Delete File: /w/a.py\n*** End Patch';
    expect(after('/w/a.py', abc, ['apply_patch', deleted, 'Done!'])).toEqual({ kind: 'deleted' });
  });

  it('has the hunks of a unified diff at their lines', () => {
    const diff = '--- a/w/a.py\n+++ b/w/a.py\n@@ -3,2 +3,2 @@\n-x\n+y\n z\n';
    const base = write('w/a.py', 'x\nz\nx\nz\n');
    expect(after('w/a.py', base, ['apply_patch', { patch: diff }, 'Done!'])).toEqual(whole('x\nz\ny\nz\n'));
  });
});

describe('a file that is shown', () => {
  const numbered = (gave: string, given = {}): Did => ['Read', { file_path: '/w/a.py', ...given }, gave];

  it.each<Did>([
    numbered('     1→a\n     2→\n     3→c\n\n<system-reminder>\nCheck it.\n</system-reminder>'),
    numbered('1\ta\n2\t\n3\tc\n4\t'),
    numbered('1\ta\n2\t\n3\tc', { limit: 20 }),
    editor(
      { command: 'view', path: '/w/a.py' },
      "OBSERVATION:\nHere's the result of running `cat -n` on /w/a.py:\n     1\ta\n     2\t\n     3\tc\n",
    ),
    [
      'read',
      { filePath: '/w/a.py' },
      '<path>/w/a.py</path>\n<type>file</type>\n<content>1: a\n2: \n3: c\n\n(End of file - total 3 lines)\n</content>',
    ],
    [
      'read_file',
      { path: '/w/a.py' },
      '{"content": "     1|a\\n     2|\\n     3|c\\n     4|", "total_lines": 3, "truncated": false}',
    ],
    ['read_file', { absolute_path: '/w/a.py' }, 'a\n\nc\n'],
    [
      'open',
      { path: '/w/a.py' },
      '[File: /w/a.py (3 lines total)]\n1:a\n2:\n3:c\n\n(Open file: /w/a.py)\n(Current directory: /w)\nbash-$',
    ],
    [
      'run_ipython',
      { code: "open_file('/w/a.py')" },
      '[File: /w/a.py (3 lines total)]\n(this is the beginning of the file)\n1|a\n2|\n3|c\n(this is the end of the file)\n[Jupyter current working directory: /w]',
    ],
    bash('cat /w/a.py', '<returncode>0</returncode>\n<output>\na\n\nc\n</output>'),
    bash('cd /w && cat -n a.py', '     1\ta\n     2\t\n     3\tc'),
    bash("nl -ba /w/a.py | sed -n '1,200p'", '     1\ta\n     2\t\n     3\tc'),
    ['shell', { command: ['bash', '-lc', "sed -n '1,200p' /w/a.py"] }, 'a\n\nc\n'],
  ])('is known whole by %s %j', (...call) => {
    expect(after('/w/a.py', call)).toEqual(whole('a\n\nc\n'));
  });

  it.each<Did>([
    numbered('     5→a\n     6→b', { offset: 5 }),
    numbered('1\ta\n2\tb', { limit: 2 }),
    numbered('     1→a\n     2→b\n\n... [10 lines truncated] ...'),
    numbered(Array.from({ length: 2000 }, (_, at) => `${at + 1}\tx`).join('\n')),
    numbered('a\nb'),
    editor({ command: 'view', path: '/w/a.py', view_range: [1, 2] }, '     1\ta\n     2\tb'),
    editor(
      { command: 'view', path: '/w/a.py' },
      '<NOTE>This file is too large to display entirely.</NOTE>\n     1 a\n',
    ),
    [
      'read',
      { filePath: '/w/a.py' },
      "<content>1: a\n2: b\n\n(File has more lines. Use 'offset' to read beyond line 2)\n</content>",
    ],
    ['read_file', { path: '/w/a.py' }, '{"content": "     1|a", "total_lines": 30, "truncated": true}'],
    [
      'open',
      { path: '/w/a.py' },
      '[File: /w/a.py (30 lines total)]\n1:a\n2:b\n(28 more lines below)\n(Open file: /w/a.py)',
    ],
    bash("sed -n '1,2p' /w/a.py", 'a\nb\n'),
    bash('cat /w/a.py', 'cat: /w/a.py: No such file or directory'),
    bash('cat /w/a.py', 'a\n[... omitted 12 of 300 lines ...]\nb'),
    bash('cat /w/a.py', 'Your command ran successfully and did not produce any output.'),
    bash('cat /w/a.py | head -2 | tail -1', 'a'),
    bash('cat /w/a.py && pytest', 'a\n1 passed'),
  ])('is not known where it is cut, a range or an error: %s %j', (...call) => {
    expect(after('/w/a.py', call)).toEqual({ kind: 'unseen' });
  });

  it('is known whole where all of JSON is shown', () => {
    expect(after('p.json', bash('cat p.json', '{\n  "content": "x",\n  "name": "y"\n}'))).toEqual(
      whole('{\n  "content": "x",\n  "name": "y"\n}\n'),
    );
  });
});

describe('what a command may have written', () => {
  const seen = bash('cat /w/a.py', 'a\n');

  it.each([
    "sed -i 's/a/b/' /w/a.py",
    "cd /w && sed -i.bak -e 's/a/b/' a.py",
    'mv /w/b.py /w/a.py',
    'git checkout -- /w/a.py',
    'git stash',
    'git -C /w pull',
    'grep x b > /w/a.py',
    'for f in x; do echo $f; done > /w/a.py',
    'black /w',
    "find . -name '*.py' -exec sed -i 's/a/b/' {} +",
    "python - <<'PY'\nopen('/w/a.py', 'w').write('b')\nPY",
    "python -c \"from pathlib import Path; Path('a.py').write_text('b')\"",
    'rm -rf /w/*',
    "bash -c 'sed -i s/a/b/ /w/a.py'",
    "echo 'unclosed",
  ])('is unknown after %s', (command) => {
    expect(after('/w/a.py', seen, bash(command))).toEqual({
      kind: 'unknown',
      cause: { by: 'command', step: 1 },
      passages: [],
    });
  });

  it.each([
    'pytest -q /w/a.py',
    'cd /w && python -m pytest 2>&1 | tail -5',
    'git add -A && git commit -m "a > b"',
    'git diff /w/a.py',
    "grep -n 'a' /w/a.py > /dev/null",
    'grep x b > /w/c.txt',
    "sed -n '1,5p' /w/a.py",
    "sed -i 's/a/b/' /w/other.py",
    'python -c "print(open(\'/w/a.py\').read())"',
    'rm -rf /w/build',
    'ls # > /w/a.py',
  ])('is what it was after %s', (command) => {
    expect(after('/w/a.py', seen, bash(command))).toEqual(whole('a\n'));
  });

  it('is doubted after a program of which nobody knows what it writes', () => {
    expect(after('/w/a.py', seen, bash('make'))).toEqual({ kind: 'whole', text: 'a\n', doubt: 1 });
    expect(after('/w/a.py', seen, bash('python fix.py'), bash('make'))).toMatchObject({ doubt: 1 });
    expect(after('/w/a.py', seen, bash('make'), seen)).toEqual(whole('a\n'));
    expect(after('/w/a.py', seen, ['Task', { prompt: 'Fix it.' }, 'Done.'])).toMatchObject({ doubt: 1 });
  });

  it('is looked for in a script that the run wrote', () => {
    const script = (text: string): FileContent | undefined =>
      after('/w/a.py', seen, write('/w/fix.py', text), bash('python /w/fix.py'));
    expect(script('print(1)\n')).toEqual(whole('a\n'));
    expect(script("open('/w/a.py', 'w').write('b')\n")).toMatchObject({ kind: 'unknown' });
    expect(script("open('/w/log.txt', 'w').write('b')\n")).toEqual(whole('a\n'));
    expect(script("for p in glob('*'): open(p, 'w').write('b')\n")).toMatchObject({ kind: 'unknown' });
  });

  it('is deleted, and known again when it is shown', () => {
    expect(after('/w/a.py', seen, bash('cd /w && rm -f a.py'))).toEqual({ kind: 'deleted' });
    expect(after('/w/a.py', seen, bash('rm -r /w'))).toEqual({ kind: 'deleted' });
    expect(after('/w/a.py', seen, bash('git reset --hard'), seen)).toEqual(whole('a\n'));
  });
});

describe('the files of a run', () => {
  it('are told with the state before, and whether the step names or changes them', () => {
    const calls = [abc, bash('ls'), edit('b', 'x')];
    expect(filesAfterStep(runOf(calls), 2)).toEqual([
      {
        path: '/w/a.py',
        before: whole('a\nb\nc\n'),
        after: whole('a\nx\nc\n'),
        changes: [{ old: 'b', new: 'x' }],
        lastStep: 2,
        isOfStep: true,
        isChanged: true,
      },
    ]);
    expect(filesAfterStep(runOf(calls), 1)).toMatchObject([{ isOfStep: false, isChanged: false, lastStep: 0 }]);
    expect(filesAfterStep(runOf([bash('ls')]), 0)).toEqual([]);
    expect(filesAfterStep(runOf([]), 7)).toEqual([]);
  });

  it('have one name each, wherever a command is', () => {
    const calls = [
      bash('cd /w && cat src/a.py', 'a\n'),
      bash("cd /w/src && sed -i 's/a/b/' ./a.py"),
      bash('cat src/a.py', 'b\n'),
    ];
    expect(filesAfterStep(runOf(calls), 2).map(({ path }) => path)).toEqual(['/w/src/a.py']);
    const windows: Did[] = [
      ['read', { filePath: 'C:\\p\\src\\a.py' }, '<content>1: a\n2: b\n</content>'],
      ['edit', { filePath: 'src/a.py', oldString: 'a', newString: 'x' }, 'Edit applied successfully.'],
    ];
    expect(filesAfterStep(runOf(windows), 1)).toMatchObject([{ path: 'C:/p/src/a.py', after: whole('x\nb\n') }]);
  });

  it('of the same name in a folder that is not known may be the one that a command wrote', () => {
    const calls = [write('/w/a/x.py', 'a\n'), write('/w/b/x.py', 'b\n'), bash("sed -i 's/a/b/' x.py")];
    expect(
      filesAfterStep(runOf(calls), 2)
        .filter(({ path }) => path !== 'x.py')
        .map((file) => file.after.kind),
    ).toEqual(['unknown', 'unknown']);
  });

  it('are changed by helpers at their place, and not by what was taken back', () => {
    const beside = (text: string): { turns: Message[]; call: string } => ({
      turns: turnsOf([edit('b', text)]),
      call: 'c0',
    });
    const helped = runOf([abc, bash('ls')], { subagents: [beside('h')] } as unknown as Run);
    expect(filesAfterStep(helped, 2)[0]?.after).toEqual(whole('a\nh\nc\n'));
    const branched = runOf([abc, bash('ls')], { branches: [beside('t')] } as unknown as Run);
    expect(filesAfterStep(branched, 2)[0]?.after).toEqual(whole('a\nb\nc\n'));
    expect(filesAfterStep(branched, 1)[0]?.after).toEqual(whole('a\nt\nc\n'));
  });
});

describe('edits of aider', () => {
  const change: Did = ['edit', { path: '/w/a.py', edits: [{ old_text: 'b\n', new_text: 'x\n' }] }, ''];
  const edits = (gave: string): Did => [change[0], change[1], gave];

  it('are made where it says so, whatever its linter says behind', () => {
    const gave = 'Tokens: 1 sent.\nApplied edit to /w/a.py\nE999 SyntaxError: bad\nNameError: x';
    expect(after('/w/a.py', abc, edits(gave))).toEqual(whole('a\nx\nc\n'));
  });

  it.each([
    'Tokens: 1 sent.\nThe LLM did not conform to the edit format.\n# 1 SEARCH/REPLACE block failed to match!',
    'Skipping edits to /w/a.py',
  ])('are not made where it says “%s”', (gave) => {
    expect(after('/w/a.py', abc, edits(gave))).toEqual(whole('a\nb\nc\n'));
  });

  it('leave a file unknown of which others may have been made', () => {
    const gave =
      'The LLM did not conform to the edit format.\n# The other 2 SEARCH/REPLACE blocks were applied successfully.';
    expect(after('/w/a.py', abc, edits(gave))).toMatchObject({ kind: 'unknown' });
  });
});
