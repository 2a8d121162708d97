import { labelFormat } from '../../builders/labelFormat';
import { axolotl, trainAndEval, trl } from '../../commands/fineTuningTools';
import { sameColumns, text } from '../../formatRules';
import { partsCounted } from '../../media/rules';
import { trlPromptImages } from '../../media/trl';
import {
  besideLists,
  completion,
  goodLabel,
  promptImages,
  promptTextOf,
  toolsColumn,
  visionAnswer,
  visionPrompt,
} from '../../sharedColumns';
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

/**
 * `{prompt, completion, label: boolean}`, text (trl `docs/source/dataset_formats.md`, unpaired preference, standard
 * format).
 */
export const trlKtoText = labelFormat({
  name: 'trl-kto-text',
  title: 'Plain-text completions, each labeled good or bad',
  shape: 'text',
  trainers: [
    { name: 'TRL (KTO, every version)', command: trl('kto') },
    { name: 'Unsloth', command: trainAndEval },
    {
      name: 'axolotl (user_defined)',
      command: axolotl(
        [
          'type:',
          '  field_prompt: prompt',
          '  field_completion: completion',
          '  field_label: label',
          '  prompt_format: "{prompt}"',
          '  completion_format: "{completion}"',
        ],
        ['rl: kto'],
      ),
    },
  ],
  columns: {
    prompt: promptTextOf(
      text.min(1, "is empty: axolotl says 'Prompt and completion keys are required for KTO datasets'"),
    ),
    completion,
    label: goodLabel(trlLabel),
  },
  rules: { silent: numberLabel, across: sameColumns },
});
