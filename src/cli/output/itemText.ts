import * as l10n from '@vscode/l10n';
import type { Annotation } from '../../core/model/annotation/annotation';

/** What is wrong with the annotation of an item. */
export const itemText = (
  item: string,
  { annotator, time }: Pick<Annotation, 'annotator' | 'time'>,
  fault: string,
): string => l10n.t('item {0} (judged by {1} on {2}): {3}', JSON.stringify(item), annotator, time.slice(0, 10), fault);
