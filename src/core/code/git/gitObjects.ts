import { problem, UserError } from '../../model/problems/problem';
import type { BaseFile, BaseFiles } from '../patch/applyPatch';
import { ObjectPipe, type PipeOptions } from './objectPipe';

/** A larger file is not read, and of a tree nobody has more. In bytes. */
const [maxFileBytes, maxTreeBytes] = [32 * 1024 * 1024, 64 * 1024 * 1024];
/** So many folders are kept at a time. */
const keptTrees = 2000;

/** What a folder of git holds under a name. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` of a link, `160000` of a submodule, `40000` of a folder. */
  readonly mode: string;
  readonly id: string;
}

/**
 * Reads commits, folders and files straight out of a repository's objects, without a checkout. Only ids are asked for,
 * so that no path can mean anything else to git.
 */
export class GitObjects {
  private readonly pipe: ObjectPipe;
  private readonly trees = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();

  /** @param repository folder of git itself: `.git`, or a bare repository */
  constructor(
    private readonly repository: string,
    options: PipeOptions = {},
  ) {
    this.pipe = new ObjectPipe(repository, options);
  }

  close(): void {
    this.pipe.close();
  }

  /**
   * Resolves to the id of a commit's root folder. Rejects with `UserError` where there is no such commit.
   * @param commit an id, or the name of a branch or tag
   */
  async rootOf(commit: string): Promise<string> {
    if (!/^[0-9A-Za-z_][\w./+-]{0,250}$/.test(commit) || commit.includes('..'))
      throw new UserError(problem('code.commitName', { commit }, this.repository));
    const tree = await this.pipe.ask(`${commit}^{tree}`, 0);
    if (tree?.type !== 'tree') throw new UserError(problem('code.commitMissing', { commit }, this.repository));
    return tree.id;
  }

  /** Resolves to what a folder holds, by names. Rejects with `UserError` where it is not there. */
  tree(id: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.trees.get(id);
    if (known) return known;
    const [oldest] = this.trees.keys();
    if (this.trees.size >= keptTrees && oldest !== undefined) this.trees.delete(oldest);
    const read = this.pipe.ask(id, maxTreeBytes).then((object) => {
      if (object?.type !== 'tree' || !object.bytes) throw this.missing(id);
      return entriesOf(object.bytes, id.length / 2);
    });
    this.trees.set(id, read);
    read.catch(() => this.trees.delete(id));
    return read;
  }

  /** Resolves to the entry at a path below a folder; undefined where there is none. @param path with `/`, in UTF-8 */
  async entry(root: string, path: string): Promise<TreeEntry | undefined> {
    let at: TreeEntry = { mode: folderMode, id: root };
    for (const name of path.split('/')) {
      if (at.mode !== folderMode) return undefined;
      const next = (await this.tree(at.id)).get(name);
      if (!next) return undefined;
      at = next;
    }
    return at;
  }

  /** Resolves to the bytes of a file; undefined where it is too large to be read. */
  async blob(id: string): Promise<Uint8Array | undefined> {
    const object = await this.pipe.ask(id, maxFileBytes);
    if (object?.type !== 'blob') throw this.missing(id);
    return object.bytes;
  }

  /** The files below a folder, for patches. */
  files(root: string): BaseFiles {
    return { file: (path) => this.file(root, path) };
  }

  private async file(root: string, path: string): Promise<BaseFile | undefined> {
    const entry = await this.entry(root, path);
    if (!entry) return undefined;
    if (entry.mode === linkMode) return { refused: 'symlink' };
    if (entry.mode === submoduleMode) return { refused: 'submodule' };
    if (entry.mode === folderMode) return { refused: 'folder' };
    const bytes = await this.blob(entry.id);
    // Old repositories have modes that git no longer writes, as 100664.
    return bytes ? { mode: entry.mode === '100755' ? '100755' : '100644', bytes } : { refused: 'tooLarge' };
  }

  private missing(id: string): UserError {
    return new UserError(problem('code.gitFailed', { reason: `object ${id} is missing` }, this.repository));
  }
}

const [folderMode, linkMode, submoduleMode] = ['40000', '120000', '160000'];

/** A tree is a list of `<mode> <name>\0<id>`, the id in bytes. */
function entriesOf(bytes: Uint8Array, idLength: number): ReadonlyMap<string, TreeEntry> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, TreeEntry>();
  let at = 0;
  while (at < buffer.length) {
    const [blank, end] = [buffer.indexOf(32, at), buffer.indexOf(0, at)];
    if (blank < 0 || end < blank) break;
    entries.set(buffer.toString('utf8', blank + 1, end), {
      mode: buffer.toString('latin1', at, blank),
      id: buffer.toString('hex', end + 1, end + 1 + idLength),
    });
    at = end + 1 + idLength;
  }
  return entries;
}
