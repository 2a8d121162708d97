import * as z from 'zod';
import { modeNames } from '../../../model/annotation/mode';
import { servedReasons } from '../../../model/annotation/served';
import { longTable, maybeText } from '../../builders/longTable';

/**
 * One row a judgement, skips too: when, how and under which versions it was made, and what it says of the item as a
 * whole. `shown` are the responses in the order in which they were shown and `seed` what drew it; `texts` are hashes of
 * what the rubrics and rules said, named as `id@version`; `because` the ids of the criteria that it rests on; `skip`
 * why the item was skipped; `served` why it came to the annotator, and `served_value` how much there was of that.
 * `origin_from` is the layout of an imported label, and `origin_by` the model that judged. `suggested` is the judgement
 * that the annotator was shown to confirm or change, as JSON.
 * Time is in UTC, duration in milliseconds.
 */
export const judgements = longTable({
  name: 'judgements',
  title: 'Table of all judgments: time, versions, order shown, rationale, confidence, skips and clarifying questions',
  reals: ['duration', 'confidence', 'served_value'],
  names: ['shown'],
  dates: ['time'],
  columns: {
    item_hash: z.string().min(1),
    mode: z.enum(modeNames).nullable(),
    served: z.enum(servedReasons).nullable(),
    served_value: z.number().nullable(),
    time: z.iso.datetime(),
    duration: z.number().nonnegative().nullable(),
    origin_from: maybeText,
    origin_by: maybeText,
    question_version: z.int().positive(),
    guidelines: maybeText,
    rubrics: z.array(z.strictObject({ id: z.string(), version: z.int().positive() })),
    texts: z.array(z.strictObject({ of: z.enum(['rubric', 'rule']), name: z.string(), hash: z.string() })),
    shown: z.array(z.string()),
    seed: z.int().nonnegative().nullable(),
    rationale: maybeText,
    because: z.array(z.string()),
    confidence: z.number().min(0).max(1).nullable(),
    clarification: maybeText,
    skip: maybeText,
    suggested: maybeText,
    suggested_by: maybeText,
  },
  *facts({
    hash,
    mode,
    served,
    time,
    duration,
    origin,
    question,
    guidelines,
    rubrics,
    texts,
    shown,
    seed,
    suggestion,
    judgement,
  }) {
    yield {
      item_hash: hash,
      mode: mode ?? null,
      served: served?.why ?? null,
      served_value: served?.value ?? null,
      time,
      duration,
      origin_from: origin.kind === 'imported' ? origin.from : null,
      origin_by: (origin.kind === 'imported' ? origin.by : origin.kind === 'model' ? origin.name : undefined) ?? null,
      question_version: question.version,
      guidelines: guidelines?.version ?? null,
      rubrics,
      texts: [...hashesOf('rubric', texts?.rubrics), ...hashesOf('rule', texts?.rules)],
      shown,
      seed,
      rationale: judgement.rationale ?? null,
      because: judgement.because ?? [],
      confidence: judgement.confidence ?? null,
      clarification: judgement.clarification ?? null,
      skip: judgement.skip?.reason ?? null,
      suggested: suggestion ? JSON.stringify(suggestion.judgement) : null,
      suggested_by: suggestion?.by ?? null,
    };
  },
});

const hashesOf = (
  of: 'rubric' | 'rule',
  hashes: Readonly<Record<string, string>> = {},
): readonly Readonly<Record<string, string>>[] => Object.entries(hashes).map(([name, hash]) => ({ of, name, hash }));
