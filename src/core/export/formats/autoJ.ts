import { z } from 'zod';
import type { Annotation } from '../../model/annotation';
import type { Response } from '../../model/item';
import { responsesJudged } from '../../model/responses';
import { metadataText } from '../derive/criteria';
import type { ExportFormat, Judged, Tell } from '../format';
import { inBlindOrder } from '../judges/comparisons';
import { fromOf } from '../builders/pairFormat';
import { criteriaOf } from '../derive/pairs';
import { sameColumns, text } from '../rules';
import { conversationText, noteMedia, responseText } from '../texts/words';

/** Two responses and which is better: the id of one, or null for neither. */
interface Outcome {
  readonly of: readonly [string, string];
  readonly better: string | null;
}

/** How each two responses of a judgement compare: in a ranking by their tiers, the unranked below all others; in comparisons as was said, by the criterion that is exported. */
function outcomesOf({ judgement: { ranking, comparisons = [] }, shown }: Annotation, criterion: string | undefined, { drop }: Tell): Outcome[] {
  if (ranking && criterion === undefined) {
    const place = (id: string): number => {
      const tier = ranking.tiers.findIndex((ids) => ids.includes(id));
      return tier < 0 ? ranking.tiers.length : tier;
    };
    return shown.flatMap((a, at) =>
      shown.slice(at + 1).flatMap((b): Outcome[] => {
        const [one, other] = [place(a), place(b)];
        if (one === other && one === ranking.tiers.length) drop('both-unranked');
        else return [{ of: [a, b], better: one === other ? null : one < other ? a : b }];
        return [];
      }),
    );
  }
  return comparisons.flatMap(({ a, b, outcome, criterion: by }): Outcome[] => {
    if (by !== criterion) drop(criterion === undefined ? 'one-criterion' : 'other-criterion');
    else if (outcome === 'unsure') drop('not-strict');
    else return [{ of: [a, b], better: outcome === 'a' ? a : outcome === 'b' ? b : null }];
    return [];
  });
}

/** The rows of one annotation: both responses, in an order that does not tell which is better. */
function* rowsOf(annotation: Annotation, { item, context }: Judged, criterion: string | undefined, tell: Tell): ReturnType<ExportFormat['rows']> & Generator {
  const responses = new Map(responsesJudged(item, annotation.judgement).map((response) => [response.id, response]));
  for (const { of, better } of outcomesOf(annotation, criterion, tell)) {
    const [one, other] = of.map((id) => responses.get(id)) as [Response | undefined, Response | undefined];
    if (!one || !other) tell.drop('stale');
    else if (responseText(one) === responseText(other)) tell.drop('identical');
    else {
      const [first, second] = inBlindOrder(item, one, other);
      noteMedia(item, [first, second], tell);
      if (context !== undefined) tell.note('under-context');
      const value = { scenario: metadataText(item, 'scenario') ?? 'default', label: better === null ? 2 : better === first.id ? 0 : 1, prompt: conversationText(item.prompt), 'response 1': responseText(first), 'response 2': responseText(second) };
      yield { value, from: { ...fromOf({ annotations: [annotation], context }), responses: [first.id, second.id] } };
    }
  }
}

/**
 * `{scenario, label: 0 | 1 | 2, prompt, "response 1", "response 2"}` (GAIR-NLP/auto-j, README.md, `data/test/testdata_pairwise.jsonl`): the first, the second, or neither is preferred. Ties are kept;
 * "both good", "both bad" and "too close to call" are ties too, and "unsure" is none.
 */
export const autoJ: ExportFormat = {
  name: 'auto-j',
  title: 'Auto-J: two responses and which one people prefer, with ties',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'Auto-J (pairwise evaluation)', command: 'cp {folder}/train.jsonl data/test/testdata_pairwise.jsonl\npython codes/leaderboard/pairwise_eval.py' }],
  takes: ['criterion'],
  *rows(judged, { criterion }, _file, tell) {
    for (const annotation of judged.annotations) {
      const { ranking, comparisons } = annotation.judgement;
      if (!ranking && !comparisons) tell.drop('no-preference');
      if (ranking && criterion !== undefined) tell.drop('other-criterion');
      for (const name of criteriaOf(annotation)) tell.criterion(name);
      yield* rowsOf(annotation, judged, criterion, tell);
    }
  },
  rules: {
    row: z.strictObject({
      scenario: text,
      label: z.union([z.literal(0), z.literal(1), z.literal(2)], 'is none of 0 (the first), 1 (the second) and 2 (a tie): no judgement can agree with it'),
      prompt: text,
      'response 1': text,
      'response 2': text,
    }),
    silent: (row) => (row['response 1'] === row['response 2'] && row.label !== 2 ? 'the two responses are the same, and the label is no tie' : undefined),
    across: sameColumns,
  },
};
