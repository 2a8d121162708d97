import * as vscode from 'vscode';
import { versionInForce, type Rubric, type Rubrics } from '../../core/model/rubric/rubric';
import { rubricText, versionBefore } from '../../core/rubric/rubricText';
import { rubricNamed } from '../../core/rubric/versions';
import type { RubricSelection } from './rubricSelection';

const scheme = 'tiebreak-rubric';
/** Texts that diff editors show, by the address of their document. */
const documents = new Map<string, string>();
let serial = 0;

/** Lets VS Code's diff editor read versions of rubrics. */
export function rubricDocuments(): vscode.Disposable[] {
  return [
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => documents.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void documents.delete(uri.toString())),
  ];
}

/**
 * Opens what became other from one version of a rubric to another in VS Code's diff editor. Rejects with `UserError`
 * where there is no such rubric.
 */
export async function openDifference(rubrics: Rubrics, id: string, from: number, to: number): Promise<void> {
  const rubric = rubricNamed(rubrics, id);
  const [before, after] = await Promise.all(
    [from, to].map(async (version) => {
      const name = vscode.l10n.t('{0}, version {1}', rubric.title, version).replace(/[\\/]/g, '_');
      const uri = vscode.Uri.from({ scheme, path: `/${name}.yaml`, query: String(++serial) });
      documents.set(uri.toString(), await rubricText(rubric, version));
      return uri;
    }),
  );
  await vscode.commands.executeCommand(
    'vscode.diff',
    before,
    after,
    vscode.l10n.t('{0}: version {1} ↔ {2}', rubric.title, from, to),
  );
}

/** Asks for two versions of a rubric, where there are more than two, and opens their difference. */
export async function compareVersions(selection: RubricSelection, rubric: Rubric): Promise<void> {
  const { version: last } = versionInForce(rubric);
  const before = versionBefore(rubric, last);
  if (before === undefined) {
    selection.announce(
      vscode.l10n.t(
        'This rubric has only one version. A change creates a new version if somebody has already judged with this one.',
      ),
    );
    return;
  }
  if (rubric.versions.length === 2) return openDifference(selection.rubrics, rubric.id, before, last);
  const numbers = rubric.versions.map(({ version }) => version).sort((a, b) => b - a);
  const rows = numbers.flatMap((version) => {
    const earlier = versionBefore(rubric, version);
    const of = vscode.l10n.t('changes in version {0}', version);
    const toLast = vscode.l10n.t('all changes since then');
    return [
      ...(earlier === undefined
        ? []
        : [{ label: `${earlier} ↔ ${version}`, description: of, from: earlier, to: version }]),
      ...(version < before ? [{ label: `${version} ↔ ${last}`, description: toLast, from: version, to: last }] : []),
    ];
  });
  const picked = await selection.ask(() =>
    vscode.window.showQuickPick(rows, {
      title: vscode.l10n.t('Versions of {0}', rubric.title),
      placeHolder: vscode.l10n.t('Select the versions to compare'),
    }),
  );
  if (picked) await openDifference(selection.rubrics, rubric.id, picked.from, picked.to);
}
