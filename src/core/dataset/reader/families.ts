import { isObject, type JsonObject } from '../fields';
import { plainName } from '../layouts/fieldRoles';
import { textFieldsOfResponses } from '../layouts/responseList';
import { asMessages } from '../messages';
import type { FieldProfile } from './profile';
import { commentWords, contextWords, editWords, guessWords, has, holderWords, isAbout, judgeWords, keyOf, labelWords, listWords, madeWords, modelName, namedAt, polarWords, predictedWords, promptTiers, ratingWords, reasoningWords, referenceWords, responseWords, rightWords, stageWords, variantWords, wordsIn } from '../fieldWords';

/** Fields that hold the responses of a record together. */
export type Family =
  | { readonly kind: 'polar'; readonly better: string; readonly worse: string; /** The better one is called an edit of the other, and nothing else says that it is better. */ readonly isGuess?: true }
  | { readonly kind: 'siblings'; readonly paths: readonly string[]; /** The field whose values name them. */ readonly label?: string; /** Nothing but their likeness says that they are responses. */ readonly isGuess?: true }
  | { readonly kind: 'list'; readonly path: string; /** Where the text stands in its entries, where that is not under a usual name. */ readonly text?: string }
  | { readonly kind: 'models'; readonly paths: readonly string[] }
  | { readonly kind: 'single'; readonly path: string; /** What it should have been, as a guess. */ readonly reference?: string }
  | { readonly kind: 'conversation'; readonly path: string };

export const pathsOf = (family: Family): readonly string[] => (family.kind === 'polar' ? [family.better, family.worse] : 'paths' in family ? family.paths : [family.path]);

/** Whether a field is one of a family's, or stands within one of them. */
export const isOf = (path: string, families: readonly Family[]): boolean => families.flatMap(pathsOf).some((each) => path === each || path.startsWith(`${each}.`));

/** Whether a field can hold a response: text that is no code, a message, or messages. */
export const canAnswer = ({ kind, isCode }: FieldProfile): boolean => (kind === 'text' && !isCode) || kind === 'messages';

/** Whether messages are all an assistant's, so that they answer something, whatever the field is called. */
export const areAnswers = ({ kind, values }: FieldProfile): boolean => kind === 'messages' && values.every((value) => (asMessages(Array.isArray(value) ? value : [value]) ?? []).every(({ role }) => role === 'assistant'));

/** Whether texts are long and varied, so that they are somebody's words and no setting. */
export const isProse = ({ kind, length, distinct, isCode }: FieldProfile): boolean => kind === 'text' && !isCode && length >= 25 && distinct >= 0.3;

/** Whether a field is named as a response, and not as something about one. */
export const isResponseName = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return has(words, responseWords) && !isAbout(words) && !has(words, judgeWords) && !commentWords.has(words.at(-1) ?? '');
};

/**
 * The response families of a sample, surest first; the first that is found stands for all its rank. Within a rank there may be several rivals: then nobody can tell which is meant.
 *
 * 1. Polar pairs: two fields that differ by a word for better and its word for worse.
 * 2. Siblings named as responses that differ by an index: `output_1`, `output_2`.
 * 3. Columns that are named after models and as responses: `gpt4_summary`, `llama_summary`.
 * 4. A text that was predicted, beside what it should have been: `Predicted`, `Actual`.
 * 5. A list, named as responses or choices, of texts or of objects with a text; or an object with a response under each name.
 * 6. Objects that each hold a text named as a response: `6b.solution`, `175b.solution`.
 * 7. Fields that the values of a label name: `baseline`, `concise`, winner "concise".
 * 8. Columns that are named after models, or after stages of their training.
 * 9. All texts that are named as responses, where their names begin alike and go on with what made them: `summary_baseline`, `summary_dpo_holistic`.
 * 10. Siblings named as responses that differ by one word: `base_response`, `tuned_response`.
 * 11. Siblings under other names, of long and varied texts: `A`, `B`; `model_1`, `model_2`.
 * 12. As a guess, a response and an edit of it: `answer`, `correction`.
 * 13. One field that is named as a response, or a message of an assistant's.
 * 14. A conversation that ends with the assistant.
 * 15. As a guess, long and varied texts whose names differ by one word: `baseline_hi`, `augmented_hi`.
 */
export function familiesIn(fields: readonly FieldProfile[]): readonly Family[] {
  const ranks: (() => readonly Family[])[] = [
    () => polarIn(fields),
    () => siblingsIn(fields, true),
    () => modelsIn(fields).filter((family) => pathsOf(family).every(isResponseName)),
    () => predictedIn(fields),
    () => listsIn(fields),
    () => heldAlikeIn(fields),
    () => labelledIn(fields),
    () => modelsIn(fields),
    () => stemmedIn(namedResponses(fields)),
    () => alikeIn(namedResponses(fields)),
    () => siblingsIn(fields, false),
    () => editedIn(fields),
    () => singlesIn(fields),
    () => fields.filter(({ kind, present, values }) => kind === 'messages' && present >= 0.9 && endWithAssistant(values)).map(({ path }) => ({ kind: 'conversation', path })),
    () => alikeIn(fields.filter((field) => isProse(field) && !isAsked(field.path))).map((family) => ({ ...family, isGuess: true })),
  ];
  for (const rank of ranks) {
    const found = rank();
    if (found.length > 0) return found;
  }
  return [];
}

/** Texts that are named as responses, but for what they should have been and for parts of others. */
const namedResponses = (fields: readonly FieldProfile[]): readonly FieldProfile[] => {
  const named = fields.filter((field) => canAnswer(field) && isResponseName(field.path) && !isReference(field.path));
  return named.filter((field) => !isPartOf(field, named));
};

/** What an answer should have been: by its name, or as the right one where no other is called wrong. */
export const isReference = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return has(words, referenceWords) || (words.length > 1 && has(words, rightWords));
};

/** Whether a field is named as what was asked, or as what somebody says of a response. */
const isAsked = (path: string): boolean => {
  const words = wordsIn(keyOf(path));
  return isAbout(words) || has(words, commentWords) || has(words, contextWords) || has(words, referenceWords) || has(words, guessWords) || promptTiers.some((tier) => has(words, tier));
};

function polarIn(fields: readonly FieldProfile[]): readonly Family[] {
  const found: Family[] = [];
  const candidates = fields.filter((field) => canAnswer(field) && field.present >= 0.9 && !isAbout(wordsIn(keyOf(field.path))));
  const named = new Map(candidates.map(({ path }) => [wordsIn(path).join(' '), path]));
  for (const { path } of candidates) {
    // "chosen.answer" too: the word may be that of the object around.
    const words = wordsIn(path);
    for (const [better, worse] of polarWords) {
      const at = words.indexOf(better);
      if (at < 0 || (better === 'w' && words.length < 2)) continue;
      const names = [words.with(at, worse), ...['non', 'not', 'un', 'dis'].map((no) => words.toSpliced(at, 0, no))];
      const other = names.map((each) => named.get(each.join(' '))).find((each) => each !== undefined);
      if (other !== undefined && !found.some((each) => each.kind === 'polar' && each.better === path)) found.push({ kind: 'polar', better: path, worse: other });
    }
  }
  // Of objects that hold more than one text each, the response is the one that is called so.
  const responses = found.filter((each) => each.kind === 'polar' && isResponseName(each.better));
  return responses.length > 0 ? responses : found;
}

const firstIndexes: readonly (readonly string[])[] = [['a', 'b'], ['1', '2'], ['0', '1'], ['j', 'k'], ['x', 'y'], ['one', 'two'], ['first', 'second'], ['left', 'right']];
const indexes = /^([a-hjkxy]|\d{1,2}|one|two|three|four|first|second|third|fourth|left|right|middle)$/;

const indexWords = ['one', 'two', 'three', 'four', 'first', 'second', 'third', 'fourth', 'left', 'middle', 'right'];

/** Where an index stands among those of its kind: "B" is the second, however the columns are ordered. */
const orderOf = (index: string): number => (/\d/.test(index) ? Number(index) : index.length === 1 ? (index.codePointAt(0) ?? 0) : indexWords.indexOf(index));

function siblingsIn(fields: readonly FieldProfile[], areNamed: boolean): readonly Family[] {
  const groups = new Map<string, Map<string, FieldProfile>>();
  for (const field of fields) {
    if (!canAnswer(field)) continue;
    const words = wordsIn(keyOf(field.path));
    const at = words.findLastIndex((word) => indexes.test(word));
    const index = words[at];
    const stem = words.toSpliced(at, 1);
    // "response_model" names a model; where it is prose, it is that model's.
    const about = stem.at(-1) === 'model' && isProse(field) ? stem.slice(0, -1) : stem;
    if (index === undefined || isAbout(about) || has(stem, commentWords) || promptTiers.some((tier) => has(stem, tier))) continue;
    if (areNamed ? !has(stem, responseWords) : !isProse(field)) continue;
    const key = `${namedAt(field.path).before} ${stem.join(' ')}${/\d/.test(index) ? ' #' : index.length === 1 ? ' letter' : ' word'}`;
    groups.set(key, (groups.get(key) ?? new Map<string, FieldProfile>()).set(index, field));
  }
  return [...groups.values()].filter((group) => firstIndexes.some((pair) => pair.every((index) => (group.get(index)?.present ?? 0) >= 0.9))).map((group) => ({ kind: 'siblings', paths: [...group].sort(([a], [b]) => orderOf(a) - orderOf(b)).map(([, { path }]) => path) }));
}

/** What a list holds that cuts one text into pieces. */
const pieceWords: ReadonlySet<string> = new Set(['sentence', 'paragraph', 'segment', 'claim', 'fact', 'token', 'line', 'span']);

function listsIn(fields: readonly FieldProfile[]): readonly Family[] {
  const lists = fields.flatMap((field): { path: string; text?: string }[] => {
    const { path, kind, present, values } = field;
    const words = wordsIn(keyOf(path));
    if (present < 0.9 || isAbout(words) || has(words, referenceWords) || has(words, promptTiers[0] ?? new Set())) return [];
    // Sentences of a summary are parts of one response.
    const isNamed = (has(words, responseWords) || has(words, listWords)) && !words.some((word) => pieceWords.has(word));
    if (kind === 'texts' && isNamed) return shareOf(values, (list) => Array.isArray(list) && list.length > 1 && list.some((text) => typeof text === 'string' && text.length > 3 && !/^\S{1,3}$/.test(text))) >= 0.8 ? [{ path }] : [];
    const entries = kind === 'objects' && isNamed ? (values as readonly (readonly unknown[])[]) : kind === 'object' && (isNamed || has(words, holderWords)) && areNames(values, isNamed && /s$/i.test(keyOf(path))) ? values.map((value) => Object.values(value as JsonObject)) : [];
    if (entries.length === 0 || shareOf(entries, (list) => Array.isArray(list) && list.length > 1) < 0.5 || entries.some(areRecords)) return [];
    if (kind === 'object' && shareOf(entries.flat(), (entry) => typeof entry === 'string' && entry.length > 3) >= 0.98) return [{ path }];
    const text = textIn(entries.flat());
    return text === undefined ? [] : [{ path, ...(text !== '' && { text }) }];
  });
  const named = lists.filter(({ path }) => isResponseName(path));
  return (named.length > 0 ? named : lists).map((list) => ({ kind: 'list', ...list }));
}

/** Whether entries have a prompt each, which says something else: they are records of their own, and no responses to one prompt. */
function areRecords(entries: readonly unknown[]): boolean {
  const [first, second] = entries.filter(isObject);
  return first !== undefined && second !== undefined && Object.keys(first).some((key) => promptTiers.slice(0, 2).some((tier) => has(wordsIn(key), tier)) && !isAbout(wordsIn(key)) && typeof first[key] === 'string' && typeof second[key] === 'string' && first[key].length >= 8 && first[key] !== second[key]);
}

/** Where the text stands in objects, each a response: '' for the names that are read anyway, else the only long text in nearly all of them. */
function textIn(entries: readonly unknown[]): string | undefined {
  if (shareOf(entries, (entry) => isObject(entry) && textFieldsOfResponses.some((name) => (typeof entry[name] === 'string' && entry[name] !== '') || asMessages(entry.messages ?? entry[name]) !== undefined)) >= 0.98) return '';
  const objects = entries.filter(isObject);
  const keys = new Set(objects.flatMap((entry) => Object.keys(entry)));
  const [only, ...more] = [...keys].filter((key) => !key.includes('.') && !isAsked(key) && !/^(model|label|name|generator)$/i.test(key) && shareOf(entries, (entry) => isObject(entry) && typeof entry[key] === 'string' && entry[key].length >= 25) >= 0.9);
  return more.length === 0 && shareOf(entries, (entry) => isObject(entry) && typeof entry[only ?? ''] === 'string') >= 0.98 ? only : undefined;
}

/** Whether the keys of objects are names of models or ways to answer, and not of parts of one answer ("text", "score", "reasoning"); where the object is called "responses", so are keys of several words ("assistant_base"). */
const areNames = (values: readonly unknown[], areResponses: boolean): boolean =>
  values.every((value) => isObject(value) && Object.keys(value).every((key) => {
    const words = wordsIn(key);
    if (areResponses && words.length > 1) return true;
    return !isAbout(words) && ![responseWords, commentWords, reasoningWords, ratingWords, labelWords, referenceWords, contextWords, ...promptTiers].some((set) => has(words, set)) && !(textFieldsOfResponses as readonly string[]).includes(key);
  }));

/** Texts under the same name for a response, in objects of the record that are not called a step on the way, a judge's, or what was asked. */
function heldAlikeIn(fields: readonly FieldProfile[]): readonly Family[] {
  const groups = new Map<string, string[]>();
  for (const field of fields) {
    const { before, key } = namedAt(field.path);
    const around = wordsIn(before);
    if (!canAnswer(field) || field.present < 0.9 || before === '' || before.includes('.') || !isResponseName(field.path) || isReference(field.path)) continue;
    if (isAsked(before) || isReference(before) || has(around, judgeWords) || has(around, commentWords) || ['step', 'stage', 'round', 'turn', 'iteration', 'example', 'metadata', 'meta'].some((word) => around.includes(word))) continue;
    groups.set(key, [...(groups.get(key) ?? []), field.path]);
  }
  const found = [...groups.values()].filter((paths) => paths.length > 1);
  // Two may be parts of one thing; names of models, and three of one kind, are not.
  return found.map((paths) => ({ kind: 'siblings', paths, ...(paths.length < 3 && !paths.every((path) => modelName.test(path) || has(wordsIn(path), stageWords) || wordsIn(namedAt(path).before).some((word) => indexes.test(word))) && { isGuess: true as const }) }));
}

/** Long texts that stand in fields whose names, or a word of them that the others have not, are the values of a label. */
function labelledIn(fields: readonly FieldProfile[]): readonly Family[] {
  const texts = fields.filter((field) => isProse(field) && field.present >= 0.5 && !field.path.includes('.') && !isAsked(field.path));
  return fields.flatMap(({ path, kind, values, length }): Family[] => {
    if (kind !== 'text' || length > 40 || !has(path.split('.').flatMap(wordsIn), labelWords)) return [];
    const said = new Set(values.map((value) => plainName(String(value))));
    const named = texts.filter((field) => field.path !== path && said.has(plainName(field.path)));
    const isStage = (field: FieldProfile): boolean => wordsIn(field.path).every((word) => stageWords.has(word));
    // A stage that wins nowhere is a response all the same.
    if (named.length > 0 && named.every(isStage)) named.push(...texts.filter((field) => field.path !== path && !named.includes(field) && isStage(field)));
    return named.length < 2 ? [] : [{ kind: 'siblings', paths: named.map((field) => field.path), label: path }];
  });
}

function modelsIn(fields: readonly FieldProfile[]): readonly Family[] {
  const texts = fields.filter((field) => isProse(field) && field.present >= 0.5 && !isAbout(wordsIn(keyOf(field.path))));
  const models = texts.filter(({ path }) => modelName.test(keyOf(path)));
  const stages = texts.filter(({ path }) => wordsIn(keyOf(path)).every((word) => stageWords.has(word)));
  // Beside "SFT" and "Base_PPO", "Prima_PPO" is one too.
  const alike = texts.filter(({ path }) => !isAsked(path) && has(wordsIn(keyOf(path)), stageWords));
  const found = models.length >= 2 ? models : stages.length >= 2 ? alike : stages;
  return found.length < 2 ? [] : [{ kind: 'models', paths: found.map(({ path }) => path) }];
}

/** What words behind a response's name call a part of it, or the same in another form. */
const partWords: ReadonlySet<string> = new Set(['text', 'content', 'body', 'title', 'html', 'markdown', 'json', 'raw', 'clean', 'cleaned', 'normalized', 'parsed', 'extracted', 'translated', 'translation', 'original', 'formatted', 'format', 'full', 'short', 'long', 'first', 'last', 'start', 'end', 'begin', 'opening', 'closing', 'intro', 'header', 'headline', 'abstract', 'introduction', 'conclusion', 'footer', 'part', 'plan', 'code', 'sql', 'query', 'final', 'value', 'option', 'choice', 'letter', 'span', 'sentence', 'list', 'str', 'string', 'token', 'before', 'after', 'english']);

/** Responses whose names begin alike and go on with what made them, where no other text is named as one, none is a part of another by its name, and all are about as long. */
function stemmedIn(fields: readonly FieldProfile[]): readonly Family[] {
  const stems = fields.map(({ path }) => {
    const words = wordsIn(keyOf(path));
    const at = words.findLastIndex((word) => responseWords.has(word));
    return { stem: `${namedAt(path).before} ${words.slice(0, at + 1).join(' ')}`, rest: words.slice(at + 1) };
  });
  const areOne = fields.length > 1 && new Set(stems.map(({ stem }) => stem)).size === 1 && stems.every(({ stem, rest }) => rest.length > 0 && !stem.endsWith('generated') && !rest.some((word) => partWords.has(word) || /^([a-z]{2}|\d+)$/.test(word)));
  const lengths = fields.map(({ length }) => length);
  return areOne && fields.every((field) => isProse(field) && field.present >= 0.9) && Math.max(...lengths) <= 5 * Math.min(...lengths) ? [{ kind: 'siblings', paths: fields.map(({ path }) => path) }] : [];
}

/** Fields whose names are alike but for one word: `base_response`, `tuned_response`. Words behind may name parts of one response (`response_title`, `response_body`): only models, stages and versions are told from them. */
function alikeIn(fields: readonly FieldProfile[]): readonly Extract<Family, { kind: 'siblings' }>[] {
  const groups = new Map<string, Map<string, { path: string; isBefore: boolean }>>();
  for (const { path } of fields.filter((field) => canAnswer(field) && field.present >= 0.9)) {
    const words = wordsIn(keyOf(path));
    for (const [at, word] of words.entries()) {
      if (words.length < 2 || responseWords.has(word)) continue;
      const isBefore = words.slice(at + 1).some((next) => next !== 'generated' && responseWords.has(next)) || stageWords.has(word) || variantWords.has(word) || modelName.test(word);
      const key = `${namedAt(path).before} ${words.toSpliced(at, 1).join(' ')} ${at}`;
      groups.set(key, (groups.get(key) ?? new Map<string, { path: string; isBefore: boolean }>()).set(word, { path, isBefore }));
    }
  }
  const found = [...groups.values()].map((group) => [...group.values()]).filter((group) => group.length > 1).map((group) => ({ kind: 'siblings' as const, paths: group.map(({ path }) => path), ...(!group.every(({ isBefore }) => isBefore) && { isGuess: true as const }) }));
  const most = Math.max(0, ...found.map(({ paths }) => paths.length));
  return found.filter(({ paths }) => paths.length === most);
}

/** One text that is called a prediction, where one beside it is called what it should have been. */
function predictedIn(fields: readonly FieldProfile[]): readonly Family[] {
  const texts = fields.filter((field) => field.kind === 'text' && field.present >= 0.9 && !isAbout(wordsIn(keyOf(field.path))));
  const [predicted, ...more] = texts.filter((field) => canAnswer(field) && has(wordsIn(keyOf(field.path)), predictedWords));
  const expected = texts.filter((field) => field !== predicted && has(wordsIn(keyOf(field.path)), referenceWords));
  return predicted && more.length === 0 && expected.length === 1 ? [{ kind: 'single', path: predicted.path }] : [];
}

/** The one text that is called a response, beside one that is called an edit of it and no response. */
function editedIn(fields: readonly FieldProfile[]): readonly Family[] {
  const texts = fields.filter((field) => isProse(field) && field.present >= 0.9 && !isAbout(wordsIn(keyOf(field.path))));
  const [response, ...others] = texts.filter(({ path }) => isResponseName(path) && !isReference(path) && !has(wordsIn(keyOf(path)), editWords));
  const [edit, ...more] = texts.filter(({ path }) => has(wordsIn(keyOf(path)), editWords) && !has(wordsIn(keyOf(path)), commentWords));
  return response && edit && others.length === 0 && more.length === 0 ? [{ kind: 'polar', better: edit.path, worse: response.path, isGuess: true }] : [];
}

function singlesIn(fields: readonly FieldProfile[]): readonly Family[] {
  const named = fields.filter((field) => canAnswer(field) && field.present >= 0.9 && (isResponseName(field.path) || areAnswers(field)));
  const own = named.filter((field) => !isReference(field.path) && !isPartOf(field, named));
  // What an answer should have been is none that somebody gave, unless it is called a response.
  const given = named.filter(({ path }) => !isReference(path) || wordsIn(keyOf(path)).includes('response'));
  // Beside a judgement, reasons are the judge's.
  const isJudged = fields.some(({ path }) => has(wordsIn(keyOf(path)), labelWords) || has(wordsIn(keyOf(path)), ratingWords));
  const thoughts = isJudged ? [] : fields.filter((field) => isProse(field) && field.present >= 0.9 && has(wordsIn(keyOf(field.path)), reasoningWords) && !isAbout(wordsIn(keyOf(field.path))) && !has(wordsIn(keyOf(field.path)), judgeWords));
  const found = own.length > 0 ? own : given.length > 0 ? given : thoughts;
  // "output.article": the one text of an object that is called a response is it, whatever it is called.
  const within = fields.filter((field) => isProse(field) && field.present >= 0.9 && isResponseName(namedAt(field.path).before.split('.').at(-1) ?? '') && !isAbout(wordsIn(keyOf(field.path))));
  const [first, ...more] = found.length > 0 || within.length > 1 ? found : within;
  if (!first) return [];
  // Several under names that tell nothing of each other are responses to compare rather than one and a rest.
  const made = [first, ...more].filter(({ path }) => has(wordsIn(keyOf(path)), madeWords));
  const plain = [first, ...more].filter((field) => !made.includes(field));
  // "answer" beside "model_output": the one is what the other should have been.
  if (made.length === 1 && made[0] && plain.length === 1 && plain[0] && wordsIn(keyOf(plain[0].path)).length === 1) return [{ kind: 'single', path: made[0].path, reference: plain[0].path }];
  const areTexts = more.length > 0 && [first, ...more].every((field) => isProse(field) && !field.path.includes('.'));
  return areTexts ? [{ kind: 'siblings', paths: [first, ...more].map(({ path }) => path), isGuess: true }] : [first, ...more].map(({ path }) => ({ kind: 'single', path }));
}

/** Whether a text is a part of another one in nearly all records: its opening, or what was cut out of it. */
export const isPartOf = (field: FieldProfile, fields: readonly FieldProfile[]): boolean =>
  fields.some((other) => other !== field && other.length > field.length && other.values.length === field.values.length && field.values.filter((value, at) => String(other.values[at]).includes(String(value).replace(/(\.\.\.|…)$/, '').trim())).length >= field.values.length * 0.9);

const shareOf = (values: readonly unknown[], is: (value: unknown) => boolean): number => (values.length === 0 ? 0 : values.filter(is).length / values.length);

/** Whether nearly all values are conversations that end with the assistant. */
export const endWithAssistant = (values: readonly unknown[]): boolean =>
  shareOf(values, (value) => {
    const turns = asMessages(value);
    return turns !== undefined && turns.length > 1 && turns.at(-1)?.role === 'assistant';
  }) >= 0.9;
