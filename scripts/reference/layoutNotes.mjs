// What records of some layouts look like, where their fields do not say it.
export const layoutForms = {
  responses:
    'A record is `{prompt, responses: [text or {id, text, model, …}, …]}`. The prompt is text or messages. Name responses that are in separate fields together: `--map responses=answer_a,answer_b`. A record can also have `context`, `evidence` (texts or `{id, title, text, source, response}`), `references`, `notes` (not shown before the judgment) and `language`. A response can have `verifiers: [{name, passed, score, detail}]`.',
  'paired-responses':
    'A record is `{prompt, response_a, response_b, winner}`: two responses in fields that differ by a letter, a number or a word. A label that names one of them, or a tie, counts. A number counts only with `--values`.',
  'single-responses':
    'A record is `{prompt, completion}`, or a conversation with a `model`, a `rating`, or a `label` that is not a plain yes or no.',
  'preference-pairs':
    'A record is `{prompt, chosen, rejected}` as text or messages. The prompt can also be in `question`, `query`, `request`, `instruction` with `input`, or a conversation, or be the common beginning of both responses, up to a whole message or a role marker. A `system` text comes first. Scores and models of the two are read as TRL, H4, Argilla, distilabel and RewardBench write them (`score_chosen`, `chosen_rating`, `chosen-model`). The mixed form of ultrafeedback_binarized is repaired.',
  'judge-messages':
    'A record is `{messages}`: what a judge or critic is asked and answers, in the prompts of Prometheus and Tiebreak. Prompt, responses, reference and rubric are read from the question; score, preference and feedback from the answer.',
  verdicts:
    'A table: one verdict on one response by one criterion a row. Rows with the same prompt become one item, with a label for each annotator.',
  'critique-soundness':
    'A table: what somebody says of a critique by somebody else. Rows with the same prompt become one item, with a label for each annotator.',
  annotators: 'A table of comparisons, with the ids of items and responses.',
  spans: 'A table of marked passages, with the ids of items and responses.',
  demonstrations:
    'A record is `{messages}` (or `{conversations}`) that ends with an answer, or `{prompt, completion}`. The label is that somebody wrote the answer.',
  'oasst-trees': 'Each group of sibling replies becomes one item.',
  'questions-and-answers':
    'Each answer names its question by the id. The questions may be in another file: name both, as in `tiebreak items question.jsonl model_answer/*.jsonl`.',
  'oasst-messages': 'The messages of the trees are single records, as in oasst1 and oasst2 on the Hugging Face Hub.',
  'arena-battles': 'The datasets of 33k, 100k and 140k battles are read.',
  refinements: 'A record is `{prompt, initial, critique, refined, score}`.',
  'principle-pairs':
    'A record is `{prompt, chosen, rejected, principle}`. The principle becomes a criterion of the item.',
  'ms-swift': 'The ShareGPT, query and response, and Alpaca forms of ms-swift are read too.',
  armorm: 'A column for each aspect has the rating.',
  'ms-swift-regression': 'A list of numbers has the ratings.',
  'fine-grained-rlhf': 'A question has error spans, missing information, corrected answers and six pairwise labels.',
};
