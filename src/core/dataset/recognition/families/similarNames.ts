import {
  keyOf,
  languageCodes,
  modelName,
  namedAt,
  partWords,
  responseWords,
  stageWords,
  variantWords,
  wordsIn,
} from '../../fields/fieldWords';
import { canBeResponse, isProse } from '../fieldChecks';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/**
 * Responses whose names begin alike and go on with what made them, where no other text is named as one, none is a part
 * of another by its name, and all are about as long.
 */
export function commonPrefixIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const stems = fields.map(({ path }) => {
    const words = wordsIn(keyOf(path));
    const at = words.findLastIndex((word) => responseWords.has(word));
    return { stem: `${namedAt(path).before} ${words.slice(0, at + 1).join(' ')}`, rest: words.slice(at + 1) };
  });
  const areOne =
    fields.length > 1 &&
    new Set(stems.map(({ stem }) => stem)).size === 1 &&
    stems.every(
      ({ stem, rest }) =>
        rest.length > 0 &&
        !stem.endsWith('generated') &&
        !rest.some((word) => partWords.has(word) || languageCodes.has(word) || /^\d+$/.test(word)),
    );
  const lengths = fields.map(({ length }) => length);
  return areOne &&
    fields.every((field) => isProse(field) && field.present >= 0.9) &&
    Math.max(...lengths) <= 5 * Math.min(...lengths)
    ? [{ kind: 'siblings', paths: fields.map(({ path }) => path) }]
    : [];
}

/**
 * Fields whose names are alike but for one word: `base_response`, `tuned_response`. Words behind may name parts of one
 * response (`response_title`, `response_body`): only models, stages and versions are told from them.
 */
export function similarNamesIn(
  fields: readonly FieldProfile[],
): readonly Extract<ResponseFieldGroup, { kind: 'siblings' }>[] {
  const groups = new Map<string, Map<string, { path: string; isBefore: boolean }>>();
  for (const { path } of fields.filter((field) => canBeResponse(field) && field.present >= 0.9)) {
    const words = wordsIn(keyOf(path));
    for (const [at, word] of words.entries()) {
      if (words.length < 2 || responseWords.has(word)) continue;
      const isBefore =
        words.slice(at + 1).some((next) => next !== 'generated' && responseWords.has(next)) ||
        stageWords.has(word) ||
        variantWords.has(word) ||
        modelName.test(word);
      const key = `${namedAt(path).before} ${words.toSpliced(at, 1).join(' ')} ${at}`;
      groups.set(
        key,
        (groups.get(key) ?? new Map<string, { path: string; isBefore: boolean }>()).set(word, { path, isBefore }),
      );
    }
  }
  const found = [...groups.values()]
    .map((group) => [...group.values()])
    .filter((group) => group.length > 1)
    .map((group) => ({
      kind: 'siblings' as const,
      paths: group.map(({ path }) => path),
      ...(!group.every(({ isBefore }) => isBefore) && { isGuess: true as const }),
    }));
  const most = Math.max(0, ...found.map(({ paths }) => paths.length));
  return found.filter(({ paths }) => paths.length === most);
}
