import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { checkIntegrity } from '../../../../src/core/export/folder/checkIntegrity';
import { checkExport } from '../../../../src/core/export/folder/checkExport';
import type { ExportOptions } from '../../../../src/core/export/format';
import { validateExport } from '../../../../src/core/export/validate';
import { manifestName, writeExport, type ExportResult } from '../../../../src/core/export/write';
import { recreateWith } from '../../../../src/core/export/recreateExport';
import type { Study } from '../../../../src/core/study/study';
import { ranked } from '../../made/formatRows';
import { temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

/** Images, audio and video that are copied or linked into an export. */

const names = ['gpt-4o/cat.png', 'claude/dog.PNG', 'purr.wav'];
const copyOf = (name: string, ending: string): string =>
  `media/${createHash('sha256').update(name).digest('hex').slice(0, 32)}${ending}`;
const [cat, dog, purr] = [copyOf(names[0]!, '.png'), copyOf(names[1]!, '.png'), copyOf(names[2]!, '.wav')];

/** A study of which each item names one of the files, in `folder/data`. */
async function pictures(folder: string, more: readonly string[] = []): Promise<Study> {
  for (const name of names) {
    mkdirSync(join(folder, 'data', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'data', name), name);
  }
  const study = await studyOf(
    join(folder, 'data'),
    [...names, ...more].map((source, n) => ({
      prompt: [
        {
          role: 'user',
          content: [
            {
              type: source.endsWith('.wav') ? 'audio' : 'image',
              [source.endsWith('.wav') ? 'audio' : 'image']: source,
            },
            { type: 'text', text: `What is this? ${n}` },
          ],
        },
      ],
      responses: ['A cat.', 'A dog.'],
    })),
  );
  onTestFinished(() => study.close());
  for (let n = 0; n < names.length + more.length; n++) await judge(study, n, ranked('r1', 'r2'));
  return study;
}

const written = (
  study: Study,
  out: string,
  options: Partial<ExportOptions> = {},
  overwrite = false,
): Promise<ExportResult> =>
  writeExport(
    study,
    { format: exportFormatNamed('llama-factory')!, media: 'copy', ...options },
    out,
    undefined,
    undefined,
    { overwrite },
  );
const mediaIn = (out: string): string[] =>
  existsSync(join(out, 'media'))
    ? readdirSync(join(out, 'media'))
        .sort()
        .map((name) => `media/${name}`)
    : [];
const sorted = (...paths: string[]): string[] => paths.sort();

describe('copied media', () => {
  it('have names of their content, which tell nothing, are listed with their hashes, and are what rows name', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const { files, manifest } = await written(await pictures(folder, ['gpt-4o/cat.png']), out);
    expect(mediaIn(out)).toEqual(sorted(cat, dog, purr));
    const text = readFileSync(files[0]!, 'utf8');
    expect(text).not.toMatch(/gpt-4o|claude/);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { images: [cat], audios: [] },
      { images: [dog] },
      { images: [], audios: [purr] },
      { images: [cat] },
    ]);
    const { media } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      media: { name: string; bytes: number; sha256: string }[];
    };
    expect(media.map(({ name }) => name)).toEqual(sorted(cat, dog, purr));
    expect(media.find(({ name }) => name === cat)).toEqual({
      name: cat,
      bytes: names[0]!.length,
      sha256: createHash('sha256').update(names[0]!).digest('hex'),
    });
    expect((await validateExport(files[0]!, 'llama-factory')).problems).toEqual([]);
    expect(await checkIntegrity(out)).toEqual([]);
  });

  it('are taken away with the export that they are of, and stay where the next one names them too', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const study = await pictures(folder);
    await written(study, out);
    const before = lstatSync(join(out, cat)).mtimeMs;
    await written(study, out, { format: exportFormatNamed('trl-dpo')! });
    expect(mediaIn(out)).toEqual(sorted(cat, dog));
    expect(lstatSync(join(out, cat)).mtimeMs).toBe(before);
    await written(study, out, { media: 'path' });
    expect(existsSync(join(out, 'media'))).toBe(false);
  });

  it('that were edited or are gone are told by their names, and are not replaced unasked', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const study = await pictures(folder);
    const { files } = await written(study, out);
    writeFileSync(join(out, cat), 'drawn over');
    rmSync(join(out, purr));
    expect((await checkIntegrity(out)).map(({ file, severity }) => [file, severity])).toEqual(
      sorted(cat, purr).map((name) => [join(out, name), name === cat ? 'warning' : 'error']),
    );
    expect(
      (await validateExport(files[0]!, 'llama-factory')).problems.map(({ line, message }) => [
        line,
        message.includes(purr),
      ]),
    ).toEqual([[3, true]]);
    await expect(written(study, out)).rejects.toMatchObject({ name: 'EditedFiles', files: [cat] });
    expect(readFileSync(join(out, cat), 'utf8')).toBe('drawn over');
    await written(study, out, {}, true);
    expect(readFileSync(join(out, cat), 'utf8')).toBe(names[0]);
    expect(await checkIntegrity(out)).toEqual([]);
  });

  it('can be made again, as can rows that name files where they are', async () => {
    const folder = temporaryFolder();
    const study = await pictures(folder);
    for (const media of ['copy', 'path'] as const) {
      await written(study, join(folder, media), { media });
      expect(await checkExport(study, join(folder, media), recreateWith()), media).toEqual([]);
    }
  });

  it('leave nothing behind where the export fails', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const study = await pictures(folder);
    mkdirSync(join(out, 'media'), { recursive: true });
    writeFileSync(join(out, dog), 'of somebody else');
    await expect(written(study, out)).rejects.toMatchObject({ name: 'EditedFiles' });
    expect(readdirSync(out)).toEqual(['media']);
    expect(mediaIn(out)).toEqual([dog]);
  });

  it('are of the dataset, the study or the folder worked in alone: a record that names another file gives no row', async () => {
    const folder = temporaryFolder();
    const elsewhere = join(temporaryFolder(), 'secret.png');
    writeFileSync(elsewhere, 'secret');
    const study = await pictures(folder, [elsewhere]);
    expect((await written(study, join(folder, 'out'))).tally.dropped).toEqual({ 'media-outside': 1 });
    expect((await written(study, join(folder, 'named'), { media: 'path' })).tally.dropped).toEqual({});
  });

  it('are not for an export that is one file', async () => {
    const folder = temporaryFolder();
    const study = await pictures(folder);
    await expect(
      written(study, join(folder, 'rows.jsonl'), { format: exportFormatNamed('trl-dpo')! }),
    ).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining('--media path') as string });
    expect(existsSync(join(folder, 'rows.jsonl'))).toBe(false);
  });

  it('are what rows name under pseudonyms, as paths may name people', async () => {
    const folder = temporaryFolder();
    const { files } = await written(await pictures(folder), join(folder, 'out'), {
      media: undefined,
      pseudonyms: 'pepper',
    });
    expect(readFileSync(files[0]!, 'utf8')).toContain(cat);
  });
});

it('links lead to the files', async () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  const study = await pictures(folder);
  await written(study, out, { media: 'link' });
  expect(lstatSync(join(out, cat)).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(out, cat), 'utf8')).toBe(names[0]);
  expect(await checkIntegrity(out)).toEqual([]);
  await written(study, out);
  expect(lstatSync(join(out, cat)).isSymbolicLink()).toBe(false);
  expect(readdirSync(out)).toContain(manifestName);
});
