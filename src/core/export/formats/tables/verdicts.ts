import * as z from 'zod';
import { longTable, maybeText, responseId } from '../../builders/longTable';
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
  names: ['response'],
  agreesOn: 'verdicts',
  columns: {
    criterion: z.string(),
    response: responseId,
    verdict: maybeText,
    kind: z.enum(['yes-no', 'number', 'category', 'n/a']).nullable(),
    note: maybeText,
    best: z.boolean().nullable(),
  },
  *facts({ judgement: { verdicts = [], winners = [] } }) {
    const best = new Map(winners.map(({ criterion, responses }) => [criterion, new Set(responses)]));
    for (const { criterion, response, value, note } of verdicts) {
      const kind =
        value === null
          ? 'n/a'
          : typeof value === 'boolean'
            ? 'yes-no'
            : typeof value === 'number'
              ? 'number'
              : 'category';
      yield {
        criterion,
        response,
        verdict: verdictText(value),
        kind,
        note: note ?? null,
        best: best.get(criterion)?.has(response) ?? null,
      };
    }
    for (const { criterion, responses } of winners) {
      const judged = new Set(verdicts.flatMap((each) => (each.criterion === criterion ? [each.response] : [])));
      for (const response of responses)
        if (!judged.has(response)) yield { criterion, response, verdict: null, kind: null, note: null, best: true };
    }
  },
});
