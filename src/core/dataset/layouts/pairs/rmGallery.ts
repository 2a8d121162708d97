import type { Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, otherFields, type JsonObject, objectIn } from '../../fields/recordFields';
import { booleanOf } from '../../records/recordReader';
import type { Content, Layout } from '../layout';
import { metadataOf, modelOf, textIn } from '../texts/nestedValues';

/**
 * `{unique_id, input: messages, output: [{answer: {role, content, label: {preference, is_preferred, …}}, steps?}],
 * metadata}`. Of two answers the preferred one is better; of more it is the best, and the others are not ordered.
 */
export const rmGallery: Layout = {
  name: 'rm-gallery',
  title: 'RM-Gallery data samples',
  origin: 'modelscope/RM-Gallery, rm_gallery/core/data/schema.py DataSample and gallery/data/load',
  fields: { id: 'unique_id', input: 'input', output: 'output' },
  matches: (record) =>
    record.hasList('input', 'output') &&
    record.listAt('output').some((each) => isObject(each) && isObject(each.answer)),
  read(record): Content {
    const answers = record.objectsAt('output').map((output, i) => answerOf(output, i, record.path('output')));
    const judgement = judgementOf(answers.map(({ response, preferred }) => [response.id, preferred]));
    return {
      id: record.ownId(),
      prompt: record.messagesAt('input'),
      responses: answers.map(({ response }) => response),
      ...(judgement && { labels: [{ judgement }] }),
      ...metadataOf(record),
    };
  },
};

interface Answer {
  readonly response: Response;
  readonly preferred: boolean | undefined;
}

function answerOf(output: JsonObject, index: number, path: string): Answer {
  const answer = objectIn(output.answer, `${path}[${index}].answer`);
  const label = isObject(answer.label) ? answer.label : {};
  const { model, is_preferred: isPreferred, preference } = label;
  const metadata = {
    ...otherFields(output, ['answer']),
    ...otherFields(answer, ['role', 'content', 'label']),
    ...(Object.keys(label).length > 0 && { label }),
  };
  const preferred =
    booleanOf(isPreferred) ?? (preference === 'chosen' ? true : preference === 'rejected' ? false : undefined);
  return {
    response: {
      id: `r${index + 1}`,
      text: textIn(answer.content, `${path}[${index}].answer.content`),
      ...modelOf(model),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    preferred,
  };
}

function judgementOf(
  answers: readonly (readonly [id: string, preferred: boolean | undefined])[],
): Judgement | undefined {
  if (answers.some(([, preferred]) => preferred === undefined)) return undefined;
  const best = answers.filter(([, preferred]) => preferred).map(([id]) => id);
  const [first, second] = answers;
  if (answers.length === 2 && best.length === 1 && first && second)
    return { comparisons: [{ a: first[0], b: second[0], outcome: first[1] ? 'a' : 'b' }] };
  return best.length > 0 && answers.length > 1 ? { ranking: { tiers: [best] } } : undefined;
}
