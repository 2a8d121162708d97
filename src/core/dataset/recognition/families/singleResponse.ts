import {
  commentWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  labelWords,
  generatedWords,
  modelName,
  namedAt,
  predictedWords,
  promptWordsByCertainty,
  ratingWords,
  reasoningWords,
  referenceWords,
  wordsIn,
} from '../../fields/fieldWords';
import { areAnswers, canBeResponse, isPartOf, isProse, namesModel } from '../fieldChecks';
import { isPromptOrCommentName, isReference, isResponseName } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/** The one text that is called after a model, and nothing else. */
export function oneModelIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const [only, ...more] = fields.filter(
    (field) =>
      isProse(field) &&
      field.present >= 0.9 &&
      modelName.test(keyOf(field.path)) &&
      !isAttributeName(wordsIn(keyOf(field.path))) &&
      !hasWord(wordsIn(keyOf(field.path)), judgeWords) &&
      !hasWord(wordsIn(keyOf(field.path)), commentWords),
  );
  return only && more.length === 0 ? [{ kind: 'single', path: only.path }] : [];
}

/**
 * The one text beside the name of a model, under no name that says that it is anything else: FastChat's `{model_id,
 * question_id, text}`, `{generator, task_id, code}`.
 */
export function textOfModelIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const [only, ...more] = fields.filter((field) => isProse(field) && !isAttributeName(wordsIn(keyOf(field.path))));
  const isOther =
    only === undefined ||
    (isPromptOrCommentName(only.path) && only.path.toLowerCase() !== 'text') ||
    hasWord(wordsIn(only.path), judgeWords);
  return !isOther && more.length === 0 && only.present >= 0.9 && !only.path.includes('.') && fields.some(namesModel)
    ? [{ kind: 'single', path: only.path }]
    : [];
}

/** One text that is called a prediction, where one beside it is called what it should have been. */
export function predictedIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const texts = fields.filter(
    (field) => field.kind === 'text' && field.present >= 0.9 && !isAttributeName(wordsIn(keyOf(field.path))),
  );
  const [predicted, ...more] = texts.filter(
    (field) => canBeResponse(field) && hasWord(wordsIn(keyOf(field.path)), predictedWords),
  );
  const expected = texts.filter((field) => field !== predicted && hasWord(wordsIn(keyOf(field.path)), referenceWords));
  return predicted && more.length === 0 && expected.length === 1 ? [{ kind: 'single', path: predicted.path }] : [];
}

/**
 * Of several responses the one that stands in an object together with what was asked: what stands around that object is
 * said of both.
 */
function besideTheirPrompt(
  responses: readonly FieldProfile[],
  fields: readonly FieldProfile[],
): readonly FieldProfile[] {
  const asked = new Set(
    fields
      .filter(
        ({ path, kind, isCode }) =>
          kind === 'text' &&
          !isCode &&
          promptWordsByCertainty.slice(0, 2).some((tier) => hasWord(wordsIn(keyOf(path)), tier)) &&
          !isAttributeName(wordsIn(keyOf(path))),
      )
      .map(({ path }) => namedAt(path).before),
  );
  const beside = responses.filter(({ path }) => path.includes('.') && asked.has(namedAt(path).before));
  const others = responses.filter((each) => !beside.includes(each));
  const isGiven =
    beside.every(({ path }) => wordsIn(keyOf(path)).includes('response')) &&
    !others.some(({ path }) => hasWord(wordsIn(keyOf(path)), predictedWords));
  return responses.length > 1 && beside.length === 1 && isGiven && !asked.has('') ? beside : responses;
}

/** Whether a text is called the target of a source beside it, and a model is named that made it. */
const isTranslation = ({ path }: FieldProfile, fields: readonly FieldProfile[]): boolean =>
  keyOf(path).toLowerCase() === 'target' &&
  fields.some((other) => isProse(other) && /^(source|src)$/i.test(keyOf(other.path))) &&
  fields.some(namesModel);

/**
 * The one text that is called a response; several that tell nothing of each other, as responses to compare, which is a
 * guess.
 */
export function singleResponseIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const named = fields.filter(
    (field) =>
      canBeResponse(field) &&
      field.present >= 0.9 &&
      (isResponseName(field.path) || areAnswers(field) || isTranslation(field, fields)),
  );
  const own = named.filter(
    (field) => (!isReference(field.path) || isTranslation(field, fields)) && !isPartOf(field, named),
  );
  // What an answer should have been is none that somebody gave, unless it is called a response.
  const given = named.filter(({ path }) => !isReference(path) || wordsIn(keyOf(path)).includes('response'));
  // Beside a judgement, reasons are the judge's.
  const isJudged = fields.some(
    ({ path }) => hasWord(wordsIn(keyOf(path)), labelWords) || hasWord(wordsIn(keyOf(path)), ratingWords),
  );
  const thoughts = isJudged
    ? []
    : fields.filter(
        (field) =>
          isProse(field) &&
          field.present >= 0.9 &&
          hasWord(wordsIn(keyOf(field.path)), reasoningWords) &&
          !isAttributeName(wordsIn(keyOf(field.path))) &&
          !hasWord(wordsIn(keyOf(field.path)), judgeWords),
      );
  const found = own.length > 0 ? own : given.length > 0 ? given : thoughts;
  // "output.article": the one text of an object that is called a response is it, whatever it is called.
  const within = fields.filter(
    (field) =>
      isProse(field) &&
      field.present >= 0.9 &&
      isResponseName(namedAt(field.path).before.split('.').at(-1) ?? '') &&
      !isAttributeName(wordsIn(keyOf(field.path))),
  );
  const [first, ...more] = besideTheirPrompt(found.length > 0 || within.length > 1 ? found : within, fields);
  if (!first) return [];
  // Several under names that tell nothing of each other are responses to compare rather than one and a rest.
  const made = [first, ...more].filter(({ path }) => hasWord(wordsIn(keyOf(path)), generatedWords));
  const plain = [first, ...more].filter((field) => !made.includes(field));
  // "answer" beside "model_output": the one is what the other should have been.
  if (made.length === 1 && made[0] && plain.length === 1 && plain[0] && wordsIn(keyOf(plain[0].path)).length === 1)
    return [{ kind: 'single', path: made[0].path, reference: plain[0].path }];
  const areTexts = more.length > 0 && [first, ...more].every((field) => isProse(field) && !field.path.includes('.'));
  return areTexts
    ? [{ kind: 'siblings', paths: [first, ...more].map(({ path }) => path), isGuess: true }]
    : [first, ...more].map(({ path }) => ({ kind: 'single', path }));
}
