import * as z from 'zod';
import { openInstructPack, rubricTruth } from '../../../rubric/packs/openInstruct';
import type { Item } from '../../../model/item/item';
import type { Fields } from '../../fields';
import { columnOf, mediaIn } from '../../media/itemMedia';
import { type SupportedMedia, type MediaKind } from '../../media/mediaKinds';
import { markedText } from '../../media/mediaMarkers';
import { markersCounted } from '../../media/rules';
import { trainerMessage } from '../../texts/messages';
import { rubricFormat } from '../../builders/rubricFormat';
import { messages } from '../../formatRules';
import { metadataText } from '../../derive/criteria';
import { conversationText } from '../../texts/judgeTexts';
import { verlPpo } from '../../commands/researchAndHosted';
import { groundTruth } from './openInstructRubric';

/**
 * verl's columns `images` and `videos`, dictionaries that it hands to the processor's loader
 * (`utils/dataset/rl_dataset.py _build_messages`, `utils/dataset/vision_utils.py process_image`: qwen_vl_utils
 * `fetch_image`, which opens files, addresses of the web and data: URLs). A marker in the prompt stands for each, and
 * in rows that have any they are counted.
 */
const verlMedia: SupportedMedia = { kinds: ['image', 'video'], addresses: ['web', 'record'], markers: 'row' };

function verlColumns({ prompt }: Pick<Item, 'prompt'>, kinds: readonly MediaKind[] = []): Fields {
  const all = mediaIn(prompt);
  return Object.fromEntries(
    kinds.map((kind) => [
      columnOf(kind),
      all.filter((each) => each.kind === kind).map(({ source }) => ({ [kind]: source })),
    ]),
  );
}

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
  shape: 'messages',
  files: ['parquet', 'json'],
  trainers: [
    {
      name: 'verl (PPO, GRPO; with a reward function that reads the rubric)',
      command: verlPpo('rubric_reward.py'),
    },
  ],
  form: openInstructPack,
  media: verlMedia,
  row: ({ item, criteria, ideals: [ideal = ''] }, _options, file) => ({
    data_source: 'rubric',
    prompt: item.prompt.map((turn) => ({ ...trainerMessage(turn), content: markedText(turn) })),
    ability: metadataText(item, 'domain') ?? 'general',
    reward_model: { style: 'model', ground_truth: rubricTruth(conversationText(item.prompt), criteria) },
    extra_info: { id: item.id, reference_answer: ideal },
    ...verlColumns(item, file.media),
  }),
  rules: {
    row: z
      .strictObject({
        data_source: z
          .string()
          .min(
            1,
            "is empty: default_compute_score raises NotImplementedError: Reward function is not implemented for data_source=''",
          ),
        prompt: messages('verl applies a chat template to it', 'is an empty list: verl has nothing to answer'),
        ability: z.string(),
        reward_model: z.strictObject(
          { style: z.string(), ground_truth: groundTruth },
          "must be an object: the reward manager stops with KeyError: 'ground_truth'",
        ),
        extra_info: z.strictObject({ id: z.string(), reference_answer: z.string() }),
        images: z.array(z.strictObject({ image: z.string() })).optional(),
        videos: z.array(z.strictObject({ video: z.string() })).optional(),
      })
      .check(markersCounted(({ prompt }) => prompt.map(({ content }) => content))),
  },
});
