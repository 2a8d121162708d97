import type { SupportedMedia } from './mediaKinds';

/**
 * TRL's column `images` with contents as parts (docs/source/dataset_formats.md, "Vision datasets"; read by the
 * collators for vision of DPO, KTO and SFT and by GRPO: `trl/data_utils.py prepare_multimodal_messages`). HF datasets
 * opens the paths, from the folder it runs in, and addresses of the web (`features/image.py Image.decode_example`), as
 * the card says that the column holds images. Parts in a tool's turn are not counted. Sounds and films TRL has no
 * column for.
 */
export const trlPromptImages: SupportedMedia = {
  kinds: ['image'],
  addresses: ['web'],
  roles: ['system', 'user', 'assistant'],
  decoded: true,
};

/** The same where prompt and answer are one list of messages, whose parts are counted together. */
export const trlImages: SupportedMedia = { ...trlPromptImages, inResponses: true };
