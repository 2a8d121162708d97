import { problem } from '../../../model/problems/problem';
import type { Response } from '../../../model/item/item';
import { hasWord, labelWords, wordsIn } from '../../fields/fieldWords';
import { isObject, LayoutError, otherFields, type JsonObject, objectsIn, objectIn } from '../../fields/recordFields';
import { idOf, numberOf, type RecordReader } from '../../records/recordReader';
import { assignRoles, namedFields, responseNamed, type Assigned } from '../texts/fieldRoles';
import { JudgementBuilder } from '../labels/judgementBuilder';
import { outcomeSaid, type NamedSide } from '../labels/labelCodes';
import { judgeNamed } from '../labels/whoJudged';
import type { Content, Label, Layout } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';
import { spanIn } from '../labels/spans';

/**
 * `{id, data: {prompt, answer1, answer2} | {prompt, items: [{id, title, body}]}, annotations: [{completed_by,
 * was_cancelled, lead_time, result: [{from_name, to_name, type, value}]}], predictions: [{model_version, result}]}`: a
 * task of Label Studio's JSON export, with pairwise choices, ranked lists, ratings, choices, texts and labelled spans.
 */
export const labelStudio: Layout = {
  name: 'label-studio',
  title: 'Label Studio tasks with pairwise choices or rankings',
  origin:
    'HumanSignal/label-studio, docs/source/guide/task_format.md; label-studio-frontend, src/tags/control/Pairwise.js and Ranker.js',
  fields: {
    id: 'id',
    data: 'data',
    annotations: 'annotations',
    predictions: 'predictions',
    prompt: 'prompt',
    answers: 'answers',
  },
  several: ['answers'],
  free: { names: ['prompt', 'answers'], within: 'data' },
  matches: (record) =>
    isObject(record.value('data')) && (record.hasList('annotations') || record.hasList('predictions')),
  read(record): Content {
    const { responses, others, ...prompt } = responsesIn(record, record.objectAt('data'));
    const labels = new Map<string, Label>();
    /** Reads an annotation or prediction; gives what found no place in its label. */
    const read = (by: Omit<Label, 'judgement'>, entry: JsonObject, path: string): JsonObject | undefined => {
      const parts = new JudgementBuilder();
      if (entry.was_cancelled === true) parts.skip('cancelled');
      const results = objectsIn(entry.result ?? [], `${path}.result`).filter(
        (result, i) => !placed(result, responses, parts, `${path}.result[${i}]`),
      );
      const judgement = parts.judgement();
      const key = JSON.stringify([by.annotator, by.judge]);
      if (judgement && labels.has(key)) return entry;
      if (judgement) labels.set(key, { ...by, judgement });
      const others = {
        ...otherFields(entry, ['result', 'completed_by', 'was_cancelled', 'lead_time', 'model_version']),
        ...(results.length > 0 && { result: results }),
      };
      return Object.keys(others).length > 0 ? others : undefined;
    };
    const readAll = (name: string, by: (entry: JsonObject) => Omit<Label, 'judgement'>): JsonObject => {
      const left = objectsIn(record.value(name) ?? [], record.path(name)).map((entry, i) =>
        read(by(entry), entry, `${record.path(name)}[${i}]`),
      );
      return left.some((each) => each) ? { [name]: left.filter((each) => each) } : {};
    };
    const left = {
      ...readAll('annotations', (entry) => annotatedBy(record, entry)),
      ...readAll('predictions', ({ model_version: model }) => ({ judge: meaningfulText(model) ?? 'prediction' })),
    };
    return {
      id: record.ownId(),
      ...prompt,
      responses,
      ...(labels.size > 0 && { labels: [...labels.values()] }),
      ...metadataOf(record, { ...others, ...left }),
    };
  },
};

function annotatedBy(
  record: RecordReader,
  { completed_by: person, lead_time: seconds }: JsonObject,
): Omit<Label, 'judgement'> {
  const time = numberOf(seconds);
  return {
    ...judgeNamed(record, personOf(person)),
    ...(time !== undefined && time >= 0 && { duration: Math.round(time * 1000) }),
  };
}

const personOf = (value: unknown): string | undefined =>
  isObject(value) ? (meaningfulText(value.email) ?? idOf(value.id)) : idOf(value);

/** The responses of a task: the entries of its list of items, or the fields named like answers. */
function responsesIn(record: RecordReader, data: JsonObject): Assigned {
  const [list] =
    Object.entries(data).find(
      ([, value]) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((each) => isObject(each) && idOf(each.id) !== undefined),
    ) ?? [];
  if (list === undefined) return assignRoles(data, namedFields(record));
  const responses = objectsIn(data[list], `${record.path('data')}.${list}`).map((entry, i) =>
    listed(entry, `${record.path('data')}.${list}[${i}]`),
  );
  const { responses: _, ...prompt } = assignRoles(
    { ...otherFields(data, [list]), [list]: '' },
    { ...namedFields(record), responses: [list] },
  );
  return { ...prompt, responses };
}

function listed(entry: JsonObject, path: string): Response {
  const key = ['body', 'text', 'html', 'title'].find((name) => typeof entry[name] === 'string');
  if (key === undefined) throw new LayoutError(problem('layouts.entryWithoutText', { path }));
  const metadata = otherFields(entry, ['id', key]);
  return { id: idOf(entry.id) ?? '', text: String(entry[key]), ...(metadata && { metadata }) };
}

/** Puts one result where it belongs in a judgement; false where there is no such place. */
function placed(result: JsonObject, responses: readonly Response[], parts: JudgementBuilder, path: string): boolean {
  const ids = responses.map(({ id }) => id);
  const [name, tags] = [meaningfulText(result.from_name) ?? '', (meaningfulText(result.to_name) ?? '').split(',')];
  const value = objectIn(result.value, `${path}.value`);
  const target = tags.length === 1 ? responseNamed(tags[0] ?? '', ids, false) : undefined;
  switch (result.type) {
    case 'pairwise':
      return pairPlaced(value.selected, tags, ids, parts);
    case 'ranker':
      return rankerPlaced(value.ranker, name, ids, parts);
    case 'rating':
    case 'number': {
      const number = numberOf(value[result.type]);
      return (
        target !== undefined &&
        number !== undefined &&
        parts.add('ratings', { response: target, aspect: name, value: number })
      );
    }
    case 'choices': {
      const choices = Array.isArray(value.choices) ? (value.choices as unknown[]).map(String) : [];
      const [a, b, ...more] = responses;
      // A control for the better one may be placed at either of them.
      const outcome =
        choices.length === 1 && a && b && more.length === 0 && hasWord(wordsIn(name), labelWords)
          ? outcomeSaid(choices[0], [sideOf(a), sideOf(b)])
          : undefined;
      if (a && b && outcome !== undefined) return parts.prefer({ a: a.id, b: b.id, outcome });
      if (target !== undefined)
        return (
          choices.length > 0 && parts.add('verdicts', { response: target, criterion: name, value: choices.join(', ') })
        );
      for (const choice of choices) parts.add('flags', { flag: `${name}: ${choice}` });
      return choices.length > 0;
    }
    case 'textarea': {
      const texts = (Array.isArray(value.text) ? (value.text as unknown[]) : [value.text]).filter(
        (text) => typeof text === 'string',
      );
      for (const text of texts) {
        if (target === undefined) parts.reason(text);
        else parts.criticise(target, { text });
      }
      return texts.length > 0;
    }
    case 'labels':
      return spanPlaced(
        value,
        responses.find(({ id }) => id === target),
        parts,
      );
    default:
      return false;
  }
}

/** What a choice may call a response: by its name, or the letter or number at the end of that. */
const sideOf = ({ id, text }: Response): NamedSide => ({ names: [id, ...wordsIn(id).slice(-1)], text });

/** `selected` is the side of the screen: `to_name` names left and right, in this order. */
function pairPlaced(
  selected: unknown,
  tags: readonly string[],
  ids: readonly string[],
  parts: JudgementBuilder,
): boolean {
  const [left, right] = tags.map((tag) => responseNamed(tag, ids, false));
  const [a, b] = left !== undefined && right !== undefined && left !== right ? [left, right] : ids;
  const outcome = selected === 'left' ? 'a' : selected === 'right' ? 'b' : selected === 'none' ? 'tie' : undefined;
  return a !== undefined && b !== undefined && outcome !== undefined && parts.prefer({ a, b, outcome });
}

/**
 * The forms of `value.ranker`: a list of ids, or lists of ids under names. Without buckets the one name is the tag's.
 * With one bucket beside "_" (what was left in the list) the bucket's order ranks what was picked. How several buckets
 * stand to each other is not said, so they are verdicts: which bucket a response went into; the order within them stays
 * in the metadata.
 */
function rankerPlaced(ranker: unknown, name: string, ids: readonly string[], parts: JudgementBuilder): boolean {
  const known = (list: unknown): string[] =>
    (Array.isArray(list) ? list.map(idOf).filter((id) => id !== undefined && ids.includes(id)) : []) as string[];
  const rank = (list: unknown): boolean =>
    known(list).length > 0 && parts.prefer({ tiers: known(list).map((id) => [id]) });
  if (Array.isArray(ranker)) return rank(ranker);
  if (!isObject(ranker)) return false;
  const buckets = Object.keys(ranker).filter((bucket) => bucket !== '_');
  const [only] = buckets.length === 0 ? ['_'] : buckets;
  if (buckets.length <= 1 && only !== undefined) return rank(ranker[only]);
  for (const bucket of buckets)
    for (const id of known(ranker[bucket])) parts.add('verdicts', { response: id, criterion: name, value: bucket });
  return buckets.every((bucket) => known(ranker[bucket]).length <= 1);
}

/**
 * Offsets are code points (label-studio-frontend, `src/utils/selection-tools.js fixCodePointsInRange`), in older
 * versions UTF-16: the text decides.
 */
function spanPlaced(
  { start, end, text, labels }: JsonObject,
  response: Response | undefined,
  parts: JudgementBuilder,
): boolean {
  const span =
    response &&
    spanIn(
      response.text,
      { start: numberOf(start) ?? -1, end: numberOf(end) ?? -1 },
      typeof text === 'string' ? text : undefined,
    );
  const type = Array.isArray(labels) && labels.length > 0 ? labels.join(', ') : undefined;
  return (
    response !== undefined &&
    span !== undefined &&
    parts.criticise(response.id, { spans: [{ ...span, ...(type !== undefined && { type }) }] })
  );
}
