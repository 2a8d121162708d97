import { withoutImagePaths } from '../model/item/markdownImages';
import { turnsOf, type Item } from '../model/item/item';

/** Paths and addresses of the images, sounds and films that an item names, in its turns and in their Markdown. */
export function mediaNamed({ prompt, responses }: Pick<Item, 'prompt' | 'responses'>): string[] {
  return [...prompt, ...responses.flatMap(turnsOf)].flatMap(({ content, media = [] }) => [
    ...media.map(({ source }) => source),
    ...withoutImagePaths(content).images.map(({ source }) => source),
  ]);
}
