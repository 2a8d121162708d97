import { hash } from 'node:crypto';
import { journalFile } from '../journal/fileJournal';
import { ulidPattern } from '../model/annotation/annotation';
import type { RemoteLine } from './remote';

/** What a remote knows of a line without understanding it. */
export function remoteLine(text: string, place: number): RemoteLine {
  const { id, item } = idsIn(text);
  return { id: id ?? unnamed(text), item: item ?? '', place, text };
}

/** The id by which a line is told from others: its ULID, or of one that has none, what it holds. */
export const lineId = (text: string): string => idsIn(text).id ?? unnamed(text);

const unnamed = (text: string): string => `line-${hash('sha256', text).slice(0, 24)}`;

/** The name of a journal, which is its annotator's, by the file that holds it (see `journalFile`). */
export function journalName(file: string): string {
  const stem = file.replace(/\.jsonl$/, '');
  try {
    const name = decodeURIComponent(stem);
    return journalFile(name) === file ? name : stem;
  } catch {
    return stem;
  }
}

function idsIn(text: string): { readonly id?: string; readonly item?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const { id, item } = value as Readonly<Record<string, unknown>>;
    return {
      ...(typeof id === 'string' && ulidPattern.test(id) && { id }),
      ...(typeof item === 'string' && { item }),
    };
  } catch {
    return {};
  }
}
