import { isResponseName, isReference, saysHowToAnswer } from '../fields/fieldNames';
import { keyOf, modelNames, plainName, wordsIn } from '../fields/fieldWords';
import { asMessages } from '../items/messages';
import type { FieldProfile } from './profile';

/**
 * What a field can be, by its values and by its name.
 */

/** Whether a field can hold a response: text that is no code, a message, or messages. */
export const canBeResponse = ({ path, kind, isCode }: FieldProfile): boolean =>
  ((kind === 'text' && !isCode) || kind === 'messages') && !saysHowToAnswer(path);

/** Whether messages are all an assistant's, so that they answer something, whatever the field is called. */
export const areAnswers = ({ kind, values }: FieldProfile): boolean =>
  kind === 'messages' &&
  values.every((value) =>
    (asMessages(Array.isArray(value) ? value : [value]) ?? []).every(({ role }) => role === 'assistant'),
  );

/** Whether texts are long and varied, so that they are somebody's words and no setting. */
export const isProse = ({ kind, length, distinct, isCode }: FieldProfile): boolean =>
  kind === 'text' && !isCode && length >= 25 && distinct >= 0.3;

/** Whether texts have several words, or letters of scripts that write none apart: no ids, no dates, no codes. */
export const hasSeveralWords = ({ values }: FieldProfile): boolean =>
  values.some((value) => /\S\s+\S|[^\p{ASCII}]/u.test(String(value)));

/** Whether texts are letters of options, which no annotator can judge as responses. */
export const areOptionLetters = ({ values }: FieldProfile): boolean =>
  values.every((value) => typeof value === 'string' && /^\s*\(?[A-Ja-j]\)?\.?\s*$/.test(value));

/** Texts that are named as responses, but for what they should have been and for parts of others. */
export const namedResponses = (fields: readonly FieldProfile[]): readonly FieldProfile[] => {
  // Beside a policy's answer, that of the reference is of the model before its training.
  const isOfPolicy = fields.some(({ path }) => isResponseName(path) && wordsIn(keyOf(path)).includes('policy'));
  const isTrained = (path: string): boolean =>
    isOfPolicy && wordsIn(keyOf(path)).some((word) => word === 'ref' || word === 'reference');
  const named = fields.filter(
    (field) =>
      canBeResponse(field) && isResponseName(field.path) && (isTrained(field.path) || !isReference(field.path)),
  );
  return named.filter((field) => !isPartOf(field, named));
};

/** Whether a text is a part of another one in nearly all records: its opening, or what was cut out of it. */
export const isPartOf = (field: FieldProfile, fields: readonly FieldProfile[]): boolean =>
  fields.some(
    (other) =>
      other !== field &&
      other.length > field.length &&
      other.values.length === field.values.length &&
      field.values.filter((value, at) =>
        String(other.values[at]).includes(
          String(value)
            .replace(/(\.\.\.|…)$/, '')
            .trim(),
        ),
      ).length >=
        field.values.length * 0.9,
  );

/** Whether nearly all values are conversations that end with the assistant. */
export const endWithAssistant = (values: readonly unknown[]): boolean =>
  shareOf(values, (value) => {
    const turns = asMessages(value);
    return turns !== undefined && turns.length > 1 && turns.at(-1)?.role === 'assistant';
  }) >= 0.9;

export const shareOf = (values: readonly unknown[], is: (value: unknown) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;

/** Whether a field names the model that wrote a response: what a model wrote is nobody's demonstration. */
export const namesModel = ({ path, kind }: FieldProfile): boolean =>
  kind === 'text' && modelNames.test(plainName(keyOf(path)));
