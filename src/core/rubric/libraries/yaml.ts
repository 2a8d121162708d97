/**
 * Reads and writes YAML. Built as a file of its own (scripts/build.mjs) and loaded for the first pack that is no JSON.
 */
export { parseAllDocuments, stringify } from 'yaml';
