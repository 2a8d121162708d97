import * as z from 'zod';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { rowFormat } from '../../builders/rowFormat';
import { pandas } from '../../commands/loadAndEvaluate';
import { sameColumns } from '../../formatRules';
import { judgedCritiquesOf, restsOnCritic } from '../../judges/critiquePairs';
import { annotatorName } from '../../rows/pseudonyms';
import { annotatorColumn, originOf, originRule, shownTurns } from '../../sharedColumns';

const saidRule = z.enum(
  ['', 'yes', 'no'],
  'must be "yes", "no", or empty where it was not said: beside true and false the column would have two types',
);
const yesOrNo = (value: boolean | undefined): z.infer<typeof saidRule> =>
  value === undefined ? '' : value ? 'yes' : 'no';

/**
 * The long table of what annotators say of others' critiques: one row for each critique that somebody judged.
 * `soundness` is that of its reasons, apart from whether its verdict on the response is right (`verdict_agrees`): a
 * critique may come to the right verdict for reasons that are wrong (RM-NLHF). `accepted` is whether it would do as a
 * critique. What was not said is empty; a row says one of the three at least.
 */
export const critiqueSoundness = rowFormat({
  name: 'critique-soundness',
  title: 'Table of judged critiques: whether they are sound, and separately whether their verdict is right',
  family: 'judges',
  trainers: [{ name: 'pandas, and verifiers of critiques', command: pandas }],
  keepsContexts: true,
  readsCritics: true,
  tells: 'nothing',
  *find(judged, _options, notify) {
    for (const annotation of judged.annotations) {
      if (!annotation.judgement.metaCritiques) notify.drop('nothing-of-it');
      for (const { response: id, writer, text, said } of judgedCritiquesOf(annotation, judged, notify)) {
        const response = judged.item.responses.find((each) => each.id === id);
        const isSaid = said.soundness !== undefined || said.agrees !== undefined || said.accepted !== undefined;
        if (!response || !isSaid) {
          notify.drop(response ? 'nothing-of-it' : 'stale');
          continue;
        }
        if (restsOnCritic([writer], judged)) notify.note('critic');
        yield { annotation, annotations: [annotation, writer], response, writer, text, said };
      }
    }
  },
  columns: {
    ...shownTurns,
    critique: { rule: z.string().min(1, 'is empty: nothing was judged'), value: ({ text }) => text },
    soundness: {
      rule: z.enum(['', ...soundnesses], `is none of ${soundnesses.join(', ')}, or empty where it was not said`),
      value: ({ said }) => said.soundness ?? '',
    },
    verdict_agrees: { rule: saidRule, value: ({ said }) => yesOrNo(said.agrees) },
    accepted: { rule: saidRule, value: ({ said }) => yesOrNo(said.accepted) },
    annotator: annotatorColumn,
    critic: {
      rule: z.string().min(1, 'is empty'),
      value: ({ writer }, { options }) => annotatorName(writer.annotator, options),
    },
    critic_origin: { rule: originRule, value: ({ writer }) => originOf(writer) },
  },
  rules: { across: sameColumns },
});
