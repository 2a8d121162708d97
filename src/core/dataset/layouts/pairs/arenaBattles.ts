import { problem } from '../../../model/problems/problem';
import type { Comparison } from '../../../model/annotation/annotation';
import type { Message, Response } from '../../../model/item/item';
import { LayoutError, listInText } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import { judgeNamed, type Judge } from '../labels/whoJudged';
import type { Content, Label, Layout } from '../layout';
import { messagesInCommon } from '../texts/preferencePair';
import { textAndTurns } from '../lists/responseList';

/** The votes of the arena, by all the names they have had. */
const outcomes: Readonly<Record<string, Comparison['outcome']>> = {
  model_a: 'a',
  model_b: 'b',
  tie: 'tie',
  'tie (bothbad)': 'both-bad',
  both_bad: 'both-bad',
  bothbad: 'both-bad',
  both_good: 'both-good',
};

/**
 * `{question_id | id, model_a, model_b, winner, judge | judge_hash?, conversation_a, conversation_b, language, turn?,
 * …}`: the battles that LMSYS and LMArena published (33k, 100k, 140k). A conversation is a list of messages, its
 * content text or parts ({type, text, image, mimeType}), or that list as JSON text. The prompt is what both have in
 * common; from where they part, a response is all that follows.
 */
export const arenaBattles: Layout = {
  name: 'arena-battles',
  title: 'Chatbot Arena battles: two conversations and a vote',
  origin:
    'lm-sys/FastChat, fastchat/serve/monitor/clean_battle_data.py and dataset_release_scripts/arena_33k/merge_field.py; lmarena-ai/arena-human-preference-140k',
  fields: {
    id: 'id',
    questionId: 'question_id',
    conversationA: 'conversation_a',
    conversationB: 'conversation_b',
    modelA: 'model_a',
    modelB: 'model_b',
    winner: 'winner',
    judge: 'judge',
    judgeHash: 'judge_hash',
    language: 'language',
  },
  matches: (record) =>
    [record.value('conversationA'), record.value('conversationB')].every(
      (value) => asMessages(listInText(value)) !== undefined,
    ),
  read(record): Content {
    const a = record.messagesAt('conversationA');
    const b = record.messagesAt('conversationB');
    const common = messagesInCommon(a, b);
    if (common === 0)
      throw new LayoutError(
        problem('layouts.noSharedMessage', {
          first: record.path('conversationA'),
          second: record.path('conversationB'),
        }),
      );
    const language = record.maybeText('language');
    const content = {
      id: idAt(record),
      prompt: a.slice(0, common),
      responses: [
        responseOf('a', a.slice(common), record.maybeText('modelA')),
        responseOf('b', b.slice(common), record.maybeText('modelB')),
      ],
      ...(language !== undefined && { language }),
      labels: labelsAt(record),
    };
    return { ...content, ...record.rest() };
  },
};

/** A battle's own id. A number under "question_id" is that of a question, which has many battles (MT-bench). */
function idAt(record: RecordReader): string | undefined {
  const own = record.ownId();
  const question = record.maybeText('questionId');
  if (own === undefined && question) return question;
  record.keep('questionId');
  return own;
}

/** A model's answer, given as its turns. */
export function responseOf(id: string, turns: readonly Message[], model: string | undefined): Response {
  return { id, ...textAndTurns(turns), ...(model !== undefined && { model }) };
}

function labelsAt(record: RecordReader): Label[] {
  const winner = record.value('winner') ?? null;
  const by = judgeAt(record);
  if (winner === null) return [];
  const outcome = typeof winner === 'string' && Object.hasOwn(outcomes, winner) ? outcomes[winner] : undefined;
  if (!outcome)
    throw new LayoutError(
      problem('layouts.valueNotOneOf', {
        path: record.path('winner'),
        value: JSON.stringify(winner).slice(0, 40),
        allowed: Object.keys(outcomes),
      }),
    );
  return [{ ...by, judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] } }];
}

/**
 * Who voted: a person of the arena by their hash, or of MT-bench as "expert_12" or "author_2"; or a model, which
 * FastChat names with its template (`["gpt-4", "pair-v2"]`, fastchat/llm_judge/gen_judgment.py) and
 * lmsys/mt_bench_human_judgments as "gpt4_pair".
 */
function judgeAt(record: RecordReader): Judge {
  const judge = record.value('judge');
  if (Array.isArray(judge) && typeof judge[0] === 'string') return { judge: judge[0] };
  return judgeNamed(
    record,
    [record.maybeText('judge'), record.maybeText('judgeHash')].find((each) => each),
  );
}
