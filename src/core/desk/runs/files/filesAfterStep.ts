import type { Response } from '../../../model/item/item';
import { placedRunSteps, type PlacedRunStep } from '../../../model/item/placedRunSteps';
import type { RunStep } from '../../../model/item/runSteps';
import { commandIn } from '../stepLine';
import type { FileDeed, PlacedDeed } from './deeds';
import {
  appended,
  doubted,
  inserted,
  linesReplaced,
  replaced,
  shownAs,
  unknown,
  unseen,
  whole,
  type Cause,
  type Change,
  type FileContent,
} from './fileContent';
import { FilePaths, isAbsolute, nameOf, tidyPath } from './filePaths';
import { patched } from './patchHunks';
import { shellDeeds } from './shellDeeds';
import { deedsOf } from './toolDeeds';

/** A file that a run has named, around one of its steps. */
export interface FileAtStep {
  readonly path: string;
  readonly before: FileContent;
  readonly after: FileContent;
  /** What the step itself changes in it, text by text; empty where it does not, or writes it whole. */
  readonly changes: readonly Change[];
  /** Number of the last step that names it, up to this one. */
  readonly lastStep: number;
  /** The step names it. */
  readonly isOfStep: boolean;
  /** The step changes it, or may: it does more than show it. */
  readonly isChanged: boolean;
}

/** What a step does with a file that it names. */
interface Named {
  readonly changes: readonly Change[];
  readonly isChanged: boolean;
}

interface Kept {
  readonly content: FileContent;
  readonly lastStep: number;
  /** What was in it before the changes that can be undone, the last one last. */
  readonly undo: readonly FileContent[];
}

/**
 * Replays what a run did to files up to one of its steps, and tells of every file what it held before and after that step:
 * as far as whole writes, changes and whole views in the run say. What helpers did counts at their place, what was taken
 * back does not. The file named last is first.
 */
export function filesAfterStep(response: Response, number: number): readonly FileAtStep[] {
  const steps = placedRunSteps(response);
  const of = steps[number];
  if (!of) return [];
  const replay = new FileReplay(folderOf(steps));
  for (const [at, step] of steps.slice(0, number).entries()) if (counts(step, of)) replay.apply(step.step, at);
  const before = replay.files();
  const own = replay.apply(of.step, number);
  return [...replay.files()]
    .map(([path, { content, lastStep }]) => ({
      path,
      before: before.get(path)?.content ?? unseen,
      after: content,
      changes: own.get(path)?.changes ?? [],
      lastStep,
      isOfStep: own.has(path),
      isChanged: own.get(path)?.isChanged ?? false,
    }))
    .sort((a, b) => b.lastStep - a.lastStep);
}

/** Whether what a step did is still there at another one: what was taken back is not, but for itself. */
export const counts = (step: PlacedRunStep, at: PlacedRunStep): boolean =>
  step.inner?.kind !== 'branch' || (at.inner?.kind === 'branch' && at.inner.part === step.inner.part);

/** Replays what the steps of a run do to files, one after the other. */
export class FileReplay {
  private readonly paths: FilePaths;
  private readonly kept = new Map<string, Kept>();

  /**
   * @param folder that the run works in, where it is known
   * @param before what was in a file before the run, where that is known
   */
  constructor(
    folder: string | undefined,
    private readonly before: (path: string) => string | undefined = () => undefined,
  ) {
    this.paths = new FilePaths(folder);
  }

  files(): ReadonlyMap<string, Kept> {
    return new Map(this.kept);
  }

  /** Returns the files that the step names, with what it changes in them. */
  apply(step: RunStep, number: number, deeds = deedsOf(step)): ReadonlyMap<string, Named> {
    const named = new Map<string, Named>();
    for (const deed of deeds)
      for (const path of this.do(deed, number)) {
        const before = named.get(path);
        named.set(path, {
          changes: [...(before?.changes ?? []), ...changesOf(deed)],
          isChanged: (before?.isChanged ?? false) || (deed.do !== 'look' && deed.do !== 'see'),
        });
      }
    this.paths.folder = folderTold(step) ?? this.paths.folder;
    return named;
  }

  /** Returns the files that the deed names. */
  private do(deed: PlacedDeed, step: number): readonly string[] {
    if (deed.do === 'run') return this.run(deed, step);
    const path = deed.path === undefined ? '' : this.paths.nameFor(deed.path, deed.folder);
    if (deed.do === 'lose' && (deed.path === undefined || deed.under)) {
      const isMeant = (each: string): boolean => deed.path === undefined || path === '' || isUnder(each, path);
      this.loseAll(isMeant, { by: deed.by, step });
      return [];
    }
    if (path === '' || path === '/') return [];
    if (deed.do === 'delete' && deed.under) {
      for (const [each, { undo }] of this.kept)
        if (isUnder(each, path)) this.kept.set(each, { content: { kind: 'deleted' }, lastStep: step, undo });
      if (!this.kept.has(path)) return [];
    }
    const kept = this.kept.get(path) ?? { content: this.contentBefore(path), lastStep: step, undo: [] };
    const content = deed.do === 'undo' ? undone(kept, step) : after(kept.content, deed, step);
    this.kept.set(path, { content, lastStep: step, undo: undoAfter(kept, deed) });
    if (deed.do !== 'look' && deed.do !== 'see') this.loseNamesakes(path, step);
    if (deed.do !== 'patch' || deed.movedTo === undefined) return [path];
    const movedTo = this.paths.nameFor(deed.movedTo, deed.folder);
    this.kept.set(path, { content: { kind: 'deleted' }, lastStep: step, undo: [] });
    this.kept.set(movedTo, { content, lastStep: step, undo: [] });
    return [movedTo];
  }

  private contentBefore(path: string): FileContent {
    const text = this.before(path);
    return text === undefined ? unseen : whole(text);
  }

  /** Where it is not known which folder a path is in, a change of it may be one of any file whose path ends with it. */
  private loseNamesakes(path: string, step: number): void {
    if (!isAbsolute(path)) this.loseAll((each) => each !== path && each.endsWith(`/${path}`), { by: 'command', step });
  }

  /** Returns the files of which nothing is known any more. */
  private loseAll(isMeant: (path: string) => boolean, cause: Cause): readonly string[] {
    const lost = [...this.kept].filter(([path]) => isMeant(path));
    for (const [path, { lastStep }] of lost) this.kept.set(path, { content: unknown(cause), lastStep, undo: [] });
    return lost.map(([path]) => path);
  }

  /** Runs a program. What a script writes is looked for in its text, where that is known. */
  private run(
    { path, script, given = [], folder }: Extract<PlacedDeed, { do: 'run' }>,
    step: number,
  ): readonly string[] {
    const name = path === undefined ? undefined : this.paths.nameFor(path, folder);
    const file = name === undefined ? undefined : this.kept.get(name)?.content;
    const text = script ?? (file?.kind === 'whole' ? file.text : undefined);
    const cause: Cause = { by: 'command', step };
    if (text === undefined) {
      for (const [each, kept] of this.kept) this.kept.set(each, { ...kept, content: doubted(kept.content, step) });
      // What it is given it may write; a script that is a file is given what it reads, too.
      return name === undefined ? this.loseAll((each) => given.some((word) => isNamed(each, word)), cause) : [];
    }
    if (name !== undefined && /\.(?:ba|z)?sh$/.test(name))
      return shellDeeds(text, '', { failed: true, unanswered: true }, folder)
        .filter((deed) => deed.do === 'lose')
        .flatMap((deed) => this.do(deed, step));
    if (!writing.test(text)) return [];
    const isNear = (each: string): boolean => `${text}\n${given.join('\n')}`.includes(nameOf(each));
    const named = this.loseAll(isNear, cause);
    if (searching.test(text)) this.loseAll(() => true, cause);
    return named;
  }
}

const isNamed = (path: string, word: string): boolean => /[./]/.test(word) && nameOf(path) === nameOf(tidyPath(word));

/** Words with which scripts write files, in Python, JavaScript, Ruby and Perl. */
const writing =
  /\bopen\s*\([^)\n]*,\s*(?:mode\s*=\s*)?f?['"](?:[wax]|r?b?\+|r\+|>)|write_text|write_bytes|\.write\w*\(|writelines|writeFile|appendFile|shutil\.|os\.(?:rename|remove|unlink|replace|system|popen)|subprocess|fileinput|\.(?:unlink|rename|touch|replace_in_file)\(\)|(?:edit|create|append|insert)_(?:file|content)\w*\(|fs\.(?:rename|unlink|rm|copy|cp)|execSync|spawnSync|File\.write|check_call|check_output|system\(/;
/** And with which they look for the files to write. */
const searching =
  /\b(?:glob|rglob|walk|listdir|iterdir|scandir|readdir\w*|argv|execSync|spawnSync|subprocess|system)\b/;

const isUnder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function after(content: FileContent, deed: Exclude<FileDeed, { do: 'run' }>, step: number): FileContent {
  switch (deed.do) {
    case 'look':
    case 'undo':
      return content;
    case 'see':
      return shownAs(deed.text);
    case 'write':
      return whole(deed.text);
    case 'append':
      return appended(content, deed.text, step);
    case 'replace':
      return replaced(content, deed.changes, step);
    case 'insert':
      return inserted(content, deed.line, deed.text, step);
    case 'lines':
      return linesReplaced(content, deed.from, deed.to, deed.text, step);
    case 'patch':
      return patched(content, deed.hunks, step);
    case 'delete':
      return { kind: 'deleted' };
    case 'lose':
      return unknown({ by: deed.by, step });
  }
}

const undone = ({ undo }: Kept, step: number): FileContent => undo.at(-1) ?? unknown({ by: 'mismatch', step });

function undoAfter({ undo, content }: Kept, deed: FileDeed): readonly FileContent[] {
  if (deed.do === 'undo') return undo.slice(0, -1);
  if (deed.do === 'look' || deed.do === 'see') return undo;
  return (deed.do === 'replace' && deed.undoable) || deed.do === 'insert' ? [...undo, content] : [];
}

function changesOf(deed: FileDeed): readonly Change[] {
  if (deed.do === 'replace') return deed.changes;
  if (deed.do === 'patch') return deed.hunks.map((hunk) => ({ old: hunk.old.join('\n'), new: hunk.new.join('\n') }));
  if (deed.do === 'insert' || deed.do === 'lines' || deed.do === 'append') return [{ old: '', new: deed.text }];
  return [];
}

/** The folder that a step says it is in. */
const folderTold = (step: RunStep): string | undefined =>
  step.kind === 'call'
    ? /[([](?:Current directory|Current working directory|Jupyter current working directory): (\/[^\n)\]]+)[)\]]/.exec(
        step.observation?.content.slice(-600) ?? '',
      )?.[1]
    : undefined;

/** The folder that a run works in: the first that a step tells, else the only one that all its commands go to. */
export function folderOf(steps: readonly PlacedRunStep[]): string | undefined {
  const gone = new Set<string>();
  for (const { step } of steps) {
    if (step.kind !== 'call') continue;
    const told = folderTold(step);
    if (told !== undefined) return told;
    const to = /^\s*cd (\/[^\s;&|"'$]+)\s*(?:&&|;|\n)/.exec(commandIn(step.call.arguments) ?? '')?.[1];
    if (to !== undefined && !/^\/(?:tmp|root|home)?\/?$/.test(to)) gone.add(tidyPath(to));
  }
  const [only] = gone;
  return gone.size === 1 ? only : undefined;
}
