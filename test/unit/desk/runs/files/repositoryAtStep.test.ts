import { describe, expect, it } from 'vitest';
import { repositoryAtStep } from '../../../../../src/core/desk/runs/files/repositoryAtStep';
import type { Message, Response, ToolCall } from '../../../../../src/core/model/item/item';
import { baseOf } from '../../../code/patch/baseOf';

type Did = readonly [name: string, given: ToolCall['arguments'], gave: string];

const runOf = (calls: readonly Did[]): Response => ({
  id: 'r',
  text: '',
  turns: calls.flatMap(([name, given, gave], at): Message[] => [
    { role: 'assistant', content: '', toolCalls: [{ id: `c${at}`, name, arguments: given }] },
    { role: 'tool', content: gave, toolCallId: `c${at}` },
  ]),
  run: { harness: 'x' },
});

const edit = (path: string, old: string, put: string): Did => [
  'Edit',
  { file_path: path, old_string: old, new_string: put },
  `The file ${path} has been updated.`,
];
const write = (path: string, content: string): Did => [
  'Write',
  { file_path: path, content },
  'File created successfully at: x',
];
const bash = (command: string, gave = ''): Did => ['bash', { command }, gave];

const base = baseOf({
  'src/clock.py': 'one\ntwo\nthree\n',
  'src/days.py': 'day\n',
  'win.txt': 'a\r\nb\r\n',
  'README.md': '# Clock\n',
});

async function after(number: number, ...calls: readonly Did[]) {
  const { files, uncertain, hasCommands } = await repositoryAtStep(runOf(calls), number, base);
  return {
    files: Object.fromEntries(
      files.map(({ path, after: now }) => [path, now ? Buffer.from(now.bytes).toString() : null]),
    ),
    uncertain: uncertain.map(({ path, kind, step }) => [path, kind, step]),
    hasCommands,
  };
}

describe('the repository after a step of a run', () => {
  it('has edits of files that the run never showed as a whole, as they begin with those of the base', async () => {
    const calls = [
      edit('/testbed/src/clock.py', 'two\n', '2\n'),
      edit('/testbed/src/clock.py', 'three\n', '3\n'),
      write('/testbed/src/new.py', 'new\n'),
    ];
    expect(await after(0, ...calls)).toEqual({
      files: { 'src/clock.py': 'one\n2\nthree\n' },
      uncertain: [],
      hasCommands: false,
    });
    expect((await after(2, ...calls)).files).toEqual({ 'src/clock.py': 'one\n2\n3\n', 'src/new.py': 'new\n' });
  });

  it('keeps the line ends of the base, and leaves out what lies elsewhere', async () => {
    const { files } = await after(
      2,
      edit('/testbed/win.txt', 'a', 'x'),
      write('/tmp/x.py', 'x'),
      write('/testbed/.git/config', 'x'),
    );
    expect(files).toEqual({ 'win.txt': 'x\r\nb\r\n' });
  });

  it('has files that a command deletes, and none that is as before', async () => {
    const { files, hasCommands } = await after(
      2,
      edit('/testbed/README.md', 'Clock', 'Watch'),
      edit('/testbed/README.md', 'Watch', 'Clock'),
      bash('rm /testbed/src/days.py'),
    );
    expect(files).toEqual({ 'src/days.py': null });
    expect(hasCommands).toBe(false);
  });

  it('tells what is not known: a command wrote it, or may have; an edit that does not fit', async () => {
    const { files, uncertain, hasCommands } = await after(
      3,
      edit('/testbed/src/clock.py', 'two\n', '2\n'),
      bash("perl -pi -e 's/day/night/' /testbed/src/days.py"),
      bash('python /testbed/tool.py'),
      edit('/testbed/README.md', 'nothing like this', 'x'),
    );
    expect(hasCommands).toBe(true);
    expect(files).toEqual({ 'src/clock.py': 'one\n2\nthree\n' });
    expect(uncertain).toContainEqual(['src/clock.py', 'doubted', 2]);
    expect(uncertain).toContainEqual(['src/days.py', 'unknown', 1]);
    expect(uncertain).toContainEqual(['README.md', 'unknown', 3]);
  });

  it('is the base for a step that is not there', async () => {
    expect(await after(5, bash('ls'))).toEqual({ files: {}, uncertain: [], hasCommands: false });
  });
});
