import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleChunks } from '../../../src/core/dataset/sources/sample';
import { itemsIn } from '../../../src/core/dataset/sources/scan';
import { Study } from '../../../src/core/study/study';
import { createStudy } from '../../../src/core/study/create';
import { temporaryFolder } from '../made/temporaryFolder';

/** Numbers of the items of a sample of 4,000 items of 1 KB. */
async function sampled(maxBytes: number): Promise<number[]> {
  const folder = temporaryFolder();
  const dataset = join(folder, 'data.jsonl');
  const lines = Array.from({ length: 4000 }, (_, at) => {
    const text = `${at} `.padEnd(430, 'x');
    return `${JSON.stringify({ prompt: `Question ${at}`, chosen: `${text}a`, rejected: `${text}b` })}\n`;
  });
  writeFileSync(dataset, lines.join(''));
  const project = join(folder, 'data.tiebreak');
  await createStudy({ projectFile: project, datasets: [dataset] });
  const study = await Study.open(project);
  const numbers: number[] = [];
  for await (const chunk of sampleChunks(study.data.paths, study.data.reading, maxBytes))
    for (const batch of itemsIn(chunk))
      for (const parsed of batch)
        numbers.push('item' in parsed ? Number(/\d+/u.exec(parsed.item.prompt[0]?.content ?? '')) : -1);
  await study.close();
  return numbers;
}

describe('a sample of a dataset', () => {
  it('is of stretches from all over it, in order, each record whole', async () => {
    const numbers = await sampled(1 << 20);
    expect(numbers.length).toBeGreaterThan(700);
    expect(numbers.length).toBeLessThan(1500);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers).not.toContain(-1);
    for (const quarter of [0, 1, 2, 3])
      expect(numbers.filter((number) => Math.floor(number / 1000) === quarter).length).toBeGreaterThan(100);
  });

  it('is all of a dataset that is not larger', async () => {
    expect(await sampled(1 << 25)).toEqual(Array.from({ length: 4000 }, (_, at) => at));
  });
});
