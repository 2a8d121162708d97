import { hasWord, isNumberOrLetter, keyOf, modelName, plainName, wordSet, wordsIn } from '../../fields/fieldWords';

/**
 * Whose values stand under a name: what models, reward models and metrics say is no person's judgement, and names say
 * so: `judge_score`, `bert_score`, `reward`, `gpt4_helpfulness`, `armo_rm`, `fk_grade`.
 */

/** Words for a machine that judges whatever it is asked to. */
export const judgeNames = wordSet('judge grader verifier autorater autograder');

/** Words that say that nobody looked, or that a model did. */
export const automaticNames = wordSet('auto automatic automated llm ai');

/** Words for a model that was trained to score. */
const rewardNames = wordSet('reward rm prm orm');

/** Models and programs that judge, by name, in the plain spelling of one word or of words that follow each other. */
export const scoringModels: ReadonlySet<string> = new Set(
  'armorm armo pairrm pairpm ultrarm skywork starling prometheus autoj pandalm athene nemotron unieval geval ragas deepeval alpacaeval'.split(
    ' ',
  ),
);

/** Scorers and metrics by name, spelt in the same way. */
const scorerNames: ReadonlySet<string> = new Set([
  ...scoringModels,
  ...(
    'bert bertscore bleu sacrebleu bleurt rouge rougel chrf meteor cider comet bartscore moverscore mauve ' +
    'f1 fscore passrate perplexity ppl nll logprob logprobs loss exactmatch editdistance levenshtein cosine embedding jaccard ' +
    'flesch kincaid fleschkincaid fk fkgrade fkgl gunningfog smog colemanliau dalechall'
  ).split(' '),
]);

/** Words for people: under a name with one of them, somebody looked at what a machine said. */
export const peopleNames = wordSet(
  'human person people manual annotator rater reviewer expert worker labeler labeller crowd crowdworker user customer voter participant',
);

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
  if (parts.some((part) => hasWord(wordsIn(part), peopleNames))) return undefined;
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
  if (isScorer || hasWord(words, rewardNames)) return { name: keyOf(key), isAnyJudge: false };
  if (words.some((word) => judgeNames.has(word) || automaticNames.has(word)) && !isNumbered(words))
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
