import { rowFormat } from '../../builders/rowFormat';
import { openRlhf, trl } from '../../commands/fineTuningTools';
import { messages, sameAnswers, sameColumns } from '../../formatRules';
import { critiquePairsOf, restsOnCritic } from '../../judges/critiquePairs';
import { critiqueTask } from '../../judges/critiqueTask';

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
