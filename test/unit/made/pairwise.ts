import type { ExportFormat } from '../../../src/core/export/format';
import { fullConversations } from '../../../src/core/export/formats/pairs/fullConversations';
import { trlDpo } from '../../../src/core/export/formats/pairs/trlDpo';
import { trlDpoText } from '../../../src/core/export/formats/pairs/trlDpoText';
import type { PairwiseFormat } from '../../../src/core/export/builders/pairFormat';

/** The three widest formats, by name, with what writes one row. */
export const pairwise: Readonly<Record<string, ExportFormat & Pick<PairwiseFormat, 'row'>>> = {
  'trl-dpo': trlDpo,
  'trl-dpo-text': trlDpoText,
  'full-conversations': fullConversations,
};
