import type { JsonObject } from '../fields/recordFields';
import type { RunFile } from './harness';
import { listIn, objectIn } from './values';

/**
 * The values of a file that has one a line, or is one, or a list of them; undefined for a line that is no JSON. A file
 * whose first line is none is one value over several lines.
 * @param isOne whether a value is one of those that are looked for, and no list of them
 */
export async function* recordsIn(
  file: RunFile,
  isOne: (value: JsonObject) => boolean,
): AsyncGenerator<JsonObject | undefined> {
  let count = 0;
  for await (const value of file.lines()) {
    const record = objectIn(value);
    if (count === 0 && (!record || !isOne(record))) break;
    count++;
    yield record;
  }
  if (count > 0) return;
  const whole = await file.json();
  for (const value of Array.isArray(whole) ? listIn(whole) : [whole]) yield objectIn(value);
}
