import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/dataset/fields/recordFields';
import { grouped, groupingsOf } from '../../../src/core/dataset/grouping/grouping';
import { inspect } from '../../../src/core/dataset/inspect';
import { layoutNamed, layouts } from '../../../src/core/dataset/layouts';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { parseRecord } from '../../../src/core/dataset/items/parse';
import { type ItemOrProblem } from '../../../src/core/dataset/items/parsedItem';
import { RecordReader } from '../../../src/core/dataset/records/recordReader';
import { importLabels } from '../../../src/core/import/importLabels';
import { annotationSchema, type Annotation } from '../../../src/core/model/annotation/annotation';
import type { Item } from '../../../src/core/model/item/item';
import { createStudy } from '../../../src/core/study/create';
import { fixture, fixtures as fixtureNames } from '../made/fixtures';
import { temporaryFolder } from '../made/temporaryFolder';
import { annotation } from '../made/journalLines';
import { opened } from '../made/study';

/** Every fixture: its layout, its items, how many of them are labelled, and the labels in all. */
const fixtures: readonly [file: string, layout: string, items: number, labelled: number, labels: number][] = [
  ['annotators.jsonl', 'annotators', 2, 2, 3],
  ['arena-55k.jsonl', 'arena-55k', 3, 2, 2],
  ['arena-battles-140k.jsonl', 'arena-battles', 2, 2, 2],
  ['arena-battles-33k.jsonl', 'arena-battles', 3, 3, 3],
  ['argilla-table.jsonl', 'argilla-table', 2, 2, 5],
  ['argilla-v1-early.jsonl', 'argilla-v1', 2, 2, 4],
  ['argilla-v1-records.json', 'argilla-v1', 2, 1, 3],
  ['argilla-v1.jsonl', 'argilla-v1', 2, 2, 6],
  ['argilla.json', 'argilla', 3, 3, 7],
  ['armorm.jsonl', 'armorm', 2, 2, 2],
  ['auto-j.jsonl', 'auto-j', 4, 3, 3],
  ['biggen-bench.json', 'biggen-bench', 3, 2, 3],
  ['critique-soundness.jsonl', 'critique-soundness', 2, 2, 5],
  ['demonstrations.jsonl', 'demonstrations', 3, 3, 3],
  ['distilabel-dpo.jsonl', 'preference-pairs', 2, 2, 2],
  ['feedback-collection.jsonl', 'feedback-collection', 3, 2, 2],
  ['fine-grained-rlhf.json', 'fine-grained-rlhf', 2, 2, 2],
  ['halos.json', 'halos', 6, 3, 3],
  ['helpsteer2-disagreements.jsonl', 'helpsteer2', 1, 1, 3],
  ['helpsteer2-preference.jsonl', 'helpsteer2-preference', 2, 2, 5],
  ['helpsteer2.jsonl', 'helpsteer2', 2, 2, 2],
  ['helpsteer3-edit-quality.jsonl', 'helpsteer3-edit-quality', 2, 2, 5],
  ['helpsteer3-edit.jsonl', 'helpsteer3-edit', 2, 2, 4],
  ['helpsteer3-feedback.jsonl', 'helpsteer3-feedback', 2, 2, 4],
  ['helpsteer3-preference.jsonl', 'helpsteer3-preference', 2, 2, 5],
  ['helpsteer3-principle.jsonl', 'helpsteer3-principle', 2, 2, 2],
  ['hh-rlhf.jsonl', 'preference-pairs', 2, 2, 2],
  ['judge-bench.jsonl', 'judge-bench', 4, 3, 3],
  ['judge-messages.jsonl', 'judge-messages', 6, 5, 5],
  ['kto-messages.json', 'kto-messages', 3, 3, 3],
  ['kto.jsonl', 'kto', 4, 4, 4],
  ['label-studio-pairwise.json', 'label-studio', 2, 1, 4],
  ['label-studio-ranker.json', 'label-studio', 4, 4, 5],
  ['lipo.jsonl', 'lipo', 2, 2, 2],
  ['llm-comparator.json', 'llm-comparator', 3, 3, 6],
  ['math-shepherd.jsonl', 'math-shepherd', 2, 2, 2],
  ['ms-swift-regression.jsonl', 'ms-swift-regression', 2, 2, 2],
  ['ms-swift-reranker.jsonl', 'ms-swift-reranker', 2, 2, 2],
  ['ms-swift.jsonl', 'ms-swift', 9, 9, 9],
  ['nectar.jsonl', 'nectar', 2, 2, 2],
  ['nemo-aligner-kto.jsonl', 'nemo-aligner-kto', 2, 2, 2],
  ['nemo-aligner-regression.jsonl', 'nemo-aligner-regression', 2, 2, 2],
  ['nemo-aligner-rm.jsonl', 'nemo-aligner-rm', 3, 3, 3],
  ['nemo-aligner.jsonl', 'nemo-aligner', 4, 4, 4],
  ['nemo-rl-binary.jsonl', 'preference-pairs', 2, 2, 2],
  ['nemo-rl.jsonl', 'nemo-rl', 3, 2, 2],
  ['oasst-messages.jsonl', 'oasst-messages', 3, 2, 3],
  ['questions-and-answers.jsonl', 'questions-and-answers', 2, 0, 0],
  ['oasst-trees.jsonl', 'oasst-trees', 3, 2, 3],
  ['openai-preference.jsonl', 'openai-preference', 2, 2, 2],
  ['paired-responses.jsonl', 'paired-responses', 4, 3, 3],
  ['pku-safe-rlhf.jsonl', 'pku-safe-rlhf', 3, 3, 3],
  ['potato.jsonl', 'potato', 2, 2, 2],
  ['preference-collection.jsonl', 'preference-collection', 3, 3, 3],
  ['principle-pairs.jsonl', 'principle-pairs', 2, 2, 2],
  ['prm-bench.jsonl', 'prm-bench', 3, 3, 3],
  ['prm800k.jsonl', 'prm800k', 3, 3, 3],
  ['pro.jsonl', 'pro', 2, 2, 2],
  ['red-team-attempts.json', 'red-team-attempts', 2, 1, 1],
  ['refinements.jsonl', 'refinements', 2, 2, 2],
  ['responses.jsonl', 'responses', 3, 0, 0],
  ['reward-bench-2.jsonl', 'reward-bench-2', 2, 2, 2],
  ['reward-bench.jsonl', 'preference-pairs', 2, 2, 2],
  ['rm-bench.json', 'rm-bench', 2, 2, 2],
  ['rm-gallery.jsonl', 'rm-gallery', 3, 2, 2],
  ['rmb-pairs.json', 'rmb-pairs', 2, 2, 2],
  ['rmb.json', 'rmb', 2, 2, 2],
  ['rrhf.jsonl', 'rrhf', 2, 2, 2],
  ['scored-pairs.jsonl', 'preference-pairs', 2, 2, 2],
  ['sharegpt-pairs.json', 'preference-pairs', 2, 2, 2],
  ['shp.jsonl', 'shp', 3, 2, 2],
  ['skywork-reward-preference.jsonl', 'preference-pairs', 2, 2, 2],
  ['single-responses.jsonl', 'single-responses', 3, 2, 2],
  ['spans.jsonl', 'spans', 2, 2, 2],
  ['stack-exchange-paired.jsonl', 'stack-exchange-paired', 2, 2, 2],
  ['stepwise.jsonl', 'stepwise', 2, 2, 2],
  ['summary-axes.jsonl', 'summary-axes', 2, 2, 2],
  ['summary-comparisons.jsonl', 'summary-comparisons', 3, 3, 3],
  ['tinker-comparisons.jsonl', 'tinker-comparisons', 3, 3, 3],
  ['tools-ms-swift.jsonl', 'ms-swift', 2, 2, 2],
  ['tools-openai.jsonl', 'openai-preference', 2, 2, 2],
  ['tools-sharegpt.json', 'preference-pairs', 2, 2, 2],
  ['tools-trl.jsonl', 'preference-pairs', 3, 3, 3],
  ['runs-swe-smith.jsonl', 'runs', 1, 0, 0],
  ['ultrafeedback-binarized.jsonl', 'preference-pairs', 2, 2, 2],
  ['ultrafeedback-cleaned.jsonl', 'preference-pairs', 2, 2, 2],
  ['ultrafeedback.jsonl', 'ultrafeedback', 2, 2, 2],
  ['verdicts.jsonl', 'verdicts', 2, 2, 3],
  ['webgpt-comparisons.jsonl', 'webgpt-comparisons', 3, 3, 3],
];

function recordsIn(file: string): unknown[] {
  const text = readFileSync(fixture(file), 'utf8');
  if (file === 'llm-comparator.json') return (JSON.parse(text) as { examples: unknown[] }).examples;
  return text.startsWith('[')
    ? (JSON.parse(text) as unknown[])
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
}

const others = [null, undefined, 0, -7, 'x', true, [], {}, [null], { x: null }];

/** A record with one of its fields changed, at any depth; of a long list only the first entries. */
function* changesOf(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value).slice(0, 30)) {
    const changes: Iterable<unknown> = [...others, ...changesOf(inner)];
    for (const change of changes)
      yield Array.isArray(value)
        ? value.map((entry: unknown, i) => (String(i) === key ? change : entry))
        : { ...value, [key]: change };
  }
}

function annotationWith(item: Item, { shown, judgement }: Label): Annotation {
  return annotation(1, {
    item: item.id,
    hash: item.hash,
    judgement,
    shown: [...(shown ?? item.responses.map(({ id }) => id))],
  });
}

describe('a published dataset', () => {
  it('stands in the table below if it has a fixture', () => {
    expect(fixtureNames().sort()).toEqual(fixtures.map(([file]) => file).sort());
  });

  it('of every layout has one', () => {
    expect([...new Set(fixtures.map(([, layout]) => layout))].sort()).toEqual(layouts.map(({ name }) => name).sort());
  });

  it.each(fixtures)(
    '%s is found to be %s, with %i items, %i of them labelled',
    async (file, layout, items, labelled) => {
      const found = await inspect([fixture(file)]);
      expect(found).toMatchObject({ layout, items, labelled });
      expect(found.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it.each(fixtures)(
    '%s (%s) with any field null, missing, or of another kind is read into valid labels or refused with a reason',
    (file, layout) => {
      const reading = { layout: layoutNamed(layout)!, mapping: {} };
      const problems = new Set<string>();
      const invalid: unknown[] = [];
      const records = recordsIn(file);
      const read = (record: unknown): readonly ItemOrProblem[] =>
        parseRecord({ line: 1, text: JSON.stringify(record) }, file, reading);
      for (const record of records) {
        for (const changed of changesOf(record)) {
          for (const each of layouts) each.matches(new RecordReader(changed as JsonObject, each.fields));
          for (const parsed of reading.layout.joins
            ? grouped(
                records.flatMap((each) => read(each === record ? changed : each)),
                groupingsOf(reading),
              )
            : read(changed)) {
            if ('problem' in parsed) problems.add(parsed.problem.message);
            else
              invalid.push(
                ...parsed.labels
                  .filter(({ ofCritiques }) => !ofCritiques)
                  .filter((label) => !annotationSchema.safeParse(annotationWith(parsed.item, label)).success)
                  .map((label) => ({ changed, label })),
              );
          }
        }
      }
      expect(invalid).toEqual([]);
      for (const problem of problems)
        expect(problem).toMatch(
          /^(“[^”]+” (and “|is |ends |has |must )|This is no run|There is (no (answer|line|prompt|response)|nothing to judge)|All responses of a record|The (message|question|record|verdict) |The messages of this run )/,
        );
    },
  );

  it.each(fixtures.filter(([, layout]) => !layoutNamed(layout)?.labelsOnly))(
    '%s (%s) gives valid annotations, one for each of its labels',
    async (file, layout, _items, _labelled, labels) => {
      const projectFile = join(temporaryFolder(), 'study.tiebreak');
      await createStudy({ projectFile, datasets: [fixture(file)] });
      const study = await opened(projectFile);
      expect(study.reading.layout.name).toBe(layout);
      expect(await importLabels(study, { annotator: 'source' })).toMatchObject({
        labels,
        written: labels,
        problems: [],
      });
      for (const { ref } of study.replay.all())
        expect(annotationSchema.safeParse(await study.journal.fetch(ref))).toMatchObject({ success: true });
      expect([...study.replay.all()]).toHaveLength(labels);
      await study.close();
    },
  );

  it.each(fixtures.filter(([, layout]) => layoutNamed(layout)?.labelsOnly))(
    '%s (%s) has no texts, and becomes no study',
    async (file) => {
      await expect(
        createStudy({ projectFile: join(temporaryFolder(), 'study.tiebreak'), datasets: [fixture(file)] }),
      ).rejects.toThrow('has labels, but no texts to judge');
    },
  );
});
