import { booleanOf, type RecordReader } from '../recordReader';
import type { Content } from './layout';
import { metadataOf } from './nested';

/** One answer and whether it is good: what KTO-like rows say. A verdict that is neither yes nor no stays in the metadata. */
export function judgedAlone(record: RecordReader, content: Omit<Content, 'labels' | 'metadata'>, verdict: string, good = booleanOf(record.value(verdict))): Content {
  const [response] = content.responses;
  const value = record.value(verdict);
  return {
    ...content,
    ...(good !== undefined && response && { labels: [{ judgement: { acceptable: { [response.id]: good } } }] }),
    ...metadataOf(record, good === undefined ? { [record.path(verdict)]: value } : {}),
  };
}
