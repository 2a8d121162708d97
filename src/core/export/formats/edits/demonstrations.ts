import { rowFormat } from '../../builders/rowFormat';
import { writtenAnswersIn } from '../../derive/demonstrations';
import { trlPromptImages } from '../../media/trl';
import { conversationColumns, conversationRules, messageTrainers } from './bestOfN';

/** Answers that annotators wrote themselves, `{messages}`: a row for each, of which a prompt may have several. */
export const demonstrations = rowFormat({
  name: 'demonstrations',
  title: 'Answers that annotators wrote, for supervised fine-tuning',
  family: 'texts',
  trainers: messageTrainers,
  media: trlPromptImages,
  promptOnly: true,
  find: writtenAnswersIn,
  columns: conversationColumns,
  rules: conversationRules,
});
