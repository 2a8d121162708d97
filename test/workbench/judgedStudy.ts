import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import type { Criterion } from '../../src/core/model/rubric/criterion';
import type { Item } from '../../src/core/model/item/item';
import type * as blind from '../../src/core/model/annotation/blindOrder';
import type * as files from '../../src/core/journal/journalName';
import type * as lines from '../../src/core/journal/line';
import type * as scanning from '../../src/core/dataset/sources/scan';
import type * as studies from '../../src/core/study/study';
import type * as places from '../../src/core/study/studyPaths';

/** A study with a rubric and two annotators' judgements, in which it is known what coverage must find. */

export const count = 48;
export const models = ['alpha-7b', 'beta-7b'] as const;
const topics = ['billing', 'travel', 'health'];

/** As many items of two answers, each by one model. */
export const records = [...Array(count).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `How does case ${n} end?`,
  language: n % 4 === 0 ? 'de' : 'en',
  tags: [topics[n % 3]],
  responses: models.map((model, r) => ({
    id: `${model}-${n}`,
    text: `Case ${n} ends ${r === 0 ? 'well, as the record shows' : 'some other way'}.`,
    model,
  })),
}));

const criterion = (id: string, text: string, weight = 1, more: Partial<Criterion> = {}): Criterion => ({
  id,
  text,
  weight,
  ...more,
});
export const criteria: readonly Criterion[] = [
  criterion('right', 'Is every statement right?', 3),
  criterion('clear', 'Would somebody new to the field understand it?', 2),
  criterion('short', 'Does it keep to what was asked?'),
  criterion('cited', 'Does it name its sources?'),
  criterion('sourced', 'Can a reader check where statements come from?', 1, {
    origin: { kind: 'model', name: 'drafter' },
  }),
  criterion('polite', 'Is it polite?'),
  criterion('english', 'Is it in the language of the question?'),
  criterion('safe', 'Is it harmless?', 1, { gate: { threshold: 1 } }),
  criterion('unused', 'Does it end with a summary?'),
];

/** Places of the items with a preference that no criterion explains. */
export const unexplained = [3, 6, 9, 13, 35, 39, 45] as const;
/** Places of the items of which the first annotator left out what is right. */
export const unfilled = [5, 11, 17, 23] as const;

type Verdicts = Readonly<Record<string, boolean>>;

/** Winner and loser of an item: what is short loses, though the rubric rewards it. */
function verdictsOn(at: number, next: () => number): readonly [Verdicts, Verdicts] {
  const [polite, cited] = [next() < 0.5, next() < 0.5];
  const same = { polite, english: true, safe: true };
  const left = (unfilled as readonly number[]).includes(at);
  if ((unexplained as readonly number[]).includes(at)) {
    const both = { ...same, right: at % 2 === 0, clear: true, short: false, cited, sourced: cited };
    return [both, both];
  }
  const other = next() < 0.3;
  return [
    { ...same, right: true, clear: left || next() < 0.8, short: next() < 0.2, cited, sourced: cited },
    {
      ...same,
      right: false,
      clear: !left && next() < 0.4,
      short: next() < 0.9,
      cited: other,
      sourced: other,
      safe: at % 12 !== 0,
    },
  ];
}

/**
 * Writes rubrics and journals: of `first` on all items but the first one, of Ben on the second third, where he finds
 * some things otherwise.
 */
export async function judgeStudy(project: string, first: string): Promise<void> {
  const core = await bundledCore(path.dirname(project));
  const { journalFile, formatLine, random } = core;
  const items = await itemsOf(core, project);
  const paths = core.studyPaths(project);
  fs.mkdirSync(paths.annotations, { recursive: true });
  fs.writeFileSync(
    paths.rubrics.former,
    JSON.stringify(
      { version: 1, rubrics: [{ id: 'answers', title: 'Answers', versions: [{ version: 1, criteria }] }] },
      undefined,
      2,
    ),
  );
  const next = random(11);
  const made = [...items.keys()].map((at) => ({
    at,
    first: next() < 0.6,
    verdicts: verdictsOn(at, next),
    rationale: next() < 0.7 ? 'It is right.' : '',
  }));
  const written = made.flatMap(({ at, verdicts, rationale, first: isFirst }, n) => {
    const item = items[at];
    if (!item || at === 0) return [];
    const shown = item.responses.map(({ id }) => id);
    const [winner, loser] = isFirst ? shown : shown.toReversed();
    const left = (unfilled as readonly number[]).includes(at) ? ['unused', 'right'] : ['unused'];
    const said = (annotator: string, all: readonly [Verdicts, Verdicts], number: number): Annotation => ({
      v: 1,
      type: 'annotation',
      id: `01KAAA${String(number).padStart(20, '0')}`,
      annotator,
      item: item.id,
      hash: item.hash,
      time: '2026-11-21T08:00:00.000Z',
      duration: 20_000,
      origin: { kind: 'human' },
      round: 1,
      question: { version: 1 },
      rubrics: [{ id: 'answers', version: 1 }],
      shown,
      seed: null,
      judgement: {
        ranking: { tiers: [[winner ?? ''], [loser ?? '']] },
        verdicts: [winner, loser].flatMap((response = '', of) =>
          criteria
            .filter(({ id }) => !left.includes(id))
            .map(({ id }) => ({ response, criterion: id, value: all[of]?.[id] ?? false })),
        ),
        ...(rationale !== '' && { rationale }),
      },
    });
    const ben =
      at >= 16 && at < 32
        ? [said('Ben', n % 4 === 0 ? [verdicts[0], { ...verdicts[1], clear: !verdicts[1].clear }] : verdicts, 500 + n)]
        : [];
    return [said(first, verdicts, 1 + n), ...ben];
  });
  for (const annotator of new Set(written.map((line) => line.annotator)))
    fs.writeFileSync(
      path.join(paths.annotations, journalFile(annotator)),
      written
        .filter((line) => line.annotator === annotator)
        .map(formatLine)
        .join(''),
    );
}

async function itemsOf({ Study, scan }: Core, project: string): Promise<Item[]> {
  const study = await Study.open(project);
  const items: Item[] = [];
  for await (const batch of scan(study.sources, study.reading))
    for (const parsed of batch) if ('item' in parsed) items.push(parsed.item);
  await study.close();
  return items;
}

type Core = Pick<typeof studies, 'Study'> &
  Pick<typeof places, 'studyPaths'> &
  Pick<typeof scanning, 'scan'> &
  Pick<typeof files, 'journalFile'> &
  Pick<typeof lines, 'formatLine'> &
  Pick<typeof blind, 'random'>;

/** What of the product's core these tests need while they run; they are modules, and it is not. */
async function bundledCore(folder: string): Promise<Core> {
  const root = path.resolve(import.meta.dirname, '../..');
  const outfile = path.join(folder, 'core.cjs');
  const contents = [
    'study/study',
    'study/studyPaths',
    'dataset/sources/scan',
    'journal/journalName',
    'journal/line',
    'model/annotation/blindOrder',
  ]
    .map((name) => `export * from './src/core/${name}';`)
    .join('\n');
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    logLevel: 'error',
  });
  try {
    return createRequire(import.meta.url)(outfile) as Core;
  } finally {
    fs.rmSync(outfile);
  }
}
