import { problem } from '../../../model/problems/problem';
import type { Message } from '../../../model/item/item';
import { LayoutError, listInText, wrongValue } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { responseOf } from './arenaBattles';
import type { Content, Label, Layout } from '../layout';

/**
 * `{id, model_a, model_b, prompt, response_a, response_b, winner_model_a, winner_model_b, winner_tie}`, a table's row:
 * prompt and responses are JSON lists of texts, the turns of each side, and exactly one winner is 1 (none of them in
 * the test set). Where a list holds null instead of a text the turn is empty; a response says in its metadata which
 * turns (1 for the first) those were.
 */
export const arena55k: Layout = {
  name: 'arena-55k',
  title: 'Chatbot Arena 55k battles, as in the Kaggle competition',
  origin: 'lmarena-ai/arena-human-preference-55k, train.csv',
  fields: {
    id: 'id',
    prompt: 'prompt',
    a: 'response_a',
    b: 'response_b',
    modelA: 'model_a',
    modelB: 'model_b',
    winnerA: 'winner_model_a',
    winnerB: 'winner_model_b',
    tie: 'winner_tie',
  },
  matches: (record) => ['prompt', 'a', 'b'].every((name) => textsIn(record.value(name)) !== undefined),
  read(record): Content {
    const prompts = textsAt(record, 'prompt');
    const [a, b] = [textsAt(record, 'a'), textsAt(record, 'b')];
    for (const [name, answers] of [
      ['a', a],
      ['b', b],
    ] as const) {
      if (answers.length !== prompts.length)
        throw new LayoutError(
          problem('layouts.turnsDiffer', {
            path: record.path(name),
            turns: answers.length,
            promptPath: record.path('prompt'),
            prompts: prompts.length,
          }),
        );
    }
    return {
      id: record.ownId(),
      prompt: [user(prompts[0] ?? null)],
      responses: [
        responseFrom('a', prompts, a, record.maybeText('modelA')),
        responseFrom('b', prompts, b, record.maybeText('modelB')),
      ],
      labels: labelsAt(record),
      ...record.rest(),
    };
  },
};

type Texts = readonly (string | null)[];

function textsIn(value: unknown): Texts | undefined {
  const list = listInText(value);
  return Array.isArray(list) &&
    list.length > 0 &&
    list.every((text): text is string | null => text === null || typeof text === 'string')
    ? list
    : undefined;
}

function textsAt(record: RecordReader, name: string): Texts {
  const value = record.value(name);
  const texts = textsIn(value);
  if (!texts)
    throw typeof value === 'string'
      ? new LayoutError(
          problem('layouts.wrongValue', {
            path: record.path(name),
            value: JSON.stringify(value.slice(0, 40)),
            wanted: 'jsonListOfTexts',
          }),
        )
      : wrongValue(record.path(name), value, 'jsonListOfTexts');
  return texts;
}

const user = (text: string | null): Message => ({ role: 'user', content: text ?? '' });

/** All that follows the first prompt on one side: its answer, and the further prompts with theirs. */
function responseFrom(
  id: string,
  prompts: Texts,
  answers: Texts,
  model: string | undefined,
): Content['responses'][number] {
  const turns = answers.flatMap((answer, turn): Message[] => [
    ...(turn > 0 ? [user(prompts[turn] ?? null)] : []),
    { role: 'assistant', content: answer ?? '' },
  ]);
  const nullTurns = answers.flatMap((answer, turn) => (answer === null ? [turn + 1] : []));
  return { ...responseOf(id, turns, model), ...(nullTurns.length > 0 && { metadata: { nullTurns } }) };
}

function labelsAt(record: RecordReader): Label[] {
  const outcome = (
    [
      ['winnerA', 'a'],
      ['winnerB', 'b'],
      ['tie', 'tie'],
    ] as const
  )
    .map(([name, won]) => (record.maybeBoolean(name) ? won : undefined))
    .find((won) => won !== undefined);
  return outcome ? [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] } }] : [];
}
