import { labelFormat } from '../../builders/labelFormat';
import { trainAndEval, trl } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { partsCounted } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import { besideLists, goodLabel, promptImages, toolsColumn, visionAnswer, visionPrompt } from '../../sharedColumns';
import { numberLabel, trlLabel } from './ktoRules';

/**
 * `{prompt: messages, completion: messages, label: boolean}` (trl `docs/source/dataset_formats.md`, unpaired
 * preference; `trainer/kto_trainer.py:1005-1140`, the labels summed at `:1115`).
 */
export const trlKto = labelFormat({
  name: 'trl-kto',
  title: 'Conversational completions, each labeled good or bad',
  trainers: [
    { name: 'TRL (KTO)', command: trl('kto') },
    { name: 'Unsloth', command: trainAndEval },
  ],
  media: trlPromptImages,
  columns: {
    prompt: visionPrompt(besideLists),
    completion: visionAnswer,
    label: goodLabel(trlLabel),
    ...toolsColumn,
    ...promptImages,
  },
  rules: { between: partsCounted(({ prompt }) => prompt), silent: numberLabel, across: sameColumns },
});
