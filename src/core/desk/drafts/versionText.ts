import { withIds } from '../../dataset/layouts/layout';
import type { Annotation } from '../../model/annotation/annotation';
import { letterOf } from '../../model/annotation/blindOrder';
import { withoutImagePaths } from '../../model/item/markdownImages';

/**
 * Names responses by the letters under which they are shown in that order; one that is not among them is a question
 * mark.
 */
export const letterIn =
  (shown: readonly string[]) =>
  (id: string): string => {
    const index = shown.indexOf(id);
    return index < 0 ? '?' : letterOf(index);
  };

/**
 * A version of a judgement as one may read it while blind, as JSON: who made it, when, how and under what, with letters
 * in place of the ids of its responses and without paths of images.
 * @param shown ids of responses in the order of the letters
 */
export function versionText(
  { item, annotator, time, duration, mode, context, origin, judgement }: Annotation,
  shown: readonly string[],
): string {
  return `${JSON.stringify({ item, annotator, time, duration, mode, context, origin, judgement: withIds({ judgement }, letterIn(shown)).judgement }, withoutPaths, 2)}\n`;
}

const withoutPaths = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutImagePaths(value).text : value;
