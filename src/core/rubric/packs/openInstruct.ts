import { isObject, type JsonObject, objectsIn } from '../../dataset/fields/recordFields';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { messageOf, problem, UserError } from '../../model/problems/problem';
import { countOthers, notYesNo, numberAt, textAt, wrongField, type PackFormat } from './packFormat';

/** Names under which open-instruct's verifier looks for a criterion's text. */
const texts = ['description', 'rubric_item', 'Ingredient'] as const;

/**
 * `{messages?, ground_truth, dataset: "rubric"}`, where `ground_truth` is the JSON text of `{query, rubrics:
 * [{description, weight, title?}]}`; that object by itself too, and rows of ms-swift, verl and SkyRL, which have the
 * text in `solution`, `reward_model` and `reward_spec`, and of Oumi, where `rubrics` stands in the row. A text may stand as `rubric_item` or `Ingredient`. The query is
 * the prompt, which a rubric does not hold: it is written empty.
 */
export const openInstructPack: PackFormat = {
  name: 'open-instruct',
  title: "open-instruct's rubric rows: criteria with weight and title, as JSON in a text",
  origin:
    'allenai/open-instruct, open_instruct/ground_truth_utils.py RubricVerifier and dataset_transformation.py rlvr_tokenize_v3',
  syntax: 'lines',
  matches: (record) => {
    const text = textIn(record);
    const { rubrics } = typeof text === 'string' || Array.isArray(text) ? (groundTruthOf(text) ?? {}) : record;
    return Array.isArray(rubrics) && rubrics.some((each) => isObject(each) && texts.some((name) => name in each));
  },
  read: (records, _options, skipped) =>
    records.map((record) => {
      const text = textIn(record);
      const truth = text === undefined ? record : groundTruth(text);
      return {
        criteria: objectsIn(truth.rubrics, 'rubrics').map((entry, at) => {
          countOthers(entry, [...texts, 'weight', 'title', 'name'], skipped);
          const path = `rubrics[${at}]`;
          return {
            ...titleIn(entry),
            text: textAt(entry, texts, path),
            weight: numberAt(entry, 'weight', path),
          };
        }),
      };
    }),
  leavesOut: notYesNo,
  write: ({ criteria }) => [{ ground_truth: rubricTruth('', criteria), dataset: 'rubric' }],
  notes: () => [problem('pack.queryEmpty', {})],
};

/** A title, which Oumi calls a name. */
function titleIn({ title, name }: JsonObject): { readonly title?: string } {
  const found = [title, name].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? { title: found } : {};
}

/** The JSON text that the verifier reads: the prompt, which it shows to its judge, and the criteria. */
export function rubricTruth(
  query: string,
  criteria: readonly Pick<UnplacedCriterion, 'title' | 'text' | 'weight'>[],
): string {
  return JSON.stringify({
    query,
    rubrics: criteria.map(({ title, text, weight }) => ({
      description: text,
      weight,
      ...(title !== undefined && { title }),
    })),
  });
}

/** Gives the value that holds the text in a row, of open-instruct, ms-swift, verl or SkyRL. */
const textIn = ({ ground_truth, solution, reward_model, reward_spec }: JsonObject): unknown =>
  ground_truth ?? solution ?? [reward_model, reward_spec].find(isObject)?.ground_truth;

/** The object in a row's text; a list of one text is that text. Throws `UserError`. */
function groundTruth(value: unknown): JsonObject {
  const text: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof text !== 'string') throw wrongField('ground_truth', value, 'jsonText');
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new UserError(problem('pack.groundTruthNotJson', { reason: messageOf(error) }), { cause: error });
  }
  if (!isObject(found)) throw wrongField('ground_truth', found, 'objectWithRubrics');
  return found;
}

function groundTruthOf(value: unknown): JsonObject | undefined {
  try {
    return groundTruth(value);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
