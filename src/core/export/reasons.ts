/** Why two responses that were judged, or a whole annotation, gave no row; in words, for previews, manifests and the terminal. */
export const dropReasons = {
  tie: 'tied: no pairwise trainer models a tie',
  'not-strict': 'judged, but not better or worse (both good, both bad, too close, unsure)',
  'one-criterion': 'preferred by one criterion only, which is not the preference',
  'other-criterion': 'not preferred by the criterion that is exported',
  identical: 'the two texts are the same',
  'both-unranked': 'both were left unranked',
  skipped: 'the item was skipped',
  'no-preference': 'the annotation compares nothing (critique only)',
  stale: 'the item changed since it was judged',
  'no-item': 'the item is no longer in the dataset',
  'other-context': 'judged under another context than the prompt alone: without it the label may be the wrong way round (--context system writes the context as a system message)',
  'one-turn': 'one turn was judged by itself, which says nothing of the whole responses',
  repeat: 'the item came again, to see how steady judgements are: the first one counts',
  'not-wanted': 'judged by somebody, in a round, under a version or with flags that are not asked for',
  'other-item': 'the item is in another language, or its metadata have other values, than asked for',
  'not-chosen': 'a pair of a ranking that is not among those chosen (--pairs)',
  'too-weak': 'the preference is weaker than asked for, or says no strength',
  'no-margin': 'nothing says how large the margin is, and one row without it stops the trainer',
  'against-margin': 'the ratings or votes that the margin is made of say the opposite of the preference',
  'too-few': 'fewer annotators judged the item than asked for',
  'no-agreement': 'the annotators agree less than asked for',
  'near-duplicate': 'the prompt says nearly the same as an earlier one',
  contaminated: 'the prompt overlaps with a benchmark, so that a model trained on it could not be tested by that',
  alike: 'the two responses are nearly the same',
  'length-differs': 'one response is many times as long as the other',
  'likely-wrong': 'more annotators prefer the other one, so that the preference is likely wrong (--noise filter)',
  control: 'a control item, to see how annotators judge: --controls keep exports it',
  'empty-prompt': 'the prompt is empty: TRL stops with an IndexError',
  'tool-calls': 'the conversation calls tools, which plain text cannot hold: trl-dpo and full-conversations can',
  'lone-surrogate': 'a text holds half a surrogate pair (a cut emoji): JSON loaders refuse the whole file',
} as const;

export type Drop = keyof typeof dropReasons;

/** What is true of a row, and fine for most trainers, but not for all. */
export const noteTexts = {
  'transcript-form': 'the prompt is a conversation, written as a transcript ("\\n\\nHuman: … \\n\\nAssistant:")',
  'empty-completion': 'a completion is empty: axolotl stops at it, others train on it',
  'parts-before-last-turn': 'the two conversations part before the last turn: OpenRLHF takes all but the last message of "chosen" for the prompt',
  'ends-with-assistant': 'the prompt ends with an assistant turn',
  'ends-without-assistant': 'a completion ends with a turn that is not the assistant\'s',
  'roles-not-alternating': 'two turns by the same role follow each other, as in the source: torchtune and some chat templates refuse that',
  'turned-round': 'more annotators prefer the other one, and the pair is written that way round (--noise flip): it is not what this annotator said',
  'under-context': 'judged under a context, which is written as a system message (behind one that is there), or before a prompt that is text',
  'media-left-out': 'the item has images, audio or video that this format does not carry: what is judged with them is trained on without them',
  'tools-left-out': 'the tools that could be called are not in the row: this format is text only',
  'tool-calls': 'the conversation calls tools: TRL reads the calls (and the tools from the column "tools"), others the text alone. Where calls name different arguments, HF datasets adds the missing ones as null',
} as const;

export type Note = keyof typeof noteTexts;
