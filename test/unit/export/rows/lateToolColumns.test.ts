import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../../src/core/export';
import { LateToolColumns } from '../../../../src/core/export/rows/lateToolColumns';
import { notesOf } from '../../../../src/core/export/rows/tally';
import { validateExport } from '../../../../src/core/export/validate';
import { writeExport } from '../../../../src/core/export/write';
import { importLabels } from '../../../../src/core/import/importLabels';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';
import { weather } from '../../made/formatRows';
import { studyOf } from '../../made/study';

const megabyte = 1 << 20;
const tools = JSON.stringify([weather]);
const row = (fields: object): object => ({ messages: 'x'.repeat(megabyte), ...fields });
/** How many of the rows are late, all in one file or in that of their split. */
const late = (
  rows: readonly object[],
  splits: readonly number[] = rows.map(() => 0),
  watch = new LateToolColumns(),
): number => watch.in({ splits: Uint8Array.from(splits), lines: Buffer.from(`${jsonl(rows).trimEnd()}\n`) });
const none = Array.from({ length: 11 }, () => row({ tools: null }));

describe('tools behind 10 MB of rows without any', () => {
  it('are counted', () => expect(late([...none, row({ tools }), row({ tools: null }), row({ tools })])).toBe(2));
  it('are counted over batches', () => {
    const watch = new LateToolColumns();
    expect([none.slice(0, 5), none.slice(5), [row({ tools })]].map((rows) => late(rows, undefined, watch))).toEqual([
      0, 0, 1,
    ]);
  });
  it('are none behind a row with some', () =>
    expect(late([row({ tools: null }), row({ tools }), ...none, row({ tools })])).toBe(0));
  it('are none in the first 10 MB', () => expect(late([...none.slice(2), row({ tools })])).toBe(0));
  it('are told by file', () => expect(late([...none, row({ tools })], [...none.map(() => 0), 2])).toBe(0));
  it('are those of the row, and not what stands within it', () =>
    expect(
      late([row({ tools: null, answer: { tools: 'x' } }), ...none, row({ tools: null, answer: { tools: 'x' } })]),
    ).toBe(0));
  it('are none where the format has no such column', () => expect(late([...none.map(() => row({})), row({})])).toBe(0));
});

it('are noted by count where a trainer would stop at them, and not in an array', async () => {
  const answers = { chosen: [{ role: 'assistant', content: 'A' }], rejected: [{ role: 'assistant', content: 'B' }] };
  const talk = (n: number, more: object = {}): object => ({
    prompt: [{ role: 'user', content: `${n} ${'x'.repeat(megabyte)}` }],
    ...answers,
    ...more,
  });
  const study = await studyOf(temporaryFolder(), [
    ...Array.from({ length: 11 }, (_, n) => talk(n)),
    talk(11, { tools: [weather] }),
    talk(12),
    talk(13, { tools: [weather] }),
  ]);
  await importLabels(study, { annotator: 'source' });
  const format = exportFormatNamed('ms-swift')!;
  const written = async (file: 'jsonl' | 'json'): Promise<[number | undefined, number]> => {
    const {
      tally,
      files: [path = ''],
    } = await writeExport(study, { format, file }, join(temporaryFolder(), `train.${file}`));
    return [
      notesOf(tally)['tools-late']?.count,
      (await validateExport(path, 'ms-swift')).problems.filter(({ severity }) => severity === 'error').length,
    ];
  };
  expect(await written('jsonl')).toEqual([2, 1]);
  expect(await written('json')).toEqual([undefined, 0]);
  await study.close();
});
