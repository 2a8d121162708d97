import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLabels } from '../../../../src/core/import/importLabels';
import { createStudy } from '../../../../src/core/study/create';
import type { Study } from '../../../../src/core/study/study';
import { root } from '../../made/bundle';
import { opened } from '../../made/study';
import { exported, said, type Value } from './studyFixtures';

const data = join(root, '../shared/data');
const fineGrained = join(data, 'fine-grained-rlhf-qa-dev-feedback.json');
const harmless = join(data, 'hh-rlhf-harmless-test.jsonl.gz');
const predictions = ['prediction 1', 'prediction 2', 'prediction 3', 'prediction 4'];

interface Source extends Readonly<Record<string, unknown>> {
  readonly question: string;
  readonly preference: readonly number[];
  readonly feedback: { readonly 'corrected-prediction'?: string };
}

function labelled(dataset: string): { readonly study: () => Study } {
  let folder = '';
  let study: Study | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
    const projectFile = join(folder, 'study.tiebreak');
    await createStudy({ projectFile, datasets: [dataset] });
    study = await opened(projectFile);
    await importLabels(study, { annotator: 'source' });
  });
  afterAll(async () => {
    await study?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { study: () => study! };
}

const faults = (format: string, rows: readonly Value[]): string[] =>
  rows.flatMap((row) => said(format, row, rows[0]!)).filter((each) => !each.startsWith('('));

describe.skipIf(!existsSync(fineGrained))('Fine-Grained RLHF (QA feedback)', () => {
  const { study } = labelled(fineGrained);
  const sources = (): Source[] => JSON.parse(readFileSync(fineGrained, 'utf8')) as Source[];

  it('gives Auto-J a row for each of its preferences, with the ties', async () => {
    const expected = sources().flatMap((source) => {
      const [one, two, three, four] = predictions.map((name) => source[name]);
      return [
        [one, two],
        [one, three],
        [one, four],
        [two, three],
        [two, four],
        [three, four],
      ].map((pair, at) =>
        JSON.stringify([
          source.question,
          [...pair].sort(),
          source.preference[at] === 0 ? null : pair[(source.preference[at] ?? 1) - 1],
        ]),
      );
    });
    const { rows } = await exported(study(), 'auto-j', { evidence: 'none' });
    const found = rows.map(({ prompt, label, 'response 1': one, 'response 2': other }) =>
      JSON.stringify([prompt, [one, other].sort(), label === 2 ? null : label === 0 ? one : other]),
    );
    expect(found.sort()).toEqual(expected.sort());
    expect(rows.filter(({ label }) => label === 2).length).toBe(
      sources().reduce((sum, { preference }) => sum + preference.filter((each) => each === 0).length, 0),
    );
    expect(faults('auto-j', rows)).toEqual([]);
  });

  it('gives HelpSteer3-Edit a row for each corrected prediction', async () => {
    const edits = sources().flatMap((source) => {
      const corrected = source.feedback['corrected-prediction'] ?? '';
      return corrected.trim() === '' || corrected === 'N/A' || corrected === source['prediction 1']
        ? []
        : [[source['prediction 1'], corrected]];
    });
    const { rows, tally } = await exported(study(), 'helpsteer3-edit');
    // What is no row is told: corrections that change nothing, and items that nobody corrected.
    const corrected = sources().filter(
      ({ feedback }) => !['', 'N/A'].includes((feedback['corrected-prediction'] ?? '').trim()),
    );
    expect(tally.dropped).toEqual({
      identical: corrected.length - edits.length,
      'no-refinement': sources().length - corrected.length,
    });
    expect(rows.map(({ original_response: original, edited_response: edited }) => [original, edited])).toEqual(edits);
    expect(faults('helpsteer3-edit', rows)).toEqual([]);
  });

  it('gives judges nothing where nobody says why', async () => {
    const strict = sources().reduce((sum, { preference }) => sum + preference.filter((each) => each !== 0).length, 0);
    expect((await exported(study(), 'judge-pairwise')).tally.dropped).toMatchObject({ 'no-words': strict });
  });
});

describe.skipIf(!existsSync(harmless))('HH-RLHF (harmless, test)', () => {
  const { study } = labelled(harmless);

  it('gives Auto-J all its 2,312 pairs, the better one first about as often as second', async () => {
    const { rows } = await exported(study(), 'auto-j');
    const first = rows.filter(({ label }) => label === 0).length;
    expect(rows.length).toBe(2312);
    // Five standard deviations of a fair coin.
    expect(Math.abs(first - 1156)).toBeLessThan(5 * Math.sqrt(2312 / 4));
    expect(faults('auto-j', rows)).toEqual([]);
  });
});
