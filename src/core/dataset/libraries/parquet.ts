/** What reads Parquet. Built as a file of its own (scripts/build.mjs) and loaded when the first such file is opened. */
export { parquetMetadataAsync, parquetSchema } from 'hyparquet';
export { parquetHeader } from 'hyparquet/src/column.js';
export { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
export { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
export { byteStreamSplit } from 'hyparquet/src/encoding.js';
export { readOffsetIndex } from 'hyparquet/src/indexes.js';
export { readPlain } from 'hyparquet/src/plain.js';
export {
  getMaxDefinitionLevel,
  getMaxRepetitionLevel,
  getTreePath,
  isListLike,
  isMapLike,
} from 'hyparquet/src/schema.js';
export { decodeVariantColumn } from 'hyparquet/src/variant.js';
export { snappyUncompress } from 'hyparquet/src/snappy.js';
export { compressors } from 'hyparquet-compressors';
