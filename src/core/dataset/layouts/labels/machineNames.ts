import {
  automaticWords,
  hasWord,
  isNumberOrLetter,
  keyOf,
  machineJudgeWords,
  modelName,
  peopleWords,
  plainName,
  rewardModelWords,
  scorerNames,
  wordsIn,
} from '../../fields/fieldWords';

/**
 * Whose values stand under a name: what models, reward models and metrics say is no person's judgement, and names say
 * so: `judge_score`, `bert_score`, `reward`, `gpt4_helpfulness`, `armo_rm`, `fk_grade`.
 */

/** A machine that the name of a field names. */
export interface NamedMachine {
  /** What it is called there: `gpt4` of `gpt4_helpfulness`, `bert_score` of itself. */
  readonly name: string;
  /** It is called a judge and no more, which may be any model. */
  readonly isAnyJudge: boolean;
}

/**
 * The machine whose judgements stand at a path, by the words of its parts; undefined where no word names one, or one
 * names people.
 *
 * @param path where values stand: `metadata.judge_score`
 * @param of what the values are of: the names of responses and their models, whose words name no judge
 */
export function machineNamed(path: string, of: readonly string[] = []): NamedMachine | undefined {
  const known = named.get(path);
  if (known === null) return undefined;
  const found = known ?? lookAt(path);
  if (named.size > maxNamed) named.clear();
  named.set(path, found ?? null);
  // What is called like a response is said of it: `gpt4_score` beside `gpt4_response`.
  return found && of.some((name) => plainName(name).includes(plainName(found.name))) ? undefined : found;
}

/** What was found for paths, as records of a file have the same ones. */
const named = new Map<string, NamedMachine | null>();
const maxNamed = 1000;

function lookAt(path: string): NamedMachine | undefined {
  const parts = path.split(/(?<!\d)\.|\.(?!\d)/);
  if (parts.some((part) => hasWord(wordsIn(part), peopleWords))) return undefined;
  // The last part says most: `judge.bert_score`.
  for (const part of parts.toReversed()) {
    const machine = machineIn(part);
    if (machine) return machine;
  }
  return undefined;
}

function machineIn(key: string): NamedMachine | undefined {
  const words = wordsIn(key);
  const model = modelIn(key);
  if (model !== undefined) return { name: model, isAnyJudge: false };
  const isScorer = words.some((word, at) => scorerNames.has(word) || scorerNames.has(`${word}${words[at + 1] ?? ''}`));
  if (isScorer || hasWord(words, rewardModelWords)) return { name: keyOf(key), isAnyJudge: false };
  if (words.some((word) => machineJudgeWords.has(word) || automaticWords.has(word)) && !isNumbered(words))
    return { name: keyOf(key), isAnyJudge: true };
  return undefined;
}

/** The name of a model in a key, with its version: "gpt-4o" of `gpt-4o_preference`, "gpt4" of `gpt4_helpfulness`. */
function modelIn(key: string): string | undefined {
  const found = modelName.exec(key);
  if (!found) return undefined;
  const from = key.slice(found.index).replace(/^[^\p{L}]+/u, '');
  return /^[\p{L}]+(?:[-_. ]?\d[\p{L}\d]*(?:\.\d+)?)?/u.exec(from)?.[0];
}

/** One of several who judge ("judge_1", "grader_b") may be a person. */
const isNumbered = (words: readonly string[]): boolean => words.some(isNumberOrLetter);
