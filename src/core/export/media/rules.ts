import * as z from 'zod';
import { formatCount } from '../../model/text/formatCount';
import type { Fields } from '../fields';
import { emptyForTrl, message } from '../formatRules';
import { columnOf } from './itemMedia';
import { mediaKinds } from './mediaKinds';

/** What readers do with the media of a row that are not as they should be. */

const sources = z
  .array(z.string('must be a path or an address').min(1, 'is empty'), 'must be a list of paths')
  .optional();

/** The columns of a row that names media. */
export const mediaColumnRules = { images: sources, videos: sources, audios: sources };
export const imageColumnRule = { images: sources };

/**
 * Says of a row whose markers are not as many as its media what its reader would do.
 * @param texts in which the reader counts
 */
export const markersCounted =
  <T extends Fields>(texts: (row: T) => readonly string[]): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    const whole = texts(value).join('\n');
    for (const kind of mediaKinds) {
      const named = value[columnOf(kind)];
      if (!Array.isArray(named)) continue;
      const markers = whole.split(`<${kind}>`).length - 1;
      if (markers !== named.length)
        issues.push({
          code: 'custom',
          input: value,
          message: `"${columnOf(kind)}" lists ${named.length}, but "<${kind}>" is in the texts ${formatCount(markers, 'time')}: trainers count them and stop, or mix them up`,
        });
    }
  };

const part = z.union(
  [z.strictObject({ type: z.literal('text'), text: z.string() }), z.strictObject({ type: z.literal('image') })],
  'must be {"type": "text", "text": …} or {"type": "image"}',
);

/**
 * A turn whose content is text, or parts of which those of images stand for the column `images` in turn
 * (trl/data_utils.py prepare_multimodal_messages).
 */
const visionMessage = message.extend({
  content: z.union([z.string(), z.array(part)], 'must be text: trainers for text models stop at anything else'),
});

/** @param what is said of anything that is no list */
export const visionMessages = (what: string): z.ZodArray<typeof visionMessage> =>
  z.array(visionMessage, `must be a list of messages (${what})`).min(1, emptyForTrl);

/** Whether there are as many parts of images as images, and contents are parts only where rows have that column. */
export function hasImagesForParts({ images }: Fields, turns: readonly z.infer<typeof visionMessage>[]): boolean {
  if (images === undefined) return turns.every(({ content }) => typeof content === 'string');
  const parts = turns
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'image').length;
  return parts === (Array.isArray(images) ? images.length : 0);
}

export const unequalParts =
  'has a different number of images and image parts: TRL stops with "Number of images provided does not match number of image placeholders"';
