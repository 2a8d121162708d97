/** Makes rows on a thread of its own, for `RowThreads`. */
import { parentPort, workerData } from 'node:worker_threads';
import { rawRecord } from '../../dataset/framing';
import { layoutNamed } from '../../dataset/layouts';
import { prepared } from '../../dataset/layouts/prepared';
import type { RawRecord } from '../../dataset/rawRecord';
import type { Stretch } from '../../dataset/scan';
import { FileJournal } from '../../journal/fileJournal';
import { UsageError, UserError } from '../../model/problem';
import { exportFormatNamed } from '../index';
import { RowMaker, type OpenStretch } from './maker';
import { rowPlan } from './plan';
import { judgedIn } from './sentStandings';
import type { RowAnswer, RowQuestion, SentStretch, ThreadTask } from './threads';

const { study, journals, options: { format: name, ...options }, file, isDecided } = workerData as ThreadTask;
const format = exportFormatNamed(name);
if (!format) throw new RangeError(`there is no format ${name}`);
const chosen = { ...options, format };
const journal = new FileJournal(journals);
const maker = new RowMaker({ study, journal, options: chosen, plan: rowPlan(chosen, file, isDecided) });
const open = new Map<number, OpenStretch>();
let last = Promise.resolve();
parentPort?.on('message', (question: RowQuestion) => {
  last = last.then(() => reply(question));
});

async function reply(question: RowQuestion): Promise<void> {
  try {
    const answer = await answerTo(question);
    const given = answer && 'batch' in answer ? Object.values(answer.batch).map((bytes: Uint8Array) => bytes.buffer as ArrayBuffer) : [];
    parentPort?.postMessage({ answer } satisfies RowAnswer, given);
  } catch (error) {
    const kind = error instanceof UsageError ? 'usage' : error instanceof UserError ? 'user' : 'fault';
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error), kind } satisfies RowAnswer);
  }
}

async function answerTo(question: RowQuestion): Promise<Extract<RowAnswer, { readonly answer: unknown }>['answer']> {
  if (question === 'dates') return maker.dates();
  if (question === 'close') {
    await journal.close();
    return undefined;
  }
  if ('open' in question) {
    const opened = await maker.open(stretchOf(question.stretch));
    open.set(question.open, opened);
    return opened.found;
  }
  const opened = open.get(question.rows);
  if (!opened) throw new RangeError('the stretch was not opened');
  open.delete(question.rows);
  return opened.rows(judgedIn(question.judged, opened.found), question.spare);
}

function stretchOf(sent: SentStretch): Stretch {
  const layout = sent.layout === prepared.name ? prepared : layoutNamed(sent.layout);
  if (!layout) throw new RangeError(`there is no layout ${sent.layout}`);
  return { file: sent.file, reading: { layout, mapping: sent.mapping }, records: 'records' in sent ? sent.records : [...recordsIn(sent)] };
}

function* recordsIn({ bytes, ends, lines, framing }: Extract<SentStretch, { readonly bytes: unknown }>): Generator<RawRecord> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let begin = 0;
  for (const [i, end] of ends.entries()) {
    yield rawRecord(buffer.subarray(begin, end), lines[i] ?? 0, framing);
    begin = end;
  }
}
