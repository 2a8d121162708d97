import * as vscode from 'vscode';
import { itemStatuses, type ItemStatus } from '../../core/desk/item/itemStatus';
import type { DeskRule } from '../../core/model/desk/deskRules';
import { partName, statusName } from '../items/itemLabels';
import { askRuleMark, ruleText } from './ruleFilter';
import type { StudyQuery } from './studyQuery';
import type { Questions } from '../surface/questions';

interface Choice extends vscode.QuickPickItem {
  readonly status?: ItemStatus;
  readonly more?: 'labelled' | 'flag' | 'rule' | 'field' | 'metadata';
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * Asks which items are searched, where the study has `rules` also by its marks; undefined where the person thought
 * better of it.
 */
export async function askFilters(
  questions: Questions,
  query: StudyQuery,
  rules: readonly DeskRule[],
): Promise<StudyQuery | undefined> {
  const field = query.fields[0];
  const choices: Choice[] = [
    { label: vscode.l10n.t('Your annotation status'), kind: vscode.QuickPickItemKind.Separator },
    ...itemStatuses.map((status): Choice => ({
      label: capital(statusName(status)),
      status,
      picked: query.statuses.includes(status),
    })),
    { label: vscode.l10n.t('Labels, flags and metadata'), kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Label from the dataset'), more: 'labelled', picked: query.labelled },
    {
      label: vscode.l10n.t('Your flag…'),
      more: 'flag',
      picked: query.flag !== undefined,
      ...(query.flag && { description: query.flag }),
    },
    ...(rules.length > 0
      ? [
          {
            label: vscode.l10n.t('Your rule mark…'),
            more: 'rule' as const,
            picked: query.rule !== undefined,
            ...(query.rule && { description: ruleText(query.rule) }),
          },
        ]
      : []),
    {
      label: vscode.l10n.t('Metadata value…'),
      more: 'field',
      picked: field !== undefined,
      ...(field && { description: `${field.path} = ${field.value}` }),
    },
    { label: vscode.l10n.t('Where to search'), kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Also search in metadata'), more: 'metadata', picked: query.metadata },
  ];
  const picked = await questions.pickMany(choices, {
    title: vscode.l10n.t('Filter items by…'),
    placeHolder: vscode.l10n.t(
      'Press Space to select, Enter to confirm. If nothing is selected, items are not filtered.',
    ),
  });
  if (!picked) return undefined;
  const has = (more: Choice['more']): boolean => picked.some((choice) => choice.more === more);
  const flag = has('flag') ? await askFlag(questions, query.flag ?? '') : undefined;
  const rule = has('rule') ? await askRuleMark(questions, rules) : undefined;
  const fields = has('field') ? await askField(questions, field) : [];
  return {
    ...query,
    statuses: picked.flatMap(({ status }) => (status ? [status] : [])),
    labelled: has('labelled'),
    metadata: has('metadata'),
    flag,
    fields,
    rule,
  };
}

async function askFlag(questions: Questions, value: string): Promise<string | undefined> {
  const flag = await questions.input({
    title: vscode.l10n.t('Flag'),
    value,
    prompt: vscode.l10n.t('Name of the flag. Leave empty for any flag'),
  });
  return flag?.trim();
}

async function askField(
  questions: Questions,
  before: StudyQuery['fields'][number] | undefined,
): Promise<StudyQuery['fields']> {
  const text = await questions.input({
    title: vscode.l10n.t('Metadata value'),
    value: before ? `${before.path} = ${before.value}` : '',
    prompt: vscode.l10n.t('Enter a metadata path and the complete value, for example: source = wiki, or tags.0 = hard'),
    validateInput: (value) =>
      value.trim() === '' || fieldOf(value) ? undefined : vscode.l10n.t('Enter a field, an equals sign and a value.'),
  });
  const field = fieldOf(text ?? '');
  return field ? [field] : [];
}

function fieldOf(text: string): StudyQuery['fields'][number] | undefined {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(at, 0)).trim();
  return path === '' ? undefined : { path, value: text.slice(at + 1).trim() };
}

/** A query in a few words. */
export const queryText = (query: StudyQuery): string =>
  [...(query.text === '' ? [] : [`“${query.text}”`]), ...filtersText(query)].join(' · ');

/** The conditions and options of a query in a few words, without its text. */
export function filtersText({
  regex,
  matchCase,
  wholeWord,
  metadata,
  labelled,
  fields,
  statuses,
  flag,
  rule,
}: StudyQuery): string[] {
  return [
    ...(matchCase ? [vscode.l10n.t('match case')] : []),
    ...(wholeWord ? [vscode.l10n.t('whole word')] : []),
    ...(regex ? [vscode.l10n.t('regular expression')] : []),
    ...(metadata ? [vscode.l10n.t('including {0}', partName('metadata'))] : []),
    ...(statuses.length > 0 ? [statuses.map(statusName).join(vscode.l10n.t(' or '))] : []),
    ...(labelled ? [vscode.l10n.t('labeled')] : []),
    ...(flag === undefined ? [] : [flag === '' ? vscode.l10n.t('flagged') : vscode.l10n.t('flag: {0}', flag)]),
    ...(rule ? [ruleText(rule)] : []),
    ...fields.map(({ path, value }) => `${path} = ${value}`),
  ];
}
