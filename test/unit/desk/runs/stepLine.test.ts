import { describe, expect, it } from 'vitest';
import { callLine, endOf, oneLine } from '../../../../src/core/desk/runs/stepLine';

describe('the line of a call', () => {
  it.each([
    ['bash', { command: 'pytest -q tests' }, 'run', 'pytest -q tests'],
    ['bash', { command: 'cd /testbed && grep -rn "x" src' }, 'read', 'cd /testbed && grep -rn "x" src'],
    ['bash', { command: "sed -i 's/a/b/' f.py" }, 'edit', "sed -i 's/a/b/' f.py"],
    ['bash', { command: "cat <<'EOF' > new.py\nx = 1\nEOF" }, 'edit', "cat <<'EOF' > new.py …"],
    ['bash', { command: 'python run.py > /dev/null 2>&1' }, 'run', 'python run.py > /dev/null 2>&1'],
    ['shell', { command: ['bash', '-lc', 'ls -la'] }, 'read', 'ls -la'],
    ['shell', { command: ['git', 'apply', 'x.patch'] }, 'edit', 'git apply x.patch'],
    ['str_replace_editor', { command: 'view', path: '/a.py' }, 'read', 'view /a.py'],
    ['str_replace_editor', { command: 'str_replace', path: '/a.py', old_str: 'a' }, 'edit', 'str_replace /a.py'],
    ['Edit', { file_path: '/a.py', old_string: 'a' }, 'edit', '/a.py'],
    ['Read', { file_path: '/a.py' }, 'read', '/a.py'],
    ['terminal', { keystrokes: 'pytest\n' }, 'run', 'pytest'],
    ['terminal', { keystrokes: '\x04' }, 'run', '^D'],
    ['book_reservation', { user_id: 'mia', cabin: 2 }, 'call', 'user_id: mia, cabin: 2'],
    ['get_user_details', { user_id: 'mia' }, 'read', 'user_id: mia'],
    ['apply_patch', '*** Begin Patch\n*** Update File: a', 'edit', '*** Begin Patch …'],
  ])('%s %j', (name, given, kind, line) => {
    expect(callLine({ name, arguments: given })).toEqual({
      kind,
      line,
      ...(/^(bash|shell|terminal)$/.test(name) && { isCommand: true }),
    });
  });

  it('is the first one that says something, and not longer than a line', () => {
    expect(oneLine('\n\n  One.\nTwo.')).toBe('One. …');
    expect(oneLine('x'.repeat(500))).toHaveLength(162);
    expect(oneLine(' ')).toBe('');
  });
});

describe('how a call ended', () => {
  it.each([
    ['<returncode>1</returncode>\n<output>no</output>', { exit: 1, failed: true }],
    ['<returncode>0</returncode>', { exit: 0 }],
    ['ok\n[Command finished with exit code 2]', { exit: 2, failed: true }],
    ['{"output":"x","metadata":{"exit_code":0,"duration_seconds":0.1}}', { exit: 0 }],
    ['Exit code: 127\nWall time: 0.1 seconds', { exit: 127, failed: true }],
    ['Error: user not found', { failed: true }],
    ['Traceback (most recent call last):\n  File "a"\nValueError: no', { failed: true }],
    ['The class ValueError: is raised by\nmany functions', {}],
    ['fine', {}],
  ])('%j', (observation, end) => {
    expect(endOf(observation)).toEqual(end);
  });

  it('is read at the ends of a long text, and not amid what a file holds', () => {
    const long = 'x'.repeat(5000);
    expect(endOf(`${long}exit code: 3${long}`)).toEqual({});
    expect(endOf(`${long}\nexit code: 3`)).toEqual({ exit: 3, failed: true });
  });
});
