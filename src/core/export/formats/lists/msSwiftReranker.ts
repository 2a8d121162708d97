import * as z from 'zod';
import { turnsOf } from '../../../model/item/item';
import { listFormat, sidesOf } from '../../builders/listFormat';
import { mediaColumns } from '../../media/itemMedia';
import { type SupportedMedia } from '../../media/mediaKinds';
import { markersCounted, mediaColumnRules } from '../../media/rules';
import type { Listed } from '../../derive/lists';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { namesForSwift, swiftFault, swiftMedia, swiftMessages, swiftTurn } from '../pairs/msSwiftTurns';

/** Those of the prompt go before each response (`swift/template/base.py _reranker_encode`). */
const promptMedia: SupportedMedia = { kinds: swiftMedia.kinds, addresses: ['web', 'record'], markers: 'row' };

/**
 * `{messages, positive_messages: [messages], negative_messages: [messages]}` (ms-swift
 * docs/source_en/BestPractices/Reranker.md): the responses that are right for the prompt, and those that are not. Of
 * each row at most MAX_POSITIVE_SAMPLES (1) and MAX_NEGATIVE_SAMPLES (7) are taken, from the first on, so the best come
 * first on the one side, and the best of the wrong on the other.
 */
export const msSwiftReranker = listFormat({
  name: 'ms-swift-reranker',
  title: 'Prompts with right and wrong responses, for rerankers',
  shape: 'messages',
  media: promptMedia,
  files: ['jsonl'],
  trainers: [
    {
      name: 'ms-swift (reranker)',
      command: msSwiftWith(
        'MAX_POSITIVE_SAMPLES=1 MAX_NEGATIVE_SAMPLES=7 swift sft --task_type generative_reranker --loss_type listwise_reranker',
      ),
    },
  ],
  sides: true,
  refuses: ({ item }) => swiftFault(item),
  row(list, file) {
    const { good, bad } = sidesOf(list);
    const turns = ({ response }: Listed): unknown => turnsOf(response).flatMap(swiftTurn);
    return {
      messages: list.item.prompt.flatMap(swiftTurn),
      positive_messages: good.map(turns),
      negative_messages: bad.map(turns),
      ...mediaColumns(list.item.prompt, file.media),
    };
  },
  rules: {
    roles: namesForSwift,
    row: z
      .strictObject({
        messages: swiftMessages,
        positive_messages: z.array(swiftMessages).min(1, 'is empty: the row makes no group'),
        negative_messages: z.array(swiftMessages).min(1, 'is empty: there is nothing to tell apart'),
        ...mediaColumnRules,
      })
      .check(markersCounted(({ messages }) => messages.map(({ content }) => content))),
    silent: ({ positive_messages: good, negative_messages: bad }) =>
      (good as unknown[]).some((one) =>
        (bad as unknown[]).some((other) => JSON.stringify(one) === JSON.stringify(other)),
      )
        ? 'the same response is listed as right and as wrong'
        : undefined,
  },
});
