import * as l10n from '@vscode/l10n';
import type {
  ExportSetting,
  ExportState,
  FormatChoice,
  FormControl,
  FormField,
  FormGroup,
  NamedValue,
} from '../../src/protocol/export';

/** The format that is chosen, one of Tiebreak's or of the study's own. */
export const chosenFormat = (
  { formats }: Pick<ExportSetting, 'formats'>,
  { texts, own }: Pick<ExportState, 'texts' | 'own'>,
): FormatChoice | undefined => [...formats, ...own.formats].find(({ name }) => name === texts.format);

/** The groups with the options that the format takes, and with what there is to choose for each. */
export const shownGroups = (
  { form }: ExportSetting,
  now: Pick<ExportState, 'texts' | 'known'>,
  format: FormatChoice,
): readonly FormGroup[] =>
  form
    .map((group) => ({
      ...group,
      fields: group.fields
        .filter(
          ({ field, needs, byFormat }) =>
            (!byFormat || format.takes.includes(field)) && (needs === null || (now.texts[needs] ?? '').trim() !== ''),
        )
        .map((field) => ({ ...field, control: offered(field, now, format) }))
        // Nobody chooses among one thing: a file where there is one kind, a criterion where nothing was preferred by one.
        .filter(({ control }) => control.kind !== 'choice' || control.values.length > 0),
    }))
    .filter(({ fields }) => fields.length > 0);

/** What there is to choose, and what holds where nothing is chosen. */
function offered(
  { field, control }: FormField,
  { texts, known }: Pick<ExportState, 'texts' | 'known'>,
  { takes, files, defaults }: FormatChoice,
): FormControl {
  const text = texts[field] ?? '';
  const own = defaults[field];
  if (control.kind === 'text') return own === undefined ? control : { ...control, example: own };
  if (control.kind === 'check') return control;
  const names = control.known === null ? [] : known[control.known];
  if (control.kind === 'some') return { ...control, values: [...control.values, ...names.map(same)] };
  if (control.known !== null)
    return {
      ...control,
      values: [...new Set([...names, ...(text === '' ? [] : [text])])].map((name) => [
        name,
        l10n.t('Criterion: {0}', name),
      ]),
    };
  if (field === 'file') {
    const [first, ...others] = files.flatMap((file) => control.values.filter(([value]) => value === file));
    return { ...control, values: others, unset: first?.[1] ?? '' };
  }
  const chosenByFormat = control.values.find(([value]) => value === own);
  // Rows must have a place for soft labels.
  const isOffered = ([value]: NamedValue): boolean =>
    field !== 'noise' || value !== 'smooth' || text === 'smooth' || takes.includes('softLabel');
  return {
    ...control,
    values: control.values.filter(isOffered),
    unset: chosenByFormat ? l10n.t('{0} (default)', chosenByFormat[1]) : control.unset,
  };
}

const same = (name: string): NamedValue => [name, name];

/** What formats of a family are for. */
export function familyName(family: string): string {
  const names: Readonly<Record<string, string>> = {
    pairs: l10n.t('Pairs (DPO and similar)'),
    reward: l10n.t('Reward models'),
    labels: l10n.t('Good/bad labels (KTO)'),
    lists: l10n.t('Lists'),
    steps: l10n.t('Steps'),
    rubrics: l10n.t('Rubrics'),
    attributes: l10n.t('Attributes'),
    judges: l10n.t('Judges and critiques'),
    texts: l10n.t('Supervised fine-tuning (SFT)'),
    spans: l10n.t('Spans'),
    votes: l10n.t('Votes'),
    tables: l10n.t('Judgment tables'),
  };
  return names[family] ?? family;
}
