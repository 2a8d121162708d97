import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundlesCommandLine, tiebreak as run } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

bundlesCommandLine();

const program = `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, responses } = JSON.parse(line);
  console.log(JSON.stringify({ id, answer: { winner: responses[0].includes('good') ? 'A' : 'B', confidence: 1 } }));
});`;

/** A study in which three people prefer what is good, beside a judge that does so too. */
async function judgedFolder(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'data.jsonl'),
    jsonl(
      Array.from({ length: 25 }, (_, at) => ({
        id: `q${at}`,
        prompt: `${at}?`,
        responses: [
          { id: 'a', text: `A ${at % 2 === 0 ? 'good' : 'bad'} one.` },
          { id: 'b', text: `A ${at % 2 === 0 ? 'bad' : 'good'} one.` },
        ],
      })),
    ),
  );
  expect((await run(folder, 'init', 'study.tiebreak', '--dataset', 'data.jsonl')).code).toBe(0);
  const { items } = JSON.parse(
    `{"items":[${(await run(folder, 'items', 'data.jsonl', '--json')).out.trim().split('\n').join(',')}]}`,
  ) as {
    items: { item: { id: string; hash: string } }[];
  };
  mkdirSync(join(folder, 'study.tiebreak.d/annotations'), { recursive: true });
  for (const [n, annotator] of ['ana', 'ben', 'eve'].entries())
    writeFileSync(
      join(folder, `study.tiebreak.d/annotations/${annotator}.jsonl`),
      jsonl(
        items.map(({ item }, at) => ({
          v: 1,
          type: 'annotation',
          id: `01KAAA${String(n * 100 + at + 1).padStart(20, '0')}`,
          item: item.id,
          hash: item.hash,
          annotator,
          time: '2026-03-01T08:00:00.000Z',
          duration: 1000,
          origin: { kind: 'human' },
          round: 1,
          question: { version: 1 },
          rubrics: [],
          shown: ['a', 'b'],
          seed: 1,
          // Eve differs once, so that intervals are not of a single value.
          judgement: {
            ranking: { tiers: (at % 2 === 0) === (at !== 3 || annotator !== 'eve') ? [['a'], ['b']] : [['b'], ['a']] },
          },
        })),
      ),
    );
  writeFileSync(join(folder, 'judge.mjs'), program);
  writeFileSync(join(folder, 'judge.yaml'), 'name: good\nasks: pairs\ncommand: [node, judge.mjs]\n');
  return folder;
}

describe('a judge on the command line', () => {
  it('sends nothing until it is told to, and is certified, gated and found stale', async () => {
    const folder = await judgedFolder();
    const planned = await run(folder, 'judge', 'study.tiebreak', '--judge', 'judge.yaml');
    expect(planned.out).toContain('50 questions on 25 items to the command node judge.mjs');
    expect(planned.out).toContain('Nothing was sent.');
    const suggestions = join(folder, 'study.tiebreak.d/suggestions');
    expect(existsSync(suggestions)).toBe(false);
    const asked = await run(folder, 'judge', 'study.tiebreak', '--judge', 'judge.yaml', '--send', '--json');
    expect(JSON.parse(asked.out)).toMatchObject({ answered: 50, notUnderstood: 0, failed: 0, stopped: null });
    expect(readdirSync(suggestions)).toHaveLength(1);
    expect(readFileSync(join(folder, 'study.tiebreak.d/.gitattributes'), 'utf8')).toContain(
      'suggestions/*.jsonl merge=union',
    );
    const certify = (...args: string[]) => run(folder, 'certify', 'study.tiebreak', '--judge', 'judge.yaml', ...args);
    const made = await certify('--out', 'c.json', '--page', 'c.html', '--gate', 'kappa>=0.9 per criterion');
    // It never errs in 25, of which its interval still leaves some below the gate.
    expect(made).toMatchObject({
      code: 0,
      err: 'kappa>=0.9 per criterion is met, but not surely: preferences. To be judged by people until that is sure: about 20 more.\n',
    });
    expect(made.out).toContain('preferences: agrees with people as they do among themselves. Kappa 1.00 (');
    expect(made.out).toContain('Blind judgments: 75; items: 25; people: 3');
    expect(readFileSync(join(folder, 'c.html'), 'utf8')).toContain('<h1>Certificate of good</h1>');
    const refused = await certify('--out', 'data.jsonl');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain('is a source file of this study');
    const unmet = await certify('--gate', 'units>=30 and kappa>=0.9');
    expect(unmet.code).toBe(1);
    expect(unmet.err).toMatch(/^units>=30 is not met: preferences has 25\. .* about 5 more\./);
    expect(await certify('--check', 'c.json')).toMatchObject({ code: 0, err: '' });
    writeFileSync(join(folder, 'judge.yaml'), 'name: good\nasks: pairs\ncommand: [node, judge.mjs]\nprompt: Choose.\n');
    expect(await certify('--check', 'c.json')).toMatchObject({
      code: 1,
      err: 'The certificate is stale: what the model is told is another.\n',
    });
    expect((await certify('--gate', 'kapa>1')).code).toBe(2);

    // What it said counts nowhere.
    const report = await run(folder, 'report', 'study.tiebreak', '--json');
    expect(report.out).not.toContain('good');
    const rows = await run(
      folder,
      'export',
      'study.tiebreak',
      '--format',
      'annotators-judgements',
      '--out',
      'out',
      '--json',
    );
    expect(JSON.parse(rows.out)).toMatchObject({ rows: { train: 75 } });
  }, 120_000);

  it('is refused where the study does not send its texts', async () => {
    const folder = await judgedFolder();
    const project = join(folder, 'study.tiebreak');
    const { task, ...rest } = JSON.parse(readFileSync(project, 'utf8')) as { task: object };
    writeFileSync(project, JSON.stringify({ ...rest, task: { ...task, models: 'none' } }));
    const refused = await run(folder, 'judge', 'study.tiebreak', '--judge', 'judge.yaml', '--send');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('does not let its texts be sent to models');
  });
});
