import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { assertVersion, versionOf } from '../dataset/fileVersion';
import { LineWriter } from '../dataset/lineWriter';
import { reasonOf } from '../journal/onDisk';
import { UserError } from '../model/problem';
import { studyPaths, type Study } from '../study/study';
import { newRuleTally, ruleRows, type RuleDrop, type RuleTally } from './ruleRows';

/** What is written where: each folder is one dataset for `load_dataset`. */
const parts = { pairs: 'in-scope', kept: 'keep-as-is' } as const;

const dropReasons: Readonly<Record<RuleDrop, string>> = {
  'no-refinement': 'marked in scope, and no response is refined by the rule: there is no pair',
  stale: 'the item changed since it was marked',
  'left-out': 'marked under a context, of one turn, when the item came again, or on a control item',
  'unknown-rule': 'marked by a rule, or by words of one, that the study does not have',
  'lone-surrogate': 'a text holds half a surrogate pair (a cut emoji): JSON loaders refuse the whole file',
};

/** Why marks gave no row, in words. */
export function ruleDropsOf({ dropped }: RuleTally): Record<string, { count: number; reason: string }> {
  const keys = (Object.keys(dropReasons) as RuleDrop[]).filter((key) => dropped[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, { count: dropped[key] ?? 0, reason: dropReasons[key] }]));
}

/**
 * Writes `in-scope/train.jsonl` (prompt, chosen, rejected) and `keep-as-is/train.jsonl` (prompt, completion) into a folder that is not there yet; of the two only what has a row. The same study gives the same
 * bytes. Throws `UserError` where there is nothing to write, or the folder is there, lies among the journals or cannot be written, and then nothing is left of it; `DatasetChanged` where the dataset changed meanwhile.
 */
export async function writeRuleRows(study: Study, out: string, signal?: AbortSignal): Promise<{ readonly files: readonly string[]; readonly tally: RuleTally }> {
  await refuse(study, out);
  const versions = await Promise.all(study.sources.map(versionOf));
  const partial = join(dirname(out), `.${basename(out)}.${randomBytes(4).toString('hex')}.partial`);
  const writers = new Map<string, LineWriter>();
  const tally = newRuleTally();
  try {
    for await (const { scope, value } of ruleRows(study, tally, signal)) {
      const part = scope === 'in' ? parts.pairs : parts.kept;
      let writer = writers.get(part);
      if (!writer) {
        await mkdir(join(partial, part), { recursive: true });
        writers.set(part, (writer = new LineWriter(await open(join(partial, part, 'train.jsonl'), 'wx'))));
      }
      await writer.line(JSON.stringify(value));
    }
    if (writers.size === 0) throw new UserError(`there is nothing to write: ${Object.values(ruleDropsOf(tally)).map(({ count, reason }) => `${count} × ${reason}`).join('; ') || 'nothing is marked by any rule yet'}`);
    for (const writer of writers.values()) await writer.close();
    for (const [at, path] of study.sources.entries()) await assertVersion(path, versions[at]);
    await rename(partial, out);
    return { files: [parts.pairs, parts.kept].filter((part) => writers.has(part)).map((part) => join(out, part, 'train.jsonl')), tally };
  } catch (error) {
    for (const writer of writers.values()) await writer.close().catch(() => undefined);
    if (error instanceof Error && 'syscall' in error) throw new UserError(`${out}: could not be written: ${reasonOf(error)}`, { cause: error });
    throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function refuse(study: Study, out: string): Promise<void> {
  const { annotations } = studyPaths(study.file);
  const [folder, journals] = await Promise.all([dirname(out), annotations].map((each) => realpath(each).catch(() => each)));
  if (out === annotations || folder === journals || out.startsWith(annotations + sep)) throw new UserError(`${out}: lies among the journals of this study. Choose another folder`);
  if (await lstat(out).catch(() => undefined)) throw new UserError(`${out}: stands there already and is not overwritten. Choose another name, or take it away first`);
}
