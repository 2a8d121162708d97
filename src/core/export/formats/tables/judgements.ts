import * as z from 'zod';
import { columnFields } from '../../../model/annotation/fields';
import { modeNames } from '../../../model/annotation/mode';
import { servedReasons } from '../../../model/annotation/served';
import { fieldColumns, longTable, maybeText } from '../../builders/longTable';

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
  facts: (annotation) => [annotation],
  columns: {
    item_hash: { rule: z.string().min(1), value: ({ hash }) => hash },
    mode: { rule: z.enum(modeNames).nullable(), value: ({ mode }) => mode ?? null },
    served: { rule: z.enum(servedReasons).nullable(), value: ({ served }) => served?.why ?? null },
    served_value: { rule: z.number().nullable(), value: ({ served }) => served?.value ?? null, isReal: true },
    time: { rule: z.iso.datetime(), value: ({ time }) => time, isDate: true },
    duration: { rule: z.number().nonnegative().nullable(), value: ({ duration }) => duration, isReal: true },
    origin_from: { rule: maybeText, value: ({ origin }) => (origin.kind === 'imported' ? origin.from : null) },
    origin_by: {
      rule: maybeText,
      value: ({ origin }) =>
        (origin.kind === 'imported' ? origin.by : origin.kind === 'model' ? origin.name : undefined) ?? null,
    },
    question_version: { rule: z.int().positive(), value: ({ question }) => question.version },
    guidelines: { rule: maybeText, value: ({ guidelines }) => guidelines?.version ?? null },
    rubrics: {
      rule: z.array(z.strictObject({ id: z.string(), version: z.int().positive() })),
      value: ({ rubrics }) => rubrics,
    },
    texts: {
      rule: z.array(z.strictObject({ of: z.enum(['rubric', 'rule']), name: z.string(), hash: z.string() })),
      value: ({ texts }) => [...hashesOf('rubric', texts?.rubrics), ...hashesOf('rule', texts?.rules)],
    },
    shown: { rule: z.array(z.string()), value: ({ shown }) => shown, isName: true },
    seed: { rule: z.int().nonnegative().nullable(), value: ({ seed }) => seed },
    ...fieldColumns(columnFields),
    suggested: {
      rule: maybeText,
      value: ({ suggestion }) => (suggestion ? JSON.stringify(suggestion.judgement) : null),
    },
    suggested_by: { rule: maybeText, value: ({ suggestion }) => suggestion?.by ?? null },
  },
});

const hashesOf = <Of extends 'rubric' | 'rule'>(
  of: Of,
  hashes: Readonly<Record<string, string>> = {},
): { of: Of; name: string; hash: string }[] => Object.entries(hashes).map(([name, hash]) => ({ of, name, hash }));
