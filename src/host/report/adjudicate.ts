import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { assignmentOf } from '../../core/model/study/assignment';
import type { JudgedAs } from '../items/itemOrder';
import type { StudyDocument } from '../study/studyDocument';
import type { DeskEditor } from '../desk/deskEditor';
import { scanWithProgress } from '../items/itemScans';
import { openQueue } from '../items/queueItems';
import { openStudyFirst } from '../study/openStudyFirst';
import { qualityItemsInWorker } from '../worker/hostWorkers';
import { studyInputOf } from '../worker/studyInput';

/**
 * "Adjudicate Disagreements": looks for the items on which annotators disagree and that nobody has settled, and opens
 * them at the desk, where each is judged as an adjudicator, beside what annotators judged.
 */
export async function adjudicate(editor: DeskEditor): Promise<void> {
  const document = editor.study;
  const session = document?.session;
  if (!session) {
    void openStudyFirst();
    return;
  }
  if (assignmentOf(session.study.project)?.annotators.includes(session.annotator) && !(await isMeant())) return;
  const ordinals = await scanWithProgress(
    vscode.l10n.t('Looking for disagreements'),
    new AbortController().signal,
    (onFraction, signal) =>
      qualityItemsInWorker(
        {
          kind: 'qualityItems',
          ...studyInputOf(document, true),
          without: [],
          question: { of: 'unsettled' },
        },
        signal,
        onFraction,
      ),
  );
  if (!ordinals) return;
  if (ordinals.length > 0)
    await openQueue(editor, document.uri, ordinals, vscode.l10n.t('Disagreements to adjudicate'), {
      role: 'adjudicator',
    });
  else void vscode.window.showInformationMessage(vscode.l10n.t('No disagreement is left to adjudicate.'));
}

/**
 * As what somebody judges the items behind a figure who sees models and names: beside what others judged, so that it is no
 * vote; as an annotator where they are one of the plan's, or nobody else judged.
 */
export function judgedAsLead({ session }: StudyDocument, blind: boolean): JudgedAs {
  if (blind || !session) return {};
  const { study, annotator } = session;
  const isOfPlan = assignmentOf(study.project)?.annotators.includes(annotator) === true;
  return isOfPlan || !isJudgedByOthers(study, annotator) ? {} : { role: 'adjudicator', isNamed: true };
}

/** Whether another person judged anything here: labels that the source brought along are nobody's. */
function isJudgedByOthers({ replay }: Session['study'], annotator: string): boolean {
  for (const each of replay.everyCounted())
    if (each.annotator !== annotator && !each.imported && !each.byModel) return true;
  return false;
}

/** Asks whoever is to judge by themselves, as the plan says, whether they want to see what others judged. */
async function isMeant(): Promise<boolean> {
  const yes = vscode.l10n.t('Adjudicate');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('You are one of the annotators of this study.'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Adjudicators see what others judged. What you judge as an annotator after that is no longer independent.',
      ),
    },
    yes,
  );
  return answer === yes;
}
