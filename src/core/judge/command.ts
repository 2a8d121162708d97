import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { problem } from '../model/problems/problem';
import type { Answer, Answerer } from './answerer';
import { answerJsonSchema } from './answers';
import type { JudgeFile } from './judgeFile';
import { StopError } from './stopError';

/** How much of what a program says of itself is kept for messages. */
const keptWords = 2000;
/** How long a program may take to end once nothing more is asked, in milliseconds. */
const patience = 5000;

/** What a program writes of a question. `answer`: an object in the form of the schema, or a text that holds one. */
const answerLine = z.looseObject({
  id: z.union([z.int(), z.string()]),
  answer: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  error: z.string().optional(),
  probability: z.number().min(0).max(1).optional(),
  tokens: z.object({ input: z.int().nonnegative(), output: z.int().nonnegative() }).optional(),
});

interface Waiting {
  readonly done: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Asks a program that reads a question a line from its standard input, `{id, asks, system, user, responses, schema}`,
 * and writes an answer a line to its standard output, `{id, answer, probability?, tokens?}` or `{id, error}`, in any
 * order. What it writes to standard error is shown if it ends early. It is started once, in the folder of the judge file.
 */
export function commandAnswerer(judge: JudgeFile, folder: string): Answerer {
  const [program = '', ...rest] = judge.command ?? [];
  const command = [program, ...rest].join(' ');
  const child = spawn(program, rest, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const waiting = new Map<string, Waiting>();
  let ended: StopError | undefined;
  let words = '';
  let asked = 0;

  const end = (error: StopError): void => {
    ended ??= error;
    for (const { failed } of waiting.values()) failed(ended);
    waiting.clear();
  };
  child.on('error', (error) => {
    end(new StopError(problem('judge.commandNotStarted', { command, reason: error.message })));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-keptWords)));
  child.on('close', (code, killedBy) => {
    const reason = killedBy ?? `exit ${code ?? 1}`;
    end(new StopError(problem('judge.commandEnded', { command, reason, said: words.trim() })));
  });
  // A program that ends while it is written to is told of by its end.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
    const read = lineOf(line);
    const id = String(read?.id);
    const open = waiting.get(id);
    // Words between the answers are the program's own.
    if (!read || !open) return;
    waiting.delete(id);
    const { answer, error, probability, tokens } = read;
    open.done({
      text: typeof answer === 'string' ? answer : answer ? JSON.stringify(answer) : '',
      ...(error !== undefined && { problem: error }),
      ...(probability !== undefined && { probability }),
      ...(tokens && { tokens }),
    });
  });

  const heard = new WeakSet<AbortSignal>();
  /** One listener for all questions under a signal. */
  const listenTo = (signal: AbortSignal): void => {
    if (heard.has(signal)) return;
    heard.add(signal);
    signal.addEventListener('abort', () => {
      for (const { failed } of waiting.values()) failed(signal.reason as Error);
    });
  };

  return {
    ask(question, { system, user }, signal) {
      signal.throwIfAborted();
      if (ended) return Promise.reject(ended);
      const id = String(asked++);
      listenTo(signal);
      return new Promise<Answer>((resolve, reject) => {
        const limit = setTimeout(() => {
          settle();
          reject(
            new StopError(
              problem('judge.unreachable', { endpoint: command, reason: `no answer in ${judge.timeout} s`, tries: 1 }),
            ),
          );
        }, judge.timeout * 1000);
        const settle = (): void => {
          clearTimeout(limit);
          waiting.delete(id);
        };
        waiting.set(id, {
          done: (answer) => {
            settle();
            resolve(answer);
          },
          failed: (error) => {
            settle();
            reject(error);
          },
        });
        const responses = question.shown.map(({ text }) => text);
        child.stdin.write(
          `${JSON.stringify({ id, asks: question.asks, system, user, responses, schema: answerJsonSchema(question) })}\n`,
        );
      });
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.stdin.end();
      const limit = setTimeout(() => child.kill('SIGKILL'), patience);
      await closed;
      clearTimeout(limit);
    },
  };
}

function lineOf(line: string): z.infer<typeof answerLine> | undefined {
  try {
    return answerLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
