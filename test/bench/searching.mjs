import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { measured } from './bundle.mjs';
import { summary } from './statistics.mjs';

/** In no sentence of the dataset. */
const word = 'xylophone';

/**
 * A search for a rare word through all texts against `grep -c` on the same file, taken in turn, the file in the page
 * cache.
 * @param {string} dataset
 * @param {number} repetitions
 */
export async function measureSearching(dataset, repetitions) {
  const { search, layoutNamed } = measured();
  const query = {
    text: word,
    regex: false,
    matchCase: false,
    wholeWord: false,
    metadata: false,
    labelled: false,
    fields: [],
  };
  const contestants = {
    // It ends with 1 where it finds nothing.
    grep: async () => void (await promisify(execFile)('grep', ['-ci', word, dataset]).catch(() => undefined)),
    search: async () => {
      let found = 0;
      for await (const { ordinals } of search([dataset], { layout: layoutNamed('responses'), mapping: {} }, query, {
        most: 100,
      }))
        found += ordinals.length;
      if (found > 0) throw new Error(`${word} was to be found nowhere, and is found ${found} times`);
    },
  };
  await contestants.grep(); // fills the page cache
  /** @type {Record<string, number[]>} */
  const milliseconds = { grep: [], search: [] };
  for (let i = 0; i < repetitions; i++) {
    for (const [name, run] of Object.entries(contestants)) {
      const started = performance.now();
      await run();
      milliseconds[name].push(performance.now() - started);
    }
  }
  return {
    milliseconds: { grep: summary(milliseconds.grep), search: summary(milliseconds.search) },
    ratio: summary(milliseconds.search.map((time, i) => time / milliseconds.grep[i])),
  };
}
