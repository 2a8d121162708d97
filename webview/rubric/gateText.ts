import * as l10n from '@vscode/l10n';
import type { Criterion } from '../../src/core/model/rubric/criterion';
import { kindOfCriterion } from '../../src/core/model/rubric/criterionKind';
import { numberText } from './rubricTexts';

type Gated = Pick<Criterion, 'kind' | 'min' | 'max' | 'categories' | 'gate'>;

/**
 * Which answers fail the gate of a criterion, in words: those that are worth less than its threshold. Undefined where
 * no answer does, or the fields are not numbers yet.
 */
export function failingAnswersText(criterion: Gated): string | undefined {
  const { gate, min = 1, max = 5, categories = [] } = criterion;
  const threshold: unknown = gate?.threshold;
  if (typeof threshold !== 'number' || threshold <= 0 || threshold > 1) return undefined;
  switch (kindOfCriterion(criterion)) {
    case 'yes-no':
      return l10n.t('No');
    case 'scale':
      return typeof min === 'number' && typeof max === 'number' && max > min
        ? l10n.t('below {0}', numberText(min + threshold * (max - min)))
        : undefined;
    case 'category': {
      const names = categories.flatMap(({ name, value }) =>
        value !== undefined && value < threshold && name !== '' ? [name] : [],
      );
      return names.length === 0 ? undefined : names.join(', ');
    }
  }
}
