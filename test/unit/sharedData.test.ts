import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/core/dataset/inspect';
import { exportFormatNamed } from '../../src/core/export';
import { validateExport } from '../../src/core/export/validate';
import { writeExport } from '../../src/core/export/write';
import { importLabels } from '../../src/core/import/importLabels';
import { createStudy } from '../../src/core/study/create';
import type { ExportOptions } from '../../src/core/export/format';
import type { Message } from '../../src/core/model/item/item';
import { root } from './made/bundle';
import { temporaryFolder } from './made/temporaryFolder';
import { opened } from './made/study';

const data = join(root, '../shared/data');
const harmless = join(data, 'hh-rlhf-harmless-test.jsonl.gz');
const demo = join(data, 'llamafactory-dpo-en-demo.json');

type Row = Readonly<Record<string, unknown>>;
const rowsIn = (path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const alternates = (messages: readonly Message[]): boolean =>
  messages.every(({ role }, i) => role !== messages[i - 1]?.role);

/** The rows of each format made of a dataset's own labels. */
async function exported(
  dataset: string,
  formats: readonly string[],
): Promise<{ import: Awaited<ReturnType<typeof importLabels>>; rows: Record<string, Row[]> }> {
  const folder = temporaryFolder();
  const projectFile = join(folder, 'study.tiebreak');
  await createStudy({ projectFile, datasets: [dataset] });
  const study = await opened(projectFile);
  const imported = await importLabels(study, { annotator: 'source' });
  const rows: Record<string, Row[]> = {};
  for (const name of formats) {
    const { files } = await writeExport(study, { format: exportFormatNamed(name)! }, join(folder, name));
    rows[name] = rowsIn(files[0]!);
    expect((await validateExport(files[0]!, name)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  await study.close();
  return { import: imported, rows };
}

describe.skipIf(!existsSync(harmless))('HH-RLHF (harmless, test)', () => {
  const sources = (): { chosen: string; rejected: string }[] =>
    gunzipSync(readFileSync(harmless))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { chosen: string; rejected: string });

  it('holds 2,312 labelled pairs of transcripts', async () => {
    const found = await inspect([harmless]);
    expect(found).toMatchObject({
      layout: 'preference-pairs',
      items: 2312,
      labelled: 2312,
      responses: { min: 2, max: 2 },
    });
    expect(found.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('comes out as it went in: 2,312 rows in each format, the text byte for byte, the roles alternating wherever the source has them', async () => {
    const original = sources();
    const { import: imported, rows } = await exported(harmless, ['trl-dpo-text', 'trl-dpo', 'full-conversations']);
    expect(imported.written + imported.repeated).toBe(2312);

    const text = rows['trl-dpo-text'] as { prompt: string; chosen: string; rejected: string }[];
    expect(
      text.map(({ prompt, chosen, rejected }) => ({ chosen: prompt + chosen, rejected: prompt + rejected })),
    ).toEqual(original);

    /** Who speaks, by the markers of the source. */
    const speakers = (transcript: string): string[] =>
      [...transcript.matchAll(/\n\n(Human|Assistant):/g)].map(([, who]) => (who === 'Human' ? 'user' : 'assistant'));
    const conversations = [
      rows['trl-dpo']!.map(({ prompt, chosen, rejected }) => ({
        chosen: [...(prompt as Message[]), ...(chosen as Message[])],
        rejected: [...(prompt as Message[]), ...(rejected as Message[])],
      })),
      rows['full-conversations'] as { chosen: Message[]; rejected: Message[] }[],
    ];
    for (const form of conversations) {
      expect(form).toHaveLength(2312);
      for (const side of ['chosen', 'rejected'] as const) {
        const wrong = form.filter(
          (row, i) =>
            JSON.stringify(row[side].map(({ role }) => role)) !== JSON.stringify(speakers(original[i]![side])),
        );
        expect(wrong).toEqual([]);
        const odd = form.filter((row) => !alternates(row[side])).length;
        expect(odd).toBe(
          original.filter((source) => speakers(source[side]).some((who, i, all) => who === all[i - 1])).length,
        );
        expect(odd).toBeLessThan(10);
      }
    }
  });
});

describe.skipIf(!existsSync(demo))("LLaMA-Factory's DPO demo", () => {
  it('holds 300 labelled pairs, and gives 300 rows in each format', async () => {
    expect(await inspect([demo])).toMatchObject({
      layout: 'preference-pairs',
      items: 300,
      labelled: 300,
      responses: { min: 2, max: 2 },
    });
    const { rows } = await exported(demo, ['trl-dpo', 'trl-dpo-text', 'full-conversations']);
    expect(Object.values(rows).map(({ length }) => length)).toEqual([300, 300, 300]);
    const source = JSON.parse(readFileSync(demo, 'utf8')) as {
      conversations: { value: string }[];
      chosen: { value: string };
      rejected: { value: string };
    }[];
    expect(
      rows['trl-dpo']!.map(({ prompt, chosen, rejected }) =>
        [prompt, chosen, rejected].map((side) => (side as Message[]).map(({ content }) => content)),
      ),
    ).toEqual(
      source.map(({ conversations, chosen, rejected }) => [
        conversations.map(({ value }) => value),
        [chosen.value],
        [rejected.value],
      ]),
    );
  });
});

const trees = join(data, 'oasst-en-100-trees.jsonl');
describe.skipIf(!existsSync(trees))("OpenAssistant's trees", () => {
  it('hold 214 groups of sibling replies, of which 212 are ranked; the one reply without a rank is in no pair', async () => {
    expect(await inspect([trees])).toMatchObject({ layout: 'oasst-trees', items: 214, labelled: 212, problems: [] });
    const messages = rowsIn(trees).flatMap((row) => messagesUnder(row.prompt as TreeMessage));
    const ranks = new Map(messages.map(({ text, rank }) => [text, rank]));
    const { import: imported, rows } = await exported(trees, ['trl-dpo']);
    expect(imported).toMatchObject({ labels: 212, written: 212 });
    const wrong = rows['trl-dpo']!.filter(
      ({ chosen, rejected }) =>
        !(
          Number(ranks.get((chosen as Message[])[0]!.content)) < Number(ranks.get((rejected as Message[])[0]!.content))
        ),
    );
    expect(wrong).toEqual([]);
    const ranked = messages.map(
      ({ replies }) => replies.filter(({ role, rank }) => role === 'assistant' && rank !== undefined).length,
    );
    expect(rows['trl-dpo']).toHaveLength(ranked.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0));
  });
});

interface TreeMessage {
  readonly text: string;
  readonly role: string;
  readonly rank?: number;
  readonly replies: readonly TreeMessage[];
}

const messagesUnder = (message: TreeMessage): TreeMessage[] => [message, ...message.replies.flatMap(messagesUnder)];

describe.skipIf(!existsSync(join(data, 'README.md')))('data that is not in pairs', () => {
  it("is read as what it is: LLaMA-Factory's KTO demo, 300 answers that are good or not", async () => {
    const path = join(data, 'llamafactory-kto-en-demo.json');
    expect(await inspect([path])).toMatchObject({
      layout: 'kto-messages',
      items: 300,
      labelled: 300,
      responses: { min: 1, max: 1 },
    });
  });
});

/** How many rows a dataset's own labels give by a format and options, and how much is left out by which reason. */
async function counted(
  dataset: string,
  exports: Readonly<Record<string, Partial<ExportOptions>>>,
): Promise<Record<string, unknown>> {
  const folder = temporaryFolder();
  const projectFile = join(folder, 'study.tiebreak');
  await createStudy({ projectFile, datasets: [dataset] });
  const study = await opened(projectFile);
  await importLabels(study, { annotator: 'source' });
  const counts: Record<string, unknown> = {};
  for (const [format, options] of Object.entries(exports)) {
    const { tally, files } = await writeExport(
      study,
      { ...options, format: exportFormatNamed(format)! },
      join(folder, format),
    );
    const read = await Promise.all(files.map((file) => validateExport(file, format)));
    expect(read.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBe(
      Object.values(tally.rows).reduce((sum, rows) => sum + rows, 0),
    );
    counts[format] = { rows: read.reduce((sum, { rows }) => sum + rows, 0), dropped: tally.dropped };
  }
  await study.close();
  return counts;
}

describe.skipIf(!existsSync(trees))('what is exported, counted from the source itself', () => {
  it('is of the trees all pairs, or those of neighbours, and lists of the length that most have', async () => {
    const sizes = rowsIn(trees)
      .flatMap((row) => messagesUnder(row.prompt as TreeMessage))
      .map(({ replies }) => replies.filter(({ role, rank }) => role === 'assistant' && rank !== undefined).length)
      .filter((size) => size >= 2);
    const pairs = sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
    const neighbours = sizes.reduce((sum, size) => sum + size - 1, 0);
    // One reply has no rank: its group is a list of two with a third that is not placed.
    expect(
      await counted(trees, {
        'ms-swift': {},
        'nemo-rl': { pairs: 'neighbours', split: { train: 0.8, validation: 0.1, test: 0.1 } },
        arena: {},
      }),
    ).toEqual({
      'ms-swift': { rows: pairs, dropped: {} },
      'nemo-rl': { rows: neighbours, dropped: { 'not-chosen': pairs - neighbours } },
      arena: { rows: pairs, dropped: {} },
    });
  });

  it('is of the QA feedback each strict preference, with the ties left out or written', async () => {
    const path = join(data, 'fine-grained-rlhf-qa-dev-feedback.json');
    const votes = (JSON.parse(readFileSync(path, 'utf8')) as { preference: number[] }[]).flatMap(
      ({ preference }) => preference,
    );
    const ties = votes.filter((vote) => vote === 0).length;
    const strict = { rows: votes.length - ties, dropped: { tie: ties } };
    expect(
      await counted(path, { 'trl-dpo-text': {}, 'llama-factory': { file: 'json' }, halos: {}, annotators: {} }),
    ).toEqual({
      'trl-dpo-text': strict,
      'llama-factory': strict,
      halos: strict,
      annotators: { rows: votes.length, dropped: {} },
    });
  });

  it('is of the single labels each, good or bad as the source says', async () => {
    const path = join(data, 'llamafactory-kto-en-demo.json');
    const source = JSON.parse(readFileSync(path, 'utf8')) as { label: boolean }[];
    const { rows } = await exported(path, ['trl-kto', 'llama-factory-kto', 'ms-swift-kto']);
    for (const made of Object.values(rows))
      expect(made.map(({ label }) => label)).toEqual(source.map(({ label }) => label));
  });

  it('is of HH-RLHF for hosted tuning what takes turns, says something and parts at the last turn', async () => {
    const turns = (text: string): string[] => text.split(/\n\n(?=Human:|Assistant:)/).slice(1);
    const pairs = gunzipSync(readFileSync(harmless))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { chosen: string; rejected: string })
      .map(({ chosen, rejected }) => [turns(chosen), turns(rejected)] as const);
    const kept = pairs.filter(([chosen, rejected]) => {
      const takesTurns = [chosen, rejected].every((side) =>
        side.every((turn, i) => i === 0 || turn.slice(0, 5) !== side[i - 1]!.slice(0, 5)),
      );
      const speaks = [...chosen, ...rejected].every((turn) => turn.replace(/^\w+:/, '').trim() !== '');
      return takesTurns && speaks && JSON.stringify(chosen.slice(0, -1)) === JSON.stringify(rejected.slice(0, -1));
    }).length;
    const { 'together-preference': made } = (await counted(harmless, { 'together-preference': {} })) as {
      'together-preference': { rows: number; dropped: Record<string, number> };
    };
    expect(made.rows).toBe(kept);
    expect(Object.values(made.dropped).reduce((sum, count) => sum + count, 0)).toBe(pairs.length - kept);
  });
});
