import type { FileContext } from '../../../src/core/export/format';
import { fullConversations } from '../../../src/core/export/formats/pairs/fullConversations';
import { trlDpo, trlDpoText } from '../../../src/core/export/formats/pairs/trl';
import type { Pair } from '../../../src/core/export/derive/pairs';

/** The three widest formats, by name, with what writes one row. */
export const pairwise: Readonly<Record<string, typeof trlDpo>> = {
  'trl-dpo': trlDpo,
  'trl-dpo-text': trlDpoText,
  'full-conversations': fullConversations,
};

/** The row of a pair that carries no numbers. */
export const rowOfPair = (format: typeof trlDpo, pair: Pair, file: FileContext = { tools: false }): unknown =>
  format.row(pair, { file, options: { format }, all: [pair], extra: {} });
