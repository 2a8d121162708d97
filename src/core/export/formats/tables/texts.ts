import * as z from 'zod';
import type { Critique } from '../../../model/annotation/annotation';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';
import { critiqueJudged } from '../../judges/critiquePairs';

/**
 * Every critique of a response, in one text or in parts. `made_of` is null where somebody wrote it, and names by
 * `number` the critiques of others (`annotators-meta-critiques`) where it was made by editing or merging these. `step` is
 * the key of the step of a run (`annotators-run-steps`) that it was begun at or first quotes.
 */
export const critiques = longTable({
  name: 'critiques',
  title: 'Table of all critiques, including edited and merged critiques of others',
  *facts({ judgement: { critiques: own = [], metaCritiques = [] } }): Iterable<Written> {
    yield* own;
    for (const { response: of, texts = [] } of metaCritiques)
      for (const { of: madeOf, ...written } of texts) yield { response: of, madeOf, ...written };
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    text: { rule: z.string(), value: ({ text }) => text },
    strengths: { rule: maybeText, value: ({ strengths }) => strengths ?? null },
    weaknesses: { rule: maybeText, value: ({ weaknesses }) => weaknesses ?? null },
    suggestion: { rule: maybeText, value: ({ suggestion }) => suggestion ?? null },
    step: { rule: maybeText, value: ({ step }) => step ?? null },
    made_of: { rule: z.array(z.int().nonnegative()).nullable(), value: ({ madeOf }) => madeOf ?? null },
  },
});

/** A critique, or (with the numbers of those that it is made of) a text made of critiques. */
type Written = Critique & { readonly madeOf?: number[] };

/**
 * What was said of the critiques that others wrote of a response, one row a critique, numbered from 0 in the order
 * shown (which `seed` drew). `critique` is the annotation that holds it and `critique_hash` that of all that was shown
 * of it; `rank` is 1 for the best. `lost` is true where it was changed or taken back since:
 * what is said is said of the text before, and of none that is there.
 */
export const metaCritiques = longTable({
  name: 'meta-critiques',
  title: 'Table of all judgments about critiques of others',
  readsCritics: true,
  *facts(annotation, judged, _options, notify) {
    for (const meta of annotation.judgement.metaCritiques ?? [])
      for (const [number, said] of meta.critiques.entries()) {
        const tier = meta.ranking?.tiers.findIndex((each) => each.includes(number)) ?? -1;
        const lost =
          said.lost ?? critiqueJudged(annotation, meta, number, { ...judged, item: judged.source }) === undefined;
        if (lost) notify.note('critique-lost');
        yield { ...said, response: meta.response, seed: meta.seed, number, tier, lost };
      }
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    seed: { rule: z.int().nonnegative(), value: ({ seed }) => seed },
    number: { rule: z.int().nonnegative(), value: ({ number }) => number },
    critique: { rule: z.string().min(1), value: ({ annotation }) => annotation },
    critique_hash: { rule: z.string().min(1), value: ({ hash }) => hash },
    accepted: { rule: z.boolean().nullable(), value: ({ accepted }) => accepted ?? null },
    soundness: { rule: z.enum(soundnesses).nullable(), value: ({ soundness }) => soundness ?? null },
    agrees: { rule: z.boolean().nullable(), value: ({ agrees }) => agrees ?? null },
    rank: { rule: z.int().positive().nullable(), value: ({ tier }) => (tier < 0 ? null : tier + 1) },
    lost: { rule: z.boolean(), value: ({ lost }) => lost },
  },
});

/**
 * Every edited response. `edit` counts those of one response from 1, and `of_edit` is the one whose text was edited;
 * null for the response itself; `of_hash` names that text by its hash (`shortHash`). `text_id` is the id under which the text was judged among the responses, and `rule`
 * what it was edited by.
 */
export const refinementTable = longTable({
  name: 'refinements',
  title: 'Table of all refinements (edited responses)',
  facts: ({ judgement: { refinements = [] } }) => refinements,
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    edit: { rule: z.int().positive(), value: ({ round }) => round ?? 1 },
    of_edit: { rule: z.int().positive().nullable(), value: ({ of }) => of ?? null },
    of_hash: {
      rule: z
        .string()
        .regex(/^[0-9a-f]{16}$/, 'is not the hash of a text')
        .nullable(),
      value: ({ ofHash }) => ofHash ?? null,
    },
    text: { rule: z.string(), value: ({ text }) => text },
    text_id: { rule: maybeText, value: ({ id }) => id ?? null, isName: true },
    rule: { rule: maybeText, value: ({ rule }) => rule?.id ?? null },
    rule_version: { rule: z.int().positive().nullable(), value: ({ rule }) => rule?.version ?? null },
  },
});

const media = z.strictObject({
  kind: z.enum(['image', 'audio', 'video']),
  source: z.string().min(1),
  at: z.int().nonnegative().nullish(),
  marker: maybeText.optional(),
});
const toolCall = z.strictObject({ id: maybeText, name: z.string().min(1), arguments: z.string() });

/**
 * Every answer that an annotator wrote, one row a message; both are numbered from 1. The arguments of a call are JSON,
 * so that the column has one type.
 */
export const demonstrationTable = longTable({
  name: 'demonstrations',
  title: 'Table of all demonstrations (answers written by annotators), one row per message',
  *facts({ judgement: { demonstrations = [] } }) {
    for (const [i, { turns }] of demonstrations.entries())
      for (const [k, message] of turns.entries()) yield { demonstration: i + 1, message: k + 1, ...message };
  },
  columns: {
    demonstration: { rule: z.int().positive(), value: ({ demonstration }) => demonstration },
    message: { rule: z.int().positive(), value: ({ message }) => message },
    role: { rule: z.string().min(1), value: ({ role }) => role },
    content: { rule: z.string(), value: ({ content }) => content },
    media: {
      rule: z.array(media),
      value: ({ media: files = [] }) =>
        files.map(({ kind, source, at, marker }) => ({ kind, source, at: at ?? null, marker: marker ?? null })),
    },
    tool_calls: {
      rule: z.array(toolCall),
      value: ({ toolCalls = [] }) =>
        toolCalls.map(({ id, name, arguments: given }) => ({
          id: id ?? null,
          name,
          arguments: typeof given === 'string' ? given : JSON.stringify(given),
        })),
    },
    tool_name: { rule: maybeText, value: ({ toolName }) => toolName ?? null },
    tool_call_id: { rule: maybeText, value: ({ toolCallId }) => toolCallId ?? null },
  },
});
