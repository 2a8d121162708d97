import * as z from 'zod';
import { turnsOf } from '../../../model/item/item';
import { listFormat, sidesOf } from '../../builders/listFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import type { Listed } from '../../derive/lists';
import { type SupportedMedia } from '../../media/mediaKinds';
import { contentsOf, markersCounted } from '../../media/rules';
import { promptMedia } from '../../sharedColumns';
import { namesForSwift, swiftFault, swiftMedia, swiftMessages, swiftTurn } from '../pairs/msSwift';

/** Those of the prompt go before each response (`swift/template/base.py _reranker_encode`). */
const mediaOfPrompt: SupportedMedia = { kinds: swiftMedia.kinds, addresses: ['web', 'record'], markers: 'row' };

/**
 * `{messages, positive_messages: [messages], negative_messages: [messages]}` (ms-swift
 * docs/source_en/BestPractices/Reranker.md): the responses that are right for the prompt, and those that are not. Of
 * each row at most MAX_POSITIVE_SAMPLES (1) and MAX_NEGATIVE_SAMPLES (7) are taken, from the first on, so the best come
 * first on the one side, and the best of the wrong on the other.
 */
export const msSwiftReranker = listFormat({
  name: 'ms-swift-reranker',
  title: 'Prompts with right and wrong responses, for rerankers',
  media: mediaOfPrompt,
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
  columns: {
    messages: { rule: swiftMessages, value: ({ item }) => item.prompt.flatMap(swiftTurn) },
    positive_messages: {
      rule: z.array(swiftMessages).min(1, 'is empty: the row makes no group'),
      value: (list) => sidesOf(list).good.map(turns),
    },
    negative_messages: {
      rule: z.array(swiftMessages).min(1, 'is empty: there is nothing to tell apart'),
      value: (list) => sidesOf(list).bad.map(turns),
    },
    ...promptMedia,
  },
  rules: {
    roles: namesForSwift,
    between: markersCounted(({ messages }) => contentsOf(messages)),
    silent: ({ positive_messages: good, negative_messages: bad }) =>
      (good as unknown[]).some((one) =>
        (bad as unknown[]).some((other) => JSON.stringify(one) === JSON.stringify(other)),
      )
        ? 'the same response is listed as right and as wrong'
        : undefined,
  },
});

const turns = ({ response }: Listed) => turnsOf(response).flatMap(swiftTurn);
