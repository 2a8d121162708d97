import * as z from 'zod';
import { critiquesOn } from '../../texts/critiqueText';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { completionText, promptText } from '../../texts/plainText';
import { improvementsOf, overallRating } from '../../derive/refinements';
import { text } from '../../formatRules';
import { trainAndEval } from '../../commands/fineTuningTools';

/**
 * Edits, `{prompt, initial, critique, refined, score}`: what critique-conditioned refinement learns from
 * (Critique-GRPO, X. Zhang et al., 2025; SCoRe, A. Kumar et al., 2024). Each round of a chain is a row, its `initial`
 * the text that was edited. `critique` is what the annotator wrote of that text, empty where they wrote of others only;
 * `score` the annotator's rating of the edited text as a whole ("overall"), null where it was not rated. An edit that
 * its annotator judged worse than what it was made of is no row.
 */
export const refinements: ExportFormat = {
  name: 'refinements',
  title: 'Refinements: a response, what is wrong with it, and the improved response',
  family: 'texts',
  shape: 'text',
  files: ['jsonl', 'json', 'parquet'],
  reals: ['score'],
  takes: ['context', 'evidence', 'media'],
  trainers: [{ name: 'HF datasets (refinement and self-correction)', command: trainAndEval }],
  *rows(judged, _, _file, notify) {
    const { item } = judged;
    for (const annotation of judged.annotations) {
      if (!annotation.judgement.refinements?.length) notify.drop('no-refinement');
      for (const { response, before, after } of improvementsOf(annotation, judged, notify.drop)) {
        const value = {
          prompt: promptText(item),
          initial: completionText(item, before),
          critique: critiquesOn([annotation], before.id),
          refined: completionText(item, after),
          score: overallRating(annotation.judgement, after.id) ?? null,
        };
        yield* nonPairRows(
          judged,
          { annotations: [annotation], responses: [before, after], value, named: { response: response.id } },
          'text',
          notify,
        );
      }
    }
  },
  rules: {
    row: z.strictObject({
      prompt: text.min(1, 'is empty'),
      initial: text,
      critique: text,
      refined: text,
      score: z.number('must be a number or null').nullable(),
    }),
    silent: ({ initial, refined, critique }: Fields) =>
      initial === refined
        ? 'initial and refined are the same: a model learns nothing from the row'
        : critique === ''
          ? 'there is no critique, so the reason for the edit is missing'
          : undefined,
  },
};
