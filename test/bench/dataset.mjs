import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Sentences of the length and the mix (plain, emphasis, code) that answers have. */
export const sentences = [
  'The short answer is that it depends on how often the value changes and on who reads it.',
  'A cache in front of the database helps only while most of the reads ask for the same few rows.',
  'You can measure this in an afternoon, and I would do so before buying anything.',
  'In my experience the **second** option is easier to undo, which matters more than speed here.',
  'First look at the query plan; `explain analyze` shows where the time goes.',
  'Whales sleep with one half of the brain at a time, so that they do not forget to breathe.',
  'Add the butter last, off the heat, and stir until the sauce shines.',
  'The treaty was signed in the spring, though the fighting went on until the harvest.',
  'If the limit exists, it is unique: suppose there were two and look at their difference.',
  'I cannot see your file from here, so please check the line that the message names.',
  'Naïve Bayes treats the features as independent, and it is often good enough – “often”, not always.',
  'There are three things to weigh: the cost today, the cost of a change, and what you already know.',
];
export const list = '\n\n- write the test first\n- make it pass\n- then clean up\n\n';
export const code =
  '\n\n```python\ndef total(rows):\n    return sum(row["amount"] for row in rows if row["paid"])\n```\n\n';

/** The same numbers on every machine. @param {number} seed */
export function randomly(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

/** @param {(below: number) => number} pick @param {number} count */
function text(pick, count) {
  let result = '';
  for (let i = 0; i < count; i++)
    result +=
      (i === 0 ? '' : i === 3 && pick(3) === 0 ? (pick(2) === 0 ? list : code) : ' ') +
      sentences[pick(sentences.length)];
  return result;
}

/**
 * One line: a prompt and four responses, about 2.1 kB.
 * @param {number} ordinal
 * @param {(below: number) => number} pick
 */
function record(ordinal, pick) {
  const responses = ['model-a', 'model-b', 'model-c', 'model-d'].map((model) => ({
    text: text(pick, 4 + pick(3)),
    model,
  }));
  return JSON.stringify({
    id: `item-${String(ordinal).padStart(7, '0')}`,
    prompt: `Question ${ordinal}: ${text(pick, 1 + pick(3))}`,
    responses,
  });
}

/**
 * A JSONL file of `items` records in `folder`, made unless it is there; its path.
 * @param {string} folder @param {number} items
 */
export function makeDataset(folder, items) {
  const pick = randomly(items);
  return makeFile(path.join(folder, `items-${items}.jsonl`), items, (ordinal) => record(ordinal, pick));
}

/**
 * Writes `lines` lines by streaming, unless the file is there.
 * @param {string} file @param {number} lines @param {(ordinal: number) => string} line
 */
export async function makeFile(file, lines, line) {
  if (existsSync(file)) return file;
  const partial = `${file}.partial`;
  const stream = createWriteStream(partial);
  let stretch = '';
  for (let ordinal = 0; ordinal < lines; ordinal++) {
    stretch += `${line(ordinal)}\n`;
    if (stretch.length < 1 << 22) continue;
    if (!stream.write(stretch)) await once(stream, 'drain');
    stretch = '';
  }
  stream.end(stretch);
  await once(stream, 'finish');
  // Its name says that it is whole.
  await fs.rename(partial, file);
  return file;
}

/** Throws where the disk has no room for what the bench makes. @param {string} folder @param {number} bytes */
export async function assertRoom(folder, bytes) {
  const { bavail, bsize } = await fs.statfs(folder);
  if (bavail * bsize < bytes)
    throw new Error(
      `The bench needs ${(bytes / 1e9).toFixed(1)} GB in ${folder}, and ${((bavail * bsize) / 1e9).toFixed(1)} GB are free. Free some, or use --items for smaller datasets.`,
    );
}
