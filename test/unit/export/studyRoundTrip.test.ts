import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed, exportFormats } from '../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import type { Fields } from '../../../src/core/export/fields';
import { promptAsShown } from '../../../src/core/export/texts/promptAsShown';
import { withoutSystem } from '../../../src/core/export/texts/turns';
import { isTranscript } from '../../../src/core/export/texts/plainText';
import { previewExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { readPacks } from '../../../src/core/rubric/packs';
import { createStudy } from '../../../src/core/study/create';
import type { Study } from '../../../src/core/study/study';
import { fileOf, plainTurns, readBack, said, type PairTexts } from '../made/formatRows';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { opened } from '../made/study';
import {
  amongEdits,
  answers,
  best,
  byPrinciple,
  editedPairs,
  edits,
  explained,
  grades,
  judgedCritiques,
  kept,
  labels,
  madeCritiques,
  meets,
  ofTexts,
  orders,
  pairs,
  ratings,
  refinedByRule,
  tableOfVerdicts,
  twoSides,
  votes,
  written,
  type RoundTrip,
} from '../made/formatRoundTrips';
import {
  anyWholeStudy,
  wholeAspects,
  wholeCriteria,
  wholeOriginal,
  wholeStudy,
  type JudgedItem,
} from '../made/arbitraryStudy';

/**
 * Whole studies through every format: what it can hold comes back, in the layout that its file is detected to be. A
 * format that is added takes its place in one of the lists.
 */

const empty = plainTurns([{ role: 'assistant', content: '' }]);
const isFull = ([, chosen, rejected]: PairTexts): boolean => chosen !== empty && rejected !== empty;

/** Formats that hold conversations as well as prompts that are one text. */
const ofConversations: Readonly<Record<string, RoundTrip>> = {
  'trl-dpo': pairs('preference-pairs'),
  'full-conversations': pairs('preference-pairs'),
  'openai-preference': pairs('openai-preference', isFull),
  'together-preference': pairs('openai-preference', isFull),
  'llama-factory': pairs('preference-pairs'),
  'ms-swift': pairs('ms-swift'),
  'ms-swift-conversations': pairs('ms-swift'),
  'trl-tpo': pairs('preference-pairs'),
  'nemo-rl': pairs('nemo-rl'),
  'nemo-aligner-dpo': pairs('nemo-aligner'),
  halos: pairs('halos'),
  'trl-reward': pairs('preference-pairs'),
  'trl-kto': labels('kto'),
  'llama-factory-kto': labels('kto-messages', (answer, good) => !good || answer !== empty),
  'ms-swift-kto': labels('kto-messages'),
  'nemo-aligner-kto': labels('nemo-aligner-kto'),
  'halos-kto': labels('halos'),
  nectar: votes('nectar'),
  'refinement-pairs': editedPairs('preference-pairs'),
  'rule-pairs': refinedByRule('preference-pairs'),
  'rule-keep': kept('demonstrations'),
  'principle-pairs': byPrinciple('principle-pairs'),
  'helpsteer3-preference': votes('helpsteer3-preference'),
  'helpsteer3-edit': edits('helpsteer3-edit'),
  'helpsteer3-edit-quality': amongEdits('helpsteer3-edit-quality', wholeOriginal),
  'helpsteer3-feedback': written('helpsteer3-feedback', 2),
  'helpsteer3-principle': meets('helpsteer3-principle'),
  pro: orders('pro'),
  'ms-swift-reranker': twoSides('ms-swift-reranker'),
  'nemo-aligner-rm': pairs('nemo-aligner-rm'),
  'tinker-comparisons': votes('tinker-comparisons'),
  arena: votes('arena-battles'),
  armorm: ratings('armorm'),
  'ms-swift-regression': ratings(
    'ms-swift-regression',
    wholeAspects.map((_, i) => `label ${i + 1}`),
  ),
  'nemo-aligner-regression': ratings('nemo-aligner-regression'),
  demonstrations: answers('demonstrations'),
  'best-of-n': best('demonstrations'),
  'judge-absolute': grades('judge-messages'),
  'judge-pairwise': explained('judge-messages'),
  'generative-rm': explained('judge-messages'),
  'critique-sft': written('judge-messages'),
  'critique-preferences': madeCritiques('preference-pairs'),
  'critique-soundness': judgedCritiques('critique-soundness'),
  verdicts: tableOfVerdicts('verdicts'),
};

/** Formats that have a column for the context of a judgement. */
const ofContexts: Readonly<Record<string, RoundTrip>> = {
  'context-pairs': pairs('preference-pairs'),
  verdicts: tableOfVerdicts('verdicts'),
  'critique-soundness': judgedCritiques('critique-soundness'),
};

/**
 * Tables, with texts or without: their rows come back into the study that they are from. What of a judgement they hold.
 */
const ofTables: Readonly<Record<string, (judgement: Judgement, annotation: Annotation) => Judgement>> = {
  annotators: ({ ranking, confidence }, { shown }) => ({
    ...(shown.length > 2 ? { ranking } : { comparisons: comparisonOf(ranking?.tiers ?? [], shown) }),
    ...(confidence !== undefined && { confidence }),
  }),
  verdicts: ({ verdicts = [] }) => ({ verdicts }),
  'annotators-spans': ({ critiques = [] }) => ({
    critiques: critiques.flatMap(({ response, spans }) => (spans ? [{ response, text: '', spans }] : [])),
  }),
  spans: ({ critiques = [] }) => ({
    critiques: critiques.flatMap(({ response, text, spans }) =>
      spans ? [{ response, text: text.trim() === '' ? '' : text, spans }] : [],
    ),
  }),
};

/**
 * Prompts with what answers to them are rewarded by, and no answers: no dataset to judge. Their criteria come back as
 * rubrics, in these forms.
 */
const ofRubrics: Readonly<Record<string, string>> = {
  healthbench: 'healthbench',
  'open-instruct-rubric': 'open-instruct',
  verl: 'open-instruct',
  skyrl: 'open-instruct',
  'ms-swift-grpo': 'open-instruct',
  rar: 'rar',
  grpo: 'rar',
  verifiers: 'verifiers',
  'nemo-gym': 'nemo-gym',
  'nemo-gym-genrm': 'nemo-gym-genrm',
  'oumi-rubrics': 'open-instruct',
  'tinker-rubrics': 'tinker',
};

const comparisonOf = (
  tiers: readonly (readonly string[])[],
  [a = '', b = '']: readonly string[],
): NonNullable<Judgement['comparisons']> => {
  const place = (id: string): number => tiers.findIndex((tier) => tier.includes(id));
  return [{ a, b, outcome: place(a) === place(b) ? 'tie' : place(a) < place(b) ? 'a' : 'b' }];
};

async function rowsOf(
  study: Study,
  name: string,
  options: Partial<ExportOptions> = {},
): Promise<{ format: ExportFormat; rows: Fields[] }> {
  const format = exportFormatNamed(name)!;
  const { rows } = await previewExport(study, { format, ...options }, Infinity);
  return { format, rows: rows.map(({ json }) => JSON.parse(json) as Fields) };
}

async function comesBack(study: Study, judged: readonly JudgedItem[], name: string, mode: RoundTrip): Promise<void> {
  for (const { options, holds } of mode.files ?? [{ options: {}, holds: () => true }]) {
    const { format, rows } = await rowsOf(study, name, options);
    // As annotators saw it: with its evidence.
    const held = mode.held(
      judged
        .filter(holds)
        .map((each) => ({ ...each, item: promptAsShown(each.item, undefined, {}, format) ?? each.item })),
    );
    if (held.length === 0) {
      expect(rows, name).toEqual([]);
      continue;
    }
    expect(
      (await said(format, rows)).filter((each) => !each.startsWith('warning')),
      name,
    ).toEqual([]);
    const { layout, items } = await readBack(rows, format.files[0] === 'json');
    expect(layout, name).toBe(mode.layout);
    expect([...mode.back(items)].sort(), name).toEqual([...held].sort());
  }
}

/** Prompts that a model answers by itself, to be rewarded: they hold the two answers that it is asked about. */
const ofTasks = { 'verl-generative-rm': true, 'run-verifier': true, 'swe-bench-predictions': true };

/** What a teacher is told of a prompt: there is no response to judge. */
const ofTeachers = { 'trl-sdft': true, 'trl-sdpo': true, 'prime-rl-opsd': true };

/** Groups of responses with rewards, of which the judgments that gave them cannot be known: read back in `rewards.test.ts`. */
const ofGroups = { 'halos-grpo': true, 'nemo-gym-rollouts': true };

/** Of calls that an annotator corrected, which these studies have none of: read back in `stepPairs.test.ts`. */
const ofCalls = { 'call-pairs': true };

/** Tables of judgements that are for analysis: their rows are not read again. */
const forAnalysis = Object.fromEntries(
  exportFormats.flatMap(({ name }) => (name.startsWith('annotators-') && !(name in ofTables) ? [[name, true]] : [])),
);

it('every format is in one of the lists', () => {
  const lists = [
    ofConversations,
    ofTexts,
    ofContexts,
    ofTables,
    ofRubrics,
    ofTasks,
    ofTeachers,
    ofGroups,
    ofCalls,
    forAnalysis,
  ];
  const names = new Set(lists.flatMap((list) => Object.keys(list)));
  expect([...names].sort()).toEqual(exportFormats.map(({ name }) => name).sort());
  expect(Object.keys(ofTexts).filter((name) => name in ofConversations)).toEqual([]);
});

const runs = { numRuns: 1, endOnFailure: true };

describe.each([
  ['conversations', ofConversations, false, undefined],
  ['plain prompts', { ...ofConversations, ...ofTexts }, true, undefined],
  ['conversations under a context', ofContexts, false, 'At night, 🌙 "alone".'],
] as const)(
  'a study of %s, with ties, lines, empty answers and critiques, steps, marked passages, edits, grades and critiques of critiques, Unicode of all planes and 64 responses to a prompt',
  (_, all, isPlain, context) => {
    it('comes back from every format that holds it', async () => {
      await fc.assert(
        fc.asyncProperty(anyWholeStudy(isPlain), async (sources) => {
          const { study, judged } = await wholeStudy(sources, context);
          for (const [name, mode] of Object.entries(all)) await comesBack(study, judged, name, mode);
          await study.close();
        }),
        runs,
      );
    });
  },
);

it.each([undefined, 'At night, 🌙 "alone".'])(
  'tables come back into the study that they are from, under the context %s',
  async (context) => {
    await fc.assert(
      fc.asyncProperty(anyWholeStudy(false), async (sources) => {
        const { study, judged } = await wholeStudy(sources, context);
        for (const [name, heldOf] of Object.entries(ofTables)) {
          // What was imported before stands in the study too.
          const { format, rows } = await rowsOf(study, name, { annotators: ['ana'] });
          const result = await importLabels(study, {
            annotator: name,
            file: temporaryFile('train.jsonl', fileOf(format, rows)),
          });
          expect(result, name).toMatchObject({
            labels: judged.length,
            written: judged.length,
            unknown: 0,
            problems: [],
          });
          for (const { item, annotation } of judged) {
            const currentAnnotation = study.replay.on(`${name}:ana`, item, { context })!;
            const { judgement, shown, duration, context: under } = await study.journal.fetch(currentAnnotation.ref);
            expect(judgement, name).toEqual(heldOf(annotation.judgement, annotation));
            if (name === 'annotators') expect([shown, duration]).toEqual([annotation.shown, annotation.duration]);
            expect(under).toBe(context);
          }
        }
        await study.close();
      }),
      runs,
    );
  },
);

it('the criteria of rubrics come back as rubrics', async () => {
  await fc.assert(
    fc.asyncProperty(anyWholeStudy(false), async (sources) => {
      const { study, judged } = await wholeStudy(sources);
      const held = wholeCriteria.filter(({ kind }) => kind === undefined).map(({ text, weight }) => [text, weight]);
      for (const [name, form] of Object.entries(ofRubrics)) {
        const { format, rows } = await rowsOf(study, name);
        if (name === 'verifiers' || name.startsWith('nemo-gym')) {
          // These take no calls of tools, and one no prompt that ends with an answer: what is left has the criteria.
          if (rows.length === 0) continue;
          const { form: found, packs } = await readPacks(fileOf(format, rows));
          expect([found.name, packs.length], name).toEqual([form, 1]);
          expect(
            packs[0]?.criteria.map(({ text, weight }) => [text.split(': ').at(-1), weight]),
            name,
          ).toEqual(held.map(([text, weight]) => [String(text).split(': ').at(-1), weight]));
          continue;
        }
        // A reader that makes one user's turn of the prompt gets no conversation, and Oumi's takes one question alone.
        const told = judged.filter(({ item }) =>
          format.wraps
            ? !isTranscript({ ...(promptAsShown(item, undefined, {}, format) ?? item), responses: [] })
            : name !== 'oumi-rubrics' || withoutSystem(item.prompt).length === 1,
        );
        if (told.length === 0) {
          expect(rows, name).toEqual([]);
          continue;
        }
        const read = await readPacks(fileOf(format, rows), { negative: 'fault' });
        expect(read.form.name, name).toBe(form);
        expect(
          read.packs.map(({ criteria }) => criteria.map(({ text, weight }) => [text, weight])),
          name,
          // One rubric for all prompts, and for each where the rows say for which.
        ).toEqual((name === 'healthbench' ? told : told.slice(0, 1)).map(() => held));
      }
      await study.close();
    }),
    runs,
  );
});

/**
 * What a study that is made of the file cannot know: the rubric's place; names are kept apart by whose import they are
 * of.
 */
function meaning({
  rubric: _rubric,
  rubric_version: _version,
  origin: _origin,
  critic_origin: _criticOrigin,
  ...row
}: Fields): string {
  const plain = (name: unknown): unknown => (typeof name === 'string' ? name.replace(/^back:/, '') : name);
  return JSON.stringify({
    ...row,
    ...('annotator' in row && { annotator: plain(row.annotator) }),
    ...('critic' in row && { critic: plain(row.critic) }),
  });
}

it.each([
  'judge-absolute',
  'judge-pairwise',
  'generative-rm',
  'principle-pairs',
  'critique-sft',
  'critique-soundness',
  'verdicts',
  'refinements',
  'demonstrations',
  'armorm',
  'nemo-aligner-regression',
  'helpsteer3-edit',
])('a study that is made of a file of %s gives the same rows again, once its labels are imported', async (name) => {
  await fc.assert(
    fc.asyncProperty(anyWholeStudy(true), async (sources) => {
      const { study } = await wholeStudy(sources);
      const { format, rows } = await rowsOf(study, name);
      await study.close();
      const folder = temporaryFolder();
      const [dataset, projectFile] = [join(folder, 'train.jsonl'), join(folder, 'again.tiebreak')];
      writeFileSync(dataset, fileOf(format, rows));
      await createStudy({ projectFile, datasets: [dataset] });
      const again = await opened(projectFile);
      if (name.includes('regression'))
        await again.changeProject((project) => ({
          ...project,
          task: { ...project.task, aspects: wholeAspects.map((aspect) => ({ name: aspect, min: 0, max: 4 })) },
        }));
      expect((await importLabels(again, { annotator: 'back' })).problems).toEqual([]);
      expect((await rowsOf(again, name)).rows.map(meaning).sort()).toEqual(rows.map(meaning).sort());
      // Once more nothing is new.
      expect(await importLabels(again, { annotator: 'back' })).toMatchObject({ written: 0 });
      await again.close();
    }),
    runs,
  );
});
