import * as z from 'zod';
import type { VerdictValue } from '../../../model/rubric/criterion';
import { longTable, maybeText, ofResponse } from '../../builders/longTable';
import { verdictText } from '../../texts/verdictText';

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
