import { isObject } from '../dataset/fields/recordFields';
import { inFile } from '../model/problems/problem';
import { versionInForce } from '../model/rubric/rubric';
import type { Rule } from '../model/rubric/rule';
import { readUtf8 } from '../rubric/packs/files';
import { parseRecords } from '../rubric/packs/recordSyntax';
import { ruleFieldsOf } from './editing';

/**
 * The rules of a file, unchecked: JSON, a rule a line, or YAML; one object, several, or (as the files of a study and
 * what is written here) a list under "rules". Throws `UserError` that names the file.
 */
export async function readRuleFile(path: string): Promise<readonly unknown[]> {
  const text = await readUtf8(path);
  try {
    const { records } = await parseRecords(text, 'rule');
    return records.flatMap((record): readonly unknown[] =>
      Array.isArray(record.rules) ? record.rules.map(inForce) : [record],
    );
  } catch (error) {
    throw inFile(path, error);
  }
}

/** Rules as they are in force, as JSON that can be read in elsewhere. */
export function ruleFileText(rules: readonly Rule[]): string {
  return `${JSON.stringify({ rules: rules.map((rule) => ({ id: rule.id, ...ruleFieldsOf(versionInForce(rule)) })) }, undefined, 2)}\n`;
}

/** A rule of a study's own file as it is in force there; anything else as it stands. */
function inForce(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.versions)) return value;
  const versions = value.versions.filter(
    (each): each is Record<string, unknown> & { version: number } => isObject(each) && typeof each.version === 'number',
  );
  if (versions.length === 0) return value;
  const {
    version: _version,
    time: _time,
    author: _author,
    ...words
  } = versions.reduce((latest, each) => (each.version > latest.version ? each : latest));
  return { ...words, id: value.id };
}
