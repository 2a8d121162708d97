import {
  hasWord,
  isAttributeName,
  keyOf,
  labelWords,
  modelName,
  responseWords,
  stageWords,
  wordsIn,
} from '../../fields/fieldWords';
import { isProse } from '../fieldChecks';
import { isPromptOrCommentName, isReference } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/** Columns that are named after models, or after stages of their training. */
export function modelColumnsIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const texts = fields.filter(
    (field) => isProse(field) && field.present >= 0.5 && !isAttributeName(wordsIn(keyOf(field.path))),
  );
  const models = texts.filter(({ path }) => modelName.test(keyOf(path)));
  const stages = texts.filter(({ path }) => wordsIn(keyOf(path)).every((word) => stageWords.has(word)));
  // Beside "SFT" and "Base_PPO", "Prima_PPO" is one too.
  const alike = texts.filter(({ path }) => !isPromptOrCommentName(path) && hasWord(wordsIn(keyOf(path)), stageWords));
  const found = models.length >= 2 ? models : stages.length >= 2 ? alike : stages;
  // One that says little, or is called after no model that is known, is a response all the same, where two others speak
  // for it.
  const stem = stemOf(found);
  const short =
    found === models
      ? fields.filter(
          (field) =>
            field.kind === 'text' &&
            !field.isCode &&
            !models.includes(field) &&
            field.present >= 0.5 &&
            (modelName.test(keyOf(field.path)) || (stem !== '' && stemOf([field]) === stem)) &&
            !isReference(field.path) &&
            !isAttributeName(wordsIn(keyOf(field.path))) &&
            !isPromptOrCommentName(field.path) &&
            !hasWord(wordsIn(keyOf(field.path)), labelWords),
        )
      : [];
  return found.length < 2
    ? []
    : [
        {
          kind: 'models',
          paths: fields.filter((field) => found.includes(field) || short.includes(field)).map(({ path }) => path),
        },
      ];
}

/**
 * The word for a response that names begin with, all the same: "answer" of `answer_gpt4` and `answer_bing`; '' where
 * there is none.
 */
function stemOf(fields: readonly FieldProfile[]): string {
  const stems = new Set(
    fields
      .map(({ path }) => wordsIn(keyOf(path)))
      .map(([first = '', ...more]) => (more.length > 0 && responseWords.has(first) ? first : '')),
  );
  return stems.size === 1 ? ([...stems][0] ?? '') : '';
}
