import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftOf, inBlindOrder } from '../../../src/core/desk/drafts/draftConversion';
import { scan } from '../../../src/core/dataset/sources/scan';
import { importLabels } from '../../../src/core/import/importLabels';
import { SpanTypeCollector } from '../../../src/core/import/spanTypes';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { projectSchema } from '../../../src/core/model/study/project';
import { coverageOf } from '../../../src/core/quality/coverage/coverage';
import { createStudy } from '../../../src/core/study/create';
import { root } from '../made/bundle';
import { temporaryFolder } from '../made/temporaryFolder';
import { opened } from '../made/study';

const real = join(root, '../shared/data/fine-grained-rlhf-qa-dev-feedback.json');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Cuts every span of a journal out of the dataset's text and counts the types, as an engineer would. */
const script = `
import json, sys
from collections import Counter
spans, missing, wrong = Counter(), Counter(), 0
by_item = json.load(open(sys.argv[3]))
for line in open(sys.argv[2], encoding="utf-8"):
    a = json.loads(line)
    for c in a["judgement"].get("critiques", []):
        text = by_item[a["hash"]][c["response"]]
        for s in c.get("spans", []):
            spans[s["type"]] += 1
            wrong += text[s["start"]:s["end"]] != s["quote"]
        for m in c.get("missing", []):
            missing[m["type"]] += 1
print(json.dumps({"spans": spans, "missing": missing, "wrong": wrong}))
`;

describe('the types of imported spans', () => {
  it('become a taxonomy: those of passages first, the most used first, with the polarity that all have', () => {
    const found = new SpanTypeCollector();
    const span = { start: 0, end: 1, quote: 'x' };
    found.add({
      critiques: [
        {
          response: 'a',
          text: '',
          spans: [
            { ...span, type: 'rare', polarity: 'negative' },
            { ...span, type: 'often', polarity: 'positive' },
            { ...span, type: 'often' },
            { ...span },
            { ...span, type: ' ' },
          ],
          missing: [{ type: 'gap' }, { type: 'rare' }, {}],
        },
      ],
    });
    found.add({ critiques: [{ response: 'b', text: '', spans: [{ ...span, type: 'often' }] }] });
    expect(found.taxonomy()).toEqual([
      { name: 'often', of: 'span' },
      { name: 'rare', polarity: 'negative' },
      { name: 'gap', of: 'missing' },
    ]);
  });

  it('become none where labels have no types, or one for each', () => {
    const found = new SpanTypeCollector();
    expect(found.taxonomy()).toBeUndefined();
    found.add({
      critiques: [
        {
          response: 'a',
          text: '',
          spans: Array.from({ length: 101 }, (_, n) => ({ start: 0, end: 1, quote: 'x', type: `as ${n}` })),
        },
      ],
    });
    expect(found.taxonomy()).toBeUndefined();
  });

  it('do not replace what the study says', async () => {
    const folder = temporaryFolder();
    const dataset = join(folder, 'a.json');
    writeFileSync(
      dataset,
      JSON.stringify([
        {
          question: 'Q',
          passages: [],
          'prediction 1': 'Yes.',
          'prediction 2': 'No.',
          feedback: { errors: [{ 'error type': 'Odd', start: 0, end: 3 }], 'missing-info': [] },
        },
      ]),
    );
    const projectFile = join(folder, 'a.tiebreak');
    const project = await createStudy({ projectFile, datasets: [dataset] });
    writeFileSync(
      projectFile,
      JSON.stringify({ ...project, task: { ...project.task, spans: [{ name: 'ours' }, { name: 'unused' }] } }),
    );
    const study = await opened(projectFile);
    expect(await importLabels(study, { annotator: 'source' })).not.toHaveProperty('spanTypes');
    expect((await coverageOf(study)).spans).toMatchObject({
      neverUsed: ['ours', 'unused'],
      types: [{ type: 'Odd', spans: 1 }],
    });
    await study.close();
    expect(projectSchema.parse(JSON.parse(readFileSync(projectFile, 'utf8'))).task.spans).toEqual([
      { name: 'ours' },
      { name: 'unused' },
    ]);
  });
});

describe.skipIf(!existsSync(real))("the spans of Fine-Grained RLHF's feedback", () => {
  it('stand where their authors put them, in the journal and in the editor, and their types are the taxonomy', async () => {
    const folder = temporaryFolder();
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [real] });
    const study = await opened(projectFile);
    expect(await importLabels(study, { annotator: 'source' })).toMatchObject({ written: 500, spanTypes: 8 });
    expect(study.project.task.spans).toEqual([
      ...['Irrelevant', 'Wrong-Grounding', 'Unverifiable', 'Redundant', 'Incoherent'].map((name) => ({
        name,
        polarity: 'negative',
        of: 'span',
      })),
      ...['Missing-Minor-Auxiliary', 'Missing-Major-Auxiliary', 'Missing-Answer'].map((name) => ({
        name,
        of: 'missing',
      })),
    ]);
    expect(projectSchema.parse(JSON.parse(readFileSync(projectFile, 'utf8'))).task.spans).toEqual(
      study.project.task.spans,
    );

    const journal = join(`${projectFile}.d`, 'annotations', 'source.jsonl');
    const annotations = readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Annotation);
    const byHash = new Map(annotations.map((annotation) => [annotation.hash, annotation]));
    const texts: Record<string, Record<string, string>> = {};
    let compared = 0;
    for await (const batch of scan([real], study.reading)) {
      for (const parsed of batch) {
        if (!('item' in parsed)) continue;
        const { item } = parsed;
        texts[item.hash] = Object.fromEntries(item.responses.map(({ id, text }) => [id, text]));
        const annotation = byHash.get(item.hash)!;
        const shown = inBlindOrder(item, study.project.seed, 'source');
        const inFile = annotation.judgement.critiques!.flatMap(({ spans = [] }) => spans);
        const inEditor = draftOf(annotation, shown).spans.flatMap((spans, index) =>
          spans.map((span) => ({ span, text: shown.responses[index]!.text })),
        );
        expect(inEditor.map(({ span, text }) => text.slice(span.start, span.end))).toEqual(
          inFile.map(({ quote }) => quote),
        );
        expect(inEditor.some(({ span }) => span.lost)).toBe(false);
        compared += inFile.length;
      }
    }
    expect(compared).toBe(1373);
    const { spans } = await coverageOf(study);
    expect(spans.neverUsed).toEqual([]);
    await study.close();
    if (!hasPython) return;
    writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts));
    const counted = JSON.parse(
      execFileSync('python3', ['-c', script, real, journal, join(folder, 'texts.json')], { encoding: 'utf8' }),
    ) as unknown;
    const found = (kind: 'span' | 'missing'): Record<string, number> =>
      Object.fromEntries(
        spans.types.filter((each) => each.kind === kind).map(({ type, spans: count }) => [type ?? '', count]),
      );
    expect(counted).toEqual({ spans: found('span'), missing: found('missing'), wrong: 0 });
  });
});
