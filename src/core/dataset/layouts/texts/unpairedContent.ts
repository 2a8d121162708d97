import { booleanOf, type RecordReader } from '../../records/recordReader';
import { goodBy, singleMeanings, unreadLabel } from '../labels/labelCodes';
import type { Content } from '../layout';
import { metadataOf } from './nestedValues';

/**
 * One answer and whether it is good: what KTO-like rows say. A verdict that is neither yes nor no stays in the
 * metadata, and is told of.
 */
export function unpairedContent(
  record: RecordReader,
  content: Omit<Content, 'labels' | 'metadata'>,
  verdict: string,
  good = goodBy(record, record.value(verdict), booleanOf),
): Content {
  const [response] = content.responses;
  const value = record.value(verdict);
  const unread = good === undefined ? unreadLabel(record.path(verdict), value, singleMeanings) : undefined;
  return {
    ...content,
    ...(good !== undefined && response && { labels: [{ judgement: { acceptable: { [response.id]: good } } }] }),
    ...(unread && { unread }),
    ...metadataOf(record, good === undefined ? { [record.path(verdict)]: value } : {}),
  };
}
