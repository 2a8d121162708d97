import { createHash } from 'node:crypto';
import { isReservedName } from '../../model/text/fileName';
import { slugOf } from '../../rubric/ids';

/**
 * The name of a file for what has an id: the id itself where every file system takes it, else what it is made of with a
 * hash behind it.
 */
export function fileNameOf(id: string): string {
  if (/^[a-z0-9_][a-z0-9._-]{0,79}$/.test(id) && !isReservedName(id) && !id.endsWith('.')) return `${id}.json`;
  const plain = slugOf(id)
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${plain === '' ? '' : `${plain}-`}${createHash('sha256').update(id).digest('hex').slice(0, 8)}.json`;
}
