import { isObject, listInText, type JsonObject, objectsIn } from '../../dataset/fields/recordFields';
import type { UnplacedCriterion } from '../../model/rubric/criterion';
import { problem, UserError } from '../../model/problems/problem';
import {
  countOthers,
  notYesNo,
  numberAt,
  textAt,
  type NegativeMeaning,
  type PackFormat,
  type SkippedFields,
} from './packFormat';

/** The classes of criteria in RaR, with which its descriptions begin. Kept as tags. */
const classes = ['essential', 'important', 'optional', 'pitfall'] as const;
type Class = (typeof classes)[number];
const classPattern = /^(Essential|Important|Optional|Pitfall) Criteria: ?(?=\s*\S)/;

/**
 * `{question?, reference_answer?, rubric: [{title, description, weight}]}` of Rubrics as Rewards. Files do not say what
 * a negative weight means: RaR-Medicine words such criteria as the fault ("recommends X"), RaR-Science mostly as its
 * avoidance ("does not recommend X"), and read the wrong way round each of them rewards the fault. So it is asked:
 * "fault" keeps the weight, with "avoidance" it counts for a response that the text is true. Throws `UserError` where
 * it was not said and there is such a weight.
 */
export const rubricsAsRewardsPack: PackFormat = {
  name: 'rar',
  title: 'Rubrics as Rewards: criteria with title, class and weight',
  origin: 'Rubrics as Rewards (arXiv 2507.17746); RaR-Medicine and RaR-Science, as modelscope/Trinity-RFT reads them',
  syntax: 'lines',
  matches: ({ rubric }) => {
    const list = listInText(rubric);
    return Array.isArray(list) && list.some((each) => isObject(each) && 'description' in each && 'weight' in each);
  },
  read(records, { negative }, skipped) {
    const rubrics = records.map(({ rubric }) => objectsIn(listInText(rubric), 'rubric'));
    if (negative === undefined) askAbout(rubrics.flat());
    return rubrics.map((entries) => ({
      criteria: entries.map((entry, at) => criterionOf(entry, `rubric[${at}]`, negative, skipped)),
    }));
  },
  leavesOut: notYesNo,
  write({ criteria }, { negative = 'fault' }) {
    const fault = criteria.find(({ weight }) => weight < 0);
    if (negative === 'avoidance' && fault)
      throw new UserError(problem('pack.faultAsAvoidance', { criterion: fault.title ?? fault.text }));
    return [{ rubric: criteria.map((criterion) => entryOf(criterion, negative)) }];
  },
  notes: ({ criteria }, { negative = 'fault' }) =>
    negative === 'fault' && criteria.some(({ weight }) => weight < 0) ? [problem('pack.negativeIsFault', {})] : [],
};

/** Throws `UserError` where there is a negative weight: somebody has to say what it means. */
function askAbout(entries: readonly JsonObject[]): void {
  const negative = entries.filter(({ weight }) => Number(weight) < 0);
  const [first] = negative;
  if (!first) return;
  const { description } = first;
  const text = typeof description === 'string' ? description.slice(0, 200) : JSON.stringify(description ?? null);
  throw new UserError(problem('pack.negativeUnclear', { count: negative.length, first: text }));
}

function criterionOf(
  entry: JsonObject,
  path: string,
  negative: NegativeMeaning | undefined,
  skipped: SkippedFields,
): unknown {
  countOthers(entry, ['title', 'description', 'weight'], skipped);
  const [description, weight] = [textAt(entry, ['description'], path), numberAt(entry, 'weight', path)];
  const kind = classPattern.exec(description);
  const turned = weight < 0 && negative === 'avoidance';
  if (turned) skipped.count(problem('pack.negativeTurned', {}));
  return {
    ...(typeof entry.title === 'string' && entry.title !== '' && { title: entry.title }),
    text: kind ? description.slice(kind[0].length) : description,
    weight: turned ? -weight : weight,
    ...(kind && { tags: [kind[1]?.toLowerCase()] }),
  };
}

function entryOf({ title, text, weight, tags = [] }: UnplacedCriterion, negative: NegativeMeaning): JsonObject {
  const name = tags.find((tag): tag is Class => (classes as readonly string[]).includes(tag));
  const turned = negative === 'avoidance' && name === 'pitfall' && weight > 0;
  return {
    ...(title !== undefined && { title }),
    description: name === undefined ? text : `${name.charAt(0).toUpperCase()}${name.slice(1)} Criteria: ${text}`,
    weight: turned ? -weight : weight,
  };
}
