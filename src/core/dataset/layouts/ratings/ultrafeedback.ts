import type { Critique } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, otherFields, type JsonObject, textOf } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { ratingOf, unnamedModel, type Rating } from '../labels/numericJudgements';
import type { Content, Layout } from '../layout';
import { textIn } from '../texts/nestedValues';

/**
 * `{source, instruction, models, correct_answers, incorrect_answers, completions: [{model, principle,
 * custom_system_prompt, response, annotations: {ASPECT: {Rating: "4" | "N/A", Rationale, Type?, "Rationale For
 * Rating"?}}, critique, overall_score, "fine-grained_score"}]}`. A model judged that the file does not name (GPT-4, by
 * the paper): one label holds its ratings by aspect (each with its rationale), the overall score, and the critiques.
 */
export const ultrafeedback: Layout = {
  name: 'ultrafeedback',
  title: 'UltraFeedback with its four completions, ratings and critiques',
  origin: 'OpenBMB/UltraFeedback, src/data_annotation/annotate_preference.py and annotate_critique.py',
  fields: { id: 'id', instruction: 'instruction', completions: 'completions', correctAnswers: 'correct_answers' },
  matches(record) {
    const first = record.hasText('instruction') ? record.maybeList('completions')[0] : undefined;
    return (
      isObject(first) &&
      'response' in first &&
      (Object.hasOwn(record.record, 'models') || judgedParts.some((part) => part in first))
    );
  },
  read(record): Content {
    const instruction = record.textAt('instruction');
    const completions = record
      .objectsAt('completions')
      .map((entry, index) => completionOf(entry, index, record.path('completions')));
    const ratings = completions.flatMap((completion) => completion.ratings);
    const critiques = completions.flatMap(({ critique }) => critique ?? []);
    return {
      id: record.ownId(),
      prompt: [{ role: 'user', content: instruction }],
      promptText: instruction,
      responses: completions.map(({ response }) => response),
      ...references(record),
      ...(ratings.length + critiques.length > 0 && {
        labels: [
          {
            judge: unnamedModel,
            judgement: { ...(ratings.length > 0 && { ratings }), ...(critiques.length > 0 && { critiques }) },
          },
        ],
      }),
      ...record.rest(),
    };
  },
};

/** What UltraFeedback says of a completion, and a list of responses by somebody else does not. */
const judgedParts = [
  'annotations',
  'principle',
  'custom_system_prompt',
  'critique',
  'overall_score',
  'fine-grained_score',
];

interface Completion {
  readonly response: Response;
  readonly ratings: readonly Rating[];
  readonly critique: Critique | undefined;
}

function completionOf(entry: JsonObject, index: number, path: string): Completion {
  const id = `r${index + 1}`;
  const text = textIn(entry.response, `${path}[${index}].response`);
  const model = textOf(entry.model);
  const critique = textOf(entry.critique) || undefined;
  const aspects = isObject(entry.annotations)
    ? Object.entries(entry.annotations).map(([aspect, value]) => aspectOf(id, aspect, value))
    : [];
  const overall = numberOf(entry.overall_score);
  const left = aspects.flatMap(({ aspect, rest }) => (rest === undefined ? [] : [[aspect, rest] as const]));
  const metadata = {
    ...otherFields(entry, [
      'response',
      'model',
      'critique',
      'annotations',
      ...(overall === undefined ? [] : ['overall_score']),
    ]),
    ...(left.length > 0 && { annotations: Object.fromEntries(left) }),
  };
  return {
    response: {
      id,
      text,
      ...(model !== undefined && { model }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    ratings: [
      ...aspects.flatMap(({ rating }) => rating ?? []),
      ...(overall === undefined ? [] : [ratingOf(id, 'overall_score', overall)]),
    ],
    critique: critique === undefined ? undefined : { response: id, text: critique },
  };
}

/**
 * One aspect's rating with the reason given for it, and what else is said there. The first edition wraps each aspect in
 * a list of one.
 */
function aspectOf(
  response: string,
  aspect: string,
  value: unknown,
): { aspect: string; rating?: Rating; rest?: unknown } {
  const entry: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(entry)) return { aspect, ...(entry !== null && { rest: value }) };
  const rating = ratingOf(response, aspect, entry.Rating);
  const reason = ['Rationale For Rating', 'Rationale'].find((key) => typeof entry[key] === 'string');
  const note = reason === undefined || entry[reason] === 'N/A' ? undefined : textOf(entry[reason]);
  const readable = rating.value !== null || (entry.Rating ?? 'N/A') === 'N/A';
  const rest = otherFields(entry, [...(readable ? ['Rating'] : []), ...(reason === undefined ? [] : [reason])]);
  return { aspect, rating: { ...rating, ...(note !== undefined && { note }) }, ...(rest && { rest }) };
}

/** Most rows have `["None"]` here. */
function references(record: RecordReader): { references?: readonly string[] } {
  const known = record
    .maybeList('correctAnswers')
    .filter((answer): answer is string => typeof answer === 'string' && answer !== 'None');
  return known.length > 0 ? { references: known } : {};
}
