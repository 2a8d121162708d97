import type { StepKind } from '../../model/desk/deskRun';
import type { ToolCall } from '../../model/item/item';

/** A line is so long at most, in UTF-16 units. */
const maxLine = 160;

/** What a call does and to what, for one line. */
export interface CallLine {
  readonly kind: StepKind;
  readonly line: string;
  /** The line is a command of a shell. */
  readonly isCommand?: true;
}

/** Names of tools that run what they are given, in the harnesses of `dataset/runs`. */
const shells = /bash|shell|terminal|execute|exec_command|run_command|ipython|python|^run$|^cmd$|powershell/i;
const edits = /edit|write|patch|replace|create|insert|append|delete|rename|^move/i;
const reads = /read|view|open|cat|grep|glob|search|find|^ls$|list|fetch|browse|get|look|scroll|goto|query|think/i;

/** Commands that only look. */
const looks =
  /^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)?(?:cat|ls|grep|rg|find|fd|head|tail|nl|tree|pwd|wc|sed\s+-n|awk|which|file|stat|git\s+(?:diff|log|show|status|grep|blame))\b/;
/** Commands that write a file. */
const writes =
  /(?:^|[;&|]\s*|\n)\s*(?:sed\s+-i|patch\b|git\s+apply|apply_patch|tee\b|mv\b|cp\b|rm\b)|\*\*\* Begin Patch|<<\s*-?\s*['"]?\w+|(?:^|[^0-9&>])>{1,2}\s*(?!\/dev\/null|&)[\w./~$"'-]/;

/** What says best what a call is about, in this order. */
const subjects = [
  'command',
  'cmd',
  'action',
  'path',
  'file_path',
  'filePath',
  'absolute_path',
  'file',
  'filename',
  'pattern',
  'query',
  'url',
  'code',
  'input',
  'message',
  'thought',
];

/** Tells what a call does and to what. What it does is read from its name and command: it decides a sign, and nothing else. */
export function callLine({ name, arguments: given }: ToolCall): CallLine {
  const command = commandIn(given);
  if (shells.test(name) && command !== undefined)
    return {
      kind: writes.test(command) ? 'edit' : looks.test(command) ? 'read' : 'run',
      line: oneLine(command),
      isCommand: true,
    };
  // The editors of SWE-agent and OpenHands say in their command what they do to a path.
  const line = oneLine(
    typeof given === 'string'
      ? given
      : [command, subjectIn(given)].filter((text) => text !== undefined).join(' ') || argumentsIn(given),
  );
  if (shells.test(name)) return { kind: 'run', line };
  if (command !== undefined && /^(view|open|find|search)/.test(command)) return { kind: 'read', line };
  if (edits.test(name) || (command !== undefined && /^(create|str_replace|insert|undo|edit)/.test(command)))
    return { kind: edits.test(name) && command === 'view' ? 'read' : 'edit', line };
  return { kind: reads.test(name) ? 'read' : 'call', line };
}

/** The command of a shell that a call gives. */
export function commandIn(given: ToolCall['arguments']): string | undefined {
  if (typeof given === 'string') return given;
  const command = given.command ?? given.cmd ?? given.code ?? keysTyped(given.keystrokes);
  if (typeof command === 'string') return command;
  // Codex gives the words of a command, of which the last is the script of a shell.
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined;
  const [shell = '', option = '', script] = command;
  return /(^|\/)(ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(option) && script !== undefined
    ? script
    : command.join(' ');
}

/** Keys that were typed at a terminal, with control characters as one names them: `^D`. */
const keysTyped = (keys: unknown): string | undefined =>
  typeof keys === 'string'
    ? // eslint-disable-next-line no-control-regex -- that is what is looked for
      keys.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, (sign) => `^${String.fromCharCode(sign.charCodeAt(0) + 64)}`)
    : undefined;

function subjectIn(given: Readonly<Record<string, unknown>>): string | undefined {
  const name = subjects.slice(2).find((each) => typeof given[each] === 'string' && given[each] !== '');
  return name === undefined ? undefined : (given[name] as string);
}

/** The arguments of a tool that nobody knows: `user_id: mia_li_3668, amount: 2`. */
const argumentsIn = (given: Readonly<Record<string, unknown>>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** The first line of a text that says something, and an ellipsis where there is more. */
export function oneLine(text: string): string {
  const trimmed = text.trim();
  const end = trimmed.search(/[\r\n]/);
  const line = (end < 0 ? trimmed : trimmed.slice(0, end)).slice(0, maxLine).trimEnd();
  return line.length < trimmed.length ? `${line} …` : line;
}

/** How far into what a call gave, and how far back from its end, its exit code is looked for, in UTF-16 units. */
const looked = 400;

/**
 * How a call ended, as far as what it gave tells: the exit code where its harness writes one down (mini-swe-agent's
 * `<returncode>`, OpenHands' "finished with exit code", Codex' and Claude Code's "Exit code"), or that an exception
 * stands at its end.
 */
export function endOf(observation: string): { readonly exit?: number; readonly failed?: true } {
  const ends = `${observation.slice(0, looked)}\n${observation.slice(-looked)}`;
  const code =
    /<returncode>(-?\d+)<\/returncode>|finished with exit code (-?\d+)|exit(?:ed with)? code:?\s*(-?\d+)|"exit_code":\s*(-?\d+)/i.exec(
      ends,
    );
  if (code) {
    const exit = Number(code.slice(1).join(''));
    return exit === 0 ? { exit } : { exit, failed: true };
  }
  const isError = /^\s*(?:error\b|traceback \(most recent|exception\b|command not found)/i.test(observation);
  return isError || /\n\w*(?:Error|Exception): [^\n]*\s*$/.test(observation.slice(-looked)) ? { failed: true } : {};
}
