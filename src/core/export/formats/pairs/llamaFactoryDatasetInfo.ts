import type { Item } from '../../../model/item/item';
import type { ExportSetting } from '../../columns';
import type { Fields } from '../../fields';
import type { FileContext } from '../../format';
import { toolsText as toolsRule } from '../../formatRules';
import { columnNames } from '../../media/itemMedia';
import type { SupportedMedia } from '../../media/mediaKinds';

/**
 * LLaMA-Factory's columns `images`, `videos` and `audios` (`src/llamafactory/data/converter.py _find_medias`), opened
 * as files (`mm_plugin.py _regularize_images`, `av.open`, `torchaudio.load`) beside `dataset_info.json`
 * (`hparams/data_args.py`: `media_dir`). Both answers of a pair are read with the same columns, and the markers in each
 * conversation are counted (`mm_plugin.py _validate_messages`): an answer can have none of its own.
 */
export const llamaFactoryMedia: SupportedMedia = {
  kinds: ['image', 'video', 'audio'],
  markers: 'file',
  besideRows: true,
};

/** No tools are no text: of "[]" some templates make a system prompt that offers none. */
export const llamaFactoryTools = {
  tools: {
    rule: toolsRule,
    value: ({ item: { tools } }: { readonly item: Item }, { file }: ExportSetting) =>
      file.tools ? (tools ? JSON.stringify(tools) : '') : undefined,
  },
};

/**
 * `dataset_info.json`, in which LLaMA-Factory looks a dataset up by its name (`src/llamafactory/data/parser.py
 * get_dataset_list`): one entry for each data file, "preferences" the one that is trained on. `load_dataset` passes
 * over this name.
 * @param dataFiles names of the data files by split
 * @param entry without the columns that not every file has
 */
export function datasetInfo(
  dataFiles: Readonly<Record<string, string>>,
  { tools, media }: FileContext,
  { columns, ...entry }: Fields & { readonly columns: Fields },
): { 'dataset_info.json': string } {
  const entries = Object.entries(dataFiles).map(([split, file]) => [
    split === 'train' ? 'preferences' : `preferences_${split}`,
    {
      file_name: file,
      formatting: 'sharegpt',
      ...('ranking' in entry && { ranking: entry.ranking }),
      columns: { ...columns, ...(tools && { tools: 'tools' }), ...columnNames(media) },
      tags: entry.tags,
    },
  ]);
  return { 'dataset_info.json': `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n` };
}
