import {
  automaticWords,
  commonModelFamilies,
  givenWords,
  joiningWords,
  judgeRoleWords,
  machineJudgeWords,
  modelFamilies,
  modelOnlyWords,
  modelVariantWords,
  peopleWords,
  scoringModels,
  shortModelFamilies,
} from '../../fields/fieldWords';
import { remembered } from '../../fields/remembered';

/**
 * Whether the name of whoever judged is a model's: `PandaLM-7B`, `gpt-4`, `claude-3-opus`, `prometheus-7b-v2.0`,
 * `llm-judge`, `judge`. People are called Claude and Gemma too, so it is a guess, and whoever uses it tells so.
 */

/**
 * Whether a name says nothing but that a model judged: each of its words is the name of a model or goes with one.
 * "Claude Monet", "judge judy", "judge_1" and "gpt4_labels" say more.
 */
export const isModelName = (name: string): boolean => kindOf(name) === 'model';

/**
 * Whether a name, which is known to be that of one judge, is a model's: other words may stand beside the name of a
 * model that nobody else is called ("acme-gpt-4-checker").
 */
export const isModelJudge = (name: string): boolean => kindOf(name) !== 'other';

type NameKind = 'model' | 'like-model' | 'other';

/** What is longer is no name. */
const maxNameLength = 100;

const kindOf = remembered((name): NameKind => (name.length > maxNameLength ? 'other' : kindOfWords(wordsOf(name))), {
  longest: maxNameLength,
});

function kindOfWords(words: readonly string[]): NameKind {
  if (words.length === 0 || words.some((word) => humanNames.has(word) || joiningWords.has(word))) return 'other';
  const found = words.flatMap((word) => familyOf(word) ?? []);
  const isNamed = found.some(({ isShort }) => !isShort || words.length > 1);
  const isAutomatic = words.some((word) => automaticWords.has(word) || modelOnlyWords.has(word));
  if ((isNamed || isAutomatic || areJudges(words)) && words.every(goesWithModel)) return 'model';
  const others = words.filter((word) => !givenWords.has(word.replace(/s$/, '')));
  const isOtherwise = others.length < words.length && kindOfWords(others) !== 'other';
  return isOtherwise || found.some(({ isDistinct }) => isDistinct) ? 'like-model' : 'other';
}

/** Of the words for people, those that no model is called. */
const humanNames: ReadonlySet<string> = new Set([...peopleWords].filter((word) => !judgeRoleWords.has(word)));

/** Words in lower case: "pandalm" and "7b" of "PandaLM-7B", "llm" and "judge" of "LLM as a judge". */
function wordsOf(name: string): readonly string[] {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bas an? /, '')
    .trim()
    .split(' ');
  const words: string[] = [];
  for (let at = 0; at < parts.length;) {
    // A name may be written in several words: "Panda LM", "Auto-J", "Deep Seek".
    const count = [3, 2].find((each) => at + each <= parts.length && isWord(parts.slice(at, at + each).join(''))) ?? 1;
    words.push(parts.slice(at, at + count).join(''));
    at += count;
  }
  return words;
}

/** Whether words that are written together are one of a model's. */
const isWord = (joined: string): boolean =>
  familyOf(joined) !== undefined || (joined.length > 3 && modelVariantWords.has(joined));

interface Family {
  /** Nobody and nothing else is called so. */
  readonly isDistinct: boolean;
  /** It names a model only beside other words. */
  readonly isShort: boolean;
}

/** The family that a word names, with or without a version: "llama" of "llama3". */
function familyOf(word: string): Family | undefined {
  const name = /^\p{L}+/u.exec(word)?.[0] ?? '';
  const hasVersion = name !== word && isVersion(word.slice(name.length));
  if (name !== word && !hasVersion) return undefined;
  if (modelFamilies.has(name)) return { isDistinct: true, isShort: false };
  if (commonModelFamilies.has(name) || scoringModels.has(name)) return { isDistinct: false, isShort: false };
  return shortModelFamilies.has(word) || shortModelFamilies.has(name)
    ? { isDistinct: false, isShort: shortModelFamilies.has(word) }
    : undefined;
}

/** A version, size, date or precision: "4o", "7b", "v2", "8x7b", "20240229", "r1", "a3b", "fp16". */
const isVersion = (word: string): boolean => /^[a-z]{0,2}\d+(?:[a-z]\d*){0,2}$/.test(word);

const goesWithModel = (word: string): boolean =>
  familyOf(word) !== undefined ||
  isVersion(word) ||
  [modelVariantWords, judgeRoleWords, modelOnlyWords, machineJudgeWords, automaticWords].some((names) =>
    names.has(word),
  );

/** Whether the words name a judge and at most its size or version: a number tells several people apart ("judge 1"). */
const areJudges = (words: readonly string[]): boolean =>
  words.some((word) => machineJudgeWords.has(word)) &&
  words.every((word) => machineJudgeWords.has(word) || /^(v\d+|\d+(x\d+)?[bm])$/.test(word));
