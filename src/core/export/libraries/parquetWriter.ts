/** What writes Parquet. Built as a file of its own (scripts/build.mjs) and loaded for the first such export. */
export { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
export { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js';
