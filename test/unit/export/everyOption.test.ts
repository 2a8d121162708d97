import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import type { FormatOption } from '../../../src/core/export/format';
import { exportOptionsOf } from '../../../src/core/export/options';
import { flagOf, formatOptions, splitOptions } from '../../../src/core/model/study/options/recipeOptions';
import { type ExportOptions } from '../../../src/core/export/format';
import { previewExport } from '../../../src/core/export/write';
import type { Recipe } from '../../../src/core/model/study/recipe';
import type { Study } from '../../../src/core/study/study';
import { root } from '../made/bundle';
import { spokenRun } from '../made/airlineRuns';
import { correctedCalls } from '../made/correctedCalls';
import { weather } from '../made/formatRows';
import { judgedRuns } from '../made/judgedRuns';
import { judgedInEveryWay } from '../made/studyOfEveryMode';
import { opened } from '../made/study';
import { anyWholeStudy, wholeStudy } from '../made/arbitraryStudy';

/**
 * Every option with every format: it changes what is made of some study, or is refused by name. Nothing is passed over.
 */

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
  runs: ['first-error', 'whole'],
  context: ['none'],
  evidence: ['none'],
  media: ['none'],
  tools: ['system', 'none'],
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

/** Of which only formats that carry it make rows where nothing is said. */
const image = { images: ['https://example.org/cat.png', 'https://example.org/dog.png'] };
const tools = { tools: [weather] };

beforeAll(async () => {
  studies.push(await judgedInEveryWay(home));
  for (const more of [image, tools]) studies.push(await judgedInEveryWay(mkdtempSync(join(home, 'more-')), more));
  for (const name of ['rubrics', 'ratings', 'conversations']) {
    const folder = join(home, name);
    cpSync(join(root, 'test/golden', name), folder, { recursive: true });
    studies.push(await opened(join(folder, 'study.tiebreak')));
  }
  studies.push(
    await judgedRuns(mkdtempSync(join(home, 'runs-')), [
      spokenRun(1, 0, ['Which day?', 'Monday.', 'Booked.', 'Thanks.', 'Bye.']),
      spokenRun(1, 1, ['Which day?', 'Monday.', 'Nothing there.', 'Well.', 'Sorry.']),
    ]),
  );
  for (const more of [{}, image]) studies.push(await correctedCalls(mkdtempSync(join(home, 'calls-')), more));
  const [drawn = []] = fc.sample(anyWholeStudy(true), { numRuns: 1, seed: 1 });
  const plain = drawn
    .slice(1)
    .map((each) => ({ ...each, turns: ['what is said in one and the same way of all of them, word for word'] }));
  for (const more of [{}, image, tools])
    studies.push((await wholeStudy(plain, undefined, 'In winter.', mkdtempSync(join(home, 'whole-')), more)).study);
});
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
      for (const value of values[option])
        if ((await told(study, exportOptionsOf({ format: name, [option]: value }))) !== before) return;
    }
    expect.fail(`no value of ${option} changes what ${name} makes of any study`);
  });

  it('refuses each other option by its name, and tells which formats take it', () => {
    for (const option of formatOptions.filter((each) => !format.takes.includes(each))) {
      const recipe: Recipe = { format: name, [option]: values[option][0] };
      expect(() => exportOptionsOf(recipe), option).toThrow(
        new RegExp(
          `^The format ${name} does not support the option “${flagOf(option)}”\\. Remove it(\\.$|, or choose )`,
        ),
      );
    }
  });
});

describe('an option of all formats', () => {
  /** What each says of the judgements, items or files; `rows` are read through these whatever the format is. */
  const general: Readonly<Record<Exclude<keyof Recipe, FormatOption | 'format'>, unknown>> = {
    file: 'parquet',
    annotators: ['ben'],
    groups: ['nobody'],
    origins: ['model'],
    rounds: [99],
    rubrics: { nothing: 1 },
    guidelines: ['none'],
    withFlags: ['none'],
    withoutFlags: ['unsafe'],
    minConfidence: 1,
    where: { domain: ['none'] },
    languages: ['xx'],
    stale: 'keep',
    controls: 'keep',
    adjudicated: 'only',
    minAnnotators: 4,
    minAgreement: 1,
    pseudonyms: 'salt',
    nearDuplicates: 0.01,
    contamination: { files: ['benchmark.txt'] },
    split: { train: 0.5, test: 0.5 },
    seed: 5,
    groupBy: 'near-duplicates',
    stratify: 'domain',
  };

  /** Whose effect needs no flags, groups or rounds that these studies do not have. */
  const effective = [
    'annotators',
    'groups',
    'origins',
    'rounds',
    'rubrics',
    'guidelines',
    'withFlags',
    'minConfidence',
    'where',
    'languages',
    'minAnnotators',
    'nearDuplicates',
  ] as const;
  it.each(exportFormats.map((format) => [format.name, format] as const))('holds for %s', async (_, format) => {
    for (const option of effective) {
      let isHeld = false;
      let isAlone = true;
      for (const study of studies) {
        const value = option === 'annotators' ? [study.replay.annotators()[0]] : general[option];
        isHeld ||= (await told(study, { format, [option]: value })) !== (await told(study, { format }));
        if (isHeld) break;
        // Of one item alone there is nothing like it: what gives no row leaves none out.
        if (option === 'nearDuplicates')
          isAlone &&=
            new Set((await previewExport(study, { format }, 10_000)).rows.map(({ provenance }) => provenance.item))
              .size < 2;
      }
      expect(isHeld || (option === 'nearDuplicates' && isAlone), option).toBe(true);
    }
  });

  it.each(splitOptions)('that draws a split is refused where there is none: %s', (option) => {
    expect(() => exportOptionsOf({ format: 'trl-dpo', [option]: general[option] })).toThrow(
      'needs a split. Fill in “--split”',
    );
  });
});
