import * as l10n from '@vscode/l10n';
import type { Metric } from '../coverage';

/** Which of Krippendorff's alphas a figure is. */
export function metricText(metric: Metric): string {
  switch (metric) {
    case 'nominal':
      return l10n.t('nominal');
    case 'ordinal':
      return l10n.t('ordinal');
    case 'interval':
      return l10n.t('interval');
  }
}
