import * as z from 'zod';
import type { ExportFormat } from '../../format';
import { critiquePairsOf, restsOnCritic } from '../../judges/critiquePairs';
import { critiqueTask } from '../../judges/critiqueTask';
import { rowOrigin } from '../../builders/pairFormat';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { openRlhf, trl } from '../../commands/fineTuningTools';

/**
 * `{prompt: [user: prompt and response], chosen: [critique], rejected: [critique]}`: preferences over critiques (
 * MultiCritique, arXiv 2410.15287), in the shape that TRL recommends (trl `docs/source/dataset_formats.md`). By rank,
 * by what was accepted, and what was made of critiques over those that it was made of.
 */
export const critiquePreferences: ExportFormat = {
  name: 'critique-preferences',
  title: 'Pairs of critiques of one response: the better over the worse',
  family: 'judges',
  shape: 'messages',
  files: ['jsonl', 'json', 'parquet'],
  trainers: [
    { name: 'TRL 0.12 and later (DPO, reward)', command: trl('dpo') },
    {
      name: 'OpenRLHF (--data.prompt_key prompt --data.apply_chat_template)',
      command: openRlhf('dpo', '--data.prompt_key prompt --data.apply_chat_template'),
    },
  ],
  takes: ['context', 'evidence', 'media'],
  readsCritics: true,
  *rows(judged, _options, _file, notify) {
    const { item, context, annotations } = judged;
    for (const annotation of annotations) {
      if (!annotation.judgement.metaCritiques) notify.drop('nothing-of-it');
      for (const { response: id, annotations: rested, chosen, rejected, by } of critiquePairsOf(
        annotation,
        judged,
        notify,
      )) {
        const response = item.responses.find((each) => each.id === id);
        if (!response) {
          notify.drop('stale');
          continue;
        }
        if (context !== undefined) notify.note('under-context');
        if (restsOnCritic(rested, judged)) notify.note('critic');
        const said = (content: string): object[] => [{ role: 'assistant', content }];
        yield {
          value: { prompt: [critiqueTask(item, response)], chosen: said(chosen), rejected: said(rejected) },
          from: { ...rowOrigin({ annotations: rested, context }), response: id, by },
        };
      }
    }
  },
  rules: {
    row: z.strictObject({
      prompt: messages('what is asked of the critic; text beside message lists stops TRL 0.29 and later'),
      chosen: messages('[{"role": "assistant", …}]'),
      rejected: messages('[{"role": "assistant", …}]'),
    }),
    silent: sameAnswers,
    across: sameColumns,
  },
};
