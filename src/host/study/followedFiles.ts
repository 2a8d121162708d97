import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { FollowedFile } from '../../core/study/followedFile';
import { FollowedFolder, folderOfAll } from '../../core/study/followedFolder';

/** More files than these are followed together: each watcher, and each look every few seconds, costs. */
const eachByItself = 64;

/** The files underneath a study, each of which is followed until it changes. */
export class FollowedFiles {
  private readonly followed = new Set<Pick<FollowedFile, 'look'>>();
  private readonly watchers: vscode.Disposable[] = [];

  /**
   * Calls back once when the file is another than now. VS Code's watcher tells at once where it works; reads, the
   * window's focus and a look now and then tell where not.
   */
  follow(path: string, onChange: () => void): Promise<void> {
    return this.followAll(
      () => Promise.resolve([path]),
      new vscode.RelativePattern(vscode.Uri.file(dirname(path)), basename(path)),
      onChange,
    );
  }

  /** The same for files together: those that `paths` gives, where `pattern` matches all that may be among them. */
  async followAll(
    paths: () => Promise<readonly string[]>,
    pattern: vscode.RelativePattern,
    onChange: () => void,
  ): Promise<void> {
    const file = await FollowedFile.all(paths, () => {
      this.followed.delete(file);
      onChange();
    });
    this.followed.add(file);
    const look = (): void => file.look();
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.watchers.push(file, watcher, watcher.onDidChange(look), watcher.onDidCreate(look), watcher.onDidDelete(look));
  }

  /** Follows the files of a dataset. @param onChange hears which is another than now, once */
  async followDataset(paths: readonly string[], onChange: (path: string) => void): Promise<void> {
    if (paths.length <= eachByItself) {
      for (const path of paths) await this.follow(path, () => onChange(path));
      return;
    }
    const files = new FollowedFolder(paths, onChange);
    this.followed.add(files);
    const sign = ({ fsPath }: vscode.Uri): void => files.sign(fsPath);
    const pattern = new vscode.RelativePattern(vscode.Uri.file(folderOfAll(paths)), '**/*');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.watchers.push(files, watcher, watcher.onDidChange(sign), watcher.onDidCreate(sign), watcher.onDidDelete(sign));
  }

  /** Looks whether one of them has changed. */
  look(): void {
    for (const file of this.followed) file.look();
  }

  /** Follows none of them any more. */
  clear(): void {
    for (const watcher of this.watchers.splice(0)) watcher.dispose();
    this.followed.clear();
  }
}
