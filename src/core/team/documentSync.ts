import { hash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isErrorCode, fileErrorReason } from '../journal/fileStatus';
import { makeFolders } from '../journal/makeFolders';
import { fileProblem, problem, UserError, type FileProblem } from '../model/problems/problem';
import { projectSchema } from '../model/study/project';
import { libraryFiles } from '../study/library/libraryFiles';
import { replaceFile } from '../study/replaceFile';
import { studyPaths } from '../study/studyPaths';
import { projectOfDesk, shownProject } from './shownProject';
import type { SyncState } from './syncState';
import { isLead } from './openRemote';
import type { Part, Remote } from './remote';

/** What a sync of documents did. */
export interface DocumentsSynced {
  readonly sent: readonly string[];
  readonly fetched: readonly string[];
  /** Documents that both sides changed, and what else has to be told. */
  readonly problems: readonly FileProblem[];
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
    for (const [name, { path, text }] of here) {
      const known = this.state.documents.get(name);
      if (known?.hash === hashOf(text) && there.has(name)) continue;
      if (isConflicted(text)) {
        problems.push(fileProblem('error', path, problem('team.conflictNotSent', {})));
        continue;
      }
      const expected = there.get(name);
      if (expected !== known?.version && expected !== undefined) {
        const other = await this.remote.document(name);
        if (other && other.text !== text) {
          problems.push(fileProblem('error', path, problem('team.documentChanged', {})));
          continue;
        }
        if (other) this.state.documents.set(name, { version: other.version, hash: hashOf(text) });
        sent.push(...(other ? [] : [name]));
        continue;
      }
      const version = await this.put(name, text, expected);
      if (version === undefined) problems.push(fileProblem('error', path, problem('team.documentChanged', {})));
      else {
        this.state.documents.set(name, { version, hash: hashOf(text) });
        sent.push(name);
      }
    }
    for (const [name, version] of there) {
      const known = this.state.documents.get(name);
      if (here.has(name) || known?.version !== version || !isFileName(name)) continue;
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
    const here = await this.here();
    const there = await this.remote.documents();
    for (const { name, version } of there) {
      if (!isFileName(name) || this.state.documents.get(name)?.version === version) continue;
      const other = await this.remote.document(name);
      if (!other) continue;
      const path = this.pathOf(name, here);
      if (path === undefined) {
        problems.push(fileProblem('error', this.projectFile, problem('team.guidelinesOutside', {})));
        continue;
      }
      const mine = here.get(name)?.text;
      const text = name === projectName && this.isShown ? this.asDeskProject(other.text) : other.text;
      const isChangedHere =
        mine !== undefined && mine !== text && hashOf(mine) !== this.state.documents.get(name)?.hash;
      if (isChangedHere && this.part === 'lead') {
        await this.write(path, `<<<<<<< ours\n${mine}=======\n${text}>>>>>>> theirs\n`);
        problems.push(fileProblem('warning', path, problem('team.bothChanged', {})));
      } else {
        // Only leads write documents: what somebody else wrote here is kept beside.
        if (isChangedHere && this.state.documents.get(name)) await this.write(`${path}.before`, mine);
        if (mine !== text) {
          await this.write(path, text);
          fetched.push(name);
        }
      }
      this.state.documents.set(name, { version: other.version, hash: hashOf(text) });
    }
    const names = new Set(there.map(({ name }) => name));
    for (const [name, { hash: known }] of [...this.state.documents]) {
      if (names.has(name)) continue;
      this.state.documents.delete(name);
      const mine = here.get(name);
      if (!mine || hashOf(mine.text) !== known || name === projectName) continue;
      await rm(mine.path, { force: true });
      fetched.push(name);
    }
    return { sent: [], fetched, problems };
  }

  /** Whether what comes is what a store shows to others than leads. */
  private get isShown(): boolean {
    return this.part !== 'lead' && this.remote.leases !== undefined;
  }

  private asDeskProject(text: string): string {
    const project = projectSchema.parse(JSON.parse(text));
    return `${JSON.stringify(projectOfDesk(project, basename(this.paths.folder)), undefined, 2)}\n`;
  }

  private put(name: string, text: string, expected: string | undefined): Promise<string | undefined> {
    if (!isLead(this.remote)) return this.remote.putDocument(name, text, expected);
    // Criteria of single items go by the items' real ids.
    const shown =
      name === projectName
        ? JSON.stringify(shownProject(projectSchema.parse(JSON.parse(text))))
        : name.startsWith('rubrics/items/')
          ? undefined
          : text;
    return this.remote.putShown(name, text, shown, expected);
  }

  /** The documents that lie here, by name. */
  private async here(): Promise<Map<string, { readonly path: string; readonly text: string }>> {
    const { folder, rubrics, rules, guidelines } = this.paths;
    const found = new Map<string, { readonly path: string; readonly text: string }>();
    const add = async (name: string, path: string): Promise<void> => {
      const text = await readText(path);
      if (text !== undefined) found.set(name, { path, text });
    };
    await add(projectName, this.projectFile);
    for (const path of [
      ...(await libraryFiles(rubrics)),
      ...(await libraryFiles(rules)),
      ...(await copiesIn(guidelines)),
    ])
      await add(relative(folder, path).split(sep).join('/'), path);
    const named = guidelinesNamed(found.get(projectName)?.text);
    if (named !== undefined) await add(guidelinesName, resolve(dirname(this.projectFile), named));
    return found;
  }

  /** Where a document is to lie; undefined where that is outside of the study's folder. */
  private pathOf(
    name: string,
    here: ReadonlyMap<string, { readonly path: string; readonly text: string }>,
  ): string | undefined {
    if (name === projectName) return this.projectFile;
    if (name !== guidelinesName) return join(this.paths.folder, ...name.split('/'));
    if (this.isShown) return join(this.paths.folder, guidelinesName);
    const named = guidelinesNamed(here.get(projectName)?.text) ?? `${basename(this.paths.folder)}/${guidelinesName}`;
    const path = resolve(dirname(this.projectFile), named);
    return relative(dirname(this.projectFile), path).startsWith('..') ? undefined : path;
  }

  private async write(path: string, text: string): Promise<void> {
    try {
      await makeFolders(dirname(path));
      await replaceFile(path, (partial) => writeFile(partial, text, { flush: true }));
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(problem('study.notWritten', { reason: fileErrorReason(error) }, path), { cause: error });
    }
  }
}

const projectName = 'project.json';
const guidelinesName = 'guidelines.md';

/** Whether a document is a file of the study, and one that may be written: no path that leads elsewhere. */
export const isFileName = (name: string): boolean =>
  name === projectName ||
  name === guidelinesName ||
  /^(?:rubrics|rules)(?:\/items)?\/[^/\\.][^/\\]*\.json$/.test(name) ||
  /^(?:rubrics|rules)\.json$/.test(name) ||
  /^guidelines\/[0-9a-f]+\.md$/.test(name);

const hashOf = (text: string): string => hash('sha256', text).slice(0, 16);

const isConflicted = (text: string): boolean => /^<{7} /m.test(text);

function guidelinesNamed(project: string | undefined): string | undefined {
  try {
    return projectSchema.parse(JSON.parse(project ?? '')).task.guidelines;
  } catch {
    return undefined;
  }
}

async function copiesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]+\.md$/.test(name)).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return undefined;
    throw new UserError(problem('study.unreadable', { reason: fileErrorReason(error) }, path), { cause: error });
  }
}
