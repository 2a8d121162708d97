/**
 * Why two responses that were judged, or a whole annotation, gave no row; in words, for previews, manifests and the
 * terminal.
 */
export const dropReasons = {
  tie: 'tied: no pairwise trainer models a tie',
  'not-strict': 'judged, but not better or worse (both good, both bad, too close, unsure)',
  'one-criterion': 'preferred by one criterion only, which is not the preference',
  'other-criterion': 'not preferred by the criterion that is exported (--criterion)',
  identical: 'the two texts are the same',
  'both-unranked': 'both were left unranked',
  skipped: 'the item was skipped',
  'no-preference': 'the annotation compares no two responses (a label of one, ratings or critiques alone)',
  stale: 'the item changed since it was judged: --stale keep exports it',
  'no-item': 'the item is no longer in the dataset',
  'other-context':
    'judged under a context that the prompt does not hold: without it the label may be the wrong way round (--context user or system writes it)',
  'one-turn': 'one turn was judged by itself, which says nothing of the whole responses',
  repeat: 'the item came again, to see how steady judgements are: the first one counts',
  'other-annotator': 'judged by another annotator than those asked for (--annotators)',
  'other-group': 'judged by a member of another group than those asked for (--groups)',
  'other-origin': 'of another origin than those asked for (--origins)',
  'by-model': 'judged by a model: people vote, and models only where they are named (--origins human,imported,model)',
  'other-round': 'judged in another round than those asked for (--rounds)',
  'other-rubric': 'not judged under the version of a rubric that is asked for (--rubrics)',
  'other-guidelines': 'not judged under the guidelines that are asked for (--guidelines)',
  'not-flagged': 'not flagged as is asked for (--flags)',
  flagged: 'flagged as is not wanted (--without-flags)',
  'less-sure': 'the annotator was less sure than asked for (--min-confidence)',
  'no-confidence': 'the annotator did not say how sure, and that is asked for (--min-confidence)',
  'other-metadata': 'the metadata of the item have other values than asked for (--where)',
  'other-language': 'the item is in another language than those asked for (--languages)',
  'not-chosen': 'a pair of a ranking that is not among those chosen (--pairs)',
  'too-weak': 'the preference is weaker than asked for, or says no strength (--min-strength)',
  'no-margin':
    'nothing says how large the margin is, and one row without it stops the trainer (--margin chooses what it is made of: rank-gap, strength, rating or votes; rank-or-strength finds one for each pair)',
  'against-margin':
    'what the margin is made of (ratings, votes, strengths or places) says the opposite of the preference',
  'too-few': 'fewer annotators judged the item than asked for (--min-annotators)',
  'no-agreement': 'the annotators agree less than asked for (--min-agreement)',
  'no-votes':
    'nothing was judged of the item that tells how far its annotators agree (--min-agreement): no preference, rating, label, verdict or step',
  'near-duplicate':
    'the prompt says nearly the same as an earlier one, or prompt and responses say just the same (--near-duplicates)',
  contaminated:
    'the prompt overlaps with a benchmark, so that a model trained on it could not be tested by that (--decontaminate)',
  alike: 'the two responses are nearly the same (--max-similarity)',
  'length-differs': 'one response is many times as long as the other (--max-length-ratio)',
  'likely-wrong': 'more annotators prefer the other one, so that the preference is likely wrong (--noise filter)',
  control: 'a control item, to see how annotators judge: --controls keep exports it',
  'empty-prompt': 'the prompt is empty: TRL stops with an IndexError',
  media:
    "the item has images, audio or video that this format's readers do not take (--media none writes its rows without them)",
  'media-in-response':
    "a response has images, audio or video, and this format's readers take them in the prompt only (--media none writes its rows without them)",
  'media-role':
    "a turn that is not the user's has images, audio or video, which this format's readers refuse or pass over (--media none writes its rows without them)",
  'media-missing':
    'an image, a sound or a film that the item names is no file here: it is looked for beside the dataset, in the folder of the study and in the one worked in (--media none writes its rows without it)',
  'media-outside':
    'an image, a sound or a film that lies outside of the folders of the dataset, the study and the one worked in, and so is not copied (--media path names it where it is)',
  'media-address':
    "an image, a sound or a film at an address of the web or of a store, and this format's readers open files (--media none writes its rows without it)",
  'media-in-record':
    "an image, a sound or a film that stands in the record itself (a data: URL), and this format's readers open files (--media none writes its rows without it)",
  'same-but-media':
    'the two responses differ in their images, audio or video alone, and this format takes the same text for the same response (ms-swift-conversations holds them)',
  'media-marker':
    'a text holds "<image>", "<video>" or "<audio>" where none is meant: readers of this format count these, and would take it for one',
  'no-user-turn':
    "the prompt has no user's turn, in which the context and the evidence could stand (--context system, --evidence system)",
  conversation:
    'a conversation of several turns or with a system prompt: the readers of this format put the prompt into a chat template, and would make one user turn of a transcript. Formats of messages hold it (pairs: trl-dpo, full-conversations; ratings: armorm; rubrics: grpo)',
  'tool-calls': 'the conversation calls tools, which plain text cannot hold: trl-dpo and full-conversations can',
  'several-turns': 'a conversation of several turns: this format has a place for one question and a system prompt',
  'no-reference':
    'there is no better answer than the chosen one to be the reference: none was written, none came with the item, and no response was preferred to it',
  'last-from-assistant':
    "the prompt ends with the assistant's turn, which this format's readers refuse or take for the answer",
  'same-role': "the two sides do not take turns, as this format's readers ask for",
  'unknown-role': "a turn has a role that this format's readers do not know (a tool's, a developer's)",
  'empty-turn': "a turn is empty, which this format's readers refuse",
  'empty-answer': 'the response is empty: LLaMA-Factory takes an empty response that is called good for a bad one',
  'not-one-message': 'a response is more than one message, or calls tools: this format has a place for one text',
  'text-beside-calls': 'a turn calls tools and says something as well: this format has a place for one of the two',
  'first-message': 'the two responses begin with the same message, by which HALOs takes them for one',
  'no-label': 'nothing says whether the response is good by itself (no acceptability, neither both good nor both bad)',
  'split-vote': 'as many votes call the response good as call it bad',
  'no-order':
    'what was compared makes no order of the responses: some two were not compared, or they go round in a circle',
  'list-size':
    'the list has another number of responses than the others, or than was asked for (--list-size): this trainer needs the same in every row',
  'one-sided': 'all responses are good, or all are bad: there is nothing to tell apart',
  'nothing-of-it': 'the annotation says nothing of what the format holds',
  'no-rubric': 'no criterion is in force for the item, and none was when it was judged',
  'criterion-kind':
    'a criterion that the format has no place for: it is answered on a scale or by a category, and not by yes or no',
  'not-applicable': 'the criterion was said not to apply to the response',
  'no-points': 'no criterion of the item counts for a response, and without a weight above 0 there is no score',
  'describes-fault':
    'a criterion that describes a fault (its weight is negative): meeting it is not what is wished for',
  'same-verdict': 'no two responses were judged differently by the criterion',
  'no-words': 'nothing says why in words: no critique, note or rationale',
  'no-levels': "not graded on a scale from 1 to 5 with a description of each, which Prometheus' prompt needs",
  'not-a-grade': "the grade is no whole number from 1 to 5: Prometheus' parser makes nothing of it",
  'reads-as-verdict':
    'the words read like another verdict before the verdict itself ("[RESULT] 2", "Score: 3"): Prometheus\' parser takes the first',
  'not-two-edits': 'the two responses are not edits of one and the same',
  'not-two': 'the item does not have exactly two responses',
  'critique-gone': 'a critique that was judged was taken back, or is another one now',
  'not-refined-by-rule': 'marked in scope of a rule, and no response is refined by the rule: there is no pair',
  'unknown-rule': 'marked by a rule, or by words of one, that the study does not have',
  'no-context': 'judged under no context, which is what the format is of (--bare exports it too, with an empty one)',
  'lone-surrogate': 'a text holds half a surrogate pair (a cut emoji): JSON loaders refuse the whole file',
  'no-steps': 'the annotation judges no step',
  'step-unjudged': 'a step without a label',
  'step-neutral': 'a neutral step (--neutral out)',
  'step-unnecessary': 'a step that is correct but unnecessary (--unnecessary out)',
  'step-empty': 'a step without text: TRL would train on its separator alone',
  'after-error': 'a step behind the first wrong one (--steps first-error)',
  'outside-text': 'a passage or step that lies outside of its text, which changed since',
  'not-template':
    'the conversation does not fit the template of this format: roles that do not alternate from the user on, an answer of several turns, or the markers of the template within a text',
  'no-ratings': 'the annotation rates nothing',
  'missing-rating': 'a response lacks a rating that every row of this format needs',
  'off-scale': 'a rating that is none of the values of this format',
  'no-spans': 'nothing was marked (in the first response, where a format has feedback on that alone)',
  'not-four': 'the item has another number of responses than the four of this format',
  'other-response':
    'feedback on another response than the first, which alone has some in this format: "spans" holds it',
  'span-lost': 'the quote of a marked passage stands nowhere in its text any more',
  'span-empty': 'a marked passage holds no word',
  'span-praise': 'a passage marked as good: this format knows errors only',
  'span-untyped':
    'a marked passage, or something missing, without a type: the readers of this format stop with a KeyError',
  'span-overlaps': 'a marked passage that overlaps with one before it, which FG-RLHF refuses',
  'no-passage': 'something missing that names no passage of the evidence',
  'no-place': 'something missing, which stands nowhere in the text',
  'blank-response': 'a response without text, which the readers of this format stop at',
  'no-refinement': 'the annotation edits no response',
  'not-improved': 'the edited text was judged to be no better than the one before',
  'no-demonstration': 'the annotation writes no answer of its own',
  'no-best': 'no response is the best: all are tied, or they beat each other in a circle',
  'tied-best': 'as good as the best one that is written, and not the first that was shown (--ties all writes each)',
  'not-acceptable': 'the best response is not acceptable, so it is none to learn from',
} as const;

export type Drop = keyof typeof dropReasons;

/** What is true of a row, and fine for most trainers, but not for all. */
export const noteTexts = {
  opposite:
    'rows whose exact opposite is a row too: trainers take both, and one undoes the other. --aggregate majority makes one preference of what annotators say, --min-agreement leaves out what they do not agree on',
  'transcript-form':
    'the prompt is a conversation, written as a transcript ("\\n\\nHuman: … \\n\\nAssistant:"): who puts it into a chat template makes one user turn of it',
  'empty-completion': 'a completion is empty: axolotl stops at it, others train on it',
  'parts-before-last-turn':
    'an answer of several messages: axolotl trains on the last of them alone, and where a row has no prompt, axolotl, OpenRLHF\'s DPO and reward-bench take all but the last message of "chosen" for that of both',
  'ends-with-assistant': 'the prompt ends with an assistant turn',
  'ends-without-assistant': "a completion ends with a turn that is not the assistant's",
  'roles-not-alternating':
    'two turns by the same role follow each other, as in the source: torchtune and some chat templates refuse that',
  'scores-of-ratings':
    'the order is that of the ratings, which are the scores too: those of rankings are places (the number of responses less the rank)',
  'tied-list':
    'responses of the list are tied, and its trainer takes the one before for better, or learns nothing of them ("tiebreak validate" tells which it is)',
  'turned-round':
    'more annotators prefer the other one, and the pair is written that way round (--noise flip): it is not what this annotator said',
  'under-context': 'judged under a context, which stands in the prompt (--context), or in a column of its own',
  'context-in-prompt':
    'the context of the item stands in the prompt, as annotators saw it (--context none leaves it out)',
  'evidence-in-prompt':
    'the evidence of the item stands in the prompt, as annotators saw it (--evidence none leaves it out)',
  'evidence-of-each':
    'passages that belong to one response each stand in the prompt together, without telling which belongs to which',
  'context-left-out': 'the item was judged with a context that is not in the row (--context none)',
  'evidence-left-out': 'the item was judged with evidence that is not in the row (--evidence none)',
  'media-left-out': 'the item was judged with images, audio or video that are not in the row (--media none)',
  'tools-left-out': 'the tools that could be called are not in the row: this format is text only',
  'tool-calls':
    'the conversation calls tools: TRL reads the calls (and the tools from the column "tools"), others the text alone. Where calls name different arguments, HF datasets adds the missing ones as null',
  'span-moved': 'a marked passage began or ended within a word, and is moved to the bounds of the word',
  'pair-not-compared': 'two responses were not compared, which is written like a tie',
  critic:
    'the row holds a critique by somebody whose judgement is not among those that are exported: what was judged is that critique',
  unjudged: 'no judgement of the item is exported: the row is made of the criteria in force for it',
  'tools-late':
    'its tools stand behind 10 MB of rows without any: who loads the file by itself, as ms-swift does, and not with the types that the card tells, stops at it ("Couldn\'t cast array of type string to null"). As JSON (--file json) it is loaded',
  'neutral-wrong': 'a neutral step counts as wrong, as TRL reads PRM800K (--neutral right or out changes it)',
  'neutral-right': 'a neutral step counts as right (--neutral right)',
  'unnecessary-right': 'a step that is correct but unnecessary counts as right (--unnecessary wrong or out changes it)',
  'unnecessary-wrong': 'a step that is correct but unnecessary counts as wrong (--unnecessary wrong)',
  'only-models':
    "judged by a model: no person judged anything here, so models' judgements are exported. Once somebody does, people's alone are, unless models are named (--origins model)",
  unsettled:
    "two responses on which the estimate of the annotators' errors (Dawid-Skene) had not come to rest after 1,000 steps: their share is preliminary, and so may be which of them is preferred. More judgements by several annotators settle it, as another rule does",
  'annotators-differ':
    "annotators of the item prefer opposite responses, and each one's preference is exported: a rule makes one preference of them (--aggregate majority), a minimum of agreement leaves the item out (--min-agreement)",
  'one-list':
    'rows of one item, more than half of all: a long list gives most of what is learnt. --pairs neighbours or best-worst writes fewer of them, --weight list lets each list weigh 1',
  'one-class':
    'every response is called good, or every one bad: KTO learns from the difference between the two, and its trainers say nothing of it',
  'strength-unsaid': 'how much better a response is was not said: it is written as 1, the least',
} as const;

export type Note = keyof typeof noteTexts;
