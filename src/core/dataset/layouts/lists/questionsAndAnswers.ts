import { basename } from 'node:path';
import { problem } from '../../../model/problems/problem';
import type { Message } from '../../../model/item/item';
import { plainName } from '../../fields/fieldWords';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import { writtenAsPattern } from '../../readers/dataFileNames';
import { idOf, type RecordReader } from '../../records/recordReader';
import type { Content, Fault, JoinedRecord, Layout, RecordJoin } from '../layout';
import { meaningfulText } from '../texts/nestedValues';
import { responseOf } from '../texts/preferencePair';

/** What a record adds to an item: what was asked, turn by turn, or one or more answers to it. */
type Part =
  | { readonly asked: readonly (readonly Message[])[] }
  | { readonly answers: readonly (readonly string[])[]; readonly model?: string };

/**
 * Questions and answers in records of their own, mostly in files of their own, held together by the question's id:
 *
 * - MT-bench: `{question_id, category, turns: [text]}` and `{question_id, model_id, choices: [{turns: [text]}]}`. The
 *   second turn of a question follows the first answer of each model.
 * - MultiChallenge: `{QUESTION_ID, CONVERSATION: [message]}` and `{QUESTION_ID, RESPONSE: [text]}`, a file for each model,
 *   of which only the file's name tells.
 */
export const questionsAndAnswers: Layout = {
  name: 'questions-and-answers',
  title: 'Questions, and answers that name them by their id, as in MT-bench and MultiChallenge',
  origin:
    'lm-sys/FastChat, fastchat/llm_judge/gen_model_answer.py and data/mt_bench/question.jsonl; ekwinox117/multi-challenge, data/benchmark_questions.jsonl and data/final_model_responses',
  fields: { id: 'question_id', turns: 'turns', choices: 'choices', model: 'model_id' },
  // One kind by itself asks or answers nothing; of files with one kind each `detectReading` tells.
  bornOut: (records) => {
    const parts = records.flatMap((record) => partOf(record) ?? []);
    return parts.some((part) => 'asked' in part) && parts.some((part) => 'answers' in part);
  },
  matches: (record) => partOf(record) !== undefined,
  read(record): Content {
    const part = partOf(record);
    const id = questionIdOf(record);
    if (!part || id === undefined) throw record.wrong('id', record.value('id'), 'text');
    return { id, prompt: [], responses: [], metadata: { ...record.rest().metadata, [partKey]: part } };
  },
  joins: { key: ({ id }) => id, join: joined },
};

/** Where a part lies until it is joined. */
const partKey = 'part';

const keyCalled = (record: RecordReader, name: string): string | undefined =>
  Object.keys(record.record).find((key) => plainName(key) === name);

const idKeyOf = (record: RecordReader): string | undefined =>
  record.record[record.path('id')] === undefined ? keyCalled(record, 'questionid') : record.path('id');

/** The id of the question that a record asks or answers. */
export function questionIdOf(record: RecordReader): string | undefined {
  const key = idKeyOf(record);
  return key === undefined ? undefined : idOf(record.value(key));
}

/** What a record asks or answers; undefined where it does neither, or both by itself. */
function partOf(record: RecordReader): Part | undefined {
  if (questionIdOf(record) === undefined) return undefined;
  const choices = record
    .maybeList('choices')
    .flatMap((choice) => (isObject(choice) ? (textsOf(choice.turns) ?? []) : []));
  const turns = textsOf(record.value('turns'));
  if (turns !== undefined && record.maybeList('choices').length === 0)
    return { asked: turns.map((content) => [{ role: 'user', content }]) };
  if (choices.length > 0) {
    const answers = record
      .maybeList('choices')
      .flatMap((choice) => (isObject(choice) ? [textsOf(choice.turns) ?? []] : []))
      .filter((each) => each.length > 0);
    record.value('choices');
    const model = meaningfulText(record.value('model'));
    return { answers, ...(model !== undefined && { model }) };
  }
  const [asked, said] = [keyCalled(record, 'conversation'), keyCalled(record, 'response')];
  if (asked !== undefined && said === undefined) {
    const conversation = asMessages(record.record[asked]);
    if (conversation?.at(-1)?.role !== 'user') return undefined;
    record.value(asked);
    return { asked: [conversation] };
  }
  if (said === undefined || asked !== undefined || keyCalled(record, 'prompt') !== undefined) return undefined;
  const texts = textsOf(record.record[said]) ?? textsOf([record.record[said]]);
  if (texts === undefined || keyCalled(record, 'question') !== undefined) return undefined;
  record.value(said);
  return { answers: texts.map((text) => [text]) };
}

const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string') ? value : undefined;

/** Whether records ask, or answer what others ask. */
export const kindOf = (records: readonly RecordReader[]): 'questions' | 'answers' | undefined => {
  const parts = records.map(partOf);
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const asking = parts.filter((part) => part && 'asked' in part).length;
  return asking === parts.length ? 'questions' : asking === 0 ? 'answers' : undefined;
};

/** The item of a question, with all that answers it; answers without a question, and the other way round, are left out. */
function joined(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const faults: Fault[] = [];
  const questions = parts.filter((part) => 'asked' in partIn(part));
  const answers = parts.filter((part) => 'answers' in partIn(part));
  const [question, ...again] = questions;
  for (const part of again)
    faults.push({
      part,
      reason: problem('layouts.questionAgain', {
        id: part.item.id,
        line: question?.line ?? 0,
        unit: question?.unit ?? 'line',
      }),
    });
  if (!question || answers.length === 0) {
    for (const part of parts)
      faults.push({
        part,
        reason: problem(question ? 'layouts.questionWithoutAnswer' : 'layouts.answerWithoutQuestion', {
          id: part.item.id,
        }),
        ...(question && { isNoItem: true }),
      });
    return { items: [], faults };
  }
  const asking = partIn(question);
  const [first = [], ...later] = 'asked' in asking ? asking.asked : [];
  const ids = new Set<string>();
  const responses = answers.flatMap((answer) => {
    const part = partIn(answer);
    if (!('answers' in part)) return [];
    const { [partKey]: __, ...beside } = answer.item.metadata ?? {};
    return part.answers.map((turns) => {
      const { model } = part;
      const id = freeId(model ?? basename(answer.file).replace(writtenAsPattern, ''), ids);
      const messages = turns.flatMap((content, at): readonly Message[] => [
        ...(at === 0 ? [] : (later[at - 1] ?? [])),
        { role: 'assistant', content },
      ]);
      return {
        ...responseOf(id, messages),
        ...(model !== undefined && { model }),
        ...(Object.keys(beside).length > 0 && { metadata: beside }),
      };
    });
  });
  const { [partKey]: _, ...metadata } = question.item.metadata ?? {};
  const { file, line, unit } = question;
  return {
    items: [
      {
        id: question.item.id,
        prompt: first,
        responses,
        ...(Object.keys(metadata).length > 0 && { metadata }),
        place: { file, line, ...(unit && { unit }) },
      },
    ],
    faults,
  };
}

const partIn = ({ item: { metadata } }: JoinedRecord): Part => (metadata as JsonObject)[partKey] as Part;

/** A name that no other response of the item has. */
function freeId(name: string, taken: Set<string>): string {
  let id = name;
  for (let n = 2; taken.has(id); n++) id = `${name} ${n}`;
  taken.add(id);
  return id;
}
