import * as z from 'zod';
import type { Comparison } from '../../../model/annotation/annotation';
import { turnsOf, type Message } from '../../../model/item/item';
import { textOfTurn } from '../../../model/item/toolCallText';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { comparisonsIn } from '../../derive/comparisons';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { annotatorName } from '../../rows/pseudonyms';
import { messages } from '../../formatRules';
import { eloAnalysis } from '../../commands/researchAndHosted';

const winners: Readonly<Record<Comparison['outcome'], string | undefined>> = {
  a: 'model_a',
  b: 'model_b',
  tie: 'tie',
  'both-good': 'tie',
  'too-close': 'tie',
  'both-bad': 'tie (bothbad)',
  unsure: undefined,
};

/**
 * Battles as the arena published them (33k): `{question_id, model_a, model_b, winner, judge, conversation_a,
 * conversation_b, turn, anony, language, tstamp}` (lm-sys/FastChat, fastchat/serve/monitor/clean_battle_data.py; read
 * by elo_analysis.py). Ties are kept: both good and too close to call are "tie", both bad is "tie (bothbad)", and
 * unsure is no vote. A row is two responses as one annotator compared them, `model_a` the one shown first; a ranking
 * gives a row for every two. A response without a model goes by its id. `question_id` is the annotation's, and `judge`
 * the annotator's name or pseudonym (`pseudonyms`). Time is in seconds since 1970.
 */
export const arena: ExportFormat = {
  name: 'arena',
  title: 'Battles of two conversations with a vote, as in Chatbot Arena',
  family: 'votes',
  shape: 'messages',
  files: ['json'],
  reals: ['tstamp'],
  names: ['model_a', 'model_b'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [{ name: 'FastChat (Elo and Bradley-Terry ratings of models)', command: eloAnalysis }],
  *rows(judged, options, _file, notify) {
    const { item } = judged;
    for (const annotation of judged.annotations) {
      const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
      for (const [n, { a, b, outcome }] of comparisonsIn(annotation, options.criterion, notify).entries()) {
        const [one, other, winner] = [responses.get(a), responses.get(b), winners[outcome]];
        if (!one || !other || winner === undefined) {
          notify.drop(winner === undefined ? 'not-strict' : 'stale');
          continue;
        }
        const value = {
          question_id: n === 0 ? annotation.id : `${annotation.id}-${n + 1}`,
          model_a: one.model ?? one.id,
          model_b: other.model ?? other.id,
          winner,
          judge: annotatorName(annotation.annotator, options),
          conversation_a: [...item.prompt, ...turnsOf(one)].map(said),
          conversation_b: [...item.prompt, ...turnsOf(other)].map(said),
          turn: [...item.prompt, ...turnsOf(one)].filter(({ role }) => role === 'user').length,
          anony: true,
          language: item.language ?? 'unknown',
          tstamp: Date.parse(annotation.time) / 1000,
        };
        yield* nonPairRows(
          judged,
          { annotations: [annotation], responses: [one, other], value, named: { response_a: a, response_b: b } },
          'messages',
          notify,
        );
      }
    }
  },
  rules: {
    row: z.strictObject({
      question_id: z.string(),
      model_a: z.string(),
      model_b: z.string(),
      winner: z.enum(
        ['model_a', 'model_b', 'tie', 'tie (bothbad)'],
        'is not a valid arena vote: elo_analysis.py stops with "unexpected vote"',
      ),
      judge: z.string(),
      conversation_a: messages('the whole conversation', 'is an empty list: nothing was said'),
      conversation_b: messages('the whole conversation', 'is an empty list: nothing was said'),
      turn: z.int().nonnegative(),
      anony: z.boolean(),
      language: z.string(),
      tstamp: z.number('must be seconds since 1970: elo_analysis.py sorts by it'),
    }),
    silent: ({ anony, model_a: a, model_b: b }: Fields) =>
      anony === false
        ? 'anony is false: the leaderboard ratings ignore this battle'
        : a === b
          ? 'both sides are the same model, so the battle has no effect on its rating'
          : undefined,
  },
};

/** Role and content, which is all that these conversations have: calls of tools stand in it as text. */
const said = (turn: Message): Fields => ({
  content: turn.toolCalls ? textOfTurn(turn) : turn.content,
  role: turn.role,
});
