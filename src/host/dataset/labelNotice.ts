import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { importedAnnotator, nameForLabels } from '../../core/import/importedAnnotator';
import type { DeskQuestions } from '../desk/deskQuestions';
import type { LabelCounts } from '../../core/import/labelCounter';

/** By study: so many labels were offered in this window, or taken over. */
const offered = new Map<string, number>();

/**
 * Offers the labels that a dataset came with as judgements: once in a window, unless there are more since, and never
 * again where the person says so. Tells how many and by whom, not what they say.
 */
export class LabelNotice {
  private asked: string | undefined;

  constructor(
    private readonly study: vscode.Uri,
    private readonly memory: vscode.Memento,
    private readonly questions: Pick<DeskQuestions, 'ask' | 'withdraw'>,
  ) {}

  async offer(session: Session, found: LabelCounts): Promise<void> {
    const { waiting } = found;
    if (
      waiting <= (offered.get(this.key) ?? 0) ||
      this.memory.get<boolean>(this.key) === true ||
      !(await isWritable(dirname(this.study.fsPath)))
    )
      return;
    offered.set(this.key, waiting);
    const name = labelsAnnotator(session, found);
    const [file, whose] = [filesText(session), whoseText(name, found)];
    const message =
      waiting === 1
        ? vscode.l10n.t('1 label found in {0}. Import it as a judgment by {1}?', file, whose)
        : vscode.l10n.t(
            '{0} labels found in {1}. Import them as judgments by {2}?',
            waiting.toLocaleString(),
            file,
            whose,
          );
    const [take, later, never] = [
      vscode.l10n.t('Import'),
      vscode.l10n.t('Not Now'),
      vscode.l10n.t('Never for This Study'),
    ];
    this.asked = message;
    const picked = await this.questions.ask(message, [take, later, never]);
    if (picked === take) await vscode.commands.executeCommand('tiebreak.takeOverLabels', this.study, name);
    if (picked === never) await this.memory.update(this.key, true);
  }

  /** So many labels were taken over: a look that began before does not offer them, and an offer that waits is put away. */
  taken(labels: number): void {
    offered.set(this.key, labels);
    if (this.asked !== undefined) this.questions.withdraw(this.asked);
  }

  private get key(): string {
    return `labels:${this.study.toString()}`;
  }
}

/** In whose name the labels of a study's dataset are taken over where nobody names another. */
export function labelsAnnotator({ study, annotator }: Session, found: LabelCounts | undefined): string {
  return (
    found?.takenAs ??
    nameForLabels({ sources: study.sources, study: basename(study.file, '.tiebreak'), annotator, replay: study.replay })
  );
}

/** The dataset as a message names it. */
export function filesText({ study: { sources } }: Session): string {
  const first = inMessage(basename(sources[0] ?? ''));
  return sources.length > 1 ? vscode.l10n.t('{0} and {1} more', first, sources.length - 1) : first;
}

function whoseText(name: string, { names, moreNames, areSomeUnnamed }: LabelCounts): string {
  const listed = [
    ...(areSomeUnnamed ? [name] : []),
    ...names.map((annotator) => importedAnnotator(name, { annotator })),
  ]
    .map(quoted)
    .join(', ');
  return moreNames > 0 ? vscode.l10n.t('{0} and {1} more', listed, moreNames) : listed;
}

/** Somebody's name, in a notification. */
export const quoted = (name: string): string => vscode.l10n.t('“{0}”', inMessage(name));

/** A name that a file gives, in a notification, which would make a link of what stands in brackets. */
const inMessage = (name: string): string =>
  name
    .replaceAll(/[[\]\s]+/g, ' ')
    .trim()
    .slice(0, 60);

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
