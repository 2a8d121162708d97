import type { JsonObject } from '../../../src/core/dataset/fields/recordFields';

/** Names that people give the parts of preference data, and records that are made of them. */

export const questions = [
  'How do I boil an egg so that it stays soft?',
  'Why is the sky blue in the morning?',
  'Which city is the capital of Norway?',
  'What does a compiler do with a program?',
  'Tell me how bridges carry their own weight.',
];
export const ask = (n: number): string => questions[n % questions.length] ?? '';
export const answer = (n: number, of: string): string =>
  `This is what the ${of} one says about number ${n}, in some words of its own.`;
export const records = (make: (n: number) => JsonObject, count = 20): JsonObject[] =>
  [...Array(count).keys()].map(make);

export const promptNames = [
  'prompt',
  'question',
  'instruction',
  'query',
  'request',
  'user_message',
  'userPrompt',
  'Problem',
  'Frage',
  'pregunta',
  '问题',
  '質問',
];
export const polarNames: readonly (readonly [string, string])[] = [
  ['chosen', 'rejected'],
  ['better', 'worse'],
  ['preferred', 'dispreferred'],
  ['winner_response', 'loser_response'],
  ['y_w', 'y_l'],
  ['pos', 'neg'],
  ['accepted_answer', 'rejected_answer'],
  ['response_chosen', 'response_rejected'],
  ['ChosenText', 'RejectedText'],
  ['best', 'worst'],
];
/** Two responses, and how a third of their kind would be called. */
export const siblingNames: readonly (readonly [string, string, string])[] = [
  ['response_a', 'response_b', 'response_c'],
  ['Response A', 'Response B', 'Response C'],
  ['output_1', 'output_2', 'output_3'],
  ['answer1', 'answer2', 'answer3'],
  ['completionA', 'completionB', 'completionC'],
  ['candidate_0', 'candidate_1', 'candidate_2'],
  ['reply-one', 'reply-two', 'reply-three'],
  ['A', 'B', 'C'],
  ['model_1_output', 'model_2_output', 'model_3_output'],
  ['generation_1', 'generation_2', 'generation_3'],
  ['回答1', '回答2', '回答3'],
  ['Antwort A', 'Antwort B', 'Antwort C'],
];
