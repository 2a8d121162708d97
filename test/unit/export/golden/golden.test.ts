import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../../src/core/export/format';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import type { Study } from '../../../../src/core/study/study';
import { root } from '../../made/bundle';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';

/**
 * The files that every format makes of small studies, byte by byte: `test/golden/STUDY/expected/FORMAT/`. A format that
 * gives no row has its reason in `expected/nothing.json`. They are renewed with `UPDATE_GOLDEN=1 npx vitest run
 * test/unit/export/golden`, and then read by eye, row by row, before they are committed.
 */
const golden = join(root, 'test/golden');
const isUpdate = process.env.UPDATE_GOLDEN === '1';

/** The format whose folder is kept whole, with manifest, card and where rows are from. */
const wholeFormat = 'trl-dpo';

/** What formats need to be told where their own choice fits none of the studies. */
const options: Readonly<Record<string, Partial<ExportOptions>>> = { lipo: { listSize: 4 } };

type Files = Record<string, string>;

/**
 * What is kept of an export: data and the files that its trainer needs. Rows of Parquet stand as lines of JSON, since
 * bytes of Parquet are another version of its library away.
 */
async function kept(folder: string, format: ExportFormat): Promise<Files> {
  const names = readdirSync(folder).filter(
    (name) => format.name === wholeFormat || (!name.startsWith('.') && name !== 'README.md'),
  );
  const entries = names
    .sort()
    .map(async (name): Promise<[string, string]> =>
      name.endsWith('.parquet')
        ? [`${name}.jsonl`, await rowsOfParquet(join(folder, name))]
        : [name, readFileSync(join(folder, name), 'utf8')],
    );
  return Object.fromEntries(await Promise.all(entries));
}

async function rowsOfParquet(path: string): Promise<string> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
  return jsonl(
    rows.map(
      (row) =>
        JSON.parse(
          JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
        ) as unknown,
    ),
  );
}

/** Every file below a folder, by its path from there. */
function filesBelow(folder: string): Files {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
}

/** What all formats make of a study, as it is kept; each export is free of errors by the rules of its trainers. */
async function exportsOf(study: Study): Promise<Files> {
  const files: Files = {};
  const nothing: Record<string, string> = {};
  // Rows name files from here.
  const out = join(dirname(study.file), 'exports');
  const exporting = exportFormats.map(async (format) => {
    try {
      const written = await writeExport(study, { format, ...options[format.name] }, join(out, format.name));
      for (const path of written.files)
        expect(
          (await validateExport(path, format.name)).problems
            .filter(({ severity }) => severity === 'error')
            .map(({ message }) => `${format.name}: ${message}`),
        ).toEqual([]);
      for (const [name, text] of Object.entries(await kept(join(out, format.name), format)))
        files[`${format.name}/${name}`] = text;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'UserError') throw error;
      nothing[format.name] = error.message;
    }
  });
  await Promise.all(exporting);
  return { ...files, 'nothing.json': `${JSON.stringify(nothing, Object.keys(nothing).sort(), 2)}\n` };
}

function renew(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const studies = readdirSync(golden).sort();

describe.each(studies)('the study of %s', (name) => {
  it('is exported byte by byte as the golden files have it, in every format that holds something of it', async () => {
    const folder = join(temporaryFolder(), name);
    cpSync(join(golden, name), folder, { recursive: true });
    const study = await opened(join(folder, 'study.tiebreak'));
    const made = await exportsOf(study);
    await study.close();
    const expected = join(golden, name, 'expected');
    if (isUpdate) renew(expected, made);
    const there = filesBelow(expected);
    expect(Object.keys(made).sort()).toEqual(Object.keys(there).sort());
    for (const [file, text] of Object.entries(made)) expect(text, file).toBe(there[file]);
  });
});

it('each format has golden rows in one study at least', () => {
  const formats = studies.flatMap((name) => readdirSync(join(golden, name, 'expected')));
  expect(exportFormats.map(({ name }) => name).filter((name) => !formats.includes(name))).toEqual([]);
});
