import type { Message, ToolCall } from '../../model/item/item';

/** What stands in an answer from a line to another one, both in it, and is a change of a file. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly path: string;
  readonly change: { readonly old_text: string; readonly new_text: string } | { readonly content: string };
}

/** How aider begins to tell what it did with the edits of an answer. */
const outcome = /^(?:(Applied|Skipping) edits? to (.+)|The LLM did not conform to the edit format)/;

/**
 * The edits in an answer of a model as calls, a file each, with what aider printed of them behind it: a part of it for
 * each file that was changed. Undefined where it printed nothing of edits (a model that is asked shows them alone), or
 * where they are in a form that is not known: then they stay in what the model said.
 *
 * The form is that of SEARCH/REPLACE blocks, or of whole files (aider/coders/editblock_coder.py, wholefile_coder.py).
 *
 * @param id what the ids of the calls begin with
 */
export function withEdits(said: string, printed: string, id: string): readonly Message[] | undefined {
  const told = printed.split('\n').flatMap((line, at) => {
    const found = outcome.exec(line);
    return found ? [{ at, path: found[2]?.trim(), isDone: found[1] === 'Applied' }] : [];
  });
  if (told.length === 0) return undefined;
  const lines = said.split('\n');
  const done = told.flatMap(({ path }) => path ?? []);
  const replacing = replacements(lines);
  const blocks = replacing.length > 0 ? replacing : wholeFiles(lines, done);
  const paths = [...new Set(blocks.map(({ path }) => path))];
  if (paths.length === 0) return undefined;
  const toolCalls = paths.map((path, i) => callAt(path, blocks, `${id}-${i + 1}`));
  const left = lines.filter((_, at) => !blocks.some(({ from, to }) => at >= from && at <= to));
  return [
    {
      role: 'assistant',
      content: left
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
      toolCalls,
    },
    ...answersIn(printed, told, paths).map(({ path, content }): Message => ({
      role: 'tool',
      content,
      toolCallId:
        toolCalls[
          Math.max(
            0,
            paths.findIndex((each) => isSame(each, path)),
          )
        ]?.id ?? id,
    })),
  ];
}

function callAt(path: string, blocks: readonly Block[], id: string): ToolCall {
  const changes = blocks.filter((block) => block.path === path).map(({ change }) => change);
  const whole = changes.findLast((change) => 'content' in change);
  return whole
    ? { id, name: 'write', arguments: { path, ...whole } }
    : { id, name: 'edit', arguments: { path, edits: changes } };
}

/** Windows and others name the same file in different ways. */
const isSame = (a: string, b: string | undefined): boolean =>
  b !== undefined && a.replaceAll('\\', '/') === b.replaceAll('\\', '/');

/** What was printed, cut behind each line that tells that a file of `paths` was changed; the rest belongs to the last. */
function answersIn(
  printed: string,
  told: readonly { readonly at: number; readonly path: string | undefined; readonly isDone: boolean }[],
  paths: readonly string[],
): readonly { readonly path: string | undefined; readonly content: string }[] {
  const lines = printed.split('\n');
  const done = told.filter(({ isDone, path }) => isDone && paths.some((each) => isSame(each, path)));
  if (done.length === 0) return [{ path: undefined, content: printed }];
  return done.map(({ path, at }, i) => ({
    path,
    content: lines.slice((done[i - 1]?.at ?? -1) + 1, i === done.length - 1 ? undefined : at + 1).join('\n'),
  }));
}

/** What begins a listing, and what ends it: aider asks for tags where fences stand in the files themselves. */
const fence = /^(?:`{3,}|~{3,}|<(\/?(?:source|code|pre|codeblock|sourcecode))>)/;
const isFence = (line: string | undefined): boolean => line !== undefined && fence.test(line);
const endOfFence = (line: string | undefined): string | undefined => {
  const found = fence.exec(line ?? '');
  return found?.[1] === undefined ? found?.[0] : `</${found[1]}>`;
};

/** The path that a line names, without what Markdown puts around it. */
function pathIn(line: string | undefined): string | undefined {
  const name = (line ?? '').replaceAll(/^[#*`\s]+|[*`:\s]+$/g, '');
  return /^\S+$|^\S.*\.\w+$/.test(name) && !isFence(line) ? name : undefined;
}

/** SEARCH/REPLACE blocks: the path stands before the fence, or in it, or is that of the block before. */
function replacements(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!/^<{5,9} SEARCH>?\s*$/.test(lines[at] ?? '')) continue;
    const middle = lines.findIndex((line, i) => i > at && /^={5,9}\s*$/.test(line));
    const end = lines.findIndex((line, i) => i > middle && /^>{5,9} REPLACE\s*$/.test(line));
    if (middle < 0 || end < 0) return [];
    const { path, from } = placeOf(lines, at) ?? { path: blocks.at(-1)?.path, from: at };
    if (path === undefined) return [];
    blocks.push({
      from,
      to: isFence(lines[end + 1]) ? end + 1 : end,
      path,
      change: { old_text: textOf(lines.slice(at + 1, middle)), new_text: textOf(lines.slice(middle + 1, end)) },
    });
    at = end;
  }
  return blocks;
}

function placeOf(lines: readonly string[], at: number): { readonly path: string; readonly from: number } | undefined {
  const isInside = !isFence(lines[at - 1]) && isFence(lines[at - 2]);
  const opened = isInside ? at - 2 : at - 1;
  if (!isFence(lines[opened])) return undefined;
  // A formatter puts an empty line before the fence.
  const named = isInside ? at - 1 : lines[opened - 1]?.trim() === '' ? opened - 2 : opened - 1;
  const path = pathIn(lines[named]);
  return path === undefined ? undefined : { path, from: Math.min(named, opened) };
}

/** Whole files: a line that is the path of one that aider tells of, and its text in a fence. */
function wholeFiles(lines: readonly string[], paths: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const named = pathIn(lines[at]);
    const path = named === undefined ? undefined : paths.find((each) => isSame(each, named));
    const close = endOfFence(lines[at + 1]);
    if (path === undefined || close === undefined) continue;
    const end = lines.findIndex((line, i) => i > at + 1 && line.trimEnd() === close);
    if (end < 0) continue;
    blocks.push({ from: at, to: end, path, change: { content: textOf(lines.slice(at + 2, end)) } });
    at = end;
  }
  return blocks;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
