/** What reads Arrow. Built as a file of its own (scripts/build.mjs) and loaded when the first such file is opened. */
export { CompressionType, compressionRegistry, DataType, Message, RecordBatchReader } from 'apache-arrow';
export { Footer } from 'apache-arrow/ipc/metadata/file';
