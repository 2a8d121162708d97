import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode } from '../journal/fileStatus';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import { suggestionSchema, type Suggestion } from '../model/suggestion/suggestion';
import { streamJson } from '../dataset/records/recordStream';

/** The suggestions of a study, with what is wrong with their files. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly problems: readonly FileProblem[];
}

/**
 * Reads what models said of a study, in the order of the lines' ids; a line that is there twice counts once. A line that
 * cannot be read is told and left out.
 * @param folder `NAME.tiebreak.d/suggestions`, which need not be there
 */
export async function readSuggestions(folder: string): Promise<Suggestions> {
  const byId = new Map<string, Suggestion>();
  const problems: FileProblem[] = [];
  for (const file of await suggestionFiles(folder))
    for await (const batch of streamJson(file))
      for (const { line, text } of batch) {
        const read = suggestionIn(text);
        if ('reason' in read)
          problems.push(fileProblem('warning', { file, line }, problem('judge.lineWrong', { reason: read.reason })));
        else byId.set(read.id, read);
      }
  return { suggestions: [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), problems };
}

async function suggestionFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function suggestionIn(text: string): Suggestion | { readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
  const read = suggestionSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { reason: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}` };
}
