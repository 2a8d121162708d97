import * as z from 'zod';
import { formatCount } from '../../model/text/formatCount';
import type { Fields } from '../fields';
import { emptyForTrl, message } from '../formatRules';
import { columnOf } from './itemMedia';
import { mediaKinds } from './mediaKinds';

/** What readers do with the media of a row that are not as they should be. */

/** The column of a row that names media of a kind. */
export const mediaSources = z
  .array(z.string('must be a path or an address').min(1, 'is empty'), 'must be a list of paths')
  .optional();

/**
 * Says of a row whose markers are not as many as its media what its reader would do.
 * @param texts in which the reader counts
 */
export const markersCounted =
  <Row extends object>(texts: (row: Row) => readonly string[]) =>
  (row: z.ZodType<Row>): z.ZodType =>
    row.check(({ value, issues }) => {
      const whole = texts(value).join('\n');
      for (const kind of mediaKinds) {
        const named = (value as Fields)[columnOf(kind)];
        if (!Array.isArray(named)) continue;
        const markers = whole.split(`<${kind}>`).length - 1;
        if (markers !== named.length)
          issues.push({
            code: 'custom',
            input: value,
            message: `"${columnOf(kind)}" lists ${named.length}, but "<${kind}>" is in the texts ${formatCount(markers, 'time')}: trainers count them and stop, or mix them up`,
          });
      }
    });

/** The contents of messages. */
export const contentsOf = (turns: readonly { readonly content: string }[]): string[] =>
  turns.map(({ content }) => content);

const part = z.union(
  [z.strictObject({ type: z.literal('text'), text: z.string() }), z.strictObject({ type: z.literal('image') })],
  'must be {"type": "text", "text": …} or {"type": "image"}',
);

/**
 * A turn whose content is text, or parts of which those of images stand for the column `images` in turn
 * (trl/data_utils.py prepare_multimodal_messages).
 */
export const visionMessage = message.extend({
  content: z.union([z.string(), z.array(part)], 'must be text: trainers for text models stop at anything else'),
});

/** @param what is said of anything that is no list */
export const visionMessages = (what: string): z.ZodArray<typeof visionMessage> =>
  z.array(visionMessage, `must be a list of messages (${what})`).min(1, emptyForTrl);

/** Says of a row whose parts of images are not as many as its images, or that has parts without that column. */
export const partsCounted =
  <Row extends object>(turnsOf: (row: Row) => readonly z.infer<typeof visionMessage>[]) =>
  (row: z.ZodType<Row>): z.ZodType =>
    row.refine((each) => {
      const [turns, { images }] = [turnsOf(each), each as Fields];
      if (images === undefined) return turns.every(({ content }) => typeof content === 'string');
      const parts = turns
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .filter(({ type }) => type === 'image').length;
      return parts === (Array.isArray(images) ? images.length : 0);
    }, 'has a different number of images and image parts: TRL stops with "Number of images provided does not match number of image placeholders"');
