import {
  betterWorseWords,
  commentWords,
  contextWords,
  guessWords,
  hasWord,
  isAttributeName,
  isNumberOrLetter,
  judgeWords,
  keyOf,
  listWords,
  modelWords,
  promptWordsByCertainty,
  referenceWords,
  responseWords,
  rightWords,
  turnWords,
  wordsIn,
  wrongWords,
} from './fieldWords';
import { remembered } from './remembered';

/** What the name of a field says that it holds, by the words of the one vocabulary. */

/** Whether a field is named as a response, and not as something about one. */
export const isResponseName = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return (
    (hasWord(words, responseWords) || (hasWord(words, modelWords) && hasWord(words, listWords))) &&
    !isAttributeName(words) &&
    // When and how it was made: "generated_at", "response_format".
    !['at', 'by', 'format'].includes(words.at(-1) ?? '') &&
    !hasWord(words, judgeWords) &&
    !commentWords.has(words.at(-1) ?? '')
  );
};

/**
 * What an answer should have been: by its name, as the right one where no other is called wrong, or as one of several
 * best ones (`Best_Answer1`).
 */
export const isReference = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return hasWord(words, referenceWords) || (words.length > 1 && hasWord(words, rightWords)) || isBestAnswer(path);
};

/** One of several best answers that others are compared with (`Best_Answer1`), and not the best of several (`best_of_8_answer`). */
export const isBestAnswer = (path: string): boolean => /^best answers? \d+$/.test(wordsIn(keyOf(path)).join(' '));

/** Whether a response is named as one that is not right: "Wrong_Answer1". */
export const calledWrong = (path: string): boolean => hasWord(wordsIn(keyOf(path)), wrongWords);

/** Whether a field is named as what was asked, or as what somebody says of a response. */
export const isPromptOrCommentName = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return (
    isAttributeName(words) ||
    hasWord(words, commentWords) ||
    hasWord(words, contextWords) ||
    hasWord(words, referenceWords) ||
    hasWord(words, guessWords) ||
    promptWordsByCertainty.some((tier) => hasWord(words, tier))
  );
};

/**
 * Whether a field is named as what says how to answer or to judge, and is no answer: a system prompt, a rubric, or the
 * levels of one (`level_1`, `criterion 3`, `score1_description`).
 */
export const saysHowToAnswer = (path: string): boolean => {
  const words = wordsIn(path);
  return (
    (words.includes('system') && words.some((word) => ['prompt', 'message', 'instruction', 'text'].includes(word))) ||
    keyOf(path).toLowerCase() === 'system' ||
    words.some((word) => ['rubric', 'criterion', 'criteria', 'guideline', 'checklist', 'requirement'].includes(word)) ||
    // Levels of a scale: "9-10".
    /^\d+\s*[-–]\s*\d+$/.test(keyOf(path)) ||
    /^(level|score|rating|grade|point) \d+( (description|desc|text|definition|anchor))?$/.test(words.join(' '))
  );
};

/** A part of an item that a field of texts or messages may hold. */
export type FieldRole = 'system' | 'prompt' | 'context' | 'references' | 'responses';

const responsesOfPairs: ReadonlySet<string> = new Set(betterWorseWords.flat());
const isPromptWord = (word: string): boolean =>
  word === 'text' || turnWords.has(word) || promptWordsByCertainty.some((tier) => tier.has(word));

/** Tells which part a free field of an annotation tool is, where each project has names of its own. */
export const roleOf = remembered((name): FieldRole | 'other' => {
  const words = wordsIn(name).filter((word) => !isNumberOrLetter(word));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const asks = promptWordsByCertainty.slice(0, 2).some((tier) => tier.has(first));
  if (first === 'system') return 'system';
  if (isReference(name)) return 'references';
  if (isAttributeName(words)) return 'other';
  if (contextWords.has(last) || (contextWords.has(first) && !isPromptWord(last))) return 'context';
  if (!asks && (isResponseName(name) || (words.length === 1 && responsesOfPairs.has(first)))) return 'responses';
  if (!commentWords.has(last) && words.some(isPromptWord)) return 'prompt';
  return hasWord(words, contextWords) ? 'context' : 'other';
});
