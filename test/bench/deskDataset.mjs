import path from 'node:path';
import { code, list, makeFile, randomly, sentences } from './dataset.mjs';

/**
 * What is on the desk at one time. `goal`: in milliseconds at the 95th percentile; `digits`: those that are timed in
 * each item.
 * @typedef {{ name: string, title: string, items: number, goal: { place: number, next: number }, record: (ordinal:
 *   number, pick: Pick) => unknown }} DeskCase
 * @typedef {(below: number) => number} Pick
 */

/** @type {readonly DeskCase[]} */
export const deskCases = [
  {
    name: 'four',
    title: '4 responses of 400 words',
    items: 160,
    goal: { place: 33, next: 50 },
    record: (ordinal, pick) => record(ordinal, question(ordinal), responses(pick, 4, 400)),
  },
  {
    name: 'eight',
    title: '8 responses of 4,000 words',
    items: 160,
    goal: { place: 100, next: 100 },
    record: (ordinal, pick) => record(ordinal, question(ordinal), responses(pick, 8, 4000)),
  },
  {
    name: 'sixty-four',
    title: '64 responses of 200 words',
    items: 160,
    goal: { place: 100, next: 100 },
    record: (ordinal, pick) => record(ordinal, question(ordinal), responses(pick, 64, 200)),
  },
  {
    name: 'conversation',
    title: '200 turns, 4 responses of 400 words',
    items: 160,
    goal: { place: 100, next: 100 },
    record: (ordinal, pick) => record(ordinal, conversation(pick, 200), responses(pick, 4, 400)),
  },
];

/** A JSONL file for a case, made unless it is there; its path. @param {string} folder @param {DeskCase} deskCase */
export function makeDeskDataset(folder, { name, items, record: line }) {
  const pick = randomly(items);
  return makeFile(path.join(folder, `desk-${name}.jsonl`), items, (ordinal) => JSON.stringify(line(ordinal, pick)));
}

const record = (ordinal, prompt, texts) => ({ id: `item-${ordinal}`, prompt, responses: texts });
const question = (ordinal) => `Question ${ordinal}: how would you go about this, and what speaks against it?`;
const responses = (pick, count, words) => Array.from({ length: count }, () => answer(pick, words));
const conversation = (pick, turns) =>
  Array.from({ length: turns - 1 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: turn % 2 === 0 ? paragraph(pick, 2) : answer(pick, 120),
  }));

const table =
  '| choice | cost | risk |\n|---|---:|---|\n| wait | 0 | the queue grows |\n| split the table | 3 days | low |\n| another database | 3 weeks | high |\n\n';
const quote = '> What is not measured is not known, and what was measured once was known once.\n\n';
const numbered = '1. Write down what it does now.\n2. Change **one** thing.\n3. Look whether it still does so.\n\n';
const script =
  '```js\nexport async function first(rows) {\n  for await (const row of rows) {\n    if (row.paid && row.amount > 0) return row; // the oldest\n  }\n  return undefined;\n}\n```\n\n';

/**
 * An answer as assistants write them: headings, paragraphs, lists, code, now and then a table or a quotation.
 * @param {Pick} pick
 * @param {number} words
 */
function answer(pick, words) {
  const parts = [];
  let count = 0;
  for (let part = 0; count < words; part++) {
    const next =
      part % 5 === 4
        ? `## ${sentences[pick(sentences.length)].split(' ').slice(0, 4).join(' ')}\n\n`
        : pick(3) > 0
          ? `${paragraph(pick, 2 + pick(3))}\n\n`
          : [list, numbered, code, script, table, quote][pick(6)];
    parts.push(next);
    count += next.split(/\s+/).length;
  }
  return parts.join('').trim();
}

/** @param {Pick} pick @param {number} count of sentences */
const paragraph = (pick, count) => Array.from({ length: count }, () => sentences[pick(sentences.length)]).join(' ');
