import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import type { FormatOption } from '../../../src/core/export/format';
import { exportOptionsOf, formatOptions, type ExportOptions } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import { recipeSchema, type Recipe } from '../../../src/core/model/recipe';
import type { Study } from '../../../src/core/study/study';
import { root } from '../made/bundle';
import { judge, opened, studyOf } from '../made/study';
import { anyWholeStudy, wholeStudy } from '../made/wholeStudy';

/** Every option with every format: it changes what is made of some study, or is refused by name. Nothing is passed over. */

/** Values that ask for something else than what holds where nothing is said. */
const values: Readonly<Record<FormatOption, readonly unknown[]>> = {
  criterion: ['kind', 'correct', 'style', 'no such criterion'],
  pairs: ['best-worst'],
  margin: ['strength', 'votes'],
  weight: ['list'],
  softLabel: [true],
  aggregate: ['majority', 'borda'],
  minStrength: [3],
  maxSimilarity: [0.01],
  maxLengthRatio: [1],
  noise: ['filter', 'flip', 'smooth'],
  listSize: [2, 3],
  context: ['none'],
  evidence: ['none'],
  steps: ['first-error'],
  neutral: ['right', 'out'],
  unnecessary: ['wrong', 'out'],
  attributes: [{ helpfulness: 'clarity', correctness: 'clarity', overall: 'clarity' }, { quality: 'clarity' }],
  ties: ['all'],
  negative: ['avoidance'],
  bare: [true],
  items: ['all'],
};

const studies: Study[] = [];
const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));

/** Judged in every way: by two, with strengths, edits that are compared, steps of all kinds, ties for the best, contexts, ratings on scales of all formats. */
async function everything(): Promise<Study> {
  const texts = ['one and the same text.\nAnother line', 'one and the same text!', 'other', 'x'];
  const records = [...Array(6).keys()].map((n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: n === 5 ? [...Array(8).keys()].map((k) => `Answer ${k}`) : texts.slice(0, n === 1 ? 2 : 4).map((text) => `${text} ${n}`), context: `Context ${n}`, evidence: [{ title: 'Source', text: `Passage ${n}` }] }));
  const study = await studyOf(home, records);
  const aspects = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity', 'clarity'];
  await study.changeProject((project) => ({ ...project, task: { ...project.task, aspects: aspects.map((name) => ({ name, min: 0, max: 4 })) } }));
  const ratings = (value: number): object[] => ['r1', 'r2', 'r3', 'r4'].flatMap((response, i) => aspects.map((aspect, k) => ({ response, aspect, value: (value + i + k) % 5 })));
  const edited = [{ response: 'r1', text: 'A good edit of it', id: 'e1' }, { response: 'r1', text: 'A worse and longer, not so good edit of it', id: 'e2' }];
  const eight = [...Array(8).keys()].map((n) => `r${n + 1}`);
  for (const [annotator, turned] of [['ana', false], ['ben', true], ['cem', false]] as const) {
    const by = { annotator };
    await judge(study, 0, { ranking: { tiers: turned ? [['r2', 'r1'], ['r3'], ['r4']] : [['r1', 'r2'], ['r4'], ['r3']] }, acceptable: { r1: !turned, r3: false }, ratings: ratings(turned ? 1 : 2) as never, rationale: 'Because.' }, by);
    await judge(study, 1, { comparisons: [{ a: 'r1', b: 'r2', outcome: turned ? 'b' : 'a', strength: 2 }], rationale: 'Well reasoned.', steps: [{ response: 'r1', start: 0, end: 3, label: 'incorrect' }, { response: 'r1', start: 4, end: 7, label: 'neutral' }, { response: 'r1', start: 8, end: 11, label: 'unnecessary' }] }, by);
    await judge(study, 2, { comparisons: [{ a: 'e1', b: 'e2', outcome: turned ? 'b' : 'a', strength: 1 }, { a: 'r1', b: 'r2', outcome: 'a', criterion: 'kind' }], refinements: edited, critiques: [{ response: 'r1', text: 'Flat.' }] }, { ...by, shown: ['r1', 'r2', 'r3', 'r4', 'e1', 'e2'] });
    await judge(study, 3, { ranking: { tiers: turned ? [['r2'], ['r1'], ['r3'], ['r4']] : [['r1'], ['r2'], ['r3'], ['r4']] } }, { ...by, context: 'For children' });
    await judge(study, 5, { ranking: { tiers: (turned ? eight.toReversed() : eight).map((id) => [id]) } }, { ...by, shown: eight });
  }
  return study;
}

beforeAll(async () => {
  studies.push(await everything());
  for (const name of ['rubrics', 'ratings', 'conversations']) {
    const folder = join(home, name);
    cpSync(join(root, 'test/golden', name), folder, { recursive: true });
    studies.push(await opened(join(folder, 'study.tiebreak')));
  }
  const [drawn = []] = fc.sample(anyWholeStudy(true), { numRuns: 1, seed: 1 });
  studies.push((await wholeStudy(drawn.slice(1).map((each) => ({ ...each, turns: ['what is said in one and the same way of all of them, word for word'] })), undefined, 'In winter.', mkdtempSync(join(home, 'whole-')))).study);
}, 60_000);
afterAll(async () => {
  for (const study of studies) await study.close();
  rmSync(home, { recursive: true, force: true });
});

/** All that an export comes to; why there is none where there is none. */
async function told(study: Study, options: ExportOptions): Promise<string> {
  try {
    const { rows, tally } = await previewExport(study, options, Infinity);
    return JSON.stringify([rows.map(({ json, provenance }) => [json, provenance]), tally.dropped, tally.notes]);
  } catch (error) {
    if (error instanceof Error && ['UsageError', 'UserError'].includes(error.name)) return error.message;
    throw error;
  }
}

describe.each(exportFormats.map((format) => [format.name, format] as const))('%s', (name, format) => {
  it.each(formatOptions.filter((option) => format.takes.includes(option)))('goes by %s', async (option) => {
    for (const study of studies) {
      const before = await told(study, { format });
      for (const value of values[option]) if ((await told(study, exportOptionsOf({ format: name, [option]: value }))) !== before) return;
    }
    expect.fail(`no value of ${option} changes what ${name} makes of any study`);
  });

  it('refuses each other option by its name, and tells which formats take it', () => {
    for (const option of formatOptions.filter((each) => !format.takes.includes(each))) {
      const recipe: Recipe = { format: name, [option]: values[option][0] };
      expect(() => exportOptionsOf(recipe), option).toThrow(new RegExp(`^--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: the format ${name} does not take it\\. (These do: |No format does)`));
    }
  });
});

describe('an option of all formats', () => {
  /** What each says of the judgements, items or files; `rows` are read through these whatever the format is. */
  const general: Readonly<Record<string, unknown>> = {
    file: 'parquet', annotators: ['ben'], groups: ['nobody'], origins: ['model'], rounds: [99], rubrics: { nothing: 1 }, guidelines: ['none'], withFlags: ['none'], withoutFlags: ['unsafe'], minConfidence: 1, where: { domain: ['none'] }, languages: ['xx'], stale: 'keep', controls: 'keep',
    minAnnotators: 4, minAgreement: 1, pseudonyms: 'salt', nearDuplicates: 0.01, contamination: { files: ['benchmark.txt'] }, split: { train: 0.5, test: 0.5 }, seed: 5, groupBy: 'near-duplicates', stratify: 'domain',
  };

  it('is every other one that a recipe has', () => {
    expect(Object.keys(recipeSchema.shape).filter((option) => option !== 'format' && !(formatOptions as readonly string[]).includes(option)).sort()).toEqual(Object.keys(general).sort());
  });

  /** Whose effect needs no flags, groups or rounds that these studies do not have. */
  const effective = ['annotators', 'groups', 'origins', 'rounds', 'rubrics', 'guidelines', 'withFlags', 'minConfidence', 'where', 'languages', 'minAnnotators', 'nearDuplicates'] as const;
  it.each(exportFormats.map((format) => [format.name, format] as const))('holds for %s', async (_, format) => {
    for (const option of effective) {
      let isHeld = false;
      let isAlone = true;
      for (const study of studies) {
        const value = option === 'annotators' ? [study.replay.annotators()[0]] : general[option];
        isHeld ||= (await told(study, { format, [option]: value })) !== (await told(study, { format }));
        if (isHeld) break;
        // Of one item alone there is nothing like it: what gives no row leaves none out.
        if (option === 'nearDuplicates') isAlone &&= new Set((await previewExport(study, { format }, 10_000)).rows.map(({ provenance }) => provenance.item)).size < 2;
      }
      expect(isHeld || (option === 'nearDuplicates' && isAlone), option).toBe(true);
    }
  });

  it.each(['seed', 'groupBy', 'stratify'])('that draws a split is refused where there is none: %s', (option) => {
    expect(() => exportOptionsOf({ format: 'trl-dpo', [option]: general[option] })).toThrow('draws a split, and there is none');
  });
});
