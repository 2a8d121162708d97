import { versionInForce, type Rubric } from '../model/rubric/rubric';
import { packOf } from './packs/pack';
import { formatRecords } from './packs/recordSyntax';

/**
 * A version of a rubric as YAML, to be read and compared line by line. Throws `RangeError` where there is no such
 * version.
 */
export async function rubricText(rubric: Rubric, version: number): Promise<string> {
  const named = rubric.versions.find((each) => each.version === version);
  if (!named) throw new RangeError(`the rubric ${JSON.stringify(rubric.id)} has no version ${version}`);
  const { id: _id, ...pack } = packOf({ ...rubric, versions: [named] });
  return formatRecords([pack], 'yaml');
}

/** The version before another one; undefined for the first. */
export function versionBefore({ versions }: Pick<Rubric, 'versions'>, version: number): number | undefined {
  const earlier = versions.filter((each) => each.version < version);
  return earlier.length === 0 ? undefined : versionInForce({ versions: earlier }).version;
}
