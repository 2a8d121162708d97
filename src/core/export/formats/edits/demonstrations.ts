import type { ExportFormat } from '../../format';
import { trlPromptImages } from '../../media/trl';
import { nonPairRows } from '../../builders/nonPairRow';
import { writtenAnswersIn } from '../../derive/demonstrations';
import { conversationRow, messageRules, messageTrainers } from './bestOfN';

/** Answers that annotators wrote themselves, `{messages}`: a row for each, of which a prompt may have several. */
export const demonstrations: ExportFormat = {
  name: 'demonstrations',
  title: 'Answers that annotators wrote, for supervised fine-tuning',
  family: 'texts',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  takes: ['context', 'evidence', 'media'],
  trainers: messageTrainers,
  media: trlPromptImages,
  promptOnly: true,
  *rows(judged, options, file, notify) {
    for (const { annotation, number, response } of writtenAnswersIn(judged, options, notify))
      yield* nonPairRows(
        judged,
        {
          annotations: [annotation],
          responses: [response],
          value: conversationRow(judged.item, response.turns, file),
          named: { demonstration: number },
        },
        'messages',
        notify,
      );
  },
  rules: messageRules,
};
