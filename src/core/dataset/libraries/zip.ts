/**
 * What reads zip archives. Built as a file of its own (scripts/build.mjs) and loaded when the first such file is
 * opened.
 */
export { openPromise } from 'yauzl';
