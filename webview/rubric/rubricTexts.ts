import * as l10n from '@vscode/l10n';
import type { CriterionKind } from '../../src/core/model/rubric/criterionKind';
import type { Scope } from '../../src/core/model/rubric/rubric';
import type { CriterionLine, RubricLine, VersionLine } from '../../src/core/model/rubric/rubricView';

/** The language that the strings are in, which need not be VS Code's: not every language has a bundle. */
const language = (): string => l10n.t({ message: 'en', comment: ['The language you translate into, as a BCP 47 tag'] });

export const numberText = (value: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 3 }).format(value);

/** How a criterion is answered. */
export function kindText(kind: CriterionKind): string {
  switch (kind) {
    case 'yes-no':
      return l10n.t('Yes or no');
    case 'scale':
      return l10n.t('Scale');
    case 'category':
      return l10n.t('Category');
  }
}

/** Which items a rubric is for. */
export function rubricScopeText(scope: Scope): string {
  switch (scope.kind) {
    case 'study':
      return l10n.t('the whole study');
    case 'item':
      return l10n.t('the item {0}', scope.item);
    case 'slice':
      return Object.entries(scope.fields)
        .map(([path, value]) => `${path} = ${value}`)
        .join(', ');
  }
}

export const criteriaCount = (count: number): string =>
  count === 1 ? l10n.t('one criterion') : l10n.t('{0} criteria', numberText(count));

/** What stands behind a rubric in the outline. */
export function rubricDescription({ gone, version, criteria }: RubricLine): string {
  return gone ? l10n.t('removed') : `${numberText(criteria.length)} · ${l10n.t('v{0}', version)}`;
}

/** What a screen reader says of a rubric beside that. */
export function rubricScreenReaderText(rubric: RubricLine): string {
  return [
    criteriaCount(rubric.criteria.length),
    l10n.t('for {0}', rubricScopeText(rubric.scope)),
    rubric.inUse ? l10n.t('used') : l10n.t('not used yet'),
  ].join(', ');
}

/** What stands behind a criterion in the outline. */
export function criterionDescription({ weight, gate }: CriterionLine): string {
  return [...(gate ? [l10n.t('gate')] : []), weight > 0 ? `+${numberText(weight)}` : numberText(weight)].join(' · ');
}

/** What became other with a version. */
export function changeText({ change, criteria }: VersionLine): string {
  if (!change) return criteriaCount(criteria);
  const { added, removed, changed, moved } = change;
  const parts = [
    ...(added > 0 ? [l10n.t('{0} added', added)] : []),
    ...(removed > 0 ? [l10n.t('{0} removed', removed)] : []),
    ...(changed > 0 ? [l10n.t('{0} changed', changed)] : []),
    ...(moved > 0 ? [l10n.t('{0} moved', moved)] : []),
  ];
  return parts.length === 0 ? l10n.t('no criteria changed') : parts.join(', ');
}

/** When a version was written, and by whom. */
export function writtenBy({ time, author }: VersionLine): string {
  const when =
    time === undefined
      ? undefined
      : new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  return [author, when].filter((part) => part !== undefined).join(', ');
}
