import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { makeFolders } from '../../journal/makeFolders';
import { isErrorCode, fileErrorReason } from '../../journal/fileStatus';
import { namedIssues } from '../../model/problems/namedIssues';
import { errorOf, fileProblem, problem, problemOf, UserError, type FileProblem } from '../../model/problems/problem';
import type { ConflictChoice } from '../../model/problems/study';
import type { MergeChoice } from '../mergeConflict/mergeJson';
import { mergeVersions, type Versioned } from '../mergeConflict/mergeVersions';
import { DocumentChanged, openDocument, type BothSides, type Document } from '../document';
import { withLock } from '../folderLock';
import { inOrder, placesOf } from './order';

/**
 * The study's rubrics, and its rules, lie in files of their own, so that two people who add one each have nothing to
 * merge: `rubrics/style.json` one rubric, `rubrics/items/ana.json` what Ana asks of single items, `rules/be-brief.json`
 * one rule. Every file is a list and the library is what all of them hold, wherever it lies; that is how the one file
 * of before (`rubrics.json`) is read too, until the first change divides it. Entries carry a number by which they stand
 * in order.
 *
 * What is in two files, or on two sides of a conflict, is one entry with the versions of both (`mergeVersions`).
 */

/** What kind of library it is. */
export interface LibraryKind<E extends Versioned, L> {
  /** The field that holds the list, which names folder and former file too. */
  readonly list: 'rubrics' | 'rules';
  readonly schema: z.ZodType<L>;
  readonly entrySchema: z.ZodType<E>;
  /** The file for a new entry, in the folder of the library. */
  readonly fileOf: (entry: E) => string;
  /** Whether an entry may lie in a file. */
  readonly mayLieIn: (entry: E, file: string) => boolean;
  /** Entries of several files as those of one library. */
  readonly reconciled: (entries: readonly E[]) => readonly E[];
}

/** A library with what is odd about its files. */
export interface Library<L> extends Pick<Document<L>, 'data' | 'write'> {
  /** Files that cannot be read, where that was not refused; and what each conflict came to. */
  readonly problems: readonly FileProblem[];
  /** True where git left a conflict that `keepBoth` can write. */
  readonly isConflicted: boolean;
  /** How many entries each file holds, by path. */
  readonly counts: ReadonlyMap<string, number>;
  /** Writes what is in force in the place of every conflict. Rejects as `write` does. */
  keepBoth(): Promise<void>;
}

export interface LibraryPlace {
  /** The folder with a file for each. */
  readonly folder: string;
  /** The one file of before. */
  readonly former: string;
}

/** An entry as it stands in a file. */
type Placed<E> = E & { readonly order?: number };

interface LibraryFile<E, L> {
  readonly path: string;
  readonly document: Document<L>;
  readonly entries: readonly Placed<E>[];
}

/** The files that a library may be in, sorted by their paths: that of before is the first. */
export async function libraryFiles({ folder, former }: LibraryPlace): Promise<string[]> {
  const found = await Promise.all(
    [folder, join(folder, 'items')].map(async (each) =>
      (await namesIn(each))
        .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
        .map((name) => join(each, name)),
    ),
  );
  const [has] = [(await namesIn(dirname(former))).includes(basename(former))];
  return [...(has ? [former] : []), ...found.flat().sort()];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return [];
    throw new UserError(problem('study.folderUnreadable', { reason: fileErrorReason(error) }, folder), {
      cause: error,
    });
  }
}

/**
 * Opens a library. Throws `UserError` that names file, entry and field for a file that is none; with `isTolerant` such
 * a file is a problem, and the others stand. A write puts only what it changes into files; the first one divides the
 * file of before.
 */
export async function openLibrary<E extends Versioned, L>(
  place: LibraryPlace,
  kind: LibraryKind<E, L>,
  isTolerant = false,
): Promise<Library<L>> {
  const paths = await libraryFiles(place);
  const faults: FileProblem[] = [];
  /** Others write meanwhile: the first change of theirs takes the file of before away. */
  const areOthers = async (): Promise<boolean> => !isDeepStrictEqual(await libraryFiles(place), paths);
  const opening = Promise.all(
    paths.map(async (path) => {
      const left: MergeChoice[] = [];
      try {
        return await openFile(path, kind, left);
      } catch (error) {
        if (!isTolerant) throw error;
        faults.push(...(await faultsIn(path, kind, error)));
        return undefined;
      }
    }),
  );
  const opened = await opening.catch(async (error: unknown) => {
    if (!(await areOthers())) throw error;
    return undefined;
  });
  if (!opened || (faults.length > 0 && (await areOthers()))) return openLibrary(place, kind, isTolerant);
  const files = opened.filter((file) => file !== undefined);
  const { entries, orders, twice } = gatheredFrom(files, kind);
  const data = libraryOf(kind, entries);
  const [unread] = faults;
  const write = async (next: L, isAll: boolean): Promise<void> => {
    if (unread) throw errorOf(unread);
    const wanted = planned(entriesOf(kind, next), { files, entries, orders, place, kind, isAll });
    await makeFolders(dirname(place.former));
    await withLock(join(dirname(place.former), `.${kind.list}.lock`), async () => {
      if (await areOthers()) throw new DocumentChanged(problem('study.folderChangedMeanwhile', {}, place.folder));
      for (const { document } of files) await document.assertCurrent();
      for (const [path, list] of wanted)
        if (list.length > 0)
          await (files.find((file) => file.path === path)?.document ?? (await newDocument(path, kind))).write(
            libraryOf(kind, list, files.find((file) => file.path === path)?.document.data),
          );
      for (const [path, list] of wanted)
        if (list.length === 0) await emptied(files.find((file) => file.path === path)?.document, kind);
    }).catch((error: unknown) => {
      throw error instanceof UserError
        ? error
        : new UserError(problem('study.folderNotWritten', { reason: fileErrorReason(error) }, place.folder), {
            cause: error,
          });
    });
  };
  const conflicts = files.flatMap(({ document }) => document.conflict ?? []);
  return {
    data,
    problems: [...faults, ...conflicts, ...twice],
    isConflicted: conflicts.length > 0 || twice.length > 0,
    counts: new Map(files.map(({ path, entries: held }) => [path, held.length])),
    write: (next) => write(next, false),
    keepBoth: () => write(data, true),
  };
}

/** Everything that is wrong with one file of a library. */
async function faultsIn<E extends Versioned, L>(
  path: string,
  kind: LibraryKind<E, L>,
  error: unknown,
): Promise<FileProblem[]> {
  const found: string[] = [];
  await openDocument(path, kind.schema, {
    issueOf: (issues, value) => {
      found.push(...namedIssues(issues, value));
      return problem('study.invalid', { reason: found[0] ?? '' });
    },
  }).catch(() => undefined);
  return found.length === 0
    ? [problemOf(path, error)]
    : found.map((reason) => fileProblem('error', path, problem('study.invalid', { reason })));
}

async function openFile<E extends Versioned, L>(
  path: string,
  kind: LibraryKind<E, L>,
  left: MergeChoice[],
): Promise<LibraryFile<E, L>> {
  const document = await openDocument(path, kind.schema, {
    issueOf: (error, value) => {
      const [reason = '', ...others] = namedIssues(error, value);
      return others.length === 0
        ? problem('study.invalid', { reason })
        : problem('study.invalidAndMore', { reason, more: others.length });
    },
    merge: (sides) => ({ data: mergedLibrary(sides, kind, left), left: left.map(choiceShown) }),
  });
  return { path, document, entries: entriesOf(kind, document.data) };
}

const newDocument = <E extends Versioned, L>(path: string, kind: LibraryKind<E, L>): Promise<Document<L>> =>
  openDocument(path, kind.schema, { initial: libraryOf(kind, []) });

/** A place of a conflict that one side only could have, as messages show it. */
export const choiceShown = ({ path, taken, left }: MergeChoice): ConflictChoice => ({
  path,
  taken: shown(taken),
  left: shown(left),
});

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Both sides of one file. Without what they came from, nothing counts as taken out. */
function mergedLibrary<E extends Versioned, L>(
  { ours, theirs, base }: BothSides<L>,
  kind: LibraryKind<E, L>,
  left: MergeChoice[],
): L {
  const [own, other, from] = [ours, theirs, base].map(
    (side) => new Map((side === undefined ? [] : entriesOf(kind, side)).map((entry) => [entry.id, entry])),
  );
  const ids = new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])]);
  const entries = [...ids].flatMap((id): Placed<E>[] => {
    const [one, two, was] = [own?.get(id), other?.get(id), from?.get(id)];
    if (one && two) return [mergeVersions(one, two, was, (choice) => left.push(choice), isEntryOf(kind))];
    const only = one ?? two;
    return only && !(was && isDeepStrictEqual(was, only)) ? [only] : [];
  });
  return libraryOf(kind, entries, ours);
}

const isEntryOf =
  <E extends Versioned, L>(kind: LibraryKind<E, L>) =>
  (entry: E): boolean =>
    kind.entrySchema.safeParse(entry).success;

const entriesOf = <E extends Versioned, L>({ list }: LibraryKind<E, L>, library: L): readonly Placed<E>[] =>
  (library as Readonly<Record<string, readonly Placed<E>[]>>)[list] ?? [];

/** @param rest what else stands in the file, of a later version perhaps */
const libraryOf = <E extends Versioned, L>({ list }: LibraryKind<E, L>, entries: readonly E[], rest?: L): L =>
  ({ version: 1, ...rest, [list]: entries }) as L;

interface Gathered<E> {
  readonly entries: readonly E[];
  readonly orders: ReadonlyMap<string, number>;
  /** Problems of entries that stand in two files and differ. */
  readonly twice: readonly FileProblem[];
}

/** Gathers the entries of all files, each once and in order. */
function gatheredFrom<E extends Versioned, L>(
  files: readonly LibraryFile<E, L>[],
  kind: LibraryKind<E, L>,
): Gathered<E> {
  const found = new Map<string, E>();
  const orders = new Map<string, number>();
  const homes = new Map<string, string>();
  const twice: FileProblem[] = [];
  for (const { path, entries } of files) {
    for (const [at, { order = at, ...rest }] of entries.entries()) {
      const entry = rest as unknown as E;
      const known = found.get(entry.id);
      if (!known) orders.set(entry.id, order);
      else if (!isDeepStrictEqual(known, entry))
        twice.push(
          fileProblem(
            'warning',
            path,
            problem(kind.list === 'rubrics' ? 'study.rubricInTwoFiles' : 'study.ruleInTwoFiles', {
              id: entry.id,
              other: homes.get(entry.id) ?? '',
            }),
          ),
        );
      homes.set(entry.id, homes.get(entry.id) ?? path);
      found.set(entry.id, known ? mergeVersions(known, entry, undefined, () => undefined, isEntryOf(kind)) : entry);
    }
  }
  return { entries: kind.reconciled(inOrder([...found.values()], orders)), orders, twice };
}

interface Planning<E extends Versioned, L> {
  readonly files: readonly LibraryFile<E, L>[];
  readonly entries: readonly E[];
  readonly orders: ReadonlyMap<string, number>;
  readonly place: LibraryPlace;
  readonly kind: LibraryKind<E, L>;
  /** True where conflicts are written too. */
  readonly isAll: boolean;
}

/**
 * Plans which entries are to stand in which files, of those that are to be written; none in those that are to be
 * deleted.
 */
function planned<E extends Versioned, L>(
  next: readonly E[],
  { files, entries, orders, place: { folder, former }, kind, isAll }: Planning<E, L>,
): ReadonlyMap<string, readonly Placed<E>[]> {
  const before = new Map(entries.map((entry) => [entry.id, entry]));
  const places = placesOf(
    next.map(({ id }) => id),
    orders,
  );
  const homes = new Map<string, string[]>();
  for (const { path, entries: held } of files)
    for (const { id } of held) homes.set(id, [...(homes.get(id) ?? []), path]);
  const isWhole = (path: string): boolean => path !== former;
  const contents = new Map<string, Placed<E>[]>(files.map(({ path }) => [path, []]));
  const dirty = new Set(
    files.filter(({ path, document }) => path === former || (isAll && document.conflict)).map(({ path }) => path),
  );
  const after = new Set<string>();
  for (const entry of next) {
    after.add(entry.id);
    const held = homes.get(entry.id) ?? [];
    const home =
      held.find((path) => isWhole(path) && kind.mayLieIn(entry, path.slice(folder.length + 1).replaceAll('\\', '/'))) ??
      join(folder, kind.fileOf(entry));
    const order = places.get(entry.id) ?? 0;
    const list = contents.get(home);
    if (list) list.push({ ...entry, order });
    else contents.set(home, [{ ...entry, order }]);
    const isOther =
      !isDeepStrictEqual(before.get(entry.id), entry) ||
      orders.get(entry.id) !== order ||
      !held.includes(home) ||
      (isAll && held.length > 1);
    if (isOther) for (const path of [home, ...held]) dirty.add(path);
  }
  for (const [id, held] of homes) if (!after.has(id)) for (const path of held) dirty.add(path);
  return new Map([...contents].filter(([path]) => dirty.has(path)));
}

/** Takes a file away that holds no entry any more; where something else stands in it, that stays. */
async function emptied<E extends Versioned, L>(
  document: Document<L> | undefined,
  kind: LibraryKind<E, L>,
): Promise<void> {
  if (!document) return;
  const { version: _version, [kind.list]: _list, ...rest } = document.data as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length === 0) await document.remove();
  else await document.write(libraryOf(kind, [], document.data));
}
