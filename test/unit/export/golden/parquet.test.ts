import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { expect, it } from 'vitest';
import { exportFormats } from '../../../../src/core/export';
import { validateExport } from '../../../../src/core/export/validate';
import { previewExport, writeExport } from '../../../../src/core/export/write';
import { root } from '../../made/bundle';
import { temporaryFolder } from '../../made/temporaryFolder';
import { opened } from '../../made/study';

const golden = join(root, 'test/golden');
/** Without the nulls of what an object does not have: a table has a place for it in every row. */
const told = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(told)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, each]) =>
            each === null || each === undefined ? [] : [[key, told(each)]],
          ),
        )
      : typeof value === 'bigint'
        ? Number(value)
        : value;

it.each(readdirSync(golden).sort())(
  'the study of %s is in Parquet the rows that it is in JSON, in every format that is written so, and its trainer finds nothing wrong',
  async (name) => {
    const folder = join(temporaryFolder(), name);
    cpSync(join(golden, name), folder, { recursive: true, filter: (path) => !path.endsWith('expected') });
    const study = await opened(join(folder, 'study.tiebreak'));
    const out = temporaryFolder();
    await Promise.all(
      exportFormats
        .filter(({ files }) => files.includes('parquet'))
        .map(async (format) => {
          const { rows } = await previewExport(study, { format }, Infinity, undefined, undefined, {
            rowFolder: join(out, format.name),
          });
          if (rows.length === 0) return;
          const { files } = await writeExport(study, { format, file: 'parquet' }, join(out, format.name));
          const decoded = await parquetReadObjects({ file: await asyncBufferFromFile(files[0]!), compressors });
          expect(decoded.map(told), format.name).toEqual(rows.map(({ json }) => told(JSON.parse(json))));
          expect(
            (await validateExport(files[0]!, format.name)).problems.filter(({ severity }) => severity === 'error'),
            format.name,
          ).toEqual([]);
        }),
    );
    await study.close();
  },
);
