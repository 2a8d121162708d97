import type { Media } from '../../model/item/item';

/**
 * Images, audio and video that an item was judged with. A format either has a place for them or the item gives no row:
 * a preference between two answers to a picture teaches nothing of it without the picture. `--media none` writes the
 * rows all the same, and counts them.
 *
 * Rows name files by paths from the folder of the export: they hold wherever both are moved, and on every machine.
 * LLaMA-Factory looks for them there by itself (`media_dir` is `dataset_dir` where nothing is said); all others look in
 * the folder that they are run in, so that their commands go there first.
 */

export type MediaKind = Media['kind'];

export const mediaKinds = ['image', 'video', 'audio'] as const satisfies readonly MediaKind[];

/** What the readers of a format take. */
export interface SupportedMedia {
  readonly kinds: readonly MediaKind[];
  /** Of responses too. */
  readonly inResponses?: true;
  /** Addresses of the web too, and what stands in the record itself (data: URLs). */
  readonly addresses?: readonly ('web' | 'record')[];
  /**
   * Markers ("<image>") stand for them in texts and are counted: in rows that have media, or in any row of a file that
   * has some.
   */
  readonly markers?: 'row' | 'file';
  /** Only turns of these roles may have any. */
  readonly roles?: readonly string[];
  /** Files are looked for from the folder of the data file, wherever the reader runs. */
  readonly besideRows?: true;
  /** The card says that the column holds images, which HF datasets opens then. */
  readonly decoded?: true;
}
