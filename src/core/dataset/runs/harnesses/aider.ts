import { basename, dirname, sep } from 'node:path';
import type { Message, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { shortHash } from '../../../model/text/shortHash';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { listIn, numberIn, objectIn, present, textIn } from '../values';

const header = /^# aider chat started at /;

/**
 * A chat history, which is Markdown: `# aider chat started at <time>` begins a session, lines behind `#### ` are the
 * user's, those behind `> ` what aider printed, and all others the model's. In a folder of the benchmark the session is
 * one at its exercise; others are named by what was asked first.
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
    let lines: string[] | undefined;
    for await (const line of file.textLines()) {
      if (!header.test(line)) {
        lines?.push(line.replace(/\r$/, ''));
        continue;
      }
      const session = lines && sessionIn(lines, exercise);
      if (session) {
        count++;
        yield session;
      }
      lines = [];
    }
    const last = lines && sessionIn(lines, exercise);
    if (last) yield last;
    else if (count === 0) yield { told: problem('runs.notReadable', {}) };
  },
};

/** The run of a session; undefined where the model said nothing. */
function sessionIn(
  lines: readonly string[],
  exercise: string | undefined,
): { readonly task: RunTask; readonly run: RunAttempt } | undefined {
  const said: { readonly role: 'user' | 'assistant' | 'tool'; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const [role, text] = line.startsWith('#### ')
      ? (['user', withoutBreak(line.slice(5))] as const)
      : line.startsWith('> ')
        ? (['tool', withoutBreak(line.slice(2))] as const)
        : (['assistant', line] as const);
    const last = said.at(-1);
    if (last?.role === role || (last && line.trim() === '')) last.lines.push(text);
    else if (line.trim() !== '') said.push({ role, lines: [text] });
  }
  const turns = said.map(({ role, lines: own }): Message => ({ role, content: own.join('\n').trim() }));
  const asked = turns.findIndex(({ role }) => role === 'user');
  const start = turns.findIndex(({ role }, at) => at > asked && role !== 'user');
  if (asked < 0 || !turns.some(({ role }) => role === 'assistant')) return undefined;
  const prompt = turns.slice(asked, start < 0 ? undefined : start);
  return {
    task: {
      id: exercise ?? `chat-${shortHash(JSON.stringify(prompt)).slice(0, 8)}`,
      prompt,
    },
    run: present<RunAttempt>({
      turns: start < 0 ? [] : turns.slice(start),
      model: lines.map((line) => /^> (?:main )?model: (\S+)/i.exec(line)?.[1]).find((model) => model !== undefined),
    }),
  };
}

/** What aider printed ends in the two spaces that break a line in Markdown. */
const withoutBreak = (text: string): string => text.replace(/ {2}$/, '');

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
