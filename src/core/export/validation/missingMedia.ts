import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject } from '../../dataset/fields/recordFields';
import { whereOf } from '../../model/item/media';
import { problem, type Problem } from '../../model/problems/problem';
import type { ExportFormat } from '../format';
import type { Fields } from '../fields';
import { columnOf } from '../media/itemMedia';
import { mediaKinds } from '../media/mediaKinds';

/**
 * Looks whether files are there that rows name as images, audio or video, from the folder of the rows. Each is looked
 * for once.
 */
export class MissingMedia {
  private readonly known = new Map<string, boolean>();
  private readonly folder: string;

  constructor(path: string) {
    this.folder = dirname(resolve(path));
  }

  /** What is wrong with a row. */
  look(row: Fields, { media }: Pick<ExportFormat, 'media'>): Problem | undefined {
    if (!media) return undefined;
    for (const kind of mediaKinds) {
      for (const column of [columnOf(kind), `rejected_${columnOf(kind)}`]) {
        const named = Array.isArray(row[column]) ? (row[column] as unknown[]) : [];
        const sources = named
          .map((each) => (isObject(each) ? each[kind] : each))
          .filter((source) => typeof source === 'string');
        const missing = sources.find((source) => !this.isThere(source));
        if (missing !== undefined)
          return problem('validation.mediaMissing', { source: missing, column, folder: this.folder });
      }
    }
    return undefined;
  }

  private isThere(source: string): boolean {
    if (whereOf(source) !== 'file') return true;
    const known = this.known.get(source);
    if (known !== undefined) return known;
    const isThere = statSync(resolve(this.folder, source), { throwIfNoEntry: false })?.isFile() === true;
    this.known.set(source, isThere);
    return isThere;
  }
}
