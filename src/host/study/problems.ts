import * as vscode from 'vscode';
import type { FileProblem } from '../../core/model/problems/problem';
import type { DeskEditor } from '../desk/deskEditor';

/** Puts what is wrong in the files of open studies into VS Code's Problems. */
export function problems(editor: DeskEditor): vscode.Disposable[] {
  const collection = vscode.languages.createDiagnosticCollection('tiebreak');
  let shown = '';
  const update = (): void => {
    const all = editor.studies.flatMap((document) => [
      ...(document.whyNotOpen ? [document.whyNotOpen] : []),
      ...document.datasetProblems,
      ...document.labelProblems,
      ...document.documentProblems.values(),
      ...(document.session?.study.problems ?? []),
    ]);
    const key = JSON.stringify(all);
    if (key === shown) return;
    shown = key;
    collection.clear();
    for (const file of new Set(all.map((problem) => problem.file)))
      collection.set(vscode.Uri.file(file), all.filter((problem) => problem.file === file).map(diagnosticOf));
  };
  return [collection, editor.onDidRest(update)];
}

function diagnosticOf({ severity, line, unit, message: text }: FileProblem): vscode.Diagnostic {
  // A table has no lines to go to.
  const row = unit ? 0 : (line ?? 1) - 1;
  const message = unit ? `${unit} ${line}: ${text}` : text;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(row, 0, row, Number.MAX_SAFE_INTEGER),
    message,
    severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Tiebreak';
  return diagnostic;
}
