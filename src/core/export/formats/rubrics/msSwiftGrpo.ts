import * as z from 'zod';
import { openInstructPack, rubricTruth } from '../../../rubric/packs/openInstruct';
import { rubricFormat } from '../../builders/rubricFormat';
import { msSwiftGrpo as command } from '../../commands/fineTuningTools';
import { sameColumns } from '../../formatRules';
import { conversationText } from '../../texts/judgeTexts';
import { isAnswerForSwift, namesForSwift, swiftFault, swiftMessages, swiftTurn } from '../pairs/msSwiftTurns';
import { groundTruth } from './openInstructRubric';

/**
 * `{messages, solution}`: a reward function of ms-swift's GRPO gets the column `solution` (`swift/rewards/orm.py`), in
 * which the rubric stands as the same JSON text as open-instruct's. The rows of `open-instruct-rubric` stop it: their
 * column `dataset` is one that it adds itself (`swift/dataset/loader.py _inject_dataset_routing_tag`).
 */
export const msSwiftGrpo = rubricFormat({
  name: 'ms-swift-grpo',
  title: 'ms-swift: prompts with rubrics for a reward function',
  shape: 'messages',
  files: ['jsonl', 'json'],
  trainers: [{ name: 'ms-swift GRPO (with a reward function that reads the rubric)', command }],
  form: openInstructPack,
  refuses: swiftFault,
  row: ({ item, criteria }) => ({
    messages: item.prompt.flatMap(swiftTurn),
    solution: rubricTruth(conversationText(item.prompt), criteria),
  }),
  rules: {
    roles: namesForSwift,
    row: z.strictObject({
      messages: swiftMessages.refine(
        (list) => !isAnswerForSwift(list.at(-1)?.role),
        'ends with the assistant, whose turn ms-swift takes out of the prompt',
      ),
      solution: groundTruth,
    }),
    across: sameColumns,
  },
});
