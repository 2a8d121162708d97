import { parseRecord, type Reading } from './parse';
import { readHead } from '../records/recordStream';

/** So many records are looked at. */
const sampled = 200;

/**
 * Whether of a dataset's labels only some can be told: a tie by its word, say, beside 1 and 2 that nobody explained. A
 * part of them says something else than the whole ("all are tied"), so that none should be taken. Goes by the first
 * records.
 */
export async function labelsArePartial([first]: readonly string[], reading: Reading): Promise<boolean> {
  if (first === undefined || !reading.layout.hasCodes) return false;
  const { records } = await readHead(first, sampled, { mapping: reading.mapping });
  let [isRead, isUnread] = [false, false];
  for (const parsed of records.flatMap((record) => parseRecord(record, first, reading))) {
    if ('problem' in parsed) continue;
    if (parsed.unread && !parsed.unread.isRating) isUnread = true;
    else if (parsed.labels.some(({ judgement: { comparisons, acceptable } }) => comparisons ?? acceptable))
      isRead = true;
  }
  return isRead && isUnread;
}
