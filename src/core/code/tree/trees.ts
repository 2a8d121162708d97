import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PatchedCodeFile } from '../patch/applyPatch';
import type { SourceFile } from './sourceFiles';
import { removeFolder } from './removeFolder';
import { treeFiles } from './treeFiles';
import { holdFolder, type HeldFolder } from './treeLock';
import { writeTree, type WriteOptions, type WrittenTree } from './writeTree';

/** What a tree is called on disk: nothing that tells which run it is of. */
const neutralName = /^[a-z][a-z0-9]{0,15}$/;

export interface TreesOptions {
  /** Whether the file system takes `a` and `A` for one; found out where it is not said. */
  readonly foldsCase?: boolean;
}

/**
 * The trees of one task, plain files on disk without `.git`: that of its base, and those that its responses leave. All
 * lie in one folder, which is gone with `close`, or at the next `sweepTrees` once this process ended.
 */
export class Trees {
  private readonly written = new Map<string, WrittenTree>();
  /** The last tree that was written elsewhere. */
  private elsewhere: WrittenTree | undefined;

  private constructor(
    private readonly held: HeldFolder,
    private readonly source: readonly SourceFile[],
    private readonly foldsCase: boolean,
  ) {}

  /**
   * @param storage folder for all trees, of which nothing else is in it
   * @param source the files of the base (`sourceFiles.ts`)
   */
  static async open(storage: string, source: readonly SourceFile[], options: TreesOptions = {}): Promise<Trees> {
    const held = await holdFolder(storage);
    try {
      return new Trees(held, source, options.foldsCase ?? (await foldsCase(held.folder)));
    } catch (error) {
      await held.release();
      throw error;
    }
  }

  /** Where the trees are, with whatever else is to be gone with them. */
  get folder(): string {
    return this.held.folder;
  }

  /** Resolves to the tree of the base, written the first time. */
  base(options: WriteOptions = {}): Promise<WrittenTree> {
    return this.tree('base', [], options);
  }

  /**
   * Resolves to the tree that patches leave, the later ones over the earlier ones; written the first time that its name
   * is asked for. What the base's tree or another one has in the same bytes is copied from there.
   * @param name neutral: `a`, `b`
   */
  async tree(
    name: string,
    patches: readonly (readonly PatchedCodeFile[])[],
    options: WriteOptions = {},
  ): Promise<WrittenTree> {
    const known = this.written.get(name);
    if (known) return known;
    if (!neutralName.test(name)) throw new Error(`a tree cannot be called ${name}`);
    const whole = await this.write(join(this.held.folder, name), patches, options);
    this.written.set(name, whole);
    return whole;
  }

  /**
   * Writes the tree that patches leave into a folder that is not there yet and is not held by these trees: it stays when
   * they are closed.
   */
  async writeTo(
    folder: string,
    patches: readonly (readonly PatchedCodeFile[])[],
    options: WriteOptions = {},
  ): Promise<WrittenTree> {
    this.elsewhere = await this.write(folder, patches, options);
    return this.elsewhere;
  }

  private async write(
    folder: string,
    patches: readonly (readonly PatchedCodeFile[])[],
    options: WriteOptions,
  ): Promise<WrittenTree> {
    const plan = treeFiles(this.source, patches, this.foldsCase);
    const earlier = this.written.get('base') ?? [...this.written.values()][0] ?? this.elsewhere;
    try {
      const tree = await writeTree(folder, plan.files, earlier, options);
      return { ...tree, notes: [...plan.notes, ...tree.notes] };
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  /** Removes a tree that is no longer needed. */
  async remove(name: string): Promise<void> {
    const tree = this.written.get(name);
    this.written.delete(name);
    if (tree) await removeFolder(tree.folder);
  }

  /** Removes all trees. */
  close(): Promise<void> {
    this.written.clear();
    return this.held.release();
  }
}

/** Finds out whether a file system takes `probe` and `PROBE` for one. */
async function foldsCase(folder: string): Promise<boolean> {
  const path = join(folder, 'probe');
  await writeFile(path, '');
  const isOne = await lstat(join(folder, 'PROBE')).then(
    () => true,
    () => false,
  );
  await rm(path, { force: true });
  return isOne;
}
