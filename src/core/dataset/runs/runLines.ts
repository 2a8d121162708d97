import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createReadStream } from 'node:fs';
import { problem, UserError } from '../../model/problems/problem';
import { openEntries } from '../readers/archive';
import type { ReadOptions } from '../readers/readOptions';
import type { RunPart } from '../../model/item/item';
import { withKeys } from '../../model/item/run';
import type { Harness, RunFile, RunRecord } from './harness';

/** A file of one JSON value is held as a whole; what its text may have is what a string may. */
const maxBytes = 400 << 20;

type Options = Pick<ReadOptions, 'signal' | 'onBytes' | 'onBeside'>;

/** A run, or what could not be read, as a record of the layout `runs`. */
export type WrittenRun = RunRecord & { readonly tiebreak_run: 1; readonly harness: string };

/**
 * What a harness's file holds, a run a record, with the keys of its turns. The form is one of the cache and changes with
 * its number (`runForm`).
 */
export async function* runRecords(path: string, harness: Harness, options: Options = {}): AsyncGenerator<WrittenRun> {
  for await (const record of runsWithoutKeys(path, harness, options)) yield keyed(record);
}

/** The same without keys, for those who look at no turn. */
export async function* runsWithoutKeys(
  path: string,
  harness: Harness,
  options: Options = {},
): AsyncGenerator<WrittenRun> {
  const closing: (() => void)[] = [];
  try {
    for await (const record of harness.runs(fileAt(path, options, closing))) {
      options.signal?.throwIfAborted();
      yield { tiebreak_run: 1, harness: harness.name, ...record };
    }
  } finally {
    for (const close of closing) close();
  }
}

/** The same as JSONL. */
export async function* runLines(path: string, harness: Harness, options: Options = {}): AsyncGenerator<Buffer> {
  for await (const record of runRecords(path, harness, options)) yield Buffer.from(`${JSON.stringify(record)}\n`);
}

const keyedPart = (part: RunPart): RunPart => ({ ...part, turns: withKeys(part.turns) });

function keyed(record: WrittenRun): WrittenRun {
  if ('told' in record || !record.run) return record;
  const { run } = record;
  return {
    ...record,
    run: {
      ...run,
      turns: withKeys(run.turns),
      ...(run.branches && { branches: run.branches.map(keyedPart) }),
      ...(run.subagents && { subagents: run.subagents.map(keyedPart) }),
    },
  };
}

/** @param closing takes what closes what was opened meanwhile */
function fileAt(path: string, options: Options, closing: (() => void)[]): RunFile {
  const at = async (relative: string): Promise<string> => {
    const found = join(dirname(path), relative);
    await options.onBeside?.(found);
    return found;
  };
  const textBeside = async (relative: string): Promise<string | undefined> =>
    readFile(await at(relative), 'utf8').catch(() => undefined);
  return {
    path,
    name: basename(path),
    async json() {
      const { size } = await stat(path);
      if (size > maxBytes) throw new UserError(problem('dataset.objectTooLarge', { megabytes: maxBytes >> 20 }, path));
      const bytes = await readFile(path, { signal: options.signal });
      options.onBytes?.(bytes.length);
      return parsed(bytes.toString('utf8'));
    },
    async beside(relative) {
      const text = await textBeside(relative);
      return text === undefined ? undefined : parsed(text);
    },
    textBeside,
    names: async (relative) => readdir(await at(relative)).catch(() => []),
    has: async (relative) => (await stat(await at(relative)).catch(() => undefined))?.isFile() ?? false,
    async entries() {
      const archive = await openEntries(path, maxBytes);
      if (!archive) return undefined;
      closing.push(archive.close);
      return archive.entries.map((entry) => ({
        name: entry.name,
        json: async () => parsed((await entry.bytes()).toString('utf8')),
      }));
    },
    textLines: () => linesIn(path, options),
    async *lines() {
      for await (const line of linesIn(path, options)) if (line.trim() !== '') yield parsed(line);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Told by who asked, with how often that was so.
    return undefined;
  }
}

async function* linesIn(path: string, { signal, onBytes }: Options): AsyncGenerator<string> {
  const source = createReadStream(path, { highWaterMark: 1 << 18 });
  let bytes = 0;
  let open: Buffer[] = [];
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      onBytes?.((bytes += chunk.length));
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        yield Buffer.concat([...open, chunk.subarray(from, at)]).toString('utf8');
        open = [];
        from = at + 1;
      }
      open.push(chunk.subarray(from));
    }
    yield Buffer.concat(open).toString('utf8');
  } finally {
    source.destroy();
  }
}
