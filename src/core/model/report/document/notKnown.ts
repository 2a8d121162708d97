import * as l10n from '@vscode/l10n';
import { whole } from '../../text/numbers';
import type { CoverageFigures } from '../coverage';
import type { QualityReport } from '../quality';
import type { NotKnown } from './todo';

/** So many items judged by two tell alpha within about 0.15. */
const enoughItems = 40;

/** Says in one line what nobody can know before a second person judges, and how many items are enough. */
export function notKnownOf(quality: QualityReport | undefined, coverage: CoverageFigures | undefined): NotKnown | null {
  const unknown = [
    ...(quality && quality.work.judged > 0 && quality.agreement.rows.every(({ units }) => units === 0)
      ? [l10n.t('agreement')]
      : []),
    ...(quality &&
    quality.work.judged > 0 &&
    !quality.noise.overlap &&
    !quality.noise.repeats &&
    !quality.noise.controls
      ? [l10n.t('label noise')]
      : []),
    ...(coverage?.criteria.some(({ used }) => used > 0) &&
    coverage.criteria.every(({ agreement }) => agreement.units === 0)
      ? [l10n.t('agreement on criteria')]
      : []),
  ];
  const judged = quality?.work.judged ?? coverage?.study.items.judged ?? 0;
  const items = Math.min(enoughItems, judged);
  return unknown.length === 0
    ? null
    : {
        text:
          items === 1
            ? l10n.t('Not known yet: {0}. Let a second person judge the item.', unknown.join(', '))
            : l10n.t(
                'Not known yet: {0}. Let a second person judge {1} of the items.',
                unknown.join(', '),
                whole(items),
              ),
        act: { kind: 'planSecondAnnotator', items },
      };
}
