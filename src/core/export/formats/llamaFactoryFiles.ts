import type { Fields } from '../format';

/**
 * `dataset_info.json`, in which LLaMA-Factory looks a dataset up by its name (`src/llamafactory/data/parser.py get_dataset_list`): one entry for each
 * data file, "preferences" the one that is trained on. `load_dataset` passes over this name.
 * @param dataFiles names of the data files by split
 */
export function datasetInfo(dataFiles: Readonly<Record<string, string>>, entry: Fields): { 'dataset_info.json': string } {
  const entries = Object.entries(dataFiles).map(([split, file]) => [split === 'train' ? 'preferences' : `preferences_${split}`, { file_name: file, formatting: 'sharegpt', ...entry }]);
  return { 'dataset_info.json': `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n` };
}
