import * as l10n from '@vscode/l10n';
import { inProgram, withOptions } from '../model/problems/program';

const exportsIt = (option: string): string => l10n.t('{0} exports it', option);
const leavesOut = (option: string): string => l10n.t('{0} leaves it out', option);
const withoutMedia = (): string => l10n.t('{0} writes its rows without them', '--media none');
const fewerPairs = (): string => l10n.t('{0} or {1}', '--pairs neighbours', 'best-worst');

/** Returns an option of the command line behind the words that it is about. */
const option = (commandLine: string): string => inProgram({ commandLine: ` (${commandLine})`, editor: '' });

/**
 * Why two responses that were judged, or a whole annotation, gave no row; in words, for previews, manifests and the
 * terminal.
 */
export const dropReasons = {
  tie: () => l10n.t('tied: trainers for pairs cannot use ties'),
  'not-strict': () => l10n.t('no clear preference (both good, both bad, too close to call, or unsure)'),
  'one-criterion': () => l10n.t('preferred for one criterion only, not overall'),
  'other-criterion': () => withOptions(l10n.t('not preferred for the selected criterion'), '--criterion'),
  identical: () => l10n.t('both responses have the same text'),
  'both-unranked': () => l10n.t('both responses are unranked'),
  skipped: () => l10n.t('the item was skipped'),
  'no-preference': () =>
    l10n.t('the annotation does not compare responses (it has only labels of single responses, ratings or critiques)'),
  stale: () => withOptions(l10n.t('the item changed after it was judged'), exportsIt('--stale keep')),
  'no-item': () => l10n.t('the item is no longer in the dataset'),
  'other-context': () =>
    withOptions(
      l10n.t('judged under a context that is not in the prompt, so the label could be wrong without it'),
      l10n.t('{0} or {1} adds it', '--context user', 'system'),
    ),
  'one-turn': () =>
    l10n.t(
      'only one turn was judged, not the whole responses (formats of pairs, labels and lists have a row of it, if the responses still have that turn)',
    ),
  'turns-apart': () =>
    l10n.t(
      'one turn was judged, and the conversations of the two responses differ before it, but a pair has one prompt',
    ),
  'runs-told-apart': () => l10n.t('two runs were told different things at their beginning, but a row has one prompt'),
  'runs-part-elsewhere': () =>
    withOptions(
      l10n.t('two runs part at what a user or a tool said, which the agent did not choose'),
      exportsIt('--runs whole'),
    ),
  'runs-never-part': () =>
    withOptions(l10n.t('one run is the beginning of the other, so that no step differs'), exportsIt('--runs whole')),
  'runs-without-error': () =>
    l10n.t('nobody said which step of the worse run is the first wrong one, or annotators differ'),
  'weights-too-fine': () =>
    l10n.t('criteria have weights that no 200 rubric items can stand for, or none has a weight'),
  'no-question': () => l10n.t('the prompt is a system message alone'),
  'no-calls': () => l10n.t('nobody said what is wrong in a call'),
  'call-beside-run': () =>
    l10n.t('a call is of another agent or of what the run took back, and what led to it is not known'),
  'call-not-corrected': () => l10n.t('it was not said what should stand in a call instead'),
  'runs-err-elsewhere': () => l10n.t('the first wrong step of the worse run is not the one at which two runs part'),
  adjudication: () =>
    withOptions(
      l10n.t('judged by an adjudicator'),
      l10n.t('{0} exports it in place of what annotators judged', '--adjudicated use'),
    ),
  adjudicated: () => withOptions(l10n.t('an adjudicator settled the item'), '--adjudicated'),
  'not-adjudicated': () => withOptions(l10n.t('no adjudicator settled the item'), '--adjudicated only'),
  repeat: () => l10n.t('a repeated item, used to measure consistency: only the first judgment is exported'),
  'other-annotator': () => withOptions(l10n.t('the annotator is not selected'), '--annotators'),
  'other-group': () => withOptions(l10n.t('the group of the annotator is not selected'), '--groups'),
  'other-origin': () => withOptions(l10n.t('the origin of the judgment is not selected'), '--origins'),
  'by-model': () =>
    withOptions(
      l10n.t('judged by a model: only judgments by people are exported, unless models are selected'),
      '--origins human,imported,model',
    ),
  'other-round': () => withOptions(l10n.t('the round of the judgment is not selected'), '--rounds'),
  'other-rubric': () => withOptions(l10n.t('not judged under the selected version of a rubric'), '--rubrics'),
  'other-guidelines': () =>
    withOptions(l10n.t('not judged under a selected version of the guidelines'), '--guidelines'),
  'not-flagged': () => withOptions(l10n.t('none of the required flags is set'), '--flags'),
  flagged: () => withOptions(l10n.t('an excluded flag is set'), '--without-flags'),
  'less-sure': () => withOptions(l10n.t('the confidence of the annotator is below the minimum'), '--min-confidence'),
  'no-confidence': () =>
    withOptions(l10n.t('the annotator did not set a confidence, but a minimum is required'), '--min-confidence'),
  'other-metadata': () => withOptions(l10n.t('the metadata of the item do not have the selected values'), '--where'),
  'other-language': () => withOptions(l10n.t('the language of the item is not selected'), '--languages'),
  'not-chosen': () => withOptions(l10n.t('this pair of the ranking is not selected'), '--pairs'),
  'too-weak': () =>
    withOptions(l10n.t('the preference is weaker than the minimum strength, or has no strength'), '--min-strength'),
  'no-margin': () =>
    withOptions(
      l10n.t('the margin is unknown, and the trainer stops at a row without a margin'),
      l10n.t(
        '{0} selects its source: {1}, {2}, {3} or {4}; {5} gives every pair a margin',
        '--margin',
        'rank-gap',
        'strength',
        'rating',
        'votes',
        'rank-or-strength',
      ),
    ),
  'against-margin': () =>
    l10n.t('the source of the margin (ratings, votes, strengths or ranks) contradicts the preference'),
  'too-few': () => withOptions(l10n.t('fewer annotators than the minimum judged the item'), '--min-annotators'),
  'no-agreement': () => withOptions(l10n.t('the agreement of the annotators is below the minimum'), '--min-agreement'),
  'no-votes': () =>
    withOptions(
      l10n.t('agreement cannot be measured, because the item has no preference, rating, label, verdict or step'),
      '--min-agreement',
    ),
  'near-duplicate': () =>
    withOptions(
      l10n.t('the prompt is almost the same as an earlier one, or prompt and responses are exactly the same'),
      '--near-duplicates',
    ),
  contaminated: () =>
    withOptions(
      l10n.t('the prompt overlaps with a benchmark, so a model trained on it could not be tested with that benchmark'),
      '--decontaminate',
    ),
  alike: () => withOptions(l10n.t('the two responses are almost the same'), '--max-similarity'),
  'length-differs': () => withOptions(l10n.t('one response is much longer than the other'), '--max-length-ratio'),
  'likely-wrong': () =>
    withOptions(
      l10n.t('more annotators prefer the other response, so this preference is likely wrong'),
      '--noise filter',
    ),
  control: () => withOptions(l10n.t('a control item, used to check annotators'), exportsIt('--controls keep')),
  'empty-prompt': () => l10n.t('the prompt is empty: TRL stops with an IndexError'),
  media: () =>
    withOptions(
      l10n.t('the item has images, audio or video, which trainers of this format cannot read'),
      withoutMedia(),
    ),
  'media-in-response': () =>
    withOptions(
      l10n.t('a response has images, audio or video, but trainers of this format read them only in the prompt'),
      withoutMedia(),
    ),
  'media-role': () =>
    withOptions(
      l10n.t(
        'a turn that is not a user turn has images, audio or video, which trainers of this format reject or ignore',
      ),
      withoutMedia(),
    ),
  'media-missing': () =>
    withOptions(
      l10n.t(
        'an image, audio or video file was not found next to the dataset, in the study folder or in the current folder',
      ),
      l10n.t('{0} writes its rows without it', '--media none'),
    ),
  'media-outside': () =>
    withOptions(
      l10n.t(
        'an image, audio or video file is outside the folders of the dataset and the study and the current folder, so it is not copied',
      ),
      l10n.t('{0} writes its path instead', '--media path'),
    ),
  'media-address': () =>
    withOptions(
      l10n.t(
        'an image, audio or video file is at a web or storage address, but trainers of this format read only local files',
      ),
      l10n.t('{0} writes its rows without it', '--media none'),
    ),
  'media-in-record': () =>
    withOptions(
      l10n.t(
        'an image, audio or video file is embedded in the record (as a data: URL), but trainers of this format read only local files',
      ),
      l10n.t('{0} writes its rows without it', '--media none'),
    ),
  'same-but-media': () =>
    l10n.t(
      'the two responses differ only in images, audio or video, but in this format the same text means the same response (the format ms-swift-conversations can hold them)',
    ),
  'media-marker': () =>
    l10n.t(
      'a text contains "<image>", "<video>" or "<audio>" as ordinary text, but trainers of this format would treat it as a file',
    ),
  'no-user-turn': () =>
    withOptions(
      l10n.t('the prompt has no user turn to which the context and the evidence could be added'),
      '--context system',
      '--evidence system',
    ),
  conversation: () =>
    l10n.t(
      'the conversation has several turns or a system prompt, but trainers of this format put the prompt into a chat template as one user turn. Use a format with messages instead (pairs: trl-dpo, full-conversations; ratings: armorm; rubrics: grpo)',
    ),
  'tool-calls': () =>
    l10n.t('the conversation calls tools, which plain text cannot hold. Use trl-dpo or full-conversations instead'),
  'several-turns': () =>
    l10n.t('the conversation has several turns, but this format has room for only one question and a system prompt'),
  'no-reference': () =>
    l10n.t(
      'there is no reference answer that is better than the chosen response: no annotator wrote one, the item has none, and no response was preferred to it',
    ),
  'last-from-assistant': () =>
    l10n.t('the prompt ends with an assistant turn, which trainers of this format reject or use as the answer'),
  'same-role': () => l10n.t('user and assistant turns do not alternate, but trainers of this format require it'),
  'unknown-role': () =>
    l10n.t('a turn has a role that trainers of this format do not support (for example tool or developer)'),
  'empty-turn': () => l10n.t('a turn is empty, which trainers of this format reject'),
  'empty-answer': () => l10n.t('the response is empty: LLaMA-Factory treats an empty good response as a bad one'),
  'call-unanswered': () =>
    l10n.t('a tool call has no answer, or an answer has no call, but trainers of this format require both'),
  'not-one-message': () =>
    l10n.t('a response has several messages or calls tools, but this format has room for only one text'),
  'text-beside-calls': () =>
    l10n.t('a turn has both text and tool calls, but this format has room for only one of them'),
  'first-message': () =>
    l10n.t('both responses begin with the same message, so HALOs treats them as the same response'),
  'no-label': () =>
    l10n.t(
      'the response is not labeled good or bad (no acceptability line, and no comparison says both good or both bad)',
    ),
  'split-vote': () => l10n.t('as many votes for good as for bad'),
  'no-order': () =>
    l10n.t(
      'the comparisons do not give one order: two responses were not compared, or the preferences form a circle (A over B, B over C, C over A)',
    ),
  'list-size': () =>
    withOptions(
      l10n.t('the list has a different number of responses, but this trainer needs the same number in every row'),
      '--list-size',
    ),
  'one-sided': () => l10n.t('all responses are good, or all are bad, so there is nothing to compare'),
  'no-reward': () =>
    l10n.t('the annotation gives no reward: it neither orders nor rates nor labels responses, and has no verdicts'),
  'one-rewarded': () => l10n.t('only one response has a reward, and a group needs two'),
  'same-reward': () => l10n.t('all responses have the same reward, so there is nothing to learn from them'),
  'nothing-of-it': () => l10n.t('the annotation has no data for this format'),
  'no-rubric': () => l10n.t('the item has no active criterion, and had none when it was judged'),
  'criterion-kind': () =>
    l10n.t('the criterion is answered on a scale or with a category, but this format holds only yes or no'),
  'not-applicable': () => l10n.t('the criterion does not apply to the response'),
  'no-points': () =>
    l10n.t('no criterion of the item gives points to a response: a score needs at least one weight above 0'),
  'describes-fault': () =>
    l10n.t('the criterion describes a fault (its weight is negative), so responses should not meet it'),
  'same-verdict': () => l10n.t('no two responses have different verdicts on the criterion'),
  'no-words': () => l10n.t('there is no written reason (critique, note or rationale)'),
  'no-levels': () =>
    l10n.t('not graded on a scale from 1 to 5 with a description of each level, which the Prometheus prompt needs'),
  'not-a-grade': () => l10n.t('the grade is not a whole number from 1 to 5, so the Prometheus parser cannot read it'),
  'reads-as-verdict': () =>
    l10n.t(
      'the text contains words that look like a verdict ("[RESULT] 2", "Score: 3") before the real verdict, and the Prometheus parser uses the first',
    ),
  'not-two-edits': () => l10n.t('the two responses are not edits of the same response'),
  'not-two': () => l10n.t('the item does not have exactly two responses'),
  'critique-gone': () => l10n.t('a judged critique was deleted or changed'),
  'not-refined-by-rule': () =>
    l10n.t('marked in scope of a rule, but no response was refined with this rule, so there is no pair'),
  'unknown-rule': () => l10n.t('marked with a rule, or a version of a rule, that is not in the study'),
  'no-context': () =>
    withOptions(
      l10n.t('judged without a context, but rows of this format have one'),
      l10n.t('{0} exports it with an empty context', '--bare'),
    ),
  'lone-surrogate': () =>
    l10n.t('a text contains half of a surrogate pair (a cut emoji), and JSON loaders reject the whole file'),
  'no-steps': () => l10n.t('the annotation has no judged step'),
  'step-unjudged': () => l10n.t('a step without a label'),
  'step-neutral': () =>
    withOptions(
      l10n.t('a neutral step, which is neither right nor wrong'),
      l10n.t('{0} or {1} exports it', '--neutral right', 'wrong'),
    ),
  'step-unnecessary': () => withOptions(l10n.t('a step that is correct but unnecessary'), '--unnecessary out'),
  'step-not-of-agent': () =>
    l10n.t('a step is not one of the agent: it is of a user, of a helper, or of what the run took back'),
  'step-empty': () => l10n.t('a step without text: TRL would train on the separator only'),
  'after-error': () => withOptions(l10n.t('a step after the first wrong one'), '--steps first-error'),
  'step-lost': () =>
    l10n.t(
      'a judged step is no longer found in its text. The text changed, and the step has no quote or its quote is not there as often as it was judged',
    ),
  'not-template': () =>
    l10n.t(
      'the conversation does not fit the template of this format: roles do not alternate starting with the user, an answer has several turns, or a text contains the markers of the template',
    ),
  'no-ratings': () => l10n.t('the annotation has no ratings'),
  'missing-rating': () => l10n.t('a response has no value for a rating that this format requires'),
  'off-scale': () => l10n.t('a rating is not one of the values of this format'),
  'no-spans': () => l10n.t('no passages are marked (in formats with feedback on one response: in the first response)'),
  'not-four': () => l10n.t('the item does not have exactly four responses, as this format requires'),
  'other-response': () =>
    l10n.t(
      'feedback on a response other than the first, but this format has room only for the first (the format "spans" has all)',
    ),
  'span-lost': () => l10n.t('the quote of a marked passage is no longer in its text'),
  'span-empty': () => l10n.t('a marked passage contains no word'),
  'span-praise': () => l10n.t('a passage marked as good, but this format holds only errors'),
  'span-untyped': () =>
    l10n.t('a marked passage or missing information has no type, and trainers of this format stop with a KeyError'),
  'span-overlaps': () => l10n.t('a marked passage overlaps with an earlier one, which FG-RLHF rejects'),
  'no-passage': () => l10n.t('missing information that is not linked to a passage of the evidence'),
  'no-place': () => l10n.t('missing information, which has no position in the text'),
  'blank-response': () => l10n.t('a response has no text, and trainers of this format stop at it'),
  'no-refinement': () => l10n.t('the annotation has no refinement'),
  'original-changed': () =>
    l10n.t(
      'the text that the refinement was made of changed since, or the item changed and the judgment does not say which text it was',
    ),
  'not-improved': () => l10n.t('the refinement was judged no better than the text before'),
  worsened: () =>
    l10n.t('the refinement was judged worse than the text it was made of, so a model should not learn from it'),
  'no-demonstration': () => l10n.t('the annotation has no demonstration (an answer written by the annotator)'),
  'takeover-lost': () =>
    l10n.t('the run that was taken over, or the step after which it was, is no longer in the dataset'),
  'no-best': () => l10n.t('no response is the best: all are tied, or the preferences form a circle'),
  'tied-best': () =>
    withOptions(
      l10n.t('tied for the best, but another tied response was shown first'),
      l10n.t('{0} writes all of them', '--ties all'),
    ),
  'not-acceptable': () => l10n.t('the best response is not acceptable, so a model should not learn from it'),
  'best-differs': () =>
    withOptions(l10n.t('annotators differ on which response is best'), exportsIt('--aggregate majority')),
  'no-patch': () => l10n.t('the best response is no patch, and leaves none'),
  'failed-run': () =>
    l10n.t(
      'the best response is a run that failed by its tests or its reward. Judge it acceptable to export it all the same',
    ),
} as const;

export type DropReason = keyof typeof dropReasons;

/** What is true of a row, and fine for most trainers, but not for all. */
export const noteTexts = {
  opposite: () =>
    l10n.t(
      'the exact opposite of the row is also a row. Trainers use both, and they cancel each other out. Combine the preferences of the annotators{0}, or leave out items without agreement{1}',
      option('--aggregate majority'),
      option('--min-agreement'),
    ),
  'transcript-form': () =>
    l10n.t(
      'the prompt is a conversation, written as a transcript ("\n\nHuman: … \n\nAssistant:"). A chat template turns it into one user turn',
    ),
  'chosen-not-acceptable': () =>
    withOptions(
      l10n.t('the preferred response is better than the other one, but not acceptable itself'),
      l10n.t('{0} leaves such pairs out', '--pairs acceptable'),
    ),
  'end-of-run': () =>
    l10n.t('a run ends with what a tool or a user said, which is left out: there is nothing to learn from it'),
  'tie-in-dpo': () =>
    l10n.t('two completions are a tie: preference models learn that, but DPO of Tinker takes completion B as chosen'),
  'observations-in-completion': () =>
    l10n.t('an answer also holds what tools or users said: trainers that do not mask this train on it as well'),
  'empty-completion': () => l10n.t('a completion is empty: axolotl stops at it, other trainers train on it'),
  'parts-before-last-turn': () =>
    l10n.t(
      'the answer has several messages: axolotl trains on the last one only. If a row has no prompt, axolotl, OpenRLHF\'s DPO and reward-bench use all messages of "chosen" except the last as the prompt of both',
    ),
  'ends-with-assistant': () => l10n.t('the prompt ends with an assistant turn'),
  'begins-with-user': () =>
    l10n.t(
      "users began the runs with different words, so these stand in the responses and the prompt is a system message alone. TRL's reward trainer reads all of it; OpenRLHF's cuts the first words of the user off",
    ),
  'ends-without-assistant': () => l10n.t('a completion does not end with an assistant turn'),
  'roles-not-alternating': () =>
    l10n.t('two turns in a row have the same role, as in the dataset: torchtune and some chat templates reject this'),
  'scores-of-ratings': () =>
    l10n.t(
      'order and scores come from ratings. For rankings, scores are different: the number of responses minus the rank',
    ),
  'reward-of-rating': () =>
    l10n.t('the reward is a rating, from 0 to 1 if the study defines its scale, else as it was given'),
  'reward-of-order': () => l10n.t('the reward is the place in the order, from 1 for the best to 0 for the last'),
  'reward-of-label': () =>
    l10n.t('the reward is 1 for good and 0 for bad, or the share of the annotators who call the response good'),
  'reward-of-rubric': () =>
    l10n.t('the reward is the score by the criteria: the share of the points that the response could have'),
  'tied-list': () =>
    withOptions(
      l10n.t('the list has tied responses: its trainer treats the earlier one as better, or learns nothing from them'),
      l10n.t('{0} shows which', '"tiebreak validate"'),
    ),
  'turned-round': () =>
    withOptions(
      l10n.t(
        'more annotators prefer the other response, so the pair is reversed and differs from what this annotator chose',
      ),
      '--noise flip',
    ),
  'field-missing': () =>
    l10n.t('the record does not have a field that a column names (field.PATH): the column is null'),
  'under-context': () =>
    l10n.t('judged under a context, which is in the prompt{0} or in its own column', option('--context')),
  'of-turn': () =>
    l10n.t('one turn was judged: the prompt is the conversation up to it, and the response is that turn alone'),
  'context-in-prompt': () =>
    withOptions(l10n.t('the context of the item is in the prompt, as annotators saw it'), leavesOut('--context none')),
  'evidence-in-prompt': () =>
    withOptions(
      l10n.t('the evidence of the item is in the prompt, as annotators saw it'),
      leavesOut('--evidence none'),
    ),
  'evidence-of-each': () =>
    l10n.t(
      'the prompt has passages of evidence that belong to single responses, but does not show which passage belongs to which response',
    ),
  'context-left-out': () =>
    withOptions(l10n.t('the item was judged with a context that is not in the row'), '--context none'),
  'evidence-left-out': () =>
    withOptions(l10n.t('the item was judged with evidence that is not in the row'), '--evidence none'),
  'media-left-out': () =>
    withOptions(l10n.t('the item was judged with images, audio or video that are not in the row'), '--media none'),
  'tools-left-out': () => l10n.t('the list of available tools is not in the row'),
  'tools-in-system': () =>
    withOptions(l10n.t('the list of available tools is in the system message'), leavesOut('--tools none')),
  'tools-passed-over': () =>
    withOptions(
      l10n.t(
        'the list of available tools is in the column "tools". TRL, Unsloth, alignment-handbook, LLaMA-Factory, SFT of axolotl and SFT of open-instruct read it. OpenRLHF, torchtune, reward-bench, RLHFlow, DPO of axolotl and DPO of open-instruct train without it. In the system message, all of them read it',
      ),
      l10n.t('{0} writes it there', '--tools system'),
    ),
  'tool-calls': () =>
    l10n.t(
      'the conversation calls tools: TRL, OpenRLHF, NeMo-RL and open-instruct give the calls to the chat template; axolotl (DPO) and torchtune drop them and train on the text alone. HF datasets before 4.7 cannot read the types of the calls',
    ),
  'dates-in-calls': () =>
    l10n.t(
      'all calls have the same arguments, and one of them is always a date. The card of the folder says that calls are JSON; a program that loads the file alone, without the card, reads this argument as a timestamp',
    ),
  moved: () =>
    l10n.t(
      'a marked passage or a judged step is not where it was: its text changed, and it was found by its quote at another place',
    ),
  lost: () =>
    l10n.t(
      'a marked passage or a judged step is no longer in its text. The row says what was judged and has "lost" set',
    ),
  'critique-lost': () =>
    l10n.t(
      'a critique was rewritten or taken back after it was judged. The row says what was judged, and has "lost" set',
    ),
  'link-lost': () =>
    l10n.t(
      'a marked passage was linked to a part of its critique that was rewritten since. The row has "about_lost" set',
    ),
  'span-moved': () =>
    l10n.t('a marked passage began or ended inside a word, and was moved to the start or end of the word'),
  'pair-not-compared': () => l10n.t('two responses were not compared, and are written as a tie'),
  critic: () =>
    l10n.t(
      'the row has a critique by an annotator whose own judgments are not exported. Only the judgment of the critique is exported',
    ),
  unjudged: () => l10n.t('no judgment of the item is exported: the row has the active criteria of the item'),
  'tools-late': () =>
    withOptions(
      l10n.t(
        'the first tools come after 10 MB of rows without tools. Programs that load the file alone, without the column types in the card (for example ms-swift), stop there ("Couldn\'t cast array of type string to null"). A JSON file does not have this problem',
      ),
      '--file json',
    ),
  'neutral-wrong': () =>
    withOptions(l10n.t("a neutral step counts as wrong, as in TRL's version of PRM800K"), '--neutral wrong'),
  'neutral-right': () => withOptions(l10n.t('a neutral step counts as right'), '--neutral right'),
  'unnecessary-right': () =>
    withOptions(
      l10n.t('a step that is correct but unnecessary counts as right'),
      l10n.t('{0} or {1} changes it', '--unnecessary wrong', 'out'),
    ),
  'unnecessary-wrong': () =>
    withOptions(l10n.t('a step that is correct but unnecessary counts as wrong'), '--unnecessary wrong'),
  'only-models': () =>
    withOptions(
      l10n.t(
        'judged by a model: no person has judged anything here, so judgments by models are exported. As soon as a person judges, only judgments by people are exported, unless models are selected',
      ),
      '--origins model',
    ),
  unsettled: () =>
    l10n.t(
      'two responses for which the estimate of annotator errors (Dawid-Skene) did not converge after 1,000 steps. Their share of votes, and which one is preferred, can still change. Collect more judgments by several annotators, or choose another rule',
    ),
  'annotators-differ': () =>
    l10n.t(
      'annotators prefer opposite responses, and the preference of each is exported. Combine their preferences{0}, or leave out items without agreement{1}',
      option('--aggregate majority'),
      option('--min-agreement'),
    ),
  'one-list': () =>
    withOptions(
      l10n.t(
        'more than half of all rows come from one item, so its long list dominates the training. Write fewer pairs per item',
      ),
      fewerPairs(),
    ),
  'one-class': () =>
    l10n.t(
      'all responses are labeled good, or all bad: KTO learns from the difference between the two, and its trainers do not warn about this',
    ),
  'margin-unread': () =>
    l10n.t(
      "the column \"margin\" is for reward models: TRL's reward trainer, OpenRLHF's train_rm with {0} and ms-swift's rm read it. DPO, ORPO, CPO and SimPO ignore it",
      '--model.margin_loss_enable',
    ),
  'weight-unread': () =>
    withOptions(
      l10n.t(
        'the column "weight" is ignored by every trainer that is listed for this format: it has an effect in a training script of your own only. To keep long lists from dominating, write fewer pairs per item',
      ),
      fewerPairs(),
    ),
  'soft-label-unread': () =>
    l10n.t(
      'the column "soft_label" is ignored by every trainer that is listed for this format: it has an effect in a training script of your own only',
    ),
  'strength-unsaid': () => l10n.t('no strength was set, so it is written as 1 (slightly better)'),
} as const;

export type Note = keyof typeof noteTexts;
