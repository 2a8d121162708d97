import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Rubrics } from '../../../src/core/model/rubric/rubric';
import type { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { bundlesCommandLine, commandLine, tiebreak, type Run } from '../made/commandLine';
import { storedRubrics } from '../../workbench/storedLibrary';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../made/rubricStudy';
import { eventually } from '../made/eventually';

bundlesCommandLine();

const verdict = (
  response: string,
  id: string,
  value: boolean | number | string | null,
): { response: string; criterion: string; value: boolean | number | string | null } => ({
  response,
  criterion: id,
  value,
});
const judged = (count = 12): Promise<Study> =>
  rubricStudy(
    pairsOfResponses(count),
    [rubric([criterion('x')])],
    [...Array(count).keys()].map((at) => ({
      at,
      judgement: {
        ranking: { tiers: [['r1'], ['r2']] },
        verdicts: [verdict('r1', 'x', true), verdict('r2', 'x', at % 2 === 0)],
      },
    })),
  );
const run = ({ file }: Study, command: string, ...args: string[]): Promise<Run> =>
  tiebreak(dirname(file), command, basename(file), ...args);
const report = (study: Study, ...args: string[]): Promise<Run> =>
  run(study, 'report', '--section', 'coverage', ...args);
const beside = ({ file }: Study, name: string): string => join(dirname(file), name);
const stored = ({ file }: Study): Rubrics => storedRubrics(file);
const lines = (text: string): string[] => text.trimEnd().split('\n');

/**
 * Waits until a process has something of its own to do about being stopped, however slow the machine is: SIGHUP, since
 * Node itself always listens to Ctrl-C.
 */
async function listensToInterrupts(pid: number): Promise<void> {
  if (process.platform !== 'linux') return delay(1200);
  await eventually(
    () =>
      expect(
        Number.parseInt(
          /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.slice(-8) ?? '0',
          16,
        ) &
          (1 << (constants.signals.SIGHUP - 1)),
      ).toBeGreaterThan(0),
    5,
  );
}

describe('tiebreak report --section coverage, on what is broken', () => {
  it('tells of the dataset that is gone, and of records in it that are no items', async () => {
    const study = await judged();
    const data = beside(study, 'data.jsonl');
    appendFileSync(data, '{"prompt": "torn\n{"prompt": 3}\n');
    const odd = await report(study);
    expect([odd.code, lines(odd.err)]).toEqual([
      1,
      [
        expect.stringMatching(/^data\.jsonl:13: This is not JSON: /) as string,
        expect.stringMatching(
          /^data\.jsonl:14: “prompt” must be text or a list of messages\. Found: a number\./,
        ) as string,
      ],
    ]);
    expect(odd.out).toContain('12 annotations by 1 annotator · 12 of 12 items judged');
    renameSync(data, `${data}.away`);
    expect(await report(study)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^.*data\.jsonl: does not exist.*\n$/) as string,
    });
  });

  it('goes on with what stands in torn journals, and leaves out what was judged of other texts', async () => {
    const study = await judged();
    const journal = join(studyPaths(study.file).annotations, 'ana.jsonl');
    appendFileSync(journal, '{"v":1,"type":"annotation","id":"01');
    mkdirSync(join(studyPaths(study.file).annotations, 'ben.jsonl'));
    const torn = await report(study);
    expect([torn.code, lines(torn.err)]).toEqual([
      1,
      [
        expect.stringMatching(/annotations\/ana\.jsonl:13: warning: the last line was cut off/) as string,
        expect.stringMatching(/annotations\/ben\.jsonl: this journal could not be read/) as string,
      ],
    ]);
    expect(torn.out).toContain('12 annotations by 1 annotator · 12 of 12 items judged');
    const data = beside(study, 'data.jsonl');
    writeFileSync(data, readFileSync(data, 'utf8').replace('first 3', 'another'));
    expect((await report(study)).out).toMatch(
      /11 annotations by 1 annotator · 11 of 12 items judged(.|\n)*Orphaned annotations: 1\. Their items were changed or removed/,
    );
  });

  it('counts verdicts by criteria that there are not and answers that are none, and keeps to numbers with weights of any size', async () => {
    const huge = [
      criterion('x', { weight: 1e100 }),
      criterion('y', { weight: -1e100 }),
      criterion('s', { weight: 1e100, kind: 'scale', min: -1e100, max: 1e100 }),
    ];
    const study = await rubricStudy(
      pairsOfResponses(12),
      [rubric(huge)],
      [...Array(12).keys()].map((at) => ({
        at,
        judgement: {
          ranking: { tiers: [['r1'], ['r2']] },
          verdicts: [
            verdict('r1', 'x', at % 3 > 0),
            verdict('r2', 'x', at % 2 > 0),
            verdict('r1', 'y', at % 2 > 0),
            verdict('r2', 'y', 'often'),
            verdict('r1', 's', 1e99),
            verdict('r2', 's', -1e100),
            verdict('r1', '__proto__', true),
            verdict('r1', 'constructor', 3),
          ],
        },
      })),
    );
    const { code, out } = await report(study, '--json');
    const found = JSON.parse(out) as {
      criteria: { yes: { n: number }; implied: { weight: number } | null }[];
      study: { unknownCriteria: unknown; against: { first: { winnerScore: number }[] } };
    };
    expect([code, found.study.unknownCriteria, found.criteria[1]?.yes.n]).toEqual([
      0,
      { verdicts: 24, ids: ['__proto__', 'constructor'] },
      12,
    ]);
    expect(out).not.toMatch(/NaN|Infinity/);
    expect(found.criteria.map(({ implied }) => implied === null || typeof implied.weight === 'number')).toEqual([
      true,
      true,
      true,
    ]);
    expect((await report(study)).out).not.toMatch(/NaN|Infinity/);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'overwrites no source, and changes nothing where the table cannot be written',
    async () => {
      const study = await judged();
      const full = beside(study, 'full.csv');
      symlinkSync('/dev/full', full);
      expect(await report(study, '--csv', 'full.csv')).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^--csv full\.csv: could not be written, and nothing was changed: the disk is full.*\n$/,
        ) as string,
      });
      mkdirSync(beside(study, 'folder.csv'));
      expect(await report(study, '--csv', 'folder.csv')).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^--csv folder\.csv: could not be written/) as string,
      });
      expect(await report(study, '--csv', 'no/where.csv')).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^--csv no\/where\.csv: .*the folder does not exist\. Create it first/) as string,
      });
      symlinkSync(beside(study, 'data.jsonl'), beside(study, 'link.csv'));
      expect(await report(study, '--csv', 'link.csv')).toMatchObject({
        code: 2,
        err: expect.stringMatching(/is a source file of this study/) as string,
      });
      expect(await report(study, '--csv', 'a.csv', '--csv', 'b.csv')).toMatchObject({
        code: 2,
        err: expect.stringMatching(/It is given twice/) as string,
      });
      // A link stays one, and what it leads to is written.
      writeFileSync(beside(study, 'real.csv'), 'old');
      symlinkSync('real.csv', beside(study, 'to.csv'));
      expect((await report(study, '--csv', 'to.csv')).code).toBe(0);
      expect(readFileSync(beside(study, 'real.csv'), 'utf8')).toMatch(/^criterion,rubric,/);
      expect(readdirSync(dirname(study.file)).filter((name) => name.includes('partial'))).toEqual([]);
      expect(lines(readFileSync(beside(study, 'data.jsonl'), 'utf8'))).toHaveLength(12);
    },
  );

  it('says so when it is stopped in the middle, and leaves the table as it was', async () => {
    const study = await judged();
    const data = beside(study, 'data.jsonl');
    appendFileSync(data, `${JSON.stringify({ prompt: 'more', responses: ['a', 'b'] })}\n`.repeat(400_000));
    writeFileSync(beside(study, 'm.csv'), 'old');
    const child = spawn(
      process.execPath,
      [commandLine(), 'report', basename(study.file), '--section', 'coverage', '--csv', 'm.csv'],
      { cwd: dirname(study.file) },
    );
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (err += String(text)));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await listensToInterrupts(child.pid ?? 0);
    child.kill('SIGINT');
    expect([await ended, out, err]).toEqual([130, '', 'stopped; nothing was written\n']);
    expect(readFileSync(beside(study, 'm.csv'), 'utf8')).toBe('old');
  });

  it.each([['a,,b'], [' '], ['responses.0'], ['completions']])('exits with 2 for the slices %j', async (by) => {
    expect(await report(await judged(1), '--by', by)).toMatchObject({ code: 2, out: '' });
  });

  it('takes paths that lead nowhere, or into what every object has', async () => {
    const { code, out } = await report(
      await judged(2),
      '--by',
      '__proto__,constructor,a..b,toString.length,annotator',
      '--json',
    );
    expect([code, (JSON.parse(out) as { slices: unknown[] }).slices]).toEqual([0, [{ by: 'annotator', value: 'ana' }]]);
  });
});

describe('tiebreak rubrics, on what is broken', () => {
  it('alters no version that a line which was set aside may name', async () => {
    const study = await judged(2);
    const newer = {
      ...(JSON.parse(
        lines(readFileSync(join(studyPaths(study.file).annotations, 'ana.jsonl'), 'utf8'))[0] ?? '',
      ) as object),
      v: 99,
      rubrics: [{ id: 'late', version: 1 }],
    };
    writeFileSync(
      beside(study, 'late.json'),
      JSON.stringify({ id: 'late', title: 'Late', criteria: [{ text: 'Is it late?' }] }),
    );
    expect((await run(study, 'rubrics', '--import', 'late.json')).out).toBe(
      'Added late: 1 criterion, for the whole study\n',
    );
    writeFileSync(join(studyPaths(study.file).annotations, 'new.jsonl'), `${JSON.stringify(newer)}\n`);
    writeFileSync(
      beside(study, 'late.json'),
      JSON.stringify({ id: 'late', title: 'Late', criteria: [{ text: 'Is it early?' }] }),
    );
    const changed = await run(study, 'rubrics', '--import', 'late.json');
    expect([changed.code, changed.out]).toEqual([
      0,
      'Added version 2 of late: 1 criterion. Annotations under earlier versions are kept\n',
    ]);
    expect(changed.err).toMatch(/new\.jsonl:1: warning: the line was written by a newer Tiebreak/);
    expect(stored(study).rubrics[1]?.versions.map(({ criteria }) => criteria[0]?.text)).toEqual([
      'Is it late?',
      'Is it early?',
    ]);
  });

  it('loses nothing where several add rubrics at once', async () => {
    const study = await judged(1);
    const packs = ['code-review', 'safety', 'mathematics', 'summarization', 'rag-answers'];
    const runs = await Promise.all(packs.map((pack) => run(study, 'rubrics', '--import', pack)));
    expect(runs.map(({ code, err }) => [code, err])).toEqual(packs.map(() => [0, '']));
    expect(
      stored(study)
        .rubrics.map(({ id }) => id)
        .sort(),
    ).toEqual(['main', ...packs].sort());
    expect(readdirSync(`${study.file}.d`).sort()).toEqual(['.gitattributes', 'annotations', 'rubrics']);
  });

  it('tells of a scope for which the dataset has no item, and of a dataset that it cannot look into', async () => {
    const study = await judged(3);
    const add = (scope: string): Promise<Run> => run(study, 'rubrics', '--import', 'safety', '--scope', scope);
    expect(await add('item:q1')).toMatchObject({ code: 0, err: '' });
    expect(await add('item:q7')).toMatchObject({
      code: 0,
      err: 'data.tiebreak.d/rubrics: warning: rubric "safety": the dataset has no item q7, so the rubric is not used. Check its scope\n',
    });
    expect(await add('domain=law')).toMatchObject({
      code: 0,
      err: expect.stringContaining('the dataset has no item with domain=law, so') as string,
    });
    expect(JSON.parse((await run(study, 'rubrics', '--import', 'safety', '--json')).out)).toMatchObject({
      withoutItems: ['safety'],
    });
    rmSync(beside(study, 'data.jsonl'));
    expect(await add('item:q1')).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^data\.tiebreak: warning: the dataset could not be read, so the scopes of the rubrics were not checked/,
      ) as string,
    });
    expect(stored(study).rubrics[1]?.scope).toEqual({ kind: 'item', item: 'q1' });
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 7919) % 251)), /is not UTF-8 text/],
    ['UTF-16', Buffer.from('\ufeffcriteria:\n  - text: x\n', 'utf16le'), /is not UTF-8 text/],
    [
      'UTF-16 without a mark',
      Buffer.from('criteria:\n  - text: x\n', 'utf16le'),
      /It may be UTF-16, or no text at all\. Save it with the encoding UTF-8/,
    ],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /the file is compressed|no text at all/],
    ['a web page', '<!doctype html>\n<p>404</p>', /the file is a web page/],
    ['torn JSON', '{"criteria": [\n{"text": "x"', /pack:2: This is not JSON: it ends too early/],
    ['a weight that is no number', 'criteria:\n  - text: x\n    weight: .nan\n', /Criterion 1: weight: /],
    ['a weight above all numbers', '{"criteria":[{"text":"x","weight":1e999}]}', /Criterion 1: weight: /],
    [
      'a weight that leaves no room',
      '{"criteria":[{"text":"x","weight":-1e300}]}',
      /Criterion 1: weight: Must be at (least -|most )1e\+100, but is /,
    ],
    [
      'a scope of nothing',
      '{"criteria":[{"text":"x"}],"scope":{"kind":"slice","fields":{"__proto__":"x"}}}',
      /scope\.fields: Must not be empty/,
    ],
    ...(existsSync('/dev/zero')
      ? [['an endless device', '', /is larger than 128 MB/] as [string, string, RegExp]]
      : []),
  ])('takes nothing of %s, and says what it is in one line', async (what, content, message) => {
    const study = await judged(1);
    const before = readFileSync(studyPaths(study.file).rubrics.former, 'utf8');
    if (what === 'an endless device') symlinkSync('/dev/zero', beside(study, 'pack'));
    else writeFileSync(beside(study, 'pack'), content);
    const { code, out, err } = await run(study, 'rubrics', '--import', 'pack');
    expect([code, out, lines(err).length]).toEqual([1, '', 1]);
    expect(err).toMatch(message);
    expect(readFileSync(studyPaths(study.file).rubrics.former, 'utf8')).toBe(before);
  });

  it('writes no pack through a link, among journals, or in part', async () => {
    const study = await judged(1);
    const write = (out: string): Promise<Run> =>
      run(study, 'rubrics', '--export', 'main', '--form', 'json', '--out', out);
    symlinkSync('nowhere', beside(study, 'dangling.json'));
    symlinkSync(studyPaths(study.file).annotations, beside(study, 'journals'));
    expect(await write('dangling.json')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/dangling\.json: this file already exists/) as string,
    });
    expect(await write('data.jsonl')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/data\.jsonl: this file already exists/) as string,
    });
    expect(await write('journals/x.jsonl')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in the folder of the study's journals/) as string,
    });
    expect(await write('data.jsonl/x.json')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/the folder cannot be made: a part of its path is a file/) as string,
    });
    expect([existsSync(beside(study, 'nowhere')), readdirSync(studyPaths(study.file).annotations)]).toEqual([
      false,
      ['ana.jsonl'],
    ]);
  });

  it('lists what a pack brought in lines, without what a terminal obeys', async () => {
    const study = await rubricStudy(
      pairsOfResponses(1),
      [rubric([criterion('x', { title: `one\ntwo\u001b[31m ${'long '.repeat(400)}` })])],
      [],
    );
    const { out } = await run(study, 'rubrics');
    expect(lines(out)).toHaveLength(2);
    expect(out).not.toContain('\u001b');
  });
});
