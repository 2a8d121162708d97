import { refusedPath } from '../../../code/patch/refusedPath';
import type { BaseFiles, CodeFile, PatchedCodeFile } from '../../../code/patch/applyPatch';
import { isPatchText } from '../../../code/patch/writePatch';
import type { Response } from '../../../model/item/item';
import { placedRunSteps } from '../../../model/item/placedRunSteps';
import { isAbsolute } from './filePaths';
import { counts, FileReplay, folderOf } from './filesAfterStep';
import type { FileContent } from './fileContent';
import { deedsOf } from './toolDeeds';

/** A file of which it is not certain what was in it after a step. */
export interface UncertainFile {
  readonly path: string;
  /** Number of the step that made it so, among all steps. */
  readonly step: number;
  /** `unknown`: it is as in the base. `doubted`: it is as the run left it, before a command that may have written it. */
  readonly kind: 'unknown' | 'doubted';
}

export interface RepositoryAtStep {
  /** What the run changed in the base up to the step, as far as that is known. */
  readonly files: readonly PatchedCodeFile[];
  readonly uncertain: readonly UncertainFile[];
  /** Some step ran a program, of which nobody knows which other files it writes. */
  readonly hasCommands: boolean;
}

/**
 * Replays what a run did to the files of a repository up to one of its steps, as `filesAfterStep` does, on the files that
 * it began with. Paths are those in the repository, which is found in the run's paths by the files that both name. What
 * lies elsewhere, as in `/tmp`, is left out.
 * @param number of the step, among all steps of the run
 */
export async function repositoryAtStep(response: Response, number: number, base: BaseFiles): Promise<RepositoryAtStep> {
  const all = placedRunSteps(response);
  const of = all[number];
  if (!of) return { files: [], uncertain: [], hasCommands: false };
  const steps = [...all.entries()].slice(0, number + 1).filter(([, step]) => counts(step, of));
  const folder = folderOf(all);
  const named = new FileReplay(folder);
  for (const [at, { step }] of steps) named.apply(step, at);
  const pathOf = await pathsInRepository([...named.files().keys()], folder, base);

  const before = new Map<string, CodeFile>();
  for (const name of named.files().keys()) {
    const path = pathOf(name);
    const file = path === undefined ? undefined : await base.file(path);
    if (file && !('refused' in file)) before.set(name, file);
  }
  const replay = new FileReplay(folder, (name) => textOf(before.get(name)));
  const changed = new Set<string>();
  for (const [at, { step }] of steps)
    for (const [name, { isChanged }] of replay.apply(step, at)) if (isChanged) changed.add(name);

  const [files, uncertain]: [PatchedCodeFile[], UncertainFile[]] = [[], []];
  for (const [name, { content, lastStep }] of replay.files()) {
    const path = pathOf(name);
    if (path === undefined) continue;
    if (content.kind === 'unknown') uncertain.push({ path, step: content.cause.step, kind: 'unknown' });
    else if (content.kind === 'whole' && content.doubt !== undefined && changed.has(name))
      uncertain.push({ path, step: content.doubt, kind: 'doubted' });
    if (!changed.has(name) && content.kind !== 'deleted') continue;
    const file = patchedFile(path, before.get(name), content);
    if (file === 'unlike') uncertain.push({ path, step: lastStep, kind: 'unknown' });
    else if (file) files.push(file);
  }
  const hasCommands = steps.some(([, { step }]) =>
    deedsOf(step).some((deed) => deed.do === 'run' || deed.do === 'lose'),
  );
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), uncertain, hasCommands };
}

/** The file as a patch would leave it; undefined where it is as before, `unlike` where it is no text that can be written. */
function patchedFile(
  path: string,
  before: CodeFile | undefined,
  content: FileContent,
): PatchedCodeFile | 'unlike' | undefined {
  const was = before && { before };
  if (content.kind === 'deleted') return before && { path, ...was, faults: [], notes: [] };
  if (content.kind !== 'whole') return undefined;
  const old = textOf(before);
  if (before && old === undefined) return 'unlike';
  const text = old?.includes('\r\n') === true ? content.text.replaceAll('\n', '\r\n') : content.text;
  if (text === old) return undefined;
  const after: CodeFile = { mode: before?.mode ?? '100644', bytes: Buffer.from(text, 'utf8') };
  return { path, ...was, after, faults: [], notes: [] };
}

const textOf = (file: CodeFile | undefined): string | undefined =>
  file && isPatchText(file.bytes) ? Buffer.from(file.bytes).toString('utf8') : undefined;

/**
 * Finds where the repository lies in the paths of a run: where most files that are named are files of the base below it.
 * Returns the path in the repository of a name of the run; undefined where it lies elsewhere.
 */
async function pathsInRepository(
  names: readonly string[],
  folder: string | undefined,
  base: BaseFiles,
): Promise<(name: string) => string | undefined> {
  const votes = new Map<string, number>();
  for (const name of names.filter(isAbsolute)) {
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      const path = name.slice(at + 1);
      const file = refusedPath(path) === undefined ? await base.file(path) : undefined;
      if (!file || 'refused' in file) continue;
      const root = name.slice(0, at + 1);
      votes.set(root, (votes.get(root) ?? 0) + 1);
      break;
    }
  }
  const [most] = [...votes].sort(([a, m], [b, n]) => n - m || a.length - b.length);
  const root = most?.[0] ?? (folder === undefined ? undefined : `${folder.replace(/\/$/, '')}/`);
  return (name) => {
    const path = !isAbsolute(name)
      ? name
      : root !== undefined && name.startsWith(root)
        ? name.slice(root.length)
        : undefined;
    return path === undefined || path.startsWith('~') || refusedPath(path) ? undefined : path;
  };
}
