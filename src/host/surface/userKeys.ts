import { parse } from 'jsonc-parser';
import { platform } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { KeysState } from '../../protocol/protocol';
import { keysByCommand, type Keybinding, type PressedKey } from './keybindings';

const ownSchema = z.array(z.unknown());
const bindingSchema = z.object({
  command: z.string(),
  key: z.string(),
  when: z.string().optional(),
  args: z.unknown().optional(),
});

/** The keys of the extension's commands as a user has them, kept as the user's file of keybindings changes. */
export class UserKeys implements vscode.Disposable {
  private ownKeybindings: readonly Keybinding[] = [];
  private readonly changed = new vscode.EventEmitter<KeysState>();
  private readonly disposables: vscode.Disposable[] = [this.changed];
  /** Hears of other keys than before. */
  readonly onDidChange = this.changed.event;
  private reading: Promise<void>;
  /** Whether the user's file is where it can be read: it is not where the window is of another machine. */
  isCertain = true;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly file: vscode.Uri,
  ) {
    this.reading = this.read();
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), 'keybindings.json'),
    );
    const again = (): void => void (this.reading = this.read());
    // Not every file system tells of changes: who was at the keyboard shortcuts comes back by another tab.
    this.disposables.push(
      watcher,
      watcher.onDidChange(again),
      watcher.onDidCreate(again),
      watcher.onDidDelete(again),
      vscode.window.tabGroups.onDidChangeTabs(again),
    );
  }

  /**
   * All keys of each command by its name, those of them that are heard where `isMet` is true of their condition, and
   * those that the command has where the user changed none.
   */
  async all(
    isMet: (when: string) => boolean,
  ): Promise<Record<'keys' | 'heard' | 'defaults', Record<string, PressedKey[]>>> {
    await this.reading;
    return {
      keys: this.known(),
      heard: this.keysWith(this.ownKeybindings, isMet),
      defaults: this.keysWith([]),
    };
  }

  async keysState(): Promise<KeysState> {
    await this.reading;
    return this.toldNow();
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  private known(): Record<string, PressedKey[]> {
    return this.keysWith(this.ownKeybindings);
  }

  private keysWith(
    own: readonly Keybinding[],
    isMet: (when: string) => boolean = () => true,
  ): Record<string, PressedKey[]> {
    const { contributes } = this.extension.packageJSON as { contributes: { keybindings: Keybinding[] } };
    return keysByCommand(
      contributes.keybindings.filter(({ when = '' }) => isMet(when)),
      own.filter(({ command, when = '' }) => command.startsWith('-') || isMet(when)),
      platform() === 'darwin',
    );
  }

  private toldNow(): KeysState {
    const keys: Record<string, string> = {};
    const keysInText: Record<string, string> = {};
    const { contributes } = this.extension.packageJSON as {
      contributes: { commands: { command: string; title: string | { value: string } }[] };
    };
    const atFirst = this.keysWith([]);
    const spokenKeys = Object.fromEntries(
      contributes.commands.map(({ command, title }) => [
        command.replace('tiebreak.', ''),
        vscode.l10n.t('“{0}”', typeof title === 'string' ? title : title.value),
      ]),
    );
    for (const [name, all] of Object.entries(this.known())) {
      const [first] = all;
      // One of a row of numbers stands for all of them, as long as none of them was changed.
      if (all.some(({ argument }) => argument !== undefined) && !isDeepStrictEqual(all, atFirst[name])) continue;
      if (first) spokenKeys[name] = keys[name] = first.key;
      const inText = all.find(({ isInText }) => isInText);
      if (inText) keysInText[name] = inText.key;
    }
    return { keys, keysInText, spokenKeys };
  }

  private async read(): Promise<void> {
    const before = JSON.stringify(this.ownKeybindings);
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(this.file));
      const listed = ownSchema.safeParse(parse(text, [], { allowTrailingComma: true }));
      // What is no binding is none for VS Code either.
      this.ownKeybindings = (listed.data ?? []).flatMap((each) => bindingSchema.safeParse(each).data ?? []);
      this.isCertain = true;
    } catch {
      // Who changed no key has no such file.
      this.ownKeybindings = [];
      this.isCertain = vscode.env.remoteName === undefined;
    }
    if (JSON.stringify(this.ownKeybindings) !== before) this.changed.fire(this.toldNow());
  }
}

const kept = new WeakMap<vscode.ExtensionContext, UserKeys>();

/**
 * The keys that are printed in a window. The user's file lies beside the folder in which the extensions' own storage
 * is, also in a profile.
 */
export function userKeys(context: vscode.ExtensionContext): UserKeys {
  const known = kept.get(context);
  if (known) return known;
  const keys = new UserKeys(
    context.extension,
    vscode.Uri.joinPath(context.globalStorageUri, '..', '..', 'keybindings.json'),
  );
  context.subscriptions.push(keys);
  kept.set(context, keys);
  return keys;
}
