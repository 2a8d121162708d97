import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import { writeExport } from '../../../src/core/export/write';
import { readPackFile } from '../../../src/core/rubric/packs/files';
import { opened } from '../made/study';
import { temporaryFolder } from '../made/temporaryFolder';

/** What every export of rubrics says of the criteria of its study: these two, of those that are yes or no. */
const criteria = [
  ['Says when to see a doctor', 5],
  ['Recommends something that harms', -8],
];

/** A copy of the study of the golden files that has rubrics. */
function rubricStudy(): string {
  const folder = temporaryFolder();
  cpSync(new URL('../../golden/rubrics', import.meta.url), folder, { recursive: true });
  return join(folder, 'study.tiebreak');
}

const rubricFormats = exportFormats.filter(({ family }) => family === 'rubrics');

it.each(rubricFormats.flatMap((format) => format.files.map((kind) => [format.name, kind, format] as const)))(
  'an export of %s as %s is read back as the rubric that it was made of, and nothing is asked',
  async (name, kind, format) => {
    const study = await opened(rubricStudy());
    for (const out of [join(temporaryFolder(), 'out'), join(temporaryFolder(), `rows.${kind}`)]) {
      await writeExport(study, { format, file: kind, stale: 'keep' }, out);
      const file = out.endsWith(kind) ? out : join(out, `train.${kind}`);
      const { packs } = await readPackFile(file);
      // HealthBench says for which prompt each is.
      expect(packs.length).toBe(name === 'healthbench' ? 3 : 1);
      for (const pack of packs)
        expect(
          // A principle is words alone: a title is part of them.
          pack.criteria.map(({ text, weight }) => [text.replace(/^(Doctor|Harm): /, ''), weight]),
        ).toEqual(criteria);
    }
    await study.close();
  },
);

it('a negative weight means what the export was told, and is asked about where no manifest says it', async () => {
  const study = await opened(rubricStudy());
  const format = rubricFormats.find(({ name }) => name === 'rar');
  const out = join(temporaryFolder(), 'out');
  if (format) await writeExport(study, { format, stale: 'keep' }, out);
  await study.close();
  const elsewhere = join(temporaryFolder(), 'train.jsonl');
  renameSync(join(out, 'train.jsonl'), elsewhere);
  await expect(readPackFile(elsewhere)).rejects.toThrow('--negative');
});
