import * as z from 'zod';
import { worthOf, type Criterion } from '../../../model/rubric/criterion';
import type { Annotation } from '../../../model/annotation/annotation';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { scoreTolerance } from '../../../rubric/score';
import { rowFormat } from '../../builders/rowFormat';
import { openRlhf, trl } from '../../commands/fineTuningTools';
import { criterionNamed } from '../../derive/criteria';
import { FoundPairs, type Pair } from '../../derive/pairs';
import type { Judged, RowNotifier } from '../../format';
import { sameAnswers, sameColumns } from '../../formatRules';
import { besideLists, messagePair, promptColumn, toolsColumn } from '../../sharedColumns';
import { inSystemMessage } from '../../texts/promptAsShown';

/** Everything that an annotation says by criteria, by the criterion's id. */
const criteriaIn = ({ judgement: { verdicts = [], winners = [], comparisons = [] } }: Annotation): string[] => [
  ...new Set([...verdicts, ...winners, ...comparisons].flatMap(({ criterion }) => criterion ?? [])),
];

/**
 * The pairs of one criterion, each once: what was compared by it, its winners over the others, and what meets it better
 * over what meets it less.
 */
function pairsBy(
  name: string,
  criterion: Criterion,
  annotation: Annotation,
  { item, context }: Judged,
  { drop }: RowNotifier,
): readonly Pair[] {
  const { verdicts = [], winners = [], comparisons = [] } = annotation.judgement;
  const found = new FoundPairs(
    { item, annotations: [annotation], context },
    judgedResponses(item, annotation.judgement),
    drop,
  );
  const known = new Set<string>();
  const once = (better: string, worse: string): void => {
    if (known.has(JSON.stringify([better, worse])) || known.has(JSON.stringify([worse, better]))) return;
    known.add(JSON.stringify([better, worse]));
    found.add(better, worse, {});
  };
  for (const { a, b, outcome, criterion: by } of comparisons)
    if (by === name && (outcome === 'a' || outcome === 'b')) once(outcome === 'a' ? a : b, outcome === 'a' ? b : a);
  for (const { responses } of winners.filter((each) => each.criterion === name))
    for (const better of responses)
      for (const worse of annotation.shown) if (!responses.includes(worse)) once(better, worse);
  const worths = verdicts.flatMap((verdict) => {
    const worth = verdict.criterion === name ? worthOf(criterion, verdict.value) : undefined;
    return worth === undefined ? [] : [{ response: verdict.response, worth }];
  });
  for (const better of worths)
    for (const worse of worths) if (better.worth > worse.worth + scoreTolerance) once(better.response, worse.response);
  return found.pairs;
}

/**
 * `{prompt: [system: principle, …], chosen: [assistant], rejected: [assistant], principle}`: pairs under a principle
 * (RLBFF, arXiv 2509.21319; SALMON, arXiv 2310.05910): by each criterion of an annotator what meets it is chosen
 * over what does not, also where the whole is preferred the other way round. The criterion's text is the system message
 * (behind one that is there), and a column that trainers pass over.
 */
export const principlePairs = rowFormat({
  name: 'principle-pairs',
  title: 'Pairs for a principle: a response that meets the criterion over one that does not',
  family: 'pairs',
  trainers: [
    { name: 'TRL 0.12 and later (DPO, reward)', command: trl('dpo') },
    {
      passesOverTools: true,
      name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)',
      command: openRlhf('rm', '--data.prompt_key prompt --data.apply_chat_template'),
    },
  ],
  takes: ['criterion', 'context', 'evidence', 'media'],
  *find(judged, { criterion: wanted }, notify) {
    for (const annotation of judged.annotations) {
      const names = criteriaIn(annotation);
      if (names.length === 0) notify.drop('nothing-of-it');
      for (const name of names) {
        notify.criterion(name);
        if (wanted !== undefined && wanted !== name) {
          notify.drop('other-criterion');
          continue;
        }
        const criterion = criterionNamed(judged, annotation, name)?.criterion ?? { id: name, text: name, weight: 1 };
        if (criterion.weight < 0) {
          notify.drop('describes-fault');
          continue;
        }
        const pairs = pairsBy(name, criterion, annotation, judged, notify);
        if (pairs.length === 0) notify.drop('same-verdict');
        const item = inSystemMessage(judged.item, criterion.text);
        for (const { annotations, chosen, rejected } of pairs)
          yield {
            item,
            annotations,
            chosen,
            rejected,
            criterion,
            responses: [chosen, rejected],
            named: { criterion: name, chosen: chosen.id, rejected: rejected.id },
          };
      }
    }
  },
  columns: {
    prompt: promptColumn(besideLists),
    ...messagePair,
    ...toolsColumn,
    principle: { rule: z.string().min(1, 'is empty'), value: ({ criterion }) => criterion.text },
  },
  rules: {
    between: (row) =>
      row.refine(({ prompt: [first], principle }) => first?.role === 'system' && first.content.includes(principle), {
        path: ['prompt'],
        message: 'does not begin with the principle: the model is not told by what the one is better',
      }),
    silent: sameAnswers,
    across: sameColumns,
  },
});
