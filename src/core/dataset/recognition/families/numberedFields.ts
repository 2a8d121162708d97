import {
  commentWords,
  hasWord,
  isAttributeName,
  isIndexWord,
  judgeWords,
  keyOf,
  labelWords,
  modelName,
  modelWords,
  namedAt,
  orderOfIndex,
  placeEndings,
  promptWordsByCertainty,
  responseWords,
  stageWords,
  wordsIn,
  plainName,
} from '../../fields/fieldWords';
import { canBeResponse, isProse } from '../fieldChecks';
import { calledWrong, isBestAnswer, isPromptOrCommentName, isReference, isResponseName } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/**
 * Texts whose names differ by an index (`output_1`, `output_2`), of which the first two are in nearly every record:
 * named as responses, or under other names as long and varied texts.
 */
export function numberedFieldsIn(fields: readonly FieldProfile[], areNamed: boolean): readonly ResponseFieldGroup[] {
  const groups = new Map<string, Map<string, FieldProfile>>();
  for (const field of fields) {
    if (!canBeResponse(field)) continue;
    const words = wordsIn(keyOf(field.path));
    const at = words.findLastIndex(isIndexWord);
    const index = words[at];
    const stem = words.toSpliced(at, 1);
    // "response_model" names a model; where it is prose, it is that model's.
    const about = stem.at(-1) === 'model' && isProse(field) ? stem.slice(0, -1) : stem;
    if (
      index === undefined ||
      isAttributeName(about) ||
      hasWord(stem, commentWords) ||
      promptWordsByCertainty.some((tier) => hasWord(stem, tier))
    )
      continue;
    if (areNamed ? !hasWord(stem, responseWords) : !isProse(field)) continue;
    const key = `${keyBefore(field.path, stem)}${/\d/.test(index) ? ' #' : index.length === 1 ? ' letter' : ' word'}`;
    groups.set(key, (groups.get(key) ?? new Map<string, FieldProfile>()).set(index, field));
  }
  // `model_output` beside `model_output_b` is the first.
  if (areNamed) {
    for (const field of fields.filter((each) => canBeResponse(each) && isResponseName(each.path))) {
      const words = wordsIn(keyOf(field.path));
      for (const [group, [first, second]] of [
        [' letter', ['a', 'b']],
        [' #', ['1', '2']],
      ] as const) {
        const siblings = groups.get(`${keyBefore(field.path, words)}${group}`);
        if (siblings?.has(second) && !siblings.has(first)) siblings.set(first, field);
      }
    }
  }
  // `llm_t03`, `llm_t07`, `llm_t10`: three or more numbers are no counting.
  const areMany = (group: ReadonlyMap<string, FieldProfile>): boolean =>
    group.size >= 3 &&
    [...group].every(
      ([index, field]) =>
        /^\d+$/.test(index) &&
        field.present >= 0.9 &&
        isProse(field) &&
        [responseWords, modelWords].some((set) => hasWord(wordsIn(keyOf(field.path)), set)),
    );
  // Several best answers are what the one that was given is compared with; beside wrong ones they are answers as well.
  const given = fields.some(
    (field) =>
      canBeResponse(field) &&
      field.present >= 0.9 &&
      isResponseName(field.path) &&
      !isReference(field.path) &&
      !calledWrong(field.path),
  );
  const areRight = (group: ReadonlyMap<string, FieldProfile>): boolean =>
    given && [...group.values()].every(({ path }) => isBestAnswer(path));
  return [...groups.values()]
    .filter((group) => !areRight(group))
    .filter(
      (group) =>
        areMany(group) ||
        placeEndings.some((endings) => endings.slice(0, 2).every((index) => (group.get(index)?.present ?? 0) >= 0.9)),
    )
    .map((group) => ({
      kind: 'siblings',
      paths: [...group].sort(([a], [b]) => orderOfIndex(a) - orderOfIndex(b)).map(([, { path }]) => path),
    }));
}

const keyBefore = (path: string, stem: readonly string[]): string => `${namedAt(path).before} ${stem.join(' ')}`;

/**
 * Texts under the same name for a response, in objects of the record that are not called a step on the way, a judge's,
 * or what was asked; under ids they are of other records.
 */
export function sameNamesInObjects(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const groups = new Map<string, string[]>();
  for (const field of fields) {
    const { before, key } = namedAt(field.path);
    const around = wordsIn(before);
    if (
      !canBeResponse(field) ||
      field.present < 0.9 ||
      before === '' ||
      before.includes('.') ||
      !isResponseName(field.path) ||
      isReference(field.path)
    )
      continue;
    if (/^-?\d{3,}$|^[\da-f]{8,}(-[\da-f]+)*$/i.test(before)) continue;
    if (
      isPromptOrCommentName(before) ||
      isReference(before) ||
      hasWord(around, judgeWords) ||
      hasWord(around, commentWords) ||
      ['step', 'stage', 'round', 'turn', 'iteration', 'example', 'metadata', 'meta'].some((word) =>
        around.includes(word),
      )
    )
      continue;
    groups.set(key, [...(groups.get(key) ?? []), field.path]);
  }
  const found = [...groups.values()].filter((paths) => paths.length > 1);
  // Two may be parts of one thing; names of models, and three of one kind, are not.
  return found.map((paths) => ({
    kind: 'siblings',
    paths,
    ...(paths.length < 3 &&
      !paths.every(
        (path) =>
          modelName.test(path) || hasWord(wordsIn(path), stageWords) || wordsIn(namedAt(path).before).some(isIndexWord),
      ) && { isGuess: true as const }),
  }));
}

/**
 * Long texts that stand in fields whose names, or a word of them that the others have not, are the values of a label.
 */
export function namedByLabelIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const texts = fields.filter(
    (field) =>
      isProse(field) && field.present >= 0.5 && !field.path.includes('.') && !isPromptOrCommentName(field.path),
  );
  return fields.flatMap(({ path, kind, values, length }): ResponseFieldGroup[] => {
    if (kind !== 'text' || length > 40 || !hasWord(path.split('.').flatMap(wordsIn), labelWords)) return [];
    const said = new Set(values.map((value) => plainName(String(value))));
    const named = texts.filter((field) => field.path !== path && said.has(plainName(field.path)));
    const isStage = (field: FieldProfile): boolean => wordsIn(field.path).every((word) => stageWords.has(word));
    // A stage that wins nowhere is a response all the same.
    if (named.length > 0 && named.every(isStage))
      named.push(...texts.filter((field) => field.path !== path && !named.includes(field) && isStage(field)));
    return named.length < 2 ? [] : [{ kind: 'siblings', paths: named.map((field) => field.path), label: path }];
  });
}
