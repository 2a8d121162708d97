import * as z from 'zod';
import { judgeKindOf } from '../../../model/annotation/judgeKind';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { turnsOf } from '../../../model/item/item';
import { rowOrigin } from '../../builders/pairFormat';
import type { ExportFormat } from '../../format';
import { judgedCritiquesOf, restsOnCritic } from '../../judges/critiquePairs';
import { annotatorName } from '../../rows/pseudonyms';
import { messages, sameColumns } from '../../formatRules';
import { trainerMessage } from '../../texts/messages';
import { pandas } from '../../commands/loadAndEvaluate';

const yesOrNo = (value: boolean | undefined): string => (value === undefined ? '' : value ? 'yes' : 'no');

/**
 * The long table of what annotators say of others' critiques: one row for each critique that somebody judged.
 * `soundness` is that of its reasons, apart from whether its verdict on the response is right (`verdict_agrees`): a
 * critique may come to the right verdict for reasons that are wrong (RM-NLHF). `accepted` is whether it would do as a
 * critique. What was not said is empty; a row says one of the three at least.
 */
export const critiqueSoundness: ExportFormat = {
  name: 'critique-soundness',
  title: 'Table of judged critiques: whether they are sound, and separately whether their verdict is right',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [{ name: 'pandas, and verifiers of critiques', command: pandas }],
  takes: ['context', 'evidence', 'media'],
  keepsContexts: true,
  readsCritics: true,
  *rows(judged, options, _file, notify) {
    const { item, context, annotations } = judged;
    for (const annotation of annotations) {
      if (!annotation.judgement.metaCritiques) notify.drop('nothing-of-it');
      for (const { response: id, writer, text, said } of judgedCritiquesOf(annotation, judged, notify)) {
        const response = item.responses.find((each) => each.id === id);
        const isSaid = said.soundness !== undefined || said.agrees !== undefined || said.accepted !== undefined;
        if (!response || !isSaid) {
          notify.drop(response ? 'nothing-of-it' : 'stale');
          continue;
        }
        if (restsOnCritic([writer], judged)) notify.note('critic');
        const row = {
          prompt: item.prompt.map(trainerMessage),
          context: context ?? '',
          response: turnsOf(response).map(trainerMessage),
          critique: text,
          soundness: said.soundness ?? '',
          verdict_agrees: yesOrNo(said.agrees),
          accepted: yesOrNo(said.accepted),
          annotator: annotatorName(annotation.annotator, options),
          critic: annotatorName(writer.annotator, options),
          critic_origin: judgeKindOf(writer.origin),
        };
        yield { value: row, from: { ...rowOrigin({ annotations: [annotation, writer], context }), response: id } };
      }
    }
  },
  rules: {
    row: z.strictObject({
      prompt: messages('the conversation', 'is an empty list: nothing was said'),
      context: z.string(),
      response: messages('the turns of the response', 'is an empty list: nothing was said'),
      critique: z.string().min(1, 'is empty: nothing was judged'),
      soundness: z.enum(['', ...soundnesses], `is none of ${soundnesses.join(', ')}, or empty where it was not said`),
      verdict_agrees: z.enum(
        ['', 'yes', 'no'],
        'must be "yes", "no", or empty where it was not said: beside true and false the column would have two types',
      ),
      accepted: z.enum(
        ['', 'yes', 'no'],
        'must be "yes", "no", or empty where it was not said: beside true and false the column would have two types',
      ),
      annotator: z.string().min(1, "is empty: every label is somebody's"),
      critic: z.string().min(1, 'is empty'),
      critic_origin: z.enum(['human', 'imported', 'model']),
    }),
    across: sameColumns,
  },
};
