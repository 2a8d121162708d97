import * as z from 'zod';
import { verdictValueSchema } from '../rubric/criterion';
import { draftDiffCommentSchema } from './diffComments';
import { draftComparisonSchema } from './fields/comparisons';
import { index } from './fields/field';
import { scaleNames } from './fields/scales';
import { markingActions } from '../desk/markingActions';
import { metaCritiqueActions } from '../desk/metaCritiqueActions';
import { modeNames } from './mode';
import { ruleActions } from '../desk/ruleActions';
import { runActions } from '../desk/runActions';
import { ratingSchema } from './aspect';
import { draftTakeoverSchema } from './takeovers';

const step = z.union([z.literal(-1), z.literal(1)]);

/** Everything that changes a judgement on the desk, except its texts: what keys, buttons and the mouse ask for. */
export const judgementActionSchema = z.discriminatedUnion('do', [
  /** Selects a response, and what of it (an aspect, a step, a comparison). */
  z.object({ do: z.literal('select'), index, part: index.optional() }),
  /** Selects the next or previous thing to judge. */
  z.object({ do: z.literal('selectBy'), by: step }),
  /**
   * Gives a number to what is selected, or to a response that is named: a place, an outcome, a value, by the way to
   * judge.
   */
  z.object({ do: z.literal('number'), value: index, index: index.optional() }),
  /** Takes back what was given to what is selected, or to a response that is named. */
  z.object({ do: z.literal('clear'), index: index.optional() }),
  /** Makes what is selected, or a response that is named, better (-1) or worse (1). */
  z.object({ do: z.literal('move'), step, index: index.optional() }),
  /** Drops a response before, after or into the tier of another. */
  z.object({ do: z.literal('drop'), index, target: index, position: z.enum(['before', 'after', 'tie']) }),
  /** Draws the acceptability line below the selected response, or says of it whether it is acceptable. */
  z.object({ do: z.literal('accept') }),
  /** None is acceptable: what follows is an answer of one's own. */
  z.object({ do: z.literal('acceptNone') }),
  /** Pair: what came of comparing the two in hand. */
  draftComparisonSchema.pick({ outcome: true, strength: true }).extend({ do: z.literal('compare') }),
  /** Judges the item in another way. */
  z.object({ do: z.literal('mode'), mode: z.enum(modeNames) }),
  /** Judges the whole of each response, the last turn, or the next one. */
  z.object({ do: z.literal('turn') }),
  /** Rank: sorts a long list into buckets first, or places each at once. */
  z.object({ do: z.literal('buckets') }),
  /** Rank: orders those of one tier among themselves. */
  z.object({ do: z.literal('orderTier') }),
  /** Rate: the value of a response on an aspect (by number); null takes it back. */
  z.object({ do: z.literal('rate'), index, part: index, value: ratingSchema.nullable() }),
  z.object({ do: z.literal('notApplicable') }),
  /** Steps: all before the one in hand are correct, and it is not. */
  z.object({ do: z.literal('firstError') }),
  /** Steps: cuts the one in hand after its first line or sentence, or at a place of the response's text (UTF-16). */
  z.object({ do: z.literal('cutStep'), at: index.optional() }),
  z.object({ do: z.literal('joinStep') }),
  /** Takes the grid of criteria × responses into the hand, or (also by `on`) puts it away. */
  z.object({ do: z.literal('grid'), on: z.boolean().optional() }),
  /** Takes a cell of it, by the criterion's id; the column behind the last response is for the winner. */
  z.object({ do: z.literal('cell'), criterion: z.string(), column: index }),
  z.object({ do: z.literal('cellBy'), rows: z.int(), columns: z.int() }),
  /** The verdict in the cell in hand; null where the criterion does not apply. */
  z.object({ do: z.literal('answer'), value: verdictValueSchema.nullable() }),
  /**
   * Says that a response meets the criterion in hand best, tied with others of which that is said, or takes it back.
   */
  z.object({ do: z.literal('winner'), index }),
  /** Puts on or takes off a flag of the study, by its number from 1. */
  z.object({ do: z.literal('flag'), number: z.int().positive(), index: index.optional() }),
  /** Says that a passage of the evidence (by number, from 0) supports a response, or takes that back. */
  z.object({ do: z.literal('support'), passage: index, index: index.optional() }),
  /** Names the criteria that the judgement rests on, by id. */
  z.object({ do: z.literal('because'), criteria: z.array(z.string()) }),
  /** Takes an answer of the annotator's away, by its number from 0; the last one where none is named. */
  z.object({ do: z.literal('removeAnswer'), answer: index.optional() }),
  /**
   * Writes a comment on lines of what a response changes (`before` null), puts another one in its place, or takes it away
   * (`after` null).
   */
  z.object({
    do: z.literal('diffComment'),
    index,
    before: draftDiffCommentSchema.nullable(),
    after: draftDiffCommentSchema.nullable(),
  }),
  /** Says what the annotator made of a run that they took over; null takes it away. */
  z.object({ do: z.literal('takeover'), index, takeover: draftTakeoverSchema.nullable() }),
  ...markingActions,
  ...metaCritiqueActions,
  ...ruleActions,
  ...runActions,
  /** Says a level of a scale of the item, from 1; the same again takes it back. */
  z.object({ do: z.literal('level'), scale: z.enum(scaleNames), level: z.int().positive() }),
]);
export type JudgementAction = Readonly<z.infer<typeof judgementActionSchema>>;
