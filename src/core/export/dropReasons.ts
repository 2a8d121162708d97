/**
 * Why two responses that were judged, or a whole annotation, gave no row; in words, for previews, manifests and the
 * terminal.
 */
export const dropReasons = {
  tie: 'tied: trainers for pairs cannot use ties',
  'not-strict': 'no clear preference (both good, both bad, too close to call, or unsure)',
  'one-criterion': 'preferred for one criterion only, not overall',
  'other-criterion': 'not preferred for the selected criterion (--criterion)',
  identical: 'both responses have the same text',
  'both-unranked': 'both responses are unranked',
  skipped: 'the item was skipped',
  'no-preference':
    'the annotation does not compare responses (it has only labels of single responses, ratings or critiques)',
  stale: 'the item changed after it was judged (--stale keep exports it)',
  'no-item': 'the item is no longer in the dataset',
  'other-context':
    'judged under a context that is not in the prompt, so the label could be wrong without it (--context user or system adds it)',
  'one-turn':
    'only one turn was judged, not the whole responses (formats of pairs, labels and lists have a row of it, if the responses still have that turn)',
  'turns-apart':
    'one turn was judged, and the conversations of the two responses differ before it, but a pair has one prompt',
  adjudication: 'judged by an adjudicator (--adjudicated use exports it in place of what annotators judged)',
  adjudicated: 'an adjudicator settled the item (--adjudicated)',
  'not-adjudicated': 'no adjudicator settled the item (--adjudicated only)',
  repeat: 'a repeated item, used to measure consistency: only the first judgment is exported',
  'other-annotator': 'the annotator is not selected (--annotators)',
  'other-group': 'the group of the annotator is not selected (--groups)',
  'other-origin': 'the origin of the judgment is not selected (--origins)',
  'by-model':
    'judged by a model: only judgments by people are exported, unless models are selected (--origins human,imported,model)',
  'other-round': 'the round of the judgment is not selected (--rounds)',
  'other-rubric': 'not judged under the selected version of a rubric (--rubrics)',
  'other-guidelines': 'not judged under a selected version of the guidelines (--guidelines)',
  'not-flagged': 'none of the required flags is set (--flags)',
  flagged: 'an excluded flag is set (--without-flags)',
  'less-sure': 'the confidence of the annotator is below the minimum (--min-confidence)',
  'no-confidence': 'the annotator did not set a confidence, but a minimum is required (--min-confidence)',
  'other-metadata': 'the metadata of the item do not have the selected values (--where)',
  'other-language': 'the language of the item is not selected (--languages)',
  'not-chosen': 'this pair of the ranking is not selected (--pairs)',
  'too-weak': 'the preference is weaker than the minimum strength, or has no strength (--min-strength)',
  'no-margin':
    'the margin is unknown, and the trainer stops at a row without a margin (--margin selects its source: rank-gap, strength, rating or votes; rank-or-strength gives every pair a margin)',
  'against-margin': 'the source of the margin (ratings, votes, strengths or ranks) contradicts the preference',
  'too-few': 'fewer annotators than the minimum judged the item (--min-annotators)',
  'no-agreement': 'the agreement of the annotators is below the minimum (--min-agreement)',
  'no-votes':
    'agreement cannot be measured, because the item has no preference, rating, label, verdict or step (--min-agreement)',
  'near-duplicate':
    'the prompt is almost the same as an earlier one, or prompt and responses are exactly the same (--near-duplicates)',
  contaminated:
    'the prompt overlaps with a benchmark, so a model trained on it could not be tested with that benchmark (--decontaminate)',
  alike: 'the two responses are almost the same (--max-similarity)',
  'length-differs': 'one response is much longer than the other (--max-length-ratio)',
  'likely-wrong': 'more annotators prefer the other response, so this preference is likely wrong (--noise filter)',
  control: 'a control item, used to check annotators (--controls keep exports it)',
  'empty-prompt': 'the prompt is empty: TRL stops with an IndexError',
  media:
    'the item has images, audio or video, which trainers of this format cannot read (--media none writes its rows without them)',
  'media-in-response':
    'a response has images, audio or video, but trainers of this format read them only in the prompt (--media none writes its rows without them)',
  'media-role':
    'a turn that is not a user turn has images, audio or video, which trainers of this format reject or ignore (--media none writes its rows without them)',
  'media-missing':
    'an image, audio or video file was not found next to the dataset, in the study folder or in the current folder (--media none writes its rows without it)',
  'media-outside':
    'an image, audio or video file is outside the folders of the dataset and the study and the current folder, so it is not copied (--media path writes its path instead)',
  'media-address':
    'an image, audio or video file is at a web or storage address, but trainers of this format read only local files (--media none writes its rows without it)',
  'media-in-record':
    'an image, audio or video file is embedded in the record (as a data: URL), but trainers of this format read only local files (--media none writes its rows without it)',
  'same-but-media':
    'the two responses differ only in images, audio or video, but in this format the same text means the same response (the format ms-swift-conversations can hold them)',
  'media-marker':
    'a text contains "<image>", "<video>" or "<audio>" as ordinary text, but trainers of this format would treat it as a file',
  'no-user-turn':
    'the prompt has no user turn to which the context and the evidence could be added (--context system, --evidence system)',
  conversation:
    'the conversation has several turns or a system prompt, but trainers of this format put the prompt into a chat template as one user turn. Use a format with messages instead (pairs: trl-dpo, full-conversations; ratings: armorm; rubrics: grpo)',
  'tool-calls': 'the conversation calls tools, which plain text cannot hold. Use trl-dpo or full-conversations instead',
  'several-turns':
    'the conversation has several turns, but this format has room for only one question and a system prompt',
  'no-reference':
    'there is no reference answer that is better than the chosen response: no annotator wrote one, the item has none, and no response was preferred to it',
  'last-from-assistant':
    'the prompt ends with an assistant turn, which trainers of this format reject or use as the answer',
  'same-role': 'user and assistant turns do not alternate, but trainers of this format require it',
  'unknown-role': 'a turn has a role that trainers of this format do not support (for example tool or developer)',
  'empty-turn': 'a turn is empty, which trainers of this format reject',
  'empty-answer': 'the response is empty: LLaMA-Factory treats an empty good response as a bad one',
  'not-one-message': 'a response has several messages or calls tools, but this format has room for only one text',
  'text-beside-calls': 'a turn has both text and tool calls, but this format has room for only one of them',
  'first-message': 'both responses begin with the same message, so HALOs treats them as the same response',
  'no-label':
    'the response is not labeled good or bad (no acceptability line, and no comparison says both good or both bad)',
  'split-vote': 'as many votes for good as for bad',
  'no-order':
    'the comparisons do not give one order: two responses were not compared, or the preferences form a circle (A over B, B over C, C over A)',
  'list-size':
    'the list has a different number of responses, but this trainer needs the same number in every row (--list-size)',
  'one-sided': 'all responses are good, or all are bad, so there is nothing to compare',
  'nothing-of-it': 'the annotation has no data for this format',
  'no-rubric': 'the item has no active criterion, and had none when it was judged',
  'criterion-kind': 'the criterion is answered on a scale or with a category, but this format holds only yes or no',
  'not-applicable': 'the criterion does not apply to the response',
  'no-points': 'no criterion of the item gives points to a response: a score needs at least one weight above 0',
  'describes-fault': 'the criterion describes a fault (its weight is negative), so responses should not meet it',
  'same-verdict': 'no two responses have different verdicts on the criterion',
  'no-words': 'there is no written reason (critique, note or rationale)',
  'no-levels': 'not graded on a scale from 1 to 5 with a description of each level, which the Prometheus prompt needs',
  'not-a-grade': 'the grade is not a whole number from 1 to 5, so the Prometheus parser cannot read it',
  'reads-as-verdict':
    'the text contains words that look like a verdict ("[RESULT] 2", "Score: 3") before the real verdict, and the Prometheus parser uses the first',
  'not-two-edits': 'the two responses are not edits of the same response',
  'not-two': 'the item does not have exactly two responses',
  'critique-gone': 'a judged critique was deleted or changed',
  'not-refined-by-rule': 'marked in scope of a rule, but no response was refined with this rule, so there is no pair',
  'unknown-rule': 'marked with a rule, or a version of a rule, that is not in the study',
  'no-context': 'judged without a context, but rows of this format have one (--bare exports it with an empty context)',
  'lone-surrogate': 'a text contains half of a surrogate pair (a cut emoji), and JSON loaders reject the whole file',
  'no-steps': 'the annotation has no judged step',
  'step-unjudged': 'a step without a label',
  'step-neutral': 'a neutral step, which is neither right nor wrong (--neutral right or wrong exports it)',
  'step-unnecessary': 'a step that is correct but unnecessary (--unnecessary out)',
  'step-empty': 'a step without text: TRL would train on the separator only',
  'after-error': 'a step after the first wrong one (--steps first-error)',
  'step-lost':
    'a judged step is no longer found in its text. The text changed, and the step has no quote or its quote is not there as often as it was judged',
  'not-template':
    'the conversation does not fit the template of this format: roles do not alternate starting with the user, an answer has several turns, or a text contains the markers of the template',
  'no-ratings': 'the annotation has no ratings',
  'missing-rating': 'a response has no value for a rating that this format requires',
  'off-scale': 'a rating is not one of the values of this format',
  'no-spans': 'no passages are marked (in formats with feedback on one response: in the first response)',
  'not-four': 'the item does not have exactly four responses, as this format requires',
  'other-response':
    'feedback on a response other than the first, but this format has room only for the first (the format "spans" has all)',
  'span-lost': 'the quote of a marked passage is no longer in its text',
  'span-empty': 'a marked passage contains no word',
  'span-praise': 'a passage marked as good, but this format holds only errors',
  'span-untyped':
    'a marked passage or missing information has no type, and trainers of this format stop with a KeyError',
  'span-overlaps': 'a marked passage overlaps with an earlier one, which FG-RLHF rejects',
  'no-passage': 'missing information that is not linked to a passage of the evidence',
  'no-place': 'missing information, which has no position in the text',
  'blank-response': 'a response has no text, and trainers of this format stop at it',
  'no-refinement': 'the annotation has no refinement',
  'original-changed':
    'the text that the refinement was made of changed since, or the item changed and the judgment does not say which text it was',
  'not-improved': 'the refinement was judged no better than the text before',
  worsened: 'the refinement was judged worse than the text it was made of, so a model should not learn from it',
  'no-demonstration': 'the annotation has no demonstration (an answer written by the annotator)',
  'no-best': 'no response is the best: all are tied, or the preferences form a circle',
  'tied-best': 'tied for the best, but another tied response was shown first (--ties all writes all of them)',
  'not-acceptable': 'the best response is not acceptable, so a model should not learn from it',
} as const;

export type DropReason = keyof typeof dropReasons;

/** What is true of a row, and fine for most trainers, but not for all. */
export const noteTexts = {
  opposite:
    'the exact opposite of the row is also a row. Trainers use both, and they cancel each other out. Combine the preferences of the annotators (--aggregate majority), or leave out items without agreement (--min-agreement)',
  'transcript-form':
    'the prompt is a conversation, written as a transcript ("\n\nHuman: … \n\nAssistant:"). A chat template turns it into one user turn',
  'empty-completion': 'a completion is empty: axolotl stops at it, other trainers train on it',
  'parts-before-last-turn':
    'the answer has several messages: axolotl trains on the last one only. If a row has no prompt, axolotl, OpenRLHF\'s DPO and reward-bench use all messages of "chosen" except the last as the prompt of both',
  'ends-with-assistant': 'the prompt ends with an assistant turn',
  'ends-without-assistant': 'a completion does not end with an assistant turn',
  'roles-not-alternating':
    'two turns in a row have the same role, as in the dataset: torchtune and some chat templates reject this',
  'scores-of-ratings':
    'order and scores come from ratings. For rankings, scores are different: the number of responses minus the rank',
  'tied-list':
    'the list has tied responses: its trainer treats the earlier one as better, or learns nothing from them ("tiebreak validate" shows which)',
  'turned-round':
    'more annotators prefer the other response, so the pair is reversed and differs from what this annotator chose (--noise flip)',
  'field-missing': 'the record does not have a field that a column names (field.PATH): the column is null',
  'under-context': 'judged under a context, which is in the prompt (--context) or in its own column',
  'of-turn': 'one turn was judged: the prompt is the conversation up to it, and the response is that turn alone',
  'context-in-prompt': 'the context of the item is in the prompt, as annotators saw it (--context none leaves it out)',
  'evidence-in-prompt':
    'the evidence of the item is in the prompt, as annotators saw it (--evidence none leaves it out)',
  'evidence-of-each':
    'the prompt has passages of evidence that belong to single responses, but does not show which passage belongs to which response',
  'context-left-out': 'the item was judged with a context that is not in the row (--context none)',
  'evidence-left-out': 'the item was judged with evidence that is not in the row (--evidence none)',
  'media-left-out': 'the item was judged with images, audio or video that are not in the row (--media none)',
  'tools-left-out': 'the available tools are not in the row, because this format is text only',
  'tool-calls':
    'the conversation calls tools: TRL reads the calls (and the tools in the column "tools"), other trainers read only the text. If calls have different arguments, HF datasets adds the missing ones as null',
  moved:
    'a marked passage or a judged step is not where it was: its text changed, and it was found by its quote at another place',
  lost: 'a marked passage or a judged step is no longer in its text. The row says what was judged and has "lost" set',
  'critique-lost':
    'a critique was rewritten or taken back after it was judged. The row says what was judged, and has "lost" set',
  'link-lost':
    'a marked passage was linked to a part of its critique that was rewritten since. The row has "about_lost" set',
  'span-moved': 'a marked passage began or ended inside a word, and was moved to the start or end of the word',
  'pair-not-compared': 'two responses were not compared, and are written as a tie',
  critic:
    'the row has a critique by an annotator whose own judgments are not exported. Only the judgment of the critique is exported',
  unjudged: 'no judgment of the item is exported: the row has the active criteria of the item',
  'tools-late':
    'the first tools come after 10 MB of rows without tools. Programs that load the file alone, without the column types in the card (for example ms-swift), stop there ("Couldn\'t cast array of type string to null"). A JSON file does not have this problem (--file json)',
  'neutral-wrong': "a neutral step counts as wrong, as in TRL's version of PRM800K (--neutral wrong)",
  'neutral-right': 'a neutral step counts as right (--neutral right)',
  'unnecessary-right': 'a step that is correct but unnecessary counts as right (--unnecessary wrong or out changes it)',
  'unnecessary-wrong': 'a step that is correct but unnecessary counts as wrong (--unnecessary wrong)',
  'only-models':
    'judged by a model: no person has judged anything here, so judgments by models are exported. As soon as a person judges, only judgments by people are exported, unless models are selected (--origins model)',
  unsettled:
    'two responses for which the estimate of annotator errors (Dawid-Skene) did not converge after 1,000 steps. Their share of votes, and which one is preferred, can still change. Collect more judgments by several annotators, or choose another rule',
  'annotators-differ':
    'annotators prefer opposite responses, and the preference of each is exported. Combine their preferences (--aggregate majority), or leave out items without agreement (--min-agreement)',
  'one-list':
    'more than half of all rows come from one item, so its long list dominates the training. Write fewer pairs per item (--pairs neighbours or best-worst)',
  'one-class':
    'all responses are labeled good, or all bad: KTO learns from the difference between the two, and its trainers do not warn about this',
  'margin-unread':
    "the column \"margin\" is for reward models: TRL's reward trainer, OpenRLHF's train_rm with --model.margin_loss_enable and ms-swift's rm read it. DPO, ORPO, CPO and SimPO ignore it",
  'weight-unread':
    'the column "weight" is ignored by every trainer that is listed for this format: it has an effect in a training script of your own only. To keep long lists from dominating, write fewer pairs per item (--pairs neighbours or best-worst)',
  'soft-label-unread':
    'the column "soft_label" is ignored by every trainer that is listed for this format: it has an effect in a training script of your own only',
  'strength-unsaid': 'no strength was set, so it is written as 1 (slightly better)',
} as const;

export type Note = keyof typeof noteTexts;
