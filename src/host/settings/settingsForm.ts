import * as l10n from '@vscode/l10n';
import { projectOptions } from '../../core/model/study/options/projectOptions';
import {
  settingGroups,
  type SettingControl,
  type SettingRow,
  type SettingTable,
} from '../../core/model/study/options/settingOption';
import type { SettingPath } from '../../core/model/study/settingPath';
import type { ColumnControl, FormColumn, FormControl, FormField, FormGroup, NamedValue } from '../../protocol/settings';

/** Returns the settings of a study as the view shows them, in the language of VS Code. */
export const settingsForm = (): readonly FormGroup[] => {
  const fields = fieldsOf(projectOptions, []);
  return Object.entries(settingGroups).map(([id, title]) => ({
    id,
    title: title(),
    fields: fields.filter(([group]) => group === id).map(([, field]) => field),
  }));
};

/** The fields of a table and of the objects in it, each with its group. */
const fieldsOf = (table: SettingTable, before: SettingPath): readonly (readonly [group: string, field: FormField])[] =>
  Object.entries(table).flatMap(([key, row]) => {
    const path = [...before, key];
    return [
      ...('about' in row || row.group === undefined ? [] : [[row.group, fieldOf(path, row)] as const]),
      ...(row.fields ? fieldsOf(row.fields, path) : []),
    ];
  });

type Formed = Exclude<SettingRow, { readonly about: string }>;

function fieldOf(path: SettingPath, { label, help, control }: Formed): FormField {
  const hint = control.kind === 'lines' ? control.hint : undefined;
  const about = [help, hint].flatMap((words) => (words ? [words()] : [])).join(' ');
  return { path, label: label(), help: about === '' ? null : about, control: formControl(control) };
}

function formControl(control: SettingControl): FormControl {
  if (control.kind !== 'rows') return columnControl(control);
  const { columns, addLabel, added } = control;
  return { kind: 'rows', columns: columnsOf(columns), addLabel: addLabel(), added };
}

const columnsOf = (table: SettingTable): readonly FormColumn[] =>
  Object.entries(table).flatMap(([key, row]) =>
    'about' in row || row.control.kind === 'rows'
      ? []
      : [{ key, label: row.label(), control: columnControl(row.control), isWide: row.isWide ?? false }],
  );

function columnControl(control: Exclude<SettingControl, { readonly kind: 'rows' }>): ColumnControl {
  if (control.kind === 'lines') return { kind: 'lines', example: control.example ?? '', as: control.as ?? null };
  if (control.kind !== 'choice') return control;
  const byDefault = control.values.filter(([value]) => value === control.default);
  const others = control.values.filter(([value]) => value !== control.default);
  return {
    kind: 'choice',
    values: [
      ...byDefault.map(([, meaning]): NamedValue => [null, l10n.t('{0} (default)', meaning())]),
      ...others.map(([value, meaning]): NamedValue => [value, meaning()]),
    ],
  };
}
