import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import { noteTexts } from '../../../src/core/export/dropReasons';
import type { Fields } from '../../../src/core/export/fields';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import { learntParts, looksOf, sidesOf, trainerLooks, type Look } from '../../../src/core/export/learning/looks';
import { rowShapes, takeApart, type RowShape } from '../../../src/core/export/learning/rowShape';
import { notesOf } from '../../../src/core/export/rows/tally';
import { previewExport } from '../../../src/core/export/write';
import { recipeOptions } from '../../../src/core/model/study/options/recipeOptions';
import { root } from '../made/bundle';
import { opened } from '../made/study';

/** What `python3 test/trainers/masks.py --write` writes. */
interface Record {
  readonly trainer: string;
  readonly format: string;
  readonly shape: RowShape;
  readonly outcome: 'read' | 'no row' | 'refused' | 'dropped';
  readonly sides?: object;
  readonly message?: string;
}

const trainers = join(root, 'test/trainers');
const masks = JSON.parse(readFileSync(join(trainers, 'masks.json'), 'utf8')) as {
  readonly trainers: readonly { readonly trainer: string }[];
  readonly looks: readonly Record[];
};

const formatNamed = (name: string): ExportFormat => {
  const format = exportFormats.find((each) => each.name === name);
  if (!format) throw new Error(`no format ${name}`);
  return format;
};

/** Whole runs, where pairs of runs are pairs of steps if nothing is said. */
const whole = ('runs' in recipeOptions ? { runs: 'whole' } : {}) as Partial<ExportOptions>;

interface Exported {
  readonly rows: readonly Fields[];
  readonly notes: readonly string[];
}

const exports = new Map<string, Promise<Exported>>();

/** The rows of the small study of a shape in a format, with what is noted of them. */
function exported(shape: RowShape, name: string): Promise<Exported> {
  const key = `${shape} ${name}`;
  const known = exports.get(key) ?? make(shape, name);
  exports.set(key, known);
  return known;
}

async function make(shape: RowShape, name: string): Promise<Exported> {
  const study = await opened(join(trainers, 'shapes', shape, 'study.tiebreak'));
  try {
    const { rows, tally } = await previewExport(study, { format: formatNamed(name), ...whole }, 10);
    return { rows: rows.map(({ json }) => JSON.parse(json) as Fields), notes: Object.keys(notesOf(tally)) };
  } finally {
    await study.close();
  }
}

const read = trainerLooks.flatMap((looks) =>
  Object.entries(looks.formats).flatMap(([name, shapes]) =>
    (Object.entries(shapes) as [RowShape, Look][]).map(([shape, look]) => ({ ...looks, name, shape, look })),
  ),
);

describe('what trainers learn', () => {
  it('is known to the program as the trainers’ own code told it', () => {
    const told = masks.looks.filter(({ outcome }) => outcome !== 'no row');
    expect(read.map(({ trainer, name, shape }) => `${trainer} ${name} ${shape}`).sort()).toEqual(
      told.map(({ trainer, format, shape }) => `${trainer} ${format} ${shape}`).sort(),
    );
    for (const { trainer, format, shape, outcome, sides, message } of told) {
      const found = read.find((each) => each.trainer === trainer && each.name === format && each.shape === shape);
      expect(found?.look).toEqual(
        outcome === 'read' ? sides : outcome === 'refused' ? { refused: message } : { dropped: true },
      );
    }
  });

  it('is looked at in every shape of rows that the small studies have', () => {
    expect(readdirSync(join(trainers, 'shapes')).sort()).toEqual([...rowShapes].sort());
    for (const { trainer } of masks.trainers)
      expect(
        [...new Set(masks.looks.filter((each) => each.trainer === trainer).map(({ shape }) => shape))].sort(),
      ).toEqual([...rowShapes].sort());
  });

  it('is of trainers that the formats name', () => {
    for (const { trainer, name } of read)
      expect(
        looksOf(formatNamed(name)).map(({ looks }) => looks.trainer),
        name,
      ).toContain(trainer);
  });

  it('is told of a row by what it is like, with the kinds of text that the trainer was seen to read', async () => {
    for (const { trainer, name, shape, look, kind } of read) {
      const { rows } = await exported(shape, name);
      expect(rows.length, `${shape} in ${name}`).toBeGreaterThan(0);
      if (kind === 'steps' || sidesOf(look).length === 0) continue;
      const [taken] = rows.map(takeApart);
      // A labelled conversation does not say where its prompt ends.
      const isLabelled = formatNamed(name).family === 'labels' && 'messages' in (rows[0] ?? {});
      if (isLabelled && shape === 'tools') continue;
      const wanted = shape === 'long' ? 'plain' : shape;
      // Texts say neither that they are conversations nor of whom.
      if (formatNamed(name).shape === 'text') continue;
      expect(taken?.shape, `${shape} in ${name}`).toBe(wanted);
      const sides = sidesOf(look);
      const parts = sides.flatMap(([, states]) => Object.keys(states)).filter((part) => part !== 'end');
      const found = (taken?.sides ?? []).flatMap(({ spans }) => spans.map(({ part }) => part as string));
      expect([...new Set(found)].sort(), `${trainer}: ${shape} in ${name}`).toEqual([...new Set(parts)].sort());
    }
  });
});

/** Notes that say that a trainer learns what the environment or the person said. */
const saysSo = ['observations-in-completion'].filter((note) => note in noteTexts);

describe('a trainer that learns what others said', () => {
  const others = read.filter(({ look, kind }) => {
    const learnt = learntParts(look);
    return kind === 'tokens' && ['observations', 'replies', 'user'].some((part) => (learnt as string[]).includes(part));
  });

  it.runIf(saysSo.length > 0)('is told of beside the rows', async () => {
    const silent = [];
    for (const { trainer, name, shape } of others) {
      const { notes } = await exported(shape, name);
      if (!notes.some((note) => saysSo.includes(note))) silent.push(`${trainer} ${name} ${shape}`);
    }
    expect(silent).toEqual([]);
  });

  it('is met by runs alone, and by what is known to be mended', () => {
    const runs: readonly RowShape[] = ['tools', 'run', 'run-user-last'];
    expect(
      others
        .filter(({ shape }) => !runs.includes(shape))
        .map(({ trainer, name, shape }) => `${trainer} ${name} ${shape}`),
    ).toEqual([]);
  });
});
