import { dirname, extname, join } from 'node:path';
import * as vscode from 'vscode';
import { lookUp } from '../core/journal/onDisk';
import { UserError } from '../core/model/problem';
import type { ChartFormat } from '../protocol/report';

/** Asks where a table or a chart goes, beside the project where nothing else is said, and writes it there. @param sources the dataset's files: nothing flows back into one */
export async function saveReport(project: vscode.Uri, name: string, format: ChartFormat, content: string | Uint8Array, sources: readonly string[]): Promise<void> {
  const names: Record<ChartFormat, string> = { csv: vscode.l10n.t('Table'), svg: vscode.l10n.t('Drawing'), png: vscode.l10n.t('Picture') };
  const defaultUri = vscode.Uri.file(join(dirname(project.fsPath), `${fileNameOf(name)}.${format}`));
  const target = await vscode.window.showSaveDialog({ defaultUri, filters: { [names[format]]: [format] } });
  if (!target) return;
  if (extname(target.path).toLowerCase() !== `.${format}`) throw new UserError(vscode.l10n.t('Name a file that ends in .{0}', format));
  const there = target.scheme === 'file' ? (await lookUp(target.fsPath))?.identity : undefined;
  for (const source of sources) if (there !== undefined && (await lookUp(source))?.identity === there) throw new UserError(vscode.l10n.t('{0} is a file of the dataset, which would be overwritten. Choose another file.', target.fsPath));
  await vscode.workspace.fs.writeFile(target, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  const open = vscode.l10n.t('Open');
  void vscode.window.showInformationMessage(vscode.l10n.t('Written to {0}', vscode.workspace.asRelativePath(target)), open).then(async (picked) => {
    if (picked === open) await vscode.commands.executeCommand('vscode.open', target);
  });
}

/** A name as that of a file: its letters and digits, of any script, with hyphens between. */
const fileNameOf = (name: string): string => name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '').slice(0, 60) || 'coverage';
