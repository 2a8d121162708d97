import * as l10n from '@vscode/l10n';
import type { ScaleName } from '../../../src/core/model/annotation/fields/scales';
import { percent } from './language';

interface ScaleTexts {
  readonly name: string;
  /** Its two ends. */
  readonly low: string;
  readonly high: string;
  /** The button of a level. */
  readonly level: (level: number, levels: number) => string;
  readonly said: (value: number) => string;
  readonly notSaid: string;
}

/** The words of each scale. */
export const scaleTexts = (): Readonly<Record<ScaleName, ScaleTexts>> => ({
  confidence: {
    name: l10n.t('Confidence'),
    low: l10n.t({ message: 'low', comment: ['The lower end of how sure one is'] }),
    high: l10n.t({ message: 'high', comment: ['The upper end of how sure one is'] }),
    level: (level, levels) => l10n.t('Confidence {0} of {1}', level, levels),
    said: (value) => l10n.t('Confidence {0}.', percent(value)),
    notSaid: l10n.t('Confidence not set.'),
  },
});
