import { problem } from '../../../model/problems/problem';
import * as z from 'zod';
import type { Judgement } from '../../../model/annotation/annotation';
import type { ItemCriterion } from '../../../model/item/item';
import { promptKey } from '../../items/identity';
import { booleanOf, idOf, numberOf } from '../../records/recordReader';
import { contextAndEvidence, contextAndEvidenceFields } from '../texts/contextAndEvidence';
import { judgeOfOrigin, type Judge } from '../labels/whoJudged';
import type { Content, RecordJoin, Label, Layout, JoinedRecord, Fault } from '../layout';
import { meaningfulText } from '../texts/nestedValues';
import { answerAt, isAnswer, responseOf } from '../texts/preferencePair';
import { DistinctResponses } from '../texts/distinctResponses';

type Verdict = NonNullable<Judgement['verdicts']>[number];

/** What a row says beside its prompt and its response, until rows are put together. */
interface Row extends Judge {
  readonly criterion: ItemCriterion;
  readonly value: Verdict['value'];
  readonly note?: string;
}

/**
 * `{prompt, context, response, criterion, verdict, weight, kind, answers, criterion_id, annotator, origin, note}`: one
 * verdict on one response a row, of any annotator and by any criterion. Rows with the same prompt and context are one
 * item with all their responses, its criteria and a label for each annotator. `verdict` is yes or no, a level, a
 * category, or "n/a"; `answers` the ends and levels of a scale or the categories, as JSON.
 */
export const verdicts: Layout = {
  name: 'verdicts',
  title: 'Table of verdicts: prompt, response, criterion and verdict, for each annotator',
  origin: "Tiebreak's own (verdicts)",
  fields: {
    prompt: 'prompt',
    response: 'response',
    criterion: 'criterion',
    verdict: 'verdict',
    weight: 'weight',
    kind: 'kind',
    answers: 'answers',
    criterionId: 'criterion_id',
    annotator: 'annotator',
    origin: 'origin',
    note: 'note',
    ...contextAndEvidenceFields,
  },
  matches: (record) =>
    record.has('prompt') &&
    isAnswer(record.value('response')) &&
    record.hasText('criterion') &&
    verdictOf(record.value('verdict'), undefined) !== undefined,
  read(record): Content {
    const response = responseOf('r1', answerAt(record, 'response'));
    const [text, weight, kind] = [
      record.textAt('criterion'),
      record.maybeNumber('weight'),
      meaningfulText(record.value('kind')),
    ];
    const value = verdictOf(record.value('verdict'), kind);
    if (value === undefined) throw record.wrong('verdict', record.value('verdict'), 'verdict');
    const [annotator, note, origin] = [
      meaningfulText(record.value('annotator')),
      meaningfulText(record.value('note')),
      meaningfulText(record.value('origin')),
    ];
    const row: Row = {
      criterion: {
        id: idOf(record.value('criterionId')) ?? text,
        text,
        ...(weight !== undefined && weight !== 1 && { weight }),
        ...answersIn(record.value('answers'), kind),
      },
      value,
      ...(note !== undefined && { note }),
      ...judgeOfOrigin(record, annotator, origin),
    };
    return {
      ...record.promptAt(),
      responses: [response],
      ...contextAndEvidence(record, [response]),
      metadata: { row },
    };
  },
  joins: { key: promptKey, join: itemsOf },
};

/** A verdict as tables write it; undefined for what is none. */
function verdictOf(value: unknown, kind: string | undefined): Verdict['value'] | undefined {
  if (typeof value === 'boolean' || typeof value === 'number')
    return kind === 'yes-no' ? (booleanOf(value) ?? value) : value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const word = value.trim().toLowerCase();
  if (word === 'n/a') return null;
  if (kind === 'category') return value;
  if (kind !== 'scale' && ['yes', 'no', 'true', 'false'].includes(word)) return word === 'yes' || word === 'true';
  return numberOf(value) ?? value;
}

const scaleSchema = z
  .object({ min: z.number(), max: z.number(), levels: z.record(z.string(), z.string()).optional() })
  .refine(({ min, max }) => min < max);
const categoriesSchema = z.object({
  categories: z.array(z.object({ name: z.string().min(1), value: z.number().min(0).max(1).optional() })).min(1),
});

/** What can be answered to a criterion, as tables write it (`criterionAnswersText`); nothing where it is no such thing. */
function answersIn(value: unknown, kind: string | undefined): Partial<ItemCriterion> {
  const said = typeof value === 'string' && value !== '' ? jsonIn(value) : value;
  const [scale, categories] = [scaleSchema.safeParse(said), categoriesSchema.safeParse(said)];
  if (kind === 'scale' && scale.success)
    return { kind, min: scale.data.min, max: scale.data.max, ...(scale.data.levels && { levels: scale.data.levels }) };
  if (kind === 'category' && categories.success) return { kind, categories: categories.data.categories };
  return {};
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function itemsOf(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const [first] = parts;
  if (!first) return { items: [], faults: [] };
  const responses = new DistinctResponses();
  const criteria = new Map<string, ItemCriterion>();
  const labels = new Map<string, { readonly label: Omit<Label, 'judgement'>; readonly verdicts: Verdict[] }>();
  const faults: Fault[] = [];
  for (const part of parts) {
    const { criterion, value, note, annotator, judge, judgeByName } = part.item.metadata?.row as Row;
    const [given] = part.item.responses;
    if (!given) continue;
    const id = responses.idOf(given);
    criteria.set(criterion.id, criteria.get(criterion.id) ?? criterion);
    const key = JSON.stringify([annotator, judge]);
    const own = labels.get(key) ?? {
      label: {
        ...(annotator !== undefined && { annotator }),
        ...(judge !== undefined && { judge }),
        ...(judgeByName && { judgeByName }),
      },
      verdicts: [],
    };
    labels.set(key, own);
    const said = own.verdicts.find((each) => each.response === id && each.criterion === criterion.id);
    if (said && said.value !== value)
      faults.push({
        part,
        reason: problem('layouts.verdictsDiffer', {
          value: JSON.stringify(value),
          earlier: JSON.stringify(said.value),
        }),
      });
    else if (!said)
      own.verdicts.push({ response: id, criterion: criterion.id, value, ...(note !== undefined && { note }) });
  }
  const { id: _id, hash: _hash, metadata: _row, ...item } = first.item;
  const content: Content = {
    ...item,
    id: promptKey(item),
    responses: responses.all(),
    criteria: [...criteria.values()],
    labels: [...labels.values()].map(({ label, verdicts }) => ({ ...label, judgement: { verdicts } })),
  };
  return { items: [content], faults };
}
