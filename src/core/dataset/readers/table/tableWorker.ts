import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../../model/problems/problem';
import { decodeTable } from './openTable';
import { type TableRows, type Table } from './tableRows';
import type { TableAnswer, TableQuestion, TableTask } from './tableThread';

/** Decodes one table on a thread of its own, for `TableThread`. */
export function serveTable(): void {
  const { path, kind, sheet } = workerData as TableTask;
  const table = decodeTable(path, kind, sheet);
  let scan: AsyncGenerator<TableRows> | undefined;
  let last = reply(async () => {
    const { count, numbers, problem } = await table;
    return { count, numbers, problem };
  });
  parentPort?.on('message', (question: TableQuestion) => {
    last = last.then(() => reply(async () => answerTo(question, await table)));
  });

  async function answerTo(question: TableQuestion, table: Table): Promise<Answer> {
    if (question !== 'next') return table.rows(question.start, question.end);
    scan ??= table.scan();
    const next = await scan.next();
    return next.done ? undefined : next.value;
  }
}

type Answer = Extract<TableAnswer, { answer: unknown }>['answer'];

async function reply(make: () => Promise<Answer>): Promise<void> {
  const message: TableAnswer = await make().then(
    (answer) => ({ answer }),
    (error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
      problem: error instanceof UserError ? error.problem : undefined,
    }),
  );
  parentPort?.postMessage(message);
}
