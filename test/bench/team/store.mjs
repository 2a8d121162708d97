// What the benches of the team store share: the client's TypeScript, a study with its members, items and lines.
import esbuild from 'esbuild';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../harness/paths.mjs';
import { randomly, sentences } from '../dataset.mjs';

const bundle = path.join(root, 'out/bench/team.js');

/** Bundles the client as it is built for the extension, for this process and its children. */
export async function bundleClient() {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/bench/team/modules.ts'],
    outfile: bundle,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
}

/** What is measured. @returns {typeof import('./modules')} */
export const client = () => createRequire(import.meta.url)(bundle);

/** The study of all benches, by its name in the store. */
export const study = 'bench';

/**
 * A new study in a database of its own, with so many annotators: their addresses, by name.
 * @param {import('../../harness/postgres.mjs').TestServer} server
 * @param {number} members
 */
export async function newStudy(server, members) {
  const { createStudy, PostgresRemote, setUpStore, StoreConnection } = client();
  const database = await server.database();
  const connection = await StoreConnection.open(server.urlOf('lead', 'lead', database));
  await setUpStore(connection);
  await createStudy(connection, { name: study, lead: 'lead', controlRate: 0 });
  const lead = new PostgresRemote(connection, study);
  /** @type {Map<string, string>} */
  const addresses = new Map();
  for (let member = 0; member < members; member++)
    addresses.set(nameOf(member), await lead.invite(nameOf(member), 'annotator'));
  return { database, lead, addresses };
}

/** @param {number} member */
export const nameOf = (member) => `desk-${String(member).padStart(3, '0')}`;

/** A member's remote, with one connection. @param {string} address */
export async function remoteOf(address) {
  const { PostgresRemote, StoreConnection } = client();
  return new PostgresRemote(await StoreConnection.open(address, 1), study);
}

/** The id of an item as people see it. @param {number} number */
export const itemOf = (number) => `~${number.toString(36).padStart(10, '0')}`;

/**
 * An item of some 300 characters that `wants` people are to judge.
 * @param {number} number @param {number} wants
 */
export const publishedItem = (number, wants) => ({
  id: itemOf(number),
  realId: `item-${number}`,
  shown: JSON.stringify({ id: itemOf(number), prompt: sentences[number % 12], responses: ['a', 'b'].map(response) }),
  hidden: '{"models":["one","two"]}',
  kind: /** @type {const} */ ('shared'),
  wants,
  judged: [],
  skipped: [],
});
const response = (/** @type {string} */ id, /** @type {number} */ at) => ({ id, text: sentences[at] });

/** A ULID of this moment. */
export function newId() {
  let time = Date.now();
  let text = '';
  for (let at = 0; at < 10; at++, time = Math.floor(time / 32)) text = digits[time % 32] + text;
  for (const byte of randomBytes(16)) text += digits[byte % 32];
  return text;
}
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A line of a journal for the store: an annotation of some 600 bytes, or what takes one back.
 * @param {string} annotator @param {string} item @param {number} place
 * @param {{ skip?: boolean, retracts?: string }} [what]
 */
export function lineOf(annotator, item, place, { skip = false, retracts } = {}) {
  const id = newId();
  const head = { v: 1, id, annotator, time: new Date().toISOString() };
  const text = JSON.stringify(
    retracts === undefined
      ? {
          ...head,
          type: 'annotation',
          item,
          hash: 'f3a1c2d4e5f60718293a4b5c6d7e8f90',
          mode: 'pair',
          duration: 5000,
          origin: { kind: 'human' },
          round: 0,
          question: { version: 1 },
          rubrics: [{ id: 'helpfulness', version: 1 }],
          shown: ['a', 'b'],
          seed: place,
          judgement: skip
            ? { skip: { reason: 'cannot tell' } }
            : {
                comparisons: [{ a: 'a', b: 'b', outcome: place % 2 === 0 ? 'a' : 'b', strength: 1 + (place % 3) }],
                confidence: 0.8,
                rationale: `${sentences[place % 12]} ${sentences[(place + 5) % 12]}`,
              },
        }
      : { ...head, type: 'retraction', item, retracts },
  );
  return { id, item, place, text };
}

/** @param {number} milliseconds */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whole numbers below a bound, the same for the same seed. */
export { randomly };

/** @param {readonly number[]} values @param {number} percent */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/**
 * The share of a time in which something of this machine waited for a processor.
 * @template T @param {() => Promise<T>} work @returns {Promise<{ result: T, seconds: number, waited: number }>}
 */
export async function timed(work) {
  const before = await waited();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  return { result, seconds, waited: ((await waited()) - before) / 1e6 / seconds };
}

async function waited() {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile('/proc/pressure/cpu', 'utf8').catch(() => '');
  return Number(/^some .*total=(\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
