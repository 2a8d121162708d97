import * as vscode from 'vscode';
import { AnnotationDocuments } from './annotationDocuments';
import type { DeskEditor } from '../desk/deskEditor';
import { OrphansView } from './orphansView';

/** The list of annotations whose item changed or is gone, and what opens from it. */
export function registerOrphans(editor: DeskEditor): vscode.Disposable[] {
  const view = new OrphansView(editor);
  return [
    ...view.show(),
    new AnnotationDocuments(editor).register(),
    vscode.commands.registerCommand('tiebreak.showStrays', async () => {
      // What was just found is on its way to the list, which is hidden until then.
      await view.follow();
      await vscode.commands.executeCommand('tiebreak.strays.focus');
    }),
    vscode.commands.registerCommand('tiebreak.checkAgain', () => editor.study?.checkAgain()),
  ];
}
