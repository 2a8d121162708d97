import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { previewExport, provenanceName, writeExport } from '../../../src/core/export/write';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, studyOf } from '../made/study';

const plain = (n: number): object => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: [`first ${n}`, `second ${n}`],
});
const talk = {
  id: 'talk',
  prompt: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Go on' },
  ],
  responses: ['yes', 'no'],
};
const tools = {
  id: 'tools',
  prompt: 'Weather?',
  tools: [{ type: 'function', function: { name: 'weather' } }],
  responses: ['sun', 'rain'],
};
const plainOnes = [...Array(100).keys()].map(plain);

async function exported(
  records: readonly object[],
  format: string,
): Promise<{
  rows: Record<string, unknown>[];
  places: unknown[];
  names: string[];
  counted: unknown;
  previewed: unknown[];
}> {
  const folder = temporaryFolder();
  const study = await studyOf(folder, [...records]);
  for (let n = 0; n < records.length; n++) await judge(study, n, { ranking: { tiers: [['r2'], ['r1']] } });
  const out = join(folder, 'out');
  const options = { format: exportFormatNamed(format)! };
  const { tally } = await writeExport(study, options, out);
  const preview = await previewExport(study, options, 200);
  await study.close();
  const lines = (name: string): Record<string, unknown>[] =>
    readFileSync(join(out, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    rows: lines('train.jsonl'),
    places: lines(provenanceName).map(({ row, item }) => [row, item]),
    names: readdirSync(out).sort(),
    counted: [tally.rows, tally.annotations, tally.dropped, tally.notes, preview.tally.rows],
    previewed: preview.rows.map(({ json }) => JSON.parse(json) as unknown),
  };
}

describe('an export whose form is decided by an item far behind the first', () => {
  it('has one form, the same as where that item stands first', async () => {
    const [format, deciding] = ['trl-dpo', tools];
    const late = await exported([...plainOnes, deciding], format);
    const early = await exported([deciding, ...plainOnes], format);
    expect(late.rows).toHaveLength(101);
    expect([...late.rows.slice(-1), ...late.rows.slice(0, -1)]).toEqual(early.rows);
    expect(late.places).toEqual([...plainOnes.map((_, n) => [n + 1, `q${n}`]), [101, 'tools']]);
    expect(late.counted).toEqual(early.counted);
    expect(late.names).toEqual(early.names);
    expect(late.previewed).toEqual(late.rows);
    expect(late.rows).not.toEqual([...(await exported(plainOnes, format)).rows, late.rows.at(-1)]);
  });

  it('of text has none: a conversation changes no other row', async () => {
    const { rows } = await exported([...plainOnes, talk], 'trl-dpo-text');
    expect(rows.slice(0, -1)).toEqual((await exported(plainOnes, 'trl-dpo-text')).rows);
    expect(rows.at(-1)).toEqual({
      prompt: '\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: Go on\n\nAssistant:',
      chosen: ' no',
      rejected: ' yes',
    });
  });
});
