import * as l10n from '@vscode/l10n';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { digits } from '../../model/problems/program';
import { dropReasons, type DropReason } from '../dropReasons';
import { counted } from '../../model/problems/counts';
import { problem, UserError } from '../../model/problems/problem';
import type { Study } from '../../study/study';
import { sha256Of } from './fileHash';
import { firstDifference } from './firstDifference';
import { isSameButForLineEnds } from './sameButForLineEnds';
import { manifestVersion, readManifest, type Manifest, type ManifestFile } from './manifest';
import { fileKinds, type FileKind } from '../../model/study/recipe';
import { dataNames, exportTargetOf, type ExportTarget } from './exportTarget';

/**
 * Writes an export of the study as a manifest says it to `out`, with files named as from `rowFolder`. May throw
 * `UserError`: then it cannot be made again.
 */
export type RecreateExport = (
  study: Study,
  manifest: Manifest,
  out: string,
  rowFolder: string,
  signal?: AbortSignal,
) => Promise<unknown>;

/** One thing that is not as it was, or as it would be. */
export interface Difference {
  /**
   * `edited`: the folder; `source`, `annotations`, `study`: what it was made of; `options`, `version`: how; `content`:
   * what would be written now; `unmade`: nothing would be.
   */
  readonly kind: 'edited' | 'source' | 'annotations' | 'study' | 'options' | 'version' | 'content' | 'unmade';
  readonly message: string;
}

/**
 * Whether an export is still what the project would give: it is made again, with the options of its manifest, into a
 * temporary folder that is gone afterwards, and compared file by file; empty where every file has the same bytes. Of
 * the manifest everything counts but the newest annotation, which need not have given a row. The study is read as it
 * was opened and refreshed. Throws `UserError` where `path`, a folder or a file, is no export.
 */
export async function checkExport(
  study: Study,
  path: string,
  write: RecreateExport,
  signal?: AbortSignal,
): Promise<readonly Difference[]> {
  const target = exportAt(resolve(path));
  const before = await readManifest(target.manifest);
  if (!before) throw new UserError(problem('export.noExportThere', { manifest: basename(target.manifest) }, path));
  const onDisk = await filesOf(target, before);
  const temporary = await mkdtemp(join(tmpdir(), 'tiebreak-check-'));
  try {
    const again = join(temporary, target.isFolder ? 'export' : basename(path));
    await write(study, before, again, target.folder, signal);
    const now = await readManifest(exportAt(again).manifest);
    if (!now) throw new RangeError('the export that was made again has no manifest');
    const places = await placesOf(target.folder, onDisk, exportAt(again).folder, now);
    const made = [
      ...editsOf(before, onDisk, { now, places }),
      ...contentOf(before.files ? new Map(before.files.map((file) => [file.name, file])) : onDisk, now, onDisk, places),
    ];
    const why = [
      ...versionOf(before),
      ...(await sourcesOf(study, before, now, signal)),
      ...annotationsOf(study, before, now),
      ...studyOf(before, now),
      ...optionsOf(before, now),
    ];
    return [...made, ...why];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [
      ...editsOf(before, onDisk),
      { kind: 'unmade', message: l10n.t('the export cannot be made again: {0}', error.message) },
    ];
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The places of an export's parts, of which only the manifest's need not be known before it is read. */
export function exportAt(path: string): ExportTarget {
  const end = extname(path).slice(1);
  return exportTargetOf(path, fileKinds.find((kind): kind is FileKind => kind === end) ?? 'jsonl', ['train']);
}

/** The files of an export as they lie there: those that its manifest lists, and data that it does not. */
async function filesOf(
  { folder, isFolder }: ExportTarget,
  { files = [] }: Manifest,
): Promise<ReadonlyMap<string, Pick<ManifestFile, 'bytes' | 'sha256'>>> {
  const found = await readdir(folder);
  const names = new Set(
    [...files.map(({ name }) => name), ...(isFolder ? dataNames : [])].filter((name) => found.includes(name)),
  );
  return new Map(
    await Promise.all(
      [...names].map(
        async (name) =>
          [name, { bytes: (await stat(join(folder, name))).size, sha256: await sha256Of(join(folder, name)) }] as const,
      ),
    ),
  );
}

/** Of the files that lie there and would be written otherwise now: where the first difference is, in words. */
async function placesOf(
  folder: string,
  onDisk: Awaited<ReturnType<typeof filesOf>>,
  madeIn: string,
  { files = [] }: Manifest,
): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for (const { name, sha256 } of files) {
    const found = onDisk.get(name);
    if (!found || found.sha256 === sha256) continue;
    const place = await firstDifference(join(folder, name), join(madeIn, name));
    if (place)
      places.set(name, name.endsWith('.parquet') ? l10n.t('byte {0}', place.byte) : l10n.t('line {0}', place.line));
  }
  return places;
}

/** @param made what would be written now, and where it begins to differ from what lies there */
function editsOf(
  { files }: Manifest,
  onDisk: Awaited<ReturnType<typeof filesOf>>,
  made?: { readonly now: Manifest; readonly places: ReadonlyMap<string, string> },
): Difference[] {
  const edited = (message: string): Difference => ({ kind: 'edited', message });
  const changed = (files ?? []).flatMap(({ name, bytes, sha256 }) => {
    const found = onDisk.get(name);
    if (!found) return [edited(l10n.t('{0} is not there any more', name))];
    if (found.sha256 === sha256) return [];
    const size =
      found.bytes === bytes
        ? l10n.t('size still {0}, but other bytes', digits(bytes))
        : l10n.t('size {0}; written were {1}', digits(found.bytes), digits(bytes));
    const place = made?.places.get(name);
    const isAsWritten = made?.now.files?.some((file) => file.name === name && file.sha256 === sha256) === true;
    const text = l10n.t('{0} was edited since it was written ({1})', name, size);
    if (place === undefined) return [edited(text)];
    return [
      edited(
        isAsWritten
          ? differsFrom(text, place)
          : l10n.t('{0}: from {1} on it is not what would be written now, either', text, place),
      ),
    ];
  });
  const added = files ? [...onDisk.keys()].filter((name) => !files.some((file) => file.name === name)) : [];
  return [...changed, ...added.map((name) => edited(l10n.t('{0} is not of this export', name)))];
}

/** What would be written now, held against what was (or, of versions that did not say so, what lies there). */
function contentOf(
  before: Awaited<ReturnType<typeof filesOf>>,
  { files = [] }: Manifest,
  onDisk: Awaited<ReturnType<typeof filesOf>>,
  places: ReadonlyMap<string, string>,
): Difference[] {
  const content = (message: string): Difference => ({ kind: 'content', message });
  const written = files.flatMap(({ name, sha256, rows }) => {
    const found = before.get(name);
    if (!found) return dataNames.includes(name) ? [content(l10n.t('{0} would be written now', name))] : [];
    if (found.sha256 === sha256) return [];
    const place = onDisk.get(name)?.sha256 === found.sha256 ? places.get(name) : undefined;
    const text =
      rows === undefined
        ? l10n.t('{0} would be written otherwise now', name)
        : l10n.t('{0} would be written otherwise now ({1})', name, counted(rows, 'row'));
    return [content(place === undefined ? text : differsFrom(text, place))];
  });
  const gone = [...before.keys()].filter((name) => !files.some((file) => file.name === name));
  return [...written, ...gone.map((name) => content(l10n.t('{0} would not be written now', name)))];
}

function versionOf({ version = 1 }: Manifest): Difference[] {
  return version === manifestVersion
    ? []
    : [
        {
          kind: 'version',
          message: l10n.t(
            'the export was written by an earlier version of Tiebreak (manifest {0}; this one writes {1})',
            version,
            manifestVersion,
          ),
        },
      ];
}

async function sourcesOf(
  { file, sources }: Study,
  { dataset: before }: Manifest,
  { dataset: now }: Manifest,
  signal?: AbortSignal,
): Promise<Difference[]> {
  const source = (message: string): Difference => ({ kind: 'source', message });
  const changed: Difference[] = [];
  for (const { path, sha256 } of now.sources) {
    const earlier = before.sources.find((each) => each.path === path);
    if (!earlier) changed.push(source(l10n.t('the source {0} is new', path)));
    if (!earlier || earlier.sha256 === sha256) continue;
    const there = sources.find((each) => each === resolve(dirname(file), path));
    // The rows are held against one another by themselves: other line ends are no other source.
    if (there === undefined || !(await isSameButForLineEnds(there, earlier.sha256, signal)))
      changed.push(source(l10n.t('the source {0} changed', path)));
  }
  const gone = before.sources.filter(({ path }) => !now.sources.some((each) => each.path === path));
  const read = differs([before.layout, before.mapping], [now.layout, now.mapping])
    ? [source(l10n.t('the sources are read by another layout or mapping'))]
    : [];
  return [
    ...changed,
    ...gone.map(({ path }) => source(l10n.t('the source {0} is no source of the study any more', path))),
    ...read,
  ];
}

/** Annotations that came, or were taken back. */
function annotationsOf(study: Study, before: Manifest, now: Manifest): Difference[] {
  const difference = (message: string): Difference => ({ kind: 'annotations', message });
  const isOther =
    before.annotations !== now.annotations ||
    differs(before.dropped, now.dropped) ||
    differs(before.rows, now.rows) ||
    differs(before.files, now.files);
  if (!isOther) return [];
  const { newest } = before;
  const newer = newest === undefined ? 0 : [...study.replay.all()].filter(({ id }) => id > newest).length;
  const counts =
    before.annotations === now.annotations
      ? []
      : [
          difference(
            l10n.t('annotations considered: {0} now, {1} before', digits(now.annotations), digits(before.annotations)),
          ),
        ];
  const reasons = [...new Set([...Object.keys(before.dropped), ...Object.keys(now.dropped)])].flatMap((reason) => {
    const [was, is] = [before.dropped[reason]?.count ?? 0, now.dropped[reason]?.count ?? 0];
    return was === is
      ? []
      : [difference(l10n.t('left out: {0} now, {1} before: {2}', digits(is), digits(was), reasonText(reason)))];
  });
  return [
    ...(newer > 0 ? [difference(l10n.t('annotations newer than the export: {0}', digits(newer)))] : []),
    ...counts,
    ...reasons,
  ];
}

/** What annotators were asked and went by, and who they are. */
function studyOf(before: Manifest, now: Manifest): Difference[] {
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    [l10n.t('the questions behind the rows are others now'), before.questions, now.questions],
    [
      l10n.t('the versions of the guidelines behind the rows are others now'),
      before.guidelines ?? [],
      now.guidelines ?? [],
    ],
    [l10n.t('the versions of rubrics behind the rows are others now'), before.rubrics ?? [], now.rubrics ?? []],
    [l10n.t('the annotators behind the rows are others now'), before.annotators, now.annotators],
    [l10n.t('the records that cannot be read are others now'), before.unreadable, now.unreadable],
  ];
  return parts.flatMap(([message, was, is]) => (differs(was, is) ? [{ kind: 'study' as const, message }] : []));
}

function optionsOf(before: Manifest, now: Manifest): Difference[] {
  const options = (message: string): Difference => ({ kind: 'options', message });
  const names = [...new Set([...Object.keys(before.options), ...Object.keys(now.options)])];
  const unchosen = Object.keys({ ...before.defaults, ...now.defaults }).filter(
    (name) => before.defaults && differs(before.defaults[name], now.defaults?.[name]),
  );
  const format = differs([before.format, before.trainers], [now.format, now.trainers])
    ? [options(l10n.t('the format {0} is described otherwise by this version', before.format))]
    : [];
  return [
    ...format,
    ...unchosen.map((name) =>
      options(
        l10n.t(
          'where nobody chose, {0} is {1} now, and was {2}',
          name,
          JSON.stringify(now.defaults?.[name] ?? null),
          JSON.stringify(before.defaults?.[name] ?? null),
        ),
      ),
    ),
    ...names.flatMap((name) => {
      const [was, is] = [before.options[name], now.options[name]];
      if (!differs(was, is)) return [];
      if (was === undefined)
        return is === null
          ? []
          : [
              options(
                l10n.t(
                  'the option {0} is {1} now; the version that wrote the export did not have it',
                  name,
                  JSON.stringify(is),
                ),
              ),
            ];
      return [
        options(
          is === undefined
            ? l10n.t('the option {0}, which was {1}, is not one of this version', name, JSON.stringify(was))
            : l10n.t('the option {0} is {1} now, and was {2}', name, JSON.stringify(is), JSON.stringify(was)),
        ),
      ];
    }),
  ];
}

/** Returns the text of a reason by which something was left out; one of another version by its name. */
const reasonText = (reason: string): string =>
  Object.hasOwn(dropReasons, reason) ? dropReasons[reason as DropReason]() : reason;

const differsFrom = (text: string, place: string): string => l10n.t('{0}: {1} is the first that differs', text, place);

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
