import { basename, dirname, sep } from 'node:path';
import type { Message, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { shortHash } from '../../../model/text/shortHash';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { withEdits } from '../aiderEdits';
import { listIn, numberIn, objectIn, present, textIn, withReasoning } from '../values';

const header = /^# aider chat started at /;

/**
 * A chat history, which is Markdown: `# aider chat started at <time>` begins a session, lines behind `#### ` are the
 * user's, those behind `> ` what aider printed, and all others the model's. In a folder of the benchmark the session is
 * one at its exercise; others are named by the first thing that the model answered, and not by what was told to aider
 * alone before (`/add`, `/model`).
 *
 * Seen in real files of aider 0.50 to 0.86: several sessions; whole, diff, diff-fenced, ask and architect formats; line
 * ends of Windows; edits that did not match; errors of the model's server; interruptions; what a model thought; a history
 * that Prettier wrote anew.
 */
export const aider: Harness = {
  name: 'aider',
  title: 'aider chat histories (.aider.chat.history.md)',
  origin: 'Aider-AI/aider, aider/io.py (append_chat_history) and aider/utils.py (split_chat_history_markdown)',
  markers: ['# aider chat started at '],
  matches: ({ text }) => header.test(text.trimStart()),
  async *runs(file) {
    const results = objectIn(await file.beside('.aider.results.json'));
    const exercise = results && exerciseIn(file, textIn(results.testcase));
    let count = 0;
    let inexact = 0;
    let lines: string[] | undefined;
    for await (const line of file.textLines()) {
      if (!header.test(line)) {
        lines?.push(line.replace(/\r+$/, ''));
        continue;
      }
      const session = lines && sessionIn(lines, exercise);
      if (session) {
        count++;
        inexact += Number(!isExact(lines ?? []));
        yield session;
      }
      lines = [];
    }
    const last = lines && sessionIn(lines, exercise);
    if (last) {
      inexact += Number(!isExact(lines ?? []));
      yield last;
    } else if (count === 0) yield { told: problem('runs.notReadable', {}) };
    if (inexact > 0) yield { told: problem('runs.lineBreaksLost', { count: inexact }) };
  },
};

/** The run of a session; undefined where the model said nothing to what was asked. */
function sessionIn(
  lines: readonly string[],
  exercise: string | undefined,
): { readonly task: RunTask; readonly run: RunAttempt } | undefined {
  const turns = withCalls(turnsIn(saidIn(lines)));
  const first = turns.findIndex(({ role }) => role === 'user');
  const answered = first < 0 ? -1 : turns.findIndex(({ role }, at) => at > first && role === 'assistant');
  if (answered < 0) return undefined;
  const asked = turns.findLastIndex(({ role }, at) => at < answered && role === 'user');
  const prompt = turns.slice(asked, asked + 1);
  return {
    task: {
      id: exercise ?? `chat-${shortHash(JSON.stringify(prompt)).slice(0, 8)}`,
      prompt,
    },
    run: present<RunAttempt>({
      turns: turns.slice(asked + 1),
      model: modelIn(turns.slice(0, answered)),
    }),
  };
}

/**
 * The turns, without what aider marks as the user's and is not: the words of an architect, which it hands on to the
 * editor (they stand before), a command whose text comes again as what is asked, and its own answers to its questions.
 */
function turnsIn(said: readonly Said[]): readonly Message[] {
  const turns: Message[] = [];
  let model = '';
  for (const { role, lines } of said) {
    const text = lines.join('\n').trim();
    const last = turns.at(-1);
    const isCommand = last?.role === 'user' && /^\/\w/.test(last.content);
    if (role === 'user' && model !== '' && sameWords(text, model)) continue;
    if (role === 'user' && isCommand && sameWords(text, last.content.replace(/^\/\w+\s+/, ''))) turns.pop();
    if (role === 'assistant') {
      const [thoughts, words] = thoughtsIn(text);
      model = words;
      turns.push({ role, content: withReasoning(thoughts, words) });
    } else if (last?.role === 'tool' && (role === 'tool' || isOwnAnswer(text)))
      turns[turns.length - 1] = { role: 'tool', content: `${last.content}\n${text}` };
    else turns.push({ role: isOwnAnswer(text) ? 'tool' : role, content: text });
  }
  return turns;
}

/** The turns with edits as calls. */
function withCalls(turns: readonly Message[]): readonly Message[] {
  const read: Message[] = [];
  for (let at = 0; at < turns.length; at++) {
    const [turn, next] = [turns[at] as Message, turns[at + 1]];
    const edited =
      turn.role === 'assistant' && next?.role === 'tool'
        ? withEdits(turn.content, next.content, `edit-${at}`)
        : undefined;
    read.push(...(edited ?? [turn]));
    if (edited) at++;
  }
  return read;
}

const sameWords = (a: string, b: string): boolean => a.replaceAll(/\s/g, '') === b.replaceAll(/\s/g, '');

/** The answer that a user gave to all questions of a kind is written for each of them. */
const isOwnAnswer = (text: string): boolean => /\(Y\)es\/\(N\)o[^\n]*\]: \w+$/.test(text) && !text.includes('\n');

interface Said {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly lines: string[];
}

/**
 * Who said what. aider ends a line of its own, and one of the user's, with the two spaces that break a line in Markdown,
 * and begins what the model says with an empty line: by that, headings and quotations of a model are known as such, and
 * what aider prints in several lines, of which it marks only the first. Where no line ends so (a formatter took the
 * spaces away), a line is what its mark says.
 */
function saidIn(lines: readonly string[]): readonly Said[] {
  const said: Said[] = [];
  const exact = isExact(lines);
  const add = (role: Said['role'], line: string, isNew = false): void => {
    const last = said.at(-1);
    if (last?.role === role && !isNew) last.lines.push(line);
    else said.push({ role, lines: [line] });
  };
  let printedUntil = -1;
  lines.forEach((line, at) => {
    const last = said.at(-1);
    const isBehindBlank = (lines[at - 1] ?? '').trim() === '';
    const isMarked = !exact || line.endsWith(lineBreak);
    // What follows a marked line at once is no model's, and goes on with what aider prints.
    const isPrinted = exact && !isBehindBlank && last !== undefined && last.role !== 'assistant';
    const mayBegin = isPrinted || (exact && (last === undefined || line.startsWith(`${ownMark}Tokens: `)));
    if (at <= printedUntil) add('tool', withoutBreak(line));
    else if (line.startsWith(userMark) && isMarked)
      add('user', withoutBreak(line.slice(userMark.length)), exact && isBehindBlank);
    else if (line.startsWith(ownMark) && isMarked) add('tool', withoutBreak(line.slice(ownMark.length)));
    else if (line === ownMark.trim() && !exact && last?.role === 'tool') add('tool', '');
    else if (line.trim() === '') last?.lines.push(line);
    else if (mayBegin && line.startsWith(ownMark)) {
      printedUntil = endOfPrinted(lines, at) ?? at;
      add('tool', line.slice(ownMark.length));
    } else add(isPrinted ? 'tool' : 'assistant', line);
  });
  return said;
}

/** Whether lines end as aider ends them; the first one that is marked so is the user's, as no model speaks before. */
const isExact = (lines: readonly string[]): boolean =>
  lines.find((line) => line.startsWith(userMark))?.endsWith(lineBreak) === true;

const userMark = '#### ';
const ownMark = '> ';
const lineBreak = '  ';

/** The last line of what aider printed from a line on; undefined where it ends before what is said next. */
function endOfPrinted(lines: readonly string[], from: number): number | undefined {
  const end = lines.findIndex((line, at) => at > from && line.endsWith(lineBreak));
  const line = lines[end];
  return line === undefined || line.startsWith(ownMark) || line.startsWith(userMark) ? undefined : end;
}

const withoutBreak = (text: string): string => text.replace(/ {2}$/, '');

/** The model that answers: the last one that aider told before, as a user may change it. */
function modelIn(turns: readonly Message[]): string | undefined {
  const told = turns.flatMap(({ role, content }) =>
    role === 'tool' ? [...content.matchAll(/^(?:main )?models?: ([^\s,]+)/gim)].map(([, model]) => model) : [],
  );
  return told.at(-1);
}

/** What a model thought stands in tags of aider's before what it said. */
function thoughtsIn(text: string): readonly [string | undefined, string] {
  const found = /^<(thinking-content-[0-9a-f]+)>\s*(.*?)\s*<\/\1>\s*/s.exec(text);
  return found ? [found[2], text.slice(found[0].length)] : [undefined, text];
}

/** An exercise with its language, as the names of exercises come again in others: `<language>/exercises/practice/<name>`. */
function exerciseIn(file: RunFile, testcase: string | undefined): string | undefined {
  const folders = dirname(file.path).split(sep);
  const at = folders.lastIndexOf('practice');
  const name = testcase ?? basename(dirname(file.path));
  const language = at > 1 && folders[at - 1] === 'exercises' ? folders[at - 2] : undefined;
  return language === undefined ? name : `${language}/${name}`;
}

/**
 * What the benchmark says of a session, `{testcase, model, tests_outcomes: [bool], cost, duration}`: one outcome a try,
 * of which the last one is that of the session.
 */
export const aiderResults: Harness = {
  name: 'aider-results',
  title: 'aider benchmark results (.aider.results.json)',
  origin: 'Aider-AI/aider, benchmark/benchmark.py (run_test_real)',
  markers: ['"tests_outcomes"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return typeof head?.testcase === 'string' && Array.isArray(head.tests_outcomes);
  },
  async *runs(file) {
    const results = objectIn(await file.json());
    if (!results) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const outcomes = listIn(results.tests_outcomes).map((passed) => passed === true);
    const tries = outcomes.map((passed, i): VerifierResult => ({ name: `tests of try ${i + 1}`, passed }));
    yield {
      task: { id: exerciseIn(file, textIn(results.testcase)) ?? file.name, prompt: [] },
      run: present<RunAttempt>({
        turns: [],
        model: textIn(results.model),
        verifiers: [{ name: 'tests', passed: outcomes.at(-1) === true }, ...(tries.length > 1 ? tries : [])],
        usage: present({ cost: numberIn(results.cost), seconds: numberIn(results.duration) }),
      }),
    };
  },
};
