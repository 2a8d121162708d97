import * as vscode from 'vscode';
import { deskActions } from '../protocol/desk';
import type { DeskEditor } from './editor';

/** Commands that act on the desk in front, each with a default key in package.json, and the context keys that enable them. */
export function registerDeskCommands(editor: DeskEditor): vscode.Disposable[] {
  const ofTheirOwn = new Set<string>(['goTo', 'export', 'changeAnnotator', 'chooseFields']);
  const actions = deskActions.filter((action) => !ofTheirOwn.has(action)).map((action) => vscode.commands.registerCommand(`tiebreak.${action}`, () => editor.active?.act(action)));
  return [
    ...actions,
    vscode.commands.registerCommand('tiebreak.place', (value: unknown) => {
      if (typeof value === 'number' && Number.isInteger(value) && value > 0) editor.active?.place(value);
    }),
    vscode.commands.registerCommand('tiebreak.selectNext', () => editor.active?.selectBy(1)),
    vscode.commands.registerCommand('tiebreak.selectPrevious', () => editor.active?.selectBy(-1)),
    vscode.commands.registerCommand('tiebreak.leaveField', () => editor.active?.leaveField()),
    editor.onDidChange(contextKeys(editor)),
  ];
}

/** Tells VS Code what `when` and `enablement` ask for; only what changed, because each is a message to the window. */
function contextKeys(editor: DeskEditor): () => void {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean): void => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void vscode.commands.executeCommand('setContext', `tiebreak.${key}`, value);
  };
  return () => {
    const { active, study } = editor;
    set('studyOpen', study?.session !== undefined);
    set('onDesk', active?.keyboard === 'desk');
    set('typing', active?.keyboard === 'text');
    set('canSave', active?.canSave ?? false);
    set('canUndo', active?.canUndo ?? false);
    set('canRedo', active?.canRedo ?? false);
    const draft = active?.item?.draft;
    if (draft?.places.some((place) => place !== null)) set('ranked', true);
    if (draft?.critiques.some((text) => text !== '')) set('criticised', true);
  };
}
