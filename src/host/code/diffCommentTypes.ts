import * as vscode from 'vscode';
import { defaultDiffTypes, type DraftDiffComment } from '../../core/model/annotation/diffComments';
import { severities } from '../../core/model/annotation/judgementValues';
import { leafNames, typeNamed, type SpanType } from '../../core/model/annotation/taxonomy';
import type { Questions } from '../surface/questions';

interface Row<T> extends vscode.QuickPickItem {
  readonly gives: T;
}

type Said = Pick<DraftDiffComment, 'type' | 'severity'>;

/** Asks what a comment is about, and how bad that is; undefined where nothing is said. */
export async function askTypeAndSeverity(
  questions: Questions,
  spans: readonly SpanType[] | undefined,
  now: Said,
): Promise<Said | undefined> {
  const title = (step: number): string => vscode.l10n.t('Comment on code ({0}/2)', step);
  const type = await questions.pick(typeRows(typesOf(spans), now.type), {
    title: title(1),
    placeHolder: vscode.l10n.t('What is the comment about?'),
  });
  if (!type) return undefined;
  const severity = await questions.pick(severityRows(now.severity), {
    title: title(2),
    placeHolder: vscode.l10n.t('How bad is it?'),
  });
  const level = severity ? severity.gives : now.severity;
  return { ...(type.gives !== undefined && { type: type.gives }), ...(level !== undefined && { severity: level }) };
}

/** The types of the study for marked passages, where it names some. */
function typesOf(spans: readonly SpanType[] = []): readonly string[] {
  const own = leafNames(spans).filter((name) => typeNamed(spans, name)?.of !== 'missing');
  return own.length > 0 ? own : defaultDiffTypes;
}

const current = (is: boolean): { readonly description?: string } =>
  is ? { description: vscode.l10n.t('Current choice') } : {};

function typeRows(types: readonly string[], now: string | undefined): Row<string | undefined>[] {
  // One that was chosen before the study had others stays a choice.
  const all = now === undefined || types.includes(now) ? types : [...types, now];
  return [
    ...all.map((type) => ({ label: typeName(type), ...current(type === now), gives: type })),
    { label: vscode.l10n.t('Not said'), gives: undefined },
  ];
}

function severityRows(now: number | undefined): Row<number | undefined>[] {
  return [
    ...Array.from({ length: severities }, (_, at) => ({
      label: severityName(at + 1),
      ...current(at + 1 === now),
      gives: at + 1,
    })),
    { label: vscode.l10n.t('Not said'), gives: undefined },
  ];
}

/** Words a type; one of the study is as the study says it. */
export function typeName(type: string): string {
  const names: Readonly<Record<(typeof defaultDiffTypes)[number], string>> = {
    correctness: vscode.l10n.t('correctness'),
    security: vscode.l10n.t('security'),
    performance: vscode.l10n.t('performance'),
    style: vscode.l10n.t('style'),
    tests: vscode.l10n.t('tests'),
    other: vscode.l10n.t('other'),
  };
  return Object.hasOwn(names, type) ? names[type as keyof typeof names] : type;
}

/** Words how bad something is. */
export function severityName(severity: number): string {
  const names = [vscode.l10n.t('minor'), vscode.l10n.t('major'), vscode.l10n.t('critical')];
  return names[severity - 1] ?? vscode.l10n.t('severity {0}', severity);
}
