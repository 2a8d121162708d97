import type { Critique } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, otherFields, type JsonObject, textOf } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { judgeNamed, type Judge } from '../labels/whoJudged';
import type { Content } from '../layout';
import { textIn } from './nestedValues';

/**
 * Shared by the two parts of OpenAI's summarize-from-feedback: `{info: {id, post | article, title, subreddit | site},
 * …}` with `{text, policy, note}` for a summary.
 */

/**
 * What the policies were asked: the post with its subreddit and title, or the article, in the words of the repository's
 * `utils/experiment_helpers.py` (`tldr_task`, `cnndm_task`); a summary's text follows it.
 */
export function promptOfDocument(record: RecordReader): Pick<Content, 'prompt' | 'promptText'> {
  const { post, article, title, subreddit } = record.objectAt('info');
  const promptText =
    typeof post === 'string'
      ? `SUBREDDIT: r/${textOf(subreddit) ?? ''}\n\nTITLE: ${textOf(title) ?? ''}\n\nPOST: ${post}\n\nTL;DR:`
      : `Article:\n${textIn(article, `${record.path('info')}.article`)}\n\nTL;DR:\n`;
  return { prompt: [{ role: 'user', content: promptText }], promptText };
}

/** What else is said of the document. */
export function documentOf(record: RecordReader): Pick<Content, 'metadata'> {
  const info = record.objectAt('info');
  const { post, article } = info;
  // One of the two is null in the Parquet edition.
  const both = typeof post === 'string' && typeof article === 'string';
  return { metadata: { info: { ...otherFields(info, ['post', 'article']), ...(both && { article }) } } };
}

/** A summary, and the worker's note on it where there is one. */
export function summaryOf(id: string, entry: JsonObject, path: string): { response: Response; critiques: Critique[] } {
  const policy = textOf(entry.policy);
  const note = textOf(entry.note);
  const metadata = otherFields(entry, ['text', 'policy', 'note', 'axes']);
  return {
    response: {
      id,
      text: textIn(entry.text, `${path}.text`),
      ...(policy !== undefined && { model: policy }),
      ...(metadata && { metadata }),
    },
    critiques: note ? [{ response: id, text: note }] : [],
  };
}

/** Whether the record says what was summarised. */
export const hasDocument = (record: RecordReader): boolean => {
  const info = record.value('info');
  return isObject(info) && (typeof info.post === 'string' || typeof info.article === 'string');
};

/** The worker who judged. */
export const workerAt = (record: RecordReader): Judge => judgeNamed(record, record.maybeText('worker') || undefined);
