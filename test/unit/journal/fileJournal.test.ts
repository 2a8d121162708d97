import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formerJournalFile, journalFile } from '../../../src/core/journal/journalName';
import { journalName } from '../../../src/core/team/journalLines';
import { formatLine } from '../../../src/core/journal/line';
import type { LineRef } from '../../../src/core/journal/journal';
import { Replay } from '../../../src/core/journal/replay';
import { validateJournal } from '../../../src/core/journal/validate';
import type { JournalLine } from '../../../src/core/model/annotation/annotation';
import { temporaryFolder } from '../made/temporaryFolder';
import { journalIn } from '../made/journal';
import { annotation, anyLines, retraction } from '../made/journalLines';
import { meaningOf, readInto, replayOf } from '../made/replays';
import { eventually } from '../made/eventually';

const bytesOf = (lines: readonly JournalLine[]): Buffer => Buffer.from(lines.map(formatLine).join(''));

async function replayFolder(
  folder: string,
): Promise<{ meaning: unknown; problems: Awaited<ReturnType<typeof readInto>> }> {
  const replay = new Replay();
  const journal = journalIn(folder);
  const problems = await readInto(replay, journal);
  await journal.close();
  return { meaning: meaningOf(replay), problems };
}

/** Lines that are whole within the first `cut` bytes; one that lacks nothing but its newline is. */
function wholeLines(lines: readonly JournalLine[], cut: number): { whole: JournalLine[]; torn: boolean } {
  const whole: JournalLine[] = [];
  let end = 0;
  for (const line of lines) {
    const begin = end;
    end += Buffer.byteLength(formatLine(line));
    if (cut >= end - 1) whole.push(line);
    else return { whole, torn: cut > begin };
  }
  return { whole, torn: false };
}

async function expectPrefixStands(folder: string, lines: readonly JournalLine[], cut: number): Promise<void> {
  const path = join(folder, 'ana.jsonl');
  writeFileSync(path, bytesOf(lines).subarray(0, cut));
  const { whole, torn } = wholeLines(lines, cut);
  const { meaning, problems } = await replayFolder(folder);
  expect(meaning).toEqual(meaningOf(replayOf(whole)));
  expect(problems).toMatchObject(
    torn
      ? [
          {
            severity: 'warning',
            file: path,
            line: whole.length + 1,
            message: expect.stringContaining('cut off while it was written') as string,
          },
        ]
      : [],
  );
}

describe('a journal that is not as Tiebreak left it', () => {
  it('loses no line behind a byte order mark', async () => {
    const folder = temporaryFolder();
    const lines = [annotation(1, { item: 'a' }), annotation(2, { item: 'b' })];
    writeFileSync(join(folder, 'ana.jsonl'), Buffer.concat([Buffer.from('\ufeff'), bytesOf(lines)]));
    expect(await replayFolder(folder)).toEqual({ meaning: meaningOf(replayOf(lines)), problems: [] });
    const journal = journalIn(folder);
    await journal.append([annotation(3, { item: 'c' })]);
    expect((await replayFolder(folder)).meaning).toEqual(meaningOf(replayOf([...lines, annotation(3, { item: 'c' })])));
  });

  it.skipIf(process.platform === 'win32')('is told to be a pipe, and the others are read', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'ana.jsonl')]);
    writeFileSync(join(folder, 'ben.jsonl'), bytesOf([annotation(1, { annotator: 'ben' })]));
    const { meaning, problems } = await replayFolder(folder);
    expect(meaning).toEqual(meaningOf(replayOf([annotation(1, { annotator: 'ben' })])));
    expect(problems).toMatchObject([
      {
        severity: 'error',
        message: 'this journal could not be read: there is a pipe or a socket in its place. Move it away',
      },
    ]);
  });
});

describe('the file of an annotator', () => {
  it('has a name that file systems take, however long theirs is, and no two share one', async () => {
    const folder = temporaryFolder();
    const names = [
      '标'.repeat(27),
      '标'.repeat(28),
      '标'.repeat(29),
      'a'.repeat(249),
      'a'.repeat(250),
      `${'a'.repeat(250)}b`,
    ];
    const journal = journalIn(folder);
    for (const [n, annotator] of names.entries())
      await journal.append([annotation(n + 1, { annotator, item: String(n) })]);
    expect(readdirSync(folder)).toHaveLength(names.length);
    for (const [n, annotator] of names.entries())
      expect((await readOf(folder, annotator)).map(({ item }) => item)).toEqual([String(n)]);
    const lengths = [...readdirSync(folder), ...names.map(formerJournalFile)].map((name) => Buffer.byteLength(name));
    expect(Math.max(...lengths)).toBe(255);
    expect(journalFile('ana')).toBe('ana.jsonl');
  });

  it('is none for a name with half of an emoji, which is said', () => {
    expect(() => journalFile('ana\ud83d')).toThrow(
      'The annotator name “ana\ud83d” has half of a character (a cut emoji). Enter the name again with --annotator',
    );
  });
});

async function readOf(folder: string, annotator: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for await (const entries of journalIn(folder).read({ annotator }))
    for (const entry of entries) if ('line' in entry) lines.push(entry.line);
  return lines;
}

describe('a prefix of a journal', () => {
  it('replays every whole line, wherever it was cut', async () => {
    const folder = temporaryFolder();
    const lines = [
      annotation(1, { item: 'ítem 🙂', judgement: { rationale: 'naïve "quotes" \n 🙂' } }),
      annotation(2, { item: 'ítem 🙂' }),
      retraction(3, annotation(2, { item: 'ítem 🙂' })),
    ];
    for (let cut = 0; cut <= bytesOf(lines).length; cut++) await expectPrefixStands(folder, lines, cut);
  });

  it('replays every whole line, whatever the lines', async () => {
    const folder = temporaryFolder();
    const cuts = anyLines().chain((lines) =>
      fc.record({ lines: fc.constant(lines), cut: fc.nat({ max: bytesOf(lines).length }) }),
    );
    await fc.assert(
      fc.asyncProperty(cuts, ({ lines, cut }) => expectPrefixStands(folder, lines, cut)),
      { numRuns: 300 },
    );
  });

  it('takes the next append on a line of its own, and two windows agree on all of it', async () => {
    const base = temporaryFolder();
    const cuts = anyLines(['ana'], 6).chain((lines) =>
      fc.record({ lines: fc.constant(lines), cut: fc.nat({ max: bytesOf(lines).length }) }),
    );
    await fc.assert(
      fc.asyncProperty(cuts, async ({ lines, cut }) => {
        const folder = mkdtempSync(join(base, 'study-'));
        const path = join(folder, 'ana.jsonl');
        writeFileSync(path, bytesOf(lines).subarray(0, cut));
        const { whole, torn } = wholeLines(lines, cut);
        const [here, there] = [journalIn(folder), journalIn(folder)];
        const [replayHere, replayThere] = [new Replay(), new Replay()];
        await readInto(replayHere, here);
        await readInto(replayThere, there);

        const added = annotation(900, { item: 'after the crash' });
        await here.append([added]);
        const problemsHere = await readInto(replayHere, here);
        await readInto(replayThere, there);

        const expected = meaningOf(replayOf([...whole, added]));
        expect(meaningOf(replayHere)).toEqual(expected);
        expect(meaningOf(replayThere)).toEqual(expected);
        expect(problemsHere.map(({ line }) => line)).toEqual(torn ? [whole.length + 1] : []);
        expect((await replayFolder(folder)).meaning).toEqual(expected);
        expect(readFileSync(path).subarray(0, cut)).toEqual(bytesOf(lines).subarray(0, cut));
        await here.close();
        await there.close();
      }),
      { numRuns: 60 },
    );
  });

  it('reports its torn tail once, not at every look', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ana.jsonl'), bytesOf([annotation(1)]).subarray(0, -20));
    const journal = journalIn(folder);
    const counts: number[] = [];
    for (let look = 0; look < 4; look++) counts.push((await readInto(new Replay(), journal)).length);
    expect(counts).toEqual([1, 0, 0, 0]);
  });

  it('tells of a file with a torn tail what is new and nothing else', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const bytes = bytesOf([1, 2, 3].map((n) => annotation(n, { item: `item-${n}` })));
    const length = bytes.length / 3;
    const journal = journalIn(folder);
    const told = async (): Promise<string[]> => {
      const all: string[] = [];
      for await (const entries of journal.read())
        for (const entry of entries)
          all.push('line' in entry ? (entry.line as { item: string }).item : 'problem' in entry ? 'torn' : 'replaced');
      return all;
    };
    writeFileSync(path, bytes.subarray(0, 2 * length - 20));
    expect(await told()).toEqual(['item-1', 'torn']);
    // As a copy or a merge that changes nothing leaves it.
    utimesSync(path, 1, 1);
    expect(await told()).toEqual([]);
    appendFileSync(path, bytes.subarray(2 * length - 20, -20));
    expect(await told()).toEqual(['item-2', 'torn']);
    await journal.close();
  });

  it('takes a tail that was still being written once it is whole', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const bytes = bytesOf([annotation(1), annotation(2, { item: 'item-2' })]);
    writeFileSync(path, bytes.subarray(0, -30));
    const journal = journalIn(folder);
    const replay = new Replay();
    expect(await readInto(replay, journal)).toHaveLength(1);
    appendFileSync(path, bytes.subarray(-30));
    expect(await readInto(replay, journal)).toEqual([]);
    const currentAnnotation = replay.current('ana', 'item-2');
    expect(await journal.fetch(currentAnnotation!.ref)).toEqual(annotation(2, { item: 'item-2' }));
    await journal.close();
  });
});

describe('a file journal', () => {
  it('gives back every annotation as it was appended', async () => {
    const base = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(anyLines(['ana', 'ben'], 8), async (lines) => {
        const journal = journalIn(mkdtempSync(join(base, 'study-')));
        for (const line of lines) await journal.append([line]);
        const read = new Map<string, JournalLine>();
        for await (const entries of journal.read()) {
          for (const entry of entries) {
            if (!('line' in entry)) throw new Error(JSON.stringify(entry));
            read.set(entry.line.id, entry.line);
            if (entry.line.type === 'annotation') expect(await journal.fetch(entry.ref)).toEqual(entry.line);
          }
        }
        expect([...read.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(lines);
        await journal.close();
      }),
      { numRuns: 40 },
    );
  });

  it('means the same however its lines are ordered, repeated and spread over files', async () => {
    const base = temporaryFolder();
    const spreads = anyLines(['ana', 'ben'], 10).chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        first: fc.shuffledSubarray(lines),
        second: fc.shuffledSubarray(lines, { minLength: lines.length }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(spreads, async ({ lines, first, second }) => {
        const folder = mkdtempSync(join(base, 'study-'));
        writeFileSync(join(folder, 'one.jsonl'), bytesOf(first));
        writeFileSync(join(folder, 'two.jsonl'), bytesOf(second));
        expect(await replayFolder(folder)).toEqual({ meaning: meaningOf(replayOf(lines)), problems: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('loses nothing when two windows append at once, and both see all after a refresh', async () => {
    const folder = join(temporaryFolder(), 'annotations');
    const [here, there] = [journalIn(folder), journalIn(folder)];
    const appends = [...Array(60).keys()].map((n) =>
      (n % 2 ? here : there).append([
        annotation(n, { item: `item-${n}`, judgement: { rationale: 'x'.repeat(n * 97) } }),
      ]),
    );
    await Promise.all(appends);
    for (const journal of [here, there]) {
      const replay = new Replay();
      expect(await readInto(replay, journal)).toEqual([]);
      expect([...replay.all()]).toHaveLength(60);
      await journal.close();
    }
  });

  it('tells each line once, and then only what was appended since', async () => {
    const journal = journalIn(temporaryFolder());
    const replay = new Replay();
    await journal.append([annotation(1), annotation(2, { item: 'item-2' })]);
    await readInto(replay, journal);
    await journal.append([annotation(3, { item: 'item-3' })]);
    let entries = 0;
    for await (const batch of journal.read()) entries += batch.length;
    expect(entries).toBe(1);
    await journal.close();
  });

  it('sets garbage and lines of a newer version aside with file and line, and everything around them stands', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const newer = JSON.stringify({ ...annotation(2), v: 2 });
    writeFileSync(
      path,
      Buffer.concat([
        bytesOf([annotation(1)]),
        Buffer.from(`<<<<<<< HEAD\n\n${newer}\n`),
        Buffer.from([0xff, 0x00, 0x0a]),
        bytesOf([annotation(3, { item: 'item-3' })]),
      ]),
    );
    const { meaning, problems } = await replayFolder(folder);
    expect(meaning).toEqual(meaningOf(replayOf([annotation(1), annotation(3, { item: 'item-3' })])));
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([`${path}:2`, `${path}:4`, `${path}:5`]);
    expect(problems[1]?.message).toMatch(/newer Tiebreak \(journal version 2\)\. Update Tiebreak/);
    for (const { severity, message } of problems)
      expect([severity, message]).toEqual(['warning', expect.stringContaining('All other lines are kept')]);

    const checked = await validateJournal(path);
    expect(checked.lines).toBe(5);
    expect(checked.problems.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it('reads a journal longer than one stretch, lines across its edge included', async () => {
    const folder = temporaryFolder();
    const lines = [...Array(60).keys()].map((n) =>
      annotation(n, { item: `item-${n}`, judgement: { rationale: 'é'.repeat(30_000) } }),
    );
    writeFileSync(join(folder, 'ana.jsonl'), bytesOf(lines));
    const journal = journalIn(folder);
    const replay = new Replay();
    expect(await readInto(replay, journal)).toEqual([]);
    for (const line of lines) expect(await journal.fetch(replay.current('ana', line.item)!.ref)).toEqual(line);
    await journal.close();
  });

  it('reads on when the file was replaced by a merge while the study was open', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    const journal = journalIn(folder);
    const replay = new Replay();
    await journal.append([annotation(1), annotation(3, { item: 'item-3' })]);
    await readInto(replay, journal);
    await journal.fetch(replay.current('ana', 'item-1')!.ref);

    // What git does on a pull: a new file under the old name, with the other machine's lines between ours.
    const merged = [
      annotation(2, { item: 'item-2', judgement: { rationale: 'from the other machine' } }),
      annotation(1),
      annotation(3, { item: 'item-3' }),
    ];
    rmSync(path);
    writeFileSync(path, bytesOf(merged));
    expect(await readInto(replay, journal)).toEqual([]);
    expect(meaningOf(replay)).toEqual(meaningOf(replayOf(merged)));
    for (const line of merged) expect(await journal.fetch(replay.current('ana', line.item)!.ref)).toEqual(line);
    await journal.close();
  });

  it('refuses to give an annotation from a place that was rewritten', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const replay = new Replay();
    await journal.append([annotation(1)]);
    await readInto(replay, journal);
    const { ref } = replay.current('ana', 'item-1')!;
    writeFileSync(join(folder, 'ana.jsonl'), 'something else altogether\n'.repeat(20));
    await expect(journal.fetch(ref)).rejects.toThrow(/ana\.jsonl:1: this line was changed while the study was open/);
    await journal.close();
  });

  it('holds no lines where its folder does not exist yet', async () => {
    expect((await replayFolder(join(temporaryFolder(), 'not', 'there'))).problems).toEqual([]);
  });

  it('looks at .jsonl files only', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.gitattributes'), 'x');
    writeFileSync(join(folder, 'notes.txt'), 'not a journal');
    expect((await replayFolder(folder)).problems).toEqual([]);
  });

  it('calls back when another window appends, until told to stop', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const onChange = vi.fn();
    const stop = journal.watch(onChange);
    await eventually(async () => {
      await journalIn(folder).append([annotation(1)]);
      expect(onChange).toHaveBeenCalled();
    });
    stop();
    await new Promise((done) => setTimeout(done, 50));
    onChange.mockClear();
    await journalIn(folder).append([annotation(2)]);
    await new Promise((done) => setTimeout(done, 50));
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stops reading when it is aborted', async () => {
    const journal = journalIn(temporaryFolder());
    await journal.append([annotation(1)]);
    await expect(
      (async () => {
        for await (const _ of journal.read({ signal: AbortSignal.abort(new Error('enough')) }));
      })(),
    ).rejects.toThrow('enough');
  });
});

describe('the file of an annotator', () => {
  const nasty = fc.constantFrom(
    '..',
    '.',
    '../ana',
    '/etc/passwd',
    'a/b',
    'a\\b',
    'a%2Fb',
    'Ana',
    'ana',
    'ANA',
    'ana ',
    ' ana',
    'é',
    'e\u0301',
    'José',
    '名前',
    '🙂',
    'a:b',
    'a*',
    "a'b",
    'a(b)',
    'con',
    '\u0000',
    '~',
    '.ana',
    '%2Eana',
  );
  const anyName = fc.oneof(nasty, fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }));

  it('is shared by no two names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { minLength: 2, maxLength: 20 }), (names) => {
        expect(new Set(names.map(journalFile)).size).toBe(names.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is shared by no two names on disks that ignore case either', () => {
    const cased = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'B', '%', '-', 'é', 'É'),
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.uniqueArray(cased, { minLength: 2, maxLength: 20 }), (names) => {
        expect(new Set(names.map((name) => journalFile(name).toLowerCase())).size).toBe(names.length);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['aux', 'con', 'nul', 'prn', 'com1', 'LPT9', 'Aux', 'nul.v2', 'com1.', 'bob.', 'bob ', ' '])(
    'of "%s" can be checked out on Windows, bears the name and is found by it',
    async (annotator) => {
      const file = journalFile(annotator);
      expect(file).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:[. ]|$)/i);
      expect(file).not.toMatch(/[. ]$/);
      const folder = temporaryFolder();
      await journalIn(folder).append([annotation(1, { annotator })]);
      expect(readdirSync(folder)).toEqual([file]);
      expect(await journalName(join(folder, file))).toBe(annotator);
      expect(await readOf(folder, annotator)).toHaveLength(1);
    },
  );

  it.each(['Bob', 'aux', 'Anna Smith', 'A'.repeat(248)])(
    'of former versions is read and added to, so that it stays one journal: %s',
    async (annotator) => {
      const folder = temporaryFolder();
      const former = formerJournalFile(annotator);
      expect(former).not.toBe(journalFile(annotator));
      writeFileSync(join(folder, former), bytesOf([annotation(1, { annotator })]));
      await journalIn(folder).append([annotation(2, { annotator })]);
      expect(readdirSync(folder)).toEqual([former]);
      expect(await journalName(join(folder, former))).toBe(annotator);
      expect(await readOf(folder, annotator)).toHaveLength(2);
    },
  );

  it('of somebody whose name differs in case is another, also where that one has a file of a former version', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bob.jsonl'), bytesOf([annotation(1, { annotator: 'bob' })]));
    await journalIn(folder).append([annotation(2, { annotator: 'Bob' })]);
    expect(readdirSync(folder).sort()).toEqual([journalFile('Bob'), 'bob.jsonl'].sort());
    expect(await readOf(folder, 'Bob')).toHaveLength(1);
    expect(await readOf(folder, 'bob')).toHaveLength(1);
  });

  it('and that of a former version are both read where a mixed team made both; the team names each', async () => {
    const folder = temporaryFolder();
    const [now, former] = [journalFile('Bob'), formerJournalFile('Bob')];
    writeFileSync(join(folder, former), bytesOf([annotation(1, { annotator: 'Bob' })]));
    writeFileSync(join(folder, now), bytesOf([annotation(2, { annotator: 'Bob' })]));
    expect(await readOf(folder, 'Bob')).toHaveLength(2);
    expect(await Promise.all([now, former].map((file) => journalName(join(folder, file))))).toEqual([
      'Bob',
      '/Bob.jsonl',
    ]);
  });

  it('stays in the folder, bears a portable name and is found again by reading', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const file = journalFile(name);
        expect(dirname(resolve('/study/annotations', file))).toBe('/study/annotations');
        expect(file).toMatch(/^[A-Za-z0-9_%-][A-Za-z0-9._%-]*\.jsonl$/);
      }),
      { numRuns: 300 },
    );
  });

  it('holds what was appended under that very name', async () => {
    const base = temporaryFolder();
    const folder = join(base, 'annotations');
    mkdirSync(folder);
    const names = ['..', '../ana', 'a/b', 'a%2Fb', 'Ana', 'ana', 'é', 'e\u0301', '🙂', '.hidden'];
    const journal = journalIn(folder);
    for (const [n, name] of names.entries()) await journal.append([annotation(n, { annotator: name })]);
    const replay = new Replay();
    await readInto(replay, journal);
    expect(replay.annotators()).toEqual([...names].sort());
    expect(readdirSync(folder)).toHaveLength(names.length);
    expect(readdirSync(base)).toEqual(['annotations']);
  });

  it('may hold two annotators whose names differ in case only, as a disk that ignores case makes it', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'Ana.jsonl'),
      bytesOf([annotation(1, { annotator: 'Ana' }), annotation(2, { annotator: 'ana' })]),
    );
    expect((await replayFolder(folder)).meaning).toEqual(
      meaningOf(replayOf([annotation(1, { annotator: 'Ana' }), annotation(2, { annotator: 'ana' })])),
    );
  });
});

describe('annotations that are read again', () => {
  it('are the same all at once, in any order, as one by one', async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(
        anyLines(['ana', 'ben'], 20).chain((lines) =>
          fc.record({ lines: fc.constant(lines), order: fc.shuffledSubarray([...lines.keys()]) }),
        ),
        async ({ lines, order }) => {
          const own = join(folder, 'annotations');
          rmSync(own, { recursive: true, force: true });
          mkdirSync(own);
          for (const annotator of ['ana', 'ben'])
            writeFileSync(
              join(own, journalFile(annotator)),
              bytesOf(lines.filter((line) => line.annotator === annotator)),
            );
          const journal = journalIn(own);
          const found = [];
          for await (const entries of journal.read()) found.push(...entries);
          const refs = found.flatMap((entry) =>
            'ref' in entry && entry.line.type === 'annotation' ? [entry.ref] : [],
          );
          const wanted = order.flatMap((at) => (refs[at] ? [refs[at]] : []));
          const all = [];
          for await (const batch of journal.fetchAll(wanted)) all.push(...batch);
          expect(all).toEqual(await Promise.all(wanted.map((ref) => journal.fetch(ref))));
          await journal.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are refused where something else stands now', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'ana.jsonl');
    writeFileSync(path, bytesOf([annotation(1), annotation(2)]));
    const journal = journalIn(folder);
    const refs: LineRef[] = [];
    for await (const entries of journal.read()) for (const entry of entries) if ('ref' in entry) refs.push(entry.ref);
    writeFileSync(path, bytesOf([annotation(1), annotation(3)]));
    const read = async (): Promise<void> => {
      for await (const _ of journal.fetchAll(refs)) continue;
    };
    await expect(read()).rejects.toThrow(/ana\.jsonl:2: this line was changed while the study was open/);
  });
});
