import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { problem, UsageError } from '../../model/problems/problem';
import { fileKinds } from '../../model/study/recipe';
import { namesFile } from './exportTarget';

/**
 * Endings of files that hold tables, texts, archives or a study, and of none that an export writes. Others, as in
 * "v1.2", are parts of the names of folders.
 */
const ofFiles =
  /.\.(jsonl?|parquet|csv|tsv|ndjson|jsonlines|jl|txt|text|md|html?|xml|ya?ml|toml|arrow|feather|orc|avro|h5|hdf5|xlsx?|ods|db|sqlite3?|duckdb|npy|npz|pkl|pickle|pt|safetensors|msgpack|bin|tar|tgz|zip|7z|rar|gz|bz2|xz|zst|zstd|lz4|br|snappy|tiebreak)$/i;

/**
 * Throws `UsageError` where a path ends as a file does that no export writes: it would become a folder of that name. A
 * folder that has such a name already is meant as it is.
 */
export async function refuseFileExtension(out: string): Promise<void> {
  const ending = namesFile(out) ? undefined : ofFiles.exec(basename(out))?.[1];
  if (
    ending === undefined ||
    (await stat(out).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  )
    return;
  throw new UsageError(problem('export.endingNotWritten', { ending, endings: fileKinds }, out));
}
