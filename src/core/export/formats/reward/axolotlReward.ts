import * as z from 'zod';
import { systemPromptOf } from '../../../model/item/item';
import { pairFormat } from '../../builders/pairFormat';
import { axolotl } from '../../commands/fineTuningTools';
import { sameAnswers, sameColumns } from '../../formatRules';
import { isOneText, textOfOne, withoutSystem } from '../../texts/turns';

const answer = z.string('must be text: axolotl puts it into a chat template');

/**
 * `{system, input, chosen, rejected}`, all text (axolotl
 * `src/axolotl/prompt_strategies/bradley_terry/chat_template.py`, which reads `system` of every row and puts the four
 * into the model's chat template): one question, with a system prompt where there is one.
 */
export const axolotlReward = pairFormat({
  name: 'axolotl-reward',
  wholeRuns: true,
  title: 'Pairs for axolotl reward models',
  family: 'reward',
  shape: 'text',
  template: true,
  trainers: [
    {
      name: 'axolotl (reward_model: true, bradley_terry.chat_template)',
      command: axolotl(['type: bradley_terry.chat_template'], ['reward_model: true']),
    },
  ],
  refuses({ item: { prompt }, chosen, rejected }) {
    const [question, ...further] = withoutSystem(prompt);
    if (further.length > 0 || question?.role !== 'user') return 'several-turns';
    return isOneText(chosen) && isOneText(rejected) ? undefined : 'not-one-message';
  },
  columns: {
    system: {
      rule: z.string(
        "must be text, empty where there is none: without the column axolotl stops with KeyError: 'system'",
      ),
      value: ({ item }) => systemPromptOf(item) ?? '',
    },
    input: {
      rule: z.string("must be text: axolotl stops with KeyError: 'input' without it").min(1, 'is empty'),
      value: ({ item }) => withoutSystem(item.prompt)[0]?.content ?? '',
    },
    chosen: { rule: answer, value: ({ chosen }) => textOfOne(chosen) },
    rejected: { rule: answer, value: ({ rejected }) => textOfOne(rejected) },
  },
  rules: { silent: sameAnswers, across: sameColumns },
});
