import { problem } from '../../../model/problems/problem';
import { field, LayoutError, pathsIn } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { armorm } from '../ratings/armorm';
import { contextAndEvidenceFields } from '../texts/contextAndEvidence';
import { goodBy, singleMeanings, approvalIn, unreadLabel, unreadOf, unreadRating } from '../labels/labelCodes';
import {
  countingWords,
  hasWord,
  modelNames,
  plainName,
  ratingNames,
  ratingWords,
  referenceWords,
  verdictNames,
  wordsIn,
} from '../../fields/fieldWords';
import { kto, ktoMessages, msSwiftRegression } from '../rows/trainers';
import { ratingIn } from '../labels/numericJudgements';
import { labelsByJudge, voterOf, type Said } from '../labels/whoJudged';
import type { Content, Label, Layout } from '../layout';
import { askedAndAnswer } from '../texts/lastAnswer';
import { itemContent } from '../texts/itemContent';
import { modelOf } from '../texts/nestedValues';
import { isAnswer } from '../texts/preferencePair';
import { isOfOnePerson, votesAt, type Vote } from '../labels/votes';

/** Gives the fields of a record that have a value, of those that are named so. */
const namedBy = (pattern: RegExp): ((record: RecordReader) => string[]) => {
  const named = byShape(({ keys }) => keys.filter((key) => pattern.test(plainName(key))));
  return (record) => named(record).filter((key) => (record.record[key] ?? '') !== '');
};
const modelsIn = namedBy(modelNames);
const verdictsIn = namedBy(verdictNames);

/** The fields that may grade an answer, and whether they do with any value. */
const gradesIn = byShape(({ keys }) =>
  keys.flatMap((key) => {
    const words = wordsIn(key);
    const isNamed = ratingNames.test(plainName(key));
    return isNamed || (hasWord(words, ratingWords) && !hasWord(words, countingWords) && !hasWord(words, referenceWords))
      ? [{ key, isNamed }]
      : [];
  }),
);

/**
 * Fields of a record that grade its answer: by a plain name ("score"), or as a number under a word for what is graded
 * ("helpfulness_score").
 */
const graded = (record: RecordReader): string[] =>
  gradesIn(record).flatMap(({ key, isNamed }) => {
    const value = record.record[key] ?? '';
    return value !== '' && (isNamed || numberOf(value) !== undefined) ? [key] : [];
  });

/**
 * Whether a record says which model wrote its answer, or how good that is: such an answer is nobody's demonstration.
 */
export const isJudgedOrGenerated = (record: RecordReader): boolean =>
  modelsIn(record).length > 0 || verdictsIn(record).length > 0 || graded(record).length > 0;

/** What an answer stands in. */
export function conversationIn(record: RecordReader): 'messages' | 'conversations' | undefined {
  return (['messages', 'conversations'] as const).find((name) => {
    const turns = asMessages(record.value(name));
    return turns !== undefined && turns.length > 1 && turns.at(-1)?.role === 'assistant';
  });
}

/**
 * `{prompt, completion}`, or a conversation that ends with the answer, of a model or with a judgement that is no plain
 * yes or no. What is named a rating is one; of a label with other values than true and false nobody can tell what they
 * mean, so it is left out until a person says so.
 */
export const singleResponses: Layout = {
  name: 'single-responses',
  title: 'A prompt and one response, with its model, a rating or another label',
  origin: 'what people write by hand, in the fields of TRL and ShareGPT',
  fields: {
    id: 'id',
    messages: 'messages',
    conversations: 'conversations',
    system: 'system',
    prompt: 'prompt',
    completion: 'completion',
    label: 'label',
    rating: 'rating',
    annotator: 'annotator',
    model: 'model',
    tools: 'tools',
    ...contextAndEvidenceFields,
  },
  several: ['rating', 'label'],
  joined: ['prompt'],
  free: { names: ['label', 'rating', 'model'] },
  hasCodes: true,
  matches: (record) =>
    isJudgedOrGenerated(record) &&
    (conversationIn(record) !== undefined || (record.has('prompt') && isAnswer(record.value('completion')))),
  // Where others say what a label is they are right.
  bornOut: (records) =>
    ![kto, ktoMessages].some(
      (layout) => records.some((record) => layout.matches(record)) && layout.bornOut?.(records),
    ) && !records.some((record) => msSwiftRegression.matches(record) || armorm.matches(record)),
  read(record): Content {
    const { asked, response } = askedAndAnswer(record, conversationIn(record));
    if (response.text.trim() === '' && !response.turns)
      throw new LayoutError(problem('layouts.emptyResponse', { path: record.path('completion') }), {
        field: 'completion',
      });
    // By any of its usual names, but where a person or the reader says another.
    const model = record.path('model') === 'model' ? modelsIn(record)[0] : 'model';
    if (model !== undefined) record.noteFound('model', record.path(model));
    const named = model === undefined ? {} : modelOf(record.value(model));
    const responses = [{ ...response, ...named }];
    return itemContent(record, asked, responses, judgedAt(record, responses));
  },
};

function judgedAt(record: RecordReader, responses: Content['responses']): Pick<Content, 'labels' | 'unread'> {
  const byPerson = pathsIn(record.record, record.path('rating')).filter(isOfOnePerson);
  const votes = byPerson.length > 1 ? undefined : votesAt(record, 'label');
  if (votes) return verdictsOf(record, votes);
  if (byPerson.length > 1) return { labels: gradesOf(record, byPerson) };
  const rated = record.path('rating') === 'rating' ? graded(record) : pathsIn(record.record, record.path('rating'));
  const ratings = rated.flatMap((aspect): Said[] => {
    const rating = ratingIn('completion', aspect, field(record.record, aspect));
    if (!rating) return [];
    record.value(aspect);
    record.noteFound('rating', aspect);
    return [{ path: aspect, judgement: { ratings: [rating] } }];
  });
  const verdict =
    record.path('label') === 'label' ? verdictsIn(record).find((key) => !rated.includes(key)) : record.path('label');
  const value = verdict === undefined ? undefined : field(record.record, verdict);
  if (verdict !== undefined) record.noteFound('label', verdict);
  const good = goodBy(record, value, yesOrNo);
  if (good !== undefined && verdict !== undefined) record.value(verdict);
  const acceptable: Said[] =
    good === undefined || verdict === undefined
      ? []
      : [{ path: verdict, judgement: { acceptable: { completion: good } } }];
  const labels = labelsByJudge(record, [...acceptable, ...ratings], () => [
    record.path('completion'),
    ...responses.flatMap(({ model }) => model ?? []),
  ]);
  const [ungraded] = rated.flatMap((aspect) => unreadRating(aspect, [field(record.record, aspect)]) ?? []);
  const unread =
    (good !== undefined || verdict === undefined
      ? undefined
      : unreadLabel(verdict, value, singleMeanings, record.path('label') !== 'label')) ?? ungraded;
  return { ...(labels.length > 0 && { labels }), ...(unread && { unread }) };
}

/** Yes and no in words: of numbers nobody can tell. */
const yesOrNo = (value: unknown): boolean | undefined =>
  typeof value !== 'boolean' && numberOf(value) !== undefined ? undefined : (booleanOf(value) ?? approvalIn(value));

/** A label for each person who said whether the response is good. */
function verdictsOf(record: RecordReader, votes: readonly Vote[]): Pick<Content, 'labels' | 'unread'> {
  const said = votes.map((vote) => ({ ...vote, good: goodBy(record, vote.value, yesOrNo) }));
  const labels = said.flatMap(({ good, ...vote }): Label[] =>
    good === undefined ? [] : [{ ...voterOf(record, vote), judgement: { acceptable: { completion: good } } }],
  );
  if (labels.length > 0) record.useAll('label');
  const unread = unreadOf(
    record.path('label'),
    said.filter(({ good }) => good === undefined).map(({ value }) => value),
    singleMeanings,
  );
  return { ...(labels.length > 0 && { labels }), ...(unread && { unread }) };
}

/** A rating by each of several people, in fields that are named after them. */
function gradesOf(record: RecordReader, paths: readonly string[]): readonly Label[] {
  return paths.flatMap((path): Label[] => {
    const rating = ratingIn('completion', 'rating', field(record.record, path));
    if (!rating) return [];
    record.value(path);
    return [{ annotator: path.split('.').at(-1) ?? path, judgement: { ratings: [rating] } }];
  });
}
