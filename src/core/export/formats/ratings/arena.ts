import * as z from 'zod';
import type { Comparison } from '../../../model/annotation/annotation';
import { turnsOf, type Item, type Message, type Response } from '../../../model/item/item';
import { textOfTurn } from '../../../model/item/toolCallText';
import { rowFormat } from '../../builders/rowFormat';
import { eloAnalysis } from '../../commands/researchAndHosted';
import { comparedIn } from '../../derive/comparisons';
import { messages } from '../../formatRules';
import { annotatorName } from '../../rows/pseudonyms';

const votes = ['model_a', 'model_b', 'tie', 'tie (bothbad)'] as const;
type Winner = (typeof votes)[number];
const winners: Readonly<Record<Comparison['outcome'], Winner | undefined>> = {
  a: 'model_a',
  b: 'model_b',
  tie: 'tie',
  'both-good': 'tie',
  'too-close': 'tie',
  'both-bad': 'tie (bothbad)',
  unsure: undefined,
};

const conversation = messages('the whole conversation', 'is an empty list: nothing was said');

/**
 * Battles as the arena published them (33k): `{question_id, model_a, model_b, winner, judge, conversation_a,
 * conversation_b, turn, anony, language, tstamp}` (lm-sys/FastChat, fastchat/serve/monitor/clean_battle_data.py; read
 * by elo_analysis.py). Ties are kept: both good and too close to call are "tie", both bad is "tie (bothbad)", and
 * unsure is no vote. A row is two responses as one annotator compared them, `model_a` the one shown first; a ranking
 * gives a row for every two. A response without a model goes by its id. `question_id` is the annotation's, and `judge`
 * the annotator's name or pseudonym (`pseudonyms`). Time is in seconds since 1970.
 */
export const arena = rowFormat({
  name: 'arena',
  title: 'Battles of two conversations with a vote, as in Chatbot Arena',
  family: 'votes',
  files: ['json'],
  takes: ['criterion', 'context', 'evidence', 'media'],
  trainers: [{ name: 'FastChat (Elo and Bradley-Terry ratings of models)', command: eloAnalysis }],
  *find(judged, { criterion }, notify) {
    for (const { a, b, outcome, ...compared } of comparedIn(judged, criterion, notify)) {
      const winner = winners[outcome];
      if (winner === undefined) notify.drop('not-strict');
      else if (!a || !b) notify.drop('stale');
      else yield { ...compared, a, b, winner, responses: [a, b], named: { response_a: a.id, response_b: b.id } };
    }
  },
  columns: {
    question_id: {
      rule: z.string(),
      value: ({ annotation: { id }, number }) => (number === 1 ? id : `${id}-${number}`),
    },
    model_a: { rule: z.string(), value: ({ a }) => a.model ?? a.id, isName: true },
    model_b: { rule: z.string(), value: ({ b }) => b.model ?? b.id, isName: true },
    winner: {
      rule: z.enum(votes, 'is not a valid arena vote: elo_analysis.py stops with "unexpected vote"'),
      value: ({ winner }) => winner,
    },
    judge: {
      rule: z.string(),
      value: ({ annotation: { annotator } }, { options }) => annotatorName(annotator, options),
    },
    conversation_a: { rule: conversation, value: ({ item, a }) => conversationOf(item, a).map(said) },
    conversation_b: { rule: conversation, value: ({ item, b }) => conversationOf(item, b).map(said) },
    turn: {
      rule: z.int().nonnegative(),
      value: ({ item, a }) => conversationOf(item, a).filter(({ role }) => role === 'user').length,
    },
    anony: { rule: z.boolean(), value: () => true },
    language: { rule: z.string(), value: ({ item }) => item.language ?? 'unknown' },
    tstamp: {
      rule: z.number('must be seconds since 1970: elo_analysis.py sorts by it'),
      value: ({ annotation: { time } }) => Date.parse(time) / 1000,
      isReal: true,
    },
  },
  rules: {
    silent: ({ anony, model_a: a, model_b: b }) =>
      anony === false
        ? 'anony is false: the leaderboard ratings ignore this battle'
        : a === b
          ? 'both sides are the same model, so the battle has no effect on its rating'
          : undefined,
  },
});

const conversationOf = ({ prompt }: Item, response: Response): Message[] => [...prompt, ...turnsOf(response)];

/** Role and content, which is all that these conversations have: calls of tools stand in it as text. */
const said = (turn: Message) => ({
  content: turn.toolCalls ? textOfTurn(turn) : turn.content,
  role: turn.role,
});
