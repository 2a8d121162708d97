import { endWithAssistant, isProse, namedResponses } from '../fieldChecks';
import { isPromptOrCommentName, isResponseName } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import { similarNamesIn, commonPrefixIn } from './similarNames';
import { pathsOf, type ResponseFieldGroup } from './responseFieldGroup';
import { listsIn, listsOfOneIn } from './lists';
import { modelColumnsIn } from './modelColumns';
import { editedIn, betterWorseIn } from './betterWorse';
import { sameNamesInObjects, namedByLabelIn, numberedFieldsIn } from './numberedFields';
import { oneModelIn, predictedIn, singleResponseIn, textOfModelIn } from './singleResponse';

/**
 * The response families of a sample, surest first; the first that is found stands for all its rank. Within a rank there
 * may be several rivals: then nobody can tell which is meant.
 *
 * 1. Polar pairs: two fields that differ by a word for better and its word for worse.
 * 2. Siblings named as responses that differ by an index: `output_1`, `output_2`.
 * 3. Columns that are named after models and as responses: `gpt4_summary`, `llama_summary`.
 * 4. A text that was predicted, beside what it should have been: `Predicted`, `Actual`.
 * 5. A list, named as responses or choices, of texts or of objects with a text; or an object with a response under each
 *    name.
 * 6. Objects that each hold a text named as a response: `6b.solution`, `175b.solution`.
 * 7. Fields that the values of a label name: `baseline`, `concise`, winner "concise".
 * 8. Columns that are named after models, or after stages of their training.
 * 9. All texts that are named as responses, where their names begin alike and go on with what made them:
 *    `summary_baseline`, `summary_dpo_holistic`.
 * 10. Siblings named as responses that differ by one word: `base_response`, `tuned_response`.
 * 11. Siblings under other names, of long and varied texts: `A`, `B`; `model_1`, `model_2`.
 * 12. As a guess, a response and an edit of it: `answer`, `correction`.
 * 13. One field that is named as a response, or a message of an assistant's.
 * 14. A list with one response, called what only a model makes: `outputs`.
 * 15. The one text that is called after a model.
 * 16. The one text beside the name of a model.
 * 17. A conversation that ends with the assistant.
 * 18. As a guess, long and varied texts whose names differ by one word: `baseline_hi`, `augmented_hi`.
 */
export function responseFieldGroupsIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const ranks: (() => readonly ResponseFieldGroup[])[] = [
    () => betterWorseIn(fields),
    () => numberedFieldsIn(fields, true),
    () => modelColumnsIn(fields).filter((family) => pathsOf(family).every(isResponseName)),
    () => predictedIn(fields),
    () => listsIn(fields),
    () => sameNamesInObjects(fields),
    () => namedByLabelIn(fields),
    () => modelColumnsIn(fields),
    () => commonPrefixIn(namedResponses(fields)),
    () => similarNamesIn(namedResponses(fields)),
    () => numberedFieldsIn(fields, false),
    () => editedIn(fields),
    () => singleResponseIn(fields),
    () => listsOfOneIn(fields),
    () => oneModelIn(fields),
    () => textOfModelIn(fields),
    () =>
      fields
        .filter(({ kind, present, values }) => kind === 'messages' && present >= 0.9 && endWithAssistant(values))
        .map(({ path }) => ({ kind: 'conversation', path })),
    () =>
      similarNamesIn(fields.filter((field) => isProse(field) && !isPromptOrCommentName(field.path))).map((family) => ({
        ...family,
        isGuess: true,
      })),
  ];
  for (const rank of ranks) {
    const found = rank();
    if (found.length > 0) return found;
  }
  return [];
}
