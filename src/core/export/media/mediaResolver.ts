import { turnsOf, type Item, type Media } from '../../model/item/item';
import { hasPrompt } from '../builders/defaults';
import type { FileContext, ExportOptions } from '../format';
import type { DropReason } from '../dropReasons';
import { hasMedia, mediaFault, mediaIn, withoutMedia, withSources } from './itemMedia';
import { MediaFinder, type MediaSetting } from './finder';
import { hasLooseMarker } from './mediaMarkers';

/** An item as its rows have it: with its media as rows name them, or without any. */
export interface ItemWithMedia {
  readonly item: Item;
  /** Whether its rows carry media, or were made without those that it has. */
  readonly media?: 'carried' | 'left-out';
}

/** Puts media into items as the rows of an export name them. */
export class MediaResolver {
  private readonly finder: MediaFinder;

  constructor(
    private readonly options: ExportOptions,
    private readonly file: Pick<FileContext, 'media'>,
    setting: MediaSetting,
  ) {
    this.finder = new MediaFinder(setting);
  }

  /**
   * The item, or why it gives no row.
   * @param dataset the file that its record is in
   * @param onCopy hears of each file that is to be copied, by its name there
   */
  place(item: Item, dataset: string, onCopy: (name: string, path: string) => void): ItemWithMedia | DropReason {
    const { format, media: mode } = this.options;
    const { media } = format;
    if (!hasPrompt(format)) return { item };
    const has = hasMedia(item, format);
    if (has && mode === 'none') return { item: withoutMedia(item), media: 'left-out' };
    if (!has && !this.file.media) return { item };
    if ((has ? media?.markers : media?.markers === 'file') && turnsIn(item).some(hasLooseMarker)) return 'media-marker';
    if (!has) return { item };
    const fault = mediaFault(item, format) ?? this.sourceFault(item, dataset);
    return (
      fault ?? {
        item: withSources(item, ({ source }) => this.finder.nameIn(source, dataset, onCopy)),
        media: 'carried',
      }
    );
  }

  private sourceFault(item: Item, dataset: string): DropReason | undefined {
    const { media, promptOnly } = this.options.format;
    if (!media) return undefined;
    const all: readonly Media[] = promptOnly ? mediaIn(item.prompt) : mediaIn(turnsIn(item));
    for (const each of all) {
      const fault = this.finder.fault(each, dataset, media);
      if (fault) return fault;
    }
    return undefined;
  }
}

const turnsIn = ({ prompt, responses }: Item): Item['prompt'] => [...prompt, ...responses.flatMap(turnsOf)];
