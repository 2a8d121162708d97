import * as l10n from '@vscode/l10n';
import type { MachineFigures, Severity } from '../quality';
import type { SectionId } from './todo';

/** What a section is called. */
export function sectionTitle(section: SectionId): string {
  const texts: Readonly<Record<SectionId, string>> = {
    agreement: l10n.t('Agreement'),
    annotators: l10n.t('Annotators'),
    noise: l10n.t('Label noise'),
    bias: l10n.t('Biases'),
    models: l10n.t('Models'),
    machines: l10n.t('Machine labels'),
    judgments: l10n.t('Kinds of judgments'),
    work: l10n.t('Work'),
    coverage: l10n.t('Coverage'),
  };
  return texts[section];
}

/** How much a finding matters. */
export function severityText(severity: Severity): string {
  return { high: l10n.t('Mend first'), medium: l10n.t('Look at'), low: l10n.t('Good to know') }[severity];
}

/** What annotators said something of. */
export function kindText(kind: string): string {
  if (kind.startsWith('rating ')) return l10n.t('rating: {0}', kind.slice('rating '.length));
  if (kind.startsWith('flag ')) return l10n.t('flag: {0}', kind.slice('flag '.length));
  const texts: Readonly<Record<string, string>> = {
    preferences: l10n.t('preferences'),
    strengths: l10n.t('strength of preferences'),
    rankings: l10n.t('rankings'),
    acceptable: l10n.t('acceptability'),
    verdicts: l10n.t('verdicts on criteria'),
    steps: l10n.t('steps'),
    runSteps: l10n.t('steps of runs'),
    runCategories: l10n.t('category of the same wrong step'),
    runFirstCategories: l10n.t('category of the first error'),
  };
  return texts[kind] ?? kind;
}

/** A category of a kind of value. */
export function categoryText(kind: string | null, value: number): string {
  if (kind === 'preferences')
    return value === 0 ? l10n.t('tie') : value > 0 ? l10n.t('first in the dataset') : l10n.t('second in the dataset');
  if (kind === 'acceptable') return value === 1 ? l10n.t('acceptable') : l10n.t('not acceptable');
  return String(value);
}

/** What the one of two responses has. */
export function biasText(of: string): string {
  const texts: Readonly<Record<string, string>> = {
    length: l10n.t('Longer response'),
    position: l10n.t('Response shown first'),
    first: l10n.t('First response in the dataset'),
    list: l10n.t('Response with a list'),
    heading: l10n.t('Response with headings'),
    bold: l10n.t('Response with bold text'),
    code: l10n.t('Response with a code block'),
    table: l10n.t('Response with a table'),
    emoji: l10n.t('Response with emoji'),
    apology: l10n.t('Response that apologizes'),
    refusal: l10n.t('Response that refuses'),
    flattery: l10n.t('Response that flatters'),
  };
  return texts[of] ?? of;
}

interface SliceOf {
  readonly by: string;
  readonly value: string | null;
}

/** A value of a field; all that are too rare to stand by themselves have none. */
export const sliceValueText = (value: string | null): string => value ?? l10n.t('(others)');
export const sliceText = ({ by, value }: SliceOf): string => `${by}: ${sliceValueText(value)}`;
/** Values of fields that some items have in common. */
export const fieldsText = (fields: readonly SliceOf[]): string => fields.map(sliceText).join(' × ');

/** Where label noise is known from. */
export function sourceText(from: 'overlap' | 'repeats' | 'controls'): string {
  const texts = {
    overlap: l10n.t('items that several judged'),
    repeats: l10n.t('repeated items'),
    controls: l10n.t('control items'),
  };
  return texts[from];
}

export const machineName = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>): string =>
  kind === 'verifier'
    ? l10n.t('{0} (results of the dataset)', name)
    : kind === 'source'
      ? l10n.t('{0} (labels of the source)', name)
      : name;

/** Some names, and how many more there are. */
export const names = (some: readonly string[], most = 5): string =>
  some.length > most ? l10n.t('{0} and {1} more', some.slice(0, most).join(', '), some.length - most) : some.join(', ');

/** Why there are no figures. */
export function whyText(why: string | undefined): string {
  switch (why) {
    case 'no-overlap':
      return l10n.t('Nobody judged the same.');
    case 'all-same':
      return l10n.t('All values are the same.');
    case 'no-models':
      return l10n.t('The dataset names no models.');
    case 'no-pairs':
      return l10n.t('Nobody compared responses of two models.');
    case 'hidden':
      return l10n.t('Models hidden');
    case 'no-machines':
      return l10n.t('No model judged, and no response has results of tests.');
    case 'no-people':
      return l10n.t('No person judged what models did.');
    case undefined:
    default:
      return '';
  }
}
