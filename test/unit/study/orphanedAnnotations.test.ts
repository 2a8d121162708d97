import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { annotatorsOf, type Assignment } from '../../../src/core/model/study/assignment';
import { scanStudy } from '../../../src/core/study/scanStudy';
import {
  isOrphaned,
  orphanAt,
  orphanCount,
  OrphanFinder,
  orphansOn,
  type OrphanList,
} from '../../../src/core/study/orphanedAnnotations';
import type { JournalLine } from '../../../src/core/model/annotation/annotation';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { annotation, idOf, retraction } from '../made/journalLines';
import { replayOf } from '../made/replays';
import { judge, opened, studyOf } from '../made/study';

type ItemRef = readonly [id: string, hash: string];

function orphans(
  lines: readonly JournalLine[],
  items: readonly ItemRef[],
): { changed: (readonly [string, number | undefined])[]; gone: string[] } {
  const finder = new OrphanFinder(replayOf(lines));
  for (const [ordinal, [id, hash]] of items.entries()) finder.look({ id, hash }, ordinal);
  const { changed, gone } = finder.found();
  return {
    changed: listed(changed).map(({ ordinal, ref }) => [ref.id, ordinal]),
    gone: listed(gone).map(({ ref }) => ref.id),
  };
}

const listed = (list: OrphanList): ReturnType<typeof orphanAt>[] =>
  [...Array(orphanCount(list)).keys()].map((index) => orphanAt(list, index));
const on = (n: number, item: string, hash: string, annotator = 'ana'): JournalLine =>
  annotation(n, { item, hash, annotator });

describe('annotations whose items', () => {
  it.each<
    [
      what: string,
      lines: readonly JournalLine[],
      items: readonly ItemRef[],
      changed: readonly (readonly [number, number])[],
      gone: readonly number[],
    ]
  >([
    [
      'are as they were, are no strays',
      [on(1, 'a', 'x'), on(2, 'b', 'y')],
      [
        ['b', 'y'],
        ['a', 'x'],
      ],
      [],
      [],
    ],
    [
      'changed, are found with the place of the item',
      [on(1, 'a', 'x'), on(2, 'b', 'y')],
      [
        ['other', 'z'],
        ['b', 'y2'],
        ['a', 'x'],
      ],
      [[2, 1]],
      [],
    ],
    ['are gone, are found', [on(1, 'a', 'x'), on(2, 'b', 'y')], [['a', 'x']], [], [2]],
    [
      'changed under several annotators, are found for each',
      [on(1, 'a', 'x'), on(2, 'a', 'x', 'ben'), on(3, 'a', 'x2', 'cy')],
      [['a', 'x2']],
      [
        [1, 0],
        [2, 0],
      ],
      [],
    ],
    ['changed and were judged again, are no strays', [on(1, 'a', 'x'), on(2, 'a', 'x2')], [['a', 'x2']], [], []],
    ['changed and changed back, are no strays', [on(1, 'a', 'x'), on(2, 'a', 'x2')], [['a', 'x']], [], []],
    ['are gone, are found once, as last judged', [on(1, 'a', 'x'), on(2, 'a', 'x2')], [], [], [2]],
    [
      'share an id with others that nobody judged, are no strays',
      [on(1, 'a', 'x')],
      [
        ['a', 'other'],
        ['a', 'x'],
        ['a', 'third'],
      ],
      [],
      [],
    ],
    [
      'changed and share an id, are found once',
      [on(1, 'a', 'x')],
      [
        ['a', 'other'],
        ['a', 'third'],
      ],
      [[1, 0]],
      [],
    ],
    [
      'changed and were judged again as they stand, are found where they were judged under a context or once more',
      [
        on(1, 'a', 'x2'),
        annotation(2, { item: 'a', hash: 'x', context: 'in winter' }),
        annotation(3, { item: 'a', hash: 'x', repeat: 1 }),
      ],
      [['a', 'x2']],
      [
        [2, 0],
        [3, 0],
      ],
      [],
    ],
    [
      'are gone, but were taken back, are no strays',
      [annotation(1, { item: 'a' }), retraction(2, annotation(1, { item: 'a' }))],
      [],
      [],
      [],
    ],
  ])('%s', (_, lines, items, changed, gone) => {
    expect(orphans(lines, items)).toEqual({
      changed: changed.map(([n, ordinal]) => [idOf(n), ordinal]),
      gone: gone.map(idOf),
    });
  });

  it('are found by the place of their item in a long list', () => {
    const finder = new OrphanFinder(
      replayOf(
        [...Array(100).keys()].flatMap((n) => [on(2 * n + 1, `i${n}`, 'old'), on(2 * n + 2, `i${n}`, 'old', 'ben')]),
      ),
    );
    for (let n = 0; n < 100; n++) finder.look({ id: `i${n}`, hash: n % 3 === 0 ? 'new' : 'old' }, n);
    const { changed } = finder.found();
    expect(orphanCount(changed)).toBe(68);
    expect(orphansOn(changed, 33).map((index) => orphanAt(changed, index).ref.id)).toEqual([idOf(67), idOf(68)]);
    expect([orphansOn(changed, 34), orphansOn(changed, 500)]).toEqual([[], []]);
    expect(() => orphanAt(changed, 68)).toThrow(RangeError);
  });

  it('are strays until they are judged again or taken back', () => {
    const old = annotation(1, { item: 'a', hash: 'x' });
    const now = { id: 'a', hash: 'x2' };
    expect(isOrphaned(replayOf([old]), old, now)).toBe(true);
    expect(isOrphaned(replayOf([old]), old, { id: 'a', hash: 'x' })).toBe(false);
    expect(isOrphaned(replayOf([old, on(2, 'a', 'x2')]), old, now)).toBe(false);
    expect(isOrphaned(replayOf([old, retraction(2, old)]), old, now)).toBe(false);
    expect(isOrphaned(replayOf([old]), old, undefined)).toBe(true);
    const under = annotation(3, { item: 'a', hash: 'x', context: 'in winter' });
    expect(isOrphaned(replayOf([under, on(4, 'a', 'x2')]), under, now)).toBe(true);
    expect(isOrphaned(replayOf([old, retraction(2, old)]), old, undefined)).toBe(false);
  });
});

describe('a look through a study', () => {
  const records = ['1', '2', '3', '4'].map((id) => ({ id, prompt: `Question ${id}?`, responses: ['Yes', 'No'] }));

  it('tells strays with their lines and places, whatever stands between them in the files, and what is wrong with records', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    for (const ordinal of [0, 2, 3]) await judge(study, ordinal, { ranking: { tiers: [['r1'], ['r2']] } });
    await study.close();
    const [first, second, third] = records;
    writeFileSync(
      join(folder, 'data.jsonl'),
      `${jsonl([first])}no JSON\n${jsonl([second, { ...third, prompt: 'Another?' }])}`,
    );
    const again = await opened(join(folder, 'data.tiebreak'));
    const { problems, orphans: found } = await scanStudy(again.data, again.replay);
    expect(problems.map(({ line }) => line)).toEqual([2]);
    expect(listed(found.changed)).toMatchObject([{ ordinal: 3, ref: { line: 2 } }]);
    const [gone] = listed(found.gone);
    expect(gone?.ordinal).toBeUndefined();
    expect(gone && (await again.journal.fetch(gone.ref)).item).toBe('4');
    await again.close();
  });

  it('counts how many items come to whom by the plan, though more is wrong than is told', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    writeFileSync(join(folder, 'data.jsonl'), `no JSON\nnor this\n${jsonl(records)}`);
    const plan: Assignment = { annotators: ['ana', 'ben', 'cleo'], perItem: 2, seed: 1 };
    const { shares, problems } = await scanStudy(study.data, study.replay, { max: 1, shares: plan });
    expect(problems).toHaveLength(1);
    expect(shares).toEqual(
      Object.fromEntries(
        plan.annotators.map((name) => [name, records.filter(({ id }) => annotatorsOf(plan, id).includes(name)).length]),
      ),
    );
    const filter = {
      text: 'no such text',
      regex: false,
      matchCase: false,
      wholeWord: false,
      metadata: false,
      labelled: false,
      fields: [],
    };
    expect((await scanStudy(study.data, study.replay, { shares: plan, filter })).shares).toEqual({
      ana: 0,
      ben: 0,
      cleo: 0,
    });
    expect((await scanStudy(study.data, study.replay)).shares).toBeUndefined();
    await study.close();
  });

  it('counts records only, not what is told of a file that is cut off', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    await judge(study, 3, { ranking: { tiers: [['r1'], ['r2']] } });
    await study.close();
    const files = [join(folder, 'cut.json'), join(folder, 'rest.jsonl')];
    writeFileSync(files[0] ?? '', `[${JSON.stringify(records[0])},\n${JSON.stringify(records[1])}`);
    writeFileSync(files[1] ?? '', jsonl([{ ...records[3], prompt: 'Another?' }]));
    const again = await opened(join(folder, 'data.tiebreak'));
    const { problems, orphans: found } = await scanStudy({ paths: files, reading: again.reading }, again.replay);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/cut off/)]);
    expect(listed(found.changed)).toMatchObject([{ ordinal: 2 }]);
    await again.close();
  });

  it('stops at many faulty records where nobody judged anything, and else goes on', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    writeFileSync(join(folder, 'data.jsonl'), 'no JSON\n'.repeat(5000));
    let read = 0;
    const { problems } = await scanStudy(study.data, study.replay, { max: 3, onBytes: (bytes) => (read = bytes) });
    expect(problems).toHaveLength(3);
    writeFileSync(join(folder, 'data.jsonl'), jsonl(records));
    await judge(study, 0, { ranking: { tiers: [['r1'], ['r2']] } });
    writeFileSync(
      join(folder, 'data.jsonl'),
      `${'no JSON\n'.repeat(5000)}${jsonl([{ ...records[0], prompt: 'Another?' }])}`,
    );
    const { problems: told, orphans: found } = await scanStudy(study.data, study.replay, {
      max: 3,
      onBytes: (bytes) => (read = bytes),
    });
    expect(told).toHaveLength(3);
    expect(listed(found.changed)).toMatchObject([{ ordinal: 5000 }]);
    expect(read).toBeGreaterThan(40_000);
    await study.close();
  });

  it('tells where the items are that are asked for, which control items there are not, and which known answers name no response', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, records);
    const { places, problems } = await scanStudy(study.data, study.replay, {
      wanted: ['3', '1', 'gone'],
      controls: {
        project: study.file,
        items: ['2', 'gone', '3'],
        answers: { '2': { best: 'r9' }, '3': { best: 'r1' } },
      },
    });
    expect([...places]).toEqual([
      ['1', 0],
      ['3', 2],
    ]);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        file: study.file,
        message: expect.stringMatching(/^plan\.controls\.items: the dataset has no item “gone”/) as string,
      },
      {
        severity: 'warning',
        message: expect.stringMatching(/^plan\.controls\.answers: item “2” does not have the response r9/) as string,
      },
    ]);
    await study.close();
  });
});
