import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { describeJsonFault } from '../dataset/records/jsonFault';
import { isErrorCode, fileErrorReason } from '../journal/fileStatus';
import { makeFolders } from '../journal/makeFolders';
import { checkValue } from '../model/problems/checkValue';
import { fileProblem, firstIssue, problem, UserError, type FileProblem, type Problem } from '../model/problems/problem';
import { projectSchema, type Project } from '../model/study/project';
import { libraryFiles } from '../study/library/libraryFiles';
import { sidesOf } from '../study/mergeConflict/conflict';
import { replaceFile } from '../study/replaceFile';
import { pathWithin } from '../study/pathWithin';
import { studyPaths } from '../study/studyPaths';
import { projectOfDesk, shownProject } from './shownProject';
import type { SyncState } from './syncState';
import { isLead } from './openRemote';
import type { Part, Remote } from './remote';

/** The outcome of a sync of documents. */
export interface DocumentsSynced {
  readonly sent: readonly string[];
  readonly fetched: readonly string[];
  /** Documents that both sides changed, and what else has to be told. */
  readonly problems: readonly FileProblem[];
}

/** A document as it lies here. */
interface DocumentHere {
  readonly path: string;
  readonly text: string;
  /** Why it cannot be sent as it is. */
  readonly fault?: Problem;
}

/** The study's documents: its project, its rubrics and rules, and its guidelines with the versions that were kept. */
export class DocumentSync {
  private readonly paths: ReturnType<typeof studyPaths>;

  constructor(
    private readonly projectFile: string,
    private readonly remote: Remote,
    private readonly part: Part,
    private readonly state: SyncState,
  ) {
    this.paths = studyPaths(projectFile);
  }

  /** Sends what changed here. Only leads write documents. */
  async send(): Promise<DocumentsSynced> {
    const sent: string[] = [];
    const problems: FileProblem[] = [];
    const here = await this.here();
    const there = new Map((await this.remote.documents()).map(({ name, version }) => [name, version]));
    for (const [name, document] of here) {
      const { path, text } = document;
      const known = this.state.documents.get(name);
      // One that somebody took away there is for the next fetch.
      if (known?.hash === hashOf(text) && (there.has(name) || (there.has(projectName) && !isKept(name)))) continue;
      const fault = document.fault ?? faultIn(name, text);
      if (fault) {
        problems.push(fileProblem('error', path, fault));
        continue;
      }
      const expected = there.get(name);
      if (expected !== undefined && expected !== known?.version) {
        const other = await this.remote.document(name);
        if (other && other.text !== text)
          problems.push(fileProblem('error', path, problem('team.documentChanged', {})));
        else if (other) await this.remember(name, other.version, text);
        if (other) continue;
      }
      const version = await this.put(name, text, expected);
      if (version === undefined) problems.push(fileProblem('error', path, problem('team.documentChanged', {})));
      else {
        await this.remember(name, version, text);
        sent.push(name);
      }
    }
    for (const [name, version] of there) {
      const known = this.state.documents.get(name);
      if (here.has(name) || known?.version !== version || !isFileName(name) || isKept(name)) continue;
      if ((await this.remote.putDocument(name, undefined, version)) !== undefined) {
        this.state.documents.delete(name);
        sent.push(name);
      }
    }
    return { sent, fetched: [], problems };
  }

  /** Brings what changed there. Where both sides changed, a file holds both, as git leaves it (see "keep both"). */
  async fetch(): Promise<DocumentsSynced> {
    const fetched: string[] = [];
    const problems: FileProblem[] = [];
    const there = await this.remote.documents();
    // The project comes first: it says where the guidelines lie.
    for (const { name, version } of [...there].sort(
      (a, b) => Number(b.name === projectName) - Number(a.name === projectName),
    )) {
      const known = this.state.documents.get(name);
      if (!isFileName(name) || known?.version === version) continue;
      const other = await this.remote.document(name);
      if (!other) continue;
      const path = await this.pathOf(name);
      if (path === undefined) {
        problems.push(fileProblem('warning', this.projectFile, problem('team.guidelinesOutside', {})));
        continue;
      }
      const text = name === projectName && this.isShown ? this.asDeskProject(other.text) : other.text;
      const mine = await readDocument(path);
      // A store that was restored from a copy of before has an older one: what stands here is no less than that.
      const isChangedHere =
        mine !== undefined &&
        mine.text !== text &&
        (hashOf(mine.text) !== known?.hash || isOlder(other.version, known.version));
      if (isChangedHere && this.part === 'lead') {
        if (sidesOf(mine.text) || mine.fault) {
          // Both sides of an earlier change stand in it still.
          problems.push(fileProblem('error', path, mine.fault ?? problem('team.conflictNotSent', {})));
          continue;
        }
        await this.write(path, bothSides(mine.text, await this.baseOf(known), text), mine.text);
        problems.push(fileProblem('warning', path, problem('team.bothChanged', {})));
      } else {
        // Only leads write documents: what somebody else wrote here is kept beside.
        if (isChangedHere) await this.keepBefore(path);
        if (mine?.text !== text) {
          await this.write(path, text, mine?.text);
          fetched.push(name);
        }
      }
      await this.remember(name, other.version, text);
    }
    fetched.push(...(await this.takeAway(new Set(there.map(({ name }) => name)))));
    return { sent: [], fetched, problems };
  }

  /** Takes away what somebody took away there, where it was not changed here. Resolves to the names. */
  private async takeAway(there: ReadonlySet<string>): Promise<string[]> {
    const gone: string[] = [];
    // Without its project it is no study, or a store that begins anew: what lies here is all that there is.
    if (!there.has(projectName)) return gone;
    for (const [name, { hash: known }] of [...this.state.documents]) {
      if (there.has(name) || isKept(name)) continue;
      this.state.documents.delete(name);
      const path = await this.pathOf(name);
      const mine = path === undefined ? undefined : await readDocument(path);
      if (path === undefined || !mine || hashOf(mine.text) !== known) continue;
      await rm(path, { force: true });
      gone.push(name);
    }
    return gone;
  }

  /** Remembers what both sides have of a document; of a lead the text too, from which changes of both are merged. */
  private async remember(name: string, version: string, text: string): Promise<void> {
    const before = this.state.documents.get(name);
    const known = { version, hash: hashOf(text) };
    this.state.documents.set(name, known);
    if (this.part !== 'lead') return;
    const path = this.basePath(known.hash);
    await makeFolders(dirname(path));
    await replaceFile(path, (partial) => writeFile(partial, text));
    const hashes = new Set([...this.state.documents.values()].map((each) => each.hash));
    if (before && !hashes.has(before.hash)) await rm(this.basePath(before.hash), { force: true });
  }

  /** The text that was the same on both sides; undefined where it is not there any more. */
  private async baseOf(known: { readonly hash: string } | undefined): Promise<string | undefined> {
    const base = known && (await readDocument(this.basePath(known.hash)));
    return base && hashOf(base.text) === known.hash ? base.text : undefined;
  }

  private basePath(textHash: string): string {
    return join(this.paths.team, 'base', textHash);
  }

  /** Tells whether the remote gives the documents as a store shows them to others than leads. */
  private get isShown(): boolean {
    return this.part !== 'lead' && this.remote.leases !== undefined;
  }

  private asDeskProject(text: string): string {
    const project = projectIn(text);
    if ('fault' in project) throw new UserError({ ...project.fault, place: { file: this.projectFile } });
    return `${JSON.stringify(projectOfDesk(project.project, basename(this.paths.folder)), undefined, 2)}\n`;
  }

  private put(name: string, text: string, expected: string | undefined): Promise<string | undefined> {
    if (!isLead(this.remote)) return this.remote.putDocument(name, text, expected);
    const project = name === projectName ? projectIn(text) : undefined;
    // Criteria of single items go by the items' real ids.
    const shown = project
      ? 'project' in project
        ? JSON.stringify(shownProject(project.project))
        : undefined
      : name.startsWith('rubrics/items/')
        ? undefined
        : text;
    return this.remote.putShown(name, text, shown, expected);
  }

  /** The documents that lie here, by name. */
  private async here(): Promise<Map<string, DocumentHere>> {
    const { folder, rubrics, rules, guidelines } = this.paths;
    const found = new Map<string, DocumentHere>();
    const add = async (name: string, path: string): Promise<void> => {
      const document = await readDocument(path);
      if (document) found.set(name, { path, ...document });
    };
    await add(projectName, this.projectFile);
    for (const path of [
      ...(await libraryFiles(rubrics)),
      ...(await libraryFiles(rules)),
      ...(await copiesIn(guidelines)),
    ]) {
      const name = relative(folder, path).split(sep).join('/');
      // Others could not take it: a name with a colon is no file's on Windows.
      if (isFileName(name)) await add(name, path);
    }
    const named = guidelinesNamed(found.get(projectName)?.text);
    if (named !== undefined) await add(guidelinesName, resolve(dirname(this.projectFile), named));
    return found;
  }

  /**
   * Resolves to the path of a document; to undefined where that is outside of the study's folder, or not the study's to
   * write.
   */
  private async pathOf(name: string): Promise<string | undefined> {
    if (name === projectName) return this.projectFile;
    if (name !== guidelinesName) return join(this.paths.folder, ...name.split('/'));
    const own = join(this.paths.folder, guidelinesName);
    if (this.isShown) return own;
    const named = guidelinesNamed((await readDocument(this.projectFile))?.text);
    if (named === undefined) return own;
    const path = resolve(dirname(this.projectFile), named);
    const parts = pathWithin(dirname(this.projectFile), path)?.split(sep);
    const isWithin = parts?.every((part) => part !== '' && !part.startsWith('.')) ?? false;
    // What others name is a text: no settings, no journal, nothing that a program runs.
    return isWithin && /\.(?:md|markdown|txt)$/i.test(path) ? path : undefined;
  }

  /** Keeps a file under a name beside it that is free. */
  private async keepBefore(path: string): Promise<void> {
    const bytes = await readFile(path);
    for (let number = 1; ; number++) {
      const copy = `${path}.before${number === 1 ? '' : `-${number}`}`;
      try {
        await writeFile(copy, bytes, { flag: 'wx', flush: true });
        return;
      } catch (error) {
        if (!isErrorCode(error, 'EEXIST')) throw notWritten(copy, error);
        if (bytes.equals(await readFile(copy))) return;
      }
    }
  }

  /** Writes a file that holds a text now (undefined: that is not there); rejects where somebody changed it meanwhile. */
  private async write(path: string, text: string, before: string | undefined): Promise<void> {
    try {
      await makeFolders(dirname(path));
      await replaceFile(
        path,
        (partial) => writeFile(partial, text, { flush: true }),
        async () => {
          if ((await readDocument(path))?.text !== before)
            throw new UserError(problem('study.changedMeanwhile', {}, path));
        },
      );
    } catch (error) {
      throw notWritten(path, error);
    }
  }
}

const projectName = 'project.json';
const guidelinesName = 'guidelines.md';

/** Tells whether a document is a file of the study, and one that may be written: no path that leads elsewhere. */
export const isFileName = (name: string): boolean =>
  name === projectName ||
  name === guidelinesName ||
  /^(?:rubrics|rules)(?:\/items)?\/[^/\\.:\p{Cc}][^/\\:\p{Cc}]*\.json$/u.test(name) ||
  /^(?:rubrics|rules)\.json$/.test(name) ||
  /^guidelines\/[0-9a-f]+\.md$/.test(name);

/**
 * Tells whether a document stays at the remote, and here, though it is not on the other side: journals name what it
 * holds.
 */
const isKept = (name: string): boolean => name === projectName || name.startsWith('guidelines');

const hashOf = (text: string): string => hash('sha256', text).slice(0, 16);

/** Tells whether one of two versions that are numbers came before the other. */
const isOlder = (version: string, known: string): boolean =>
  /^\d{1,10}$/.test(version) && /^\d{1,10}$/.test(known) && Number(version) < Number(known);

/** Both sides, and what they come from, as git leaves them (`merge.conflictStyle` diff3); each ends its last line. */
function bothSides(mine: string, base: string | undefined, theirs: string): string {
  const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  const origin = base === undefined ? '' : `||||||| base\n${ended(base)}`;
  return `<<<<<<< ours\n${ended(mine)}${origin}=======\n${ended(theirs)}>>>>>>> theirs\n`;
}

/** Finds what keeps a document from being sent: a conflict, or text that nobody else could open. */
function faultIn(name: string, text: string): Problem | undefined {
  if (sidesOf(text)) return problem('team.conflictNotSent', {});
  if (!name.endsWith('.json')) return undefined;
  const json = jsonIn(text);
  if ('fault' in json) return json.fault;
  const project = name === projectName ? projectIn(text) : undefined;
  return project && 'fault' in project ? project.fault : undefined;
}

function jsonIn(text: string): { readonly value: unknown } | { readonly fault: Problem } {
  const plain = text.replace(/^\ufeff/, '');
  try {
    return { value: JSON.parse(plain) };
  } catch {
    return { fault: problem('study.brokenJson', { reason: describeJsonFault(plain).reason }) };
  }
}

function projectIn(text: string): { readonly project: Project } | { readonly fault: Problem } {
  const json = jsonIn(text);
  if ('fault' in json) return json;
  const result = checkValue(projectSchema, json.value);
  return result.success
    ? { project: result.data }
    : { fault: problem('study.invalid', { reason: firstIssue(result.error) }) };
}

/** The guidelines that a project names; of one with a conflict, those of its own side. */
function guidelinesNamed(text = ''): string | undefined {
  const project = projectIn(sidesOf(text)?.ours ?? text);
  return 'project' in project ? project.project.task.guidelines : undefined;
}

async function copiesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]+\.md$/.test(name)).map((name) => join(folder, name));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return [];
    throw new UserError(problem('study.folderUnreadable', { reason: fileErrorReason(error) }, folder), {
      cause: error,
    });
  }
}

/** A document as it stands in a file, with its byte order mark where it has one; undefined where there is none. */
async function readDocument(path: string): Promise<Omit<DocumentHere, 'path'> | undefined> {
  try {
    const bytes = await readFile(path);
    return { text: bytes.toString('utf8'), ...(!isUtf8(bytes) && { fault: problem('study.notUtf8', {}) }) };
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return undefined;
    throw new UserError(problem('study.unreadable', { reason: fileErrorReason(error) }, path), { cause: error });
  }
}

const notWritten = (path: string, error: unknown): unknown =>
  error instanceof UserError
    ? error
    : new UserError(problem('study.notWritten', { reason: fileErrorReason(error) }, path), { cause: error });
