import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Mapping } from '../../../src/core/dataset/fields/fieldMapping';
import type { Reading } from '../../../src/core/dataset/items/parse';
import { createStudy } from '../../../src/core/study/create';
import { changeReading } from '../../../src/core/study/datasetReading';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const reading = (layout: string, mapping: Mapping = {}, gather = false): Reading => ({
  layout: layoutNamed(layout)!,
  mapping,
  gather,
});

/** A study over pairs, made with what a later version may have added. */
async function study(): Promise<{ file: string; read: () => Record<string, unknown> }> {
  const folder = temporaryFolder();
  const file = join(folder, 'study.tiebreak');
  writeFileSync(join(folder, 'data.jsonl'), jsonl([{ q: 'Hi', prompt: 'Ho', chosen: 'a', rejected: 'b' }]));
  await createStudy({ projectFile: file, datasets: [join(folder, 'data.jsonl')] });
  const read = (): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const project = read();
  writeFileSync(
    file,
    JSON.stringify({ ...project, plan: { doubled: 2 }, dataset: { ...(project.dataset as object), split: 'train' } }),
  );
  return { file, read };
}

describe('changing how a project reads its dataset', () => {
  it('writes layout, fields and gathering, and leaves all else', async () => {
    const { file, read } = await study();
    const before = read();
    await changeReading(file, reading('responses', { prompt: 'q', responses: 'chosen,rejected' }, true));
    expect(read()).toEqual({
      ...before,
      dataset: {
        sources: ['data.jsonl'],
        split: 'train',
        layout: 'responses',
        mapping: { prompt: 'q', responses: 'chosen,rejected' },
        gather: true,
      },
    });
    await changeReading(file, reading('preference-pairs'));
    expect(read()).toEqual(before);
  });

  it.each<[string, Reading, RegExp]>([
    [
      'a path that leads nowhere',
      reading('preference-pairs', { prompt: 'question' }),
      /No record has “question”, which is set as the field “prompt”/,
    ],
    [
      'a layout that reads none of the first records',
      reading('responses', { prompt: 'q' }),
      /None of the first records can be read in the layout responses/,
    ],
    [
      'a field that the layout has not',
      reading('preference-pairs', { responses: 'chosen' }),
      /The layout preference-pairs has no field “responses”/,
    ],
  ])('with %s says why and writes nothing', async (_, changed, message) => {
    const { file, read } = await study();
    const before = read();
    await expect(changeReading(file, changed)).rejects.toThrow(message);
    expect(read()).toEqual(before);
  });
});

it('records that stand elsewhere in a JSON object are looked for there before a study is made of them', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'data.json'),
    JSON.stringify({ meta: [{ by: 'ana' }], rows: [{ prompt: 'Hi', responses: ['a', 'b'] }] }),
  );
  const project = await createStudy({
    projectFile: join(folder, 'study.tiebreak'),
    datasets: [join(folder, 'data.json')],
    layout: 'responses',
    mapping: { records: 'rows' },
  });
  expect(project.dataset).toMatchObject({ layout: 'responses', mapping: { records: 'rows' } });
});
