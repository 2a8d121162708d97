import type { ToolCall } from '../../../model/item/item';
import type { RunStep } from '../../../model/item/runSteps';
import { commandIn, endOf } from '../stepLine';
import type { FileDeed, PlacedDeed } from './deeds';
import type { Change } from './fileContent';
import { deedsOfPatch, shellDeeds } from './shellDeeds';
import { shellCommands } from './shellWords';
import { wholeFileIn } from './shownFile';

type Given = Readonly<Record<string, unknown>>;
type CallStep = Extract<RunStep, { kind: 'call' }>;
type Ended = 'done' | 'failed' | 'unanswered';

const shells = /bash|shell|terminal|exec_command|run_command|execute_command|^execute$|^run$|^cmd$|powershell/i;
const pythons = /ipython|^python$|execute_code|jupyter/i;
const helpers = /^(?:task|agent|spawn\w*|delegate\w*|subagent)$/i;
const reads = /^(?:\w+[._])?(?:read|view|open|cat|get)(?:_?(?:file|many_files|text_file|file_contents?))?$/i;
const edits = /edit|write|patch|replace|create|insert|append|delete|rename|^move/i;

/** How the tools of the harnesses begin to say that a change was made. */
const done =
  /^\s*(?:OBSERVATION:\s*)?(?:The file \S.* has been (?:updated|edited|created|overwritten|written)|File (?:created|written|updated|overwritten)|Edit applied|Applied \d+ edit|Success|Done!|Wrote |Created |Updated |Last edit to|\{"(?:success": ?true|bytes_written)|\[File: )/i;
/** And that none was. */
const notDone =
  /^\s*(?:OBSERVATION:\s*)?(?:\{[^\n]{0,40}"(?:success": ?false|error": ?"))|user doesn't want to proceed|tool use was rejected|No replacement was performed|string (?:to replace )?(?:was )?not found|did not appear verbatim|old_?str(?:ing)? (?:was )?not found|could not find|no (?:exact )?(?:match|occurrence)|0 occurrences|found \d+ (?:matches|occurrences)|multiple (?:matches|occurrences)|must be unique|not unique|has not been read|been modified since|introduced new syntax error|edit was not applied|no changes (?:to make|were made)|are (?:the same|identical|exactly the same)|no edit history|File already exists|cannot overwrite|invalid (?:`?path|`?insert_line|context|patch|parameter)|tool_use_error|permission denied|does not exist|no such file|^\s*(?:Error|Failed|Invalid)\b|\[Request interrupted/i;

/** What aider prints behind an answer with edits: of those that did not fit, others of the same file may have been made. */
function aiderEnd(output: string): Ended | undefined {
  if (/^Applied edit to /m.test(output)) return 'done';
  if (/^The LLM did not conform to the edit format/m.test(output))
    return /SEARCH\/REPLACE blocks? (?:was|were) applied successfully/.test(output) ? 'unanswered' : 'failed';
  return /^Skipping edits to /m.test(output) ? 'failed' : undefined;
}

/** How a change ended, as far as what the call gave tells. */
export function endOfChange(output: string | undefined): Ended {
  if (output === undefined) return 'unanswered';
  const byAider = aiderEnd(output);
  if (byAider) return byAider;
  const start = output.slice(0, 400);
  // A change that was refused is shown too, as it would have been.
  if (/introduced new syntax error|edit was not applied/i.test(start)) return 'failed';
  if (done.test(start)) return 'done';
  return notDone.test(start) || endOf(output).failed ? 'failed' : 'done';
}

/** What a step does to files and shows of them, as far as its call says it in a form that is known. */
export function deedsOf(step: RunStep): readonly PlacedDeed[] {
  if (step.kind !== 'call') return [];
  const { call, observation } = step;
  const output = observation?.content;
  const { arguments: given } = call;
  const name = call.name.replace(/^functions[.:_]+/, '');
  const patch = patchIn(name, given);
  if (patch !== undefined) return deedsOfPatch(patch, endOfChange(output));
  if (typeof given === 'object') {
    const path = pathIn(given);
    if (path !== undefined) return [...deedsAt(path, name, given, output), ...windowIn(output)];
    if (pythons.test(name)) return pythonDeeds(commandIn(given) ?? '', output);
    if ('replacement_text' in given || (/^edit$/.test(name) && 'start_line' in given)) return windowEdit(given, output);
  } else if (pythons.test(name)) return pythonDeeds(given, output);
  if (helpers.test(name)) return [{ do: 'run' }];
  return shells.test(name) ? commandDeeds(step) : windowIn(output);
}

function patchIn(name: string, given: ToolCall['arguments']): string | undefined {
  const text = (typeof given === 'string' ? [given] : Object.values(given)).find(
    (value): value is string => typeof value === 'string' && /^\s*\*\*\* Begin Patch/.test(value),
  );
  if (text !== undefined || !/patch|diff/i.test(name)) return text;
  if (typeof given === 'string') return /^(?:diff --git|--- )/m.test(given) ? given : undefined;
  const diff = given.patch ?? given.diff ?? given.input;
  return typeof diff === 'string' && /^@@/m.test(diff) ? diff : undefined;
}

const pathNames = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file', 'filename', 'file'] as const;

function pathIn(given: Given): string | undefined {
  const found = pathNames.map((name) => given[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : undefined;
}

const textIn = (given: Given, ...names: readonly string[]): string | undefined => {
  const found = names.map((name) => given[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : undefined;
};

/** A number, also one that was written as a text. */
const numberIn = (given: Given, ...names: readonly string[]): number | undefined => {
  const found = names.map((name) => given[name]).find((value) => value !== undefined && value !== null);
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};

/** What a tool does that is given a path. */
function deedsAt(path: string, name: string, given: Given, output: string | undefined): readonly FileDeed[] {
  const command = textIn(given, 'command');
  const ended = endOfChange(output);
  const change = changeAt(path, name, given, command);
  if (change) {
    if (ended === 'failed') return [{ do: 'look', path }];
    if (ended === 'unanswered') return [{ do: 'lose', path, by: 'unanswered' }];
    const shown = command === 'undo_edit' ? wholeFileIn(output ?? '', { lines: 'numbered' }) : undefined;
    return shown === undefined ? change : [...change, { do: 'see', path, text: shown }];
  }
  if (command === 'view' || reads.test(name)) return [shownAt(path, name, given, output)];
  const mayWrite = edits.test(name) || (command !== undefined && command !== 'view' && /edit/i.test(name));
  if (!mayWrite) return /grep|glob|search|find|^ls$|list/i.test(name) ? [] : [{ do: 'look', path }];
  return ended === 'failed' ? [{ do: 'look', path }] : [{ do: 'lose', path, by: 'command' }];
}

/** The change that a call asks for; undefined where it asks for none of a known form. */
function changeAt(path: string, name: string, given: Given, command: string | undefined): FileDeed[] | undefined {
  if (command === 'undo_edit') return [{ do: 'undo', path }];
  const line = numberIn(given, 'insert_line');
  const put = textIn(given, 'new_str', 'insert_text', 'text');
  if ((command === 'insert' || name === 'insert') && line !== undefined && put !== undefined)
    return [{ do: 'insert', path, line, text: put }];
  if (command !== undefined && !/^(?:create|str_replace)$/.test(command)) return undefined;
  const changes = changesIn(given);
  if (changes) return [{ do: 'replace', path, changes, ...(command === 'str_replace' && { undoable: true }) }];
  const text = textIn(given, 'file_text', 'content', 'contents', 'code_edit' in given ? '' : 'text');
  if (
    text !== undefined &&
    /write|create|save|str_replace|^edit/i.test(`${name} ${command ?? ''}`) &&
    !/append|insert|notebook/i.test(name)
  )
    return [{ do: 'write', path, text }];
  if (name === 'create') return [{ do: 'write', path, text: '\n' }];
  return undefined;
}

const olds = ['old_string', 'oldString', 'old_str', 'oldText', 'old_text'];
const news = ['new_string', 'newString', 'new_str', 'newText', 'new_text'];

function changesIn(given: Given): readonly Change[] | undefined {
  if (Array.isArray(given.edits)) {
    const changes = given.edits.map((each: unknown) =>
      typeof each === 'object' && each !== null ? changeIn(each as Given) : undefined,
    );
    return changes.length > 0 && changes.every((change) => change !== undefined) ? changes : undefined;
  }
  const change = changeIn(given);
  return change && [change];
}

function changeIn(given: Given): Change | undefined {
  const old = textIn(given, ...olds);
  if (old === undefined) return undefined;
  const all = given.replace_all ?? given.replaceAll ?? (numberIn(given, 'expected_replacements') ?? 1) > 1;
  return { old, new: textIn(given, ...news) ?? '', ...((all === true || all === 'true') && { all: true }) };
}

const ranges = ['view_range', 'offset', 'start_line', 'line_number', 'end_line', 'lines', 'limit', 'ranges', 'range'];

function shownAt(path: string, name: string, given: Given, output: string | undefined): FileDeed {
  const asked = ranges.filter((range) => given[range] !== undefined && given[range] !== null);
  const limit = numberIn(given, 'limit');
  const isFromStart = asked.every(
    (range) => range === 'limit' || (range === 'offset' && (numberIn(given, range) ?? 2) <= 1),
  );
  // Claude Code's own tool numbers its lines.
  const lines = name === 'Read' || given.command === 'view' ? 'numbered' : 'either';
  const text =
    output === undefined || !isFromStart
      ? undefined
      : wholeFileIn(output, { lines, ...(limit !== undefined && { limit }) });
  return text === undefined ? { do: 'look', path } : { do: 'see', path, text };
}

/** A file that stands whole in the window that SWE-agent and the first OpenHands show. */
function windowIn(output: string | undefined): readonly FileDeed[] {
  const path = /^(?:[^\n]*\n){0,4}?\[File: ([^\n]+) \(\d+ lines total(?: after edit)?\)\]\n/.exec(output ?? '')?.[1];
  if (path === undefined || output === undefined || endOfChange(output) === 'failed') return [];
  const text = wholeFileIn(output, { lines: 'numbered' });
  return [text === undefined ? { do: 'look', path } : { do: 'see', path, text }];
}

/** The edit of lines in SWE-agent's window, which is of the file that is open. */
function windowEdit(given: Given, output: string | undefined): readonly FileDeed[] {
  const path = openFile(output);
  const [from, to] = [numberIn(given, 'start_line'), numberIn(given, 'end_line')];
  const text = textIn(given, 'replacement_text', 'content');
  if (path === undefined) return [{ do: 'lose', by: 'unanswered' }];
  if (endOfChange(output) === 'failed') return [{ do: 'look', path }];
  if (from === undefined || to === undefined || text === undefined) return [{ do: 'lose', path, by: 'command' }];
  return [{ do: 'lines', path, from, to, text }, ...windowIn(output)];
}

const openFile = (output = ''): string | undefined =>
  /^\[File: ([^\n]+) \(\d+ lines total/m.exec(output)?.[1] ?? /^\(Open file: (?!n\/a)([^\n]+)\)$/m.exec(output)?.[1];

function pythonDeeds(code: string, output: string | undefined): readonly PlacedDeed[] {
  return [{ do: 'run', script: code }, ...windowIn(output)];
}

/** What a command of a shell does, or of the editor that SWE-agent has in its shell. */
function commandDeeds(step: CallStep): readonly PlacedDeed[] {
  const { call, observation } = step;
  const output = observation?.content;
  const given = call.arguments;
  const command = commandIn(given);
  if (command === undefined) return [];
  const ofEditor = editorDeeds(command, output);
  if (ofEditor) return ofEditor;
  const workdir = typeof given === 'object' ? textIn(given, 'workdir', 'cwd', 'working_directory') : undefined;
  // What was typed may have been typed into another program.
  const isTyped = typeof given === 'object' && 'keystrokes' in given;
  const end = { failed: endOf(output ?? '').failed ?? false, unanswered: output === undefined || isTyped };
  const deeds = shellDeeds(isTyped ? command.replaceAll('\r', '\n') : command, output ?? '', end, workdir);
  const seen = isTyped || end.failed ? undefined : seenBy(command, output);
  const folder = seen?.folder ?? workdir;
  return seen ? [{ ...seen, ...(folder !== undefined && { folder }) }] : [...deeds, ...windowIn(output)];
}

/** `edit 2:3`, its lines and `end_of_edit`; `create a.py`. */
function editorDeeds(command: string, output: string | undefined): readonly FileDeed[] | undefined {
  const edit = /^\s*edit (\d+):(\d+)\n([\s\S]*?)\n?end_of_edit\s*$/.exec(command);
  if (edit) return windowEdit({ start_line: edit[1], end_line: edit[2], replacement_text: edit[3] }, output);
  const created = /^\s*create (\S+)\s*$/.exec(command)?.[1];
  if (created !== undefined && /^\[File: /m.test(output ?? '')) {
    const shown = windowIn(output);
    return shown.length > 0 ? shown : [{ do: 'look', path: created }];
  }
  if (/^\s*(?:edit|insert|append)\b/.test(command) && openFile(output) !== undefined) {
    const path = openFile(output) ?? '';
    return endOfChange(output) === 'failed'
      ? [{ do: 'look', path }]
      : [{ do: 'lose', path, by: 'command' }, ...windowIn(output)];
  }
  return undefined;
}

/** The file that a command shows whole, where it does nothing else: `cat a`, `nl -ba a`, `sed -n '1,200p' a`. */
function seenBy(command: string, output: string | undefined): PlacedDeed | undefined {
  const commands = shellCommands(command);
  if (!commands || output === undefined) return undefined;
  const [first] = commands;
  const to = first?.words[0]?.text === 'cd' && commands[1]?.behind !== '|' ? first.words[1] : undefined;
  const rest = to ? commands.slice(1) : commands;
  if (rest.some(({ writes, given, words }) => writes.length > 0 || given || words.some(({ isPlain }) => !isPlain)))
    return undefined;
  const [shows, cut] = rest.map(({ words }) => words.map(({ text }) => text));
  if (!shows || rest.length > 2 || (cut && rest[1]?.behind !== '|')) return undefined;
  const path = shows.at(-1) ?? '';
  const line = shows.slice(0, -1).join(' ');
  const lines = /^(?:cat -n|nl -ba|nl -b a)$/.test(line) ? 'numbered' : 'plain';
  const cutAt = limitIn(cut?.join(' ') ?? (lines === 'plain' ? line : ''));
  const isShown = lines === 'numbered' || line === 'cat' || (!cut && cutAt !== undefined);
  if (!isShown || (cut && cutAt === undefined)) return undefined;
  const text = wholeFileIn(output, { lines, ...(cutAt !== undefined && { limit: cutAt }) });
  if (text === undefined) return { do: 'look', path };
  return { do: 'see', path, text, ...(to && { folder: to.text }) };
}

const limitIn = (command: string): number | undefined => {
  const limit = /^(?:sed -n 1,(\d+)p|head -(?:n ?)?(\d+))$/.exec(command);
  return limit ? Number(limit[1] ?? limit[2]) : undefined;
};
