import * as vscode from 'vscode';
import type { Mapping } from '../../core/dataset/fields/fieldMapping';
import { previewOf } from '../../core/dataset/items/preview';
import { wildcard } from '../../core/dataset/readers/json/innerRecords';
import { headOf } from '../../core/dataset/records/head';
import { UserError } from '../../core/model/problems/problem';
import { forLabel } from '../items/itemLabels';
import { titled, type FieldChooserState } from './fieldChooserState';
import { typedRow, type PathRow } from './pathRows';
import { suggestReading } from './suggestReading';

/** Asks in which array, or sheet, the records are, and reads them from there. */
export async function chooseRecords(state: FieldChooserState): Promise<void> {
  const items = state.head.recordsPaths.map((path): PathRow =>
    path === wildcard || path.includes(',')
      ? {
          label: vscode.l10n.t('All arrays of records'),
          ...(path !== wildcard && { description: forLabel(path.split(',').join(', ')) }),
          path,
          iconPath: new vscode.ThemeIcon('files'),
        }
      : { label: forLabel(path), path, iconPath: new vscode.ThemeIcon('json') },
  );
  const active = items[1];
  const [picked] =
    (await state.questions.ask({
      title: titled(state, vscode.l10n.t('which array contains the records?')),
      placeholder: vscode.l10n.t('Choose one, or type a path, for example data.rows'),
      items,
      active,
      typed: (text) => (items.some(({ path }) => path === text) ? undefined : typedRow(text)),
      hasBack: true,
    })) ?? [];
  if (picked?.path === undefined) return;
  try {
    const mapping: Mapping = { ...state.draft.mapping, records: picked.path };
    const head = await headOf(state.options.files, mapping, state.draft.layout);
    // Other records may have other fields: what was found out of the former holds where it reads these too.
    const reads =
      state.draft.layout && previewOf(head, { ...state.draft, layout: state.draft.layout, mapping }).items.length > 0;
    if (reads && !state.why) [state.head, state.draft] = [head, { ...state.draft, mapping }];
    else
      ({
        head: state.head,
        why: state.why,
        ...state.draft
      } = await suggestReading(state.options.files, { records: picked.path }));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    void vscode.window.showErrorMessage(error.message);
  }
}
