import * as z from 'zod';
import { openInstructPack } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { verlPpo } from '../../commands/researchAndHosted';
import { metadataText } from '../../derive/criteria';
import { messages } from '../../formatRules';
import { type SupportedMedia } from '../../media/mediaKinds';
import { markedText } from '../../media/mediaMarkers';
import { contentsOf, markersCounted } from '../../media/rules';
import { promptMedia } from '../../sharedColumns';
import { trainerMessage } from '../../texts/messages';
import { extraInfo, groundTruthColumn } from './openInstructRubric';

/** By what verl finds a reward function. */
export const verlDataSource = z
  .string()
  .min(
    1,
    "is empty: default_compute_score raises NotImplementedError: Reward function is not implemented for data_source=''",
  );

/**
 * verl's columns `images` and `videos`, dictionaries that it hands to the processor's loader
 * (`utils/dataset/rl_dataset.py _build_messages`, `utils/dataset/vision_utils.py process_image`: qwen_vl_utils
 * `fetch_image`, which opens files, addresses of the web and data: URLs). A marker in the prompt stands for each, and
 * in rows that have any they are counted.
 */
const verlMedia: SupportedMedia = { kinds: ['image', 'video'], addresses: ['web', 'record'], markers: 'row' };

/**
 * `{data_source, prompt: messages, ability, reward_model: {style, ground_truth}, extra_info}` (volcengine/verl
 * `utils/dataset/rl_dataset.py:155-162`, which reads .parquet and .json only; `examples/data_preprocess/gsm8k.py`).
 * verl has no field of its own for rubrics: `ground_truth` has the same JSON text as open-instruct's, and a reward
 * function of one's own, found by `data_source`, reads it. `extra_info` names the item and holds an ideal answer, or
 * nothing.
 */
export const verl = rubricFormat({
  name: 'verl',
  title: 'verl: prompts with rubrics for a reward function',
  files: ['parquet', 'json'],
  trainers: [
    {
      name: 'verl (PPO, GRPO; with a reward function that reads the rubric)',
      command: verlPpo('rubric_reward.py'),
    },
  ],
  form: openInstructPack,
  media: verlMedia,
  columns: {
    data_source: { rule: verlDataSource, value: () => 'rubric' },
    prompt: {
      rule: messages('verl applies a chat template to it', 'is an empty list: verl has nothing to answer'),
      value: ({ item }) => item.prompt.map((turn) => ({ ...trainerMessage(turn), content: markedText(turn) })),
    },
    ability: { rule: z.string(), value: ({ item }) => metadataText(item, 'domain') ?? 'general' },
    reward_model: {
      rule: z.strictObject(
        { style: z.string(), ground_truth: groundTruthColumn.rule },
        "must be an object: the reward manager stops with KeyError: 'ground_truth'",
      ),
      value: (row) => ({ style: 'model', ground_truth: groundTruthColumn.value(row) }),
    },
    extra_info: extraInfo,
    images: {
      rule: z.array(z.strictObject({ image: z.string() })).optional(),
      value: (row, by) => promptMedia.images.value(row, by)?.map((image) => ({ image })),
    },
    videos: {
      rule: z.array(z.strictObject({ video: z.string() })).optional(),
      value: (row, by) => promptMedia.videos.value(row, by)?.map((video) => ({ video })),
    },
  },
  rules: { between: markersCounted(({ prompt }) => contentsOf(prompt)) },
});
