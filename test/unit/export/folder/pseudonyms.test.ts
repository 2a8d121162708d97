import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import { checkExport } from '../../../../src/core/export/folder/checkExport';
import { readManifest } from '../../../../src/core/export/folder/manifest';
import { manifestName } from '../../../../src/core/export/folder/exportTarget';
import { exportOptionsOf } from '../../../../src/core/export/options';
import { benchmarkName } from '../../../../src/core/export/rows/pseudonyms';
import { writeExport } from '../../../../src/core/export/write';
import { recreateWith } from '../../../../src/core/export/recreateExport';
import type { Recipe } from '../../../../src/core/model/study/recipe';
import type { Study } from '../../../../src/core/study/study';
import { root } from '../../made/bundle';
import { everythingStudy } from '../../made/goldenStudies';
import { temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';

/** Within every name of a person, a group or a place, and within nothing else. */
const marker = 'Quirkwood';
/** The first asks what the first item asks, the other what nobody does. */
const [asked, bench] = [`../${marker}-asked.jsonl`, `../${marker}-bench.jsonl`];
const group = `friends of ${marker}`;

/** A study of everything, in the folder of one of its annotators, whose name all of them bear, and their groups. */
async function tellingStudy(): Promise<Study> {
  const from = everythingStudy();
  const home = join(temporaryFolder(), `home-${marker}`);
  const annotations = join(home, `work/${marker}.tiebreak.d/annotations`);
  mkdirSync(annotations, { recursive: true });
  const project = JSON.parse(readFileSync(join(from, 'study.tiebreak'), 'utf8')) as { dataset: object };
  const data = join(home, `${marker}.jsonl`);
  writeFileSync(data, readFileSync(join(from, 'data.jsonl')));
  writeFileSync(
    join(home, `work/${marker}.tiebreak`),
    JSON.stringify({ ...project, dataset: { ...project.dataset, sources: [data] } }),
  );
  for (const name of ['rubrics.json', 'rules.json'])
    writeFileSync(join(dirname(annotations), name), readFileSync(join(from, 'study.tiebreak.d', name)));
  for (const name of readdirSync(join(from, 'study.tiebreak.d/annotations'))) {
    const lines = readFileSync(join(from, 'study.tiebreak.d/annotations', name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) =>
        JSON.stringify({ ...(JSON.parse(line) as object), group }).replaceAll(
          '"annotator":"',
          `"annotator":"${marker} `,
        ),
      );
    writeFileSync(join(annotations, `${marker}-${name}`), `${lines.join('\n')}\n`);
  }
  cpSync(join(root, 'test/golden/pictures/images'), join(home, 'images'), { recursive: true });
  writeFileSync(join(home, `${marker}-asked.jsonl`), readFileSync(data, 'utf8').split('\n', 1).join(''));
  writeFileSync(
    join(home, `${marker}-bench.jsonl`),
    JSON.stringify({ question: 'Which of the seven hills was never walked up by anybody at all?' }),
  );
  return opened(join(home, `work/${marker}.tiebreak`));
}

/** Everything in a folder in which the marker stands, as text or as bytes. */
const telling = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.includes(marker) ||
      (statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(marker)),
  );

describe('an export under pseudonyms', () => {
  it('names nobody, in any format, and can be made again', async () => {
    const study = await tellingStudy();
    const folder = temporaryFolder();
    await writeExport(study, exportOptionsOf({ format: 'annotators', groups: [group] }), join(folder, 'open'));
    expect(telling(join(folder, 'open')).sort()).toEqual([
      '.tiebreak-manifest.json',
      '.tiebreak-rows.jsonl',
      'README.md',
      'train.jsonl',
    ]);
    const annotators = study.replay.annotators();
    expect(annotators.length).toBeGreaterThan(1);
    for (const { name, files, takes } of exportFormats) {
      const out = join(folder, name);
      const recipe: Recipe = {
        format: name,
        file: files.at(-1),
        pseudonyms: 'pepper',
        annotators,
        groups: [group, `nobody, ${marker}`],
        contamination: { files: [bench], share: 0.9 },
        ...(takes.includes('noise') && { noise: 'filter' }),
        ...(name === 'lipo' && { listSize: 4 }),
      };
      await writeExport(study, exportOptionsOf(recipe), out);
      expect(telling(out), name).toEqual([]);
      expect(await checkExport(study, out, recreateWith('pepper', [bench])), name).toEqual([]);
    }
    await study.close();
  });

  it('says what else it wants where it is checked', async () => {
    const study = await tellingStudy();
    const folder = temporaryFolder();
    const [out, open] = [join(folder, 'out'), join(folder, 'open')];
    await writeExport(
      study,
      exportOptionsOf({ format: 'annotators', pseudonyms: 'pepper', contamination: { files: [asked] } }),
      out,
    );
    expect(telling(out)).toEqual([]);
    const { overlaps, dropped } = (await readManifest(join(out, manifestName)))!;
    const file = benchmarkName(asked, { pseudonyms: 'pepper' });
    expect(overlaps?.files).toMatchObject([{ file, items: 1, first: [{ at: `${file}:1` }] }]);
    expect(Object.keys(dropped)).toContain('contaminated');
    expect(await checkExport(study, out, recreateWith('pepper', [asked]))).toEqual([]);
    expect(await checkExport(study, out, recreateWith('pepper'))).toEqual([
      {
        kind: 'unmade',
        message:
          'the export cannot be made again: Its benchmark files are named by pseudonyms. Choose the benchmark files that were used (--decontaminate).',
      },
    ]);
    expect(await checkExport(study, out, recreateWith('salt', [asked]))).not.toEqual([]);
    await writeExport(study, exportOptionsOf({ format: 'annotators' }), open);
    expect(await checkExport(study, open, recreateWith(undefined, ['x']))).toEqual([
      {
        kind: 'unmade',
        message: expect.stringContaining('Do not choose benchmark files (--decontaminate).') as string,
      },
    ]);
    await study.close();
  });
});
