import type { Criterion } from '../../model/rubric/criterion';

/**
 * The prompts of Prometheus, word for word (prometheus-eval/prometheus-eval, Apache 2.0,
 * `libs/prometheus-eval/prometheus_eval/prompts.py`): a model that was trained on them judges by no others. What comes
 * after is read by `prometheus_eval/parser.py`: a feedback, "[RESULT]", and a whole number from 1 to 5, or A or B.
 */

const absoluteSystem =
  'You are a fair judge assistant tasked with providing clear, objective feedback based on specific criteria, ensuring each assessment reflects the absolute standards set for performance.';
const relativeSystem =
  'You are a fair judge assistant assigned to deliver insightful feedback that compares individual performances, highlighting how each stands relative to others within the same cohort.';

/**
 * What is asked of the judge before all else: the two lines of a task that differ from prompt to prompt, and its parts
 * with their headings.
 */
interface PromptParts {
  readonly given: string;
  readonly steps: readonly [string, string];
  readonly answer: string;
  readonly parts: readonly (readonly [heading: string, text: string])[];
}

function promptOf({ given, steps: [feedback, verdict], answer, parts }: PromptParts): string {
  const task = [
    '###Task Description:',
    `An instruction (might include an Input inside it), a response to evaluate,${given} and a score rubric representing a evaluation criteria are given.`,
    `1. ${feedback}`,
    `2. ${verdict} You should refer to the score rubric.`,
    `3. The output format should look as follows: "(write a feedback for criteria) [RESULT] (${answer})"`,
    '4. Please do not generate any other opening, closing, and explanations.',
  ].join('\n');
  return [task, ...parts.map(([heading, text]) => `###${heading}:\n${text}`), '###Feedback: '].join('\n\n');
}

/** `ABSOLUTE_PROMPT`, and `ABSOLUTE_PROMPT_WO_REF` where there is no reference. */
export function absolutePrompt({
  instruction,
  response,
  reference,
  rubric,
}: {
  readonly instruction: string;
  readonly response: string;
  readonly reference?: string | undefined;
  readonly rubric: string;
}): string {
  return promptOf({
    given: reference === undefined ? '' : ' a reference answer that gets a score of 5,',
    steps: [
      'Write a detailed feedback that assess the quality of the response strictly based on the given score rubric, not evaluating in general.',
      'After writing a feedback, write a score that is an integer between 1 and 5.',
    ],
    answer: 'an integer number between 1 and 5',
    parts: [
      ['The instruction to evaluate', instruction],
      ['Response to evaluate', response],
      ...(reference === undefined ? [] : [['Reference Answer (Score 5)', reference] as const]),
      ['Score Rubrics', rubric],
    ],
  });
}

/** `RELATIVE_PROMPT`, and `RELATIVE_PROMPT_WO_REF` where there is no reference. */
export function relativePrompt({
  instruction,
  a,
  b,
  reference,
  rubric,
}: {
  readonly instruction: string;
  readonly a: string;
  readonly b: string;
  readonly reference?: string | undefined;
  readonly rubric: string;
}): string {
  return promptOf({
    given: reference === undefined ? '' : ' a reference answer,',
    steps: [
      'Write a detailed feedback that assess the quality of two responses strictly based on the given score rubric, not evaluating in general.',
      'After writing a feedback, choose a better response between Response A and Response B.',
    ],
    answer: 'A or B',
    parts: [
      ['Instruction', instruction],
      ['Response A', a],
      ['Response B', b],
      ...(reference === undefined ? [] : [['Reference Answer', reference] as const]),
      ['Score Rubric', rubric],
    ],
  });
}

/** The five scores that a rubric of Prometheus describes. */
export const scores = [1, 2, 3, 4, 5] as const;

/** `SCORE_RUBRIC_TEMPLATE`: what the scale measures, and what each score means. */
export const absoluteRubric = ({ text, levels = {} }: Pick<Criterion, 'text' | 'levels'>): string =>
  [relativeRubric(text), ...scores.map((score) => `Score ${score}: ${levels[score] ?? ''}`)].join('\n');

/** Of the same the first line alone, as `load_rubric` gives it for comparisons. */
export const relativeRubric = (text: string): string => `[${text}]`;

interface Turn<Role extends string> {
  readonly role: Role;
  readonly content: string;
}

/**
 * A prompt and its answer as messages, the system prompt before the prompt in the user's turn
 * (`train/recipes/prometheus-v2.0/prepare_dataset.py add_messages_column`).
 */
export function judgeMessages(
  kind: 'absolute' | 'relative',
  prompt: string,
  output: string,
): readonly [Turn<'user'>, Turn<'assistant'>] {
  const system = kind === 'absolute' ? absoluteSystem : relativeSystem;
  return [
    { role: 'user', content: `${system}\n\n${prompt}` },
    { role: 'assistant', content: output },
  ];
}

/** A feedback with its verdict at the end, where the parser looks for it. */
export const withResult = (words: string, result: string | number): string => `${words} [RESULT] ${result}`;

/** How an output has to end. */
export const endsWithScore = /\[RESULT\] [1-5]$/;
export const endsWithLetter = /\[RESULT\] [AB]$/;

/** What the parser takes for a score, or for a letter, wherever it first meets it: more than "[RESULT]". */
const readsAsScore = /(?:result|score)(?:\]|:|\s+of)*[\s([]*(\d+)/i;
const readsAsLetter = /(?:\[result[\]:]?(?:\s+response)?|\[response|^result:?)\s*([ab])(?![a-z])/im;

/** Whether words read like another verdict than the one that follows them. */
export function readsOtherwise(words: string, result: string | number): boolean {
  const found = (typeof result === 'number' ? readsAsScore : readsAsLetter).exec(words)?.[1];
  return found !== undefined && found.toUpperCase() !== String(result);
}
