/** What reads tar archives. Built as a file of its own (scripts/build.mjs) and loaded when the first one is opened. */
export { extract } from 'tar-stream';
