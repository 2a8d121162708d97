import {
  contextWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  personWords,
  referenceWords,
  wordsIn,
} from '../fields/fieldWords';
import type { JsonObject } from '../fields/recordFields';
import { isPersonName } from '../layouts/labels/votes';
import type { ResponseFieldGroup } from './families/responseFieldGroup';
import { namesModel } from './fieldChecks';
import { isReference, isResponseName } from '../fields/fieldNames';
import { labelsOfFields } from './fieldLabels';
import { withoutUndefined, type LabelFields } from './labelFields';
import { labelsOfList } from './listLabels';
import type { FieldProfile } from './profile';

/**
 * Labels, apart from structure: what judges the responses, and what else stands beside them, under names that say so.
 * Values that name responses are certain; what codes mean is told by evidence in the file (`evidence`), or the label
 * waits for a person's answer. A name that two fields have says nothing.
 */

/** What stands beside prompt and responses under names that say so. A name that two fields have says nothing. */
export function findLabelFields(
  records: readonly JsonObject[],
  fields: readonly FieldProfile[],
  family: ResponseFieldGroup,
): LabelFields {
  const only = (is: (field: FieldProfile, words: readonly string[]) => boolean): string | undefined => {
    const found = fields.filter((field) => is(field, wordsIn(keyOf(field.path))));
    return found.length === 1 ? found[0]?.path : undefined;
  };
  const isWords = ({ kind, isCode }: FieldProfile): boolean => kind === 'text' && !isCode;
  const context = only((field, words) => isWords(field) && hasWord(words, contextWords) && !isAttributeName(words));
  // Beside several candidates, one output is what they were to be.
  const references =
    (family.kind === 'single' ? family.reference : undefined) ??
    only(
      (field, words) =>
        (isWords(field) || field.kind === 'texts') && hasWord(words, referenceWords) && !isAttributeName(words),
    ) ??
    only(
      (field, words) => isWords(field) && isReference(field.path) && !isAttributeName(words) && family.kind !== 'polar',
    ) ??
    (family.kind === 'single'
      ? only((field) => isWords(field) && isResponseName(field.path) && isReference(field.path))
      : undefined) ??
    (family.kind === 'list' || (family.kind === 'siblings' && family.paths.length > 2)
      ? only((field) => isWords(field) && /^(output|target|answer)$/i.test(field.path))
      : undefined);
  const judged =
    family.kind === 'list' ? labelsOfList(records, fields, family) : labelsOfFields(records, fields, family);
  const isJudged = (['label', 'rating', 'rank', 'acceptable'] as const).some((name) => judged[name] !== undefined);
  const annotator = isJudged
    ? only(
        ({ path, kind, present, length }) =>
          (kind === 'text' || kind === 'number') &&
          present >= 0.9 &&
          length <= 60 &&
          !path.includes('.') &&
          isPersonName(path),
      )
    : undefined;
  // By its usual names the layout finds it itself.
  const model = family.kind === 'single' && !fields.some(namesModel) ? only(namesWriter) : undefined;
  // Beside the messages that they are for.
  const tools = only(({ path, kind }) => kind === 'objects' && /^[^.]+\.tools$/.test(path));
  return withoutUndefined({
    context,
    tools,
    references,
    model,
    ...judged,
    annotator: annotator === 'annotator' || family.kind === 'polar' ? undefined : annotator,
  });
}

/**
 * Whether a field names what wrote a response, by one of the less usual names: "agent", "DialogModel", "model_type".
 */
function namesWriter({ path, kind, present, values }: FieldProfile, words: readonly string[]): boolean {
  const isNamed =
    /^(agent|llm|checkpoint|policy|system)([ _-]?(name|id))?$/i.test(path) ||
    words.at(-1) === 'model' ||
    (words.length === 2 && words[0] === 'model' && ['type', 'version', 'tag', 'key', 'label'].includes(words[1] ?? ''));
  return (
    isNamed &&
    kind === 'text' &&
    present >= 0.9 &&
    !path.includes('.') &&
    !hasWord(words, judgeWords) &&
    !hasWord(words, personWords) &&
    values.every((value) => /^\S{1,60}$/.test(String(value)))
  );
}
