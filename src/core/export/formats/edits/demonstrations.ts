import type { ExportFormat } from '../../format';
import { withoutMarkers } from '../../media/mediaMarkers';
import { trlPromptImages } from '../../media/trl';
import { nonPairRows } from '../../builders/nonPairRow';
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
  *rows(judged, { media }, file, notify) {
    for (const annotation of judged.annotations) {
      const written = annotation.judgement.demonstrations ?? [];
      if (written.length === 0) notify.drop('no-demonstration');
      for (const [n, { turns: said }] of written.entries()) {
        // Nothing tells where the files lie that somebody named in an answer.
        if (media !== 'none' && said.some((turn) => turn.media)) {
          notify.drop('media-in-response');
          continue;
        }
        const turns = said.map(withoutMarkers);
        const response = {
          id: `demonstration-${n + 1}`,
          text: turns.map(({ content }) => content).join('\n\n'),
          turns,
        };
        yield* nonPairRows(
          judged,
          {
            annotations: [annotation],
            responses: [response],
            value: conversationRow(judged.item, turns, file),
            named: { demonstration: n + 1 },
          },
          'messages',
          notify,
        );
      }
    }
  },
  rules: messageRules,
};
