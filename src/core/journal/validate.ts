import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import { streamJson } from '../dataset/records/recordStream';
import { parseLine } from './line';

/** Checks every line of one journal file: how many there are, and what is wrong with them. */
export async function validateJournal(path: string): Promise<{ lines: number; problems: FileProblem[] }> {
  const problems: FileProblem[] = [];
  let lines = 0;
  for await (const batch of streamJson(path)) {
    for (const { line, text } of batch) {
      lines++;
      const parsed = parseLine(text);
      if ('reason' in parsed)
        problems.push(
          fileProblem('error', { file: path, line }, problem('journal.lineWrong', { reason: parsed.reason })),
        );
    }
  }
  return { lines, problems };
}
