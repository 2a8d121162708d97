import * as vscode from 'vscode';
import { rubricActions } from '../../protocol/rubric';
import { contextKeys } from '../surface/contextKeys';
import type { DeskEditor } from '../desk/deskEditor';
import { registerKeyCommands } from '../surface/keyCommands';
import { RubricEditor, rubricViewType } from './rubricEditor';
import { rubricDocuments } from './rubricVersions';

/**
 * The editor of rubrics with its commands (src/host/commands has their default keys), and the context keys that enable
 * them.
 */
export function registerRubrics(context: vscode.ExtensionContext, desks: DeskEditor): vscode.Disposable[] {
  const editor = new RubricEditor(context, desks);
  return [
    // What is searched for, folded or makes no criterion yet is the page's own, and stays while another editor is in
    // front.
    vscode.window.registerCustomEditorProvider(rubricViewType, editor, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    ...rubricDocuments(),
    ...registerKeyCommands({
      ...Object.fromEntries(rubricActions.map((action) => [action, () => editor.active?.act(action)])),
      leaveRubricField: () => editor.active?.leaveField(),
    }),
    vscode.commands.registerCommand('tiebreak.editRubrics', (criterion: unknown) =>
      editor.open(typeof criterion === 'string' ? criterion : undefined),
    ),
    editor.onDidChange(tellState(editor)),
  ];
}

/** Tells VS Code what can be done in the editor in front. */
function tellState(editor: RubricEditor): () => void {
  const set = contextKeys();
  return () => {
    const { active } = editor;
    set('onRubrics', active?.keyboard === 'desk');
    // From a button of the form Escape leads back to the outline too.
    set('inRubricField', active?.keyboard === 'text' || active?.keyboard === 'over');
    set('canUndoRubrics', active?.canUndo ?? false);
    set('canRedoRubrics', active?.canRedo ?? false);
  };
}
