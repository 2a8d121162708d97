import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdFolder, sweepTrees, type HeldFolder } from './treeLock';
import type { WrittenTree } from './writeTree';

interface Opened {
  readonly held: HeldFolder;
  readonly tree: WrittenTree;
}

/**
 * Trees that are opened in windows of their own. Each has a folder to itself, which stays when the desk, its panel or the
 * whole window that opened it is closed: `sweepTrees` removes it a day after its own window was there last.
 */
export class OpenedTrees {
  private readonly known = new Map<string, Promise<Opened>>();

  /** @param storage the folder for all trees */
  constructor(private readonly storage: string) {}

  /**
   * Resolves to a tree, written where none is known by this key or the one that was is gone. What somebody did to it
   * stays as it is.
   * @param key what the tree is of
   * @param name of the folder, neutral: `a`
   * @param write writes it into a folder that is not there yet
   */
  async tree(key: string, name: string, write: (folder: string) => Promise<WrittenTree>): Promise<WrittenTree> {
    const known = await this.known.get(key)?.catch(() => undefined);
    if (known && (await isThere(known))) return known.tree;
    const made = this.make(name, write);
    this.known.set(key, made);
    return (await made).tree;
  }

  private async make(name: string, write: (folder: string) => Promise<WrittenTree>): Promise<Opened> {
    // Trees of windows that are closed since would fill the disk in a long session.
    void sweepTrees(this.storage).catch(() => undefined);
    const held = await holdFolder(this.storage, 'opened');
    try {
      const tree = await write(join(held.folder, name));
      await held.touch();
      return { held, tree };
    } catch (error) {
      await held.release();
      throw error;
    }
  }
}

/** Whether a tree is there still; it stays for another day then. */
async function isThere({ held, tree }: Opened): Promise<boolean> {
  try {
    await held.touch();
    return (await lstat(tree.folder)).isDirectory();
  } catch {
    return false;
  }
}
