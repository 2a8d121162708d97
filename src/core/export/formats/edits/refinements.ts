import * as z from 'zod';
import { rowFormat } from '../../builders/rowFormat';
import { trainAndEval } from '../../commands/fineTuningTools';
import { improvementsIn, overallRating } from '../../derive/refinements';
import { text } from '../../formatRules';
import { promptTextOf } from '../../sharedColumns';
import { critiquesOn } from '../../texts/critiqueText';
import { completionText } from '../../texts/plainText';

/**
 * Edits, `{prompt, initial, critique, refined, score}`: what critique-conditioned refinement learns from
 * (Critique-GRPO, X. Zhang et al., 2025; SCoRe, A. Kumar et al., 2024). Each round of a chain is a row, its `initial`
 * the text that was edited. `critique` is what the annotator wrote of that text, empty where they wrote of others only;
 * `score` the annotator's rating of the edited text as a whole ("overall"), null where it was not rated. An edit that
 * its annotator judged worse than what it was made of is no row.
 */
export const refinements = rowFormat({
  name: 'refinements',
  title: 'Refinements: a response, what is wrong with it, and the improved response',
  family: 'texts',
  shape: 'text',
  trainers: [{ name: 'HF datasets (refinement and self-correction)', command: trainAndEval }],
  find: improvementsIn,
  columns: {
    prompt: promptTextOf(),
    initial: { rule: text, value: ({ item, before }) => completionText(item, before) },
    critique: { rule: text, value: ({ annotation, before }) => critiquesOn([annotation], before.id) },
    refined: { rule: text, value: ({ item, after }) => completionText(item, after) },
    score: {
      rule: z.number('must be a number or null').nullable(),
      value: ({ annotation, after }) => overallRating(annotation.judgement, after.id) ?? null,
      isReal: true,
    },
  },
  rules: {
    silent: ({ initial, refined, critique }) =>
      initial === refined
        ? 'initial and refined are the same: a model learns nothing from the row'
        : critique === ''
          ? 'there is no critique, so the reason for the edit is missing'
          : undefined,
  },
});
