import fs from 'node:fs';
import path from 'node:path';

/**
 * The journal of an annotator in a folder. A name with capital letters has a hash behind it in that of its file; one of
 * a former version has not, and is where it would be while there is none.
 */
export function journalIn(annotations: string, annotator: string): string {
  const files = fs.existsSync(annotations) ? fs.readdirSync(annotations) : [];
  const own = files.find((file) => file.startsWith(`${annotator}%-`));
  return path.join(annotations, own ?? `${annotator}.jsonl`);
}
