import * as vscode from 'vscode';
import { ownValue } from '../../core/model/text/ownValue';

/** Names that writers give to languages, where VS Code has another one. */
const aliases: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  sh: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  console: 'shellscript',
  'c++': 'cpp',
  cc: 'cpp',
  h: 'c',
  hpp: 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  'f#': 'fsharp',
  fs: 'fsharp',
  docker: 'dockerfile',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascriptreact',
  ts: 'typescript',
  tsx: 'typescriptreact',
  kt: 'kotlin',
  md: 'markdown',
  make: 'makefile',
  objc: 'objective-c',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  tex: 'latex',
  yml: 'yaml',
};

/** Opens a block of code beside the desk, as a document without a name. */
export async function openCode(content: string, written: string): Promise<void> {
  const name = written.toLowerCase();
  const wish = ownValue(aliases, name) ?? name;
  const language = (await vscode.languages.getLanguages()).includes(wish) ? wish : 'plaintext';
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language }), {
    viewColumn: vscode.ViewColumn.Beside,
  });
}
