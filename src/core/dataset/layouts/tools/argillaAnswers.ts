import type { Comparison } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, otherFields, type JsonObject } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { assignRoles, namedFields, responseNamed, responseOfOption } from '../texts/fieldRoles';
import { plainName } from '../../fields/fieldWords';
import { JudgementBuilder } from '../labels/judgementBuilder';
import { judgeNamed } from '../labels/whoJudged';
import type { Content, Label } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';
import { tiersFromRanks } from '../labels/tiersFromRanks';
import { spanIn } from '../labels/spans';

/** An answer to one of a dataset's questions, by a person (`user`) or a model (`agent`). */
export interface Answer {
  readonly question: string;
  readonly value: unknown;
  readonly user?: string | undefined;
  readonly status?: string | undefined;
  readonly agent?: string | undefined;
  readonly score?: unknown;
}

/** What the forms of Argilla's exports have in common. */
export interface ArgillaRecord {
  readonly id: string | undefined;
  readonly fields: JsonObject;
  readonly responses: readonly Answer[];
  readonly suggestions: readonly Answer[];
}

/** Who suggested, where the source does not say. */
const unnamedAgent = 'suggestion';

/**
 * An item with a label per user and per agent. A question belongs to the response that it is named after, or to the
 * only one. Ranks, ratings, spans and options are told by the form of the value, texts by the words in their question's
 * name. A discarded record is a skip; drafts, and answers that fit nowhere, stay in the metadata.
 */
export function argillaContent(
  record: RecordReader,
  { id, fields, responses: answers, suggestions }: ArgillaRecord,
): Content {
  const { responses, others, ...prompt } = assignRoles(fields, namedFields(record));
  // By question, which may have any name, "constructor" too.
  const unplaced = new Map<string, unknown[]>();
  const keep = ({ question, ...answer }: Answer): void =>
    void unplaced.set(question, [
      ...(unplaced.get(question) ?? []),
      Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)),
    ]);
  const judges = new Map<string, { label: Omit<Label, 'judgement'>; parts: JudgementBuilder }>();
  const partsOf = (key: string, label: Omit<Label, 'judgement'>): JudgementBuilder => {
    const judge = judges.get(key) ?? { label, parts: new JudgementBuilder() };
    judges.set(key, judge);
    return judge.parts;
  };
  for (const answer of answers) {
    if (answer.value === null && answer.status !== 'discarded') continue;
    const parts =
      answer.status === 'draft' ? undefined : partsOf(`user ${answer.user ?? ''}`, judgeNamed(record, answer.user));
    if (answer.status === 'discarded') parts?.skip('discarded');
    if (answer.value !== null && (!parts || answer.status === 'discarded' || !placed(answer, responses, parts)))
      keep(answer);
  }
  for (const answer of suggestions) {
    if ((answer.value ?? null) === null) continue;
    const agent = answer.agent ?? unnamedAgent;
    if (!placed(answer, responses, partsOf(`agent ${agent}`, { judge: agent })) || (answer.score ?? null) !== null)
      keep(answer);
  }
  const labels = [...judges.values()].flatMap(({ label, parts }): Label[] => {
    const judgement = parts.judgement();
    return judgement ? [{ ...label, judgement }] : [];
  });
  return {
    ...(id !== undefined && { id }),
    ...prompt,
    responses,
    ...(labels.length > 0 && { labels }),
    ...metadataOf(record, { ...others, answers: Object.fromEntries(unplaced) }),
  };
}

/** Puts an answer where it belongs in a judgement; false where there is no such place. */
function placed({ question, value }: Answer, responses: readonly Response[], parts: JudgementBuilder): boolean {
  const ids = responses.map(({ id }) => id);
  const target = responseNamed(question, ids);
  const ranks = ranksOf(value);
  if (ranks) {
    const named = ranks
      .map(([option, rank]) => [responseOfOption(option, ids), rank] as const)
      .filter((each): each is [string, number] => each[0] !== undefined && each[1] !== undefined);
    return named.length > 0 && named.length === ranks.length && parts.prefer({ tiers: tiersFromRanks(named) });
  }
  if (Array.isArray(value)) {
    const values = value as unknown[];
    if (values.length > 0 && values.every((each) => isObject(each) && 'start' in each))
      return spansPlaced(
        values as JsonObject[],
        responses.find(({ id }) => id === target),
        parts,
      );
    const options = values.map((each) => (typeof each === 'string' ? responseOfOption(each, ids) : undefined));
    if (
      options.length > 1 &&
      options.length === ids.length &&
      options.every((each) => each !== undefined) &&
      new Set(options).size === ids.length
    )
      return parts.prefer({ tiers: options.map((id) => [id]) });
    return (
      values.length > 0 &&
      values.every(
        (each) =>
          typeof each === 'string' &&
          parts.add('flags', { flag: `${question}: ${each}`, ...(target !== undefined && { response: target }) }),
      )
    );
  }
  const number = typeof value === 'number' ? value : undefined;
  if (number !== undefined)
    return (
      target !== undefined &&
      parts.add('ratings', { response: target, aspect: aspectOf(question, target, ids), value: number })
    );
  return typeof value === 'string' && textPlaced(question, value, target, ids, parts);
}

/** Ranks in either of the two forms of Argilla 1.x, a list of `{rank, value}` or lists of each. */
function ranksOf(value: unknown): [option: string, rank: number | undefined][] | undefined {
  if (isObject(value) && Array.isArray(value.rank) && Array.isArray(value.value)) {
    const ranks = value.rank as unknown[];
    return value.value.map((option: unknown, i): [string, number | undefined] => [String(option), numberOf(ranks[i])]);
  }
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every((each) => isObject(each) && 'rank' in each && 'value' in each)
  )
    return undefined;
  return (value as JsonObject[]).map(({ rank, value: option }) => [String(option), numberOf(rank)]);
}

function spansPlaced(spans: readonly JsonObject[], response: Response | undefined, parts: JudgementBuilder): boolean {
  if (!response) return false;
  const found = spans.map(({ start, end, label, text }) => {
    const span = spanIn(
      response.text,
      { start: numberOf(start) ?? -1, end: numberOf(end) ?? -1 },
      typeof text === 'string' ? text : undefined,
    );
    const type = meaningfulText(label);
    return span && { ...span, ...(type !== undefined && { type }) };
  });
  const within = found.filter((each) => each !== undefined);
  return within.length === spans.length && parts.criticise(response.id, { spans: within });
}

const ties: readonly (readonly [RegExp, Comparison['outcome']])[] = [
  [/^(tie|equal|same|draw|nopreference|equallygood|both|similar)$/, 'tie'],
  [/^(bothgood|botharegood)$/, 'both-good'],
  [/^(bothbad|botharebad|neither|none|equallybad)$/, 'both-bad'],
  [/^(unsure|notsure|dontknow|unclear)$/, 'unsure'],
];

function textPlaced(
  question: string,
  value: string,
  target: string | undefined,
  ids: readonly string[],
  parts: JudgementBuilder,
): boolean {
  const [a, b] = ids;
  if (a !== undefined && b !== undefined) {
    const winner = responseOfOption(value, ids);
    const outcome =
      winner === a ? 'a' : winner === b ? 'b' : ties.find(([pattern]) => pattern.test(plainName(value)))?.[1];
    if (ids.length === 2 && outcome) return parts.prefer({ a, b, outcome });
    if (winner !== undefined) return parts.prefer({ tiers: [[winner]] });
  }
  if (/(correct(ed|ion)|edit|improve|rewrit|revis|refine|better)/i.test(question))
    return target === undefined
      ? parts.add('demonstrations', { turns: [{ role: 'assistant', content: value }] })
      : parts.add('refinements', { response: target, text: value });
  if (/(critique|feedback|comment|rationale|reason|explanation|explain|justif|why|note)/i.test(question))
    return target !== undefined && (ids.length > 1 || /(critique|feedback)/i.test(question))
      ? parts.criticise(target, { text: value })
      : parts.reason(value);
  return target === undefined
    ? parts.add('flags', { flag: `${question}: ${value}` })
    : parts.add('verdicts', { response: target, criterion: aspectOf(question, target, ids), value });
}

/** A question's name without the response's that it belongs to. */
function aspectOf(question: string, target: string, ids: readonly string[]): string {
  if (ids.length === 1) return question;
  const spelt = target.replaceAll(/[^\p{L}\p{N}]+/gu, '[^\\p{L}\\p{N}]*');
  return question.replace(new RegExp(spelt, 'iu'), '').replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || question;
}

/** The record's own fields, without those of the export's form. */
export const fieldsBut = (record: RecordReader, used: readonly string[]): JsonObject => {
  const fields = otherFields(record.record, used) ?? {};
  for (const name of Object.keys(fields)) record.value(name);
  return fields;
};
