/** How names of data files end, before what a compression adds. */
export const dataFileEndings = [
  'jsonl',
  'ndjson',
  'json',
  'csv',
  'tsv',
  'tab',
  'psv',
  'parquet',
  'pq',
  'arrow',
  'feather',
  'ipc',
  'xlsx',
  // What harnesses of agents write (`dataset/runs`).
  'traj',
  'eval',
] as const;
/** What the compression of a single file adds to its name. */
export const compressionEndings = ['gz', 'zst'] as const;

const ending = `\\.(${dataFileEndings.join('|')})`;
/**
 * File names that are read as data where a folder, a pattern or an archive is named; what stands in the file is found
 * by its bytes.
 */
export const dataFilePattern = new RegExp(`${ending}(\\.(${compressionEndings.join('|')}))?$`, 'i');
/** What of a name says only how a file is written. */
export const writtenAsPattern = new RegExp(`(${ending})?(\\.(${compressionEndings.join('|')}|zip))?$`, 'i');
/**
 * What HF datasets and model repositories keep beside the data, the caches of `datasets`, and the locks that Excel
 * leaves.
 */
export const ignoredFilePattern =
  /^(dataset_infos?|dataset_dict|state|config|package|package-lock|tsconfig|metadata|schema|index)\.json$|^cache-.*\.arrow$|^readme|^~\$/i;
/**
 * What aider's benchmark leaves in the folder of an exercise. A history without the results is that of the people who
 * work in the folder, and no dataset.
 */
export const benchmarkHistory = { history: '.aider.chat.history.md', results: '.aider.results.json' } as const;
