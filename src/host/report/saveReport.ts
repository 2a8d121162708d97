import { dirname, extname, join } from 'node:path';
import * as vscode from 'vscode';
import { folderName } from '../../core/export/recipes';
import { UserError } from '../../core/model/problems/problem';
import { TableOfCells } from '../../core/quality/coverage/cellTable';
import { matrixAsCsv, rulesAsCsv, spansAsCsv } from '../../core/quality/coverage/serializedCoverage';
import { isOneOf } from '../../core/study/sourceGuard';
import { chartFormats, type ChartFormat, type ReportViewState } from '../../protocol/report';
import type { CoverageTaskResult } from '../worker/coverageWorker';

/**
 * Asks where a table or a chart goes, beside the project where nothing else is said, and writes it there.
 * @param sources the dataset's files: nothing flows back into one
 */
export async function saveReport(
  project: vscode.Uri,
  name: string,
  format: ChartFormat | 'html',
  content: string | Uint8Array,
  sources: readonly string[],
): Promise<void> {
  const names: Record<ChartFormat | 'html', string> = {
    html: vscode.l10n.t('Web page'),
    csv: vscode.l10n.t('CSV table'),
    svg: vscode.l10n.t('SVG image'),
    png: vscode.l10n.t('PNG image'),
  };
  const defaultUri = vscode.Uri.file(join(dirname(project.fsPath), `${folderName(name, 'coverage')}.${format}`));
  const target = await vscode.window.showSaveDialog({ defaultUri, filters: { [names[format]]: [format] } });
  if (!target) return;
  if (extname(target.path).toLowerCase() !== `.${format}`)
    throw new UserError(vscode.l10n.t('Not saved: the file name must end in .{0}', format));
  if (target.scheme === 'file' && (await isOneOf(target.fsPath, sources)))
    throw new UserError(
      vscode.l10n.t(
        'Not saved: {0} is a file of the dataset and would be overwritten. Choose another file.',
        target.fsPath,
      ),
    );
  await vscode.workspace.fs.writeFile(
    target,
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  );
  const open = vscode.l10n.t('Open');
  void vscode.window
    .showInformationMessage(vscode.l10n.t('Saved to {0}', vscode.workspace.asRelativePath(target)), open)
    .then(async (picked) => {
      if (picked === open) await vscode.commands.executeCommand('vscode.open', target);
    });
}

/** The table of a tab: of types of spans, of rules, or else of criteria by slices. */
export function tableAsCsv(
  { criteria, slices, cells, spans, rules }: CoverageTaskResult,
  tab: ReportViewState['tab'],
): string {
  const lines =
    tab === 'spans'
      ? spansAsCsv({ slices, spans })
      : tab === 'rules'
        ? rulesAsCsv(rules)
        : matrixAsCsv({ criteria, slices, matrix: new TableOfCells(cells) });
  return [...lines, ''].join('\n');
}

/** Asks how a chart is saved. */
export async function askChartFormat(): Promise<ChartFormat | undefined> {
  const texts: Record<ChartFormat, string> = {
    svg: vscode.l10n.t('Vector image, for papers and slides'),
    png: vscode.l10n.t('Bitmap image'),
    csv: vscode.l10n.t('Values of the chart'),
  };
  const picked = await vscode.window.showQuickPick(
    chartFormats.map((format) => ({ label: format.toUpperCase(), description: texts[format], format })),
    { title: vscode.l10n.t('Save chart') },
  );
  return picked?.format;
}
