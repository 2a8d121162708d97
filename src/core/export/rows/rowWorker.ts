import { parentPort, workerData } from 'node:worker_threads';
import { layoutNamed } from '../../dataset/layouts';
import type { Layout } from '../../dataset/layouts/layout';
import { materialized } from '../../dataset/layouts/texts/materialized';
import { FileJournal } from '../../journal/fileJournal';
import { SharedAnnotationIndex } from '../../journal/sharedAnnotationIndex';
import { UsageError, UserError } from '../../model/problems/problem';
import { lineReading } from '../../study/lineReading';
import { formatDeclared } from '../ownFormats/studyFormats';
import { RowBuilder, MemoryLimitExceeded } from './rowBuilder';
import { rowPlan } from './exportPlan';
import {
  transferListOf,
  isTextContent,
  type RowAnswer,
  type RowQuestion,
  type ThreadChunk,
  type ThreadTask,
} from './rowThreads';

/** Makes rows on a thread of its own, for `RowThreads`. */
export function serveRows(): void {
  const {
    study,
    journals,
    sealKey,
    judged,
    options: { format: name, ...options },
    declared,
    file,
    decided,
    max,
  } = workerData as ThreadTask;
  const format = formatDeclared(name, declared);
  if (!format) throw new RangeError(`there is no format ${name}`);
  const chosen = { ...options, format };
  const journal = new FileJournal(journals, true, () => lineReading(study, study.renamedItems), sealKey);
  const maker = new RowBuilder(
    {
      study,
      journal,
      judged: new SharedAnnotationIndex(judged),
      options: chosen,
      plan: rowPlan(chosen, file, decided),
    },
    false,
    max,
  );
  let last = Promise.resolve();
  parentPort?.on('message', (question: RowQuestion) => {
    last = last.then(() => reply(() => answerTo(question)));
  });

  async function answerTo(question: RowQuestion): Promise<Answer> {
    if (question === 'dates') return maker.dates();
    if (question === 'close') {
      await maker.close();
      await journal.close();
      return undefined;
    }
    const {
      make: { file, layout, mapping, content: sent },
      ...making
    } = question;
    const reading = { layout: layoutOf(layout), mapping };
    const content = withBuffer(sent);
    return {
      made: await maker.make(
        'begin' in content ? { file, reading, range: content } : { file, reading, records: content },
        making,
      ),
      content,
    };
  }
}

type Answer = Extract<RowAnswer, { readonly answer: unknown }>['answer'];

async function reply(make: () => Promise<Answer>): Promise<void> {
  try {
    const answer = await make();
    parentPort?.postMessage(
      { answer } satisfies RowAnswer,
      answer && 'made' in answer ? transferListOf(answer.content, answer.made.batch) : [],
    );
  } catch (error) {
    const kind =
      error instanceof MemoryLimitExceeded
        ? 'too-much'
        : error instanceof UsageError
          ? 'usage'
          : error instanceof UserError || (error instanceof Error && 'syscall' in error)
            ? 'user'
            : 'fault';
    parentPort?.postMessage({
      error: error instanceof Error ? error.message : String(error),
      kind,
    } satisfies RowAnswer);
  }
}

function layoutOf(name: string): Layout {
  const layout = name === materialized.name ? materialized : layoutNamed(name);
  if (!layout) throw new RangeError(`there is no layout ${name}`);
  return layout;
}

/** What was sent as a buffer comes as plain bytes. */
function withBuffer(content: ThreadChunk['content']): ThreadChunk['content'] {
  if (!isTextContent(content)) return content;
  const { buffer, byteOffset, byteLength } = content.bytes;
  return { ...content, bytes: Buffer.from(buffer, byteOffset, byteLength) };
}
