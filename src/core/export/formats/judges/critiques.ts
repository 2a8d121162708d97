import * as z from 'zod';
import { soundnesses } from '../../../model/annotation/judgementValues';
import { judgedResponses } from '../../../model/item/judgedResponses';
import { rowFormat } from '../../builders/rowFormat';
import { axolotl, openRlhf, trl } from '../../commands/fineTuningTools';
import { pandas } from '../../commands/loadAndEvaluate';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { critiquePairsOf, judgedCritiquesOf, restsOnCritic } from '../../judges/critiquePairs';
import { critiqueTask } from '../../judges/critiqueTask';
import { annotatorName } from '../../rows/pseudonyms';
import { annotatorColumn, originOf, originRule, shownTurns } from '../../sharedColumns';
import { labelledCritiqueText } from '../../texts/judgeTexts';
import { answerOf, judgeTurns } from './prometheus';

/**
 * `{messages: [user: prompt and response, assistant: critique]}` (UltraCM of UltraFeedback, arXiv 2310.01377, is
 * trained on such): each critique in words, its strengths, weaknesses and suggestion under their names.
 */
export const critiqueSft = rowFormat({
  name: 'critique-sft',
  title: 'Critiques for supervised fine-tuning: a prompt and a response, then its critique',
  family: 'judges',
  trainers: [
    { name: 'TRL SFT', command: trl('sft') },
    { name: 'axolotl (chat_template)', command: axolotl(['type: chat_template', 'field_messages: messages']) },
  ],
  tells: 'context',
  *find({ item, annotations }, _options, notify) {
    for (const annotation of annotations) {
      const { critiques = [] } = annotation.judgement;
      const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
      if (critiques.length === 0) notify.drop('nothing-of-it');
      for (const critique of critiques) {
        const response = responses.get(critique.response);
        const words = labelledCritiqueText(critique);
        if (!response) notify.drop('stale');
        else if (words === '') notify.drop('no-words');
        else yield { annotation, response, words };
      }
    }
  },
  columns: {
    messages: {
      rule: judgeTurns(
        z.string().regex(/\[Response\]\n/, 'does not hold the response ("[Response]") that the critique is of'),
        z.string(),
        'must be the task (user) and the critique (assistant)',
      ),
      value: ({ item, response, words }) => [
        critiqueTask(item, response),
        { role: 'assistant' as const, content: words },
      ],
    },
  },
  rules: {
    silent: (row) =>
      answerOf(row).trim() === '' ? 'the critique is empty: the model learns to give empty answers' : undefined,
    across: sameColumns,
  },
});

const critique = messages('[{"role": "assistant", …}]');

/**
 * `{prompt: [user: prompt and response], chosen: [critique], rejected: [critique]}`: preferences over critiques (
 * MultiCritique, arXiv 2410.15287), in the shape that TRL recommends (trl `docs/source/dataset_formats.md`). By rank,
 * by what was accepted, and what was made of critiques over those that it was made of.
 */
export const critiquePreferences = rowFormat({
  name: 'critique-preferences',
  title: 'Pairs of critiques of one response: the better over the worse',
  family: 'judges',
  trainers: [
    { name: 'TRL 0.12 and later (DPO, reward)', command: trl('dpo') },
    {
      name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)',
      command: openRlhf('dpo', '--data.prompt_key prompt --data.apply_chat_template'),
    },
  ],
  readsCritics: true,
  tells: 'context',
  *find(judged, _options, notify) {
    for (const annotation of judged.annotations) {
      if (!annotation.judgement.metaCritiques) notify.drop('nothing-of-it');
      for (const pair of critiquePairsOf(annotation, judged, notify)) {
        const response = judged.item.responses.find(({ id }) => id === pair.response);
        if (!response) notify.drop('stale');
        else {
          if (restsOnCritic(pair.annotations, judged)) notify.note('critic');
          yield { ...pair, response, named: { response: response.id, by: pair.by } };
        }
      }
    }
  },
  columns: {
    prompt: {
      rule: messages('what is asked of the critic; text beside message lists stops TRL 0.29 and later'),
      value: ({ item, response }) => [critiqueTask(item, response)],
    },
    chosen: { rule: critique, value: ({ chosen }) => [{ role: 'assistant', content: chosen }] },
    rejected: { rule: critique, value: ({ rejected }) => [{ role: 'assistant', content: rejected }] },
  },
  rules: { silent: sameAnswers, across: sameColumns },
});

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
