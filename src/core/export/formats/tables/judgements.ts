import * as z from 'zod';
import { columnFields } from '../../../model/annotation/fields';
import { scaleFields } from '../../../model/annotation/fields/scaleFields';
import { outcomes, ruleScopes } from '../../../model/annotation/judgementValues';
import { unformattedViews } from '../../../model/desk/textView';
import { modeNames } from '../../../model/annotation/mode';
import { servedReasons } from '../../../model/annotation/served';
import { fieldColumns, longTable, maybeText, ofResponse } from '../../builders/longTable';
import { allComparisonsIn } from '../../derive/comparisons';

/**
 * One row a judgement, skips too: when, how and under which versions it was made, and what it says of the item as a
 * whole. `shown` are the responses in the order in which they were shown and `seed` what drew it; `views` those that were not formatted; `texts` are hashes of
 * what the rubrics and rules said, named as `id@version`; `because` the ids of the criteria that it rests on; `skip`
 * why the item was skipped; `served` why it came to the annotator, and `served_value` how much there was of that.
 * `origin_from` is the layout of an imported label, and `origin_by` the model that judged. `suggested` is the judgement
 * that the annotator was shown to confirm or change, as JSON; `verdict_before` what they had said when they first saw results of tests (`annotators-checks`), as
 * JSON too.
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
    views: {
      rule: z.array(z.strictObject({ response: z.string(), view: z.enum(unformattedViews) })).optional(),
      value: ({ views = {} }) => Object.entries(views).map(([response, view]) => ({ response, view })),
    },
    ...fieldColumns(columnFields),
    suggested: {
      rule: maybeText,
      value: ({ suggestion }) => (suggestion ? JSON.stringify(suggestion.judgement) : null),
    },
    suggested_by: { rule: maybeText, value: ({ suggestion }) => suggestion?.by ?? null },
    verdict_before: {
      rule: maybeText.optional(),
      value: ({ checks }) => (checks?.verdictBefore ? JSON.stringify(checks.verdictBefore) : null),
    },
  },
});

const hashesOf = <Of extends 'rubric' | 'rule'>(
  of: Of,
  hashes: Readonly<Record<string, string>> = {},
): { of: Of; name: string; hash: string }[] => Object.entries(hashes).map(([name, hash]) => ({ of, name, hash }));

/**
 * Every comparison. A ranking gives a row for every two responses in the order shown; two that were both left
 * unranked give none (`annotators-responses` holds the ranking itself). Outcomes are as they were judged (ties and
 * "unsure" too), by whichever criterion; time is in UTC, duration in milliseconds.
 */
export const comparisons = longTable({
  title: 'Table of all comparisons, for each annotator',
  takes: ['criterion'],
  nothing: ({ judgement: { ranking, comparisons: all, skip } }) =>
    skip ? 'skipped' : ranking || all ? undefined : 'no-preference',
  *facts(annotation, _judged, options, notify) {
    for (const comparison of allComparisonsIn(annotation)) {
      const { criterion } = comparison;
      if (criterion !== undefined) notify.criterion(criterion);
      if (options.criterion === undefined || criterion === options.criterion) yield comparison;
      else notify.drop('other-criterion');
    }
  },
  columns: {
    response_a: { ...ofResponse, value: ({ a }) => a },
    response_b: { ...ofResponse, value: ({ b }) => b },
    outcome: {
      rule: z.enum(outcomes, `must be one of ${outcomes.join(', ')}`),
      value: ({ outcome }) => outcome,
    },
    strength: { rule: z.number().min(1).max(3).nullable(), value: ({ strength }) => strength ?? null, isReal: true },
    criterion: { rule: z.string().nullable(), value: ({ criterion }) => criterion ?? null },
    time: { rule: z.iso.datetime(), value: (_, { time }) => time, isDate: true },
    duration: { rule: z.number().nonnegative().nullable(), value: (_, { duration }) => duration, isReal: true },
    ...fieldColumns(scaleFields),
  },
});

/** Where each prompt stands to the scope of a rule, by the words of one of its versions. */
export const ruleTable = longTable({
  name: 'rules',
  title: 'Table of all rule marks on prompts (in scope, near miss or out of scope)',
  facts: ({ judgement: { rules = [] } }) => rules,
  columns: {
    rule: { rule: z.string().min(1), value: ({ rule }) => rule },
    rule_version: { rule: z.int().positive(), value: ({ version }) => version },
    scope: { rule: z.enum(ruleScopes), value: ({ scope }) => scope },
  },
});

/** Every flag, of a response or (where that is null) of the item. */
export const flags = longTable({
  name: 'flags',
  title: 'Table of all flags on items and responses',
  facts: ({ judgement: { flags: all = [] } }) => all,
  columns: {
    flag: { rule: z.string(), value: ({ flag }) => flag },
    response: { ...ofResponse, rule: ofResponse.rule.nullable(), value: ({ response }) => response ?? null },
  },
});
