import type { Fields } from '../../fields';
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

/**
 * `dataset_info.json`, in which LLaMA-Factory looks a dataset up by its name (`src/llamafactory/data/parser.py
 * get_dataset_list`): one entry for each data file, "preferences" the one that is trained on. `load_dataset` passes
 * over this name.
 * @param dataFiles names of the data files by split
 */
export function datasetInfo(
  dataFiles: Readonly<Record<string, string>>,
  entry: Fields,
): { 'dataset_info.json': string } {
  const entries = Object.entries(dataFiles).map(([split, file]) => [
    split === 'train' ? 'preferences' : `preferences_${split}`,
    { file_name: file, formatting: 'sharegpt', ...entry },
  ]);
  return { 'dataset_info.json': `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n` };
}
