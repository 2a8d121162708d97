import * as z from 'zod';
import type { VerdictValue } from '../../../model/rubric/criterion';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';
import { verdictText } from '../../texts/verdictText';

/**
 * One row for each response that was shown: at which place (from 1), which rank it got (1 for the best; tied ones share
 * it, null where it was left unranked or nothing was ranked), and whether it is acceptable.
 */
export const responses = longTable({
  name: 'responses',
  title: 'Table of all judged responses: position on the screen, rank and whether acceptable',
  facts({ shown, judgement: { ranking, acceptable = {} } }) {
    const ranks = new Map(ranking?.tiers.flatMap((tier, i) => tier.map((id) => [id, i + 1] as const)));
    return shown.map((id, at) => ({ response: id, place: at + 1, rank: ranks.get(id), acceptable: acceptable[id] }));
  },
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    place: { rule: z.int().positive(), value: ({ place }) => place },
    rank: { rule: z.int().positive().nullable(), value: ({ rank }) => rank ?? null },
    acceptable: { rule: z.boolean().nullable(), value: ({ acceptable }) => acceptable ?? null },
  },
});

/**
 * Every rating of a response on an aspect, on the scale on which it was made; null where the aspect was said not to
 * apply.
 */
export const ratings = longTable({
  name: 'ratings',
  title: 'Table of all ratings, for each annotator',
  agreesOn: 'ratings',
  facts: ({ judgement: { ratings: all = [] } }) => all,
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    aspect: { rule: z.string(), value: ({ aspect }) => aspect },
    value: { rule: z.number().nullable(), value: ({ value }) => value, isReal: true },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
  },
});

/**
 * Every verdict on a response by a criterion, by ids (`verdicts` has their texts). `verdict` is text, so that the
 * column has one type: "yes", "no", a number, a category, or "n/a"; `kind` tells which it is. `best` is whether the
 * response is among those that meet the criterion best: null where none was named best, and a row with nothing but that
 * where no verdict was given.
 */
export const verdictTable = longTable({
  name: 'verdicts',
  title: 'Table of all verdicts, and of the best response for each criterion, with ids',
  agreesOn: 'verdicts',
  *facts({ judgement: { verdicts = [], winners = [] } }): Iterable<Verdict> {
    const best = new Map(winners.map(({ criterion, responses }) => [criterion, new Set(responses)]));
    for (const each of verdicts) yield { ...each, best: best.get(each.criterion)?.has(each.response) };
    for (const { criterion, responses } of winners) {
      const judged = new Set(verdicts.flatMap((each) => (each.criterion === criterion ? [each.response] : [])));
      for (const id of responses) if (!judged.has(id)) yield { criterion, response: id, best: true };
    }
  },
  columns: {
    criterion: { rule: z.string(), value: ({ criterion }) => criterion },
    response: { ...ofResponse, value: ({ response }) => response },
    verdict: { rule: maybeText, value: ({ value }) => (value === undefined ? null : verdictText(value)) },
    kind: {
      rule: z.enum(['yes-no', 'number', 'category', 'n/a']).nullable(),
      value: ({ value }) => kindOf(value),
    },
    note: { rule: maybeText, value: ({ note }) => note ?? null },
    best: { rule: z.boolean().nullable(), value: ({ best }) => best ?? null },
  },
});

/** A verdict; without a value where the response was named best, and nothing more. */
interface Verdict {
  readonly criterion: string;
  readonly response: string;
  readonly value?: VerdictValue | null;
  readonly note?: string | undefined;
  readonly best: boolean | undefined;
}

function kindOf(value: Verdict['value']): 'yes-no' | 'number' | 'category' | 'n/a' | null {
  if (value === undefined) return null;
  if (value === null) return 'n/a';
  return typeof value === 'boolean' ? 'yes-no' : typeof value === 'number' ? 'number' : 'category';
}

/**
 * Every passage of the item's evidence, by id, that was ticked as one that supports a response; `text` is null where
 * the item does not have the passage any more.
 */
export const evidence = longTable({
  name: 'evidence',
  title: 'Table of all evidence passages that were marked as supporting a response',
  facts: ({ judgement: { supports = [] } }, { source }) =>
    supports.map((each) => ({ ...each, text: source.evidence?.find(({ id }) => id === each.passage)?.text })),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    passage: { rule: z.string(), value: ({ passage }) => passage },
    text: { rule: maybeText, value: ({ text }) => text ?? null },
  },
});

/**
 * What programs found out about each response that was judged (tests, checkers, reward models), as the dataset has it:
 * to be held against the judgement by `annotation` and `response`.
 */
export const verifierResults = longTable({
  name: 'verifiers',
  title: 'Table of all verifier results on judged responses',
  facts: ({ shown }, { source }) =>
    source.responses.flatMap(({ id, verifiers = [] }) =>
      shown.includes(id) ? verifiers.map((each) => ({ response: id, ...each })) : [],
    ),
  columns: {
    response: { ...ofResponse, value: ({ response }) => response },
    verifier: { rule: z.string(), value: ({ name }) => name },
    passed: { rule: z.boolean().nullable(), value: ({ passed }) => passed ?? null },
    score: { rule: z.number().nullable(), value: ({ score }) => score ?? null, isReal: true },
    detail: { rule: maybeText, value: ({ detail }) => detail ?? null },
  },
});
