import * as vscode from 'vscode';
import { contextShown } from '../../core/desk/item/contextsOfItem';
import { othersHidden, visibleVersions } from '../../core/desk/drafts/visibleVersions';
import { letterIn, versionText } from '../../core/desk/drafts/versionText';
import type { ShownItem } from '../../core/desk/item/shownItem';
import type { Session } from '../../core/desk/session';
import type { Past } from '../../core/journal/replay';
import type { Annotation } from '../../core/model/annotation/annotation';
import type { NamedContext } from '../../core/model/study/taskSchema';
import { judgementSummary } from './judgementSummary';
import { sameJudgementKey } from '../../core/model/annotation/judgementKey';

const scheme = 'tiebreak-version';

interface Row extends vscode.QuickPickItem {
  readonly annotation: Annotation;
  readonly state: Past['state'];
}

/**
 * Shows every version of an item's judgements and resolves to the one that is to be brought back, or to `preview` where
 * one was opened to be read. Until the annotator has judged the item it shows theirs only: what others think must not
 * lead them.
 */
export async function askVersion(session: Session, shown: ShownItem): Promise<Annotation | 'preview' | undefined> {
  const { study } = session;
  const { item } = shown;
  const past = visibleVersions(session, shown);
  const named = study.project.task.contexts ?? [];
  const rows = await Promise.all(
    past.map(async (version) => rowOf(await study.journal.fetch(version.ref), version.state, shown, named)),
  );
  const picker = vscode.window.createQuickPick<Row>();
  picker.title = vscode.l10n.t('History of this item');
  picker.placeholder = placeholderFor(rows.length, othersHidden(session, shown));
  picker.matchOnDetail = true;
  picker.items = rows;
  return new Promise((resolve) => {
    picker.onDidTriggerItemButton(({ item: { annotation } }) => {
      resolve('preview');
      picker.hide();
      void vscode.commands.executeCommand('vscode.open', versionUri(annotation, shown), vscode.ViewColumn.Beside);
    });
    picker.onDidAccept(() => {
      const [picked] = picker.selectedItems;
      if (picked && picked.annotation.hash !== item.hash) {
        void vscode.window.showWarningMessage(
          vscode.l10n.t('The texts of this item were different when this version was saved, so it cannot be restored.'),
        );
        return;
      }
      // What is in force already need not be saved again.
      if (
        picked &&
        !(
          picked.state === 'in-force' &&
          picked.annotation.annotator === session.annotator &&
          sameJudgementKey(picked.annotation, { ...shown.judgementKey, turn: picked.annotation.turn })
        )
      )
        resolve(picked.annotation);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

/** @param hidden how many others have judged the item, which is shown later */
function placeholderFor(rows: number, hidden: number): string {
  const others =
    hidden === 0
      ? ''
      : hidden === 1
        ? vscode.l10n.t('Another annotator has judged this item. You can view that judgment after you judge the item.')
        : vscode.l10n.t(
            '{0} other annotators have judged this item. You can view their judgments after you judge the item.',
            hidden,
          );
  if (rows === 0) return others || vscode.l10n.t('This item has no judgments yet.');
  return [
    vscode.l10n.t(
      'Press Enter to restore a version and save it as yours. Response letters are the same as in your editor.',
    ),
    others,
  ]
    .filter((each) => each !== '')
    .join(' ');
}

/** Shows versions as JSON that cannot be edited, with the letters of the desk in place of ids. */
export function versionDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

function versionUri(annotation: Annotation, { responses }: ShownItem): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    path: `/${annotation.annotator} ${annotation.time}.json`.replace(/[:\\]/g, '-'),
    query: versionText(annotation, idsOf(responses)),
  });
}

function rowOf(
  annotation: Annotation,
  state: Past['state'],
  { item, responses }: ShownItem,
  named: readonly NamedContext[],
): Row {
  const states: Record<Past['state'], string> = {
    'in-force': vscode.l10n.t('active'),
    superseded: vscode.l10n.t('replaced by a later version'),
    'taken-back': vscode.l10n.t('undone'),
  };
  const under = annotation.context === undefined ? undefined : contextShown(annotation.context, named);
  const apart = [
    ...(annotation.turn === undefined ? [] : [vscode.l10n.t('only turn {0}', annotation.turn + 1)]),
    ...(under ? [vscode.l10n.t('context: {0}', under.name ?? under.text)] : []),
    ...(annotation.role === undefined ? [] : [vscode.l10n.t('by an adjudicator')]),
    ...(annotation.repeat === undefined ? [] : [vscode.l10n.t('repeated (for consistency)')]),
  ];
  // In a line of its own: beside what was judged it would be cut.
  const detail = [
    `${annotation.annotator}, ${new Date(annotation.time).toLocaleString()}`,
    states[state],
    ...apart,
    ...(annotation.hash === item.hash ? [] : [vscode.l10n.t('item had different texts')]),
  ].join(' · ');
  const icons: Record<Past['state'], string> = { 'in-force': 'check', superseded: 'history', 'taken-back': 'discard' };
  return {
    annotation,
    state,
    label: `$(${icons[state]}) ${judgementSummary(annotation.judgement, letterIn(idsOf(responses)))}`,
    detail,
    buttons: [{ iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Open the full version') }],
  };
}

const idsOf = (responses: ShownItem['responses']): string[] => responses.map(({ id }) => id);
