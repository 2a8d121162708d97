/**
 * File names that are read as data where a folder, a pattern or an archive is named; what stands in the file is found
 * by its bytes.
 */
export const dataFilePattern = /\.(jsonl|ndjson|json|csv|tsv|tab|psv|parquet|pq|arrow|feather|ipc|xlsx)(\.(gz|zst))?$/i;
/**
 * What HF datasets and model repositories keep beside the data, the caches of `datasets`, and the locks that Excel
 * leaves.
 */
export const ignoredFilePattern =
  /^(dataset_infos?|dataset_dict|state|config|package|package-lock|tsconfig|metadata|schema|index)\.json$|^cache-.*\.arrow$|^readme|^~\$/i;
