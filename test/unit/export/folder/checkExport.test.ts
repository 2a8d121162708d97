import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { checkExport, type Difference } from '../../../../src/core/export/folder/checkExport';
import { cardName, manifestName } from '../../../../src/core/export/folder/exportTarget';
import { writeExport } from '../../../../src/core/export/write';
import { recreateWith } from '../../../../src/core/export/recreateExport';
import type { Study } from '../../../../src/core/study/study';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';
import { judge, opened, studyOf } from '../../made/study';

const writeAgain = recreateWith();
const format = exportFormatNamed('trl-dpo-text')!;
const records = [...Array(20).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ['a', 'b', 'c'],
}));
const best = { ranking: { tiers: [['r1'], ['r2', 'r3']] } };
const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('tiebreak-check-'));
// Others check exports at the same time.
beforeAll(() => {
  const before = process.env.TMPDIR;
  const own = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
  process.env.TMPDIR = own;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(own, { recursive: true, force: true });
  };
});

async function exportedStudy(options: object = {}): Promise<{ study: Study; folder: string; out: string }> {
  const folder = temporaryFolder();
  const study = await studyOf(folder, records);
  for (let n = 0; n < 10; n++) await judge(study, n, best);
  const out = join(folder, 'out');
  await writeExport(study, { format, ...options }, out);
  return { study, folder, out };
}

const found = async (study: Study, out: string): Promise<Difference[]> => [
  ...(await checkExport(study, out, writeAgain)),
];

describe('a check of an export', () => {
  it.each<[string, object]>([
    ['of JSONL', {}],
    ['with splits and a seed', { split: { train: 0.5, test: 0.5 }, seed: 3 }],
    ['of one criterion less', { annotators: ['ana'] }],
  ])('finds nothing where nothing changed: %s', async (_, options) => {
    const { study, out } = await exportedStudy(options);
    expect(await found(study, out)).toEqual([]);
    expect(leftovers()).toEqual([]);
    await study.close();
  });

  it('tells of annotations that came since, and what they would change', async () => {
    const { study, out } = await exportedStudy();
    await judge(study, 10, best);
    await judge(study, 11, { skip: { reason: 'unclear' } });
    expect(await found(study, out)).toEqual([
      {
        kind: 'content',
        message: 'train.jsonl would be written otherwise now (22 rows): line 21 is the first that differs',
      },
      {
        kind: 'content',
        message: '.tiebreak-rows.jsonl would be written otherwise now (22 rows): line 21 is the first that differs',
      },
      {
        kind: 'content',
        message: expect.stringMatching(
          /^README\.md would be written otherwise now: line \d+ is the first that differs$/,
        ) as string,
      },
      { kind: 'annotations', message: 'annotations newer than the export: 2' },
      { kind: 'annotations', message: 'annotations considered: 12 now, 10 before' },
      { kind: 'annotations', message: 'left out: 11 now, 10 before: tied: trainers for pairs cannot use ties' },
      { kind: 'annotations', message: 'left out: 1 now, 0 before: the item was skipped' },
    ]);
    await study.close();
  });

  it('tells of files that were edited, taken away or added, and not that they would be written otherwise for another reason', async () => {
    const { study, out } = await exportedStudy();
    appendFileSync(join(out, 'train.jsonl'), '{}\n');
    rmSync(join(out, '.tiebreak-rows.jsonl'));
    writeFileSync(join(out, 'test.json'), '[]');
    writeFileSync(join(out, cardName), 'mine');
    const messages = (await found(study, out)).map(({ kind, message }) => `${kind}: ${message}`);
    expect(messages).toEqual([
      expect.stringMatching(
        /^edited: train\.jsonl was edited since it was written \(size [\d,]+; written were [\d,]+\): line 21 is the first that differs$/,
      ),
      'edited: .tiebreak-rows.jsonl is not there any more',
      expect.stringMatching(/^edited: README\.md was edited since it was written \(size 4;/),
      'edited: test.json is not of this export',
    ]);
    await study.close();
  });

  it('tells of a source that changed', async () => {
    const { study, folder, out } = await exportedStudy();
    await study.close();
    writeFileSync(
      join(folder, 'data.jsonl'),
      jsonl([...records.slice(0, 9), { ...records[9], responses: ['x', 'y', 'z'] }, ...records.slice(10)]),
    );
    const again = await opened(join(folder, 'data.tiebreak'));
    const messages = (await found(again, out)).map(({ message }) => message);
    expect(messages).toContain('the source data.jsonl changed');
    expect(messages).toContain(
      'train.jsonl would be written otherwise now (18 rows): line 19 is the first that differs',
    );
    expect(messages).toContain(
      'left out: 1 now, 0 before: the item changed after it was judged (--stale keep exports it)',
    );
    await again.close();
  });

  it('tells where nothing can be written any more, and why', async () => {
    const { study, out } = await exportedStudy();
    const manifest = JSON.parse(readFileSync(join(out, manifestName), 'utf8')) as { options: object };
    writeFileSync(join(out, manifestName), JSON.stringify({ ...manifest, options: { ...manifest.options, magic: 1 } }));
    expect(await found(study, out)).toEqual([
      {
        kind: 'unmade',
        message: expect.stringMatching(
          /^the export cannot be made again: Its options are from another version of Tiebreak: .*magic/,
        ) as string,
      },
    ]);
    writeFileSync(
      join(out, manifestName),
      JSON.stringify({ ...manifest, options: { ...manifest.options, annotators: ['zoe'] } }),
    );
    expect(await found(study, out)).toEqual([
      {
        kind: 'unmade',
        message:
          'the export cannot be made again: These annotators are not in the study: zoe. The annotators of the study are: ana',
      },
    ]);
    await study.close();
  });

  it('reads exports of the version that listed no files', async () => {
    const { study, out } = await exportedStudy();
    const {
      files: _,
      version: __,
      newest: ___,
      ...manifest
    } = JSON.parse(readFileSync(join(out, manifestName), 'utf8')) as Record<string, unknown>;
    writeFileSync(
      join(out, manifestName),
      JSON.stringify({
        ...manifest,
        options: { annotators: null, criterion: null, context: null, controls: null, split: null, seed: null },
      }),
    );
    const kinds = (await found(study, out)).map(({ kind }) => kind);
    expect(kinds).toContain('version');
    expect(kinds).not.toContain('content');
    expect(kinds).not.toContain('edited');
    await study.close();
  });

  it('needs the salt of pseudonyms, which the export does not tell, nor whose they are', async () => {
    const { study, out } = await exportedStudy({ annotators: ['ana'], pseudonyms: 'pepper' });
    for (const name of readdirSync(out)) expect(readFileSync(join(out, name), 'utf8')).not.toMatch(/\bana\b|pepper/);
    expect(await checkExport(study, out, recreateWith('pepper'))).toEqual([]);
    expect(await found(study, out)).toEqual([
      {
        kind: 'unmade',
        message: expect.stringContaining('Enter the salt that was used (--pseudonyms).') as string,
      },
    ]);
    await study.close();
  });

  it('is of an export, a folder or a file, and of nothing else', async () => {
    const { study, folder, out } = await exportedStudy();
    await writeExport(study, { format }, join(folder, 'pairs.jsonl'));
    expect(await found(study, join(folder, 'pairs.jsonl'))).toEqual([]);
    await expect(checkExport(study, folder, writeAgain)).rejects.toThrow(
      'is not an export: the file .tiebreak-manifest.json is missing. Choose the folder of an export.',
    );
    writeFileSync(join(out, manifestName), '{"format":1}');
    await expect(checkExport(study, out, writeAgain)).rejects.toThrow('the manifest is not valid: format:');
    await study.close();
  });
});
